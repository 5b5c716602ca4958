"""What is decided about challenges: said, answered, lapsed, played."""

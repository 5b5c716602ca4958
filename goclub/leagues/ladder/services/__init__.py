"""What is decided about the ladder: joining, leaving, its rules, whom one may challenge."""

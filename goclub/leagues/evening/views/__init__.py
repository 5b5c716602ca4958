"""Pages of the club night."""

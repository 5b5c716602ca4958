"""Pages about games and about what members hold."""

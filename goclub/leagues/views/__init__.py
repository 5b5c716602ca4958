"""Pages of leagues and events, by topic."""

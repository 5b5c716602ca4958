"""Pages for signing in and for the second factor."""

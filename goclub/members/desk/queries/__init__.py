"""What may wait on the desk, and how much of it does."""

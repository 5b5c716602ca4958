"""What is loaded for an evening."""

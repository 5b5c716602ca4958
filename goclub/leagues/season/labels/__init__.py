"""What a season league says: why an event does not count, what is missing, days, results."""

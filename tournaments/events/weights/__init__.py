"""What a pair is worth: criterion by criterion, and for all pairs at once."""

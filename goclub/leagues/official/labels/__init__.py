"""What the official league says: places and why, results, days, where it stands."""

"""The club's Elo (S4-1 … S4-8)."""

"""The demo club: invented people, old games, and two years of club life, as plain data."""

"""The demo club on top of everything: people, games, leagues; nothing below knows it."""

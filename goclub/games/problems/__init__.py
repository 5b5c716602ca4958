"""Studying: collections of problems, solved on the board, and guessing the moves of a game."""

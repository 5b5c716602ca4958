"""Engines that play Go: their processes, and the two protocols by which they review a game."""

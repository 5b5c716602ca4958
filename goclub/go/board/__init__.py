"""The rules of Go on a board (RULEBOOK.md section 4, S3-1 … S3-10).

Coordinates are ``(column, row)``, 0-based, counted from the top left corner, as in SGF.
:class:`Board` knows stones, liberties, captures, suicide and simple ko, but not whose turn it is,
so that records with handicap or corrections can be replayed on it.  :class:`Game` adds turns,
passes and the end of the game.
"""

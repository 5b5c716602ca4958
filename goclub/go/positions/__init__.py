"""Positions of games as numbers that are equal under the eight symmetries of the board.

A *whole* position is the board with all its stones; a *corner* is a square of 5, 7 or 9 lines at
one of the four corners.  Whose turn it is does not belong to a position.  :mod:`.keys` gives the
key of one position, :mod:`.walk` those of whole records.

>>> from goclub.go.board.position import Board
>>> from goclub.go.positions.keys import whole_key
>>> one, other = Board(9), Board(9)
>>> _, _ = one.play(1, (2, 3)), other.play(1, (5, 6))
>>> whole_key(one).number == whole_key(other).number
True
"""

"""Counting a finished position (RULEBOOK.md section 4, S3-11 … S3-13, F1 and F4).

The players say which stones are dead; everything else follows from the board.  All sums are exact:
points are whole numbers, margins and komi whole half points (``…2``), positive for Black.
:mod:`.counting` counts and gives a :class:`.counted.Count`; it sees the board without the dead
stones (:mod:`.living_board`), and asks :mod:`.life` and :mod:`.eyes` what is territory and what
seki.  :mod:`.rulesets` has the ways of counting, :mod:`.final_position` positions as JSON.

>>> from goclub.go.scoring.counting import count
>>> counted = count([".X.O.", "XX.OO", ".XXO.", ".XXOO", "XX.O."], rules="Japanese", komi2=13)
>>> counted.margin2, counted.winner, sorted(counted.dame)
(-13, 'W', [(2, 0), (2, 1), (2, 4)])
"""

"""The rules of Go on a board (RULEBOOK.md section 4, S3-1 … S3-10).

Coordinates are ``(column, row)``, 0-based, counted from the top left corner, as in SGF.
:class:`.position.Board` knows stones, liberties, captures, suicide and simple ko, but not whose
turn it is, so that records with handicap or corrections can be replayed on it; what has to be fast
lies below it in :mod:`.groups`.  :mod:`.basics` says how points are called, and where handicap
stones go.
"""

"""The points of the PAA salon: +1 for a win, −1 for a loss, a ladder of ten points a rank (S1).

The published rules are few; what they leave open is a house rule of :class:`PaaRules` or marked H
in the docstrings.  Parts: ``state`` (what is kept of a player), ``promotion`` (S1-12, S1-13),
``games`` (S1-7 … S1-11, S1-19), ``steps`` (one game for one player), ``decisions`` (S1-3 … S1-6),
``conditions`` (S1-14 … S1-17), ``forecast``, ``system`` (the system itself).
"""

"""The points of the PAA salon: +1 for a win, −1 for a loss, a ladder of ten points a rank (S1).

The published rules are few; what they leave open is a house rule of :class:`PaaRules` or marked H
in the docstrings.  Parts: ``rules`` (what is kept of a player, which games count, promotion),
``system`` (decisions and games), ``conditions`` (S1-14 … S1-17), ``forecast``.
"""

"""The points and ranks of Pandanet IGS: 52 half ranks, border zones, newcomers, BC (S0).

Parts: ``ladder`` (S0-1 … S0-5), ``thresholds`` (the table of S0-26 and what follows from it),
``conditions`` (S0-14 … S0-21), ``state`` (what is kept of a player, house rules), ``games``
(S0-6 … S0-13), ``steps`` (one game for one player), ``system`` (decisions, the system itself),
``forecast``.

Readings of our own where S0 is silent, all in the docstrings: a game's own reasons come before the
players' (``games.NotRated``); ranks more than 9 apart are not rated (S0-14); a no-show moves its
fifty points only where the game could have been rated but for the opponent or the gap; a newcomer
declares 17k … 9d or BC.
"""

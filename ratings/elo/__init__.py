"""The league's Elo (RULEBOOK 5.1, S4-1 … S4-8): floats, kept unrounded; the page rounds.

S4 was written for a game without handicap, so a house rule says which games of a Go club count:
see ``state.Feed``.  Parts: ``formula`` (S4-2, S4-3), ``state`` (what is kept of a player, house
rules), ``games`` (which games count), ``steps`` (one game for one player), ``decisions`` (S4-1,
S4-7), ``system`` (the system itself).
"""

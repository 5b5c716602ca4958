"""The European rating of 2021 (GoR), for comparison (RULEBOOK section 6): floats, unrounded.

Parts: ``formula``, ``state`` (what is kept of a player, house rules), ``games`` (which games
count), ``steps`` (one game for one player), ``decisions``, ``system`` (the system itself).
"""

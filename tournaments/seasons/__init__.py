"""The season league (RULEBOOK section 5, S4-9 … S4-25, as 5.5 reads it on a Go board).

Parts: ``calendar`` (months, gaps, the closing hour), ``events`` (what counts, and every reason why
not), ``scoring`` (the order in an event), ``sanctions``, ``champions`` (what is still
missing, live table, season winner, league champion).  Seasons, announced events,
formats and sanctions are the site's own rows, read through protocols.
"""

"""The season league (RULEBOOK section 5, S4-9 … S4-25, as 5.5 reads it on a Go board).

Parts: ``calendar`` (seasons, gaps, the closing hour), ``formats`` (minutes, rounds), ``league``
(the regulation; the league of 2017), ``events`` (what counts, and every reason why not),
``scoring`` (the order in an event), ``sanctions``, ``classification`` (what is still missing),
``champions`` (live table, season winner, league champion).  Ratings come in as floats.
"""

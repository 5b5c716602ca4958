"""The calculator: what two strengths could play, and what each result would do to both.

Nothing here is stored.  ``typed`` reads strengths as people type them; ``seats`` joins them with
what the ledger knows of members; ``conditions`` lays the systems' handicaps side by side;
``whatif`` plays the results through the systems' own steps; ``tables`` makes the table for the
wall; ``forms`` reads the query string.
"""

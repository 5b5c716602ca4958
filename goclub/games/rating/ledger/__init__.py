"""The ledger: facts in, rating entries and standings out.

A confirmed game or a decision about strength is *posted*.  If it is the newest fact of everyone it
touches, its entries are appended; otherwise the ledger is *recalculated* from that fact on, in the
background where many facts follow: for the members it touches in the systems where a player's own
results decide, for everyone in those that look at the opponent.  The replay compares what the rules
say with what is stored and writes only the rows that differ, so that the same facts always give the
same rows.

Parts: ``facts`` (games and decisions in the ledger's order), ``locks``, ``rows`` (entries and
standings as rows), ``replaying``; ``posting`` and ``recalculation`` are the services,
``production`` and ``triggers`` guard the rows.
"""

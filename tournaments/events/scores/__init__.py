"""The scores of a tournament after a round: one small function per criterion, by name.

``Table(tournament, last)`` lays the facts out; ``compute(table, "SOSM")`` gives the doubled
scores of all players in the order of ``table.players``, ``compute_all`` all of them.  The criteria
of direct confrontation need the groups of equal players and live in
:mod:`tournaments.events.scores.direct`.
"""

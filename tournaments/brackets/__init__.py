"""Knock-outs: who is placed where by seed, who meets whom next, and who came how far.

A bracket is never stored.  The draw (players in the order of their seeds) and the games of the
rounds are facts; :func:`~tournaments.brackets.play.play` derives everything else from them.  Seeds
count from 1, the steps in which a bracket is played from 1.
"""

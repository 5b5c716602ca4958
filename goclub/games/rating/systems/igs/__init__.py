"""Pandanet's IGS points and ranks (S0)."""

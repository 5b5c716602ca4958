"""The first hour of a club: its founder, its settings, and what comes next."""

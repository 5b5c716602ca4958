"""Bulletins: chosen games, standings and texts of the club, to be read on paper."""

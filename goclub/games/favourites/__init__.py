"""Favourites: members and kifu that a member has starred; only they see which."""

"""Leagues and events in the office's admin.

Django finds an app's admin by importing this package; its modules register themselves.
"""

from goclub.leagues.admin import calendar, challenge, evening, ladder, leagues, tournament

__all__ = ["calendar", "challenge", "evening", "ladder", "leagues", "tournament"]

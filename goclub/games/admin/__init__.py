"""Games, comments, tosses, house rules and the ledger in the office's admin.

Django finds an app's admin by importing this package; its modules register themselves.
"""

from goclub.games.admin import comments, facts, ledger, members, rules, thresholds

__all__ = ["comments", "facts", "ledger", "members", "rules", "thresholds"]

"""Games, talk, tosses, house rules and the ledger in the office's admin."""

from . import facts, ledger, rules, talk, thresholds

__all__ = ["facts", "ledger", "rules", "talk", "thresholds"]

"""Games, tosses, house rules and the ledger in the office's admin."""

from . import facts, ledger, rules, thresholds

__all__ = ["facts", "ledger", "rules", "thresholds"]

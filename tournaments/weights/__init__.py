"""What a pair is worth: criterion by criterion, and for all pairs at once."""

from __future__ import annotations

from tournaments.weights.criteria import Criterion, Pool, concave, largest, points, weight
from tournaments.weights.table import weight_table

__all__ = ["Criterion", "Pool", "concave", "largest", "points", "weight", "weight_table"]

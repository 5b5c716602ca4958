"""The heaviest pairing of a whole field, proven (see :mod:`tournaments.matching.solve`)."""

from __future__ import annotations

from tournaments.matching.dense import dense_pairs
from tournaments.matching.proof import OddGroup, Prices, Proof, ProofKind
from tournaments.matching.solve import Matching, best_matching

__all__ = [
    "Matching",
    "OddGroup",
    "Prices",
    "Proof",
    "ProofKind",
    "best_matching",
    "dense_pairs",
]

"""Ready-made settings under the names that organisers know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ratings.errors import Code, RuleError
from tournaments.events.settings import (
    CATEGORY_WEIGHT,
    EVEN_GAMES,
    LOWEST_RANK,
    HandicapSettings,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)

MCMAHON_PAIRING = PairingSettings()
SWISS_PAIRING = PairingSettings(
    seed_system1=SeedSystem.SLIP,
    extra_criterion2="RATING",
    secondary=20_000_000_000_000,
    geography=0,
    country_preference=0,
    clubs_group_preference=0,
    club_preference=0,
    wins_threshold=True,
    rank_threshold=LOWEST_RANK,
)
SWISS_CAT_PAIRING = PairingSettings(
    category=CATEGORY_WEIGHT,
    seed_system2=SeedSystem.FOLD,
    secondary=20_000_000_000_000,
    handicap=20_000_000_000_000,
    geography=20_000_000_000_000,
    wins_threshold=True,
)
_PAIRINGS: dict[Kind, PairingSettings] = {
    Kind.MCMAHON: MCMAHON_PAIRING,
    Kind.SWISS: SWISS_PAIRING,
    Kind.SWISS_CAT: SWISS_CAT_PAIRING,
    Kind.ROUND_ROBIN: SWISS_PAIRING,
}
_HIGHEST_BAR = 8
_FIFTEEN_KYU, _FOUR_DAN = -15, 3


def s2(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return the settings of our source: zero 15k, bar 4d; score, SOS, SODOS (S2-3, S2-4, S2-10).

    Every absence agreed upon is worth half a point, in a Swiss too (S2-11).

    >>> s2(Kind.SWISS).criteria
    ('NBW', 'SOSW', 'SODOSW')
    """
    by_score = ("MMS", "SOSM", "SODOSM")
    settings = Settings(
        kind=kind,
        floor=_FIFTEEN_KYU,
        bar=_FOUR_DAN,
        zero=_FIFTEEN_KYU,
        nbw_absent2=1,
        criteria=by_score if kind is Kind.MCMAHON else _by_wins(kind, "SOSW", "SODOSW"),
        handicap=EVEN_GAMES,
        pairing=_PAIRINGS[kind],
    )
    return replace(settings, **changes)


def _by_wins(kind: Kind, *then: str) -> tuple[str, ...]:
    """Placed by wins; in a Swiss by categories each category by itself, the strongest first."""
    return ("CAT", "NBW", *then) if kind is Kind.SWISS_CAT else ("NBW", *then)


def egf(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return even games, placed by score and SOS, as the European rules advise (S2, D6).

    >>> egf().criteria
    ('MMS', 'SOSM')
    """
    settings = replace(
        opengotha(kind),
        criteria=("MMS", "SOSM") if kind is Kind.MCMAHON else _by_wins(kind, "SOSW"),
        handicap=EVEN_GAMES,
    )
    return replace(settings, **changes)


def french(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return McMahon with handicap less one stone below 1 dan; score, SOS, SOSOS.

    >>> french().handicap.correction, french().criteria
    (1, ('MMS', 'SOSM', 'SOSOSM'))
    """
    handicap = HandicapSettings() if kind is Kind.MCMAHON else EVEN_GAMES
    return replace(opengotha(kind), handicap=handicap, **changes)


def opengotha(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return what OpenGotha 3.52 starts a tournament of this kind with (PAIRING.md, defaults).

    >>> opengotha(Kind.SWISS_CAT).criteria
    ('CAT', 'NBW', 'EXT', 'EXR')
    """
    if kind is Kind.MCMAHON:
        return replace(Settings(), **changes)
    by_category = kind is Kind.SWISS_CAT
    settings = Settings(
        kind=kind,
        floor=LOWEST_RANK,
        bar=_HIGHEST_BAR,
        criteria=("CAT", "NBW", "EXT", "EXR") if by_category else ("NBW", "SOSW", "SOSOSW"),
        handicap=EVEN_GAMES,
        pairing=_PAIRINGS[kind],
    )
    return replace(settings, **changes)


PRESETS: dict[str, Callable[..., Settings]] = {
    "S2": s2,
    "EGF": egf,
    "French": french,
    "OpenGotha": opengotha,
}


def preset(name: str, kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return a preset by its name, with *changes*; raises RuleError E_UNKNOWN for another name.

    >>> preset("S2", rounds=3).rounds
    3
    """
    if name not in PRESETS:
        raise RuleError(Code.UNKNOWN, field="preset", value=name, accepted=", ".join(PRESETS))
    return PRESETS[name](kind, **changes)

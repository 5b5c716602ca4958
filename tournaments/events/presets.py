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
    PoolSettings,
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
#: By strength and points alone: boards of two clubs, k-th against k-th.
CLUB_MATCH_PAIRING = PairingSettings(draw=0, seeding=0, geography=0)
_PAIRINGS: dict[Kind, PairingSettings] = {
    Kind.MCMAHON: MCMAHON_PAIRING,
    Kind.SWISS: SWISS_PAIRING,
    Kind.SWISS_CAT: SWISS_CAT_PAIRING,
    Kind.ROUND_ROBIN: SWISS_PAIRING,
    Kind.CLUB_MATCH: CLUB_MATCH_PAIRING,
    Kind.KNOCKOUT: SWISS_PAIRING,
}
#: What places a knock-out: how far each player came.
BRACKET_ORDER = ("BRACKET",)
_HIGHEST_BAR = 8
_FIFTEEN_KYU, _TEN_KYU, _FOUR_DAN = -15, -10, 3
#: Above seeding and draws, below one group of scores: few stones inside a group.
_FEW_STONES = 10_000_000_000


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
    if kind is Kind.CLUB_MATCH:  # grouped by strength, whoever is stronger than others' bars too
        settings = replace(settings, floor=LOWEST_RANK, bar=_HIGHEST_BAR, zero=LOWEST_RANK)
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


def handicap(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return our rules with stones for the whole difference, at any rank, and as few as scores
    allow.

    >>> handicap(Kind.SWISS).handicap.ceiling, handicap().handicap.on_mms
    (9, True)
    """
    settings = replace(
        s2(kind), handicap=HandicapSettings(kind is Kind.MCMAHON, _HIGHEST_BAR, correction=0)
    )
    if kind is not Kind.MCMAHON:  # whose groups bring equals together by themselves
        few = replace(
            settings.pairing,
            handicap=_FEW_STONES,
            bar_threshold=False,
            wins_threshold=False,
            rank_threshold=_HIGHEST_BAR,
        )
        settings = replace(
            settings, pairing=few, floor=LOWEST_RANK, zero=LOWEST_RANK, bar=_HIGHEST_BAR
        )
    return replace(settings, **changes)


def beginners(kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return our rules with full stones, score and SOS; a McMahon runs from 30 kyu to 10 kyu.

    >>> beginners().bar, beginners().criteria
    (-10, ('MMS', 'SOSM'))
    """
    settings = replace(handicap(kind), criteria=egf(kind).criteria)
    if kind is Kind.MCMAHON:
        settings = replace(settings, floor=LOWEST_RANK, zero=LOWEST_RANK, bar=_TEN_KYU)
    return replace(settings, **changes)


def accelerated(kind: Kind = Kind.SWISS, **changes: Any) -> Settings:
    """Return our rules with a virtual point for the top half of a Swiss in two rounds.

    >>> accelerated().pairing.acceleration2
    (2, 2)
    """
    settings = s2(kind)
    swift = replace(settings.pairing, acceleration2=(2, 2))
    return replace(settings, pairing=swift, **changes)


def pools(kind: Kind = Kind.ROUND_ROBIN, **changes: Any) -> Settings:
    """Return our rules with a round robin in pools of four, of which the first two go on.

    >>> pools().pools.size, pools().pools.first
    (4, 2)
    """
    return replace(s2(kind), pools=PoolSettings(size=4), **changes)


PRESETS: dict[str, Callable[..., Settings]] = {
    "S2": s2,
    "EGF": egf,
    "French": french,
    "OpenGotha": opengotha,
    "Handicap": handicap,
    "Beginners": beginners,
    "Accelerated": accelerated,
    "Pools": pools,
}


def preset(name: str, kind: Kind = Kind.MCMAHON, **changes: Any) -> Settings:
    """Return a preset by its name, with *changes*; raises RuleError E_UNKNOWN for another name.

    >>> preset("S2", rounds=3).rounds
    3
    """
    if name not in PRESETS:
        raise RuleError(Code.UNKNOWN, "preset", name, ", ".join(PRESETS))
    if kind is Kind.KNOCKOUT:
        changes = {"criteria": BRACKET_ORDER, **changes}
    return PRESETS[name](kind, **changes)


def for_teams(settings: Settings, boards: int) -> Settings:
    """Return settings for teams of so many boards, 2 or more; those of players and of a knock-out
    stay as they are.

    Our order, and none of the sources': match points (or the McMahon score), board points, SOS and
    Sonneborn-Berger of match points, direct encounter, wins at board 1, 2 …  Everybody meets
    everybody in a round robin, so SOS says nothing there.  A bye is worth the smallest win.

    >>> for_teams(s2(Kind.SWISS), 3).criteria
    ('MP', 'BP', 'SOSMP', 'SBMP', 'DC', 'B1', 'B2', 'B3')
    """
    if boards < _FEWEST_BOARDS or settings.kind is Kind.KNOCKOUT:
        return settings
    order = ["MP", "BP", "SOSMP", "SBMP", "DC", *(f"B{n}" for n in range(1, boards + 1))]
    if settings.kind is Kind.MCMAHON:
        order[:4] = ["MMS", "BP", "SOSM", "SODOSM"]
    elif settings.kind is Kind.ROUND_ROBIN:
        order.remove("SOSMP")
    elif settings.kind is Kind.SWISS_CAT:
        order.insert(0, "CAT")
    return replace(settings, criteria=tuple(order), bye_boards2=boards + 1, nbw_absent2=0)


_FEWEST_BOARDS = 2

"""The rank and rating at which a member plays in an event, from their standings."""

from __future__ import annotations

from collections.abc import Iterable

from goclub.games.models import Standing
from goclub.games.rating.systems.egf import EGF
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.models import Member
from ratings.egf import rank_of
from ratings.ranks import LADDER
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK

#: (rank, rating): integers of the rules of competition; None where nothing is known.
Strength = tuple[int | None, int | None]

_ONE_DAN_RATING = 2100


def rank_number(text: str) -> int | None:
    """Return −30 … 8 for 30k … 9d; None for what is no rank.

    >>> rank_number("1k"), rank_number("1d"), rank_number("8d+"), rank_number("")
    (-1, 0, 8, None)
    """
    if text == LADDER[-1]:
        return HIGHEST_RANK
    number, unit = text[:-1], text[-1:].lower()
    if not (number.isascii() and number.isdigit()) or unit not in ("k", "d"):
        return None
    rank = -int(number) if unit == "k" else int(number) - 1
    in_range = LOWEST_RANK <= rank <= HIGHEST_RANK and int(number) > 0
    return rank if in_range else None


def fits(declared: int, own: int) -> bool:
    """Whether a rank agrees with the one of a standing: the lowest band is open downwards.

    >>> fits(-15, -9), fits(-8, -9), fits(1, 1)
    (True, False, True)
    """
    return declared == own or declared < own == rank_number(LADDER[0])


def usual_rating(rank: int) -> int:
    """The European rating in the middle of a rank: 2100 for 1 dan, 100 a rank."""
    return _ONE_DAN_RATING + 100 * rank


def strengths(members: Iterable[Member]) -> dict[int, Strength]:
    """Rank and rating of members, by primary key, in one query.

    The rank is the one of the club's points.  Its lowest band is open downwards (9 kyu and
    weaker), so there the European rating decides.
    """
    standings: dict[int, dict[str, Standing]] = {}
    pks = [member.pk for member in members]
    for standing in Standing.objects.filter(member__in=pks, system__in=[MAIN_SYSTEM, EGF.key]):
        standings.setdefault(standing.member_id, {})[standing.system] = standing
    return {pk: _strength(standings.get(pk, {})) for pk in pks}


def strength_of(member: Member) -> Strength:
    """Rank and rating of one member."""
    return strengths([member])[member.pk]


def _strength(standings: dict[str, Standing]) -> Strength:
    club, europe = standings.get(MAIN_SYSTEM), standings.get(EGF.key)
    rating = None if europe is None or europe.rating is None else round(europe.rating)
    rank = rank_number(club.rank) if club is not None and club.points is not None else None
    lowest = rank_number(LADDER[0])
    if rating is not None and (rank is None or rank == lowest):
        by_rating = rank_number(rank_of(rating))
        if by_rating is not None:
            rank = by_rating if rank is None else min(rank, by_rating)
    return rank, rating

"""Everything of the club as rows of values, in the form in which it can be brought along again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch

from goclub.games.models import Game, Kifu
from goclub.members.models import Member, StrengthDecision
from ratings.halves import half_text

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A person as a notebook has him or her; ``points_on`` None for the declaration on joining.

    ``nickname`` all that were given, none that a kifu taught.
    """

    name: str
    romanised: str
    status: str
    joined: date | None
    rank: str
    points: int | None
    points_on: date | None
    certified: bool
    email: str
    born: date | None
    club: str
    country: str
    language: str
    nickname: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a notebook has it; half points doubled."""

    date: date
    black: str
    white: str
    winner: str
    ending: str
    margin2: int | None
    handicap: int
    komi: str
    board: int
    place: str


def member_lines() -> Iterator[MemberLine]:
    """Members, former members and guests, in the order in which they came."""
    decisions = StrengthDecision.objects.filter(system=StrengthDecision.System.PAA).order_by(
        "effective_on", "decided_at", "pk"
    )
    people = (
        Member.objects.players()
        .select_related("user")
        .prefetch_related(Prefetch("decisions", decisions), "nicknames")
        .order_by("pk")
    )
    for member in people.iterator(_AT_ONCE):
        known = list(member.decisions.all())
        last = known[-1] if known else None
        by_office = last is not None and last.kind != StrengthDecision.Kind.DECLARED
        yield MemberLine(
            name=member.display_name,
            romanised=member.second_name,
            status=member.status,
            joined=member.joined_on,
            rank=last.rank if last else "",
            points=last.points if last else None,
            points_on=last.effective_on if last and by_office else None,
            certified=last is not None and last.kind == StrengthDecision.Kind.CERTIFIED,
            email=(member.user.email if member.user else "") or member.contact_email,
            born=member.birth_date,
            club=member.club,
            country=str(member.country or ""),
            language=member.language,
            nickname="; ".join(
                str(nickname) for nickname in member.nicknames.all() if not nickname.learned
            ),
        )


def game_lines() -> Iterator[GameLine]:
    """Confirmed games between two players, in the order of the ledger."""
    games = Game.objects.confirmed().filter(kind=Game.Kind.ORDINARY)
    rows = games.order_by("played_on", "confirmed_at", "pk").values_list(
        "played_on", "black__display_name", "white__display_name", "winner", "ending", "margin2",
        "handicap", "komi2", "board", "place",
    )  # fmt: skip
    for day, black, white, winner, ending, margin2, handicap, komi2, board, place in rows.iterator(
        _AT_ONCE * 4
    ):
        komi = half_text(komi2)
        yield GameLine(day, black, white, winner, ending, margin2, handicap, komi, board, place)


def decision_lines() -> Iterator[tuple[object, ...]]:
    """Every decision about strength: who, when it holds, its kind, system, rank, points, why."""
    rows = StrengthDecision.objects.order_by("effective_on", "decided_at", "pk")
    yield from rows.values_list(
        "member__display_name",
        "effective_on",
        "system",
        "kind",
        "rank",
        "points",
        "decided_by__username",
        "decided_at",
        "reason",
    ).iterator(_AT_ONCE * 4)


def kifu_files() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every record as it was uploaded, one at a time."""
    for kifu in Kifu.objects.select_related("source").order_by("pk").iterator(50):
        stem, _dot, suffix = kifu.filename.rpartition(".")
        yield f"{kifu.pk}.{suffix[:8] if stem and suffix.isalnum() else 'sgf'}", kifu.file_bytes

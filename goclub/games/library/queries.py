from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.shortcuts import get_object_or_404

from goclub.games.models import Kifu, KifuAddition, KifuNote, KifuVariation, Position
from goclub.games.rating.queries import rank_of
from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.positions import Key
from goclub.members.models import User

# Where a position was played in this club, and how it went on from there.


#: How many games a page lists; the figures count all.
LISTED = 10
_BLACK_WON, _WHITE_WON = Position.WINNERS["B"], Position.WINNERS["W"]


@dataclass(frozen=True, slots=True)
class WinnerTally:
    """Games, and how many of them Black and White won; jigo and no result are the rest."""

    games: int = 0
    black: int = 0
    white: int = 0

    @property
    def black_share(self) -> int:
        """Percent of the decided games that Black won."""
        decided = self.black + self.white
        return round(100 * self.black / decided) if decided else 0

    @property
    def white_share(self) -> int:
        return 100 - self.black_share if self.black + self.white else 0


@dataclass(frozen=True, slots=True)
class Continuation:
    """A next move: on the board that was asked for."""

    point: Point
    colour: int
    tally: WinnerTally


@dataclass(frozen=True, slots=True)
class PositionResults:
    """``continuations`` the most played first; ``ended`` the games without a further move there;
    ``places`` the newest records, each with the first move after which the position stood."""

    tally: WinnerTally
    continuations: tuple[Continuation, ...]
    ended: int
    places: tuple[Position, ...]


def search(key: Key) -> PositionResults:
    """Every game with this position (three queries)."""
    here = Position.objects.filter(number=key.number).order_by()
    games = Count("kifu", distinct=True)
    total = _tally(here.values_list("winner").annotate(games))
    onward: dict[int, list[tuple[int, int]]] = {}
    for code, winner, count in here.values_list("following", "winner").annotate(games):
        onward.setdefault(code, []).append((winner, count))
    ended = _tally(onward.pop(-1, [])).games
    continuations = [_continuation(key, code, rows) for code, rows in onward.items()]
    continuations.sort(key=lambda continuation: (-continuation.tally.games, continuation.point))
    return PositionResults(total, tuple(continuations), ended, tuple(_places(here)))


def _continuation(key: Key, code: int, rows: list[tuple[int, int]]) -> Continuation:
    cell, white = divmod(code, 2)
    row, column = divmod(key.back(cell), key.size)
    return Continuation((column, row), WHITE if white else BLACK, _tally(rows))


def _tally(rows: Iterable[tuple[int, int]]) -> WinnerTally:
    counts = dict(rows)
    return WinnerTally(sum(counts.values()), counts.get(_BLACK_WON, 0), counts.get(_WHITE_WON, 0))


def _places(here: QuerySet[Position]) -> Iterable[Position]:
    rows = (
        here.select_related("kifu__game__black", "kifu__game__white")
        .defer("kifu__original", "kifu__normalised", "kifu__text")
        .order_by("-kifu", "move")[: 2 * LISTED]
    )
    seen: dict[int, Position] = {}
    for row in rows:
        seen.setdefault(row.kifu_id, row)
    return list(seen.values())[:LISTED]


@dataclass(frozen=True, slots=True)
class Departure:
    """The last move after which a record still stands like another: ``others`` do so."""

    move: int
    others: int


def departure_of(kifu: Kifu) -> Departure | None:
    """Where a record leaves the known games, or None if it is not in the index or stands alone
    from its first move (two queries)."""
    others = Position.objects.exclude(kifu=kifu)
    shared = Position.objects.filter(kifu=kifu, kind=0, move__gt=0)
    last = shared.filter(Exists(others.filter(number=OuterRef("number")))).order_by("-move").first()
    if last is None:
        return None
    alike = others.filter(number=last.number).aggregate(kifu=Count("kifu", distinct=True))
    return Departure(last.move, alike["kifu"])


# Questions about records and what is said about them.


def kifu_page(pk: int) -> QuerySet[Kifu]:
    """One kifu that has a page, with its game where it has one."""
    return Kifu.objects.with_page().with_game().filter(pk=pk).defer("original", "text")


def notes_of(kifu: Kifu) -> list[KifuNote]:
    """All comments on a kifu, hidden ones too, in the order in which they came."""
    rows = KifuNote.objects.filter(kifu=kifu)
    rows = rows.select_related("author__member", "hidden_by__member")
    return list(rows.annotate(author_rank=rank_of("author__member")))


def variations_of(kifu: Kifu) -> list[KifuVariation]:
    """All variations that members added to a kifu, hidden ones too."""
    rows = KifuVariation.objects.filter(kifu=kifu)
    rows = rows.select_related("author__member", "hidden_by__member")
    return list(rows.annotate(author_rank=rank_of("author__member")))


def additions_to(kifu: Kifu) -> QuerySet[KifuAddition]:
    """What other records of the game added to a kifu, the oldest first, without those records."""
    return KifuAddition.objects.filter(kifu=kifu).defer("original", "before")


def get_draft(user: User, pk: int) -> Kifu:
    """The draft of this user.  Raises Http404."""
    return get_object_or_404(Kifu.objects.drafts_of(user.pk), pk=pk)

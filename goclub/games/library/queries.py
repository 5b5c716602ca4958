from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from numpy.typing import NDArray

from goclub.games.models import (
    EngineReview,
    Kifu,
    KifuAddition,
    KifuNote,
    KifuTrace,
    KifuVariation,
    Position,
)
from goclub.games.rating.queries import rank_of
from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.patterns import GameTrace, Pattern, SearchedGames, find
from goclub.go.positions import Key
from goclub.members.finding.queries import matching
from goclub.members.models import Member, User
from goclub.members.names import fold_name
from goclub.members.searching.queries import Finder, Reader, in_any_case

# Where a position was played in this club, and how it went on from there.


#: How many games a page lists; the figures count all.
LISTED = 10
#: Records that are asked for by their keys.
_FEW = 1000
_BLACK_WON, _WHITE_WON = Position.WINNERS["B"], Position.WINNERS["W"]


@dataclass(frozen=True, slots=True)
class WinnerTally:
    """Games, and how many of them Black and White won; jigo and no result are the rest."""

    games: int = 0
    black: int = 0
    white: int = 0

    @property
    def undecided(self) -> int:
        """Jigo, and games without a result."""
        return self.games - self.black - self.white

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
    places: tuple[RecordPlace, ...]


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """A record, and the first move after which the position stood in it."""

    kifu: Kifu
    move: int


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


def _places(here: QuerySet[Position]) -> list[RecordPlace]:
    seen: dict[int, int] = {}
    for kifu, move in here.order_by("-kifu", "move").values_list("kifu", "move")[: 2 * LISTED]:
        seen.setdefault(kifu, move)
    return _listed(seen)


def _listed(moves: dict[int, int]) -> list[RecordPlace]:
    """The newest records of those whose keys and moves are given (one query)."""
    newest = sorted(moves, reverse=True)[:LISTED]
    rows = Kifu.objects.with_game().light().filter(pk__in=newest).order_by("-pk")
    return [RecordPlace(kifu, moves[kifu.pk]) for kifu in rows]


def search_pattern(
    pattern: Pattern, records: QuerySet[Kifu], *, either_colour: bool
) -> PositionResults:
    """Every game of some records in which a pattern stood (three queries).

    Each counts once in the whole, and once for each next move inside the pattern.  Where it only
    stood with the colours exchanged, the winner is exchanged too.
    """
    index = _loaded(pattern.size)
    findings = find(pattern, index.games, either_colour=either_colour)
    stood = np.flatnonzero(findings.moves >= 0)
    pks = index.pks[stood]
    chosen = records.filter(pk__in=pks.tolist()) if len(pks) <= _FEW else records
    kept = np.fromiter(chosen.order_by().values_list("pk", flat=True), np.int64)
    stood = stood[np.isin(pks, kept)]
    winner, following = index.winners[stood], findings.following[stood]
    decided = findings.exchanged[stood] & (winner > 0) & (winner <= max(_BLACK_WON, _WHITE_WON))
    winner = np.where(decided, _BLACK_WON + _WHITE_WON - winner, winner)
    continuations = []
    for code in np.flatnonzero(following.any(axis=0)).tolist():
        row, column = divmod(code // 2, pattern.width)
        point = (pattern.left + column, pattern.top + row)
        tally = _tally_of(winner[following[:, code]])
        continuations.append(Continuation(point, BLACK if code % 2 else WHITE, tally))
    continuations.sort(key=lambda continuation: (-continuation.tally.games, continuation.point))
    places = dict(zip(index.pks[stood].tolist(), findings.moves[stood].tolist(), strict=True))
    ended = int((~following.any(axis=1)).sum())
    return PositionResults(_tally_of(winner), tuple(continuations), ended, tuple(_listed(places)))


@dataclass(frozen=True, slots=True)
class LoadedIndex:
    """The traces of all games on boards of a size; ``version`` says whether they still hold."""

    version: dict[str, int]
    pks: NDArray[np.int64]
    winners: NDArray[np.int64]
    games: SearchedGames


#: By size of the board: what this process searches, some 3 kB a game.
_INDEXES: dict[int, LoadedIndex] = {}


def _loaded(size: int) -> LoadedIndex:
    """The index as it is now, loaded again where it changed (one query, or two)."""
    rows = KifuTrace.objects.filter(size=size)
    version = rows.aggregate(games=Count("pk"), marks=Sum("mark"))
    if size not in _INDEXES or _INDEXES[size].version != version:
        values = list(rows.order_by("kifu").values_list("kifu", "winner", "lives", "changes"))
        numbers = np.array([row[:2] for row in values], np.int64).reshape(-1, 2)
        traces = [GameTrace(bytes(lives), bytes(changes)) for *_, lives, changes in values]
        games = SearchedGames(size, traces)
        _INDEXES[size] = LoadedIndex(version, numbers[:, 0], numbers[:, 1], games)
    return _INDEXES[size]


def _tally_of(winners: NDArray[np.int64]) -> WinnerTally:
    values, counts = np.unique(winners, return_counts=True)
    return _tally(zip(values.tolist(), counts.tolist(), strict=True))


def departure_of(kifu: Kifu) -> dict[str, int] | None:
    """Return the last ``move`` after which a record still stands like ``others``.

    None if it is not in the index or stands alone from its first move (two queries).
    """
    others = Position.objects.exclude(kifu=kifu)
    shared = Position.objects.filter(kifu=kifu, move__gt=0)
    last = shared.filter(Exists(others.filter(number=OuterRef("number")))).order_by("-move").first()
    if last is None:
        return None
    alike = others.filter(number=last.number).aggregate(kifu=Count("kifu", distinct=True))
    return {"move": last.move, "others": alike["kifu"]}


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


def review_of(kifu: Kifu) -> EngineReview | None:
    """The engine's review of a kifu, also where it is waiting, running or failed."""
    return EngineReview.objects.filter(kifu=kifu).first()


def reviews_before(review: EngineReview) -> int:
    """How many reviews come before one in the queue."""
    open_states = (EngineReview.State.WAITING, EngineReview.State.RUNNING)
    return EngineReview.objects.filter(state__in=open_states, pk__lt=review.pk).count()


def additions_to(kifu: Kifu) -> QuerySet[KifuAddition]:
    """What other records of the game added to a kifu, the oldest first, without those records."""
    return KifuAddition.objects.filter(kifu=kifu).defer("original", "before")


def get_draft(user: User, pk: int) -> Kifu:
    """The draft of this user.  Raises Http404."""
    return get_object_or_404(Kifu.objects.drafts_of(user.pk), pk=pk)


class KifuFinder(Finder):
    """Records of the library by the names in them, their members, or their event."""

    key = "kifu"
    title = _("Kifu")
    place = 30
    need = "games"
    template = "search/_kifu.html"
    listing = "games:kifu-list"

    def find(self, text: str, reader: Reader, most: int) -> list[Kifu]:  # noqa: ARG002
        """Return records, the newest first."""
        members = matching(text, Member.objects.all()).order_by().values("pk")
        asked = Q(game__black__in=members) | Q(game__white__in=members)
        asked |= in_any_case("event", text)
        if folded := fold_name(text):
            asked |= Q(names__contains=folded)
        rows = Kifu.objects.in_library().with_game().light().newest_first()
        return list(rows.filter(asked)[:most])

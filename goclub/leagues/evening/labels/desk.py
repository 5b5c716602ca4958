"""The organiser's page: who waits, who won, who is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.leagues.evening.labels.why import game_terms, minutes, terms_text, why_text
from goclub.leagues.evening.queries import NightState
from goclub.leagues.evening.services.proposing import PairProposal, propose
from goclub.leagues.models import NightGame, NightPress, Presence

#: From so many tables on they stand in two columns.
MANY_TABLES = 6


@dataclass(frozen=True, slots=True)
class PersonShown:
    """Somebody in a list: with rank, how long or when, and the stone he takes ("" none, T lot).

    ``why`` says of somebody who is left over what he waits for.
    """

    presence: Presence
    rank: str
    since: str = ""
    stone: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class PairCard:
    """A pair that is offered: ``table`` where it would sit, None where none is free."""

    people: tuple[PersonShown, PersonShown]
    key: str
    terms: str
    why: str
    table: int | None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A game at its table."""

    game: NightGame
    people: tuple[PersonShown, PersonShown]
    terms: str
    lasts: str


@dataclass(frozen=True, slots=True)
class Desk:
    """The three questions with their answers; ``last`` the press that can be taken back."""

    pairs: Sequence[PairCard]
    left: Sequence[PersonShown]
    tables: Sequence[TableCard]
    resting: Sequence[PersonShown]
    expected: Sequence[PersonShown]
    waiting: int
    here: int
    counts: str
    last: TableCard | None
    last_words: str
    hint: str
    proven: bool

    @property
    def startable(self) -> int:
        """How many pairs could sit down now."""
        return sum(pair.table is not None for pair in self.pairs)

    @property
    def all_keys(self) -> str:
        """The pairs that "start all" seats, as they are shown."""
        return " ".join(pair.key for pair in self.pairs if pair.table is not None)

    @property
    def is_large(self) -> bool:
        """Whether the tables need two columns."""
        return len(self.tables) >= MANY_TABLES


def desk_of(state: NightState, now: datetime) -> Desk:
    """All that the page shows (the queries of the pairs, and one for the last press)."""
    proposed = propose(state, now)
    ranks = {pk: strength.rank for pk, strength in proposed.strengths.items()}
    tables = state.free_tables
    longest = max((max(pair.waited) for pair in proposed.pairs), default=0)
    pairs = [
        _pair(pair, ranks, tables[n] if n < len(tables) else None, longest)
        for n, pair in enumerate(proposed.pairs)
    ]
    running = [table_card(game, ranks, now) for game in state.running]
    resting, expected = state.resting, state.expected
    waiting = len(state.waiting)
    here = len(state.here)
    last = _last_game(state)
    return Desk(
        pairs=pairs,
        left=[
            PersonShown(
                presence,
                ranks[presence.pk],
                minutes(waited),
                why=_left_over(state, waited, proposed.left),
            )
            for presence in proposed.left
            for waited in [state.waited(presence, now)]
        ],
        tables=running,
        resting=[PersonShown(presence, ranks[presence.pk]) for presence in resting],
        expected=[
            PersonShown(presence, ranks[presence.pk], clock(presence.expected_at))
            for presence in expected
        ],
        waiting=waiting,
        here=here,
        counts=_("%(here)d here: %(play)d playing, %(wait)d waiting, %(rest)d taking a break")
        % {"here": here, "play": 2 * len(running), "wait": waiting, "rest": len(resting)},
        last=table_card(last, ranks, now) if last else None,
        last_words=result_words(last) if last else "",
        hint=_hint(proposed.left, running),
        proven=proposed.proven,
    )


def clock(moment: datetime | None) -> str:
    """The hour of a moment, as the reader's clock shows it."""
    return "" if moment is None else f"{timezone.localtime(moment):%H:%M}"


def table_card(game: NightGame, ranks: dict[int, str], now: datetime) -> TableCard:
    """A game with its two, Black first."""
    people = (
        PersonShown(game.black, ranks.get(game.black_id, ""), stone="B"),
        PersonShown(game.white, ranks.get(game.white_id, ""), stone="W"),
    )
    lasts = int((now - game.paired_at).total_seconds() // 60)
    return TableCard(game, people, game_terms(game), minutes(max(0, lasts)))


def result_words(game: NightGame) -> str:
    """Who beat whom, in one line."""
    names = {"black": game.black.member.display_name, "white": game.white.member.display_name}
    texts = {
        "B": _("%(black)s beat %(white)s"),
        "W": _("%(white)s beat %(black)s"),
        "J": _("%(black)s and %(white)s drew"),
        "N": _("%(black)s and %(white)s: no result"),
    }
    text = texts.get(game.winner, _("%(black)s and %(white)s"))
    return text % names


def _pair(pair: PairProposal, ranks: dict[int, str], table: int | None, longest: int) -> PairCard:
    terms = pair.terms
    words = terms_text(terms.board, terms.handicap, terms.komi2)
    toss = _("nigiri") if terms.toss else ""
    stones = ("T", "T") if terms.toss else ("B", "W")
    people = tuple(
        PersonShown(presence, ranks[presence.pk], minutes(waited), stone)
        for presence, waited, stone in zip((pair.one, pair.other), pair.waited, stones, strict=True)
    )
    return PairCard(
        people=(people[0], people[1]),
        key="-".join(map(str, pair.keys)),
        terms=notation.dotted((words, toss)),
        why=why_text(pair, longest=bool(longest) and max(pair.waited) == longest),
        table=table,
    )


def _last_game(state: NightState) -> NightGame | None:
    """The game of the last result that was pressed, while it holds."""
    last = NightPress.objects.filter(night=state.night, what="result").order_by("-pk").first()
    if last is None:
        return None
    return next((game for game in state.games if game.pk == last.game_id and game.winner), None)


def _left_over(state: NightState, waited: int, left: Sequence[Presence]) -> str:
    """Why somebody has no game: alone, or there are others and his patience has not ended."""
    minutes_left = state.night.patience - waited
    if len(left) < 2 or minutes_left <= 0:
        return _("has no opponent for now")
    return ngettext(
        "waiting for somebody new or closer in strength, %(n)d more minute at most",
        "waiting for somebody new or closer in strength, %(n)d more minutes at most",
        minutes_left,
    ) % {"n": minutes_left}


def _hint(left: Sequence[Presence], running: Sequence[TableCard]) -> str:
    """What to do about somebody who is left over."""
    if not left or not running:
        return ""
    first = min(running, key=lambda line: line.game.paired_at)
    return _(
        "The game at table %(n)d has been running longest; its players should be free first."
    ) % {"n": first.game.table}

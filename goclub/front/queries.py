"""What is true for a member now, in the order in which it matters to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum, auto
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q, Subquery, prefetch_related_objects
from django.urls import reverse

from goclub.common.notation import short_rank
from goclub.games.labels import conditions_text
from goclub.games.models import NEWEST_FIRST, Game, RatingEntry
from goclub.games.rating.queries import rank_of
from goclub.games.rating.systems.calculation import SystemWall, WallCell
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.leagues.calendar.queries import Occurrence, coming_to, meetings_ahead
from goclub.leagues.challenge.queries import is_due, pending_of
from goclub.leagues.evening.queries import LONGEST_NIGHT
from goclub.leagues.evening.services.nights import OPENS_BEFORE
from goclub.leagues.evening.services.results import may_undo
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Challenge, ClubNight, Coming, Event, NightGame, Pairing, Presence
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.queries.events import byes_of, events_ahead, tables_of
from goclub.members.models import Member, User
from ratings.errors import RuleError

#: How long after its time an unpublished round still counts as the next one.
ROUND_LATE: Final = timedelta(hours=2)
#: How long the undo of a result comes first.
UNDO_FOR: Final = timedelta(minutes=10)
#: How long a game without a result is still asked about after its table was freed.
ASKED_FOR: Final = timedelta(days=2)
#: Most of a member's own games on the page.
OWN_GAMES: Final = 3


class StartKind(IntEnum):
    """What can be true, the most pressing first."""

    SEAT = auto()
    CHECK_IN = auto()
    UNDO = auto()
    UNTOLD = auto()
    BYE = auto()
    CANCELLED = auto()
    LESSON = auto()
    ANSWER = auto()
    CONFIRM = auto()
    TOSS = auto()
    CHALLENGE = auto()
    HERE = auto()
    TONIGHT = auto()
    ROUND = auto()
    AGREED = auto()
    NEXT = auto()


@dataclass(frozen=True, slots=True)
class StartItem:
    """Something that is true now: ``facts`` for its template, ``key`` tells whether it changed."""

    kind: StartKind
    part: str
    key: tuple[object, ...]
    facts: Mapping[str, Any]

    @property
    def template(self) -> str:
        """The part of the page that shows it."""
        return f"front/start/_now_{self.part}.html"


@dataclass(frozen=True, slots=True)
class Happening:
    """What club nights, tournaments and challenges bring a member.

    ``live``: a night or a round of theirs is under way, so that it can change any minute.
    ``events``: the tournaments that are on or come next.
    """

    items: list[StartItem]
    live: bool
    events: list[Event]


def happening(member: Member, user: User, now: datetime, zone: str) -> Happening:
    """Return what is true for a member at a moment, unordered (at most ten queries).

    *zone* is that of the club.
    """
    events = events_ahead(member, now)
    entered = [event for event in events if vars(event)["entered"]]
    tables = _tables(member, entered, now)
    rounds = [] if tables else list(_rounds(entered, now))
    nights = _Nights.load(member, now)
    byes = [] if tables else list(_byes(member, entered, now))
    items = [*tables, *byes, *rounds, *_challenges(member, now, ZoneInfo(zone))]
    items += nights.items(member, user, now, seated=bool(tables), zone=ZoneInfo(zone))
    seated = any(item.kind == StartKind.SEAT for item in items)
    if nights.held and not seated and nights.is_not_awaited:
        items += _untold(member, now)
    live = bool(tables or byes or rounds or nights.running or nights.due(now))
    return Happening(items, live, events)


# --- Club nights ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Nights:
    """The club nights of today and the next one, by the calendar and by who opened one.

    ``running`` knows how many are ``here``, and the member's presence as ``mine``; ``held`` names
    the nights that are open, of today or ended lately; ``cancelled`` the meetings of today that
    are called off.
    """

    tonight: list[Occurrence]
    cancelled: list[Occurrence]
    following: Occurrence | None
    running: ClubNight | None
    held: set[tuple[int | None, date]]

    @classmethod
    def load(cls, member: Member, now: datetime) -> _Nights:
        """Load the nights (four queries)."""
        evenings = meetings_ahead(now, cancelled=True)
        today = [meeting for meeting in evenings if _is_today(meeting, now)]
        later = (meeting for meeting in evenings if meeting not in today and not meeting.cancelled)
        dated = Q()
        for meeting in today:
            dated |= Q(series_id=meeting.series_id, on=meeting.local_date)
        here = Count("presences", Q(presences__arrived_at__isnull=False, presences__left_at=None))
        came = Presence.objects.filter(night=OuterRef("pk"), member=member)
        mine = Subquery(came.filter(arrived_at__isnull=False).values("pk")[:1])
        lately = Q(closed_at__gt=now - ASKED_FOR)
        rows = ClubNight.objects.filter(Q(open=True) | lately | dated)
        nights = list(rows.annotate(here=here, mine=mine))
        running = next((night for night in nights if night.open), None)
        if running and now - running.opened_at >= LONGEST_NIGHT:
            running = None
        return cls(
            [meeting for meeting in today if not meeting.cancelled],
            [meeting for meeting in today if meeting.cancelled],
            next(later, None),
            running,
            {(night.series_id, night.on) for night in nights},
        )

    @property
    def is_not_awaited(self) -> bool:
        """Whether no night is open, or the member has come to it."""
        return self.running is None or bool(vars(self.running)["mine"])

    def due(self, now: datetime) -> Occurrence | None:
        """The meeting whose night opens as soon as somebody checks in."""
        if self.running or not self.tonight or self.tonight[0].key in self.held:
            return None
        meeting = self.tonight[0]
        return meeting if meeting.starts_at - OPENS_BEFORE <= now else None

    def items(
        self, member: Member, user: User, now: datetime, *, seated: bool, zone: ZoneInfo
    ) -> Iterator[StartItem]:
        """What the nights ask (three queries); to whoever plays the next evening is only named."""
        for meeting in self.cancelled:
            if meeting.key not in self.held:
                state = (*meeting.key, meeting.starts_at, meeting.reason)
                yield StartItem(StartKind.CANCELLED, "cancelled", state, {"meeting": meeting})
        night, of_running = self.running, None
        meetings = [meeting for meeting in self.tonight if meeting.key not in self.held]
        if night and vars(night)["mine"]:
            present = list(_of_presence(night, user, now, zone))
            yield from present
            seated = seated or bool(present)
        elif night:
            key = (night.series_id, night.on)
            of_running = next((meeting for meeting in self.tonight if meeting.key == key), None)
        if self.following and seated:
            named = (*self.following.key, self.following.starts_at)
            yield StartItem(StartKind.NEXT, "meeting", named, {"meeting": self.following})
        elif self.following:
            meetings.append(self.following)
        asked = [*meetings, of_running] if of_running else meetings
        answers = coming_to(asked) if asked else {}
        if night and not vars(night)["mine"]:
            facts = _meeting_facts(of_running, answers, member)
            facts["coming"] = [row for row in facts["coming"] if not row.has_arrived]
            yield _check_in(night, facts)
        due = self.due(now)
        for meeting in meetings:
            facts = _meeting_facts(meeting, answers, member) | {"due": meeting == due}
            if meeting == due and meeting.starts_at <= now:
                yield _check_in(None, facts)
            else:
                yield _to_answer(meeting, facts, today=meeting in self.tonight)


def _is_today(meeting: Occurrence, now: datetime) -> bool:
    return meeting.starts_at <= now or _day(meeting.starts_at) == _day_at(meeting.starts_at, now)


def _day(moment: datetime) -> date:
    return date(moment.year, moment.month, moment.day)


def _day_at(moment: datetime, now: datetime) -> date:
    """Today on the clocks of a moment."""
    return _day(now.astimezone(moment.tzinfo))


def _meeting_facts(
    meeting: Occurrence | None,
    answers: Mapping[tuple[int, date], Sequence[Coming]],
    member: Member,
) -> dict[str, Any]:
    rows = answers[meeting.key] if meeting else ()
    return {
        "meeting": meeting,
        "coming": [row for row in rows if row.answer != Coming.Answer.NO],
        "mine": next((row.answer for row in rows if row.member_id == member.pk), ""),
        "said": tuple((row.member_id, row.answer) for row in rows),
    }


def _to_answer(meeting: Occurrence, facts: dict[str, Any], *, today: bool) -> StartItem:
    kind = StartKind.NEXT
    if today:
        kind = StartKind.TONIGHT if facts["mine"] else StartKind.ANSWER
    key = (*meeting.key, meeting.starts_at, meeting.place, facts["due"], facts["said"])
    return StartItem(kind, "meeting", key, facts)


def _check_in(night: ClubNight | None, facts: dict[str, Any]) -> StartItem:
    """Ask whether a member is here; somebody who cannot come is asked last."""
    declined = facts["mine"] == Coming.Answer.NO
    kind = StartKind.TONIGHT if declined else StartKind.CHECK_IN
    place = night.place if night else facts["meeting"].place
    here: int = getattr(night, "here", 0)
    key = (night and night.pk, place, here, facts["said"])
    return StartItem(kind, "check_in", key, facts | {"night": night, "place": place, "here": here})


def _of_presence(
    night: ClubNight, user: User, now: datetime, zone: ZoneInfo
) -> Iterator[StartItem]:
    """What the night means for somebody who has arrived; nothing once they have gone home."""
    mine: int = vars(night)["mine"]
    games = list(
        NightGame.objects.filter(Q(black=mine) | Q(white=mine), cancelled=False)
        .select_related("black__member", "white__member", "game")
        .annotate(black_rank=rank_of("black__member"), white_rank=rank_of("white__member"))
        .order_by("-paired_at", "-pk")
    )
    seated = next((game for game in games if game.ended_at is None), None)
    if seated is not None:
        yield _at_night_table(night, seated, mine)
        return
    presence = Presence.objects.get(pk=mine)
    if presence.is_here:
        last = games[0] if games and games[0].winner and may_undo(games[0], user) else None
        ended = last and last.ended_at
        kind = StartKind.UNDO if ended and now - ended < UNDO_FOR else StartKind.HERE
        key = (mine, presence.free_since, presence.pausing, last and (last.pk, last.winner))
        since = presence.free_since and presence.free_since.astimezone(zone)
        here = {"night": night, "presence": presence, "last": last, "since": since}
        yield StartItem(kind, "here", key, here)


def _untold(member: Member, now: datetime) -> Iterator[StartItem]:
    """The games of nights whose table was freed before anybody said who won (one query).

    A game of the same two on that day was reported elsewhere, and is not asked about again.
    """
    black, white = OuterRef("black__member"), OuterRef("white__member")
    either = Q(black=black, white=white) | Q(black=white, white=black)
    reported = Game.objects.filter(either, played_on=OuterRef("night__on"))
    games = NightGame.objects.filter(
        ~Exists(reported),
        Q(black__member=member) | Q(white__member=member),
        game=None,
        cancelled=False,
        ended_at__gt=now - ASKED_FOR,
    )
    rows = games.select_related("night", "black__member", "white__member")
    ranked = rows.annotate(black_rank=rank_of("black__member"), white_rank=rank_of("white__member"))
    for game in ranked.order_by("-ended_at", "-pk"):
        mine = game.black_id if game.black.member_id == member.pk else game.white_id
        yield _at_night_table(game.night, game, mine)


def _at_night_table(night: ClubNight, game: NightGame, mine: int) -> StartItem:
    colour = "B" if game.black_id == mine else "W"
    opponent = game.white if colour == "B" else game.black
    rank = getattr(game, "white_rank" if colour == "B" else "black_rank")
    facts = {
        "night": night,
        "game": game,
        "table": game.table,
        "colour": colour,
        "other": opponent.member,
        "rank": opponent.guest_rank or rank,
        "on": game.ended_at and night.on,
        "record": _record_address(game, game.board),
    }
    key = ("night", game.pk, game.table, colour, opponent.pk, game.handicap, game.komi2)
    kind = StartKind.UNTOLD if game.ended_at else StartKind.SEAT
    return StartItem(kind, "night_table", key, facts)


def _record_address(game: NightGame | Pairing, board: int) -> str:
    """Where a phone at this table begins to record the game."""
    terms = {"board": board, "handicap": game.handicap, "komi2": game.komi2}
    players = {"black": game.black.member_id, "white": game.white.member_id}
    known = {colour: pk for colour, pk in players.items() if pk}
    return f"{reverse('games:record-game')}?{urlencode(known | terms)}"


# --- Tournaments ----------------------------------------------------------------------------------
def _tables(member: Member, entered: Sequence[Event], now: datetime) -> list[StartItem]:
    if not any(event.state == Event.State.RUNNING for event in entered):
        return []
    return [_at_table(pairing, member) for pairing in tables_of(member, now)]


def _byes(member: Member, entered: Sequence[Event], now: datetime) -> Iterator[StartItem]:
    if any(event.state == Event.State.RUNNING for event in entered):
        for seat in byes_of(member, now):
            facts = {"event": seat.round.event, "round": seat.round.number}
            yield StartItem(StartKind.BYE, "bye", ("bye", seat.pk), facts)


def _at_table(pairing: Pairing, member: Member) -> StartItem:
    reported = {"B": vars(pairing)["black_said"], "W": vars(pairing)["white_said"]}
    colour, theirs = ("B", "W") if pairing.black.member_id == member.pk else ("W", "B")
    opponent = pairing.white if colour == "B" else pairing.black
    won = {"B": Pairing.Outcome.BLACK, "W": Pairing.Outcome.WHITE}
    facts = {
        "event": pairing.round.event,
        "round": pairing.round.number,
        "game": pairing,
        "table": pairing.table,
        "colour": colour,
        "other": opponent.member,
        "name": opponent.shown_name,
        "rank": rank_text(opponent.rank),
        "said": reported[colour],
        "won": reported[colour] == won[colour],
        "lost": reported[colour] == won[theirs],
        "their_said": reported[theirs],
        "conflict": None not in reported.values() and reported["B"] != reported["W"],
        "record": _record_address(pairing, pairing.round.event.board),
    }
    key = ("table", pairing.pk, pairing.table, colour, opponent.pk, reported["B"], reported["W"])
    return StartItem(StartKind.SEAT, "event_table", key, facts)


def _rounds(events: Sequence[Event], now: datetime) -> Iterator[StartItem]:
    """The next round of each tournament, where it begins today or is late (at most one query)."""
    today = [
        event
        for event in events
        if any(
            start.at >= now - ROUND_LATE and start.day == _day_at(start.at, now)
            for start in starts_of(event)
        )
    ]
    prefetch_related_objects(today, "rounds")
    for event in today:
        out = {played.number for played in event.rounds.all() if played.is_out}
        for start in starts_of(event):
            if start.number in out or start.at < now - ROUND_LATE:
                continue
            if start.day == _day_at(start.at, now):
                late = start.at <= now
                facts = {"event": event, "start": start, "late": late}
                key = (event.pk, start.number, start.at, late)
                yield StartItem(StartKind.ROUND, "round", key, facts)
            break


# --- Challenges and games -------------------------------------------------------------------------
def _challenges(member: Member, now: datetime, zone: ZoneInfo) -> Iterator[StartItem]:
    for challenge in pending_of(member, now):
        mine = challenge.state == Challenge.State.OPEN and challenge.due == member
        agreed = challenge.state == Challenge.State.ACCEPTED
        if not (mine or agreed):
            continue
        due = is_due(challenge, now)
        facts = {
            "challenge": challenge,
            "other": challenge.other_than(member),
            "due": due,
            "at": challenge.agreed_for and challenge.agreed_for.astimezone(zone),
        }
        kind = StartKind.CHALLENGE if mine or due else StartKind.AGREED
        key = (challenge.pk, challenge.version, challenge.state, due)
        yield StartItem(kind, "challenge", key, facts)


def own_entries(member: Member) -> list[RatingEntry]:
    """A member's newest games with what each of them moved (one query)."""
    entries = RatingEntry.objects.filter(member=member, system=MAIN_SYSTEM, game__isnull=False)
    rows = entries.select_related("game__black", "game__white").order_by(*NEWEST_FIRST)
    return list(rows[:OWN_GAMES])


#: A larger difference is no game that anybody sits down to.
MOST: Final = 100


def offline_walls() -> list[dict[str, object]]:
    """Every table that the calculator has, as the rules make it now; asks no database.

    ``texts`` of conditions once each, by number in ``pairs`` and ``differences``.  ``pairs`` by the
    places of two ranks, the weaker first ("3,5"); ``differences`` as the system writes them, in
    order, each with the number of its text.
    """
    return [_wall(system.key, system.wall) for system in SYSTEMS if system.wall is not None]


def _wall(key: str, wall: SystemWall) -> dict[str, object]:
    numbers: dict[WallCell, int] = {}
    ranks = [rank for rank in range(len(wall.ranks)) if _has_strength(wall, rank)]
    pairs = {
        f"{weak},{strong}": numbers.setdefault(cell, len(numbers))
        for weak, weaker in enumerate(ranks)
        for strong, stronger in enumerate(ranks[weak:], weak)
        if isinstance(cell := wall.pair(weaker, stronger), WallCell)
    }
    differences = []
    for difference in range(MOST + 1):
        try:
            row = wall.row(difference)
        except RuleError:
            break
        differences.append((row.difference, numbers.setdefault(row.cell, len(numbers))))
    return {
        "key": key,
        "name": str(wall.name),
        "ranks": [short_rank(wall.ranks[rank]) for rank in ranks],
        "texts": [conditions_text(cell.stones, cell.komi2) for cell in numbers],
        "pairs": pairs,
        "differences": differences,
    }


def _has_strength(wall: SystemWall, rank: int) -> bool:
    """Whether a rank alone says how strong somebody is: the open ends of a ladder do not."""
    try:
        wall.read_rank(wall.ranks[rank], "rank")
    except RuleError:
        return False
    return True

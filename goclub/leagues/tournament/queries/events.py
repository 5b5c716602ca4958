"""Questions about events: the list, changes, when games ended, tosses, what a game belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, time, timedelta
from typing import Final, TypeVar, cast
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.games.models import Game, Toss
from goclub.games.playing.queries import GameContext
from goclub.leagues.models import Change, Claim, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.sanctions import case_line, cases_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.members.models import Member
from goclub.members.searching.queries import Finder, Reader, in_any_case

T = TypeVar("T")


def events_list() -> QuerySet[Event]:
    """Events as the public list shows them, with how many take part and who won (``winners``):
    what goes on and what comes, the next first, and then what is over, the newest first.
    """
    still = ~Q(state__in=Event.OVER)
    of_event = taking_part().filter(event=OuterRef("pk")).order_by().values("event")
    entered = of_event.values(n=Count("pk"))
    return (
        Event.objects.shown()
        .only("slug", "name", "place", "begins_on", "ends_on", "state", "system", "team_size")
        .annotate(entered=Coalesce(Subquery(entered), 0))
        .order_by(
            Case(When(still, then=0), default=1),
            Case(When(still, then=F("begins_on")), default=None),
            "-begins_on",
            "-pk",
        )
        .prefetch_related(won())
    )


def kept_until_changed(event: Event, key: str, make: Callable[[], T]) -> T:
    """Return what was made under a key since the newest change of an event, or make it."""
    newest = event.changes.order_by("-pk").values_list("pk", flat=True).first()
    return cast("T", cache.get_or_set(f"leagues:{key}:{newest}", make, 3600))


def taking_part() -> QuerySet[Participant]:
    """Whom the published table of their event names; before its first round, who is entered.

    As :attr:`.snapshot.EventSnapshot.published` has them.
    """
    out = Round.objects.filter(event=OuterRef("event"), state__in=Round.OUT)
    seats = Seat.objects.filter(participant=OuterRef("pk"), round__state__in=Round.OUT)
    entered = ~Exists(out) & ~Q(state=Participant.State.WITHDRAWN)
    entries = Participant.objects.entries()
    return entries.filter(entered | Exists(seats) | Q(removed_in__isnull=False))


def won() -> Prefetch[str, QuerySet[Participant], str]:
    """Who won each of many events, as its ``winners``: one query for all."""
    named = Participant.objects.only(
        "event_id", "number", "display_name", "name", "first_name", "rank"
    )
    return Prefetch("participants", named.filter(won=True), to_attr="winners")


def last_out(event: Event) -> int:
    """The number of the last round that everybody may see; 0 before the first."""
    out = event.rounds.filter(state__in=[Round.State.PUBLISHED, Round.State.COMPLETE])
    return int(out.aggregate(last=Max("number"))["last"] or 0)


def changes_of(event: Event) -> QuerySet[Change]:
    """The life of an event, newest first, with who did it."""
    return event.changes.select_related("by__member").order_by("-pk")


def corrections_of(event: Event, number: int | None = None) -> list[Change]:
    """What was corrected on the pages of its games since an event was closed, oldest first;
    of one round (``number``, from 1) or of all.

    Each has the table before and after, ``counts`` among it: False where the game was made void.
    """
    if event.state != Event.State.CLOSED or event.closed_at is None:
        return []
    changes = event.changes.filter(
        what__in=[Change.What.CLOSED, Change.What.RESULT], at__gte=event.closed_at
    )
    later = []
    for change in changes.select_related("by__member").order_by("-pk"):
        if change.what == Change.What.CLOSED:
            break
        if number in (None, change.round_number):
            later.append(change)
    return later[::-1]


def counts_in_record(event: Event, pairing: Pairing) -> bool:
    """Whether the game of a closed event counts for the ratings, as far as its record goes."""
    corrected = [change.after or {} for change in corrections_of(event, pairing.round.number)]
    mine = [facts["counts"] for facts in corrected if facts.get("table") == pairing.table]
    return bool(mine[-1]) if mine else True


def game_context_of(game: Game) -> GameContext | None:
    """The table of a tournament at which a game was played."""
    pairing = Pairing.objects.filter(game=game).select_related("round__event").first()
    if pairing is None:
        return None
    event, number = pairing.round.event, pairing.round.number
    return GameContext(
        text=_("%(event)s, round %(round)s, table %(table)s")
        % {"event": event.name, "round": number, "table": pairing.table},
        url=reverse("leagues:round", args=[event.slug, number]),
        note=_("A correction here also corrects the tournament’s table, with a note."),
        why=tuple(case_line(case) for case in cases_of(event) if pairing in case.tables),
    )


def results_changed_since(event: Event, event_round: Round) -> list[Change]:
    """Results of earlier rounds that are others than when a round was paired, oldest first.

    Those that came in later are none of these, nor those that were changed and changed back.
    """
    if event_round.paired_at is None:
        return []
    first: dict[tuple[int | None, str], tuple[str, bool]] = {}
    last: dict[tuple[int | None, str], Change] = {}
    changes = event.changes.filter(
        what=Change.What.RESULT, round_number__lt=event_round.number, at__gt=event_round.paired_at
    )
    for change in changes.order_by("pk"):
        key = (change.round_number, change.subject)
        first.setdefault(key, _said(change.before))
        last[key] = change
    return [
        change
        for key, change in last.items()
        if first[key][0] not in ("", "unknown") and first[key] != _said(change.after)
    ]


def _said(facts: object) -> tuple[str, bool]:
    facts = facts if isinstance(facts, dict) else {}
    return str(facts.get("result", "")), bool(facts.get("by_default"))


#: Where nothing tells a round's hour it is played at noon.
NOON = time(12)


def round_ends(event: Event, rounds: Iterable[Round]) -> dict[int, datetime]:
    """When the games of each round ended, by its number; a round never ends before the last one.

    What was said of the round; else the moment at which it was published, where that was on the
    day on which it was played; else noon of that day, a second later for each round.
    """
    ends: dict[int, datetime] = {}
    last: datetime | None = None
    for event_round in sorted(rounds, key=lambda event_round: event_round.number):
        end = event_round.ended_at or _by_its_day(event, event_round)
        if event_round.ended_at is None and last is not None:
            end = max(end, last)
        ends[event_round.number] = last = end
    return ends


def _by_its_day(event: Event, event_round: Round) -> datetime:
    zone = ZoneInfo(event.time_zone)
    day = event_round.played_on or event.begins_on
    out = event_round.published_at
    if out is not None and out.astimezone(zone).date() == day:
        return out
    return datetime.combine(day, NOON, zone) + timedelta(seconds=event_round.number)


def said_ends(snapshot: EventSnapshot) -> dict[tuple[int, int], datetime]:
    """When games ended as somebody said, on the event's clocks, by round and table."""
    zone = snapshot.event.zone
    return {
        (event_round.number, game.table): end.astimezone(zone)
        for event_round in snapshot.rounds
        for game in snapshot.pairings[event_round.number]
        if (end := game.ended_at or event_round.ended_at) is not None
    }


def tosses_of(pairing: Pairing, event_round: Round) -> list[Toss]:
    """Decided tosses of the two players since the round is out, which no other game has taken."""
    black, white = pairing.black.member, pairing.white.member
    if black is None or white is None or event_round.published_at is None:
        return []
    rows = Toss.objects.between(black, white).decided().with_players().select_related("game")
    return [
        toss
        for toss in rows.filter(
            decided_at__gte=event_round.published_at, pairing=None
        ).newest_first()
        if toss.game is None or toss.game.state == Game.State.VOID
    ]


class TournamentFinder(Finder):
    """Tournaments of the public list by name or place."""

    key = "tournaments"
    title = gettext_lazy("Tournaments")
    place = 40
    need = "games"
    template = "search/_tournament.html"
    listing = "leagues:events"

    def find(self, text: str, reader: Reader, most: int) -> list[Event]:  # noqa: ARG002
        """Return tournaments, the newest first."""
        asked = in_any_case("name", text) | in_any_case("place", text)
        return list(Event.objects.shown().filter(asked).newest_first()[:most])


#: A published round is played for so long at most, unless its day says otherwise.
PLAYED_WITHIN: Final = timedelta(hours=36)
#: So many tournaments are looked at; a club that plans more finds them in the calendar.
MOST: Final = 20


def tables_of(member: Member, now: datetime) -> QuerySet[Pairing]:
    """Tables of published rounds at which a member plays, the latest first (one query).

    A table is left once it has a result, or a later round is published.  ``black_said`` and
    ``white_said`` what the two reported, None without a report.
    """
    return (
        Pairing.objects.filter(
            _in_running_round(now),
            Q(black__member=member) | Q(white__member=member),
            result=Pairing.Outcome.UNKNOWN,
            verdict="",
        )
        .select_related("round__event", "black__member", "white__member")
        .annotate(black_said=_said_by("black"), white_said=_said_by("white"))
        .order_by("-round__published_at", "-pk")
    )


def byes_of(member: Member, now: datetime) -> QuerySet[Seat]:
    """Byes of a member in the rounds that :func:`tables_of` looks at (one query)."""
    byes = Seat.objects.filter(_in_running_round(now), participant__member=member, pairing=None)
    return byes.select_related("round__event").order_by("-round__published_at", "-pk")


def _in_running_round(now: datetime) -> Q:
    """Rows whose round is published, lately and as the last of its event."""
    later = Round.objects.filter(
        event=OuterRef("round__event"), number__gt=OuterRef("round__number"), state__in=Round.OUT
    )
    return Q(
        ~Exists(later),
        round__state=Round.State.PUBLISHED,
        round__event__state=Event.State.RUNNING,
        round__published_at__gt=now - PLAYED_WITHIN,
    )


def _said_by(player: str) -> Subquery:
    claims = Claim.objects.filter(pairing=OuterRef("pk"), participant=OuterRef(player))
    return Subquery(claims.values("result")[:1])


def events_ahead(member: Member, now: datetime) -> list[Event]:
    """Tournaments that are on or come next, anywhere in the world, the earliest first (one query).

    ``entered``: whether the member plays in it.
    """
    yesterday = (now - timedelta(days=1)).date()
    entered = Participant.objects.present().filter(member=member, event=OuterRef("pk"))
    return list(
        Event.objects.under_way()
        .filter(ends_on__gte=yesterday)
        .annotate(entered=Exists(entered))
        .order_by("begins_on", "pk")[:MOST]
    )

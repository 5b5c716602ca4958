"""What waits of the season leagues: appeals, events to approve, seasons to close."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from goclub.common import notation
from goclub.leagues.models import (
    Event,
    LeagueEvent,
    LeaguePerson,
    Participant,
    Sanction,
    Season,
    Seat,
)
from goclub.leagues.season.services.announcing import approve_event
from goclub.members.desk.queries import (
    LATELY_MOST,
    Choice,
    Decision,
    DeskStep,
    Matter,
    PressOutcome,
    Source,
    Trace,
    Urgency,
    traced,
)
from goclub.members.desk.services import each
from goclub.members.models import User
from goclub.members.requests import Act


class Appeals(Source):
    """Appeals against sanctions that nobody decided (S4-18)."""

    key = "appeals"
    gravity = Urgency.DISPUTE
    permission = "leagues.run_league"
    template = "leagues/season/_desk_appeal.html"
    late_after = 3
    title = ngettext_lazy("%(n)s appeal waiting", "%(n)s appeals waiting", "count")

    def values(self, user: User) -> dict[str, Any]:
        """The reader's member, and the day."""
        member = getattr(user, "member", None)
        return {"member": 0 if member is None else member.pk, "day": timezone.localdate()}

    def rows(self, member: int, day: date) -> QuerySet[Sanction]:
        """Open appeals that this member may decide, as ``sanctions.deciders_of`` has them.

        One that nobody may decide waits for everyone who can appoint another organiser.
        """
        deciders = _deciders(day)
        return (
            Sanction.objects.exclude(appeal="")
            .filter(Exists(deciders.filter(member=member)) | ~Exists(deciders), upheld=None)
            .order_by("appeal_at", "pk")
        )

    def load(self, rows: QuerySet[Sanction]) -> QuerySet[Sanction]:
        """With what is said of each."""
        return rows.select_related(
            "player__member", "league_event__event", "league_event__league"
        ).annotate(has_decider=Exists(_deciders(timezone.localdate())))

    def matter(self, row: Sanction) -> Matter:
        """Each with what the player says, and the next step."""
        return Matter(
            row.pk,
            _("Someone has appealed against a sanction"),
            row.appeal_at,
            row,
            [_step_of(row)],
        )


def _deciders(day: date) -> QuerySet[LeaguePerson]:
    """Who may decide an appeal of the outer query, as ``sanctions.deciders_of`` has them."""
    at_table = Seat.objects.filter(
        round__event=OuterRef(OuterRef("player__event")),
        round__number=OuterRef(OuterRef("round")),
        participant__member=OuterRef("member"),
        pairing__seats__participant=OuterRef(OuterRef("player")),
    )
    players = Participant.objects.filter(pk=OuterRef(OuterRef("player")), member=OuterRef("member"))
    return LeaguePerson.objects.filter(
        Q(until=None) | Q(until__gte=day),
        ~Exists(at_table),
        ~Exists(players),
        ~Q(member=OuterRef("judge")),
        league=OuterRef("league_event__league"),
        role=LeaguePerson.Role.ORGANISER,
        since__lte=day,
    )


def _step_of(row: Any) -> DeskStep:
    """Deciding; where every organiser has a part in the case, appointing another first."""
    if row.has_decider:
        return DeskStep(_("Decide"), reverse("leagues:league-event", args=[row.league_event_id]))
    people = reverse("leagues:people", args=[row.league_event.league.slug])
    return DeskStep(_("Appoint another organiser, who decides"), people)


class EventsToApprove(Source):
    """Announced events of which no organiser of the league said whether they count (S4-12)."""

    key = "events"
    gravity = Urgency.PERSON
    permission = "leagues.run_league"
    template = "leagues/season/_desk_event.html"
    ticked = True
    late_after = 3
    title = ngettext_lazy(
        "%(n)s event waiting for approval", "%(n)s events waiting for approval", "count"
    )
    joined = ("event", "league", "announced_by")
    choices = (Choice("approve", gettext_lazy("Approve"), gettext_lazy("Approve %(n)s")),)

    def rows(self) -> QuerySet[LeagueEvent]:
        """Events neither approved nor declined, the first that was announced first."""
        return (
            LeagueEvent.objects.filter(approved_at=None, declined="")
            .exclude(event__state=Event.State.CANCELLED)
            .order_by("announced_on", "pk")
        )

    def matter(self, row: LeagueEvent) -> Matter:
        """Each with its league, its day and who announced it."""
        return Matter(row.pk, str(row), row.announced_on, row)

    def press(
        self,
        act: Act,
        name: str,  # noqa: ARG002
        rows: Sequence[int],
        *,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Approve those that still wait."""
        events = self.rows().filter(pk__in=rows).select_related("league", "event")
        return each(
            list(events.order_by("pk")),
            lambda row: approve_event(act, row),
            lambda n: (
                ngettext("%(n)s event was approved.", "%(n)s events were approved.", n)
                % {"n": notation.number(n)}
            ),
        )

    def decided(self, since: datetime) -> QuerySet[LeagueEvent]:
        """What was approved."""
        rows = LeagueEvent.objects.filter(approved_at__gte=since)
        return traced(rows, at="approved_at", by="approved_by", about="pk", first="event__name")

    def lately(self, traces: Sequence[Trace], user: User) -> list[Decision]:
        """Each with the event's name."""
        return [
            Decision(
                at=trace.at,
                title=_("%(event)s was approved") % {"event": trace.first},
                who=trace.who,
                mine=trace.by == user.pk,
                url=reverse("leagues:league-event", args=[trace.row]),
            )
            for trace in traces[:LATELY_MOST]
        ]


class SeasonsDue(Source):
    """Seasons that are over and have no final table."""

    key = "seasons"
    gravity = Urgency.ROUTINE
    permission = "leagues.run_league"
    template = "leagues/season/_desk_season.html"
    title = ngettext_lazy(
        "%(n)s season waiting to be closed", "%(n)s seasons waiting to be closed", "count"
    )
    joined = ("league",)

    def values(self, user: User) -> dict[str, Any]:  # noqa: ARG002
        """The day."""
        return {"today": timezone.localdate()}

    def rows(self, today: date) -> QuerySet[Season]:
        """Seasons of leagues that are played, the one that ended first first."""
        return Season.objects.filter(last__lt=today, snapshots=None, league__active=True).order_by(
            "last", "pk"
        )

    def matter(self, row: Season) -> Matter:
        """Each with its league's desk, where it is closed."""
        return Matter(
            row.pk,
            _("A season is over but not closed"),
            row.last,
            row,
            [
                DeskStep(
                    _("Open league desk"),
                    reverse("leagues:season-desk", args=[row.league.slug]),
                )
            ],
        )


DESK: Final = (Appeals(), EventsToApprove(), SeasonsDue())

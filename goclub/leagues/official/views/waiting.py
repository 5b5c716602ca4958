"""What waits of the official leagues: terms to start and to close, organisers, games overdue."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from goclub.games.models import Game
from goclub.leagues.models import Entry, Match, Term
from goclub.leagues.official.queries import PLAYERS
from goclub.members.desk.queries import DeskStep, Matter, Source, Urgency
from goclub.members.models import Member, User

#: A game may be played late in the evening and reported the next day.
GRACE: Final = timedelta(days=1)


class OverdueMatches(Source):
    """Pairings whose day has passed without a result."""

    key = "league-games"
    gravity = Urgency.RESULT
    permission = "leagues.run_league"
    template = "leagues/official/_desk_match.html"
    shown = 4
    title = ngettext_lazy("%(n)s league game is overdue", "%(n)s league games are overdue", "count")
    joined = ("division__term__league", *PLAYERS)

    def values(self, user: User) -> dict[str, Any]:  # noqa: ARG002
        """The last moment for which what was arranged is overdue, and the day."""
        return {"before": timezone.now() - GRACE, "today": timezone.localdate()}

    def rows(self, before: datetime, today: date) -> QuerySet[Match]:
        """Open pairings past the day that the two arranged, or past the end of their term."""
        past = Q(arranged_for__lt=before) | Q(division__term__ends_on__lt=today)
        return Match.objects.filter(
            past,
            Q(game=None) | Q(game__state=Game.State.VOID),
            forfeit="",
            first__withdrawn_on=None,
            second__withdrawn_on=None,
            division__term__state=Term.State.RUNNING,
        ).order_by("division__term__ends_on", "arranged_for", "pk")

    def matter(self, row: Match) -> Matter:
        """Each pairing with its league."""
        return Matter(
            row.pk,
            _("A league game is overdue"),
            row.arranged_for or row.division.term.ends_on,
            row,
            [
                DeskStep(_("View pairing"), row.get_absolute_url()),
                DeskStep(_("Forfeit"), reverse("leagues:match-forfeit", args=[row.pk])),
            ],
        )


class TermsDue(Source):
    """Terms whose day to start has come, or that are played and wait to be closed."""

    key = "terms"
    gravity = Urgency.ROUTINE
    permission = "leagues.run_league"
    template = "leagues/official/_desk_term.html"
    title = ngettext_lazy(
        "%(n)s term waiting for its next step", "%(n)s terms waiting for their next step", "count"
    )
    joined = ("league",)

    def values(self, user: User) -> dict[str, Any]:  # noqa: ARG002
        """The day."""
        return {"today": timezone.localdate()}

    def rows(self, today: date) -> QuerySet[Term]:
        """Terms past the day on which something should have been done."""
        due = Q(state=Term.State.SIGN_UP, starts_on__lte=today) | Q(
            state=Term.State.RUNNING, ends_on__lt=today
        )
        return Term.objects.filter(due).order_by("ends_on", "pk")

    def matter(self, row: Term) -> Matter:
        """Each with the step that it waits for."""
        if row.state == Term.State.SIGN_UP:
            title, since = _("A term should have started"), row.starts_on
        else:
            title, since = _("A term is over but not closed"), row.ends_on
        return Matter(row.pk, title, since, row, [DeskStep(_("View term"), row.get_absolute_url())])


class OrganisersDue(Source):
    """Closed terms whose next organisers nobody confirmed yet (S1-25)."""

    key = "organisers"
    gravity = Urgency.ROUTINE
    permission = "leagues.confirm_organisers"
    template = "leagues/official/_desk_term.html"
    title = ngettext_lazy(
        "%(n)s term waiting for its next organisers",
        "%(n)s terms waiting for their next organisers",
        "count",
    )
    joined = ("league",)

    def rows(self) -> QuerySet[Term]:
        """The latest term of each league that is still played, once it is closed."""
        return Term.objects.filter(
            state=Term.State.CLOSED,
            choice=None,
            rollover=None,
            league__active=True,
        ).order_by("closed_at", "pk")

    def matter(self, row: Term) -> Matter:
        """Each with the page that proposes them."""
        return Matter(
            row.pk,
            _("Next organisers waiting for confirmation"),
            row.closed_at,
            row,
            [
                DeskStep(
                    _("Review and confirm"),
                    reverse("leagues:organisers", args=[row.league.slug, row.number]),
                )
            ],
        )


class LeaversEntered(Source):
    """Players of a term that is played who are members no more."""

    key = "left-terms"
    gravity = Urgency.RESULT
    permission = "leagues.run_league"
    template = "leagues/official/_desk_leaver.html"
    late_after = 3
    title = ngettext_lazy(
        "%(n)s player who left the club is still in a league",
        "%(n)s players who left the club are still in a league",
        "count",
    )
    joined = ("member", "term__league")

    def rows(self) -> QuerySet[Entry]:
        """Their entries, by term."""
        return Entry.objects.filter(
            member__status=Member.Status.FORMER,
            withdrawn_on=None,
            term__state=Term.State.RUNNING,
        ).order_by("term__ends_on", "pk")

    def matter(self, row: Entry) -> Matter:
        """Each with the page on which a player is withdrawn."""
        return Matter(
            row.pk,
            _("%(name)s left the club and is still in a league") % {"name": row.member.shown_name},
            None,
            row,
            [
                DeskStep(
                    pgettext("player", "Withdraw"),
                    reverse(
                        "leagues:withdraw",
                        args=[row.term.league.slug, row.term.number, row.pk],
                    ),
                )
            ],
        )


DESK: Final = (OverdueMatches(), TermsDue(), OrganisersDue(), LeaversEntered())

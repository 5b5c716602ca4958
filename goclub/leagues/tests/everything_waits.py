"""A club in which something of every kind waits on the desk; for tests."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

from goclub.games.models import Game, Standing
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import report
from goclub.leagues.models import LeagueEvent, Sanction, Term
from goclub.leagues.tests.factories import make_event
from goclub.leagues.tests.league_factories import make_league, make_term, running
from goclub.leagues.tests.season_factories import announce, hold, make_season_league
from goclub.leagues.tournament.services.registration import register_member
from goclub.members.models import Delivery, HookKind, Invitation, Letter, Member, Webhook
from goclub.members.requests import Act
from goclub.members.tests.factories import make_applicant, make_member

LONG_AGO = timedelta(days=40)


def let_everything_wait(times: int = 1) -> None:
    """So many rows of every kind that a table holds; what has no row is the caller's."""
    for number in range(times):
        _games(number)
        _people(number)
        _programs(now=timezone.now())
        _official()
        _season(number)
        _leavers(number)
    set_house_rule(
        Act(None), "igs_interpolate", value=1, valid_from=date(2026, 1, 1), reason="a test"
    )


def _games(number: int) -> None:
    black, white = make_member(f"Anong {number}", rank="5k"), make_member(f"Bo {number}")
    disputed = report(black, white, minute=1)
    Game.objects.filter(pk=disputed.pk).update(
        state=Game.State.DISPUTED, disputed_by=white.user, reason="A ko was open."
    )
    report(black, white, minute=2)
    Standing.objects.filter(member=black, system="paa").update(games=12, certified=False)


def _people(number: int) -> None:
    applicant = make_applicant(f"Anong {number}", declared_rank="5k", message="May I?")
    assert applicant.status == Member.Status.APPLICANT
    now = timezone.now()
    Letter.objects.create(
        to="a@example.org", subject="S", text="T", language="en", kind="test",
        state=Letter.State.FAILED, tries=5, error="550 no such user", key=f"failed-{number}",
    )  # fmt: skip
    Invitation.objects.create(
        code=f"waits-{number}", email=f"waits{number}@example.org", valid_until=now + LONG_AGO,
        made_at=now - LONG_AGO, sent_at=now - timedelta(days=9), sent_times=1,
    )  # fmt: skip


def _programs(*, now: datetime) -> None:
    for off in ("", Webhook.Off.FAILING):
        hook = Webhook.objects.create(name="Bot", address="https://example.org/", made_at=now)
        Webhook.objects.filter(pk=hook.pk).update(off=off, failures=8, failing_since=now)
        Delivery.objects.create(
            hook=hook, kind=HookKind.TEST, at=now, state=Delivery.State.FAILED, tries=8,
            trouble="answered", status=500,
        )  # fmt: skip


def _official() -> None:
    running(100, 90)  # its days are over, its one pairing is open
    closed = make_term(make_league())
    Term.objects.filter(pk=closed.pk).update(state=Term.State.CLOSED, closed_at=timezone.now())


def _season(number: int) -> None:
    a, b = make_member(f"Cezary {number}"), make_member(f"Daw {number}")
    league, _seasons = make_season_league()
    row = hold(announce(league, a, date(2025, 1, 20)), [[(a, b, "B+R")]])
    Sanction.objects.create(
        league_event=row, player=row.event.participants.get(member=a), round=1, judge=b,
        reason="slow play", given_at=timezone.now(), appeal="I was not.", appeal_at=timezone.now(),
    )  # fmt: skip
    announce(league, a, date(2025, 2, 20), approve=False)
    LeagueEvent.objects.filter(pk=row.pk).update(approved_at=timezone.now())


def _leavers(number: int) -> None:
    _term, (leaver, _other) = running(80, 70)
    register_member(Act(None, timezone.now()), make_event(name=f"Cup {number}"), member=leaver)
    Member.objects.filter(pk=leaver.pk).update(status=Member.Status.FORMER)

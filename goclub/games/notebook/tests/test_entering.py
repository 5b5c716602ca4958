"""Entering a batch in one transaction, and undoing it as if it had never come."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from goclub.games.models import Batch, BroughtGame, Game, RatingEntry, Revision, Standing
from goclub.games.notebook.services import entering
from goclub.games.notebook.services.entering import undo_batch
from goclub.games.notebook.services.judged import GameEntry
from goclub.games.notebook.services.plans import ImportPlan, Newcomer
from goclub.games.notebook.tests.snapshot import everything
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import play, report
from goclub.members.membership.services.admission import PastMember
from goclub.members.models import Member, StrengthDecision
from goclub.members.requests import Act
from goclub.members.strength.services import PastStrength, set_strength
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

Kind = StrengthDecision.Kind
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
JOINED = date(2019, 5, 4)

pytestmark = pytest.mark.postgres


def newcomer(key, row, name, *, points=None, rank="", joined=JOINED, official=None):
    strengths = [PastStrength(Kind.DECLARED, joined, points, rank)]
    if official is not None:
        day, figure = official
        strengths.append(PastStrength(Kind.CERTIFIED, day, figure, reason="list of 2024"))
    return Newcomer(key, row, PastMember(name, joined_on=joined, strengths=tuple(strengths)))


def game(row, black, white, day, winner="B", ending="resign", margin2=None, **more):
    values = {"board": 19, "handicap": 0, "komi2": 13} | more
    return GameEntry(
        row=row,
        black=black,
        white=white,
        played_on=day,
        winner=winner,
        ending=ending,
        margin2=margin2,
        **values,
    )


@pytest.fixture
def chair():
    return make_member("The Chair", role="chair", points=150).user


@pytest.fixture
def past(monkeypatch):
    """A past of two newcomers, a guest and games; also with somebody who is here."""
    here = make_member("Here Already", points=100, joined=date(2018, 1, 1))
    people = [
        newcomer("row:2", 2, "Adam Nowak", rank="1k"),
        newcomer("row:3", 3, "Ewa Lis", points=130, official=(date(2024, 1, 1), 140)),
        Newcomer("guest:X", 0, PastMember("X", status=Member.Status.GUEST)),
    ]
    day = date(2021, 1, 1)
    games = [
        game(
            number + 2,
            *[("row:2", "row:3"), ("row:3", here.pk), (here.pk, "row:2")][number % 3],
            day + timedelta(days=number // 2),
            winner="BW"[number % 2],
        )
        for number in range(30)
    ]
    games.append(game(40, "guest:X", "row:2", day))
    plan = ImportPlan(people, games)
    monkeypatch.setattr(entering, "plan_of", lambda batch, *, by, today: plan)
    return plan


def draft(user):
    return Batch.objects.create(by=user, at=NOW)


def entered(user, past):
    return entering.enter_batch(Act(user, NOW), draft(user), seen=past.mark)


def test_all_comes_in_and_the_ledger_agrees(chair, past):
    before = Standing.objects.count()
    batch = entered(chair, past)
    assert batch.state == Batch.State.ENTERED
    receipt = batch.receipt
    assert (receipt["members"], receipt["guests"], receipt["games"]) == (2, 1, 31)
    assert Game.objects.confirmed().count() == 31
    assert list(batch.brought_games.values_list("row", flat=True)[:3]) == [2, 3, 4]
    assert Game.history.count() == 31
    adam = Member.objects.get(display_name="Adam Nowak")
    assert (adam.user, adam.joined_on) == (None, JOINED)
    assert adam.decisions.get().effective_on == JOINED
    assert Standing.objects.count() == before + 8
    ewa = Member.objects.get(display_name="Ewa Lis")
    assert ewa.standings.get(system="paa").certified
    assert ewa.decisions.get(kind=Kind.CERTIFIED).points == 140
    assert rebuild() == 0


def test_somebody_who_was_here_moves_and_the_receipt_says_so(chair, past):
    receipt = entered(chair, past).receipt
    moved = {(Member.objects.get(pk=each["member"]).display_name) for each in receipt["moved"]}
    assert "Here Already" in moved
    assert not moved & {"Adam Nowak", "Ewa Lis"}


def test_later_lines_go_on_record_as_changed(chair, past):
    here = Member.objects.get(display_name="Here Already")
    play(here, make_member("Other", points=90, joined=date(2018, 1, 1)), played_on=date(2025, 3, 4))
    batch = entered(chair, past)
    assert batch.receipt["revisions"] == list(Revision.objects.values_list("pk", flat=True)) != []


def test_entering_or_undoing_again_changes_nothing(chair, past):
    batch = entered(chair, past)
    before = everything()
    entering.enter_batch(Act(chair, NOW), batch, seen="")
    assert everything() == before
    undo_batch(Act(chair, NOW), batch)
    before = everything()
    undo_batch(Act(chair, NOW), batch)
    assert everything() == before


def test_another_plan_than_the_one_seen_is_not_carried_out(chair, past):
    batch, before = draft(chair), everything()
    with refused(key="changed_since"):
        entering.enter_batch(Act(chair, NOW), batch, seen="another")
    assert everything() == before


def test_an_empty_plan_is_refused(chair, monkeypatch):
    plan = ImportPlan([], [])
    monkeypatch.setattr(entering, "plan_of", lambda batch, *, by, today: plan)
    with refused(key="nothing_to_enter"):
        entering.enter_batch(Act(chair, NOW), draft(chair), seen=plan.mark)


def test_a_fact_that_cannot_be_true_enters_nothing(chair, past):
    past.games.append(game(99, "row:2", "row:3", date(2018, 1, 1)))  # before they joined
    batch, before = draft(chair), everything()
    with pytest.raises(RuleError):
        entering.enter_batch(Act(chair, NOW), batch, seen=past.mark)
    assert everything() == before


# --- Undoing ------------------------------------------------------------------------------------
def test_undone_the_database_is_as_before(chair, past):
    here = Member.objects.get(display_name="Here Already")
    other = make_member("Other", points=90, joined=date(2018, 1, 1))
    for number in range(5):
        play(here, other, played_on=date(2025, 3, 4) + timedelta(days=number))
    before = everything()
    batch = entered(chair, past)
    assert everything() != before
    undo_batch(Act(chair, NOW), batch)
    assert everything() == before
    assert rebuild() == 0
    assert (fresh(batch).state, batch.undone_by, batch.receipt["games"]) == ("undone", chair, 31)


def test_a_draft_is_not_undone(chair):
    with refused(key="not_entered"):
        undo_batch(Act(chair, NOW), draft(chair))


def test_what_leans_on_a_batch_holds_it(chair, past):
    batch = entered(chair, past)
    adam = Member.objects.get(display_name="Adam Nowak")
    here = Member.objects.get(display_name="Here Already")

    def leaning():
        before = everything()
        with pytest.raises(RuleError) as caught:
            undo_batch(Act(chair, NOW), batch)
        assert everything() == before
        assert caught.value.key == "leaned_on"
        return caught.value.value

    report(here, adam, played_on=date(2026, 10, 1))
    assert leaning() == 1
    changed = BroughtGame.objects.filter(batch=batch).first().game
    changed.place = "at home"
    changed.save()
    assert leaning() == 2
    set_strength(Act(chair, NOW), adam, on=date(2026, 1, 1), reason="strong", points=130)
    assert leaning() == 3


def test_a_game_between_others_later_stays_and_follows(chair, past):
    batch = entered(chair, past)
    here = Member.objects.get(display_name="Here Already")
    other = make_member("Other", points=90, joined=date(2018, 1, 1))
    later = play(here, other, played_on=date(2026, 10, 1))
    undo_batch(Act(chair, NOW), batch)
    assert list(Game.objects.all()) == [later]
    assert RatingEntry.objects.filter(game=later).count() == 8
    assert rebuild() == 0

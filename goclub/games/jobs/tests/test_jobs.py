"""What somebody asked for and did not wait for: computed beside the pages, shown when ready."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.tests.reading import read
from goclub.games.jobs import services
from goclub.games.jobs.services import JobKind, ask_for, result_of, run_jobs
from goclub.games.models import Game, HouseRule, Job, RatingEntry, Recalculation
from goclub.games.people.services.joining import take_in_guest
from goclub.games.people.services.merging import MergeChoice, merge_members
from goclub.games.people.services.moves import dry_run, moved_since, standings_now
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger.recalculation import (
    rebuild,
    recalculate_from_day,
    recalculate_pending,
)
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.games.rating.services import preview_house_rule, preview_thresholds
from goclub.games.tests.factories import NIGHT, at, play, report
from goclub.members.models import Member
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code, RuleError
from ratings.igs.thresholds import DEFAULT

pytestmark = pytest.mark.postgres


@pytest.fixture
def long(settings):
    settings.RECALCULATE_AT_ONCE = 0
    settings.BACKGROUND_JOBS = "worker"
    return settings


@pytest.fixture
def club(db):
    people = [make_member(points=points) for points in (60, 90, 110)]
    for day in range(6):
        black, white = people[day % 3], people[(day + 1) % 3]
        play(black, white, played_on=NIGHT + timedelta(days=day), minute=10 + day)
    return people


@pytest.fixture
def chair(db):
    return make_member(role=CHAIR)


def asked(chair, kind="house_rule", **more):
    return ask_for(Act(chair.user), kind, asked=more, title="tried", back="/there/")


@pytest.fixture
def counting(monkeypatch):
    """A kind of job that does what a test says."""
    ran = []

    def run(act, asked, tell):
        ran.append(asked)
        does = asked.get("act") and ACTS[asked["act"]]
        tell(1, 4)
        return does(asked) if does else {"n": len(ran)}

    monkeypatch.setattr(services, "kinds", lambda: {"counting": JobKind(run)})
    return ran


def refuses(_asked):
    raise RuleError(Code.UNKNOWN, field="other", value="Sato", reason="people.gone_already")


def breaks(_asked):
    raise ZeroDivisionError


def is_killed(_asked):
    raise KeyboardInterrupt


def overtakes(_asked):
    recalculate_from_day(NIGHT)
    return {}


ACTS = {"refuses": refuses, "breaks": breaks, "is_killed": is_killed, "overtakes": overtakes}


# --- The mechanism ------------------------------------------------------------------------------
def test_the_same_asked_twice_is_one_job_and_computed_once(chair, long, counting):
    first, again = asked(chair, "counting", x=1), asked(chair, "counting", x=1)
    assert first == again
    assert run_jobs() == 1
    assert result_of(asked(chair, "counting", x=1)) == {"n": 1}
    assert run_jobs() == 0


def test_an_old_result_is_computed_anew(chair, long, counting):
    job = asked(chair, "counting", x=1)
    run_jobs()
    Job.objects.update(finished_at=timezone.now() - services.FRESH - timedelta(minutes=1))
    assert asked(chair, "counting", x=1).pk != job.pk


def test_a_refusal_is_kept_and_raised_as_it_was(chair, long, counting):
    job = asked(chair, "counting", act="refuses")
    run_jobs()
    job.refresh_from_db()
    with pytest.raises(RuleError) as caught:
        result_of(job)
    error = caught.value
    assert (error.key, error.field, error.value) == ("people.gone_already", "other", "Sato")


def test_what_writes_is_tried_again_after_a_refusal(chair, long, counting, monkeypatch):
    writing = replace(services.kinds()["counting"], looks=False)
    monkeypatch.setattr(services, "kinds", lambda: {"counting": writing})
    refused = asked(chair, "counting", act="refuses")
    assert run_jobs() == 1
    again = asked(chair, "counting", act="refuses")
    assert (again.pk != refused.pk, again.refusal, again.finished_at) == (True, None, None)
    assert run_jobs() == 1
    assert asked(chair, "counting", x=1) == asked(chair, "counting", x=1)


def test_what_breaks_is_said_and_the_others_go_on(chair, long, counting, caplog):
    broken, other = asked(chair, "counting", act="breaks"), asked(chair, "counting", x=2)
    assert run_jobs() == 2
    broken.refresh_from_db()
    other.refresh_from_db()
    assert broken.refusal["reason"] == "jobs.given_up"
    assert other.result is not None
    assert "broke" in caplog.text


def test_killed_in_the_middle_it_begins_again_and_is_given_up_at_last(chair, long, counting):
    job = asked(chair, "counting", act="is_killed")
    for _ in range(services.TRIES):
        with pytest.raises(KeyboardInterrupt):
            run_jobs()
    assert len(counting) == services.TRIES
    run_jobs()
    assert fresh(job).refusal["reason"] == "jobs.given_up"
    assert len(counting) == services.TRIES


def test_what_another_is_at_is_left_to_him(chair, long, counting):
    job = asked(chair, "counting", x=1)
    Job.objects.update(worker="elsewhere:1:abc", taken_at=timezone.now())
    assert run_jobs() == 0
    Job.objects.update(taken_at=timezone.now() - timedelta(hours=1))
    assert run_jobs() == 1
    assert fresh(job).finished_at is not None


def test_a_look_begins_again_where_the_ledger_had_to_be_recalculated(club, chair, long, counting):
    asked(chair, "counting", act="overtakes")
    run_jobs()
    assert len(counting) == 3  # then it is shown all the same


def test_progress_passes_the_transaction_that_nobody_sees(chair, long, counting):
    job = asked(chair, "counting", x=1)
    with transaction.atomic():
        services._teller(job)(1, 4)
    assert services.percent(job) == 25
    cache.clear()


def test_the_command_carries_out_jobs(chair, long, counting):
    asked(chair, "counting", x=1)
    call_command("run_jobs")
    assert Job.objects.get().finished_at is not None


# --- Its page -----------------------------------------------------------------------------------
def test_only_who_asked_sees_it(client, chair, long, counting):
    job = asked(chair, "counting", x=1)
    page, told = (reverse(f"games:{name}", args=[job.pk]) for name in ("job", "job-progress"))
    assert client.get(page).status_code == 302
    client.force_login(make_member(role=CHAIR).user)
    assert [client.get(path).status_code for path in (page, told)] == [404, 404]
    assert read(as_member(client, chair).get(page)).has("progress")
    assert client.get(told).json() == {"percent": 0, "over": False}
    run_jobs()
    assert not read(client.get(page)).has("progress")
    assert client.get(told).json() == {"percent": 100, "over": True}


# --- House rules --------------------------------------------------------------------------------
@pytest.fixture
def rule():
    spec = next(spec for spec in specs().values() if spec.system == "elo")
    return spec, spec.low if spec.default != spec.low else spec.high


def test_a_long_dry_run_of_a_house_rule_is_a_job(client, club, chair, long, rule):
    spec, value = rule
    sent = {"key": spec.key, "value": value, "valid_from": NIGHT.isoformat(), "reason": "tried"}
    expected = preview_house_rule(key=spec.key, value=value, valid_from=NIGHT)
    assert expected.moved
    add = reverse("admin:games_houserule_add")
    answer = as_member(client, chair).post(add, sent)
    job = Job.objects.get()
    assert answer.url == reverse("games:job", args=[job.pk])
    assert client.post(add, sent).url == answer.url  # still at it: the same job
    run_jobs()
    page = read(client.get(answer.url))
    sent_again = [one.attrs for one in page.all("form input")]
    fields = {one["name"]: one["value"] for one in sent_again if "value" in one}
    assert dict(job.fields).items() <= fields.items()
    shown = client.post(job.back, dict(job.fields))
    assert shown.context["preview"]["members"] == len(expected.moved)
    assert shown.context["preview"]["entries"] == expected.entries
    assert not HouseRule.objects.exists()
    seen = shown.context["adminform"].form["seen"].value()
    assert client.post(add, {**sent, "seen": seen, "_save": "1"}).status_code == 302
    assert HouseRule.objects.get().value == value


# --- Merges -------------------------------------------------------------------------------------
@pytest.fixture
def pair(club):
    gone = make_member("Second row", points=90)
    play(gone, club[0], played_on=NIGHT + timedelta(days=2), minute=40)
    return club[1], gone


def merging(chair, pair):
    kept, gone = pair
    return merge_members(
        Act(chair.user),
        kept,
        gone=gone,
        reason="one person",
        choice=MergeChoice(login="kept", strength="kept"),
    )


def test_a_merge_stands_at_once_and_its_ledger_follows(chair, pair, long):
    assert merging(chair, pair).done.later
    assert not Member.objects.filter(display_name="Second row").exists()
    recalculate_pending()
    assert RatingEntry.objects.filter(member=pair[0], game__isnull=False).exists()
    assert rebuild() == 0


def test_its_dry_run_is_a_job_that_finds_what_the_merge_does(client, chair, pair, settings, long):
    settings.RECALCULATE_AT_ONCE = 10_000
    expected = dry_run(lambda: merging(chair, pair)).done
    settings.RECALCULATE_AT_ONCE = 0
    kept, gone = pair
    client.force_login(chair.user)
    sent = {"other": gone.pk, "reason": "one person", "login": "kept", "strength": "kept"}
    page = reverse("games:merge", args=[kept.pk])
    answer = client.post(page, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    job = Job.objects.get()
    before = RatingEntry.objects.count()
    run_jobs()
    assert fresh(job).refusal is None
    assert RatingEntry.objects.count() == before
    shown = client.post(page, dict(job.fields))
    moved = {(one.member, one.system) for one in expected.moved}
    assert {(one[0], one[1]) for one in job.result["ledger"]["moved"]} == moved
    assert shown.context["preview"]["members"] == len(expected.moved)
    assert client.post(page, {**sent, "confirmed": "1"}).status_code == 302
    assert not Member.objects.filter(pk=gone.pk).exists()


def test_whose_second_row_went_meanwhile_hears_it(client, chair, pair, long):
    kept, gone = pair
    client.force_login(chair.user)
    sent = {"other": gone.pk, "reason": "one person", "login": "kept", "strength": "kept"}
    client.post(reverse("games:merge", args=[kept.pk]), sent)
    merging(chair, pair)
    run_jobs()
    assert Job.objects.get().refusal["reason"] == "people.gone_already"
    assert client.get(reverse("games:job", args=[Job.objects.get().pk])).context["refused"]


# --- A guest taken in ---------------------------------------------------------------------------
@pytest.fixture
def guest(club, chair):
    """Somebody who played two of the club as a guest, before all that followed."""
    guest = add_guest(name="Walter <b>")
    for minute, other in enumerate(club[:2]):
        game = report(other, guest, minute=minute, played_on=NIGHT)
        confirm_game(Act(chair.user, at(NIGHT, 5)), game)
    return guest


JOINING = {"on": NIGHT, "points": 100, "rank": "", "count_before": False}


def taken_in(guest, chair):
    return take_in_guest(Act(chair.user), guest, **JOINING)


@pytest.fixture
def many_follow(club, guest):
    """More games after the guest's than a site replays within a request."""
    games = [
        Game.objects.exclude(black=guest).exclude(white=guest).earliest("pk") for _ in range(310)
    ]
    for day, game in enumerate(games, 10):
        game.pk, game.report_key = None, uuid4()
        game.played_on += timedelta(days=day)
        game.confirmed_at = at(game.played_on)
    with gate_open():
        Game.objects.bulk_create(games)
        rebuild()


def test_the_dry_run_of_a_guest_is_a_job_that_names_whom_taking_him_in_moves(
    client, chair, guest, many_follow, settings
):
    settings.BACKGROUND_JOBS = "worker"
    assert settings.RECALCULATE_AT_ONCE == 300
    client.force_login(chair.user)
    page = reverse("games:take-in", args=[guest.pk])
    sent = {"on": NIGHT.isoformat(), "points": "100", "rank": ""}
    answer = client.post(page, sent)
    job = Job.objects.get()
    assert answer.url == reverse("games:job", args=[job.pk])
    lines, before = RatingEntry.objects.count(), standings_now()
    run_jobs()
    assert fresh(job).refusal is None
    assert (RatingEntry.objects.count(), standings_now()) == (lines, before)
    shown = client.post(page, dict(job.fields))
    assert Member.objects.get(pk=guest.pk).is_guest
    assert client.post(page, {**sent, "confirmed": "1"}).status_code == 302
    recalculate_pending()
    moved = moved_since(before)
    assert {one.member for one in moved} > {guest.pk}
    assert shown.context["preview"]["members"] == len(moved)
    assert ReplayReport.from_json(job.result).moved == moved
    assert rebuild() == 0


def test_a_guest_of_a_short_past_is_looked_at_at_once(client, chair, guest):
    page = reverse("games:take-in", args=[guest.pk])
    client.force_login(chair.user)
    shown = client.post(page, {"on": NIGHT.isoformat(), "points": "100", "rank": ""})
    assert shown.status_code == 200
    assert not Job.objects.exists()
    before = standings_now()
    taken_in(guest, chair)
    assert shown.context["preview"]["members"] == len(moved_since(before)) > 0


@pytest.mark.parametrize("day", ["tomorrow", "the day"])
def test_what_taking_in_refuses_is_said_before_anything_is_computed(
    client, chair, guest, long, day
):
    client.force_login(chair.user)
    on = timezone.localdate() + timedelta(days=day == "tomorrow")
    sent = {"on": on.isoformat(), "points": "100", "rank": ""}
    answer = client.post(reverse("games:take-in", args=[guest.pk]), sent)
    assert answer.status_code == (422 if day == "tomorrow" else 200)
    assert not Job.objects.exists()


def test_a_guest_who_was_merged_meanwhile_is_said_to_be_gone(client, chair, club, guest, long):
    client.force_login(chair.user)
    sent = {"on": NIGHT.isoformat(), "points": "100", "rank": ""}
    client.post(reverse("games:take-in", args=[guest.pk]), sent)
    merging(chair, (club[2], guest))
    run_jobs()
    refusal = Job.objects.get().refusal
    assert (refusal["reason"], refusal["value"]) == ("people.gone_already", "Walter <b>")


# --- All of them --------------------------------------------------------------------------------
def test_no_look_leaves_its_replay_for_later(chair, club, pair, guest, long, rule):
    spec, value = rule
    expected = standings_now()
    looks = {
        "merge": dry_run(lambda: merging(chair, pair)).done,
        "guest": dry_run(lambda: taken_in(guest, chair)),
        "rule": preview_house_rule(key=spec.key, value=value, valid_from=NIGHT),
        "borders": preview_thresholds(table=DEFAULT, valid_from=NIGHT),
    }
    assert [name for name, look in looks.items() if look.later] == []
    assert [name for name, look in looks.items() if not look.moved] == ["borders"]  # the same table
    assert not Recalculation.objects.exists()
    assert standings_now() == expected

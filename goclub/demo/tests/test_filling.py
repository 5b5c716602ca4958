"""The demo club in the database: what a newcomer to the site finds there."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.http import HttpResponse
from django.test import override_settings
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.tests.written_once import written_once
from goclub.demo.loading import LOGINS, PASSWORD
from goclub.demo.tests.explained import check_explanations
from goclub.demo.tests.written import MISREAD, misread_pages
from goclub.games.models import Game, Kifu, RatingEntry, Revision, Standing, Toss
from goclub.games.playing.services.claims import ClaimedResult
from goclub.games.playing.services.toss import check_toss
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests import odd_addresses
from goclub.games.tests.crawling import walk
from goclub.go.records.reading import read
from goclub.go.scoring.agreed import agreed_at_end
from goclub.go.scoring.comparison import compare
from goclub.go.scoring.counting import count
from goclub.leagues.models import Challenge, Change, ClubNight, Event, LadderSettings
from goclub.members.models import Member, User
from goclub.members.tests.factories import make_member
from ratings.paa.conditions import paa_conditions

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture
def demo():
    """The demo club is filled; what its command printed."""
    return fill()


@written_once
def fill():
    printed = StringIO()
    call_command("demo", stdout=printed)
    return printed.getvalue()


def test_the_demo_club_is_complete_and_stands_where_the_rules_put_it(demo):
    assert all(login in demo for login in LOGINS)
    for login in LOGINS:
        assert User.objects.get(username=login).check_password(PASSWORD)
    games = Game.objects.count()
    assert games >= 600
    assert Member.objects.active().count() >= 38
    assert Member.objects.applying().count() == 1
    disputed = Game.objects.get(state=Game.State.DISPUTED)
    claim = ClaimedResult.of(disputed)
    assert claim is not None
    claim.check(disputed, today=timezone.localdate())  # what the page would take
    assert Game.objects.filter(state=Game.State.DISPUTED).count() == 1
    assert games * 0.2 <= Kifu.objects.count() <= games * 0.45
    paa = RatingEntry.objects.filter(system="paa")
    codes = [e.reason["inputs"].get("rank_code") for e in paa.exclude(game=None)]
    assert {"promoted", "demoted", "kept_rate"} <= set(codes)
    me = Member.objects.get(user__username="member")
    assert Game.objects.waiting_for(member=me.pk, user=me.user_id).count() >= 2
    assert Standing.objects.get(system="paa", member=me).games > 20
    assert rebuild() == 0
    assert Game.objects.filter(winner="J").exists()
    assert set(Member.objects.values_list("country", flat=True)) >= {"JP", "TH", "PL"}
    assert set(check_explanations()) == {"paa", "igs", "elo", "egf"}
    _check_waiting(me)
    _check_kinds_of_ending()
    _check_igs()
    _check_league()
    _check_tosses()
    _check_correction()
    _check_cup()
    _check_night()
    _check_revisions()
    _check_other_kinds()


def test_each_kifu_ends_in_a_position_that_counts_to_its_result(demo):
    counted = 0
    for kifu in Kifu.objects.select_related("game"):
        record, game = read(bytes(kifu.original)), kifu.game
        result = record.header.result
        assert (result.outcome, result.margin2) == (game.winner, game.margin2), game
        assert record.header.komi2 == game.komi2
        if game.ending != "points":
            continue
        agreed = agreed_at_end(record)
        found = count(
            record.final, agreed.dead, rules=record.header.rules, komi2=game.komi2,
            handicap=game.handicap, territory=agreed.territory,
        )  # fmt: skip
        said = compare(found, outcome=result.outcome, ending=result.ending, margin2=result.margin2)
        assert said.code == "agrees", (game, said)
        nothing_dead = count(
            record.final, rules=record.header.rules, komi2=game.komi2, handicap=game.handicap
        )
        assert nothing_dead.margin2 == found.margin2
        counted += 1
    assert counted >= 30


def test_old_games_say_whose_moves_they_are(demo):
    """Moves of games long ago, which belong to everybody."""
    credited = Kifu.objects.filter(text__startswith="Moves: ")
    assert credited.count() >= 8
    assert not credited.exclude(game__ending="resign", game__handicap=0, game__board=19).exists()


def test_the_days_of_the_week_stay(demo):
    """Facts are moved by whole weeks."""
    assert {night.on.strftime("%a") for night in ClubNight.objects.all()} == {"Tue"}
    plain = Game.objects.filter(place="Club room", official=False, for_league=False, kind="")
    days = [game.played_on.strftime("%a") for game in plain]
    assert days.count("Tue") + days.count("Fri") > 0.95 * len(days)
    last = max(game.played_on for game in Game.objects.all())
    assert timedelta(days=1) <= timezone.localdate() - last <= timedelta(days=7)


def test_games_of_the_ladder_were_played_as_the_ladder_asks(demo):
    settings = LadderSettings.objects.get()
    played = Challenge.objects.exclude(game=None).filter(play_by__isnull=False)
    assert played.count() >= 5
    for row in played.select_related("game__black", "game__white"):
        game = row.game
        held = {
            entry.member_id: entry.points_before
            for entry in RatingEntry.objects.filter(game=game, system="paa")
        }
        due = paa_conditions(held[game.black_id], held[game.white_id])
        assert (game.board, game.winner in "BW", game.is_forfeit) == (19, True, False)
        assert (game.handicap, game.komi2) == (due.handicap, due.komi2)
        assert row.opened_at < game.reported_at <= row.opened_at + settings.rules.play


@pytest.fixture
def chair(client, demo):
    """Who sees everything, and reads a language with its own plurals."""
    chair = Member.objects.get(user__username="chair")
    Member.objects.filter(pk=chair.pk).update(language="pl")
    client.force_login(chair.user)
    return chair


@pytest.fixture
def walked(client, chair):
    """Every kind of page that links lead the chair to: what it answered, by its address.

    Walked once, as the rows are the same for every test (``written_once``).
    """
    if not _WALKED:
        _WALKED.update({address: _kept(answer) for address, answer in walk(client)})
    return _WALKED


def _kept(answer):
    """What is looked at of an answer, without all that it was made of."""
    kind = answer.get("Content-Type", "")
    content = answer.content if kind.startswith("text/html") else b""
    return HttpResponse(content, status=answer.status_code, content_type=kind)


_WALKED: dict[str, HttpResponse] = {}


def test_whatever_a_link_leads_to_answers_whatever_is_asked_of_it(client, chair, walked):
    failed = {at: page.status_code for at, page in walked.items() if page.status_code >= 400}
    # An import on which later games were built says why it cannot be undone.
    assert failed.pop("/notebook/1/undo/") == 409
    assert failed == {}
    assert len(walked) > 200
    Member.objects.filter(pk=chair.pk).update(time_zone="America/Los_Angeles")
    client.raise_request_exception = False
    assert list(odd_addresses.that_fail(client, walked)) == []


def test_every_page_is_written_as_its_language_writes(client, chair, walked):
    """A language reads all of them."""
    found = {address: answer for address, answer in walked.items() if _has_sentences(address)}
    assert len(found) > 100
    assert misread_pages(found.items(), "pl") == {}
    for language in MISREAD.keys() - {"pl"}:
        Member.objects.filter(pk=chair.pk).update(language=language)
        assert misread_pages(((at, client.get(at)) for at in found), language) == {}


def _has_sentences(address):
    """Whether it is a page of the club as it stands: neither narrowed down nor of the office."""
    return "?" not in address and not address.startswith("/office/")


def _check_waiting(me):
    """What waits happened within a fortnight; the demo's member answers some and waits for some."""
    waiting = Game.objects.filter(state__in=[Game.State.REPORTED, Game.State.DISPUTED])
    assert waiting.count() >= 5
    assert waiting.filter(reported_by=me.user).exists()
    today = timezone.localdate()
    assert all(today - timedelta(days=14) < game.played_on < today for game in waiting)
    newcomer = Member.objects.applying().get()
    assert today - timedelta(days=20) < timezone.localdate(newcomer.applied_at) < today
    assert len(newcomer.message) > 80


def _check_kinds_of_ending():
    """Every way in which a game ends, on every board, at home and on servers."""
    assert 2 <= Game.objects.filter(winner="J").count() <= 5
    no_result = Game.objects.filter(winner="N")
    assert no_result.count() == 2
    assert all(game.reason for game in no_result)
    assert Game.objects.filter(ending="forfeit").count() >= 2
    assert Game.objects.filter(state=Game.State.VOID).count() == 2
    for board, fewest in ((9, 10), (13, 4)):
        assert Game.objects.filter(board=board).count() >= fewest
    assert Game.objects.filter(handicap=7, board=19).count() >= 10
    assert Game.objects.filter(place__in=["OGS", "KGS", "Fox", "IGS"]).count() >= 20
    assert Game.objects.filter(white_free=True).exists()
    paa = RatingEntry.objects.filter(system="paa", decision__isnull=False)
    assert paa.filter(decision__kind="set").count() >= 3
    assert 8 <= paa.filter(decision__kind="certified").count() <= 16


def _check_revisions():
    """What the correction changed further on is on record, and leads to where the lines stand."""
    assert Revision.objects.count() > 10
    last = Revision.objects.latest("pk").cause
    for one in Revision.objects.filter(cause=last):
        line = RatingEntry.objects.get(
            member=one.member_id, system=one.system, game=one.game_id, decision=one.decision_id
        )
        assert round(line.after, 1) == pytest.approx(one.after)


def _check_igs():
    igs = RatingEntry.objects.filter(system="igs")
    codes = {entry.reason["inputs"].get("rank_code") for entry in igs}
    assert {"entered", "certified", "promoted", "demoted", "adjusted"} <= codes
    assert igs.filter(decision__kind="set").exclude(rank_after="BC").count() >= 15
    risen = next(entry for entry in igs if entry.reason["inputs"].get("rank_code") == "entered")
    assert (risen.rank_before, risen.rank_after) == ("BC", "17k")
    own = igs.filter(member=risen.member, code="bc_win")
    assert own.count() == 5  # S0-26b
    for entry in igs:
        if entry.reason["inputs"].get("rank_code") == "certified":
            assert entry.reason["inputs"]["games"] == 20  # S0-28


def _check_league():
    league = Game.objects.filter(for_league=True)
    assert league.count() >= 10
    assert not league.exclude(board=19, handicap=0).exists()
    moved = RatingEntry.objects.filter(system="elo", game__in=league, code="win")
    assert moved.exists()
    assert all(entry.rating_after > entry.rating_before for entry in moved)


def _check_cup():
    """No result of the cup that is under way came in after the next round was paired."""
    event = Event.objects.get(state=Event.State.RUNNING)
    late = [
        change
        for event_round in event.rounds.all()
        for change in event.changes.filter(
            what=Change.What.RESULT,
            round_number__lt=event_round.number,
            at__gte=event_round.paired_at,
        )
    ]
    assert late == []


def _check_night():
    """The last evening is closed, and nobody sat at two tables at once."""
    night = ClubNight.objects.get()
    games = list(night.games.select_related("game").order_by("paired_at", "pk"))
    assert not night.open
    assert len(games) >= 4
    assert all(one.game.state == Game.State.CONFIRMED for one in games)
    for n, one in enumerate(games):
        for later in games[n + 1 :]:
            same = {one.black_id, one.white_id} & {later.black_id, later.white_id}
            assert not same or later.paired_at >= one.ended_at


def _check_tosses():
    tosses = Toss.objects.select_related("game")
    assert tosses.count() >= 20
    assert all(check_toss(toss) and toss.black_id == toss.game.black_id for toss in tosses)
    assert len({toss.digit for toss in tosses}) >= 8
    assert {toss.call for toss in tosses} == {"even", "odd"}


def _check_other_kinds():
    """Pair go and a program are there, confirmed, and moved nothing in any system."""
    kinds = Game.objects.confirmed().exclude(kind="")
    assert set(kinds.values_list("kind", flat=True)) == {"pair", "computer"}
    moved = RatingEntry.objects.filter(game__in=kinds)
    assert {entry.code for entry in moved} == {"pair", "computer"}
    assert not any(entry.delta for entry in moved)


def _check_correction():
    """A result was turned round after both had played on, and their later entries followed."""
    corrected = Game.objects.get(reason__contains="wrong way round")
    before, *_older = Game.history.filter(id=corrected.pk).exclude(winner=corrected.winner)
    later = RatingEntry.objects.filter(
        system="paa", member__in=[corrected.black_id, corrected.white_id],
        on__gt=corrected.played_on,
    )  # fmt: skip
    assert later.count() >= 6
    stands = dict(later.values_list("pk", "points_after"))
    with transaction.atomic():
        with gate_open():
            Game.objects.filter(pk=corrected.pk).update(winner=before.winner)
        assert rebuild() > 0
        changed = dict(later.values_list("pk", "points_after"))
        transaction.set_rollback(True)
    assert all(changed[pk] != points for pk, points in stands.items())


def test_the_demo_never_touches_a_database_that_holds_somebody():
    make_member()
    with pytest.raises(CommandError) as refused:
        call_command("demo")
    assert refused.value.returncode == 2
    call_command("demo", if_empty=True, stdout=StringIO())
    assert Member.objects.count() == 1


@override_settings(DEMO=False)
def test_the_demo_never_opens_a_real_club():
    with pytest.raises(CommandError):
        call_command("demo")
    assert not User.objects.exists()

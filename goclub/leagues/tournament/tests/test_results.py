"""Results from organisers and players, and closing: games in the ledgers, and out again."""

from __future__ import annotations

import random

import pytest
from django.core.exceptions import PermissionDenied

from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.league.services.typed_results import Keys, read_keys
from goclub.leagues.models import Change, Claim, Pairing, Participant
from goclub.leagues.tests.factories import (
    DAY,
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
    played_event,
)
from goclub.leagues.tournament.labels.refusals import not_posted_texts
from goclub.leagues.tournament.services import claims, closing, registration, results, rounds
from goclub.leagues.tournament.services.steps import Stale
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def table(event):
    add_guests(event, 4)
    return next_round(event).pairings.get(table=1)


def enter(table, result, organiser, **more):
    return results.set_result(Act(organiser.user, at()), table, result=result, **more)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1w", (1, "white", False)),
        (" 12 b ", (12, "black", False)),
        ("3=", (3, "equal", False)),
        ("3j", (3, "equal", False)),
        ("7W", (7, "white", True)),
        ("7B", (7, "black", True)),
        ("7x", (7, "both_lose", True)),
        ("5+", (5, "both_win", False)),
        ("5?", (5, "unknown", False)),
    ],
)
def test_a_number_and_a_key(typed, read):
    assert read_keys(typed) == Keys(*read, replace=False)
    assert read_keys(f"{typed} !") == Keys(*read, replace=True)


@pytest.mark.parametrize("typed", ["", "w", "1", "1y", "-1w", "1ww", "99999w", "1.5b"])
def test_anything_else_typed_is_refused(typed):
    code = Code.TYPE if typed else Code.MISSING
    with refused(code, "keys", reason="tournament.table_and_key"):
        read_keys(typed)


def test_a_result_is_set_changed_and_taken_back_on_record(table, organiser):
    enter(table, "white", organiser, ending="points", margin2=7)
    enter(table, "black", organiser)
    enter(table, "black", organiser)  # changes nothing
    enter(table, "unknown", organiser)
    told = Change.objects.filter(what="result").order_by("pk")
    assert [(c.before["result"], c.after["result"]) for c in told] == [
        ("unknown", "white"),
        ("white", "black"),
        ("black", "unknown"),
    ]
    assert (told[0].after["ending"], told[0].after["margin2"]) == ("points", 7)
    assert (fresh(table).result, table.source, table.margin2) == ("unknown", "", None)


def test_the_round_is_complete_with_its_last_result_and_not_without(table, organiser):
    event_round = table.round
    play_out(event_round)
    assert event_round.state == "complete"
    enter(table, "unknown", organiser)
    assert (fresh(event_round).state, event_round.completed_at) == ("published", None)


def test_another_organisers_result_is_not_overwritten_silently(table, organiser):
    enter(table, "white", make_organiser("Piotr"), expected="unknown")
    with pytest.raises(Stale) as caught:
        enter(table, "black", organiser, expected="unknown")
    assert caught.value.reason == "tournament.result_changed_meanwhile"
    assert (caught.value.params["who"], caught.value.params["result"]) == ("Piotr", "White won")
    enter(table, "black", organiser, expected="white")
    assert fresh(table).result == "black"


def test_results_wait_for_the_published_round(event, organiser):
    add_guests(event, 2)
    rounds.pair_round(Act(None, at()), event)
    table = Pairing.objects.get()
    with refused(Code.STATE, "state", value="Spring Cup", reason="tournament.event_not_running"):
        enter(table, "white", organiser)
    rounds.publish_round(Act(None, at()), event)
    with refused(Code.TYPE, "result"):
        enter(table, "purple", organiser)
    with pytest.raises(PermissionDenied):
        enter(table, "white", make_member())
    enter(table, "white", organiser)


def test_who_withdrew_loses_by_default_only(table, organiser):
    leaver = table.white
    registration.withdraw(Act(organiser.user, at()), leaver, from_round=1)
    with refused(Code.STATE, "result", value=str(leaver), reason="player_withdrew"):
        enter(table, "white", organiser)
    enter(table, "black", organiser, by_default=True)
    assert (fresh(table).result, table.by_default) == ("black", True)


def test_typing_over_a_result_takes_an_exclamation_mark(table, organiser):
    type_it = lambda text: results.type_result(Act(organiser.user, at()), table.round, text=text)  # noqa: E731
    assert type_it("1b").result == "black"
    assert type_it("1b").result == "black"
    with refused(Code.STATE, "keys", value="Black won", reason="result_there"):
        type_it("1w")
    assert type_it("1w!").result == "white"
    with refused(Code.UNKNOWN, "keys", value=9, reason="tournament.no_such_table"):
        type_it("9w")


# --- Results from the players -------------------------------------------------------------------
def say(table, player, result):
    return claims.report_result(pairing=table, participant=player, result=result, at=at())


def test_only_the_two_at_the_table_say_something(table):
    stranger = Participant.objects.exclude(pk__in=[table.black_id, table.white_id]).first()
    with refused(Code.FORBIDDEN, "participant", value=str(stranger)):
        say(table, stranger, "black")
    with refused(Code.TYPE, "result"):
        say(table, table.black, "both_win")
    assert not Claim.objects.exists()


# --- Closing ----------------------------------------------------------------------------------
@pytest.fixture
def mixed(organiser):
    """Four members and two guests, three rounds, White always wins."""
    event = make_event(organiser, place="Clubhouse", rng=random.Random(3))
    for rank in ("3d", "2d", "1d", "1k"):
        registration.register_member(Act(None, at()), event, member=make_member(rank=rank))
    add_guests(event, 2)
    for _number in range(3):
        play_out(next_round(event))
    return fresh(event)


def close(event, organiser, **more):
    return closing.close_event(Act(organiser.user, at(600)), event, **more)


def test_closing_posts_the_games_to_the_ledgers(mixed, organiser):
    assert close(mixed, organiser) == []
    assert fresh(mixed).state == "closed"
    games = Game.objects.confirmed()
    assert games.count() == 9
    one = games.first()
    assert (one.winner, one.ending, one.played_on) == ("W", "unknown", DAY)
    assert one.place == "Spring Cup (3)"
    for member in Member.objects.active().filter(participations__event=mixed):
        counted = games.of(member).exclude(black__status="guest").exclude(white__status="guest")
        standing = Standing.objects.get(member=member, system="paa")
        assert standing.wins == counted.filter(white=member).count()
    guests = Member.objects.filter(status="guest")
    assert {guest.display_name for guest in guests} == {"Guest 001", "Guest 002"}
    assert not RatingEntry.objects.filter(member__in=guests).exists()
    assert rebuild() == 0


def test_an_event_is_not_closed_before_the_day_of_its_games(mixed, organiser):
    the_day_before = Act(organiser.user, at(-24 * 60))
    with refused(Code.STATE, "round"):
        closing.close_event(the_day_before, mixed)
    mixed.refresh_from_db()
    assert mixed.state == "running"
    assert not Game.objects.exists()


def test_reopening_takes_the_games_back_and_closing_brings_them_again(mixed, organiser):
    before = list(Standing.objects.order_by("pk").values_list("member", "system", "points"))
    close(mixed, organiser)
    games = set(Game.objects.values_list("pk", flat=True))
    with refused(Code.MISSING, "reason"):
        closing.reopen_event(Act(organiser.user, at(601)), mixed, reason="")
    closing.reopen_event(Act(organiser.user, at(601)), mixed, reason="a wrong result")
    assert fresh(mixed).state == "running"
    assert not Game.objects.confirmed().exists()
    assert list(Standing.objects.order_by("pk").values_list("member", "system", "points")) == before
    table = Pairing.objects.filter(round__event=mixed, round__number=2).first()
    enter(table, "black", organiser)
    close(mixed, organiser)
    assert set(Game.objects.values_list("pk", flat=True)) == games
    assert fresh(table).game.winner == "B"
    assert Game.objects.confirmed().count() == 9
    assert rebuild() == 0


def test_closing_waits_for_every_result(event, organiser):
    add_guests(event, 4)
    with refused(Code.STATE, "round", value=0, reason="nothing_played"):
        close(event, organiser)
    event_round = next_round(event)
    with refused(Code.STATE, "results", value="1, 2", reason="open_games"):
        close(event, organiser)
    play_out(event_round)
    with refused(Code.STATE, "rounds", value=2, reason="rounds_left"):
        close(event, organiser)
    rounds.pair_round(Act(None, at()), event)
    with refused(Code.STATE, "round", value=2, reason="preview_is_open"):
        close(event, organiser, early=True)
    rounds.undo_step(Act(organiser.user, at()), event)
    close(event, organiser, early=True)
    assert fresh(event).state == "closed"


def test_a_game_no_ledger_knows_is_left_out_and_named(event, organiser):
    add_guests(event, 6)
    both, jigo, normal = next_round(event).pairings.order_by("table")
    enter(both, "both_lose", organiser, by_default=True)
    # With a komi of 6½ there is no jigo; a file of a whole tournament may have one all the same.
    Pairing.objects.filter(pk=jigo.pk).update(result="equal", source="file")
    enter(normal, "black", organiser, by_default=True)
    out = close(event, organiser, early=True)
    assert [(one.pairing.table, one.reason) for one in out] == [
        (1, "no_single_result"),
        (2, "refused"),
    ]
    assert out[1].error.reason == "ratings.jigo_needs_whole_komi"
    assert not_posted_texts(out)[0].startswith("Round 1, table 1, Guest 002 – Guest 001: ")
    game = Game.objects.get()
    assert (game.winner, game.ending) == ("B", "forfeit")


def test_a_draw_by_default_is_no_game_that_was_played(organiser):
    event = make_event(by=organiser, rounds=1, komi2=12)
    add_guests(event, 4)
    unplayed, played = next_round(event).pairings.order_by("table")
    enter(unplayed, "equal", organiser, by_default=True)
    enter(played, "equal", organiser)
    out = close(event, organiser)
    assert [(one.pairing.table, one.reason) for one in out] == [(1, "drawn_by_default")]
    assert "The draw was decided without a game." in not_posted_texts(out)[0]
    assert Game.objects.count() == 1


def test_an_event_that_does_not_count_posts_nothing(organiser):
    assert close(played_event(4, 1, by=organiser, for_ledger=False), organiser) == []
    assert not Game.objects.exists()


def test_one_stone_is_no_stone_on_the_board(organiser):
    event = played_event(4, 1, by=organiser)
    Pairing.objects.filter(table=1).update(handicap=1, komi2=1)
    Pairing.objects.filter(table=2).update(handicap=2, komi2=1)
    close(event, organiser)
    conditions = Pairing.objects.order_by("table").values_list("game__handicap", "game__komi2")
    assert list(conditions) == [(0, 1), (2, 1)]


def test_nothing_moves_in_a_closed_event(mixed, organiser):
    close(mixed, organiser)
    table = Pairing.objects.filter(round__event=mixed).first()
    with refused(Code.STATE, "state", value="Spring Cup", reason="tournament.event_closed"):
        enter(table, "black", organiser)
    with refused(Code.STATE, "state", value="Spring Cup", reason="tournament.event_closed"):
        add_guests(mixed, 1, start=9)
    with pytest.raises(PermissionDenied):
        closing.reopen_event(Act(make_member().user, at()), mixed, reason="x")

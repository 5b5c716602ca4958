"""The ladder of facts: joined, challenged, answered or not, played, corrected, left."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command

from goclub.games.models import Game
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.games.playing.services.decisions import confirm_game, decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import confirm_games
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.leagues.challenge.services import challenges as services
from goclub.leagues.challenge.tests.factories import (
    NOW,
    THURSDAY,
    TUESDAY,
    make_challenge,
    proposal,
)
from goclub.leagues.ladder.queries import ladder_at, ladder_settings
from goclub.leagues.ladder.services import join, leave, set_rules
from goclub.leagues.ladder.tests.factories import (
    agreed_on_ladder,
    ladder_challenge,
    make_ladder,
    make_rules,
    order_at,
)
from goclub.leagues.models import Challenge, LadderSettings, LadderStay
from goclub.members.membership.services.leaving import retire_member, return_member
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.usefixtures("monday")
DAY = timedelta(days=1)
KEEP = MergeChoice(MergeSide.KEPT, MergeSide.KEPT)


@pytest.fixture
def four():
    return make_ladder("Ann", "Ben", "Cem", "Dai")


def reported(row: Challenge, winner: str = Game.Winner.BLACK, at=TUESDAY) -> Game:
    """The game of an agreed challenge as the challenger reports it; he had Black."""
    facts = GameFacts(
        played_on=at.date(),
        black=row.challenger,
        white=row.challenged,
        winner=winner,
        ending=Game.Ended.RESIGNATION if winner in "BW" else "",
        komi2=13 if winner in "BW" else 12,
    )
    with time_machine.travel(at, tick=False):
        return PAIRINGS.take(
            Act(row.challenger.user, at), f"challenge-{row.pk}", PairingReport(facts)
        )


def played(row: Challenge, winner: str = Game.Winner.BLACK, at=TUESDAY) -> Game:
    """That game, confirmed by the challenged."""
    game = reported(row, winner, at)
    with time_machine.travel(at, tick=False):
        return confirm_game(Act(row.challenged.user, at), game)


def moved(member) -> list[tuple[int, int]]:
    rows = Notice.objects.filter(member=member, kind="ladder.moved").order_by("pk")
    return [(one.params["before"], one.params["rung"]) for one in rows]


def refused(act, reason: str) -> RuleError:
    before = Challenge.objects.count(), LadderStay.objects.count()
    with pytest.raises(RuleError) as caught:
        act()
    assert (Challenge.objects.count(), LadderStay.objects.count()) == before
    assert caught.value.name == reason
    return caught.value


# --- Joining and leaving --------------------------------------------------------------------
def test_a_club_has_no_ladder_until_it_opens_one():
    mia = make_member("Mia")
    assert ladder_settings().open is False
    assert not LadderSettings.objects.exists()
    refused(lambda: join(Act(mia.user, NOW), mia), "closed")


def test_who_joins_stands_at_the_bottom_and_joins_once(four):
    eva = make_member("Eva")
    join(Act(eva.user, NOW), eva)
    join(Act(eva.user, NOW + DAY), eva)
    assert order_at(NOW + DAY) == ["Ann", "Ben", "Cem", "Dai", "Eva"]
    assert LadderStay.objects.filter(member=eva).count() == 1


def test_nobody_is_put_on_the_ladder_by_another(four):
    eva = make_member("Eva")
    for act in (join, leave):
        with pytest.raises(PermissionDenied):
            act(Act(four[0].user, NOW), eva)


def test_who_leaves_and_comes_back_begins_at_the_bottom(four):
    ann = four[0]
    leave(Act(ann.user, NOW), ann)
    leave(Act(ann.user, NOW), ann)
    assert order_at(NOW) == ["Ben", "Cem", "Dai"]
    join(Act(ann.user, NOW + DAY), ann)
    assert order_at(NOW + DAY) == ["Ben", "Cem", "Dai", "Ann"]


def test_who_leaves_the_club_is_gone_at_once_and_for_good(four):
    ben = four[1]
    chair = make_member("Cleo", role=CHAIR).user
    retire_member(Act(chair, NOW), ben)
    assert order_at(NOW) == ["Ann", "Cem", "Dai"]
    return_member(Act(chair, NOW + DAY), ben, on=NOW.date())
    ben.refresh_from_db()
    assert order_at(NOW + DAY) == ["Ann", "Cem", "Dai"]
    join(Act(ben.user, NOW + DAY), ben)
    assert order_at(NOW + DAY) == ["Ann", "Cem", "Dai", "Ben"]
    assert LadderStay.objects.filter(member=ben).order_by("pk").first().left_at == NOW


@pytest.mark.parametrize("left_before", [False, True])
def test_two_who_are_one_person_stand_on_one_rung(four, left_before):
    ann, ben = four[0], four[1]
    if left_before:
        leave(Act(ben.user, NOW), ben)
    merge_members(Act(None, NOW), ann, gone=ben, choice=KEEP, reason="One person")
    assert order_at(NOW) == ["Ann", "Cem", "Dai"]


# --- Challenging ----------------------------------------------------------------------------
def test_a_ladder_challenge_gives_the_whole_time_to_answer_and_says_until_when(four):
    ann, _ben, _cem, dai = four
    row = ladder_challenge(dai, ann)
    assert (row.lapses_at, row.play_by) == (NOW + 7 * DAY, NOW + 21 * DAY)
    [notice] = Notice.objects.filter(member=ann)
    assert notice.kind == "ladder.challenged"
    assert notice.params == {"name": "Dai", "name_rank": "2k", "day": "2026-11-30"}


def test_the_last_day_to_answer_is_that_of_the_challenged_one(four):
    ann, _ben, _cem, dai = four
    ann.time_zone = "Pacific/Kiritimati"
    ann.save()
    ladder_challenge(dai, ann)
    assert Notice.objects.get(member=ann).params["day"] == "2026-12-01"


def test_whom_one_may_not_challenge(four):
    ann, ben, cem, dai = four
    eva = make_member("Eva")
    refused(lambda: ladder_challenge(eva, dai), "not_on")
    refused(lambda: ladder_challenge(ann, ben), "below")
    make_rules(reach=2)
    assert refused(lambda: ladder_challenge(dai, ann), "too_high").params["reach"] == 2
    ladder_challenge(dai, cem)
    refused(lambda: ladder_challenge(dai, ben), "challenging")
    join(Act(eva.user, NOW), eva)
    refused(lambda: ladder_challenge(eva, cem), "challenged")
    make_rules(open=False)
    refused(lambda: ladder_challenge(cem, ben), "closed")


def test_who_is_challenged_may_challenge(four):
    _ann, ben, cem, dai = four
    ladder_challenge(dai, cem)
    assert ladder_challenge(cem, ben).play_by is not None


def test_an_ordinary_challenge_between_the_two_goes_first(four):
    ann, ben = four[:2]
    make_challenge(ben, ann)
    with pytest.raises(RuleError) as caught:
        ladder_challenge(ben, ann)
    assert caught.value.reason == "challenge.already"


@pytest.mark.parametrize(
    "terms",
    [{"conditions": "paa", "handicap": 9, "komi2": 1}, {"conditions": "own"}, {"rated": False}],
)
def test_on_the_ladder_the_clubs_conditions_hold(four, terms):
    """H-ladder-terms, in the challenge and in other terms."""
    ann, ben = four[:2]
    refused(lambda: ladder_challenge(ben, ann, **terms), "conditions")
    row = ladder_challenge(ben, ann)
    with pytest.raises(RuleError) as caught:
        services.change_terms(Act(ann.user, NOW), row, proposal=proposal(**terms), seen=1)
    assert caught.value.reason == "ladder.conditions"


def test_a_ladder_game_is_proposed_within_the_days_to_play(four):
    ann, ben = four[:2]
    make_rules(play_days=10)
    late = NOW + 11 * DAY
    with pytest.raises(RuleError) as caught:
        ladder_challenge(ben, ann, times=(late,))
    assert (caught.value.reason, caught.value.params["n"]) == ("time_far", 10)
    row = ladder_challenge(ben, ann)
    make_rules(play_days=30)
    with pytest.raises(RuleError):
        # The days to play are those that held when the challenge was made.
        services.change_terms(Act(ann.user, NOW), row, proposal=proposal(times=(late,)), seen=1)


# --- Decided by a game ----------------------------------------------------------------------
def test_the_winner_takes_the_rung_once_the_game_is_confirmed(four):
    ann, ben, cem, dai = four
    game = reported(agreed_on_ladder(dai, ben))
    assert order_at(TUESDAY) == ["Ann", "Ben", "Cem", "Dai"]
    confirm_game(Act(ben.user, TUESDAY), game)
    assert order_at(TUESDAY) == ["Ann", "Dai", "Ben", "Cem"]
    assert [moved(one) for one in (ann, ben, cem, dai)] == [[], [(2, 3)], [(3, 4)], [(4, 2)]]


def test_games_confirmed_together_move_the_ladder_too(four):
    dai, ben = four[3], four[1]
    game = reported(agreed_on_ladder(dai, ben))
    organiser = make_member("Olga", role=ORGANISER).user
    with time_machine.travel(TUESDAY, tick=False):
        confirm_games(Act(organiser, TUESDAY), [game.pk], asked=True)
    assert order_at(TUESDAY) == ["Ann", "Dai", "Ben", "Cem"]
    assert moved(dai) == [(4, 2)]


@pytest.mark.parametrize("winner", [Game.Winner.WHITE, Game.Winner.JIGO])
def test_a_rung_is_held_by_winning_or_by_jigo(four, winner):
    dai, ben = four[3], four[1]
    played(agreed_on_ladder(dai, ben), winner)
    assert order_at(TUESDAY) == ["Ann", "Ben", "Cem", "Dai"]
    assert moved(dai) == []


def test_a_correction_moves_the_ladder_as_if_it_had_been_so(four):
    """H-ladder-order."""
    ann, ben, cem, dai = four
    game = played(agreed_on_ladder(dai, ben))
    played(agreed_on_ladder(cem, ann), at=TUESDAY + timedelta(hours=1))
    assert order_at(THURSDAY) == ["Cem", "Ann", "Dai", "Ben"]
    organiser = make_member("Olga", role=ORGANISER).user
    with time_machine.travel(THURSDAY, tick=False):
        facts = GameFacts.of(game)
        white = GameFacts(
            played_on=facts.played_on,
            black=facts.black,
            white=facts.white,
            winner=Game.Winner.WHITE,
            ending=Game.Ended.RESIGNATION,
        )
        decide_game(Act(organiser, THURSDAY), game, facts=white, reason="misread")
        assert order_at(THURSDAY) == ["Cem", "Ann", "Ben", "Dai"]
        void_game(Act(organiser), game, reason="never played")
    assert order_at(THURSDAY) == ["Cem", "Ann", "Ben", "Dai"]


def test_the_same_two_rest(four):
    """H-ladder-rest."""
    dai, ben = four[3], four[1]
    played(agreed_on_ladder(dai, ben), Game.Winner.WHITE)
    soon, later = TUESDAY + 6 * DAY, TUESDAY + 7 * DAY
    error = refused(lambda: ladder_challenge(dai, ben, soon, times=(soon + DAY,)), "resting")
    assert error.params["rest"] == 7
    assert ladder_challenge(dai, ben, later, times=(later + DAY,)).play_by is not None


def test_a_reported_game_still_keeps_both_busy(four):
    """H-ladder-one."""
    _ann, ben, cem, dai = four
    reported(agreed_on_ladder(dai, ben))
    refused(lambda: ladder_challenge(dai, cem), "challenging")


# --- Decided without a game -----------------------------------------------------------------
def test_what_the_challenged_declines_is_lost(four):
    """H-ladder-time."""
    ann, ben = four[:2]
    services.decline(Act(ann.user, NOW), ladder_challenge(ben, ann), seen=1)
    assert order_at(NOW) == ["Ben", "Ann", "Cem", "Dai"]
    assert (moved(ann), moved(ben)) == ([(1, 2)], [(2, 1)])


def test_what_nobody_answers_is_lost_when_the_time_is_over_swept_or_not(four):
    """H-ladder-time."""
    ann, ben = four[:2]
    over = ladder_challenge(ben, ann).lapses_at
    assert order_at(over - timedelta(seconds=1)) == ["Ann", "Ben", "Cem", "Dai"]
    assert order_at(over) == ["Ben", "Ann", "Cem", "Dai"]
    assert moved(ann) == []
    with time_machine.travel(over + DAY, tick=False):
        call_command("send_reminders")
        call_command("send_reminders")
    assert order_at(over + DAY) == ["Ben", "Ann", "Cem", "Dai"]
    assert ladder_at(over + DAY).ladder.moves[-1].happening.at == over
    assert (moved(ann), moved(ben)) == ([(1, 2)], [(2, 1)])


def test_other_terms_that_the_challenger_leaves_or_declines_move_nobody(four):
    """H-ladder-time."""
    ann, ben, cem, dai = four
    for one, other in ((ben, ann), (dai, cem)):
        row = ladder_challenge(one, other)
        services.change_terms(
            Act(other.user, NOW), row, proposal=proposal(times=(THURSDAY,)), seen=1
        )
    services.decline(Act(dai.user, NOW), row, seen=2)
    assert order_at(NOW + 30 * DAY) == ["Ann", "Ben", "Cem", "Dai"]


def test_who_calls_off_gives_it_up(four):
    """H-ladder-off."""
    ann, ben, cem, dai = four
    services.call_off(Act(dai.user, NOW), agreed_on_ladder(dai, cem))
    assert order_at(NOW) == ["Ann", "Ben", "Cem", "Dai"]
    services.call_off(Act(ann.user, NOW), agreed_on_ladder(ben, ann))
    assert order_at(NOW) == ["Ben", "Ann", "Cem", "Dai"]
    assert moved(ann) == [(1, 2)]


def test_an_agreed_game_that_nobody_plays_moves_nobody(four):
    """H-ladder-off."""
    ann, ben = four[:2]
    agreed_on_ladder(ben, ann)
    with time_machine.travel(NOW + 60 * DAY, tick=False):
        call_command("send_reminders")
    assert order_at(NOW + 60 * DAY) == ["Ann", "Ben", "Cem", "Dai"]


def test_who_leaves_the_club_loses_no_rung_to_a_challenger(four):
    """H-ladder-stays: those below move up, all of them."""
    ann, _ben, _cem, dai = four
    ladder_challenge(dai, ann)
    retire_member(Act(make_member("Cleo", role=CHAIR).user, NOW), ann)
    with time_machine.travel(NOW + 30 * DAY, tick=False):
        call_command("send_reminders")
    assert order_at(NOW + 30 * DAY) == ["Ben", "Cem", "Dai"]


# --- Rules ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("reach", 0),
        ("reach", 100),
        ("answer_days", 0),
        ("rest_days", 91),
        ("play_days", 6),
        ("conditions", "elo"),
    ],
)
def test_rules_that_cannot_be(field, value):
    before = make_rules()
    with pytest.raises(ValidationError) as caught:
        make_rules(**{field: value})
    assert set(caught.value.error_dict) == {field}
    assert ladder_settings().rules == before.rules


def test_only_those_who_run_leagues_set_the_rules():
    mia = make_member("Mia").user
    with pytest.raises(PermissionDenied):
        set_rules(Act(mia), open=True)


def test_every_rule_changes_what_may_be_done(four):
    """Each setting of the ladder has an effect."""
    ann, _ben, cem, dai = four
    make_rules(reach=1, answer_days=3, play_days=5, rest_days=1, conditions="paa")
    refused(lambda: ladder_challenge(cem, ann), "too_high")
    row = ladder_challenge(dai, cem, conditions="paa", handicap=0, komi2=1)
    assert (row.lapses_at, row.play_by) == (NOW + 3 * DAY, NOW + 5 * DAY)
    services.decline(Act(cem.user, NOW), row, seen=1)
    assert order_at(NOW)[2:] == ["Dai", "Cem"]
    next_day = NOW + DAY
    assert ladder_challenge(cem, dai, next_day, times=(next_day + DAY,)).play_by == NOW + 6 * DAY

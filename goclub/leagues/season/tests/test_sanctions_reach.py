"""A sanction reaches every projection at once; lifted it takes everything back (S4-6, S4-18)."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import EventGamePosting, post_event_games
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.league.services import leagues
from goclub.leagues.models import Change, Pairing, Participant
from goclub.leagues.season.labels.wording import move_lines
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.sanctions import appeal, decide_appeal, give_sanction
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold
from goclub.leagues.tournament.labels.papers import cards_of, screen_of
from goclub.leagues.tournament.labels.rounds import warnings
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, results, rounds
from goclub.leagues.tournament.services.verdicts import rebuild_verdicts
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

DAY = date(2025, 2, 10)
NOON = datetime(2025, 2, 10, 12, tzinfo=UTC)
LATER = datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def four():
    return [make_member(name, points=100) for name in "abcd"]


@pytest.fixture
def judge(league):
    found = make_member("judge")
    leagues.appoint(Act(None, FOUNDED), league, member=found, role="judge")
    return found


@pytest.fixture
def organiser(league):
    found = make_member("organiser")
    leagues.appoint(Act(None, FOUNDED), league, member=found, role="organiser")
    return found


def played(a, b, c, d):
    """a wins all, b two, c one."""
    return [
        [(a, b, "B+9.5"), (c, d, "B+R")],
        [(a, c, "B+3.5"), (b, d, "B+R")],
        [(a, d, "B+R"), (b, c, "B+R")],
    ]


@pytest.fixture
def closed(league, four, judge):
    return hold(announce(league, judge, DAY), played(*four))


@pytest.fixture
def running(league, four, judge):
    """Two rounds of four planned are played, the second is out without a result."""
    row = hold(announce(league, judge, DAY, rounds=3), played(*four)[:2], close=False)
    Pairing.objects.filter(round__event=row.event, round__number=2).update(
        result="unknown", source="", ending="", margin2=None, reported_at=None
    )
    row.event.rounds.filter(number=2).update(state="published", completed_at=None)
    return row


def entry(row, name) -> Participant:
    return row.event.participants.get(display_name=name)


def give(row, name, number, judge, minute=0):
    return give_sanction(
        Act(judge.user, NOON + timedelta(minutes=minute)),
        row,
        player=entry(row, name),
        round=number,
        reason=f"slow play {minute}",
    )


def lift(sanction, by):
    appeal(Act(sanction.player.member.user, LATER), sanction, reason="I was ill")
    return decide_appeal(Act(by.user, LATER), sanction, upheld=True, reason="a doctor says so")


def ledger() -> list[tuple[object, ...]]:
    """Every entry of the ledger but for its keys, in its order, and what stands in the end."""
    order = ("member__display_name", "system", "played_on", "sequence")
    names = {field.name for field in RatingEntry._meta.fields}
    order = tuple(name for name in order if name.split("__")[0] in names)
    rows = RatingEntry.objects.order_by("member", "system", "pk")
    entries = [(e.member_id, e.system, e.delta, e.game_id, str(e.reason)) for e in rows]
    standings = Standing.objects.order_by("member", "system")
    return [*entries, *((s.member_id, s.system, s.points, s.rating) for s in standings)]


def everything(row, client) -> dict[str, object]:
    """What each page, file and list says of an event."""
    event, slug = row.event, row.event.slug
    snapshot = load(fresh(event))
    after = snapshot.last_out

    def page(name, *args):
        return client.get(reverse(f"leagues:{name}", args=[slug, *args]))

    def content(name):
        response = page(name)
        return b"".join(response) if response.streaming else response.content

    table = event_rows(load_played([row])[row.pk], row.rules)
    leaders = page("event").context.get("winners", ())
    path = page("event-player", entry(row, "a").number).context["steps"]
    return {
        "winner": [one.display_name for one in event.participants.filter(won=True)],
        "league": [(line.place, who.display_name, line.big) for line, who in table],
        "standings": [
            (r.place, snapshot.participants[r.player].display_name, r.scores["POINTS"] // 2)
            for r in snapshot.standings(after)
        ],
        "overview": [(r.place, r.row.participant.display_name) for r in leaders],
        "cross": re.search(rb"<table.*?</table>", page("cross").content, re.DOTALL)[0],
        "round": [(t["sign"], t["outcome"]) for t in page("round", 2).context["tables"]()],
        "screen": [r.place for r in screen_of(snapshot, 1)["table"].rows],
        "wall": [[c.text for c in r.rounds] for r in page("print-wall").context["table"].rows],
        "cards": [[line.get("css") for line in card["lines"]] for card in cards_of(snapshot)],
        "path": [(step["css"], step["score"]) for step in path],
        "csv": content("event-results-csv"),
        "h9": content("event-h9"),
        "tou": content("event-tou"),
        "xml": content("event-opengotha"),
    }  # fmt: skip


# --- A closed round ---------------------------------------------------------------------------
def test_a_game_lost_by_a_sanction_is_lost_everywhere_and_lifted_comes_back(
    client, league, four, closed, judge, organiser
):
    client.force_login(four[1].user)
    give(closed, "a", 1, judge)
    before, told, facts = everything(closed, client), ledger(), list(Game.objects.values())
    elo = progress_of(league).rating(four[0].pk, LATER)
    case = give(closed, "a", 2, judge, 1)
    after = everything(closed, client)
    for name, view in before.items():
        assert after[name] != view or name == "screen", name
    # a would have won; b, who lost to him, has the most small points of three with six points.
    assert after["league"] == [(1, "b", 6), (2, "c", 6), (3, "a", 6), (4, "d", 0)]
    assert (after["league"], after["winner"]) == (after["standings"], ["b"])
    games = list(csv.DictReader(io.StringIO(after["csv"].decode("utf-8-sig"))))
    assert [g["result"] for g in games if (g["round"], g["black"]) == ("2", "a")] == ["white"]
    assert ("1–0§", "Black lost by sanction") in after["round"]
    # The ledger: an ordinary loss, named as a sanction, in every system that c and a have.
    game = Pairing.objects.get(
        round__event=closed.event, round__number=2, black=entry(closed, "a")
    ).game
    assert (game.winner, game.ending, game.margin2, game.state) == (
        "W",
        "penalty",
        None,
        "confirmed",
    )
    deltas = {e.system: e.delta for e in RatingEntry.objects.filter(game=game, member=four[0])}
    assert deltas["paa"] == -1
    assert deltas["elo"] < 0
    assert progress_of(league).rating(four[0].pk, LATER) < elo
    assert (rebuild(), rebuild_verdicts(closed.event)) == (0, 0)
    lift(case, organiser)
    assert everything(closed, client) == before
    assert ledger() == told
    assert list(Game.objects.values()) == facts
    assert progress_of(league).rating(four[0].pk, LATER) == elo
    assert (rebuild(), rebuild_verdicts(closed.event)) == (0, 0)


def test_a_removal_is_a_penalty_in_its_round_and_no_game_in_later_ones(
    client, league, four, closed, judge, organiser
):
    """S1-24, S4-6: games of later rounds are won by default, and move no rating of any system."""
    before, told = everything(closed, as_member(client, four[1])), ledger()
    for minute in range(2):
        give(closed, "a", 1, judge, minute)
    third = give(closed, "a", 2, judge, 2)
    after = everything(closed, client)
    assert (after["league"], after["league"][-1]) == (after["standings"], (None, "a", 0))
    states = list(
        Game.objects.filter(black=four[0]).order_by("pairing__round__number")
        .values_list("ending", "state")
    )  # fmt: skip
    assert states == [("penalty", "confirmed"), ("penalty", "confirmed"), ("resign", "void")]
    assert not RatingEntry.objects.filter(game__state="void").exists()
    # The league's Elo and the club's say the same of a.
    moves = progress_of(league).moves[four[0].pk]
    assert [move.result for move in moves] == ["L", "L"]
    assert rebuild() == 0
    # Lifted from the first on: nothing is left of it.
    lift(third, organiser)
    for sanction in closed.sanctions.exclude(pk=third.pk):
        lift(sanction, organiser)
    assert everything(closed, client) == before
    assert ledger() == told


def test_the_command_brings_events_closed_before_in_line(capsys, closed, judge):
    """As after an upgrade: sanctions are there, tables and ledger know nothing of them."""
    for minute in range(3):
        give(closed, "a", 2, judge, minute)
    right, states = ledger(), list(Game.objects.values_list("pk", "winner", "ending", "state"))
    tables = Pairing.objects.filter(round__event=closed.event)
    for pairing in tables.exclude(verdict=""):
        told = replace(GameFacts.of(pairing.game), winner="B", ending="resign", margin2=None)
        claim = EventGamePosting(told, True, pairing.game)
        post_event_games(Act(None, NOON), [claim], in_place=True)
    tables.update(verdict="", unplayed=False)
    closed.event.participants.update(removed_in=None)
    assert ledger() != right
    call_command("follow_sanctions")
    assert ledger() == right
    assert list(Game.objects.values_list("pk", "winner", "ending", "state")) == states
    call_command("follow_sanctions")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["5", "0"]
    assert rebuild() == 0


def test_what_an_organiser_made_void_stays_void(four, closed, judge, organiser):
    chair = make_member(role=CHAIR).user
    last = Pairing.objects.get(round__event=closed.event, round__number=3, black=entry(closed, "a"))
    void_game(Act(chair), last.game, reason="not played at all")
    for minute in range(3):
        third = give(closed, "a", 2, judge, minute)
    lift(third, organiser)
    assert (fresh(last).verdict, last.game.state) == ("", "void")


def test_its_game_is_not_corrected_while_the_sanction_stands(four, closed, judge):
    chair = make_member(role=CHAIR).user
    for minute in range(2):
        give(closed, "a", 2, judge, minute)
    game = Pairing.objects.get(round__event=closed.event, verdict="white").game
    facts = GameFacts(
        black=game.black, white=game.white, played_on=DAY, winner="B", ending="resign"
    )
    with refused(Code.STATE, "winner", "lost_by_sanction"):
        decide_game(Act(chair, LATER), game, facts=facts, reason="really")
    with refused(Code.STATE, "winner", "lost_by_sanction"):
        void_game(Act(chair), game, reason="really")


# --- A running round --------------------------------------------------------------------------
def test_a_running_round_follows_at_once(client, four, running, judge, organiser):
    """The table is decided without a result told, and is open again once the sanction is lifted."""
    client.force_login(four[1].user)
    event = running.event
    give(running, "a", 1, judge)
    before = everything(running, client)
    case = give(running, "a", 2, judge, 1)
    after = everything(running, client)
    same = {name for name in before if before[name] == after[name]}
    assert same <= {"screen", "overview", "winner"}
    assert after["league"] == after["standings"]
    assert ("1–0§", "Black lost by sanction") in after["round"]
    assert event.rounds.get(number=2).state == "published"
    other = Pairing.objects.get(round__event=event, round__number=2, black=entry(running, "b"))
    results.set_result(Act(judge.user, NOON), other, result="black")
    assert event.rounds.get(number=2).state == "complete"
    lift(case, organiser)
    assert event.rounds.get(number=2).state == "published"
    results.set_result(Act(judge.user, NOON), other, result="unknown")
    assert everything(running, client) == before


def test_a_removed_player_is_not_paired_again(four, running, judge, organiser):
    event = running.event
    for minute in range(3):
        third = give(running, "a", 2, judge, minute)
    other = Pairing.objects.get(round__event=event, round__number=2, black=entry(running, "b"))
    results.set_result(Act(judge.user, NOON), other, result="black")
    rounds.pair_round(Act(judge.user, NOON), event)
    snapshot = load(event)
    assert entry(running, "a").number not in snapshot.seated(3)
    assert len(snapshot.seated(3)) == 3
    rounds.publish_round(Act(judge.user, NOON), event)
    # Lifted: he may be paired again from the next round on; his second round counts as told.
    lift(third, organiser)
    assert entry(running, "a").removed_in is None


def test_a_removal_breaks_up_the_preview(four, running, judge):
    event = running.event
    for pairing in Pairing.objects.filter(round__event=event, round__number=2):
        results.set_result(Act(judge.user, NOON), pairing, result="black")
    rounds.pair_round(Act(judge.user, NOON), event)
    assert entry(running, "a").number in load(event).seated(3)
    for minute in range(3):
        give(running, "a", 2, judge, minute)
    assert entry(running, "a").number not in load(event).seated(3)
    assert "broke_up" in event.changes.values_list("what", flat=True)
    # The desk says which games of earlier rounds count otherwise than when the round was paired.
    [lost] = Pairing.objects.filter(round__event=event).exclude(verdict="")
    assert any(f"{lost} (2)" in said for said in warnings(load(event), 3))


def test_closing_posts_what_counts(client, four, running, judge):
    event = running.event
    for pairing in Pairing.objects.filter(round__event=event, round__number=2):
        results.set_result(Act(judge.user, NOON), pairing, result="black")
    for minute in range(3):
        give(running, "a", 1, judge, minute)
    out = closing.close_event(Act(judge.user, NOON), event, early=True)
    assert [(one.pairing.round.number, one.reason) for one in out] == [(2, "removed")]
    game = Pairing.objects.get(round__event=event, round__number=1, black=entry(running, "a")).game
    assert (game.winner, game.ending) == ("W", "penalty")
    assert rebuild() == 0


def test_a_round_with_a_sanction_stays_published(running, judge):
    give(running, "a", 2, judge)
    with refused(Code.STATE, "round", "sanctioned_round"):
        rounds.undo_step(Act(judge.user, NOON), running.event)


def test_a_bye_of_a_removed_player_is_taken_from_him(league, four, judge):
    a, b, c, _d = four
    row = hold(
        announce(league, judge, DAY),
        [[(a, b, "B+R"), (c, None, "")], [(b, c, "B+R"), (a, None, "")]],
    )
    for minute in range(3):
        give(row, "a", 1, judge, minute)
    table = event_rows(load_played([row])[row.pk], row.rules)
    assert [(line.place, who.display_name, line.big) for line, who in table] == [
        (1, "b", 6), (2, "c", 3), (None, "a", 0),
    ]  # fmt: skip
    rows = load(row.event).standings(2)
    assert [(r.place, r.scores["POINTS"] // 2) for r in rows] == [(1, 6), (2, 3), (None, 0)]


# --- Every page names it ----------------------------------------------------------------------
def test_every_page_names_the_sanction(client, capsys, four, closed, judge):
    client.force_login(four[1].user)
    for minute in range(2):
        give(closed, "a", 2, judge, minute)
    slug = closed.event.slug
    game = Pairing.objects.get(round__event=closed.event, verdict="white").game
    addresses = [
        reverse(f"leagues:{name}", args=[slug, *args])
        for name, args in [
            ("event", []), ("standings", []), ("cross", []), ("round", [2]),
            ("event-player", [entry(closed, "a").number]), ("print-standings", []),
            ("print-wall", []),
        ]
    ]  # fmt: skip
    for address in [*addresses, closed.get_absolute_url(), game.get_absolute_url()]:
        page = read(client.get(address))
        assert "slow play 1" in page.text, address
        assert "judge" in page.text, address
    call_command("standings", slug, format="json")
    said = json.loads(capsys.readouterr().out)["sanctions"]
    told = client.get(f"/api/v1/events/{closed.event.pk}").json()
    assert [one | {"at": ""} for one in told["sanctions"]] == [one | {"at": ""} for one in said]
    assert told["league"] == str(closed.league)
    assert [(one["player"], one["round"], one["level"], one["by"]) for one in said] == [
        ("a", 2, "warning", "judge"), ("a", 2, "game_lost", "judge"),
    ]  # fmt: skip
    assert b"slow play 1" in client.get(reverse("leagues:event-h9", args=[slug])).content
    [case] = [one for one in cases_of(closed.event) if one.tables]
    assert case.level == "game_lost"
    assert Change.objects.filter(what="sanctioned", event=closed.event).count() == 2


def test_the_leagues_elo_says_which_game_a_sanction_decided(closed, league, judge, organiser):
    """S4-6, E7: a line of its own, and a loss like any other."""
    member = entry(closed, "a").member_id

    def told():
        lines = [move_lines(move) for move in progress_of(league).moves[member]]
        return [each[0].rule == "S4-6" and len(each) > 1 for each in lines]

    give(closed, "a", 1, judge)
    assert told() == [False, False, False]
    second = give(closed, "a", 2, judge, minute=1)
    assert told() == [False, True, False]
    assert progress_of(league).moves[member][1].result == "L"
    lift(second, organiser)
    assert told() == [False, False, False]


# --- The appeal's page, and what a removed player has -------------------------------------------
def test_the_page_of_an_appeal_shows_person_case_text_and_consequence(
    client, four, running, judge, organiser
):
    give(running, "a", 1, judge)
    case = give(running, "a", 2, judge, 1)
    appellant = four[0]
    client.force_login(appellant.user)
    page = read(client.get(reverse("leagues:sanction-appeal", args=[case.pk])))
    for shown in ("slow play 1", "game lost", str(running.event), str(case.player)):
        assert shown in page.text
    appeal(Act(appellant.user, LATER), case, reason="I was ill")
    client.force_login(organiser.user)
    event = read(client.get(running.get_absolute_url()))
    lines = event.texts("section[aria-labelledby=sanctions] li")
    assert ["I was ill" in line for line in lines] == [False, True]
    page = read(client.get(reverse("leagues:sanction-decide", args=[case.pk])))
    for shown in ("slow play 1", "game lost", str(case.player), "I was ill", "Round 2"):
        assert shown in page.text
    assert "If the appeal is upheld" in page.text


def test_a_chair_who_does_not_organise_the_league_is_told_who_decides(client, closed, judge):
    case = give(closed, "a", 2, judge)
    client.force_login(case.player.member.user)
    client.post(reverse("leagues:sanction-appeal", args=[case.pk]), {"reason": "I was ill"})
    client.force_login(make_member("Rika", role=CHAIR).user)
    answer = {"upheld": "yes", "reason": "a doctor says so"}
    page = read(client.post(reverse("leagues:sanction-decide", args=[case.pk]), answer))
    assert "A league organiser will decide." in page.text
    assert "Only an admin" not in page.text


def test_the_wins_of_a_removed_player_are_wins(closed, judge):
    """Rounds after the removal earn nothing, even where absent players get half a point."""
    event = closed.event
    event.settings = {**event.settings, "nbw_absent2": 1, "mms_absent2": 1}
    event.rounds_planned = 5
    event.save()
    for minute in range(3):
        give(closed, "a", 2, judge, minute)
    rows = {row.player: row for row in load(event).standings(5)}
    assert rows[entry(closed, "a").number].scores["NBW"] == 2

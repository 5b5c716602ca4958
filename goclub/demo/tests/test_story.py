"""The two years of the demo club: rich enough, possible, and told by the club's own rules."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from goclub.demo.club.cast import MEMBER, NEWCOMER
from goclub.demo.club.historic import HISTORIC
from goclub.demo.club.plot import Story, StoryGame, declaration
from goclub.demo.club.records import moves_for
from goclub.demo.club.story import tell
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.turns import GameInTurns
from goclub.go.scoring.counting import count
from ratings.paa.conditions import paa_conditions
from ratings.paa.promotion import PaaRankCode
from ratings.paa.state import PaaRules, PaaState
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER
from ratings.replay import DecisionEvent, Event, GameEvent, ReplayEntry, replay
from ratings.system import check_game

TODAY = date(2025, 11, 21)


@pytest.fixture(scope="module")
def story() -> Story:
    return tell(today=TODAY)


@pytest.fixture(scope="module")
def entries(story: Story) -> list[ReplayEntry[PaaState]]:
    return list(replay(SYSTEM, events(story), lambda _: PaaRules()))


def events(story: Story) -> list[Event]:
    """The facts of a story in order of time: within a day, joining and decisions first."""
    found: list[tuple[date, int, Event]] = []
    for person in story.people:
        if person.joined_on is not None:
            event = DecisionEvent(person.key, person.joined_on, person.key, declaration(person))
            found.append((person.joined_on, 0, event))
    for decision in story.decisions:
        on = decision.effective_on
        found.append((on, 1, DecisionEvent(decision, on, decision.person_key, decision.rated())))
    for number, game in enumerate(story.games):
        if game.state == "confirmed":
            black, white = game.black_key or game.guest, game.white_key or game.guest
            event = GameEvent(number, game.played_on, game.rated(), black, white)
            found.append((game.played_on, 2, event))
    return [event for _, _, event in sorted(found, key=lambda row: row[:2])]


def of_state(story: Story, state: str) -> list[StoryGame]:
    return [game for game in story.games if game.state == state]


def test_there_are_enough_games_of_every_kind(story: Story) -> None:
    assert len(story.games) >= 620
    outcomes = Counter(game.outcome for game in story.games)
    assert 2 <= outcomes["J"] <= 4
    assert outcomes["N"] == 2
    endings = Counter(game.ending for game in story.games)
    assert 1 <= endings["forfeit"] <= 2
    assert endings["points"] > 200
    assert endings["resign"] > 200
    boards = Counter(game.board for game in story.games)
    assert boards[9] >= 10
    assert boards[13] >= 4
    assert sum(game.handicap == 7 and game.board == 19 for game in story.games) >= 10
    assert sum(game.black_free or game.white_free for game in story.games) >= 10
    assert sum(game.place in ("OGS", "KGS", "Fox", "IGS") for game in story.games) >= 20
    assert sum(game.guest is not None for game in story.games) == 2


def test_about_a_third_have_a_kifu(story: Story) -> None:
    with_kifu = sum(game.kifu is not None for game in story.games)
    assert 0.29 < with_kifu / len(story.games) < 0.42
    assert sum(game.kifu is not None and game.kifu[0] == "historic" for game in story.games) >= 8


def test_some_games_wait_and_one_is_disputed(story: Story) -> None:
    waiting = of_state(story, "reported")
    assert 3 <= len(waiting) <= 4
    assert all(game.confirmed_by is None for game in waiting)
    of_member = [game for game in waiting if MEMBER in game.players]
    assert sum(game.reported_by != MEMBER for game in of_member) == 2
    assert sum(game.reported_by == MEMBER for game in of_member) == 1
    (disputed,) = of_state(story, "disputed")
    (void,) = of_state(story, "void")
    assert disputed.reason
    winner = disputed.black_key if disputed.outcome == "B" else disputed.white_key
    assert disputed.reported_by == winner
    assert void.reason
    for game in (*waiting, disputed):
        assert TODAY - game.played_on < timedelta(days=12)


def test_dates_are_possible(story: Story) -> None:
    joined = {person.key: person.joined_on for person in story.people}
    assert NEWCOMER not in {key for game in story.games for key in game.players}
    for game in story.games:
        assert TODAY - timedelta(days=731) < game.played_on <= TODAY
        for key in game.players:
            assert joined[key] is not None
            assert game.played_on > joined[key]
    for decision in story.decisions:
        assert decision.effective_on <= TODAY
        assert decision.effective_on > joined[decision.person_key]
    days = [game.played_on for game in story.games]
    assert days == sorted(days)
    assert len({(day.year, day.month) for day in days}) >= 24
    assert not set(days) & {decision.effective_on for decision in story.decisions}


def test_games_are_such_as_the_rules_accept(story: Story) -> None:
    for game in story.games:
        check_game(game.rated())
        assert game.ending != "time"
        assert game.black_key != game.white_key
        assert (game.guest is None) == (len(game.players) == 2)
        assert game.reported_by in game.players
        if game.outcome == "J":
            assert game.komi2 % 2 == 0
        if game.margin2 is not None:
            assert game.margin2 % 2 == game.komi2 % 2
        if game.state == "confirmed":
            assert game.confirmed_by is not None
            assert game.confirmed_by != game.reported_by


def test_the_office_sets_beginners_and_certifies_a_dozen(story: Story) -> None:
    kinds = Counter(decision.kind for decision in story.decisions)
    assert kinds["set"] >= 3
    assert 8 <= kinds["certified"] <= 16
    assert all(decision.reason for decision in story.decisions)
    assert all(decision.decided_by == "chair" for decision in story.decisions)


def test_ranks_rise_and_fall_by_the_rules(entries: list[ReplayEntry[PaaState]]) -> None:
    codes = Counter(entry.step.reason.inputs.get("rank_code") for entry in entries)
    assert codes[PaaRankCode.PROMOTED.value] >= 6
    assert codes[PaaRankCode.DEMOTED.value] >= 5


def test_the_demo_member_has_risen_not_long_ago(
    story: Story, entries: list[ReplayEntry[PaaState]]
) -> None:
    own = [entry for entry in entries if entry.player == MEMBER]
    assert LADDER[own[-1].step.state.rank] == "1d"
    rises = [
        story.games[entry.key].played_on
        for entry in own
        if entry.step.reason.inputs.get("rank_code") == "promoted" and isinstance(entry.key, int)
    ]
    assert len(rises) == 2
    assert TODAY - rises[-1] < timedelta(days=270)


def test_conditions_follow_from_the_points_of_the_day(
    story: Story, entries: list[ReplayEntry[PaaState]]
) -> None:
    standing: dict[int, dict[object, int]] = {}
    for entry in entries:
        if isinstance(entry.key, int) and entry.before is not None:
            standing.setdefault(entry.key, {})[entry.player] = entry.before.points
    standard = 0
    for number, points in standing.items():
        game = story.games[number]
        if game.board != 19 or game.guest is not None:
            continue
        table = paa_conditions(points[game.black_key], points[game.white_key])
        assert points[game.black_key] <= points[game.white_key]
        standard += (game.handicap, game.komi2) == (table.handicap, table.komi2)
    assert standard > 0.85 * sum(game.board == 19 for game in story.games)


def test_old_games_lend_their_moves_and_their_result(story: Story) -> None:
    used = []
    for game in story.games:
        if game.kifu is not None and game.kifu[0] == "historic":
            old = HISTORIC[game.kifu[1]]
            used.append(game.kifu[1])
            assert (game.outcome, game.ending, game.margin2) == (old.outcome, "resign", None)
            assert (game.board, game.handicap) == (19, 0)
            assert game.kifu_note == old.credit
    assert sorted(used) == list(range(len(HISTORIC)))


def test_kifu_are_legal_and_end_as_reported(story: Story) -> None:
    played = [game for game in story.games if game.kifu is not None and game.kifu[0] == "played"]
    for game in played[::6] + [game for game in played if game.board != 19][:6]:
        board = GameInTurns(game.board, game.handicap)
        moves = moves_for(game)
        for colour, point in moves:
            board.move(colour, stone=point, passes=point is None)
        if game.ending == "points":
            margin2 = count(board.board, rules="Japanese", komi2=game.komi2).margin2
            assert margin2 == (game.margin2 if game.outcome == "B" else -(game.margin2 or 0))
        else:
            assert game.ending == "resign"
            assert moves[-1][0] == (BLACK if game.outcome == "B" else WHITE)


def test_a_game_without_kifu_has_no_moves(story: Story) -> None:
    assert moves_for(next(game for game in story.games if game.kifu is None)) == []


@pytest.mark.parametrize(("seed", "today"), [(1846, date(2026, 1, 2)), (7, date(2028, 2, 29))])
def test_any_seed_and_day_make_a_story(story: Story, seed: int, today: date) -> None:
    other = tell(seed=seed, today=today)
    assert len(other.games) >= 620
    assert max(game.played_on for game in other.games) <= today
    assert len(of_state(other, "disputed")) == 1
    codes = Counter(
        entry.step.reason.inputs.get("rank_code")
        for entry in replay(SYSTEM, events(other), lambda _: PaaRules())
    )
    assert codes["promoted"] >= 1
    assert codes["demoted"] >= 1
    results = [(game.black_key, game.outcome) for game in story.games[:50]]
    assert results != [(game.black_key, game.outcome) for game in other.games[:50]]


def test_the_same_seed_tells_the_same_story_in_another_process(story: Story) -> None:
    program = (
        "import hashlib; from datetime import date; from goclub.demo.club.story import tell;"
        f"story = tell(today=date({TODAY.year}, {TODAY.month}, {TODAY.day}));"
        "print(hashlib.sha256(repr(story).encode()).hexdigest())"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == hashlib.sha256(repr(story).encode()).hexdigest()

"""How the two years of the demo club come about: one day after the other.

Everybody's points are kept by the club's own rules while the story is told, so the conditions of
each game are those that the site would have proposed on that day.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from datetime import date, timedelta

from goclub.demo.club.cast import CHAIR, MEMBER, Person
from goclub.demo.club.plot import OutcomeCode, Story, StoryDecision, StoryGame, declaration
from goclub.demo.club.records import Recorder
from goclub.demo.club.scenes import FREE_KOMI2, GUESTS, Scene, scenes
from ratings.paa.conditions import paa_conditions
from ratings.paa.state import PaaRules, PaaState
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, LOWEST

SPAN = timedelta(days=730)
_TUESDAY, _FRIDAY, _SATURDAY, _SUNDAY = 1, 4, 5, 6
CLUB_NIGHTS = (_TUESDAY, _FRIDAY)
#: Share of keen people who come on an ordinary night.
_TURNOUT = 0.66
#: So many points of strength make odds of about 3 to 1.
_SPREAD = 8.5
#: From this difference on the table gives 7 stones and a free game, so people look for others.
_WIDE = 48
_CLUB_ROOM = "Club room"
_RULES = PaaRules()
_SHODAN = LADDER.index("1d")
#: So many members get their points certified.
_CERTIFICATES = 14


class Teller:
    """Tells one story.  Everything comes from one generator, so a seed is a story."""

    def __init__(self, seed: int, today: date, people: tuple[Person, ...]) -> None:
        self._rng = random.Random(seed)
        self._recorder = Recorder(self._rng)
        self._today = today
        self._start = today - SPAN
        self._people = people
        self._person = {person.key: person for person in people}
        self._states: dict[str, PaaState] = {}
        self._games: list[StoryGame] = []
        self._decisions: list[StoryDecision] = []
        self._last_met: dict[str, str] = {}
        self._scenes: dict[date, list[Scene]] = scenes(self._club_nights())

    def tell(self) -> Story:
        """The whole story."""
        for person in self._people:
            if person.joined_on is not None and person.joined_on < self._start:
                self._welcome(person)
        day = self._start
        while day <= self._today:
            self._live(day)
            for person in self._people:
                if person.joined_on == day:
                    self._welcome(person)
            day += timedelta(days=1)
        return Story(self._people, tuple(self._games), tuple(self._decisions))

    # -- days ------------------------------------------------------------------------------

    def _club_nights(self) -> list[date]:
        days = (self._start + timedelta(days=number) for number in range(SPAN.days + 1))
        return [day for day in days if day.weekday() in CLUB_NIGHTS and not _closed(day)]

    def _live(self, day: date) -> None:
        """What happens on one day."""
        if day.weekday() == _SUNDAY:
            self._office(day)
        elif _closed(day):
            return
        elif day.weekday() in CLUB_NIGHTS:
            self._club_night(day)
        elif day.weekday() == _SATURDAY:
            if self._rng.random() < 0.45:
                self._children(day)
        elif self._rng.random() < 0.2:
            self._online(day)

    def _club_night(self, day: date) -> None:
        present = [key for key in self._states if self._comes(key)]
        self._rng.shuffle(present)
        once_more = [key for key in present if self._rng.random() < 0.2]
        for scene in self._scenes.get(day, ()):
            self._play_scene(scene, day)
        for keys in (present, once_more):
            for one, two in self._pairs(keys):
                if self._gap(one, two) < _WIDE or self._rng.random() < 0.2:
                    self._record(self._game(one, two, day, _CLUB_ROOM), recorded=0.27)

    def _children(self, day: date) -> None:
        """A Saturday afternoon on small boards."""
        small = [key for key in self._states if self._strength(key, day) < 56]
        self._rng.shuffle(small)
        for one, two in self._pairs(small[: self._rng.choice((2, 2, 4))]):
            game = self._game(one, two, day, "Children's afternoon")
            stones = self._rng.choice((2, 2, 3)) if game.handicap > 2 else 0
            conditions = replace(
                game,
                board=self._rng.choice((9, 9, 13)),
                handicap=stones,
                komi2=1 if stones else 11,
            )
            self._record(conditions, recorded=0.4)

    def _online(self, day: date) -> None:
        wired = [key for key in self._states if self._person[key].nicknames and self._comes(key)]
        if len(wired) < 2:
            return
        for one, two in self._pairs(self._rng.sample(wired, 2)):
            servers = dict(self._person[one].nicknames).keys() & dict(self._person[two].nicknames)
            self._record(self._game(one, two, day, min(servers, default="OGS")), recorded=0.8)

    def _comes(self, key: str) -> bool:
        return self._rng.random() < self._person[key].activity * _TURNOUT

    def _pairs(self, keys: list[str]) -> list[tuple[str, str]]:
        """Pairs of people of about the same strength who have not just met."""
        left = list(keys)
        pairs = []
        while len(left) > 1:
            one = left.pop()
            left.sort(key=lambda key: (self._gap(one, key), key))
            near = [key for key in left[:4] if self._last_met.get(key) != one] or left[:1]
            two = self._rng.choice(near)
            left.remove(two)
            self._rng.shuffle(left)
            self._last_met[one], self._last_met[two] = two, one
            pairs.append((one, two))
        return pairs

    def _gap(self, one: str, two: str) -> int:
        return abs(self._states[one].points - self._states[two].points)

    # -- games -----------------------------------------------------------------------------

    def _game(self, one: str, two: str, day: date, place: str) -> StoryGame:
        """A game on the proposed conditions, with its winner but not yet with its ending."""
        conditions = paa_conditions(self._states[one].points, self._states[two].points)
        weaker_first = conditions.weaker == "a" or (
            conditions.weaker is None and self._rng.random() < 0.5
        )
        black, white = (one, two) if weaker_first else (two, one)
        gap = self._strength(white, day) - self._strength(black, day)
        given = 8 * max(conditions.handicap - 1, 0) + (11 - conditions.komi2) / 2
        return StoryGame(
            black_key=black,
            white_key=white,
            played_on=day,
            place=place,
            board=19,
            handicap=conditions.handicap,
            komi2=conditions.komi2,
            outcome=self._winner(given - gap, black, white),
            ending="",
            margin2=None,
            reported_by=self._rng.choice((black, white)),
        )

    def _winner(self, advantage: float, black: str, white: str) -> OutcomeCode:
        chance = 1 / (1 + math.exp(-advantage / _SPREAD))
        if MEMBER in (black, white):
            # The demo login should have something to tell: a steady climb to 1 dan, no walk-over.
            state = self._states[MEMBER]
            climbing = state.wins <= 0.68 * state.counted and state.rank < _SHODAN
            own = 0.82 if climbing else 0.5
            chance = own if black == MEMBER else 1 - own
        return "B" if self._rng.random() < chance else "W"

    def _record(self, game: StoryGame, *, recorded: float) -> None:
        """Decide how a game ended, perhaps give it a kifu, and let the two confirm it."""
        finished = None
        if game.board == 19 and not game.handicap and self._rng.random() < 0.3:
            finished = self._recorder.historic(game)
        if finished is None:
            finished = self._ended(self._agreed(game))
            if self._rng.random() < recorded:
                finished = self._recorder.played(finished)
        self._confirm(finished)

    def _agreed(self, game: StoryGame) -> StoryGame:
        """Now and then two people agree on conditions of their own."""
        whim = self._rng.random()
        if game.board != 19:
            return game
        if game.handicap >= 6 and whim < 0.3:
            # A lesson: fewer stones, and off the record by the teacher's wish.
            return replace(game, handicap=4, komi2=1, white_free=True)
        if not game.handicap and whim < 0.08:
            return replace(game, komi2=self._rng.choice(FREE_KOMI2))
        if whim > 0.98:
            return replace(game, black_free=True)
        return game

    def _ended(self, game: StoryGame) -> StoryGame:
        """By points or by resignation, with a margin that fits the komi."""
        if self._rng.random() < 0.45:
            return replace(game, ending="resign")
        whole = int(abs(self._rng.gauss(0, 0.6 * game.board)))
        margin2 = 2 * whole + 1 if game.komi2 % 2 else 2 * max(whole, 1)
        return replace(game, ending="points", margin2=margin2)

    def _confirm(self, game: StoryGame) -> None:
        """Put a game down as confirmed by the other player, and move the points."""
        other = [key for key in game.players if key != game.reported_by]
        confirmed = replace(game, confirmed_by=game.confirmed_by or (other or [CHAIR])[0])
        self._games.append(confirmed)
        black = None if game.black_key is None else self._states[game.black_key]
        white = None if game.white_key is None else self._states[game.white_key]
        steps = SYSTEM.step(confirmed.rated(), black, white, _RULES)
        for key, step in zip((game.black_key, game.white_key), steps, strict=True):
            if key is not None and step is not None:
                self._states[key] = step.state

    # -- scenes ----------------------------------------------------------------------------

    def _play_scene(self, scene: Scene, day: date) -> None:
        """One of the games that the story must contain."""
        one, two = self._actors(scene)
        game = self._game(one, two, day, _CLUB_ROOM)
        if scene.kind == "guest":
            self._confirm(self._with_guest(game, GUESTS[scene.number]))
            return
        if scene.kind == "jigo":
            self._confirm(replace(game, outcome="J", handicap=0, komi2=12))
            return
        if scene.kind == "no_result":
            self._confirm(replace(game, outcome="N", reason=scene.reason))
            return
        if scene.kind == "forfeit":
            winner = game.black_key if game.outcome == "B" else game.white_key
            forfeit = replace(game, ending="forfeit", reason=scene.reason)
            self._confirm(replace(forfeit, reported_by=winner or one, confirmed_by=CHAIR))
            return
        reporter = {"waits_for_member": two, "by_member": one}.get(scene.kind, game.reported_by)
        ended = replace(self._ended(game), reported_by=reporter, reason=scene.reason)
        if scene.kind == "void":
            self._confirm(replace(ended, reason=""))
            self._games.append(replace(ended, state="void"))
        elif scene.kind == "disputed":
            winner = ended.black_key if ended.outcome == "B" else ended.white_key
            told_by = winner or ended.reported_by  # who lost says that it was the other way round
            self._games.append(replace(ended, state="disputed", reported_by=told_by))
        else:
            self._games.append(replace(ended, state="reported"))

    def _actors(self, scene: Scene) -> tuple[str, str]:
        """Two people for a scene: the demo member first where it is about the member."""
        grown = [key for key, state in self._states.items() if state.points > 80]
        others = [key for key in grown if key not in (CHAIR, MEMBER)]
        one = MEMBER if scene.about_member else self._rng.choice(others)
        others.sort(key=lambda key: (key == one, self._gap(one, key), key))
        return one, others[scene.number] if scene.about_member else self._rng.choice(others[:3])

    def _with_guest(self, game: StoryGame, guest: str) -> StoryGame:
        ended = replace(self._ended(replace(game, handicap=0, komi2=13)), guest=guest)
        if self._rng.random() < 0.5:
            return replace(ended, black_key=None, reported_by=game.white_key or CHAIR)
        return replace(ended, white_key=None, reported_by=game.black_key or CHAIR)

    # -- people and the office -------------------------------------------------------------

    def _welcome(self, person: Person) -> None:
        step = SYSTEM.decide(None, declaration(person), _RULES)
        self._states[person.key] = step.state

    def _strength(self, key: str, day: date) -> float:
        person = self._person[key]
        since = max(person.joined_on or day, self._start)
        return person.true_strength + person.growth * max((day - since).days, 0) / 365

    def _office(self, day: date) -> None:
        """The chair sets beginners who have played enough, and certifies somebody now and then."""
        for key, state in self._states.items():
            if state.rank == LOWEST and state.points <= 10 and state.games >= 10:
                if self._rng.random() < 0.5:
                    self._set(key, day)
                return
        settled = [
            key
            for key, state in self._states.items()
            if not state.certified and len(state.recent) >= 12
        ]
        certified = sum(entry.kind == "certified" for entry in self._decisions)
        if settled and certified < _CERTIFICATES and self._rng.random() < 0.22:
            self._certify(self._rng.choice(settled), day)

    def _set(self, key: str, day: date) -> None:
        if any(entry.person_key == key for entry in self._decisions):
            return
        played = [game for game in self._games if key in game.players]
        won = sum((game.outcome == "B") == (game.black_key == key) for game in played)
        points = max(round(self._strength(key, day)) - 2, 8)
        reason = (
            f"{len(played)} games so far, {won} won, most of them with handicap: "
            f"stronger than a beginner, set at {points} points."
        )
        self._decide(StoryDecision(key, "set", points, day, CHAIR, reason))

    def _certify(self, key: str, day: date) -> None:
        state = self._states[key]
        won, lost = state.recent.count("W"), state.recent.count("L")
        reason = (
            f"{won} won and {lost} lost on the record: "
            f"{state.points} points ({LADDER[state.rank]}) are official from today."
        )
        self._decide(StoryDecision(key, "certified", None, day, CHAIR, reason))

    def _decide(self, decision: StoryDecision) -> None:
        self._decisions.append(decision)
        before = self._states[decision.person_key]
        step = SYSTEM.decide(before, decision.rated(), _RULES)
        self._states[decision.person_key] = step.state


def _closed(day: date) -> bool:
    """The club room is closed over the turn of the year."""
    return (day.month, day.day) >= (12, 24) or (day.month, day.day) <= (1, 3)

"""What happened around the games of the demo club, told through the site's own services.

The league's evenings, the beginners' class, the founders' IGS ranks are facts beside the story;
tosses and a late correction are things that people do, and go the way that people go.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from goclub.demo.club.cast import CHAIR, MEMBER, ORGANISER, Person
from goclub.demo.club.plot import Story, StoryGame
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.decisions import confirm_game, decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import attach_toss, call_toss, decide_toss, open_toss
from goclub.members.models import Member, User
from goclub.members.people.services import add_guest
from ratings.ranks import LADDER
from ratings.toss import decide

#: Who may start in BC, youngest first; five wins lead out of it (S0-26b).
_BEGINNERS = ("pakorn", "mila", "onoda", "dabek", "raman", "natkritta")
_BC_WINS = 5
#: So many of the last even games were tossed for on the site.
TOSSES = 40
#: A slip is noticed about so long after it happened, when both have played on.
_NOTICED_AFTER = timedelta(days=21)
_WENT_ON = 3
_FRIDAY = 4


def is_for_league(told: StoryGame) -> bool:
    """The first two Fridays of a month are the league's: even games on the large board."""
    return (
        told.played_on.weekday() == _FRIDAY
        and told.played_on.day <= 14
        and told.board == 19
        and not told.handicap
        and told.guest is None
    )


def igs_ranks(story: Story) -> list[tuple[Person, date, str, str]]:
    """Whom the office puts at which IGS rank on joining, and why: (person, day, rank, reason).

    The founders have held their ranks on the server for years, and so can certify the others.
    Two beginners start in BC: one who will win his way out of it, and one who has yet to.
    """
    first_day = min(game.played_on for game in story.games)
    beginners = _beginners(story)
    found = []
    for person in story.people:
        if person.joined_on is None:
            continue
        if person.key in beginners:
            reason = "New to the game: starts in the beginners' class."
            found.append((person, person.joined_on, "BC", reason))
        elif person.joined_on <= first_day:
            reason = "Holds this rank on the server, seen by the office."
            found.append((person, person.joined_on, _rank_of(person), reason))
    return found


def _beginners(story: Story) -> set[str]:
    wins = {key: sum(_leads_out(game, key) for game in story.games) for key in _BEGINNERS}
    risen = next((key for key, won in wins.items() if won >= _BC_WINS), _BEGINNERS[0])
    rising = next(key for key in wins if key != risen)
    return {risen, rising}


def _leads_out(game: StoryGame, key: str) -> bool:
    """Whether this is a win that counts in BC: a rated one, against anybody."""
    won = key == (game.black_key if game.outcome == "B" else game.white_key)
    rated = game.board == 19 and not (game.black_free or game.white_free) and game.guest is None
    decided = game.outcome in ("B", "W") and game.ending != "forfeit"
    return won and rated and decided and game.state == "confirmed"


def _rank_of(person: Person) -> str:
    """The rank that somebody's true strength would hold, two ranks down for online play."""
    place = max(int((person.true_strength - 41) // 10) + 1, 0)
    kyu_or_dan = place - 2
    if kyu_or_dan < 0:
        return f"{9 - kyu_or_dan}k"
    return LADDER[min(kyu_or_dan, LADDER.index("8d"))]


def toss_for_games(games: list[Game], rng: random.Random) -> None:
    """Toss for the last even games between members, on the site, an hour before the report."""
    even = [game for game in games if _tossed_for(game)]
    for game in even[-TOSSES:]:
        players = [game.black, game.white]
        rng.shuffle(players)
        opener, caller = players
        call = rng.choice(("even", "odd"))
        begun = game.reported_at - timedelta(hours=1)
        called, posted = begun + timedelta(seconds=25), begun + timedelta(seconds=52)
        # The colours were fixed by the story, so the stamp has to agree with them.
        digits = list(range(10))
        rng.shuffle(digits)
        wanted = next(
            stamp
            for digit in digits
            if (stamp := posted + timedelta(milliseconds=10 * rng.randrange(90) + digit))
            and decide(call, called, stamp).caller_is_black == (game.black == caller)
        )
        toss = open_toss(by=_login(opener), against=caller, at=begun)
        toss = call_toss(toss=toss, by=_login(caller), call=call, at=called)
        toss = decide_toss(toss=toss, by=_login(opener), at=wanted)
        attach_toss(toss=toss, game=game, by=_login(opener))


def _tossed_for(game: Game) -> bool:
    even = game.board == 19 and not game.handicap and game.komi2 > 1
    members = not (game.black.is_guest or game.white.is_guest)
    return even and members and game.state == Game.State.CONFIRMED


def correct_a_slip(games: list[Game], users: dict[str, User], today: date) -> Game:
    """Let the organiser turn round a result that was entered wrongly; returns the game.

    The last plain game of three weeks ago after which both players have gone on playing, so that
    the replay changes later entries of both; one without a kifu, which would say who has won.
    """
    recorded = set(Kifu.objects.values_list("game", flat=True))
    known = {users[key].pk for key in (CHAIR, MEMBER, ORGANISER)}
    for number in range(len(games) - 1, -1, -1):
        game = games[number]
        if (
            game.state == Game.State.CONFIRMED
            and game.pk not in recorded
            and game.played_on <= today - _NOTICED_AFTER
            and game.ending == "resign"
            and _counts_for_all(game)
            and not known & {game.black.user_id, game.white.user_id}
            and all(_later(games[number + 1 :], player) >= _WENT_ON for player in game.players)
        ):
            break
    else:
        raise LookupError("no game of this story can be corrected")
    winner = "W" if game.winner == "B" else "B"
    assert game.confirmed_at is not None
    return decide_game(
        game=game,
        by=users[ORGANISER],
        at=game.confirmed_at + timedelta(days=12),
        facts=replace(GameFacts.of(game), winner=winner),
        reason="The winner was entered the wrong way round; both players agree.",
    )


def other_kinds(users: dict[str, User], today: date) -> list[Game]:
    """A game of pairs and one with a program: played, kept, and nothing to anybody's points."""
    one, two = users[MEMBER].member, users[ORGANISER].member
    on = today - timedelta(days=2)
    at = datetime(on.year, on.month, on.day, 11, 0, tzinfo=UTC)
    pairs = GameFacts(
        black=one, white=two, played_on=on, winner="B", ending="resign", kind=Game.Kind.PAIR,
        black_partner="Hanae", white_partner="Piotr", place="Club room",
    )  # fmt: skip
    program = GameFacts(
        black=one, white=add_guest(name="KataGo"), played_on=on, winner="W", ending="points",
        margin2=7, kind=Game.Kind.COMPUTER, place="Club computer",
    )  # fmt: skip
    found = []
    for number, facts in enumerate((pairs, program)):
        game = report_game(facts=facts, by=users[MEMBER], at=at + timedelta(hours=number))
        if game.state != Game.State.CONFIRMED:
            game = confirm_game(
                game=game, by=users[ORGANISER], at=at + timedelta(hours=number, minutes=9)
            )
        found.append(game)
    return found


def _counts_for_all(game: Game) -> bool:
    plain = game.board == 19 and game.handicap < 7 and not (game.black_free or game.white_free)
    return plain and not (game.black.is_guest or game.white.is_guest)


def _later(games: list[Game], player: Member) -> int:
    confirmed = (game for game in games if game.state == Game.State.CONFIRMED)
    return sum(player in (game.black, game.white) for game in confirmed)


def _login(member: Member) -> User:
    assert member.user is not None
    return member.user

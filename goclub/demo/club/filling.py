"""Filling an empty database with the demo club: the story's facts, then one rebuild.

The facts are written in bulk; everything derived from them comes from the ledger's own replay, so
that the demo club stands exactly where the rules put it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from simple_history.utils import bulk_create_with_history

from goclub.common.gate import gate_open
from goclub.common.locks import unordered
from goclub.demo.club.afterword import (
    correct_a_slip,
    igs_ranks,
    is_for_league,
    other_kinds,
    toss_for_games,
)
from goclub.demo.club.cast import Person
from goclub.demo.club.player import RULES, count_at_end
from goclub.demo.club.plot import Story, StoryGame
from goclub.demo.club.records import moves_for
from goclub.demo.club.story import DEFAULT_SEED, tell
from goclub.games.library.services.filing import kifu_columns
from goclub.games.library.services.positions import index_missing
from goclub.games.models import Game, HouseRule, Kifu
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.systems.paa.house_rules import MIN_GAMES
from goclub.go.board.basics import Point
from goclub.go.records.reading import read
from goclub.go.records.results import Result
from goclub.go.records.write import write_sgf
from goclub.members.membership.services.roles import set_role
from goclub.members.models import ClubSettings, Member, Nickname, StrengthDecision, User
from goclub.members.people.services import add_guest
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY

PASSWORD = "hoshi-demo"  # noqa: S105 - printed on the screen, for the demo only
LOGINS = (CHAIR, SECRETARY, ORGANISER, MEMBER)

WELCOME = (
    "We meet on Tuesdays and Fridays from six, above the tea shop by the river. Beginners are "
    "taught on any evening; boards, tea and patience are on the house."
)

Progress = Callable[[str], None]


@dataclass
class Cast:
    """Who became what: members and their logins by the keys of the story."""

    members: dict[str, Member]
    users: dict[str, User]

    def player(self, key: str | None, guest: str | None) -> Member:
        if key is not None:
            return self.members[key]
        return add_guest(name=guest or "Guest")


@transaction.atomic
@unordered()
def fill(
    *,
    today: date,
    seed: int = DEFAULT_SEED,
    progress: Progress = lambda _text: None,
    others: Callable[[], object] = lambda: None,
) -> Story:
    """Write the demo club into an empty database and return the story it was written from.

    ``others`` adds what belongs to higher rooms, before a late correction goes through it all.
    """
    progress("telling the story …")
    story = tell(seed=seed, today=today)
    ClubSettings.objects.create(
        pk=1, name="Hoshi Go Club", motto="Nine points of rest, one of play", welcome=WELCOME
    )
    cast = _people(story)
    _declarations(story, cast)
    progress(f"{len(story.games)} games …")
    games = _games(story, cast)
    _house_rules(story, cast)
    progress("playing out the kifu …")
    _kifu(story, games, cast)
    progress("replaying the ledger …")
    rebuild()
    toss_for_games(games, random.Random(seed))
    progress("leagues, tournaments and a correction …")
    others()
    other_kinds(cast.users, today)
    # The last: what it changed further on is where the lines stand.
    correct_a_slip(games, cast.users, today)
    return story


def _people(story: Story) -> Cast:
    members: dict[str, Member] = {}
    users: dict[str, User] = {}
    for person in story.people:
        user = User(username=person.key, email=f"{person.key}@hoshi.example")
        user.is_active = person.joined_on is not None
        if person.key in LOGINS:
            user.set_password(PASSWORD)
        else:
            user.set_unusable_password()
        user.save()
        users[person.key] = user
        members[person.key] = _member(person, user)
    for person in story.people:
        if person.joined_on is not None:
            role = person.key if person.key in LOGINS else MEMBER
            set_role(member=members[person.key], role=role, by=None)
    return Cast(members, users)


def _member(person: Person, user: User) -> Member:
    applied = person.applied_on or person.joined_on
    member = Member(
        user=user,
        status=Member.Status.APPLICANT if person.joined_on is None else Member.Status.MEMBER,
        display_name=person.display_name,
        romanised_name=person.romanised_name,
        country=person.country,
        club=person.club,
        language=person.language,
        time_zone=person.time_zone,
        birth_date=person.birth_date,
        joined_on=person.joined_on,
        applied_at=None if applied is None else at_hour(applied, 0),
        message=person.message,
        declared_rank=person.declared_rank or "",
        declared_points=person.declared_points,
    )
    member.save()
    for server, name in person.nicknames:
        Nickname.objects.create(member=member, name=name, server=server)
    return member


def _declarations(story: Story, cast: Cast) -> None:
    """Declared strengths on the day of joining, IGS ranks beside them, then the office's."""
    rows = [
        StrengthDecision(
            member=cast.members[person.key],
            kind=StrengthDecision.Kind.DECLARED,
            points=person.declared_points,
            rank=person.declared_rank or "",
            effective_on=person.joined_on,
            decided_at=at_hour(person.joined_on, 0),
            decided_by=cast.users["chair"],
        )
        for person in story.people
        if person.joined_on is not None
    ]
    rows += [
        StrengthDecision(
            member=cast.members[decision.person_key],
            kind=decision.kind,
            points=decision.points,
            effective_on=decision.effective_on,
            decided_at=at_hour(decision.effective_on, 3),
            decided_by=cast.users[decision.decided_by],
            reason=decision.reason,
        )
        for decision in story.decisions
    ]
    rows += [
        StrengthDecision(
            member=cast.members[person.key],
            system=StrengthDecision.System.IGS,
            kind=StrengthDecision.Kind.SET,
            rank=rank,
            effective_on=day,
            decided_at=at_hour(day, 0) + timedelta(minutes=45),
            decided_by=cast.users["chair"],
            reason=reason,
        )
        for person, day, rank, reason in igs_ranks(story)
    ]
    with gate_open():
        StrengthDecision.objects.bulk_create(rows)


def _games(story: Story, cast: Cast) -> list[Game]:
    games = [_game(told, cast, number) for number, told in enumerate(story.games)]
    with gate_open():
        stored: list[Game] = bulk_create_with_history(games, Game, batch_size=200)
    return stored


def _game(told: StoryGame, cast: Cast, number: int) -> Game:
    reported_at = at_hour(told.played_on, 1) + timedelta(seconds=number)
    confirmed = told.state == "confirmed"
    players = set(told.players)
    opponent = next(iter(players - {told.reported_by}), None)
    disputed = told.state == "disputed" and opponent
    return Game(
        black=cast.player(told.black_key, told.guest),
        white=cast.player(told.white_key, told.guest),
        played_on=told.played_on,
        place=told.place,
        board=told.board,
        handicap=told.handicap,
        komi2=told.komi2,
        winner=told.outcome,
        ending=told.ending,
        margin2=told.margin2,
        black_free=told.black_free,
        white_free=told.white_free,
        for_league=is_for_league(told),
        state=told.state,
        reported_by=cast.users[told.reported_by],
        reported_at=reported_at,
        confirmed_by=cast.users[told.confirmed_by or "organiser"] if confirmed else None,
        confirmed_at=reported_at + timedelta(minutes=30) if confirmed else None,
        disputed_by=cast.users[opponent] if disputed and opponent else None,
        reason=told.reason,
        **(_claim(told, opponent) if disputed and opponent else {}),
    )


def _claim(told: StoryGame, opponent: str) -> dict[str, Any]:
    """What the disputing player says is right: ahead by as little as the komi allows."""
    colour = Game.Winner.BLACK if opponent == told.black_key else Game.Winner.WHITE
    margin2 = 1 if told.komi2 % 2 else 2
    return {
        "claimed_winner": colour, "claimed_ending": Game.Ended.POINTS, "claimed_margin2": margin2,
    }  # fmt: skip


def _house_rules(story: Story, cast: Cast) -> None:
    """The default, written down with its date, so that the page of house rules is not empty."""
    first = min(person.joined_on for person in story.people if person.joined_on)
    with gate_open():
        HouseRule.objects.create(
            key=MIN_GAMES,
            value=10,
            valid_from=first,
            set_by=cast.users["chair"],
            reason="The salon calls ten games enough for official points (S1-6)",
        )


def _kifu(story: Story, games: list[Game], cast: Cast) -> None:
    rows = []
    for told, game in zip(story.games, games, strict=True):
        moves = moves_for(told)
        if not moves:
            continue
        data = _record(told, game, moves)
        record = read(data)
        rows.append(
            Kifu(
                game=game,
                uploaded_by=cast.users[told.reported_by],
                uploaded_at=game.reported_at,
                filename=f"{told.played_on}-{game.pk}.sgf",
                original=data,
                note=told.kifu_note,
                **kifu_columns(record),
            )
        )
    Kifu.objects.bulk_create(rows, batch_size=100)
    index_missing()


def _record(told: StoryGame, game: Game, moves: list[tuple[int, tuple[int, int] | None]]) -> bytes:
    return write_sgf(
        moves,
        size=told.board,
        handicap=told.handicap,
        komi2=told.komi2,
        black=game.black.display_name,
        white=game.white.display_name,
        result=Result(told.outcome, told.ending, told.margin2),
        date=told.played_on,
        rules=RULES,
        territory=_territory(told, moves),
    )


def _territory(
    told: StoryGame, moves: list[tuple[int, tuple[int, int] | None]]
) -> dict[int, frozenset[Point]] | None:
    """What the players agreed on at the end of a game that went to the count."""
    if told.ending != "points":
        return None
    counted = count_at_end(moves, size=told.board, handicap=told.handicap, komi2=told.komi2)
    return {side.colour: side.territory for side in (counted.black, counted.white)}


def at_hour(day: date, hour: int) -> datetime:
    """A moment of a day; early in UTC, so that it is evening of that day in the club's Japan."""
    return datetime.combine(day, time(hour), tzinfo=UTC)

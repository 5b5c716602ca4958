"""A league of sixty in which everybody has met everybody, written in bulk."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from goclub.common.gate import gate_open
from goclub.games.models import Game
from goclub.leagues.models import Match, Term
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import start_term
from goclub.leagues.tests.league_factories import AFTER, BEFORE, BEGIN, DAY, make_league, make_term
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh

NAMES = ("佐藤 健", "อนงค์ ศรีสุข", "Jadwiga Wiśniewska", "Kowalski <b>", "Tanaka Hiroshi")


def sixty(players: int = 60, *, share: float = 1.0) -> Term:
    """A running term of so many; *share* of the pairings has a result, the rest is open."""
    rng = random.Random(20260101)
    term = make_term(make_league(name=f"Sixty {players} {share}"))
    members = Member.objects.bulk_create(
        [
            Member(
                status=Member.Status.MEMBER,
                joined_on=DAY,
                display_name=f"{NAMES[number % len(NAMES)]} {number}",
                search_names=str(number),
            )
            for number in range(players)
        ]
    )
    from goclub.leagues.models import Entry

    Entry.objects.bulk_create(
        [
            Entry(term=term, member=member, seed=seed, signed_up_at=BEFORE)
            for seed, member in enumerate(members, 1)
        ]
    )
    term = start_term(Act(None, BEGIN), term)
    matches = list(
        Match.objects.filter(division__term=term).select_related("first__member", "second__member")
    )
    games = []
    played = [match for match in matches if rng.random() < share]
    moment = datetime(2025, 3, 4, 10, 0, tzinfo=UTC)
    for match in played:
        ending = rng.choice(["points", "points", "resign"])
        games.append(
            Game(
                black=match.first.member,
                white=match.second.member,
                played_on=DAY,
                winner=rng.choice("BW"),
                ending=ending,
                margin2=rng.randrange(1, 90, 2) if ending == "points" else None,
                handicap=rng.choice([0, 0, 0, 0, 7]),
                state=Game.State.CONFIRMED,
                reported_at=moment,
                confirmed_at=moment + timedelta(seconds=len(games)),
            )
        )
    with gate_open():
        stored = Game.objects.bulk_create(games, batch_size=200)
    for match, game in zip(played, stored, strict=True):
        match.game = game
    Match.objects.bulk_update(played, ["game"], batch_size=200)
    return term


def closed(term: Term) -> Term:
    close_term(Act(None, AFTER), term)
    return fresh(term)

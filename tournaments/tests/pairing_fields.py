"""Small and random tournaments for the tests of pairing."""

from __future__ import annotations

import random
from dataclasses import replace

from tournaments.events import presets
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.settings import Kind

CLUBS = ("", "Bern", "BERNE", "Lyon", "Kyoto", "Gdańsk")
COUNTRIES = ("CH", "ch", "FR", "JP", "PL")
RESULTS = (
    *(GameResult.WHITE, GameResult.BLACK) * 4,
    GameResult.EQUAL,
    GameResult.UNKNOWN,
    GameResult.BOTH_LOSE,
)


def club_day(*ranks, kind=Kind.MCMAHON, **changes):
    """Players 1, 2, … of these ranks, from different clubs and countries."""
    players = tuple(
        Player(number, f"Name{number}", "A", rank, club=f"c{number}x", country=f"L{number}")
        for number, rank in enumerate(ranks, 1)
    )
    return Tournament(players, system=presets.opengotha(kind, **changes))


def played(tournament, *rounds, byes=()):
    """Add rounds given as (white, black, winner) triples; winner 0 is a jigo."""
    laid = []
    for number, triples in enumerate(rounds):
        games = tuple(
            TournamentGame(table, white, black, 0, _result(white, winner))
            for table, (white, black, winner) in enumerate(triples, 1)
        )
        laid.append(TournamentRound(games, byes[number] if number < len(byes) else None))
    return replace(tournament, rounds=tuple(laid))


def _result(white, winner):
    if not winner:
        return GameResult.EQUAL
    return GameResult.WHITE if winner == white else GameResult.BLACK


def random_tournament(seed, kind=None, rounds=None):
    """A field of 4 … 24 players with a random past: handicaps, byes, absences, odd results."""
    rng = random.Random(seed)
    kind = kind or rng.choice([Kind.MCMAHON, Kind.SWISS, Kind.SWISS_CAT])
    size = rng.randint(4, 24)
    past = rng.randint(0, 5) if rounds is None else rounds
    settings = presets.opengotha(kind, rounds=past + 1)
    if kind is Kind.SWISS_CAT or rng.random() < 0.3:
        settings = replace(settings, category_limits=(0, -8))
    players = tuple(
        Player(
            number,
            f"N{rng.randrange(50)}é",
            "ab"[rng.randrange(2)],
            rng.randint(-25, 7),
            rng.choice([None, rng.randrange(100, 2700)]),
            rng.choice(CLUBS),
            rng.choice(COUNTRIES),
            rng.choice([0, 0, 0, 1, 2, -1]),
            frozenset(k for k in range(past + 1) if rng.random() < 0.08),
        )
        for number in range(1, size + 1)
    )
    tournament = Tournament(players, system=settings)
    for number in range(past):
        tournament = replace(
            tournament, rounds=(*tournament.rounds, _random_round(rng, tournament, number))
        )
    return tournament


def _random_round(rng, tournament, number):
    here = [player.id for player in tournament.participants(number)]
    rng.shuffle(here)
    bye = here.pop() if len(here) % 2 else None
    games = tuple(
        TournamentGame(
            k // 2 + 1, here[k], here[k + 1], rng.choice([0, 0, 0, 2, 9]), rng.choice(RESULTS)
        )
        for k in range(0, len(here), 2)
    )
    return TournamentRound(games, bye)

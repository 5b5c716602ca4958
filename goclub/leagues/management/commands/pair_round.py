"""`python manage.py pair_round SLUG --round N`: pair a round, or only say how it would be."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.common.refusals.registry import refusing
from goclub.leagues.management.commands._common import event_of, named, points
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services import proposals, rounds
from goclub.members.requests import Act
from ratings.checks import whole_number
from tournaments.events.field import TournamentGame


class Command(BaseCommand):
    help = (
        "Pair a round as a preview (the best possible pairing, with proof) and print tables, bye "
        "and total weight. With --dry-run nothing is stored, and a round that was played can be "
        "paired again among those who played in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, help="counted from 1")
        parser.add_argument("--dry-run", action="store_true", help="store nothing")
        parser.add_argument("--seed", type=int, help="the seed of the draw")
        parser.add_argument("--no-bye", action="store_true", help="refuse an odd number of players")
        parser.add_argument(
            "--everybody",
            action="store_true",
            help="with --dry-run: pair everyone present, not only those who played",
        )
        parser.add_argument("--format", choices=["json", "text"], default="text")

    def handle(self, *_args: object, **options: Any) -> None:
        with refusing():
            event = event_of(options["slug"])
            snapshot = load(event)
            number = whole_number(
                options["round"], field="round", low=1, high=snapshot.settings.rounds
            )
            if options["dry_run"]:
                proposal = _again(
                    snapshot,
                    number,
                    seed=options["seed"],
                    allow_bye=not options["no_bye"],
                    everybody=options["everybody"],
                )
            else:
                rounds.pair_round(
                    Act(None),
                    event,
                    number=number,
                    seed=options["seed"],
                    allow_bye=not options["no_bye"],
                )
                snapshot = load(event)
                proposal = _as_stored(snapshot, number)
        if options["format"] == "json":
            self.stdout.write(json.dumps(_answer(snapshot, proposal), ensure_ascii=False))
        else:
            self._text(snapshot, proposal)

    def _text(self, snapshot: EventSnapshot, proposal: proposals.PairingProposal) -> None:
        answer = _answer(snapshot, proposal)
        for table in answer["tables"]:
            black, white = (f"{p['first_name']} {p['name']} {p['rank']}".strip()
                            for p in (table["black"], table["white"]))  # fmt: skip
            stones = f"  {table['handicap']} stones" if table["handicap"] else ""
            self.stdout.write(f"{table['board']:>4}  {black} (B) – {white} (W){stones}")
        if answer["bye"]:
            self.stdout.write(f" bye  {answer['bye']['first_name']} {answer['bye']['name']}")
        self.stdout.write(f"total weight {answer['total_weight']} ({answer['proof']})")


def _again(
    snapshot: EventSnapshot, number: int, *, seed: int | None, allow_bye: bool, everybody: bool
) -> proposals.PairingProposal:
    """A round without storing it; one that was played keeps its field and its bye."""
    played = snapshot.round(number)
    if played is None or not played.is_out or everybody:
        return proposals.propose(snapshot, number, seed=seed, allow_bye=allow_bye)
    bye = snapshot.byes.get(number)
    return proposals.propose(
        snapshot,
        number,
        seed=seed,
        only=snapshot.seated(number),
        keep=(),
        bye=bye.participant.number if bye else None,
    )


def _as_stored(snapshot: EventSnapshot, number: int) -> proposals.PairingProposal:
    stored_round, seat = snapshot.round(number), snapshot.byes.get(number)
    assert stored_round is not None
    pairings = snapshot.pairings[number]
    return proposals.PairingProposal(
        number,
        tuple(
            TournamentGame(
                pairing.table, pairing.white.number, pairing.black.number, pairing.handicap
            )
            for pairing in pairings
        ),
        seat.participant.number if seat else None,
        frozenset(pairing.table for pairing in pairings if pairing.fixed),
        int(stored_round.weight) if stored_round.weight else None,
        stored_round.proof,
        None,
    )


def _answer(snapshot: EventSnapshot, proposal: proposals.PairingProposal) -> dict[str, Any]:
    """A round as JSON."""
    people = snapshot.participants
    return {
        "tournament": snapshot.event.slug,
        "round": proposal.number,
        "tables": [
            {
                "board": game.table,
                "black": named(people[game.black]),
                "white": named(people[game.white]),
                "handicap": game.handicap,
                "komi": points(snapshot.event.komi2_for(game.handicap)),
                "fixed": game.table in proposal.fixed,
            }
            for game in proposal.games
        ],
        "bye": named(people[proposal.bye]) if proposal.bye is not None else None,
        "total_weight": proposal.total,
        "proof": proposal.proof,
    }

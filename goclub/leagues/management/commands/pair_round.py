"""`python manage.py pair_round SLUG --round N`: pair a round, or only say how it would be."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from goclub.common.refusals.commands import refusing
from goclub.leagues.management.commands._common import event_of, named, points
from goclub.leagues.tournament.queries.snapshot import Loaded, load
from goclub.leagues.tournament.services import rounds
from ratings.checks import whole_number
from tournaments.events.field import Game


class Command(BaseCommand):
    help = (
        "Pairs a round as a preview, optimal with proof, and prints tables, bye and total weight. "
        "With --dry-run nothing is stored, and a round that was played may be paired again: "
        "those who played in it among themselves."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, help="counted from 1")
        parser.add_argument("--dry-run", action="store_true", help="store nothing")
        parser.add_argument("--seed", type=int, help="the seed of the draw")
        parser.add_argument("--no-bye", action="store_true", help="refuse an odd field")
        parser.add_argument(
            "--everybody",
            action="store_true",
            help="with --dry-run: pair all who are present, whoever played",
        )
        parser.add_argument("--format", choices=["json", "text"], default="text")

    def handle(self, *_args: Any, **options: Any) -> None:
        with refusing():
            event = event_of(options["slug"])
            loaded = load(event)
            number = whole_number(
                options["round"], field="round", low=1, high=loaded.settings.rounds
            )
            if options["dry_run"]:
                proposal = _again(loaded, number, options)
            else:
                rounds.pair_round(
                    event=event,
                    by=None,
                    at=timezone.now(),
                    number=number,
                    seed=options["seed"],
                    allow_bye=not options["no_bye"],
                )
                loaded = load(event)
                proposal = _as_stored(loaded, number)
        if options["format"] == "json":
            self.stdout.write(json.dumps(_answer(loaded, proposal), ensure_ascii=False))
        else:
            self._text(loaded, proposal)

    def _text(self, loaded: Loaded, proposal: rounds.Proposal) -> None:
        answer = _answer(loaded, proposal)
        for table in answer["tables"]:
            black, white = (f"{p['first_name']} {p['name']} {p['rank']}".strip()
                            for p in (table["black"], table["white"]))  # fmt: skip
            stones = f"  {table['handicap']} stones" if table["handicap"] else ""
            self.stdout.write(f"{table['board']:>4}  {black} (B) – {white} (W){stones}")
        if answer["bye"]:
            self.stdout.write(f" bye  {answer['bye']['first_name']} {answer['bye']['name']}")
        self.stdout.write(f"total weight {answer['total_weight']} ({answer['proof']})")


def _again(loaded: Loaded, number: int, options: dict[str, Any]) -> rounds.Proposal:
    """A round without storing it; one that was played keeps its field and its bye."""
    played = loaded.round(number)
    seed, allow_bye = options["seed"], not options["no_bye"]
    if played is None or not played.is_out or options["everybody"]:
        return rounds.propose(loaded, number, seed=seed, allow_bye=allow_bye)
    bye = loaded.byes.get(number)
    return rounds.propose(
        loaded,
        number,
        seed=seed,
        only=loaded.seated(number),
        keep=(),
        bye=bye.participant.number if bye else None,
    )


def _as_stored(loaded: Loaded, number: int) -> rounds.Proposal:
    a_round, seat = loaded.round(number), loaded.byes.get(number)
    assert a_round is not None
    pairings = loaded.pairings[number]
    return rounds.Proposal(
        number,
        tuple(
            Game(one.table, one.white.number, one.black.number, one.handicap) for one in pairings
        ),
        seat.participant.number if seat else None,
        frozenset(one.table for one in pairings if one.fixed),
        int(a_round.weight) if a_round.weight else None,
        a_round.proof,
        None,
    )


def _answer(loaded: Loaded, proposal: rounds.Proposal) -> dict[str, Any]:
    people = loaded.participants
    return {
        "tournament": loaded.event.slug,
        "round": proposal.number,
        "tables": [
            {
                "board": game.table,
                "black": named(people[game.black]),
                "white": named(people[game.white]),
                "handicap": game.handicap,
                "komi": points(loaded.event.komi2_for(game.handicap)),
                "fixed": game.table in proposal.fixed,
            }
            for game in proposal.games
        ],
        "bye": named(people[proposal.bye]) if proposal.bye is not None else None,
        "total_weight": proposal.total,
        "proof": proposal.proof,
    }

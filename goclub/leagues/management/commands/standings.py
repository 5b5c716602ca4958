"""`python manage.py standings SLUG`: the table of an event after a round, as text, CSV or JSON."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.common.export import csv_lines
from goclub.common.refusals.registry import refusing
from goclub.leagues.management.commands._common import event_of, named, points
from goclub.leagues.tournament.queries.sanctions import told_cases
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from ratings.checks import whole_number
from tournaments.events.placement import StandingsRow


class Command(BaseCommand):
    help = (
        "Print the standings of an event after a round (the last published one by default). "
        "Text and CSV are the table as published. JSON has everybody who is entered, with every "
        "criterion under OpenGotha's name: place and place_published are those that OpenGotha "
        "gives, place_shown is the place on the site, null for a player who never came."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, help="after this round; 0 before the first")
        parser.add_argument("--format", choices=["json", "csv", "text"], default="text")

    def handle(self, *_args: object, **options: Any) -> None:
        with refusing():
            snapshot = load(event_of(options["slug"]))
            after = snapshot.last_out if options["round"] is None else options["round"]
            whole_number(after, field="round", low=0, high=snapshot.settings.rounds)
            published = snapshot.standings(after)
        if options["format"] == "json":
            self._json(snapshot, after, published)
        else:
            write = self._csv if options["format"] == "csv" else self._text
            write(snapshot, after, published)

    def _json(
        self, snapshot: EventSnapshot, after: int, published: tuple[StandingsRow, ...]
    ) -> None:
        shown = {row.player: row.place for row in published}
        answer = {
            "tournament": snapshot.event.slug,
            "name": snapshot.event.name,
            "round": after,
            "criteria": list(snapshot.settings.criteria),
            "league": str(snapshot.placing.league) if snapshot.placing else None,
            "sanctions": told_cases(snapshot.event),
            "rows": [
                {
                    "place": row.place,
                    "shared": row.shared,
                    "place_published": row.published_place,
                    "place_shown": shown.get(row.player),
                    **named(snapshot.participants[row.player]),
                    "scores": {name: points(score) for name, score in row.scores.items()},
                }
                for row in snapshot.everybody(after)
            ],
        }
        self.stdout.write(json.dumps(answer, ensure_ascii=False))

    def _csv(self, snapshot: EventSnapshot, _after: int, rows: tuple[StandingsRow, ...]) -> None:
        criteria = snapshot.settings.criteria
        header = ["place", "name", "first_name", "rank", "club", "country", *criteria]
        for line in csv_lines(header, (_cells(snapshot, row, criteria) for row in rows)):
            self.stdout.write(line, ending="")

    def _text(self, snapshot: EventSnapshot, after: int, rows: tuple[StandingsRow, ...]) -> None:
        criteria = snapshot.settings.criteria
        table = [["", "", "", *criteria]]
        for row in rows:
            participant = snapshot.participants[row.player]
            figures = [f"{points(row.scores[name]):g}" for name in criteria]
            place = f"{row.place}." if row.place else "–"
            table.append([place, participant.display_name, participant.rank_text, *figures])
        widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
        self.stdout.write(f"{snapshot.event.name}: {after}/{snapshot.settings.rounds}")
        for line in table:
            cells = [
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            self.stdout.write("  ".join(cells).rstrip())


def _cells(
    snapshot: EventSnapshot, row: StandingsRow, criteria: tuple[str, ...]
) -> list[str | int | float]:
    participant = snapshot.participants[row.player]
    figures = [points(row.scores[name]) for name in criteria]
    about = [
        participant.name,
        participant.first_name,
        participant.rank_text,
        participant.club,
        participant.country,
    ]
    return [row.place or "", *about, *figures]

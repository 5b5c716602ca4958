"""The list of registrations as a table: to be written as CSV, and read back with a dry run.

Only the table is made here; whoever writes it out knows how to keep a spreadsheet from taking a
name for a formula, and the reader takes that apostrophe off again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import Player
from tournaments.events.settings import MAX_ROUNDS
from tournaments.formats.latin import folded
from tournaments.formats.opengotha_names import rank_of, rank_text
from tournaments.formats.sheets import Cells, Problems, Sheet, SheetRow, read_cells

HEADER = (
    *("name", "first_name", "rank", "rating", "club", "country", "egf_pin", "ffg_licence"),
    "rounds_absent",
)
#: Other headings, folded, under which files have the same columns.
_SYNONYMS = {
    "surname": "name",
    "lastname": "name",
    "familyname": "name",
    "nom": "name",
    "nazwisko": "name",
    "姓": "name",
    "นามสกุล": "name",
    "givenname": "first_name",
    "forename": "first_name",
    "prenom": "first_name",
    "imie": "first_name",
    "名": "first_name",
    "ชื่อ": "first_name",
    "grade": "rank",
    "strength": "rank",
    "level": "rank",
    "niveau": "rank",
    "stopien": "rank",
    "段級": "rank",
    "gor": "rating",
    "klub": "club",
    "kraj": "country",
    "pays": "country",
    "pin": "egf_pin",
    "egdpin": "egf_pin",
    "licence": "ffg_licence",
    "absent": "rounds_absent",
    "roundsmissed": "rounds_absent",
}
_PIN = re.compile(r"[0-9]{8}")
_LICENCE = re.compile(r"[0-9]{7}")
_RATING = re.compile(r"-?[0-9]{1,5}")
_SEPARATORS = re.compile(r"[\s,;/]+")


def registration_table(
    players: Iterable[Player],
) -> tuple[tuple[str, ...], tuple[tuple[str | int, ...], ...]]:
    """Return the heading and a row for each player, in their order; rounds counted from 1."""
    rows = tuple(
        (
            player.name,
            player.first_name,
            rank_text(player.rank),
            "" if player.rating is None else player.rating,
            player.club,
            player.country,
            player.egf_pin,
            player.ffg_licence,
            " ".join(str(number + 1) for number in sorted(player.absent)),
        )
        for player in players
    )
    return HEADER, rows


def read_registrations(data: bytes, *, rounds: int = MAX_ROUNDS) -> Sheet[Player]:
    """Return what each line of a CSV file of registrations says, and what is wrong with it.

    Needed are the columns ``name`` and ``rank``; columns that nobody knows are named in
    ``unknown``.  Players have the number of their line among the entries, from 1.  A line at
    fault has no player, and one refusal for each thing at fault (field: the column); nothing is
    raised for it.

    Raises what :func:`tournaments.formats.sheets.read_cells` raises: the file itself cannot be
    read, or a needed column is missing.
    """
    table = read_cells(data, HEADER, _SYNONYMS, needed=("name", "rank"))
    people: dict[str, int] = {}
    pins: dict[str, int] = {}
    rows: list[SheetRow[Player]] = []
    for number, cells in enumerate(table.rows, 1):
        problems = Problems()
        player = _player(cells, number, rounds, problems)
        key = f"{folded(player.name)} {folded(player.first_name)}"
        problems.once(people, key, cells.at, "name", f"{player.name} {player.first_name}".strip())
        if player.egf_pin:
            problems.once(pins, player.egf_pin, cells.at, "egf_pin", player.egf_pin)
        rows.append(SheetRow(cells.at, None if problems.found else player, tuple(problems.found)))
    return Sheet(tuple(rows), table.unknown, table.columns)


def _player(cells: Cells, number: int, rounds: int, problems: Problems) -> Player:
    name, first_name = cells.get("name"), cells.get("first_name")
    if not name:
        problems.add(RuleError(Code.MISSING, field="name"))
    rank = rank_of(cells.get("rank"))
    if not cells.get("rank"):
        problems.add(
            RuleError(
                Code.MISSING,
                field="rank",
                accepted=AcceptedChoice(AcceptedRange("30k", "1k"), AcceptedRange("1d", "9d")),
            )
        )
    elif rank is None:
        problems.add(
            RuleError(
                Code.RANK,
                field="rank",
                value=cells.get("rank")[:80],
                accepted=AcceptedChoice(AcceptedRange("30k", "1k"), AcceptedRange("1d", "9d")),
            )
        )
    rating = problems.matching(cells, "rating", _RATING, AcceptedWords("a whole number"))
    return Player(
        id=number,
        name=name,
        first_name=first_name,
        rank=rank or 0,
        rating=int(rating) if rating else None,
        club=cells.get("club"),
        country=cells.get("country").upper(),
        egf_pin=problems.matching(cells, "egf_pin", _PIN, AcceptedWords("eight digits")),
        ffg_licence=problems.matching(
            cells, "ffg_licence", _LICENCE, AcceptedWords("seven digits")
        ),
        absent=_absent(cells.get("rounds_absent"), rounds, problems),
    )


def _absent(text: str, rounds: int, problems: Problems) -> frozenset[int]:
    """The 0-based rounds of a text such as "2 4"."""
    absent: set[int] = set()
    for word in filter(None, _SEPARATORS.split(text)):
        try:
            number = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else word
            whole_number(number, field="rounds_absent", low=1, high=rounds)
        except RuleError as error:
            problems.add(error)
        else:
            absent.add(int(word) - 1)
    return frozenset(absent)

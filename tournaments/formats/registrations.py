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
from ratings.text_files import missing_column
from tournaments.events.field import MAX_CORRECTION, Player
from tournaments.events.settings import MAX_ROUNDS
from tournaments.formats.opengotha_names import RANKS, rank_of, rank_text
from tournaments.formats.sheets import BLANKS, Cells, Problems, Sheet, SheetRow, SheetTable

HEADER = (
    *("name", "first_name", "rank", "rating", "club", "country", "egf_pin", "ffg_licence"),
    *("rounds_absent", "aga_id", "rounds_unexcused", "correction", "official_grade", "announced"),
)
#: How the numbers of federations look, and that in words.
NUMBERS = {
    "egf_pin": (re.compile(r"[0-9]{8}"), AcceptedWords("eight digits")),
    "ffg_licence": (re.compile(r"[0-9]{7}"), AcceptedWords("seven digits")),
    "aga_id": (re.compile(r"[0-9]{1,12}"), AcceptedWords("a whole number")),
}
_GRADES = AcceptedChoice(*RANKS.items, AcceptedRange("1p", "9p"))
_RATING = re.compile(r"-?[0-9]{1,5}")
_CORRECTION = re.compile(r"(?:[-+]?[0-9]{1,2})?")
#: Before a hyphen whoever writes the table out puts an apostrophe, as before a formula.
_BLANK_SIGNS = BLANKS - {"-"}
_SEPARATORS = re.compile(r"[\s,;/]+")


def registration_table(
    players: Iterable[Player],
) -> tuple[tuple[str, ...], tuple[tuple[str | int, ...], ...]]:
    """Return the heading and a row for each player, in their order; rounds counted from 1.

    ``rounds_unexcused`` are those of ``rounds_absent`` that earn no points (S2-11).  An apostrophe
    stands before a name that is a sign alone: without it the cell would be a blank one.
    """
    rows = tuple(
        (
            _name_text(player.name),
            _name_text(player.first_name),
            rank_text(player.rank),
            "" if player.rating is None else player.rating,
            _name_text(player.club),
            player.country,
            player.egf_pin,
            player.ffg_licence,
            _rounds_text(player.absent | player.unexcused),
            player.aga_id,
            _rounds_text(player.unexcused),
            player.correction or "",
            player.grade if rank_of(player.grade) is not None else "",
            "" if player.registered else "yes",
        )
        for player in players
    )
    return HEADER, rows


def _name_text(name: str) -> str:
    return f"'{name}" if name in _BLANK_SIGNS else name


def _rounds_text(rounds: Iterable[int]) -> str:
    return " ".join(str(number + 1) for number in sorted(rounds))


def read_registrations(table: SheetTable, *, rounds: int = MAX_ROUNDS) -> Sheet[Player]:
    """Return what each line of a table of registrations says, and what is wrong with it.

    Players have the number of their line among the entries, from 1.  A line at fault has no
    player, and one refusal for each thing at fault (field: the column); nothing is raised for it.
    A number of the European database twice is a fault; a name twice may be two people.

    Raises RuleError E_MISSING (field: the column; reason ``missing_column``) without the columns
    ``name`` and ``rank``.
    """
    for name in ("name", "rank"):
        if name not in table.columns:
            raise missing_column(name, name, ", ".join(HEADER))
    pins: dict[str, int] = {}
    rows: list[SheetRow[Player]] = []
    for number, cells in enumerate(table.rows, 1):
        problems = Problems(list(cells.problems))
        player = _player(cells, number, rounds, problems)
        if player.egf_pin:
            problems.once(pins, player.egf_pin, cells.at, "egf_pin", player.egf_pin)
        rows.append(SheetRow(cells.at, None if problems.found else player, tuple(problems.found)))
    return Sheet(tuple(rows), table.unknown, table.columns)


def _player(cells: Cells, number: int, rounds: int, problems: Problems) -> Player:
    name, first_name = cells.get("name"), cells.get("first_name")
    if not name and not any(error.field == "name" for error in problems.found):
        problems.add(RuleError(Code.MISSING, "name"))
    rank = _rank(cells.get("rank"), problems)
    rating = problems.matching(cells, "rating", _RATING, AcceptedWords("a whole number"))
    numbers = {
        column: problems.matching(cells, column, form, accepted)
        for column, (form, accepted) in NUMBERS.items()
    }
    unexcused = _rounds(cells, "rounds_unexcused", rounds, problems)
    return Player(
        id=number,
        name=name,
        first_name=first_name,
        rank=rank or 0,
        rating=int(rating) if rating else None,
        club=cells.get("club"),
        country=cells.get("country").upper(),
        egf_pin=numbers["egf_pin"],
        ffg_licence=numbers["ffg_licence"],
        aga_id=numbers["aga_id"],
        absent=_rounds(cells, "rounds_absent", rounds, problems) | unexcused,
        unexcused=unexcused,
        correction=_correction(cells, problems),
        grade=_grade(cells, problems),
        registered=not problems.switch(cells, "announced"),
    )


def _rank(text: str, problems: Problems) -> int | None:
    """The rank of a player; a professional's is no rank of a tournament of amateurs."""
    rank = rank_of(text)
    if any(error.field == "rank" for error in problems.found):
        return None
    if not text:
        problems.add(RuleError(Code.MISSING, "rank", accepted=RANKS))
    elif rank is None or text.isdecimal():
        problems.add(RuleError(Code.RANK, "rank", text[:80], RANKS))
    elif text[-1] in "pP":
        problems.add(RuleError(Code.RANK, "rank", text, reason="formats.professional"))
    return rank


def _rounds(cells: Cells, column: str, rounds: int, problems: Problems) -> frozenset[int]:
    """The 0-based rounds of a cell such as "2 4"."""
    numbers: set[int] = set()
    for word in filter(None, _SEPARATORS.split(cells.get(column))):
        try:
            number = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else word
            whole_number(number, field=column, low=1, high=rounds)
        except RuleError as error:
            problems.add(error)
        else:
            numbers.add(int(word) - 1)
    return frozenset(numbers)


def _correction(cells: Cells, problems: Problems) -> int:
    """What is added to the start; 0 where the cell is empty or refused."""
    text = cells.get("correction")
    try:
        number = int(text or 0) if _CORRECTION.fullmatch(text) else text
        return whole_number(number, field="correction", low=-MAX_CORRECTION, high=MAX_CORRECTION)
    except RuleError as error:
        problems.add(error)
        return 0


def _grade(cells: Cells, problems: Problems) -> str:
    """The grade beside the rank, a professional's or a federation's: "4P"."""
    grade = cells.get("official_grade").upper()
    if grade and rank_of(grade) is None:
        value = grade[:80]
        problems.add(RuleError(Code.RANK, "official_grade", value, _GRADES))
    return grade

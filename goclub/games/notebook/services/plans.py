"""What entering a batch would do: its files read and judged, nothing written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.forms import mark_of
from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.models import Batch, BatchFile
from goclub.games.notebook.queries import Seat, load_known
from goclub.games.notebook.services.batches import chosen_sheet, columns_of, sheets_of
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.judged import GameEntry, JudgedSheet, MemberEntry, RowQuestion
from goclub.games.notebook.services.judging_games import judge_games
from goclub.games.notebook.services.judging_members import judge_members
from goclub.members.membership.services.admission import PastMember
from goclub.members.models import Member, StrengthDecision, User
from goclub.members.queries import club_settings
from goclub.members.strength.services import PastStrength
from ratings.errors import RuleError


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is to be made; ``row`` of the file, 0 for a guest known from games alone."""

    key: str
    row: int
    past: PastMember


Kind = BatchFile.Kind
_GUEST = "guest:"


@dataclass(frozen=True)
class FilePlan:
    """One file judged, with the questions that have an answer; ``refused`` why it cannot be.

    ``others``: the sheets of a workbook that are not read.
    """

    file: BatchFile
    sheet: Spreadsheet | None = None
    columns: SheetColumns | None = None
    judged: JudgedSheet[Any] | None = None
    answered: tuple[RowQuestion, ...] = ()
    refused: RuleError | None = None
    others: tuple[Spreadsheet, ...] = ()

    @property
    def entries(self) -> Sequence[Any]:
        """What comes in."""
        return self.judged.entries if self.judged else ()


@dataclass(frozen=True)
class ImportPlan:
    """What would be entered, and what would not.

    ``there`` rows that the club has already, ``left_out`` rows that are no data.
    """

    newcomers: list[Newcomer]
    games: Sequence[GameEntry]
    files: tuple[FilePlan, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to enter."""
        return not (self.newcomers or self.games)

    @property
    def members(self) -> int:
        """Members who would come in, guests apart."""
        guest = Member.Status.GUEST
        return sum(each.past.status != guest for each in self.newcomers)

    @property
    def guests(self) -> int:
        """Guests who would come in."""
        return len(self.newcomers) - self.members

    @cached_property
    def there(self) -> int:
        """How many rows are in the club already."""
        return sum(each.judged.there for each in self.files if each.judged)

    @cached_property
    def left_out(self) -> int:
        """How many rows are no data: totals, headings again, those to be skipped."""
        return sum(len(each.judged.left_out) for each in self.files if each.judged)

    @cached_property
    def faulty(self) -> int:
        """Rows that a fault or a question keeps out."""
        return sum(
            bool(row.faults or (row.asks and row.entry is None))
            for each in self.files
            if each.judged
            for row in each.judged.rows
        )

    @cached_property
    def mark(self) -> str:
        """The mark of just these people and games."""
        return mark_of(map(repr, (*self.newcomers, *self.games)))


def plan_of(batch: Batch, *, by: User, today: date) -> ImportPlan:
    """Read and judge the files of a batch against the club as it is; writes nothing."""
    files = {file.kind: file for file in batch.files.all()}
    known = load_known()
    plans: list[FilePlan] = []
    people: Sequence[MemberEntry] = ()
    games: Sequence[GameEntry] = ()

    if file := files.get(Kind.MEMBERS):
        plans.append(_judged(file, partial(judge_members, known=known, today=today)))
        people = plans[-1].entries
    if file := files.get(Kind.GAMES):
        judge = partial(judge_games, known=known, newcomers=people, today=today)
        plans.append(_judged(file, judge))
        games = plans[-1].entries
    may_certify = by.has_perm("members.certify_strength")
    return ImportPlan(_newcomers(people, games, today, may_certify), games, tuple(plans))


def _judged(file: BatchFile, judge: Callable[..., JudgedSheet[Any]]) -> FilePlan:
    sheet = columns = None
    others: tuple[Spreadsheet, ...] = ()
    try:
        sheets = sheets_of(file)
        sheet = chosen_sheet(sheets, file.sheet)
        others = tuple(other for other in sheets if other is not sheet)
        columns = columns_of(file, sheet)
        judged = judge(sheet, columns, choices=file.choices)
        # What was answered is asked no more, but an answer can be changed.
        every = judge(sheet, columns, choices={}).questions if file.choices else ()
    except RuleError as error:
        return FilePlan(file, sheet, columns, refused=error, others=others)
    answered = tuple(question for question in every if question.has_answer(file.choices))
    return FilePlan(file, sheet, columns, judged, answered, others=others)


def _newcomers(
    people: Sequence[MemberEntry], games: Sequence[GameEntry], today: date, may_certify: bool
) -> list[Newcomer]:
    """Return the members of the file, then the guests that its games name."""
    first = _first_games(games)
    spoken = club_settings().language
    newcomers = [
        _newcomer(entry, first.get(entry.key, today), may_certify, spoken) for entry in people
    ]
    guests = dict.fromkeys(
        seat
        for game in games
        for seat in (game.black, game.white)
        if isinstance(seat, str) and seat.startswith(_GUEST)
    )
    return newcomers + [
        Newcomer(seat, 0, PastMember(seat.removeprefix(_GUEST)[:80], status=Member.Status.GUEST))
        for seat in guests
    ]


def _first_games(games: Sequence[GameEntry]) -> dict[Seat, date]:
    """The day of each player's first game in the batch."""
    first: dict[Seat, date] = {}
    for game in games:
        for seat in (game.black, game.white):
            first[seat] = min(first.get(seat, game.played_on), game.played_on)
    return first


def _newcomer(entry: MemberEntry, first: date, may_certify: bool, spoken: str) -> Newcomer:
    guest = entry.status == Member.Status.GUEST
    joined = None if guest else entry.joined_on or first
    past = PastMember(
        display_name=entry.name,
        status=entry.status,
        romanised_name=entry.romanised,
        joined_on=joined,
        birth_date=entry.born_on,
        country=entry.country,
        club=entry.club,
        email=entry.email,
        language=entry.language or spoken,
        nicknames=entry.nicknames,
        strengths=() if joined is None else _strengths_of(entry, joined, may_certify),
    )
    return Newcomer(entry.key, entry.row, past)


def _strengths_of(entry: MemberEntry, joined: date, may_certify: bool) -> tuple[PastStrength, ...]:
    """The declaration on joining; then what was official, or known, on a later day.

    Who had points on a day after joining is taken to have begun with them (nothing else is known),
    and holds them again on that day, whatever the games between made of them.  Only the chair
    certifies: without *may_certify* official points come in as set by the office.
    """
    declared = PastStrength(StrengthDecision.Kind.DECLARED, joined, entry.points, entry.rank)
    day = entry.points_on or joined
    if not entry.certified and day <= joined:
        return (declared,)
    if entry.points is None and not entry.rank:
        return (declared,)
    certified = entry.certified and entry.points is not None and may_certify
    later = PastStrength(
        StrengthDecision.Kind.CERTIFIED if certified else StrengthDecision.Kind.SET,
        max(day, joined),
        entry.points,
        "" if entry.points is not None else entry.rank,
        reason=_("Imported"),
    )
    return (declared, later)

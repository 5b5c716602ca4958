"""Results from a table: every line beside what is there, then those that were agreed to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.text import read_text
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.sheet_tables import LETTERS, SCORES, results_table
from goclub.leagues.models import Change, Pairing, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.ends import check_end
from goclub.leagues.tournament.services.results import (
    Outcome,
    Source,
    check_margin,
    fitting_ending,
    need_possible,
    write_results,
)
from goclub.leagues.tournament.services.steps import (
    lock_event,
    need_published,
    record,
    result_json,
)
from goclub.leagues.tournament.services.table_plans import (
    Plan,
    fingerprint,
    need_few_lines,
    need_same_plan,
)
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.field import CALLED, GameResult, TournamentGame
from tournaments.formats.results_table import TableEntry, read_results
from tournaments.formats.sheets import Sheet, SheetRow

What = Change.What

#: What is asked about a whole table of results.
QUESTIONS = (LETTERS, SCORES)
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})


class ResultFileKind(StrEnum):
    """What a line comes to.

    NEW: the table has no result yet; SAME: it has this one; CONFLICT: it has another;
    DECIDED: a sanction decided it so, whatever the players told; SILENT: the
    file has none, or speaks of a bye; ELSEWHERE: another round; REFUSED.
    """

    NEW = "new"
    SAME = "same"
    CONFLICT = "conflict"
    DECIDED = "decided"
    SILENT = "silent"
    ELSEWHERE = "elsewhere"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PlannedResult:
    """A line of the table; ``stones`` and ``table``: what it says otherwise than the round has
    it, which stays as it is (None: nothing)."""

    at: int
    kind: ResultFileKind
    pairing: Pairing | None = None
    result: str = ""
    by_default: bool = False
    problems: tuple[RuleError, ...] = ()
    stones: int | None = None
    table: int | None = None
    ended_at: datetime | None = None
    ending: str = ""
    margin2: int | None = None


def plan_results(
    snapshot: EventSnapshot, number: int, data: bytes, *, answers: Mapping[str, str] = _NO_ANSWERS
) -> Plan:
    """Return what a table of results would do to a round (from 1); nothing is stored.

    A table without a column for the round is of this one; *answers* to :data:`QUESTIONS` about
    the whole table.  Raises RuleError E_RANGE for too many
    lines, and what :func:`tournaments.formats.results_table.read_results` raises for a table that
    cannot be read at all.
    """
    opened = read_text(data, "", "utf-8")
    table, questions = results_table(opened, answers)
    sheet = read_results(table, snapshot.tournament(), round_number=number - 1)
    need_few_lines(sheet)
    reader = _Reader(snapshot, number, sheet)
    lines = tuple(reader.line(row) for row in sheet.rows)
    facts = [
        (line.at, line.kind.value, line.pairing and (line.pairing.pk, result_json(line.pairing)))
        for line in lines
    ]
    seen = fingerprint(data, (number, facts, sorted(answers.items())))
    return Plan(lines, sheet.unknown, seen, questions)


class _Reader:
    """Puts lines beside the tables of a round."""

    def __init__(self, snapshot: EventSnapshot, number: int, sheet: Sheet[TableEntry]) -> None:
        self._loaded = snapshot
        self._number = number
        self._says_stones = "handicap" in sheet.columns
        self._tables = {
            frozenset(player.number for player in pairing.players): pairing
            for pairing in snapshot.pairings[number]
        }

    def line(self, row: SheetRow[TableEntry]) -> PlannedResult:
        if row.entry is None:
            return PlannedResult(row.at, ResultFileKind.REFUSED, problems=row.problems)
        if row.entry.round_number != self._number - 1:
            return PlannedResult(row.at, ResultFileKind.ELSEWHERE)
        try:
            line = self._line(row.at, row.entry)
            check_end(self._loaded.event, row.entry.ended_at)
            return replace(line, ended_at=row.entry.ended_at)
        except RuleError as error:
            return PlannedResult(row.at, ResultFileKind.REFUSED, problems=(error,))

    def _line(self, at: int, entry: TableEntry) -> PlannedResult:
        if entry.game is None:
            return self._bye(at, entry.bye)
        game = entry.game
        pairing = self._tables.get(frozenset((game.white, game.black)))
        if pairing is None:
            raise Refusal(
                _("%(value)s are not paired with each other in this round."),
                code=Code.UNKNOWN,
                field="white",
                value=self._names(game),
            )
        if pairing.white.number != game.white:
            raise Refusal(
                _(
                    "The colours are reversed here (%(value)s, Black first). Change "
                    "the table on the desk, or correct the file."
                ),
                code=Code.INCONSISTENT,
                field="white",
                value=str(pairing),
            )
        result = game.result.value
        if game.result is GameResult.UNKNOWN:
            kind = ResultFileKind.SILENT
        elif not pairing.has_result:
            kind = ResultFileKind.NEW
        else:
            kind = self._beside(pairing, game)
        if kind in (ResultFileKind.NEW, ResultFileKind.CONFLICT):
            if game.ending != fitting_ending(result, game.ending, by_default=game.by_default):
                raise RuleError(
                    Code.INCONSISTENT, "ending", game.ending, reason="formats.other_ending"
                )
            need_possible(pairing, result, game.by_default, game.ending)
            check_margin(pairing, result, game.margin2)
        return PlannedResult(
            at,
            kind,
            pairing,
            result,
            game.by_default,
            stones=game.handicap
            if self._says_stones and game.handicap != pairing.handicap
            else None,
            ending=game.ending,
            margin2=game.margin2,
            table=game.table if game.table not in (0, pairing.table) else None,
        )

    @staticmethod
    def _beside(pairing: Pairing, game: TournamentGame) -> ResultFileKind:
        """What a result is beside that of its table; a verdict is never stored as one (S4-18)."""
        read = (game.result.value, game.by_default)
        called = game.result is GameResult.EQUAL and game.called != (pairing.ending == CALLED)
        margin = game.margin2 is not None and game.margin2 != pairing.margin2
        differs = called or margin or game.ending not in ("", pairing.ending)
        if read == (str(pairing.result), pairing.by_default) and not differs:
            return ResultFileKind.SAME
        if pairing.verdict and read == (pairing.counted, pairing.counted_default):
            return ResultFileKind.DECIDED
        return ResultFileKind.CONFLICT

    def _bye(self, at: int, number: int | None) -> PlannedResult:
        there = self._loaded.byes.get(self._number)
        if there is not None and there.participant.number == number:
            return PlannedResult(at, ResultFileKind.SILENT)
        name = self._loaded.participants[number].shown_name if number else ""
        raise Refusal(
            _("%(value)s does not have the bye in this round."),
            code=Code.INCONSISTENT,
            field="result",
            value=name,
        )

    def _names(self, game: TournamentGame) -> str:
        both = (self._loaded.participants[number] for number in (game.black, game.white))
        return " – ".join(participant.shown_name for participant in both)


@atomic_retried
def store_results(
    act: Act,
    event_round: Round,
    *,
    data: bytes,
    replace: Collection[int],
    seen: str,
    answers: Mapping[str, str] = _NO_ANSWERS,
) -> list[Pairing]:
    """Store the new results of a table, and those in conflict whose table is in *replace*.

    ``seen``: the plan that was looked at.  Returns the tables that changed.  Raises RuleError
    E_STATE where the table or the results are no longer those of the plan (``plan_is_old``, which
    also stops a form sent twice) or the round takes no results, E_MISSING with nothing to store
    (``nothing_to_store``), PermissionDenied, and what :func:`plan_results` raises.
    """
    event = lock_event(act, event_round.event)
    snapshot = load(event)
    now = snapshot.round(event_round.number)
    if now is None:
        raise RuleError(Code.STATE, "round", event_round.number, reason="tournament.not_paired")
    need_published(event, now)
    plan = plan_results(snapshot, now.number, data, answers=answers)
    need_same_plan(plan.seen, seen)
    if open_questions := [question for question in plan.questions if not question.answer]:
        raise Refusal(
            _("Answer the questions about this table first, such as for %(value)s."),
            code=Code.MISSING,
            field="file",
            value=open_questions[0].value,
            reason="say_how",
        )
    decided = []
    before = {}
    for line in plan.lines:
        pairing = line.pairing
        if pairing is None or line.kind not in (ResultFileKind.NEW, ResultFileKind.CONFLICT):
            continue
        if line.kind is ResultFileKind.NEW or pairing.table in replace:
            before[pairing.pk] = result_json(pairing)
            decided.append((pairing, _facts(line)))
    changed = write_results(act, event, now, decided)
    if not changed:
        raise RuleError(Code.MISSING, "file", reason="tournament.nothing_to_store")
    results = [
        {"pairing": pairing.pk, "before": before[pairing.pk], "after": result_json(pairing)}
        for pairing in changed
    ]
    record(act, event, What.IMPORTED, round_number=now.number, after={"results": results})
    return changed


def _facts(line: PlannedResult) -> dict[str, object]:
    end = {"ended_at": line.ended_at} if line.ended_at else {}
    return end | {
        "result": Outcome(line.result),
        "by_default": line.by_default,
        "ending": line.ending,
        "margin2": line.margin2,
        "source": Source.FILE,
    }

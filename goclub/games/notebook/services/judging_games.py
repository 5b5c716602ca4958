"""Judging a list of games, each row by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Final

from goclub.common.export import undefused
from goclub.common.sheets.sheet import Cell, Spreadsheet
from goclub.games.notebook.queries import GameKey, Known, KnownPerson
from goclub.games.notebook.services.cells.conditions import (
    Handicap,
    NoCondition,
    read_board,
    read_handicap,
    read_komi,
)
from goclub.games.notebook.services.cells.days import Order, order_of, read_day
from goclub.games.notebook.services.cells.results import (
    ENGLISH,
    OWN,
    Letters,
    ReadResult,
    begins_with_doubt,
    letters_of,
    read_result,
    result_text,
    write_result,
)
from goclub.games.notebook.services.cells.text import clean, says_nothing
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.judged import (
    ANOTHER,
    GUEST,
    SKIP,
    AnswerOption,
    GameEntry,
    JudgedSheet,
    Judgement,
    Marks,
    MemberEntry,
    line_text,
    need_columns,
    nobodys,
    rows_of,
    shown,
)
from goclub.games.notebook.services.names import Fit, NameIndex, tidy_name
from goclub.members.names import fold_name
from ratings.errors import RuleError
from ratings.paa.rules import PaaRules, check_for_paa
from ratings.system import Ending, Outcome, RatedGame, check_new_game

_LONGEST_NAME: Final = 80
_PLACE: Final = 80
#: Komi where the file has none, in half points: even, with stones; whole ones for a whole margin.
_EVEN_KOMI2, _STONES_KOMI2 = (13, 12), (1, 0)


def judge_games(
    sheet: Spreadsheet,
    columns: SheetColumns,
    *,
    known: Known,
    newcomers: Sequence[MemberEntry] = (),
    today: date,
    choices: Mapping[str, str],
) -> JudgedSheet[GameEntry]:
    """Judge every row below the headings.

    *newcomers*: members who come along in the same batch; they are meant by name as those of the
    club are.  *choices*: answers to questions, by their keys (:class:`Ask`).

    Raises RuleError ``missing_columns``.
    """
    need_columns(columns)
    rows = rows_of(sheet, columns)
    order = order_of(
        (columns.cell(cells, "date") for _, cells in rows),
        language=columns.language,
        today=today,
        chosen=choices.get("dates", ""),
    )
    letters = letters_of(
        (columns.cell(cells, "result") for _, cells in rows),
        language=columns.language,
        chosen=choices.get("letters", ""),
        first="B" if columns.chosen["black"] < columns.chosen["white"] else "W",
    )
    people = (*known.people, *map(_person, newcomers))
    judge = _GameJudge(columns, order, letters, NameIndex.of(people), known, choices)
    return JudgedSheet(tuple(judge.row(row, cells) for row, cells in rows))


def _person(entry: MemberEntry) -> KnownPerson:
    return KnownPerson(
        seat=entry.key,
        name=entry.name,
        romanised=entry.romanised,
        nicknames=tuple(nickname.name for nickname in entry.nicknames),
        joined_on=entry.joined_on,
        is_guest=entry.status == GUEST,
    )


class _GameJudge:
    def __init__(
        self,
        columns: SheetColumns,
        order: Order,
        letters: Letters,
        index: NameIndex,
        known: Known,
        choices: Mapping[str, str],
    ) -> None:
        self._columns, self._order, self._letters = columns, order, letters
        self._index, self._choices = index, choices
        self._here, self._rules = Counter(dict(known.games)), known.rules
        self._first: dict[GameKey, int] = {}

    def row(self, row: int, cells: tuple[Cell, ...]) -> Judgement[GameEntry]:
        if reason := nobodys(cells, self._columns):
            return Judgement(row, left_out=reason, value=line_text(cells))
        marks: Marks[GameEntry] = Marks(row, cells, self._columns, self._choices)
        if marks.find_broken():
            return marks.judgement(None)
        day = self._day(marks)
        black, white = self._player(marks, "black"), self._player(marks, "white")
        if black and white and black.seat == white.seat:
            marks.fault("same_player", "white", name=white.name)
        if day:
            self._check_joined(marks, day, black, white)
        stones, komi2 = _conditions(marks)
        board = _board(marks)
        result = self._result(marks)
        if not marks.is_no_name("place") and len(undefused(clean(marks.cell("place")))) > _PLACE:
            marks.fault("too_long", "place", most=_PLACE)
        if not (marks.is_clear and day and black and white and result):
            return marks.judgement(None)
        entry = _entry(marks, (black, white), day, (board, stones, komi2), result, self._rules)
        if entry is None:
            return marks.judgement(None)
        return self._compared(marks, entry)

    def _day(self, marks: Marks[GameEntry]) -> date | None:
        if read_day(marks.cell("date"), self._order) is None:
            marks.fault("day_missing", "date")
            return None
        return marks.day("date", self._order)

    def _player(self, marks: Marks[GameEntry], side: str) -> KnownPerson | None:
        text = clean(marks.cell(side))
        if not text or says_nothing(text):
            marks.fault("name_missing", side)
            return None
        if marks.is_unreadable(text, side) or marks.is_no_name(side):
            return None
        text = undefused(text)
        match = self._index.match(text)
        if match.fit in (Fit.WHOLE, Fit.SHORT) and len(match.people) == 1:
            person = match.people[0]
            if match.fit is Fit.SHORT:
                marks.warn("abbreviated", side, name=person.name)
            return person
        question = {Fit.PART: "part_of_name", Fit.NONE: "nobody"}.get(match.fit, "several")
        too_long = len(text) > _LONGEST_NAME
        options = (
            *(
                AnswerOption(str(person.seat), "person", person.name, person.seat)
                for person in match.people
            ),
            *(() if too_long else (AnswerOption(GUEST, GUEST, tidy_name(text)),)),
            AnswerOption(SKIP, SKIP),
        )
        key = f"who:{fold_name(text)[:80]}"
        answer = marks.ask(key, question, side, options, name=shown(text))
        if answer == GUEST:
            return KnownPerson(f"guest:{tidy_name(text)}", tidy_name(text), is_guest=True)
        return next((person for person in match.people if str(person.seat) == answer), None)

    def _check_joined(
        self,
        marks: Marks[GameEntry],
        day: date,
        black: KnownPerson | None,
        white: KnownPerson | None,
    ) -> None:
        """Neither may have joined later; of several who may be meant, the first to join counts."""
        early: list[tuple[date, str, str]] = []
        for side, player in (("black", black), ("white", white)):
            meant = [player] if player else self._index.match(clean(marks.cell(side))).people
            joined = [
                (player.joined_on or date.min, player.name, str(player.seat)) for player in meant
            ]
            if joined and day < min(joined)[0]:
                early.append(min(joined))
        if early:
            joined_on, name, seat = max(early)
            marks.fault("before_joining", "date", name=name, joined=joined_on, seat=seat)

    def _result(self, marks: Marks[GameEntry]) -> ReadResult | None:
        raw = marks.cell("result")
        text = result_text(raw)
        letters = self._letters
        if marks.own_answer("letters"):
            letters = replace(letters, doubtful=True)
        if isinstance(raw, str | time | timedelta) and text:
            if begins_with_doubt(text, letters):
                options = (AnswerOption(OWN, OWN), AnswerOption(ENGLISH, ENGLISH))
                answer = marks.ask("letters", "letters", "result", options)
                if not answer:
                    return None
                letters = replace(letters, language="en" if answer == ENGLISH else "pl")
            result = read_result(text[:200], letters) or self._named(marks, text)
            if result is not None:
                return result
        code = "result_missing" if says_nothing(text) else "no_result"
        marks.fault(code, "result", example=_example(letters.language))
        return None

    def _named(self, marks: Marks[GameEntry], text: str) -> ReadResult | None:
        """The winner by name."""
        sides = {
            "B": fold_name(clean(marks.cell("black"))),
            "W": fold_name(clean(marks.cell("white"))),
        }
        folded = fold_name(text)
        won = [side for side, name in sides.items() if name and name == folded]
        return ReadResult(won[0]) if len(won) == 1 else None

    def _compared(self, marks: Marks[GameEntry], entry: GameEntry) -> Judgement[GameEntry]:
        """With the games of the club, as often as each stands there, and with the rows above."""
        key: GameKey = (
            entry.black, entry.white, entry.played_on, entry.board, entry.handicap, entry.komi2,
            entry.winner, entry.ending, entry.margin2,
        )  # fmt: skip
        first = self._first.setdefault(key, marks.row)
        if self._here[key] > 0:
            self._here[key] -= 1
            return marks.judgement(entry, there=f"row:{marks.row}")
        if first != marks.row:
            options = (AnswerOption(SKIP, SKIP), AnswerOption(ANOTHER, ANOTHER))
            marks.ask(f"twice:{marks.row}", "game_twice", "date", options, first=first)
        return marks.judgement(entry)


def _example(language: str) -> str:
    """Two results as they are written under headings of a language."""
    resigned = write_result("B", "resign", None, language)
    return f"{resigned}, {write_result('W', 'points', 7, language)}"


def _conditions(marks: Marks[GameEntry]) -> tuple[int, int | None]:
    """Stones and komi, None where the file has none."""
    handicap = read_handicap(marks.cell("handicap"))
    if isinstance(handicap, NoCondition):
        marks.fault("no_such_handicap", "handicap")
        handicap = None
    handicap = handicap or Handicap(0)
    komi = read_komi(marks.cell("komi"))
    if isinstance(komi, NoCondition):
        codes = {NoCondition.BETWEEN: "no_half_points", NoCondition.OUT_OF_RANGE: "komi_too_large"}
        marks.fault(codes.get(komi, "no_komi"), "komi")
        komi = None
    return handicap.stones, handicap.komi2 if komi is None else komi


def _board(marks: Marks[GameEntry]) -> int:
    board = read_board(marks.cell("board"))
    if isinstance(board, NoCondition):
        marks.fault("no_such_board", "board")
        return 19
    return board or 19


def _entry(
    marks: Marks[GameEntry],
    players: tuple[KnownPerson, KnownPerson],
    day: date,
    conditions: tuple[int, int, int | None],
    result: ReadResult,
    rules: Callable[[date], PaaRules],
) -> GameEntry | None:
    """The game, once the rules have agreed that it can be true."""
    black, white = players
    board, stones, komi2 = conditions
    jigo = result.winner == "J" and result.ending != "called"
    if komi2 is None:
        whole = jigo or (result.margin2 or 1) % 2 == 0
        komi2 = (_STONES_KOMI2 if stones else _EVEN_KOMI2)[whole]
        field = "komi" if "komi" in marks.columns.chosen else "result"
        marks.warn("komi_assumed", field, komi2=komi2)
    if jigo and komi2 % 2:
        marks.fault("jigo_half_komi", "result", komi2=komi2)
        return None
    ending, margin2 = _ending(marks, result, komi2)
    game = RatedGame(
        board=board,
        handicap=stones,
        komi2=komi2,
        outcome=Outcome(result.winner),
        # Whoever is penalised has lost, as by resigning (S4-6).
        ending=Ending.RESIGNATION if ending == "penalty" else Ending(ending),
        margin2=margin2,
        black_guest=black.is_guest,
        white_guest=white.is_guest,
    )
    try:
        check_new_game(game)
        ending = ending if _may_end_so(marks, game, rules(day)) else "unknown"
    except RuleError as error:
        field = error.field if error.field in ("board", "handicap", "komi") else "result"
        marks.fault("against_rules", field, error=error)
        return None
    return GameEntry(
        row=marks.row,
        black=black.seat,
        white=white.seat,
        played_on=day,
        board=board,
        handicap=stones,
        komi2=komi2,
        winner=result.winner,
        ending=ending,
        margin2=margin2,
        place=undefused(clean(marks.cell("place"))),
    )


def _ending(marks: Marks[GameEntry], result: ReadResult, komi2: int) -> tuple[str, int | None]:
    """How it ended, as far as it can be true; what is not known or cannot be is remarked upon."""
    if result.winner not in ("B", "W"):
        return result.ending, None
    if result.ending == "points" and result.margin2:
        if (result.margin2 - komi2) % 2 == 0:
            return "points", result.margin2
        marks.warn("margin_against_komi", "result", komi2=komi2, margin2=result.margin2)
        return "unknown", None
    if result.ending in ("resign", "time", "forfeit", "left", "penalty"):
        return result.ending, None
    marks.warn("ending_unknown", "result")
    return "unknown", None


def _may_end_so(marks: Marks[GameEntry], game: RatedGame, rules: PaaRules) -> bool:
    """Whether the ending can stand: a loss on time is not one in every game (S1-19)."""
    try:
        check_for_paa(game, rules)
    except RuleError:
        marks.warn("time_loss", "result")
        return False
    return True

"""Judging a list of games, each row by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Final

from goclub.common.export import undefused
from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.notebook.queries import GameKey, Known, KnownPerson, Seat
from goclub.games.notebook.services.cells.conditions import (
    Handicap,
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
    JudgedRow,
    JudgedSheet,
    MemberEntry,
    judge_rows,
    people_options,
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
    judge = _GameJudge(order, letters, NameIndex.of(people), known)
    return judge_rows(sheet, columns, choices, judge.judge)


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
    def __init__(self, order: Order, letters: Letters, index: NameIndex, known: Known) -> None:
        self._order, self._letters, self._index = order, letters, index
        self._here, self._rules = Counter(dict(known.games)), known.rules
        self._first: dict[GameKey, int] = {}

    def judge(self, row: JudgedRow[GameEntry]) -> tuple[GameEntry | None, Seat | None]:
        day = self._day(row)
        black, white = self._player(row, "black"), self._player(row, "white")
        if black and white and black.seat == white.seat:
            row.fault("same_player", "white", name=white.name)
        if day:
            self._check_joined(row, day, black, white)
        handicap = row.read("handicap", read_handicap, "no_such_handicap") or Handicap(0)
        komi2 = row.read(
            "komi", read_komi, "no_komi", between="no_half_points", out_of_range="komi_too_large"
        )
        komi2 = handicap.komi2 if komi2 is None else komi2
        board = row.read("board", read_board, "no_such_board") or 19
        result = self._result(row)
        if not row.is_no_name("place") and len(undefused(clean(row.cell("place")))) > _PLACE:
            row.fault("too_long", "place", most=_PLACE)
        if not (row.is_clear and day and black and white and result):
            return None, None
        conditions = board, handicap.stones, komi2
        entry = _entry(row, (black, white), day, conditions, result, self._rules)
        return entry, self._seen_before(row, entry) if entry else None

    def _day(self, row: JudgedRow[GameEntry]) -> date | None:
        if read_day(row.cell("date"), self._order) is None:
            row.fault("day_missing", "date")
            return None
        return row.day("date", self._order)

    def _player(self, row: JudgedRow[GameEntry], side: str) -> KnownPerson | None:
        text = clean(row.cell(side))
        if not text or says_nothing(text):
            row.fault("name_missing", side)
            return None
        if row.is_unreadable(text, side) or row.is_no_name(side):
            return None
        text = undefused(text)
        match = self._index.match(text)
        if match.fit in (Fit.WHOLE, Fit.SHORT) and len(match.people) == 1:
            person = match.people[0]
            if match.fit is Fit.SHORT:
                row.warn("abbreviated", side, name=person.name)
            return person
        question = {Fit.PART: "part_of_name", Fit.NONE: "nobody"}.get(match.fit, "several")
        too_long = len(text) > _LONGEST_NAME
        options = (
            *people_options(match.people),
            *(() if too_long else (AnswerOption(GUEST, GUEST, tidy_name(text)),)),
            AnswerOption(SKIP, SKIP),
        )
        key = f"who:{fold_name(text)[:80]}"
        answer = row.ask(key, question, side, options, name=shown(text))
        if answer == GUEST:
            return KnownPerson(f"guest:{tidy_name(text)}", tidy_name(text), is_guest=True)
        return next((person for person in match.people if str(person.seat) == answer), None)

    def _check_joined(
        self,
        row: JudgedRow[GameEntry],
        day: date,
        black: KnownPerson | None,
        white: KnownPerson | None,
    ) -> None:
        """Neither may have joined later; of several who may be meant, the first to join counts."""
        early: list[tuple[date, str, str]] = []
        for side, player in (("black", black), ("white", white)):
            meant = [player] if player else self._index.match(clean(row.cell(side))).people
            joined = [
                (player.joined_on or date.min, player.name, str(player.seat)) for player in meant
            ]
            if joined and day < min(joined)[0]:
                early.append(min(joined))
        if early:
            joined_on, name, seat = max(early)
            row.fault("before_joining", "date", name=name, joined=joined_on, seat=seat)

    def _result(self, row: JudgedRow[GameEntry]) -> ReadResult | None:
        raw = row.cell("result")
        text = result_text(raw)
        letters = self._letters
        if row.own_answer("letters"):
            letters = replace(letters, doubtful=True)
        if isinstance(raw, str | time | timedelta) and text:
            if begins_with_doubt(text, letters):
                options = (AnswerOption(OWN, OWN), AnswerOption(ENGLISH, ENGLISH))
                answer = row.ask("letters", "letters", "result", options)
                if not answer:
                    return None
                letters = replace(letters, language="en" if answer == ENGLISH else "pl")
            result = read_result(text[:200], letters) or self._named(row, text)
            if result is not None:
                return result
        code = "result_missing" if says_nothing(text) else "no_result"
        row.fault(code, "result", example=_example(letters.language))
        return None

    def _named(self, row: JudgedRow[GameEntry], text: str) -> ReadResult | None:
        """The winner by name."""
        sides = {
            "B": fold_name(clean(row.cell("black"))),
            "W": fold_name(clean(row.cell("white"))),
        }
        folded = fold_name(text)
        won = [side for side, name in sides.items() if name and name == folded]
        return ReadResult(won[0]) if len(won) == 1 else None

    def _seen_before(self, row: JudgedRow[GameEntry], entry: GameEntry) -> Seat | None:
        """The row itself where the club has the game, as often as it stands there; a question where
        a row above is the same."""
        key: GameKey = (
            entry.black, entry.white, entry.played_on, entry.board, entry.handicap, entry.komi2,
            entry.winner, entry.ending, entry.margin2,
        )  # fmt: skip
        first = self._first.setdefault(key, row.row)
        if self._here[key] > 0:
            self._here[key] -= 1
            return f"row:{row.row}"
        if first != row.row:
            options = (AnswerOption(SKIP, SKIP), AnswerOption(ANOTHER, ANOTHER))
            row.ask(f"twice:{row.row}", "game_twice", "date", options, first=first)
        return None


def _example(language: str) -> str:
    """Two results as they are written under headings of a language."""
    resigned = write_result("B", "resign", None, language)
    return f"{resigned}, {write_result('W', 'points', 7, language)}"


def _entry(
    row: JudgedRow[GameEntry],
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
        field = "komi" if "komi" in row.columns.chosen else "result"
        row.warn("komi_assumed", field, komi2=komi2)
    if jigo and komi2 % 2:
        row.fault("jigo_half_komi", "result", komi2=komi2)
        return None
    ending, margin2 = _ending(row, result, komi2)
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
        ending = ending if _may_end_so(row, game, rules(day)) else "unknown"
    except RuleError as error:
        field = error.field if error.field in ("board", "handicap", "komi") else "result"
        row.fault("against_rules", field, error=error)
        return None
    return GameEntry(
        row=row.row,
        black=black.seat,
        white=white.seat,
        played_on=day,
        board=board,
        handicap=stones,
        komi2=komi2,
        winner=result.winner,
        ending=ending,
        margin2=margin2,
        place=undefused(clean(row.cell("place"))),
    )


def _ending(row: JudgedRow[GameEntry], result: ReadResult, komi2: int) -> tuple[str, int | None]:
    """How it ended, as far as it can be true; what is not known or cannot be is remarked upon."""
    if result.winner not in ("B", "W"):
        return result.ending, None
    if result.ending == "points" and result.margin2:
        if (result.margin2 - komi2) % 2 == 0:
            return "points", result.margin2
        row.warn("margin_against_komi", "result", komi2=komi2, margin2=result.margin2)
        return "unknown", None
    if result.ending in ("resign", "time", "forfeit", "left", "penalty"):
        return result.ending, None
    row.warn("ending_unknown", "result")
    return "unknown", None


def _may_end_so(row: JudgedRow[GameEntry], game: RatedGame, rules: PaaRules) -> bool:
    """Whether the ending can stand: a loss on time is not one in every game (S1-19)."""
    try:
        check_for_paa(game, rules)
    except RuleError:
        row.warn("time_loss", "result")
        return False
    return True

"""Reading the results file of the European Go Database ("H9") and its French sister (".tou").

The file tells results and places, not the rules that led to them.  What can be inferred is: the
McMahon starts from the scores that it prints, what a round without a game was worth from its signs
``0+``, ``0=`` and ``0-``, the order of placement from the headings.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from ratings.errors import Code, RuleError
from tournaments.events.criteria import CRITERIA
from tournaments.events.field import (
    MAX_CORRECTION,
    EventDetails,
    GameResult,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
    check,
)
from tournaments.events.settings import (
    HIGHEST_RANK,
    LOWEST_RANK,
    MAX_STONES,
    HandicapSettings,
    Kind,
    Settings,
)
from tournaments.formats.h9_lines import H9Line, H9Sheet, bad_line, halves, read_sheet
from tournaments.formats.latin import name_key
from tournaments.formats.remarks import Remark, RemarkKind, held_stones

_MAIN = {"MMS": "MMS", "MM": "MMS", "SCORE": "MMS", "NBW": "NBW", "PTS": "NBW"}
_SUMS = frozenset({"SOS", "SODOS", "SOSOS", "CUSS"})
_MARKS2 = {"+": 2, "=": 1, "-": 0, "?": 0}
#: How many of the names that are cut or lost are said.
_NAMED = 6
_PLACE = re.compile(r"([A-Za-z]{0,3})\s*,\s*(.*)")


def read_h9(data: bytes, remarks: list[Remark] | None = None) -> Tournament:
    """Return the tournament of an H9 or .tou file; players are numbered from 1 in its order.

    Of two byes in a round the first stays; what is left out is added to ``remarks``.  Where colours
    are not given, the better placed of the two has White and the colour is unknown.

    Raises what :func:`tournaments.formats.h9_lines.read_sheet` raises; RuleError on field "line",
    value what stands there: E_DUPLICATE for a number or a player twice (reasons
    ``same_number``, ``same_player``) and for two who name one opponent in a round
    (``twice_in_a_round``); E_UNKNOWN for an opponent who has no line, E_SAME_PLAYER,
    E_INCONSISTENT for lines of unequal length (``rounds``), for opponents who do not name one
    another (``one_sided``) and whose results, colours or stones contradict (``contradiction``).
    """
    remarks = [] if remarks is None else remarks
    sheet = read_sheet(data)
    lines = _numbered(sheet.lines, alike=sheet.opengotha)
    free = _Free.of(lines)
    rounds = tuple(_round(lines, number, free, remarks) for number in range(len(lines[0].cells)))
    remarks += [*free.remarks(lines), *_left_out(sheet)]
    players = tuple(_player(line, id, free) for id, line in enumerate(lines, 1))
    players, system = _Inferred(sheet, lines, free).apply(players)
    event = _french_event(sheet.header) if sheet.french else _event(sheet.header)
    return check(Tournament(players, rounds, system, event))


def _left_out(sheet: H9Sheet) -> list[Remark]:
    """What the header says of the clock without saying all of it, and scores that are missing."""
    names = []
    if not any(line.scores for line in sheet.lines):
        names.append(Remark(RemarkKind.SCORES, ""))
    if adjusted := sheet.header.get("ta" if sheet.french else "TM", ""):
        names.append(Remark(RemarkKind.ADJUSTED_TIME, adjusted))
    if misspelt := [line.spoken for line in sheet.lines if line.misspelt]:
        dots = ["…"] * (len(misspelt) > _NAMED)
        names.append(Remark(RemarkKind.NAMES, " · ".join([*misspelt[:_NAMED], *dots])))
    return names


def _numbered(lines: tuple[H9Line, ...], *, alike: bool) -> tuple[H9Line, ...]:
    """Check that lines are of one length and of different players, and put them in order.

    *alike*: different players may have names that look the same here.
    """
    rounds = len(lines[0].cells)
    people: dict[str, H9Line] = {}
    pins: set[str] = set()
    for line in lines:
        if len(line.cells) != rounds:
            raise bad_line(
                line.at,
                len(line.cells),
                f"{rounds} rounds, as in line {lines[0].at}",
                code=Code.INCONSISTENT,
                reason="formats.rounds",
            )
        twin = people.setdefault(f"{name_key(line.name)} {name_key(line.first_name)}", line)
        # One spelling with numbers and games of its own is a namesake; a line copied is not.
        own = twin.number != line.number and twin.cells != line.cells
        spelled = (twin.name, twin.first_name) == (line.name, line.first_name)
        namesakes = alike or (own and spelled) or (twin.pin and line.pin and twin.pin != line.pin)
        if (twin is not line and not namesakes) or (line.pin and line.pin in pins):
            raise bad_line(
                line.at,
                line.spoken,
                "each player once",
                code=Code.DUPLICATE,
                reason="formats.same_player",
            )
        pins.add(line.pin)
    if _are_shared_places(lines):
        return lines
    numbers: set[int] = set()
    for line in lines:
        if line.number in numbers:
            raise bad_line(
                line.at,
                line.number,
                "each number once",
                code=Code.DUPLICATE,
                reason="formats.same_number",
            )
        numbers.add(line.number)
    return tuple(sorted(lines, key=lambda line: line.number))


def _are_shared_places(lines: tuple[H9Line, ...]) -> bool:
    """Whether the numbers are places that some share; then opponents are numbered by line."""
    numbers = [line.number for line in lines]
    before = [0, *numbers]
    return len(set(numbers)) < len(numbers) and all(
        number in (place, before[place - 1]) for place, number in enumerate(numbers, 1)
    )


@dataclass(frozen=True, slots=True)
class _Free:
    """What rounds without a game are worth in this file, doubled.

    ``0+`` is a bye.  Absences give half a point where a ``0=`` says so; a ``0-`` beside it is one
    that gives nothing.  Where two have ``0+`` in one round and nobody a ``0=``, absences give a
    whole point and there was no bye.  ``second_byes``: line and round of what was a bye beside
    another, which counts as an absence.
    """

    absent2: int
    byes: bool
    second_byes: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, lines: tuple[H9Line, ...]) -> _Free:
        free = [
            Counter(line.cells[index].mark for line in lines if not line.cells[index].opponent)
            for index in range(len(lines[0].cells))
        ]
        if any(marks["="] for marks in free):
            rounds = range(len(lines[0].cells))
            byes = [[line.at for line in lines if line.cells[n].text == "0+"] for n in rounds]
            second = tuple((at, number) for number in rounds for at in byes[number][1:])
            return cls(1, byes=True, second_byes=second)
        several = any(marks["+"] > 1 for marks in free)
        return cls(2 if several else 0, byes=not several)

    def is_bye(self, line: H9Line, number: int) -> bool:
        cell = line.cells[number]
        free = not cell.opponent and cell.mark == "+" and self.byes
        return free and (line.at, number) not in self.second_byes

    def is_absence(self, line: H9Line, number: int) -> bool:
        return not line.cells[number].opponent and not self.is_bye(line, number)

    def is_unexcused(self, line: H9Line, number: int) -> bool:
        mark = line.cells[number].mark
        return self.is_absence(line, number) and _MARKS2[mark] < self.absent2

    def remarks(self, lines: tuple[H9Line, ...]) -> list[Remark]:
        spoken = {line.at: line.spoken for line in lines}
        return [
            Remark(RemarkKind.SECOND_BYE, spoken[at], number + 1) for at, number in self.second_byes
        ]


def _player(line: H9Line, id: int, free: _Free) -> Player:
    return Player(
        id=id,
        name=line.name,
        first_name=line.first_name,
        rank=line.rank,
        grade=line.grade,
        club=line.club,
        country=line.country,
        egf_pin=line.pin,
        ffg_licence=line.licence,
        absent=frozenset(n for n in range(len(line.cells)) if free.is_absence(line, n)),
        unexcused=frozenset(n for n in range(len(line.cells)) if free.is_unexcused(line, n)),
    )


def _round(
    lines: tuple[H9Line, ...], number: int, free: _Free, remarks: list[Remark]
) -> TournamentRound:
    byes = [place for place, line in enumerate(lines) if free.is_bye(line, number)]
    opponents = _opponents(lines, number)
    games: list[TournamentGame] = []
    for place, opponent in opponents.items():
        if opponents.get(opponent) != place:
            raise _contradicted(lines[place], number, "formats.one_sided", lines[opponent])
        if place < opponent:
            games.append(_game(len(games) + 1, lines, (place, opponent), number, remarks))
    return TournamentRound(tuple(games), byes[0] + 1 if byes else None)


def _opponents(lines: tuple[H9Line, ...], number: int) -> dict[int, int]:
    """Whom each line, counted from 0, names as the opponent of a round."""
    places = {line.number: place for place, line in enumerate(lines)}
    if len(places) < len(lines):  # shared places
        places = {place: place - 1 for place in range(1, len(lines) + 1)}
    opponents: dict[int, int] = {}
    named: dict[int, H9Line] = {}
    for place, line in enumerate(lines):
        cell = line.cells[number]
        if not cell.opponent:
            continue
        opponent = places.get(cell.opponent)
        if opponent is None:
            raise _refusal(line, number, Code.UNKNOWN, "", "the number of another line")
        if opponent == place:
            raise _refusal(line, number, Code.SAME_PLAYER, "", "the number of another line")
        if opponent in named:
            raise _refusal(
                line,
                number,
                Code.DUPLICATE,
                "tournament.twice_in_a_round",
                f"somebody else: line {named[opponent].at} has this opponent",
            )
        named[opponent] = line
        opponents[place] = opponent
    return opponents


def _refusal(line: H9Line, number: int, code: Code, reason: str, accepted: str) -> RuleError:
    value = f"{line.spoken}: {line.cells[number].text} in round {number + 1}"
    return bad_line(line.at, value, accepted, code=code, reason=reason)


def _contradicted(line: H9Line, number: int, reason: str, other: H9Line) -> RuleError:
    """Return the refusal of a game of which two lines say different things."""
    return RuleError(
        Code.INCONSISTENT,
        "line",
        f"{line.spoken}: {line.cells[number].text}",
        reason=reason,
        params={"other": other.at},
    ).within(line.at)


_RESULTS = {
    ("+", "-"): GameResult.WHITE,
    ("-", "+"): GameResult.BLACK,
    ("=", "="): GameResult.EQUAL,
    ("+", "+"): GameResult.BOTH_WIN,
    ("-", "-"): GameResult.BOTH_LOSE,
    ("?", "?"): GameResult.UNKNOWN,
}


def _game(
    table: int,
    lines: tuple[H9Line, ...],
    places: tuple[int, int],
    number: int,
    remarks: list[Remark],
) -> TournamentGame:
    """Put the two halves of a game together; what only one of them says holds for both."""
    (mine, theirs), line = (lines[place].cells[number] for place in places), lines[places[0]]
    stones = {cell.stones for cell in (mine, theirs) if cell.stones is not None}
    same_colour = mine.white is not None and mine.white == theirs.white
    first_is_white = not theirs.white if mine.white is None else mine.white
    white, black = (mine, theirs) if first_is_white else (theirs, mine)
    result = _RESULTS.get((white.mark, black.mark))
    if len(stones) > 1 or same_colour or result is None:
        raise _contradicted(line, number, "formats.contradiction", lines[places[1]])
    seats = places if first_is_white else places[::-1]
    teller = lines[places[mine.stones is None]]
    spoken = f"{teller.spoken}: {teller.cells[number].text}"
    return TournamentGame(
        table=table,
        white=seats[0] + 1,
        black=seats[1] + 1,
        handicap=held_stones(stones.pop() if stones else 0, spoken, number + 1, remarks),
        result=result,
        by_default=(mine.by_default or theirs.by_default) and result is not GameResult.UNKNOWN,
        known_colour=mine.white is not None or theirs.white is not None,
    )


class _Inferred:
    """The settings under which the file's own table comes out, as far as it shows them."""

    def __init__(self, sheet: H9Sheet, lines: tuple[H9Line, ...], free: _Free) -> None:
        self._lines = lines
        self._free = free
        self._headings = sheet.headings
        self._reduction = re.fullmatch(r"[hH]\s*([0-9]+)", sheet.header.get("HA", ""))
        mains = [_MAIN[name] for name in sheet.headings if name in _MAIN]
        self._main = mains[0] if mains else self._guessed_main()

    def _guessed_main(self) -> str:
        """Without headings: no Swiss gives more points than it has rounds."""
        rounds2 = 2 * len(self._lines[0].cells)
        if not any(line.scores for line in self._lines):
            return "NBW" if self._disorder([0] * len(self._lines)) == 0 else "MMS"
        tops = [halves(line.scores[0]) for line in self._lines if line.scores]
        return "MMS" if any(top is not None and top > rounds2 for top in tops) else "NBW"

    def apply(self, players: tuple[Player, ...]) -> tuple[tuple[Player, ...], Settings]:
        mcmahon = self._main == "MMS"
        starts = self._starts() if mcmahon else None
        zero, floor, bar = LOWEST_RANK, LOWEST_RANK, HIGHEST_RANK
        ranks = [player.rank for player in players]
        if starts is not None:
            zero, floor, bar = _bars(starts, ranks)
        elif mcmahon:
            floor, bar = self._bars_of_the_order(ranks)
        system = Settings(
            kind=Kind.MCMAHON if mcmahon else Kind.SWISS,
            rounds=len(self._lines[0].cells),
            floor=floor,
            bar=bar,
            zero=zero,
            nbw_absent2=0 if mcmahon else self._free.absent2,
            mms_absent2=self._free.absent2,
            round_down=self._rounded_down(),
            criteria=self._criteria(),
            handicap=self._handicap(),
        )
        if starts is None:
            return players, system
        return _corrected(players, system, starts), system

    def _disorder(self, starts: list[int]) -> int:
        """How many players stand below somebody of a lower score, from these starts."""
        scores = [
            2 * start + sum(_MARKS2[cell.mark] for cell in line.cells)
            for start, line in zip(starts, self._lines, strict=True)
        ]
        return sum(score > min(scores[: place + 1]) for place, score in enumerate(scores))

    def _bars_of_the_order(self, ranks: list[int]) -> tuple[int, int]:
        """Floor and bar under which the order of the lines is the order of scores, as far as any.

        Of several that fit, those nearest to the usual ones.
        """
        usual = Settings()

        def strangeness(floor: int, bar: int) -> tuple[int, int]:
            starts = [min(max(rank, floor), bar) for rank in ranks]
            return self._disorder(starts), abs(floor - usual.floor) + abs(bar - usual.bar)

        low, high = min(ranks), max(ranks)
        choices = ((f, b) for f in range(low - 1, high + 1) for b in range(f, high + 2))
        floor, bar = min(choices, key=lambda both: strangeness(*both))
        return max(floor, LOWEST_RANK), min(bar, HIGHEST_RANK)

    def _criteria(self) -> tuple[str, ...]:
        letter = "M" if self._main == "MMS" else "W"

        def ours(name: str) -> str:
            of, _, without = name.partition("-")
            named = f"{of}{letter}-{without}" if without else f"{of}{letter}"
            return _MAIN.get(name) or (named if of in _SUMS else name)

        order = tuple(dict.fromkeys(name for name in map(ours, self._headings) if name in CRITERIA))
        return order or (self._main, f"SOS{letter}", f"SOSOS{letter}")

    def _handicap(self) -> HandicapSettings:
        if not self._reduction:
            return HandicapSettings()
        reduction = min(int(self._reduction[1][:3]), MAX_STONES)
        if reduction == MAX_STONES:
            return HandicapSettings(ceiling=0)
        return HandicapSettings(correction=reduction)

    def _main2(self, line: H9Line) -> int | None:
        """The printed main score, doubled."""
        column = next((i for i, name in enumerate(self._headings) if name in _MAIN), 0)
        return halves(line.scores[column]) if column < len(line.scores) else None

    def _rounded_down(self) -> bool:
        """Whether half points of absences are cut: no odd half is printed beside whole ones."""
        for line in self._lines:
            main2 = self._main2(line)
            if main2 is not None and (main2 - self._played2(line)) % 2:
                return False
        return True

    def _played2(self, line: H9Line) -> int:
        return sum(_MARKS2[cell.mark] for cell in line.cells if cell.opponent)

    def _starts(self) -> list[int] | None:
        """What everybody began with, in points; None where the file does not show it."""
        starts: list[int] = []
        rounded_down = self._rounded_down()
        for line in self._lines:
            main2 = self._main2(line)
            if main2 is None:
                return None
            free2 = sum(_MARKS2[cell.mark] for cell in line.cells if not cell.opponent)
            if rounded_down:
                free2 -= free2 % 2
            start2 = main2 - self._played2(line) - free2
            if start2 % 2:
                return None
            starts.append(start2 // 2)
        return starts


def _bars(starts: list[int], ranks: list[int]) -> tuple[int, int, int]:
    """Zero, floor and bar that give most players their start without a correction."""
    shifts = Counter(rank - start for rank, start in zip(ranks, starts, strict=True))
    most = max(shifts.values())
    zero = min(shift for shift, count in shifts.items() if count == most)
    zero = min(max(zero, LOWEST_RANK), HIGHEST_RANK)

    def rank_at(start: int) -> int:
        return min(max(start + zero, zero), HIGHEST_RANK)

    return zero, rank_at(min(starts)), rank_at(max(starts))


def _corrected(
    players: tuple[Player, ...], system: Settings, starts: list[int]
) -> tuple[Player, ...]:
    corrections = [
        start - system.start2(player.rank) // 2
        for player, start in zip(players, starts, strict=True)
    ]
    if any(abs(correction) > MAX_CORRECTION for correction in corrections):
        return players
    return tuple(
        replace(player, correction=correction)
        for player, correction in zip(players, corrections, strict=True)
    )


def _french_event(header: dict[str, str]) -> EventDetails:
    """``;name=`` is the short title, ``;comm=`` the long one, ``;time=`` minutes and overtime."""
    day = re.fullmatch(r"([0-9]{2})/([0-9]{2})/([0-9]{4})", header.get("date", ""))
    begin = f"{day[3]}-{day[2]}-{day[1]}" if day else ""
    minutes = re.match(r"[0-9]{1,4}", header.get("time", ""))
    size = re.fullmatch(r"[0-9]{1,2}", header.get("size", ""))
    return EventDetails(
        name=header.get("comm") or header.get("name", ""),
        short_name=header.get("name", ""),
        begin=begin,
        end=begin,
        location=header.get("vill", ""),
        size=int(size[0]) if size else 19,
        komi2=_komi2(header.get("komi", "")),
        main_minutes=int(minutes[0]) if minutes else None,
    )


def _komi2(text: str) -> int:
    komi = re.fullmatch(r"([0-9]{1,2})(?:[.,](0|5)0*)?", text)
    return 2 * int(komi[1]) + (komi[2] == "5") if komi else 15


def _event(header: dict[str, str]) -> EventDetails:
    place = _PLACE.fullmatch(header.get("PC", ""))
    begin, _, end = header.get("DT", "").partition(",")
    return EventDetails(
        name=header.get("EV", ""),
        begin=begin.strip(),
        end=end.strip(),
        location=place[2] if place else header.get("PC", ""),
        komi2=_komi2(header.get("KM", "")),
    )

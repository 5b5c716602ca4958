"""Results as notebooks write them: letters in the language of the headings, words in any."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Final

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import plain
from goclub.go.records.numbers import in_digits
from goclub.go.records.results import parse_result, tells_loser

OWN, ENGLISH = "own", "english"

#: What stands before the plus, by the language of the headings; whole words mean the same in all.
_LETTERS: Final = {
    "en": {"b": "B", "w": "W", "c": "B", "cz": "B"},
    "pl": {"c": "B", "cz": "B", "b": "W"},
    "ja": {"b": "B", "w": "W", "k": "B", "s": "W"},
    "th": {"b": "B", "w": "W", "ด": "B", "ข": "W"},
}
_ENGLISH: Final = _LETTERS["en"]
_WORDS: Final = {
    "black": "B", "white": "W", "czarne": "B", "czarny": "B", "czarna": "B", "czar": "B",
        "białe": "W",
    "biale": "W", "biały": "W", "bialy": "W", "biała": "W", "bia": "W", "黒": "B", "白": "W",
        "黒番": "B",
    "白番": "W", "先番": "B", "ดำ": "B", "ดํา": "B", "ขาว": "W", "schwarz": "B",
}  # fmt: skip
_FORMAL = re.compile(r"(?P<who>[^\s\d+:_=()]{1,8})\s*(?P<sign>[+:]|\s\+?)\s*(?P<how>.*)")
_ALONE = re.compile(r"(?P<who>[^\s\d+:_=()]{1,8})\s*\+?")
_SCORES = re.compile(r"(?P<one>0|1|0[.,]5|½|1/2)\s*[-–:−/]\s*(?P<two>0|1|0[.,]5|½|1/2)")
_HOW: Final = (
    ("resign", re.compile(r"r(?:es\w*|ez\w*|\.)?|p(?:odd\w*|\.)?|resign\w*|rezyg\w*"
        r"|(?:przez )?poddani\w*|中押し?(?:勝ち?)?"
                          r"|ยอมแพ้|投了|中盤?|by resignation|gave up")),
    ("time", re.compile(r"t(?:ime)?\.?|czas\w*|na czas|przekroczeni\w* czasu"
        r"|時間(?:切れ)?(?:勝ち?)?|หมดเวลา|on time|timeout|cz\.?")),
    ("forfeit", re.compile(r"f(?:orfeit)?\.?|no[- ]?show|w\.?/?o\.?|walkower\w*|walk\w*|不戦勝?"
        r"|反則(?:勝ち?)?|ชนะบาย|สละสิทธิ์|by forfeit|v")),
    # A sanction, and who left (S0-24), are written by our own export alone.
    ("left", re.compile(r"left")),
    ("penalty", re.compile(r"penalty")),
)  # fmt: skip
_POINTS = re.compile(
    r"(?:o |by )?(?P<number>\d{1,4}(?:[.,]\d{1,4})?)\s*(?P<half>半)?\s*(?:目|点|p(?:ts?|kt"
    r"|oints?|unkt\w*)?\.?|moku|แต้ม|คะแนน|ครึ่ง)*(?P<late>半)?\s*(?:勝ち?)?"
)
#: That somebody won, and nothing of how.
_UNSAID = re.compile(r"|\?|wins?|won|wygr\w*|勝ち?|ชนะ")
#: Words between the winner and the way: W by W.O., black wins by forfeit.
_BY: Final = re.compile(r"(?:(?:wins?|won|wygr\w*)\s+)?(?:by|przez)\s+")
_JIGO = re.compile(
    r"jigo|remis|draw|tie|持碁|持ち碁|ジゴ|じご|引き?分け?|เสมอ(?:กัน)?|=|½|0\.5|1/2|芽碁|セキ"
)
#: A score that a spreadsheet took for a time of the day: 1:00, 01:00:00, 0:01.
_TIMED: Final = re.compile(r"0?([01]):0?([01])(?::00)?")
#: In lists these mark who won or lost, whatever the colour: the three circles are one sign.
_CIRCLES: Final = re.compile(r"[○◯〇●]")
_WALKOVER: Final = re.compile(r"\bw\s?\.\s?o\b|\bw\s?/\s?o\b|\bwo\b|\bwalk.?over|\bwalkower")
#: Signs that no words of who won hold, and words that turn them round.
_FOREIGN: Final = re.compile(r"[=/\\|?!*#&@_~;%<>×✓]|\b(?:not?|nie|nicht)\b")
#: A letter of a colour before words; anywhere else it may be either player.
_LETTER_FIRST: Final = re.compile(r"(?P<who>cz|[bcw])\.?(?P<words>\s.*)")
_LETTER_ALONE: Final = re.compile(r"(?<![^\W\d_])(?:cz|[bcw])(?![^\W\d_])")
_SAYS_WHO: Final = re.compile(
    r"\bw[io]ns?\b|\bbeat|\bdefeat|wygr|pokona|勝|胜|ชนะ|\blos[et]|przegr|負|แพ้"
)
#: Not over when time was called (S4-15), as our own exports and pages write it.
_CALLED = re.compile(r"draw \(time (?:was )?called\)")
_VOID = re.compile(
    r"void|no result|無勝負|ไม่มีผล|bez wyniku|anulowan\w*|unieważnion\w*|nierozstrzygni\w*|ยกเลิก"
)


@dataclass(frozen=True, slots=True)
class ReadResult:
    """``winner`` B, W, J (draw) or N (no result); ``ending`` of a win as
    :class:`goclub.go.records.results.Result` calls it, "" where nobody wrote it, "called"
    of a draw because time was called."""

    winner: str
    ending: str = ""
    margin2: int | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """How B, C and W are to be read in a file; ``doubtful``: its B may be either colour.

    ``first``: whose point comes first in ``1-0``, that of the player whose column does; "" where
    no column says so.
    """

    language: str
    doubtful: bool = False
    first: str = "B"


def letters_of(
    cells: Iterable[Cell], *, language: str, chosen: str = "", first: str = "B"
) -> Letters:
    """What the letters of a file mean: those of the language of its headings.

    Under Polish headings ``B`` is White.  Where the same file also writes ``W`` and never ``C``,
    or ``C`` under other headings, it follows another habit and is asked; *said* is the answer,
    ``own`` (white in Polish) or ``english``.
    """
    if chosen in (ENGLISH, OWN):
        return Letters("en" if chosen == ENGLISH else "pl", first=first)
    letters = {_letter(result_text(cell)[:40]) for cell in cells} & {"b", "c", "cz", "w"}
    polish = letters & {"c", "cz"}
    doubtful = "b" in letters and bool(
        "w" in letters and not polish if language == "pl" else polish
    )
    return Letters(language, doubtful, first)


@lru_cache(maxsize=4096)
def _letter(text: str) -> str:
    match = _FORMAL.fullmatch(text) if "+" in text else _ALONE.fullmatch(text)
    return match["who"] if match else ""


def begins_with_doubt(text: str, letters: Letters) -> bool:
    """Whether a result begins with the letter that may be either colour."""
    return letters.doubtful and _letter(text) == "b"


def is_score(text: str) -> bool:
    """Whether a result gives the points of both, of which one has more.

    >>> is_score("1-0"), is_score("0:1"), is_score("½-½"), is_score("b+1")
    (True, True, False, False)
    """
    match = _SCORES.fullmatch(text.strip())
    return match is not None and {match["one"], match["two"]} == {"0", "1"}


def result_text(cell: Cell) -> str:
    """The text of a result in plain form; a spreadsheet takes 1:0 for a time of the day.

    >>> result_text(" B+R "), result_text(time(1, 0)), result_text("00:01:00")
    ('b+r', '1:0', '0:1')
    """
    if isinstance(cell, datetime):
        return plain(cell)
    if isinstance(cell, timedelta):
        return f"{cell.seconds // 3600}:{cell.seconds // 60 % 60}"
    if isinstance(cell, time):
        return f"{cell.hour}:{cell.minute}"
    text = plain(cell)
    return f"{timed[1]}:{timed[2]}" if (timed := _TIMED.fullmatch(text)) else text


@lru_cache(maxsize=4096)
def read_result(text: str, letters: Letters) -> ReadResult | None:
    """The result that a plain text tells, or None.

    >>> pl, en = Letters("pl"), Letters("en")
    >>> read_result("b+1,5", pl), read_result("b+1,5", en).winner
    (ReadResult(winner='W', ending='points', margin2=3), 'B')
    >>> read_result("c+rez.", pl).ending, read_result("黒3目半勝ち", Letters("ja")).margin2
    ('resign', 7)
    >>> read_result("wygrana", pl), read_result("0-1", en).winner
    (None, 'W')
    """
    text = text.strip()
    # A point alone does not say whose it is; in records of games 0 is a draw.
    if text.isdecimal():
        return None
    if _JIGO.fullmatch(text):
        return ReadResult("J")
    if _CALLED.fullmatch(text):
        return ReadResult("J", "called")
    if _VOID.fullmatch(text):
        return ReadResult("N")
    if match := _SCORES.fullmatch(text):
        return _of_scores(match["one"], match["two"], letters.first)
    if (match := _ALONE.fullmatch(text)) and (winner := _who(match["who"], letters)):
        return ReadResult(winner)
    if match := _FORMAL.fullmatch(text):
        winner = _who(match["who"], letters)
        if winner is not None:
            how = match["how"].rstrip(" ().,").lstrip(" (")
            read = _how(winner, how)
            if "+" in text or (read is not None and not _is_spoken(how, read)):
                return read
        elif "+" in text:
            return None
    return None if says_not_who(text) else _in_words(text, letters)


def _who(word: str, letters: Letters) -> str | None:
    word = word.removesuffix(".")
    known = _WORDS.get(word)
    if known is None and len(word) <= 2:
        known = _LETTERS.get(letters.language, _ENGLISH).get(word) or _ENGLISH.get(word)
    return known


def _is_spoken(how: str, read: ReadResult) -> bool:
    """Whether words without a plus may tell what the named player did: White resigns."""
    is_way = read.ending not in ("", "points") and _BY.match(how) is None
    # A longer way is a word: B R and B res say who won, B resign does not.
    return is_way and (tells_loser(how) or sum(map(str.isalnum, how)) > 3)


def _how(winner: str, how: str) -> ReadResult | None:
    """A win and how; None where the words or the figure can be no way of winning."""
    how = _BY.sub("", how)
    if how.startswith((".", ",")):
        how = f"0{how}"
    if _UNSAID.fullmatch(how):
        return ReadResult(winner)
    for ending, pattern in _HOW:
        if pattern.fullmatch(how):
            return ReadResult(winner, ending)
    if match := _POINTS.fullmatch(how):
        whole, _point, part = match["number"].replace(",", ".").partition(".")
        part = part.rstrip("0")
        if part not in ("", "5") or (part and (match["half"] or match["late"])):
            return None
        margin2 = int(whole) * 2 + bool(part or match["half"] or match["late"])
        return ReadResult(winner, "points", margin2) if 0 < margin2 <= 2 * 761 else None
    return None


def _of_scores(first_score: str, second_score: str, first: str) -> ReadResult | None:
    """Points of the round, those of the *first* colour first."""
    if first == "W":
        first_score, second_score = second_score, first_score
    half = {"0.5", "0,5", "½", "1/2"}
    if first_score in half and second_score in half:
        return ReadResult("J")
    return {("1", "0"): ReadResult("B"), ("0", "1"): ReadResult("W")}.get(
        (first_score, second_score)
    )


def says_not_who(text: str) -> bool:
    """Whether a result marks a win, or a walkover, and not the colour that has it.

    >>> says_not_who("w.o."), says_not_who("〇"), says_not_who("w+w.o.")
    (True, True, False)
    """
    return bool(_CIRCLES.search(text) or _WALKOVER.match(text))


def _in_words(text: str, letters: Letters) -> ReadResult | None:
    """黒中押し勝ち, czarne wygrały przez poddanie, ขาวชนะ 3.5 แต้ม; nothing that is half read."""
    if match := _LETTER_FIRST.fullmatch(text):
        winner = _who(match["who"], letters)
        text = {"B": "black", "W": "white"}.get(winner or "", "") + match["words"]
    if any(kind.search(text) for kind in (_CIRCLES, _WALKOVER, _FOREIGN, _LETTER_ALONE)):
        return None
    result, understood = parse_result(text)
    if result is None or not (understood or result.ending == ""):
        return None
    result_known = result.ending or result.margin2 or result.outcome not in ("B", "W")
    says_who = _SAYS_WHO.search(text) or tells_loser(text)
    if not (result_known or says_who) or in_digits(text).isdecimal():
        return None
    return ReadResult(result.outcome, result.ending, result.margin2)


#: Black and White as our own export writes them under headings of a language.
_WRITTEN: Final = {"en": "BW", "pl": "CB", "ja": "黒白", "th": ("ดำ", "ขาว")}
_WAYS: Final = {
    "resign": "R",
    "time": "T",
    "forfeit": "F",
    "left": "left",
    "penalty": "penalty",
    "unknown": "",
}


def write_result(winner: str, ending: str, margin2: int | None, language: str) -> str:
    """A result as :func:`read_result` reads it back under headings of the language.

    >>> write_result("B", "points", 7, "pl"), write_result("W", "resign", None, "ja")
    ('C+3.5', '白+R')
    >>> write_result("J", "", None, "en"), write_result("W", "unknown", None, "en")
    ('jigo', 'W+')
    """
    if winner not in ("B", "W"):
        if ending == "called":
            return "draw (time called)"
        return "jigo" if winner == "J" else "void"
    letter = _WRITTEN.get(language, _WRITTEN["en"])["BW".index(winner)]
    if ending == "points" and margin2:
        return f"{letter}+{margin2 // 2}{'.5' if margin2 % 2 else ''}"
    return f"{letter}+{_WAYS.get(ending, '')}"

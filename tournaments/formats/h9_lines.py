"""The lines of an H9 or .tou file: header values and each player's words, not yet put together."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.text_files import decoded
from tournaments.events.criteria import CRITERIA
from tournaments.events.settings import MAX_ROUNDS
from tournaments.formats.opengotha_columns import (
    GENERATED,
    Columns,
    columns,
    latin_9,
    score_columns,
)
from tournaments.formats.opengotha_columns import headings as column_headings
from tournaments.formats.opengotha_names import rank_of
from tournaments.formats.remarks import check_player_count

#: Twenty rounds and every column take less than 400.
MAX_LINE = 2_000

_HEADER = re.compile(r";\s*([A-Z]{2})\s?\[(.*)\]")
#: The French list's headers, and its heading of the players' lines.
_FRENCH_HEADER = re.compile(r";\s*([a-z]{2,8})=(.*)")
_FRENCH_TITLE = re.compile(r";.*\bNiv\b.*\bLicence\b")
_LICENCE = re.compile(r"[0-9]{7}")
_TITLE = re.compile(r";\s*(?:Pl|Num|No|#)\b.*?\bClub\b(.*)", re.IGNORECASE)
_LINE_NUMBER = re.compile(r"[0-9]{1,5}[.=]?")
#: A question mark for the colour: nobody knows who had White.
_CELL = re.compile(r"([0-9]{1,5})([-+=?])(!?)/?([wbWB]?|\?(?=[0-9]))([0-9]{0,2})(!?)")
_RANK = re.compile(r"([0-9]{1,2})\s?(k|d|p|kyu|dan|pro)", re.IGNORECASE)
_PIN = re.compile(r"\|\s*([0-9]{8})\b")
#: Latin-9 has no ½: OpenGotha's files have a question mark instead.
_FRACTIONS = str.maketrans({"½": "5", "¼": "2", "¾": "7", "?": "5"})
#: A figure beside an equal one of another player: 205= is no round, where no line has that number.
_TIED = re.compile(r"(-?[0-9]{1,7}(?:[.,][0-9]{0,3})?[½¼¾?]?)=")
_NUMBER = re.compile(r"-?[0-9]{1,7}(?:[.,][0-9]{0,3})?[½¼¾?]?|[½¼¾]")
_COUNTRY = re.compile(r"[A-Za-z]{2,3}|--")
#: Words that belong to the surname after them.
_PARTICLES = frozenset(
    re.findall(
        r"\w+", "de da di do du dos des del della la le van von der den ten ter zu zum af el al"
    )
)
_SPACES = re.compile(r"[ \t]+")

#: Headings of columns beside our own names.
_OTHER = ("SOS", "SODOS", "SOSOS", "CUSS", "CUS", "MM", "SCORE", "PTS")


@dataclass(frozen=True, slots=True)
class H9Cell:
    """A round: the opponent's number (0 for none), the sign, who had which colour and stones."""

    text: str
    opponent: int
    mark: str
    by_default: bool
    white: bool | None
    stones: int | None


@dataclass(frozen=True, slots=True)
class H9Line:
    """A player's line.

    ``at``: its number in the file; ``scores``: the columns of the table; ``misspelt``: letters of
    the name are cut off or lost; ``grade``: a professional's, such as 4P.
    """

    at: int
    number: int
    name: str
    first_name: str
    rank: int
    country: str
    club: str
    scores: tuple[str, ...]
    cells: tuple[H9Cell, ...]
    pin: str = ""
    licence: str = ""
    misspelt: bool = False
    grade: str = ""

    @property
    def spoken(self) -> str:
        """Name and first name."""
        return f"{self.name} {self.first_name}".strip()


@dataclass(frozen=True, slots=True)
class H9Sheet:
    """A file: header values by their names, headings of the columns, the players' lines.

    ``french``: it is a .tou, whose lines have a licence and a club or a country, and no scores.
    ``opengotha``: OpenGotha wrote it, which knows nobody twice: names alike were cut or lost.
    """

    header: dict[str, str] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    lines: tuple[H9Line, ...] = ()
    french: bool = False
    opengotha: bool = False


def bad_line(
    at: int,
    value: object,
    accepted: str,
    *,
    code: Code = Code.TYPE,
    reason: str = "formats.bad_line",
) -> RuleError:
    """The refusal of line *at*, where *value* stands."""
    error = RuleError(code, "line", value, accepted, reason=reason)
    return error.within(at)


def read_sheet(data: bytes) -> H9Sheet:
    """Return the lines of an H9 or .tou file; a player without a number shares the one above.

    Raises what :func:`ratings.text_files.decoded` raises; RuleError on field "line"
    (value: what stands there) for a line that cannot be read, E_MISSING on field
    "players" for a file without one, E_RANGE for more than :data:`.remarks.MAX_PLAYERS`.
    """
    whole = decoded(data)
    opengotha = GENERATED in whole
    if opengotha and not _is_utf_8(data):
        whole = latin_9(whole)
    about, texts = _parted(whole, opengotha=opengotha)
    french, headings = about.french, about.headings
    if not texts:
        raise RuleError(Code.MISSING, "players", accepted=AcceptedWords("a line for each player"))
    numbers = _line_numbers(text for _at, text in texts)
    lines: list[H9Line] = []
    for at, text in texts:
        above = lines[-1].number if lines else None
        parts = columns(text.rstrip(), french=french) if opengotha else None
        if parts and (french or headings):
            scores = 0 if french else score_columns(headings)
            lines.append(_line_of_columns(at, parts, above, scores=scores))
        else:
            lines.append(
                _line(at, text, 0 if french else len(headings), above, numbers, french=french)
            )
    return replace(about, lines=tuple(lines))


def _parted(whole: str, *, opengotha: bool) -> tuple[H9Sheet, list[tuple[int, str]]]:
    """What the comments say, and the players' lines with their numbers in the file."""
    header: dict[str, str] = {}
    headings: tuple[str, ...] = ()
    french = False
    lines: list[tuple[int, str]] = []
    for at, text in enumerate(whole.split("\n"), 1):
        plain = text.strip(" \t")
        if len(plain) > MAX_LINE:
            raise bad_line(at, plain[:80], f"…{MAX_LINE} characters", code=Code.RANGE, reason="")
        if plain.startswith(";"):
            if known := _HEADER.match(plain) or _FRENCH_HEADER.match(plain):
                header.setdefault(known[1], known[2].strip())
            elif _FRENCH_TITLE.match(plain):
                french = True
            elif title := _TITLE.match(plain):
                named = column_headings(plain) if opengotha else None
                headings = named or tuple(_headings().findall(title[1].upper()))
        elif plain:
            lines.append((at, text.split(";", 1)[0]))
        check_player_count(len(lines))
    return H9Sheet(header, headings, french=french, opengotha=opengotha), lines


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return True


def _line_of_columns(at: int, parts: Columns, above: int | None, *, scores: int) -> H9Line:
    """A player's line whose columns stand where OpenGotha puts them; *scores*: how many, if any."""
    rank = _rank(parts.rank)
    if rank is None or (not parts.place and above is None):
        raise bad_line(at, f"{parts.place} {parts.names} {parts.rank}", "5k, 2d …")
    words = parts.rest.split()
    cells, first_cell = _cells(at, words[scores:])
    if first_cell:
        raise bad_line(at, words[scores], "results such as 12+/w2, 3=, 7-!b0, 0+ or 0-")
    name, first_name = _names(parts.names.split())
    if scores:
        country, club = _known_country(parts.country), _known_club(parts.club)
    else:
        country, club = _country_or_club([parts.club])
    return H9Line(
        at=at,
        number=int(parts.place or above or 0),
        name=name,
        first_name=first_name,
        rank=rank,
        country=country,
        club=club,
        scores=tuple(words[:scores]),
        cells=cells,
        misspelt=parts.cut or "?" in parts.names,
        grade=_grade(parts.rank),
        licence=parts.licence if _LICENCE.fullmatch(parts.licence) else "",
    )


def _headings() -> re.Pattern[str]:
    """Names of columns, the longest first, as heading lines run them together."""
    names = sorted({*CRITERIA, *_OTHER}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, names)))


def _line_numbers(texts: Iterable[str]) -> frozenset[int]:
    """The numbers that opponents may be called by."""
    first = (text.split(maxsplit=1)[0] for text in texts if text.strip())
    numbers = {int(word.rstrip(".=")) for word in first if _LINE_NUMBER.fullmatch(word)}
    return frozenset({0, *numbers, *range(1, len(numbers) + 1)})


def _line(
    at: int, text: str, columns: int, above: int | None, numbers: frozenset[int], *, french: bool
) -> H9Line:
    """One player; *above*: the number of the line before, None for the first."""
    pin = _PIN.search(text)
    words = [word for word in _SPACES.split(text.split("|", 1)[0].strip(" \t")) if word]
    shared = above is not None and text[:1] in (" ", "\t")
    if shared and words and not _LINE_NUMBER.fullmatch(words[0]):
        words.insert(0, str(above))
    if not words or not _LINE_NUMBER.fullmatch(words[0]):
        raise bad_line(at, text.strip()[:80], "a line that begins with the player's number")
    number = int(words[0].rstrip(".="))
    where = _rank_at(words)
    if where is None or any(word.isdecimal() for word in words[2:where]):
        raise bad_line(at, text[:80], "a strength such as 5k or 2d after the name")
    rank = _rank(words[where])
    assert rank is not None
    words = _untied(words, where, columns, numbers)
    cells, first_cell = _cells(at, words)
    name, first_name = _names(words[1:where])
    middle = words[where + 1 : first_cell]
    licence = ""
    scores: tuple[str, ...] = ()
    if french:
        licence = middle.pop(0) if middle and _LICENCE.fullmatch(middle[0]) else ""
        country, club = _country_or_club(middle)
    else:
        country, club, scores = _middle(middle, columns)
    return H9Line(
        at=at,
        number=number,
        name=name,
        first_name=first_name,
        rank=rank,
        country=country,
        club=club,
        scores=scores,
        cells=cells,
        pin=pin[1] if pin else "",
        licence=licence,
        grade=_grade(words[where]),
    )


def _untied(words: list[str], where: int, columns: int, numbers: frozenset[int]) -> list[str]:
    """The words with the marks of ties off the figures of the table: ``205=`` is 205.

    Such a figure looks like a drawn game.  It is one of the table where its number is nobody's, or
    where the headings want more figures than stand before it.
    """
    start = len(words)
    while start > where + 1 and _CELL.fullmatch(words[start - 1]):
        start -= 1
    figures = start
    while figures > where + 1 and (
        _NUMBER.fullmatch(words[figures - 1]) or _TIED.fullmatch(words[figures - 1])
    ):
        figures -= 1
    end = start
    while end < len(words) - 1 and end - figures < columns and _TIED.fullmatch(words[end]):
        end += 1
    for place in range(end, len(words)):
        tied = _TIED.fullmatch(words[place])
        if tied and tied[1].isdecimal() and int(tied[1]) not in numbers:
            end = place + 1
    plain = [_TIED.sub(r"\1", word) for word in words[figures:end]]
    return [*words[:figures], *plain, *words[end:]]


def _rank_at(words: list[str]) -> int | None:
    """Where the strength stands: after two names, one, or more of them."""
    likely: tuple[int, ...] = (3, 2, *range(4, 10))
    return next((i for i in likely if i < len(words) and _rank(words[i]) is not None), None)


def _rank(word: str) -> int | None:
    match = _RANK.fullmatch(word)
    return rank_of(f"{match[1]}{match[2][0]}") if match else None


def _grade(word: str) -> str:
    """The grade of a professional, "" for everybody else."""
    match = _RANK.fullmatch(word)
    return f"{match[1]}P" if match and match[2][0] in "pP" else ""


def _cells(at: int, words: list[str]) -> tuple[tuple[H9Cell, ...], int]:
    """The rounds at the end of the line, and where they begin."""
    start = len(words)
    while start and _CELL.fullmatch(words[start - 1]):
        start -= 1
    if start == len(words):
        raise bad_line(
            at, words[-1] if words else "", "results such as 12+/w2, 3=, 7-!b0, 0+ or 0-"
        )
    if len(words) - start > MAX_ROUNDS:
        raise bad_line(at, len(words) - start, f"1…{MAX_ROUNDS} rounds", code=Code.RANGE)
    return tuple(_cell(word) for word in words[start:]), start


def _cell(word: str) -> H9Cell:
    match = _CELL.fullmatch(word)
    assert match is not None
    return H9Cell(
        text=word,
        opponent=int(match[1]),
        mark=match[2],
        by_default=bool(match[3] or match[6]),
        white=match[4].lower() == "w" if match[4] not in ("", "?") else None,
        stones=int(match[5]) if match[5] else None,
    )


def _names(words: list[str]) -> tuple[str, str]:
    """Surname and first name; of several words, particles belong to the surname after them."""
    words = [word.replace("\N{NO-BREAK SPACE}", " ").replace("_", " ").strip() for word in words]
    split = 1
    for index, word in enumerate(words[:-1]):
        if word.endswith(","):
            words[index], split = word[:-1], index + 1
            break
    else:
        while split < len(words) - 1 and words[split - 1].casefold() in _PARTICLES:
            split += 1
    name, first_name = " ".join(words[:split]), " ".join(words[split:])
    return name, "" if first_name == "-" else first_name


def _middle(words: list[str], columns: int) -> tuple[str, str, tuple[str, ...]]:
    """Country, club and the figures of the table between the strength and the first round."""
    country = club = ""
    rest = list(words)
    # A second rank, without its letter.
    if len(rest) > 1 and rest[0].isdecimal() and _COUNTRY.fullmatch(rest[1]):
        rest.pop(0)
    if rest and _COUNTRY.fullmatch(rest[0]):
        country = rest.pop(0).upper()
    figures = 0
    while figures < len(rest) and _NUMBER.fullmatch(rest[-1 - figures]):
        figures += 1
    if columns and figures == len(rest) > columns:  # a club of digits only
        figures -= 1
    club = " ".join(rest[: len(rest) - figures])
    scores = tuple(rest[len(rest) - figures :])
    return _known_country(country), _known_club(club), scores


def _known_country(text: str) -> str:
    country = text.upper() if _COUNTRY.fullmatch(text) else ""
    return "" if country in ("XX", "--") else country


def _known_club(text: str) -> str:
    return "" if text.lower() in ("xxxx", "--", "----") else text.replace("_", " ")


def _country_or_club(words: list[str]) -> tuple[str, str]:
    """What a .tou has after the licence: the club, or the country of players from elsewhere."""
    text = " ".join(words).replace("_", " ")
    if len(text) == 2 and text.isalpha() and text.isupper():
        return text, ""
    return "", text


def halves(text: str) -> int | None:
    """Return a figure of the table doubled, None where it is no whole or half.

    >>> halves("30"), halves("30½"), halves("30.5"), halves("1,25")
    (60, 61, 61, None)
    >>> halves("36?"), halves("3D")
    (73, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    plain = text.replace(",", ".")
    if plain and plain[-1] in "½¼¾?":
        plain = f"{plain[:-1] or '0'}.{plain[-1].translate(_FRACTIONS)}"
    doubled = 2 * float(plain)
    return int(doubled) if doubled == int(doubled) else None

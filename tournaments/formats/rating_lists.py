"""Reading the rating lists that federations publish, line by line.

Sources: the European database's list of the world (``allworld_lp.html``, columns of fixed width),
the French ladder (``ech_ffg_V3.txt``, and the older ``echelle.txt``), the list for tournament
directors of the American Go Association (``TDListA`` and ``TDListB``, separated by tabs).

>>> lines = ["(1 Mar 2026)", " 10000001  Nowak Ewa    PL  Krak   3k  --  1823   12  T250301A"]
>>> head = read_head(lines)
>>> head.source.value, head.listed_on.isoformat()
('egd', '2026-03-01')
>>> [(player.name, player.rank, player.rating) for player in read_players(head.source, lines, [])]
[('Nowak', '3k', '1823')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from html import unescape

from ratings.errors import Code, RuleError

#: PIN, name, country, club, rank, proposed rank, rating, number of tournaments, the last of them.
_EUROPEAN = tuple(
    re.compile(
        rf"\s*(?P<number>[0-9]{{8}})\s+(?P<name>\S.*?){gap}(?P<country>[A-Z]{{2}})\s+"
        r"(?:(?P<club>\S{1,4})\s+)?(?P<rank>[0-9]{1,2}[kdp])\s+(?:--|[0-9]{1,2}[kdp])\s+"
        r"(?P<rating>-?[0-9]{1,4})\s+[0-9]+\b.*"
    )
    # Two spaces end a name in the list; what was pasted may have lost one of them.
    for gap in (r"\s{2,}", r"\s+")
)
_EUROPEAN_START = re.compile(r"\s*[0-9]{8}\s")
#: Name, rating, kind of licence, licence, club, country.
_FRENCH = re.compile(
    r"(?P<name>\S+)(?:\s(?P<first>\S.*?))?\s+(?P<rating>-?[0-9]{1,5})\s(?P<kind>[-eCLX])\s"
    r"(?P<number>[0-9A-Z]{7}|-------)\s(?P<club>\S{4})\s(?P<country>[A-Z]{2})\s*"
)
#: Licence, name, rating or NC for none, club.
_FRENCH_OLD = re.compile(
    r"(?P<number>[0-9]{7})\s(?P<name>\S+)(?:\s(?P<first>\S.*?))??\s*"
    r"(?P<rating>-?[0-9]{1,5}|NC)\s+(?P<club>\S{4})\s*"
)
_FRENCH_START = re.compile(r"[0-9]{7}\s|\S.*\s-?[0-9]+\s[-eCLX]\s")
#: "Family, Given", number, kind of membership, rating, end of membership, chapter, state.
_AMERICAN = re.compile(
    r"(?P<name>[^\t]+)\t *(?P<number>[0-9]{1,6}) *\t(?P<kind>[^\t]*)\t"
    r" *(?P<rating>-?[0-9]{0,2}\.?[0-9]{0,9}) *"
    r"(?:\t(?P<expires>[^\t]*))?(?:\t(?P<club>[^\t]*))?(?:\t.*)?"
)
_AMERICAN_START = re.compile(r"[^\t]+\t *[0-9]{1,6} *\t")
_TAG = re.compile(r"<[^<>]{0,200}>")
_CLOSED = re.compile(r"</(?:pre|body|html)>", re.IGNORECASE)
_DATES = (
    (re.compile(r"\b([0-9]{4}-[0-9]{2}-[0-9]{2})\b"), "%Y-%m-%d"),
    (re.compile(r"\b([0-9]{1,2}/[0-9]{1,2}/[0-9]{4})\b"), "%d/%m/%Y"),
    (re.compile(r"\b([0-9]{1,2} [A-Z][a-z]{2} [0-9]{4})\b"), "%d %b %Y"),
)
_NOBODYS_CLUB = frozenset({"none", "xxxx", "--", "----"})
#: So many lines at the beginning say which list it is, and of which day.
HEAD_LINES = 400
#: Of so many lines one may be unreadable; more say that the file is no such list.
_UNREAD_SHARE = 100
_NO_RATING = -9_000
#: No player’s line is longer, and the patterns take ever longer over a line that has no end.
_LONGEST_LINE = 200


class ListSource(StrEnum):
    """The federations whose lists are read."""

    EGD = "egd"
    FFG = "ffg"
    AGA = "aga"

    @property
    def number_field(self) -> str:
        """The column of a player that holds the federation's number."""
        return {"egd": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}[self.value]


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a list, in its words; ``rank`` "" where the list has none.

    ``rating``: on the European scale, ``listed`` as the list has it; ``at``: the line, from 1.
    """

    name: str
    first_name: str = ""
    rank: str = ""
    rating: str = ""
    club: str = ""
    country: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    listed: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class ListHead:
    """Which list a file is, and its day; None where it does not say."""

    source: ListSource
    listed_on: date | None


def read_head(lines: Sequence[str]) -> ListHead:
    """Return which list the first lines of a file begin.

    Raises RuleError E_TYPE (field "file", reason ``unknown_list``) for any other text.
    """
    for line in map(_plain, lines[:HEAD_LINES]):
        for source in ListSource:
            if _player(source, line) is not None:
                return ListHead(source, _day(source, lines))
    raise RuleError(Code.TYPE, "file", reason="ratinglist.unknown_list")


def read_players(
    source: ListSource, lines: Iterable[str], unread: list[int]
) -> Iterator[ListedPlayer]:
    """Yield the players of a list; *unread* gets the numbers of lines that are none, from 1.

    Raises RuleError on field "file" after the last of them: E_INCONSISTENT (``cut``, value: the
    number of the line) for a list that ends in the middle, E_TYPE (``many_unread``, value: how many
    lines) for one with more than one unreadable line in a hundred.
    """
    count = at = columns = 0
    is_page = is_closed = is_whole = False
    for at, raw in enumerate(lines, 1):
        is_page = is_page or (at <= HEAD_LINES and "<" in raw and _TAG.search(raw) is not None)
        is_closed = is_closed or (is_page and _CLOSED.search(raw) is not None)
        line = _plain(raw)
        if not line.strip():
            continue
        player = _player(source, line, at)
        if player is None:
            if _STARTS[source].match(line):
                unread.append(at)
                is_whole = False
            continue
        count += 1
        is_whole = source is not ListSource.AGA or line.count("\t") >= columns
        columns = columns or line.count("\t")
        yield player
    if not is_whole or (is_page and not is_closed):
        raise RuleError(Code.INCONSISTENT, "file", at, reason="ratinglist.cut")
    if len(unread) * _UNREAD_SHARE > count:
        raise RuleError(Code.TYPE, "file", len(unread), reason="ratinglist.many_unread")


def read_pasted(text: str) -> list[ListedPlayer]:
    """Return the players of some lines of a rating list, none for a text that is no such list.

    A line that begins as one of the list and cannot be read comes as its name alone, so that it is
    refused rather than lost; headings and empty lines are passed over.
    """
    lines = [line[:_LONGEST_LINE] for line in text.split("\n") if line.strip()]
    for source in (ListSource.EGD, ListSource.AGA):
        if any(_player(source, line) for line in lines):
            return [
                _player(source, line) or ListedPlayer(" ".join(line.split())[:80])
                for line in lines
                if source is ListSource.AGA or _EUROPEAN_START.match(line)
            ]
    return []


def _plain(line: str) -> str:
    """A line without the tags and entities of a web page."""
    line = line.rstrip("\r\n")[:_LONGEST_LINE]
    if "<" in line:
        line = _TAG.sub("", line)
    # Safe: the names of a list become plain text, which templates escape like any other.
    return unescape(line) if "&" in line else line


def _day(source: ListSource, lines: Sequence[str]) -> date | None:
    """The day before the first player; the American list has none but of its members."""
    for line in map(_plain, lines[:HEAD_LINES]):
        if _player(source, line) is not None:
            return None
        for pattern, form in _DATES:
            if match := pattern.search(line):
                try:
                    return datetime.strptime(match[1], form).date()  # noqa: DTZ007 - a day
                except ValueError:
                    continue
    return None


def _player(source: ListSource, line: str, at: int = 0) -> ListedPlayer | None:
    return _READERS[source](line, at)


def _european(line: str, at: int) -> ListedPlayer | None:
    if not _EUROPEAN_START.match(line):
        return None
    match = _EUROPEAN[0].fullmatch(line) or _EUROPEAN[1].fullmatch(line)
    if match is None:
        return None
    family, _space, first_names = match["name"].partition(" ")
    return ListedPlayer(
        name=family.replace("_", " ").strip(" ,"),
        first_name=_words(first_names),
        rank=match["rank"],
        rating=match["rating"],
        club=_club(match["club"]),
        country=match["country"],
        egf_pin=match["number"],
        listed=match["rating"],
        at=at,
    )


def _french(line: str, at: int) -> ListedPlayer | None:
    match = _FRENCH.fullmatch(line) or _FRENCH_OLD.fullmatch(line)
    if match is None:
        return None
    figure = match["rating"]
    rating = _NO_RATING if figure == "NC" else int(figure)
    is_rated = rating > _NO_RATING
    return ListedPlayer(
        name=_words(match["name"]),
        first_name=_words(match["first"] or ""),
        rank=french_rank(rating) if is_rated else "",
        rating=str(rating + 2050) if is_rated else "",
        club=_club(match["club"]),
        country=match.groupdict().get("country") or "FR",
        ffg_licence="" if match["number"] == "-------" else match["number"],
        listed=figure,
        at=at,
    )


def _american(line: str, at: int) -> ListedPlayer | None:
    match = _AMERICAN.fullmatch(line)
    if match is None:
        return None
    family, _comma, first_names = match["name"].partition(",")
    return ListedPlayer(
        name=family.strip(),
        first_name=first_names.strip(),
        rank=american_rank(match["rating"]),
        rating=american_rating(match["rating"]),
        club=_club(match["club"]),
        country="US",
        aga_id=match["number"],
        listed=match["rating"],
        at=at,
    )


_READERS = {ListSource.EGD: _european, ListSource.FFG: _french, ListSource.AGA: _american}
_STARTS = {
    ListSource.EGD: _EUROPEAN_START,
    ListSource.FFG: _FRENCH_START,
    ListSource.AGA: _AMERICAN_START,
}


def _words(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def _club(text: str | None) -> str:
    club = (text or "").strip()
    return "" if club.casefold() in _NOBODYS_CLUB else club


def french_rank(rating: int) -> str:
    """Return the rank of a French rating: 1 dan from 0 on, 1 kyu below it, 100 a rank.

    >>> french_rank(720), french_rank(0), french_rank(-1), french_rank(-950), french_rank(-2950)
    ('8d', '1d', '1k', '10k', '30k')
    """
    return f"{min(rating // 100 + 1, 9)}d" if rating >= 0 else f"{min(-(rating // 100), 30)}k"


def american_rank(rating: str) -> str:
    """Return the rank of an American rating, "" for a figure that is none.

    >>> american_rank("5.63"), american_rank("-3.2"), american_rank("0.4"), american_rank("")
    ('5d', '3k', '', '')
    """
    figure = _american_figure(rating)
    if abs(figure) < 1:
        return ""
    return f"{int(figure)}d" if figure > 0 else f"{int(-figure)}k"


def american_rating(rating: str) -> str:
    """Return an American rating on the European scale: 1.5 is the middle of 1 dan, -1.5 of 1 kyu.

    >>> american_rating("1.5"), american_rating("-1.5"), american_rating("")
    ('2100', '2000', '')
    """
    figure = _american_figure(rating)
    if abs(figure) < 1:
        return ""
    return str(round(100 * figure) + (1950 if figure > 0 else 2150))


def _american_figure(rating: str) -> float:
    try:
        return float(rating)
    except ValueError:
        return 0

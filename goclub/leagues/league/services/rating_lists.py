"""Lines of the rating lists of Europe and America, as organisers copy them for entering players."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: PIN, name, country, club, rank, proposed rank, rating, number of tournaments, the last of them.
_EUROPEAN = re.compile(
    r"\s*(?P<pin>[0-9]{8})\s+(?P<name>\S.*?)\s+(?P<country>[A-Z]{2})\s+(?:(?P<club>\S{1,4})\s+)?"
    r"(?P<rank>[0-9]{1,2}[kdp])\s+(?:--|[0-9]{1,2}[kdp])\s+(?P<rating>-?[0-9]{1,4})\s+[0-9]+\b.*"
)
_EUROPEAN_START = re.compile(r"\s*[0-9]{8}\s")
#: "Family, Given", number, kind of membership, rating, end of membership, chapter, state.
_AMERICAN = re.compile(
    r"(?P<name>[^\t]+)\t *(?P<id>[0-9]{1,6}) *\t(?P<kind>[^\t]*)\t *(?P<rating>-?[0-9]*\.?[0-9]*) *"
    r"(?:\t(?P<expires>[^\t]*))?(?:\t(?P<club>[^\t]*))?(?:\t.*)?"
)
_NOBODYS_CLUB = frozenset({"none", "xxxx", "--", "----"})


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a list, in its words; ``rank`` "" where the list has none."""

    name: str
    first_name: str = ""
    rank: str = ""
    rating: str = ""
    club: str = ""
    country: str = ""
    egf_pin: str = ""
    aga_id: str = ""


def read_rating_list(text: str) -> list[ListedPlayer]:
    """Return the players of lines of a rating list, none for a text that is no such list.

    A line that begins as one of the list and cannot be read comes as its name alone, so that it is
    refused rather than lost; headings and empty lines are passed over.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if any(_EUROPEAN.fullmatch(line) for line in lines):
        return [_european(line) for line in lines if _EUROPEAN_START.match(line)]
    if any(_AMERICAN.fullmatch(line) for line in lines):
        return [_american(line) for line in lines]
    return []


def _european(line: str) -> ListedPlayer:
    match = _EUROPEAN.fullmatch(line)
    if match is None:
        return ListedPlayer(" ".join(line.split())[:80])
    family, _space, first_names = match["name"].partition(" ")
    club = match["club"] or ""
    return ListedPlayer(
        name=family.replace("_", " ").strip(" ,"),
        first_name=" ".join(first_names.replace("_", " ").split()),
        rank=match["rank"],
        rating=match["rating"],
        club="" if club.casefold() in _NOBODYS_CLUB else club,
        country=match["country"],
        egf_pin=match["pin"],
    )


def _american(line: str) -> ListedPlayer:
    match = _AMERICAN.fullmatch(line)
    if match is None:
        return ListedPlayer(" ".join(line.split())[:80])
    family, _comma, first_names = match["name"].partition(",")
    club = (match["club"] or "").strip()
    return ListedPlayer(
        name=family.strip(),
        first_name=first_names.strip(),
        rank=american_rank(match["rating"]),
        club="" if club.casefold() in _NOBODYS_CLUB else club,
        country="US",
        aga_id=match["id"],
    )


def american_rank(rating: str) -> str:
    """Return the rank of an American rating, "" for a figure that is none.

    >>> american_rank("5.63"), american_rank("-3.2"), american_rank("0.4"), american_rank("")
    ('5d', '3k', '', '')
    """
    try:
        figure = float(rating)
    except ValueError:
        return ""
    if abs(figure) < 1:
        return ""
    return f"{int(figure)}d" if figure > 0 else f"{int(-figure)}k"

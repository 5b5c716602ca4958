"""Players as rating lists and files name them, for telling who is who."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from goclub.leagues.models import Participant
from goclub.members.models import Member
from tournaments.formats.latin import NamedPerson

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


# --- Who is who -------------------------------------------------------------------------------
def names_of(member: Member) -> tuple[str, str]:
    """Family name and first name of a member in Latin letters where there are any.

    A name of another script has its romanised form, family name first, as such names are written;
    otherwise the last word is the family name, unless a comma says which it is.
    """
    own_latin = _is_latin(member.display_name)
    text = member.display_name if own_latin else member.romanised_name or member.display_name
    if "," in text:
        family, _comma, first_names = text.partition(",")
        return family.strip(), first_names.strip()
    words = text.split()
    if len(words) < 2:
        return text.strip(), ""
    if own_latin:
        return words[-1], " ".join(words[:-1])
    return words[0], " ".join(words[1:])


def _is_latin(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    return all("LATIN" in unicodedata.name(letter, "") for letter in letters)


def person_of_member(member: Member) -> NamedPerson:
    """A member to compare, by primary key, with every way of splitting their names."""
    family, first_names = names_of(member)
    return NamedPerson(member.pk, family, first_names, also=_spellings(member))


def person_of_entry(entry: Participant) -> NamedPerson:
    """An entry to be compared, by its number in the event, under the names of its member too."""
    shown = _divided(entry.display_name)
    also = (*shown, *_spellings(entry.member)) if entry.member else shown
    return NamedPerson(entry.number, entry.name, entry.first_name, pin=entry.egf_pin, also=also)


def _spellings(member: Member) -> tuple[tuple[str, str], ...]:
    return (*_divided(member.display_name), *_divided(member.romanised_name))


def _divided(text: str) -> tuple[tuple[str, str], ...]:
    """Family name and first name of a text, with the family name first and last."""
    words = text.split()
    if len(words) < 2:
        return tuple((word, "") for word in words)
    return (words[0], " ".join(words[1:])), (words[-1], " ".join(words[:-1]))

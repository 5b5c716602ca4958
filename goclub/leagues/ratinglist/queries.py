"""Players of rating lists, by what is typed of them; entries that a list contradicts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet

from goclub.leagues.models import Event, Participant, RatedPlayer, RatingList
from goclub.members.finding.queries import find_members
from goclub.members.models import Member
from goclub.members.names import fold_name, latin_spellings, romaji, scripts_of
from tournaments.formats.rating_lists import ListSource

#: Players that a search gives at most.
MOST_FOUND: Final = 12
#: What is read of a typed text, and words of it that may be the family name.
_LONGEST, _MOST_WORDS = 120, 8
_LAST = "\U0010ffff"
_BETWEEN = re.compile(r"[\s,;.]+")
#: As lists often write letters that keyboards lack.
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
#: Parameters that every database takes at once.
_AT_ONCE = 500
#: Clubs of the European list have so many letters.
_CLUB = 4


def newest_lists() -> list[RatingList]:
    """Return the newest list of each federation that has one, in the order of the federations."""
    newest: dict[str, RatingList] = {}
    for rating_list in RatingList.objects.ready().defer("data").order_by("-listed_on"):
        newest.setdefault(rating_list.source, rating_list)
    return [newest[source] for source in ListSource if source in newest]


def lists_of(event: Event) -> list[RatingList]:
    """Return the lists that an event is compared with: the frozen one, else the newest of each."""
    return [event.rating_list] if event.rating_list else newest_lists()


def name_key(name: str, first_name: str) -> str:
    """Return the form in which a player of a list is looked for by name.

    >>> name_key("Le Goff", "Anne-Marie"), name_key("Łoś", "")
    ('legoff annemarie', 'los')
    """
    return f"{_folded(name)} {_folded(first_name)}".strip()


def _folded(name: str) -> str:
    # Most names need no tables of letters, and there are a hundred thousand of them.
    return "".join(filter(str.isalnum, name.lower())) if name.isascii() else fold_name(name)


def _keys_of(name: str, first_name: str) -> list[str]:
    """The key of a name, and those of its spellings in Latin letters."""
    spellings = latin_spellings(f"{name}\n{first_name}")
    return [
        name_key(name, first_name),
        *(name_key(*spelling.split("\n")) for spelling in spellings),
    ]


def lookup(
    text: str,
    lists: Sequence[RatingList],
    *,
    among: QuerySet[Member] | None = None,
    most: int = MOST_FOUND,
) -> list[RatedPlayer]:
    """Return players whose name or number begins as *text*, in the order of the lists.

    Given name and family name may come in either order, in Latin letters with or without their
    accents, in kana, in Cyrillic or in Greek.  A name in another script is found where one of
    *among* has it, under its romanised form.  Two short queries for each list as a rule, of which
    none reads more than a part of an index.
    """
    text = text[:_LONGEST].strip()
    if text.isdecimal() and text.isascii():
        ways = [("number", text)]
    else:
        begins = dict.fromkeys(
            begin for spelling in _spellings(text, among) for begin in _beginnings(spelling)
        )
        ways = [(column, begin) for begin in begins for column in ("key", "turned")]
    players: dict[int, RatedPlayer] = {}
    for rating_list in lists:
        for column, begin in ways:
            for player in _beginning(rating_list, column, begin)[:most]:
                player.rating_list = rating_list
                players.setdefault(player.pk, player)
            if len(players) >= most:
                return list(players.values())[:most]
    return list(players.values())


def _spellings(text: str, among: QuerySet[Member] | None) -> Iterator[str]:
    yield text
    yield text.casefold().translate(_SPELLED_OUT)
    yield romaji(text)
    yield from latin_spellings(text)
    if among is not None and scripts_of(text) - {"LATIN"}:
        yield from (member.romanised_name for member in find_members(text, among, parts=False))


def _beginnings(text: str) -> Iterator[str]:
    """The keys that a text begins, wherever its family name ends.

    >>> list(_beginnings("le goff an"))
    ['legoffan', 'legoff an', 'le goffan']
    """
    words = [folded for word in _BETWEEN.split(text) if (folded := fold_name(word))][:_MOST_WORDS]
    for at in range(len(words), 0, -1):
        yield f"{''.join(words[:at])} {''.join(words[at:])}".strip()


def _beginning(rating_list: RatingList, column: str, begin: str) -> QuerySet[RatedPlayer]:
    rows = RatedPlayer.objects.filter(rating_list=rating_list)
    return rows.filter(**{f"{column}__gte": begin, f"{column}__lt": begin + _LAST}).order_by(column)


# --- Entries against the list -----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ListContradiction:
    """An entry that differs from a list: in which columns of the participant.

    ``player`` None: the list has nobody of the entry’s number.  With "name" among the columns the
    number is another person’s.
    """

    participant: Participant
    rating_list: RatingList
    player: RatedPlayer | None
    columns: tuple[str, ...]

    @property
    def may_be_taken(self) -> bool:
        return self.player is not None and "name" not in self.columns


def contradictions(
    participants: Iterable[Participant], lists: Sequence[RatingList]
) -> list[ListContradiction]:
    """Return how entries differ from the first list that knows each of them, other ranks first.

    A list knows whose number it has, and a name that one player alone has.  Participants need not
    be saved.
    """
    waiting = list(participants)
    differing: dict[int, ListContradiction] = {}
    for rating_list in lists:
        players = _players_of(waiting, rating_list)
        for participant in waiting:
            row = players.get(id(participant))
            if row is not None and (row.columns or row.player is None):
                differing.setdefault(id(participant), row)
        waiting = [participant for participant in waiting if id(participant) not in players]
    return sorted(
        differing.values(),
        key=lambda row: ("rank" not in row.columns, row.participant.number or 0),
    )


def _players_of(
    participants: Sequence[Participant], rating_list: RatingList
) -> dict[int, ListContradiction]:
    """What the list says of those it knows, by the identity of the entry."""
    field = ListSource(rating_list.source).number_field
    numbers = {id(entry): getattr(entry, field) for entry in participants}
    keys = {id(entry): _keys_of(entry.name, entry.first_name) for entry in participants}
    by_number = _rows_by(rating_list, "number", set(numbers.values()) - {""})
    nameless = {key for mark, number in numbers.items() if not number for key in keys[mark]}
    by_key = _rows_by(rating_list, "key", nameless - {""})
    known: dict[int, ListContradiction] = {}
    for entry in participants:
        number = numbers[id(entry)]
        named = next((by_key[key] for key in keys[id(entry)] if by_key[key]), [])
        rows = by_number[number] if number else named
        if len(rows) == 1 or (number and rows):
            columns = _differences(entry, rows[0], field)
            known[id(entry)] = ListContradiction(entry, rating_list, rows[0], columns)
        elif number:
            known[id(entry)] = ListContradiction(entry, rating_list, None, (field,))
    return known


def _rows_by(
    rating_list: RatingList, column: str, values: set[str]
) -> defaultdict[str, list[RatedPlayer]]:
    rows: defaultdict[str, list[RatedPlayer]] = defaultdict(list)
    wanted = sorted(values)
    for start in range(0, len(wanted), _AT_ONCE):
        chosen = Q(**{f"{column}__in": wanted[start : start + _AT_ONCE]})
        for row in RatedPlayer.objects.filter(chosen, rating_list=rating_list).order_by("line"):
            row.rating_list = rating_list
            rows[getattr(row, column)].append(row)
    return rows


def _differences(entry: Participant, row: RatedPlayer, field: str) -> tuple[str, ...]:
    """The columns in which an entry is not as its player in the list."""
    names = (entry.name, entry.first_name)
    if row.key not in {*_keys_of(*names), *_keys_of(*reversed(names))}:
        return ("name",)
    values = values_of(row)
    return tuple(
        column
        for column in (field, "rank", "rating", "club", "country")
        if values.get(column) not in (None, "")
        and not _is_same(column, getattr(entry, column), values[column])
    )


def _is_same(column: str, entered: Any, listed: Any) -> bool:
    if column != "club":
        return bool(entered == listed)
    return _folded(entered or "")[:_CLUB] == _folded(listed)[:_CLUB]


def values_of(row: RatedPlayer) -> dict[str, Any]:
    """Return what an entry takes from a player of a list; where the list says nothing, nothing."""
    number = {ListSource(row.rating_list.source).number_field: row.number}
    values = number | {
        "rank": row.rank,
        "rating": row.rating,
        "club": row.club,
        "country": "" if row.country == "XX" else row.country,
    }
    return {column: value for column, value in values.items() if value not in (None, "")}


def form_values(row: RatedPlayer) -> dict[str, Any]:
    """Return the fields of the form of a guest that a player of a list fills."""
    return {"listed": row.pk, "name": row.name, "first_name": row.first_name, **values_of(row)}


def rated_player(pk: int | None) -> RatedPlayer | None:
    """Return a player of a list with the list, None where there is none of this number."""
    rows = RatedPlayer.objects.select_related("rating_list").defer("rating_list__data")
    return rows.filter(pk=pk).first() if pk else None

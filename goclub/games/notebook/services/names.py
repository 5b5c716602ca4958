"""Names as notebooks write them, and whom they mean: a dictionary built once for a file.

Spaces of any width, the order of family and given name, accents and case do not count.  A name
that is cut short (``Kamińska H.``) means somebody where it fits one person alone; a family name
without anything is never more than a question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from typing import Final

from goclub.games.notebook.queries import KnownPerson, Seat
from goclub.members.names import fold_name

_PARTS: Final = re.compile(r"[\s.·・,]+")
_TITLES: Final = re.compile(
    r"(?:さん|様|氏|先生|君|殿)$|^(?:นาย|นางสาว|นาง|คุณ|น\.ส\.|mr\.?|mrs\.?|ms\.?|pan|pani)\s+"
    r"|\s*[(（][^)）]*[)）]$",
    re.IGNORECASE,
)
#: For so many unknown names somebody like them is looked for, which takes long among many.
_MOST_STRANGERS: Final = 100


class Fit(Enum):
    """How a name fits those it may mean."""

    WHOLE = "whole"
    SHORT = "short"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class NameMatch:
    """Whom a name may mean, in the order of the club."""

    fit: Fit
    people: tuple[KnownPerson, ...] = ()


@dataclass
class NameIndex:
    """Everybody by every spelling of the name."""

    people: dict[Seat, KnownPerson] = field(default_factory=dict)
    _whole: dict[str, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    _short: dict[str, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    _part: dict[str, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    _found: dict[str, NameMatch] = field(default_factory=dict)
    _strangers: int = 0

    @classmethod
    def of(cls, people: Iterable[KnownPerson]) -> NameIndex:
        """The index of these people."""
        index = cls()
        for person in people:
            index._add(person)
        return index

    def _add(self, person: KnownPerson) -> None:
        seat = person.seat
        self.people[seat] = person
        whole: set[str] = {fold_name(nickname) for nickname in person.nicknames}
        short: set[str] = set()
        part: set[str] = set()
        for name in (person.name, person.romanised):
            words = _words(name)
            whole |= whole_keys(name)
            if len(words) > 1:
                part |= {word for word in words if len(word) > 1 or not word.isascii()}
                first, last = "".join(words[:-1]), "".join(words[1:])
                short |= {f"{words[-1]}|{words[0][0]}", f"{words[0]}|{words[-1][0]}"}
                short |= {f"{last}|{words[0][0]}", f"{first}|{words[-1][0]}"}
        for keys, table in ((whole, self._whole), (short, self._short), (part, self._part)):
            for key in sorted(keys - {""}):
                table[key].append(seat)

    def match(self, name: str) -> NameMatch:
        """Whom a name means or may mean."""
        known = self._found.get(name)
        if known is None:
            known = self._found[name] = self._match(name)
        return known

    def _match(self, name: str) -> NameMatch:
        for text in dict.fromkeys((name, _TITLES.sub("", name).strip())):
            key = fold_name(text)
            if seats := self._whole.get(key, []) if key else []:
                return self._said(Fit.WHOLE, seats)
            words = _words(text)
            initials = [word for word in words if len(word) == 1 and word.isalpha()]
            long = "".join(word for word in words if len(word) > 1)
            short = f"{long}|{initials[0]}" if len(initials) == 1 and long else ""
            if short and (seats := self._short.get(short, [])):
                return self._said(Fit.SHORT, seats)
            if seats := self._begun(text):
                return self._said(Fit.SHORT, seats)
            if len(words) == 1 and (seats := self._part.get(words[0], [])):
                return self._said(Fit.PART, seats)
        return NameMatch(Fit.NONE, self._alike(name))

    def _begun(self, text: str) -> list[Seat]:
        """Those of whose name a word is only begun: ``Nowak Wojc.``"""
        begun = [fold_name(word) for word in text.split() if word.endswith(".")]
        whole = [fold_name(word) for word in text.split() if not word.endswith(".")]
        if len(begun) != 1 or len(whole) != 1 or len(begun[0]) < 2:
            return []
        return [
            seat
            for seat in self._part.get(whole[0], [])
            if any(
                word.startswith(begun[0])
                for word in map(fold_name, _PARTS.split(self.people[seat].name))
                if word != whole[0]
            )
        ]

    def _said(self, fit: Fit, seats: list[Seat]) -> NameMatch:
        return NameMatch(fit, tuple(self.people[seat] for seat in seats))

    def _alike(self, name: str) -> tuple[KnownPerson, ...]:
        """Those whose names are spelt nearly so."""
        self._strangers += 1
        if self._strangers > _MOST_STRANGERS:
            return ()
        keys = get_close_matches(fold_name(name)[:60], self._whole, n=4, cutoff=0.7)
        seats = dict.fromkeys(seat for key in keys for seat in self._whole[key])
        return tuple(self.people[seat] for seat in seats)


def whole_keys(name: str) -> set[str]:
    """A whole name as it is compared, with the family name first or last.

    >>> sorted(whole_keys("Jan Nowak"))
    ['jannowak', 'nowakjan']
    """
    words = _words(name)
    turned = (words, [*words[1:], *words[:1]], [*words[-1:], *words[:-1]])
    return {"".join(order) for order in turned} - {""}


def _words(name: str) -> list[str]:
    return [word for word in map(fold_name, _PARTS.split(name)) if word]


@lru_cache(maxsize=8192)
def tidy_name(text: str) -> str:
    """A name as it is to be kept: ``Kowalski, Jan`` is turned round.

    >>> tidy_name("Kowalski, Jan"), tidy_name("中村　直樹")
    ('Jan Kowalski', '中村 直樹')
    """
    name = " ".join(text.split())
    family, comma, given_name = name.partition(",")
    return (
        f"{given_name.strip()} {family.strip()}".strip()
        if comma and "," not in given_name
        else name
    )

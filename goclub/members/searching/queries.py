"""What the search of the header asks of every room, and what was typed into it.

A room registers a :class:`Finder` while the apps get ready (``FINDERS.add``).
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django_stubs_ext import StrOrPromise

from goclub.common.registered import Registered
from goclub.members.models import Member
from goclub.members.visitors import VisitorRights

#: More of a text is not looked for.
LONGEST: Final = 200
#: How much of a rule or a chapter stands around the words that were found.
_EXCERPT: Final = 160


@dataclass(frozen=True, slots=True)
class Reader:
    """Who searches: ``member`` None for visitors, ``rights`` what this reader may see."""

    member: Member | None
    rights: VisitorRights


class Hit(NamedTuple):
    """Something that was found, for a group without a template of its own."""

    title: str
    url: str
    note: str = ""


class Finder(ABC):
    """A group of what can be found; one query a search.

    ``place`` orders the groups; ``need`` is the right of a visitor that opens the group, as in
    :class:`VisitorRights`; ``template`` shows one hit (``hit``), ``listing`` is the name of the
    page that lists all hits for ``?q=``.
    """

    key: ClassVar[str]
    title: ClassVar[StrOrPromise]
    place: ClassVar[int]
    need: ClassVar[str] = ""
    template: ClassVar[str] = "search/_hit.html"
    listing: ClassVar[str] = ""

    def is_open_to(self, reader: Reader) -> bool:
        """Return whether this reader may see what the group holds."""
        return not self.need or bool(getattr(reader.rights, self.need))

    @abstractmethod
    def find(self, text: str, reader: Reader, most: int) -> Sequence[Any]:
        """Return what fits, the best first, at most so many."""

    def all_at(self, text: str) -> str:
        """Return the address of the list of all; "" where the search shows it itself."""
        return f"{reverse(self.listing)}?{urlencode({'q': text})}" if self.listing else ""


class Finders(Registered[Finder]):
    """The groups of the search."""

    def open_to(self, reader: Reader) -> list[Finder]:
        """The groups that this reader may see, in their order."""
        open_groups = (finder for finder in self._all if finder.is_open_to(reader))
        return sorted(open_groups, key=lambda finder: finder.place)


FINDERS: Final = Finders()


def tidied(text: str) -> str:
    """Return what was typed without signs that no name has, in one line.

    >>> tidied("  Ewa \\x00\\n Nowak\\u202e ")
    'Ewa Nowak'
    """
    seen = ("" if unicodedata.category(sign) in ("Cf", "Cs", "Co") else sign for sign in text)
    plain = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in seen if sign)
    return " ".join(plain.split())[:LONGEST].rstrip()


def in_any_case(column: str, text: str) -> Q:
    """Return the condition that a column holds a text; SQLite ignores the case of ASCII alone."""
    condition = Q()
    for spelled in {text, text.lower(), text.upper(), text.capitalize(), text.title()}:
        condition |= Q(**{f"{column}__icontains": spelled})
    return condition


def excerpt(text: str, words: str) -> str | None:
    """Return the part of a text with the first of these words; None where one is missing.

    >>> excerpt("Komi is 6½. Black plays first.", "black KOMI")
    'Komi is 6½. Black plays first.'
    >>> excerpt("Komi is 6½.", "handicap")
    """
    folded = text.casefold()
    wanted = words.casefold().split()
    if not wanted or any(word not in folded for word in wanted):
        return None
    begin = max(folded.find(wanted[0]) - _EXCERPT // 3, 0)
    part = text[begin : begin + _EXCERPT].strip()
    before, after = "…" if begin else "", "…" if begin + _EXCERPT < len(text) else ""
    return f"{before}{part}{after}"

"""Names in Latin letters, as in the European database, and which members a name may mean.

Accents and the letters of European alphabets are unfolded; a name in another script cannot be
turned into Latin letters by a table (one Japanese name has several readings, and its owner knows
which), so it has to be supplied.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ratings.errors import Code, RuleError

# Letters and marks that Unicode does not take for a plain letter with something added.
_UNFOLDED = str.maketrans(
    "łŁøØđĐðÐħĦŧŦıĸəƏ’‘ʼ`´‐‑–—_", "lLoOdDdDhHtTikeE'''''---- "
) | str.maketrans(
    {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
    | {"ŋ": "ng", "Ŋ": "Ng"}
)
# Accents of alphabets; the marks of other scripts (か and が, นิด and นุด) are part of their letters.
_ACCENTS = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_MARKS = ("Mn", "Mc")
_LATIN = re.compile(r"[A-Za-z0-9 .,'()&/-]*")


def unfolded(text: str) -> str:
    """Return a text with the accents off its letters; other scripts stay, but for their width.

    >>> unfolded("Łukasik-Żak, Gößl, Ðorđe"), unfolded("佐藤 ｶﾞ")
    ('Lukasik-Zak, Gossl, Dorde', '佐藤 ガ')
    """
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.translate(_UNFOLDED)))
    return unicodedata.normalize("NFC", " ".join(plain.split()))


def is_latin(text: str) -> bool:
    """Whether a text is in plain Latin letters, digits and the marks that names have."""
    return _LATIN.fullmatch(text) is not None


def latin(text: str, *, field: str = "name") -> str:
    """Return a name in plain Latin letters, words one space apart.

    Raises RuleError E_TYPE (reason ``latin_name_needed``, value: the name) for a name in another
    script.

    >>> latin("  Ångström  Zoë ")
    'Angstrom Zoe'
    """
    plain = unfolded(text)
    if not is_latin(plain):
        raise RuleError(Code.TYPE, field, text, reason="formats.latin_name_needed")
    return plain


def folded(text: str) -> str:
    """Return what two spellings of one name have in common: no accents, case, hyphens or spaces.

    >>> folded("Le Goff-Łuk"), folded("LEGOFF LUK")
    ('legoffluk', 'legoffluk')
    >>> folded("นิด") == folded("นุด"), folded("ｻﾄｳ Ｋｅｎ") == folded("サトウ KEN")
    (False, True)
    """
    plain = unfolded(text).casefold()
    # Vowels and tones that a script writes as marks are part of the name.
    return "".join(
        letter for letter in plain if letter.isalnum() or unicodedata.category(letter) in _MARKS
    )


def name_key(name: str) -> str:
    """Return the form in which names are compared; one of signs alone is as it is.

    >>> name_key("Le Goff"), name_key(" ?  ? ")
    ('legoff', '? ?')
    """
    return folded(name) or " ".join(name.split())


class MatchReason(StrEnum):
    """Why somebody is proposed, the strongest first."""

    PIN = "pin"  # the same number in the European database
    NAME = "name"  # the same names, letter by letter
    FOLDED = "folded"  # the same but for accents, case, hyphens and spaces
    SWAPPED = "swapped"  # the same with surname and first name exchanged
    JOINED = "joined"  # the same words, divided otherwise between surname and first name


class Doubt(StrEnum):
    """What speaks against a proposal."""

    OTHER_PIN = "other_pin"  # both have a number, and not the same
    OTHER_NAME = "other_name"  # the same number, but another person's name
    SHARED = "shared"  # proposed for another person of the file too


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """Somebody of a file or of the club: an id of the caller's, surname, first name, PIN.

    ``also``: further spellings (surname, first name), as of a name in another script.
    """

    id: int
    name: str
    first_name: str = ""
    pin: str = ""
    also: tuple[tuple[str, str], ...] = ()

    @property
    def spellings(self) -> tuple[tuple[str, str], ...]:
        """All spellings of the name."""
        return ((self.name, self.first_name), *self.also)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known person proposed, by id, with what speaks for and against it."""

    id: int
    reasons: tuple[MatchReason, ...]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """A person of the file, by id, and who it may be, the likeliest first; empty for a stranger."""

    id: int
    candidates: tuple[Candidate, ...]

    @property
    def is_clear(self) -> bool:
        """Whether there is one candidate and nothing speaks against it."""
        return len(self.candidates) == 1 and not self.candidates[0].doubts


def match_people(
    guests: Iterable[NamedPerson], members: Iterable[NamedPerson]
) -> tuple[PersonMatch, ...]:
    """Return for each person of a file, in its order, who among the members it may be.

    >>> members = [NamedPerson(7, "Żak", "Ewa"), NamedPerson(8, "Żak", "Jan")]
    >>> match_people([NamedPerson(1, "Ewa", "Zak")], members)[0].candidates
    (Candidate(id=7, reasons=(<MatchReason.SWAPPED: 'swapped'>,), doubts=()),)
    """
    known = {member.id: member for member in members}
    index = _Index(known.values())
    people = list(guests)
    proposals = [index.find(guest) for guest in people]
    wanted: defaultdict[int, int] = defaultdict(int)
    for proposal in proposals:
        for member in proposal:
            wanted[member] += 1
    return tuple(
        PersonMatch(
            guest.id,
            _ordered(
                Candidate(id, tuple(reasons), _doubts(guest, known[id], reasons, wanted[id] > 1))
                for id, reasons in proposal.items()
            ),
        )
        for guest, proposal in zip(people, proposals, strict=True)
    )


class _Index:
    """Members by every key under which a person of a file may mean them."""

    def __init__(self, members: Iterable[NamedPerson]) -> None:
        self._keys: defaultdict[tuple[MatchReason, str, str], list[int]] = defaultdict(list)
        for member in members:
            for key in dict.fromkeys(_keys(member)):
                self._keys[key].append(member.id)

    def find(self, guest: NamedPerson) -> dict[int, list[MatchReason]]:
        by_member: defaultdict[int, list[MatchReason]] = defaultdict(list)
        for reason, first, second in dict.fromkeys(_keys(guest)):
            for member in self._keys.get((reason, first, second), ()):
                _add(by_member[member], reason)
            if reason is MatchReason.FOLDED and first and second and first != second:
                for member in self._keys.get((reason, second, first), ()):
                    _add(by_member[member], MatchReason.SWAPPED)
        return {member: _strongest(reasons) for member, reasons in by_member.items()}


def _keys(person: NamedPerson) -> Iterable[tuple[MatchReason, str, str]]:
    if person.pin:
        yield MatchReason.PIN, person.pin, ""
    for name, first_name in person.spellings:
        yield MatchReason.NAME, name, first_name
        key = (folded(name), folded(first_name))
        if any(key):
            yield MatchReason.FOLDED, *key
            yield MatchReason.JOINED, key[0] + key[1], ""
            yield MatchReason.JOINED, key[1] + key[0], ""


def _add(reasons: list[MatchReason], reason: MatchReason) -> None:
    if reason not in reasons:
        reasons.append(reason)


def _strongest(reasons: list[MatchReason]) -> list[MatchReason]:
    """The PIN and the closest likeness of the names."""
    names = [
        reason for reason in MatchReason if reason in reasons and reason is not MatchReason.PIN
    ]
    return [*([MatchReason.PIN] if MatchReason.PIN in reasons else []), *names[:1]]


def _doubts(
    guest: NamedPerson, member: NamedPerson, reasons: Sequence[MatchReason], shared: bool
) -> tuple[Doubt, ...]:
    doubts = []
    if guest.pin and member.pin and guest.pin != member.pin:
        doubts.append(Doubt.OTHER_PIN)
    if list(reasons) == [MatchReason.PIN]:
        doubts.append(Doubt.OTHER_NAME)
    if shared:
        doubts.append(Doubt.SHARED)
    return tuple(doubts)


def _ordered(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    strength = list(MatchReason)
    return tuple(
        sorted(
            candidates,
            key=lambda candidate: (
                Doubt.OTHER_PIN in candidate.doubts,
                [strength.index(reason) for reason in candidate.reasons],
                candidate.id,
            ),
        )
    )

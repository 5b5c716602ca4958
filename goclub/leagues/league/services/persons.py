"""Members and entries under every name that files may give them, for telling who is who."""

from __future__ import annotations

import unicodedata

from goclub.leagues.models import Participant, Registration
from goclub.members.models import Member
from tournaments.formats.latin import NamedPerson


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


def person_of_entry(entry: Participant | Registration) -> NamedPerson:
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

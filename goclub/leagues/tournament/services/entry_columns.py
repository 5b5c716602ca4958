"""The columns of an entry that somebody chooses: an organiser, a member, a file."""

from __future__ import annotations

from typing import TypedDict

from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.league.services.name_matching import names_of
from goclub.members.models import Member
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import MAX_CORRECTION
from tournaments.formats.registrations import NUMBERS


class GuestColumns(TypedDict, total=False):
    """What may be said of an entry beside name and rank."""

    rating: int | None
    club: str
    country: str
    egf_pin: str
    ffg_licence: str
    aga_id: str
    grade: str
    correction: int
    state: str
    late_from: int | None


class EntryColumns(GuestColumns, total=False):
    """The columns of an entry that are chosen."""

    member: Member | None
    display_name: str
    name: str
    first_name: str
    rank: int
    rank_source: str


def checked_columns(columns: EntryColumns) -> EntryColumns:
    """Return a copy with the two letters of its country, however that was entered.

    Raises RuleError E_TYPE (``no_country``) and for the number of a federation that is none,
    E_RANGE for the correction.
    """
    correction = columns.get("correction", 0)
    whole_number(correction, field="correction", low=-MAX_CORRECTION, high=MAX_CORRECTION)
    for name, (form, accepted) in NUMBERS.items():
        number = str(columns.get(name, ""))
        if number and not form.fullmatch(number):
            raise RuleError(Code.TYPE, field=name, value=number, accepted=accepted)
    if "country" not in columns:
        return columns.copy()
    return {**columns, "country": country_code(columns["country"])}


def columns_of(member: Member) -> EntryColumns:
    """What the entry of a member takes from him: himself, names, club, country."""
    family, first_names = names_of(member)
    return {
        "member": member,
        "display_name": member.display_name,
        "name": family,
        "first_name": first_names,
        "club": member.club,
        "country": str(member.country),
    }

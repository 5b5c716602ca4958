from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, Q, UniqueConstraint

from goclub.games.models import RatingEntry, Revision, Standing
from goclub.members.membership.services.roles import opens_account
from goclub.members.models import Member, NameKey, Nickname, User

#: Projections, which a replay makes anew, and what is carried over by its own rules.
_APART = frozenset({RatingEntry, Standing, Revision, Nickname, NameKey})


@dataclass(frozen=True, slots=True)
class Reference:
    """A field of a model that refers to a person."""

    model: type[Model]
    field: str

    @property
    def name(self) -> str:
        """As records write it: ``games.Game.black``."""
        return f"{self.model._meta.label}.{self.field}"

    def rows(self, pk: int) -> Any:
        """The rows that refer to this person."""
        return self.model._base_manager.filter(**{self.field: pk})


def references_to(target: type[Model]) -> Iterator[Reference]:
    """Every foreign key to members, or to logins, in every app, hidden and joining tables too."""
    for model in apps.get_models(include_auto_created=True):
        if model in _APART:
            continue
        for field in model._meta.local_fields:
            if isinstance(field, ForeignKey) and field.related_model is target:
                yield Reference(model, field.name)


def member_references() -> list[Reference]:
    """Where members are referred to."""
    return list(references_to(Member))


def login_references() -> list[Reference]:
    """Where the club's own rows and the admin's log refer to logins.

    Whose login it is stands with the member; its role, its permissions and what libraries keep to
    let it in (keys of a second factor) are its own, and follow nobody.
    """
    ways_in = {Member, User.groups.through, User.user_permissions.through}
    return [
        reference
        for reference in references_to(User)
        if reference.model not in ways_in and not opens_account(reference.model)
    ]


def apart() -> set[str]:
    """Labels of the tables in which one person cannot stand twice."""
    return {label for app in apps.get_app_configs() for label in getattr(app, "people_apart", ())}


def between() -> set[str]:
    """Labels of the tables whose rows between two people mean nothing once they are one."""
    return {label for app in apps.get_app_configs() for label in getattr(app, "people_between", ())}


def told() -> list[tuple[type[Model], str]]:
    """Models and the JSON field of each that names people."""
    fields = []
    for app in apps.get_app_configs():
        for name in getattr(app, "people_told", ()):
            label, _dot, field = name.rpartition(".")
            fields.append((apps.get_model(label), field))
    return fields


def retell(value: Any, pk: int, name: str, second: str = "") -> bool:
    """Give a person another name in a value of :func:`told`; whether that changed anything.

    Where the value names the person by number it is they; where it names those ``against`` whom
    somebody was placed, in words alone, whoever bears the name that they have elsewhere in it.
    """
    old = {
        person["name"]
        for person in _dicts(value)
        if person.get("member") == pk and "name" in person
    }
    changed = False
    for person in _dicts(value):
        if person.get("member") == pk:
            for key, word in (("name", name), ("second_name", second)):
                changed |= key in person and person[key] != word
                person.update({key: word} if key in person else {})
        if old.intersection(person.get("against") or ()):
            person["against"] = [name if word in old else word for word in person["against"]]
            changed = True
    return changed


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for part in parts:
            yield from _dicts(part)


def clashes(reference: Reference, kept: int, gone: int) -> list[Model]:
    """Rows of *gone* that could not be those of *kept*: both stand in them, or both have one."""
    rows = reference.rows(gone)
    others = [
        sibling.field
        for sibling in member_references()
        if sibling.model is reference.model and sibling.field != reference.field
    ]
    condition = Q(pk__in=[])
    of_members = reference.model._meta.get_field(reference.field).related_model is Member
    if of_members and reference.model._meta.label in apart() | between():
        for field in others:
            condition |= Q(**{field: kept})
    rows_in_conflict = list(rows.filter(condition))
    for names, condition in _unique_sets(reference):
        rest = [name for name in names if name != reference.field]
        held = {tuple(_value(row, name) for name in rest) for row in
                reference.rows(kept).filter(condition)}  # fmt: skip
        mine = rows.filter(condition)
        twins = [row for row in mine if tuple(_value(row, name) for name in rest) in held]
        rows_in_conflict += [row for row in twins if row not in rows_in_conflict]
    return rows_in_conflict


def _value(row: Model, name: str) -> Any:
    field: Any = row._meta.get_field(name)
    return getattr(row, field.attname)


def _unique_sets(reference: Reference) -> Iterator[tuple[tuple[str, ...], Q]]:
    """What the database lets one person have once: the fields, and of which rows."""
    meta = reference.model._meta
    for constraint in meta.constraints:
        if isinstance(constraint, UniqueConstraint) and reference.field in constraint.fields:
            yield tuple(constraint.fields), constraint.condition or Q()
    for together in meta.unique_together:
        if reference.field in together:
            yield tuple(together), Q()

"""A member under another name: entries and kept tables follow.

An entry under a name that an organiser chose for it stays as it is; what the organisers' history
says stays too.
"""

from __future__ import annotations

from typing import Final

from django.db.models import F, Model, Q

from goclub.games.people.queries import retell
from goclub.leagues.league.services.name_matching import names_of
from goclub.leagues.models import OrganiserChoice, Participant, Rollover, Snapshot
from goclub.members.models import Member

#: What everybody reads and what names people in words: final tables, the choice of organisers,
#: promotion and relegation.
_SHOWN: Final[tuple[tuple[type[Model], str], ...]] = (
    (Snapshot, "table"), (OrganiserChoice, "steps"), (Rollover, "moves"),
)  # fmt: skip


def on_member_renamed(member: Member, before: Member, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_renamed``."""
    entries = Participant.objects.filter(Q(member=member) | Q(guest=member))
    shown = entries.filter(display_name=before.display_name)
    (old, old_first), (name, first) = names_of(before), names_of(member)
    entries.filter(name=old, first_name=old_first).update(name=name, first_name=first)
    shown.update(display_name=member.display_name)
    entries.update(version=F("version") + 1)  # pages kept for the names of before are none of today
    for model, field in _SHOWN:
        for row in model._base_manager.exclude(**{field: None}):
            value = getattr(row, field)
            if retell(value, member.pk, member.display_name, member.second_name):
                model._base_manager.filter(pk=row.pk).update(**{field: value})

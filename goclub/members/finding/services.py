"""The index of names follows the names: whoever saves one has its keys written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from goclub.members.models import Member, NameKey, Nickname
from goclub.members.names import name_keys

#: People whose keys are read and written at once.
BATCH = 400
_NAMES = frozenset({"display_name", "romanised_name"})


def write_name_keys(pks: Sequence[int]) -> int:
    """Make the keys of these people those of their names and nicknames; how many rows changed."""
    changed = 0
    for start in range(0, len(pks), BATCH):
        changed += _write(pks[start : start + BATCH])
    return changed


@transaction.atomic(savepoint=False)
def _write(pks: Sequence[int]) -> int:
    names: dict[int, set[str]] = defaultdict(set)
    members = Member.objects.filter(pk__in=pks).order_by()
    for pk, *spelled in members.values_list("pk", "display_name", "romanised_name"):
        names[pk].update(filter(None, spelled))
    nicknames = Nickname.objects.filter(member__in=pks).order_by()
    for pk, name in nicknames.values_list("member_id", "name"):
        names[pk].add(name)
    wanted = {
        (pk, key) for pk, known in names.items() for key in set().union(*map(name_keys, known))
    }
    held = {
        (pk, key): row
        for row, pk, key in NameKey.objects.filter(member__in=pks).values_list(
            "pk", "member_id", "key"
        )
    }
    old = [row for pair, row in held.items() if pair not in wanted]
    new = [NameKey(member_id=pk, key=key) for pk, key in sorted(wanted - held.keys())]
    if old:
        NameKey.objects.filter(pk__in=old).delete()
    if new:
        NameKey.objects.bulk_create(new, batch_size=BATCH, ignore_conflicts=True)
    return len(old) + len(new)


# --- Told by the models (AppConfig.ready) -------------------------------------------------------
def member_saved(instance: Member, *, raw: bool, update_fields: Any = None, **_more: Any) -> None:
    """Update the name keys of a saved member whose names may have changed."""
    if not raw and (update_fields is None or _NAMES & set(update_fields)):
        write_name_keys([instance.pk])


def nickname_saved(instance: Nickname, *, raw: bool, created: bool, **_more: Any) -> None:
    """A nickname came, which adds to the keys, or changed."""
    if created and not raw:
        added = (NameKey(member_id=instance.member_id, key=key) for key in name_keys(instance.name))
        NameKey.objects.bulk_create(added, ignore_conflicts=True)
    elif not raw:
        write_name_keys([instance.member_id])


def nickname_deleted(instance: Nickname, *, origin: Any, **_more: Any) -> None:
    """Update the name keys after a nickname was deleted, unless its member is deleted too."""
    if getattr(origin, "model", type(origin)) is Nickname:
        write_name_keys([instance.member_id])

"""A name replaced for good: “Former member 12” everywhere, and nobody's points changed.

Games, results and comments stay, because they are the others' too; what says who it was goes:
names, nicknames, addresses, date of birth, login, older versions of the row, records of play,
tables kept for good, letters.  There is no way back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import CharField, Model, Q, TextField
from django.utils import translation
from django.utils.translation import gettext as _

from goclub.common.locks import lock_row, lock_rows
from goclub.common.pictures.drawing import forget_pictures
from goclub.common.transactions import atomic_retried
from goclub.games.models import (
    Batch,
    BatchFile,
    Kifu,
    KifuAddition,
    Merge,
    Position,
    RatingEntry,
    Revision,
    Standing,
)
from goclub.games.people.queries import relations
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read
from goclub.go.records.write import write_record
from goclub.members.membership.services.roles import close_account, end_role, keep_a_chair
from goclub.members.models import (
    Invitation,
    Letter,
    Member,
    MembershipStep,
    Notice,
    User,
)
from goclub.members.names import fold_name
from goclub.members.queries import namesakes
from goclub.members.rights import keeps_account_from, need
from goclub.members.signals import member_leaves
from ratings.errors import Code, RuleError

PERMISSION = "members.approve_member"
#: Tables in which nobody's name can stand, and the largest.
_NAMELESS: Final = frozenset({RatingEntry, Standing, Revision, Position})
#: Apps whose words are none of the club's.
_FOREIGN: Final = frozenset({"contenttypes", "auth", "sessions", "axes"})
#: A shorter name is a part of too many words.
_SHORTEST: Final = 4


def may_erase(member: Member, by: User) -> bool:
    """Everybody his own name; the office anybody's whose role is not above their own."""
    if member.user_id == by.pk:
        return True
    return by.has_perm(PERMISSION) and not keeps_account_from(by, member.user)


def is_erased(member: Member) -> bool:
    """Whether the name was replaced already."""
    return member.display_name == replacement_of(member)


def replacement_of(member: Member) -> str:
    """What stands in the place of the name, in the language of the club."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former member %(n)s") % {"n": member.pk}


@atomic_retried
def erase_name(*, member: Member, by: User, at: datetime) -> Member:
    """Replace a name wherever it stands, take the login away, and let the member go.

    Raises PermissionDenied, E_FORBIDDEN for somebody above *by*, E_STATE for the last chair and for
    a name that was replaced already.
    """
    theirs = member.user_id != by.pk
    if theirs:
        need(by, PERMISSION)
    keep_a_chair(member, by=by, permission=PERMISSION if theirs else "")
    member_leaves.send(sender=Member, member=member, at=at)
    member = lock_row(member, "user")
    if is_erased(member):
        raise RuleError(
            Code.STATE, field="name", value=member.display_name, reason="people.gone_for_good"
        )
    new = replacement_of(member)
    names = [] if namesakes(member) else sorted(_names_of(member), key=len, reverse=True)
    own_records = list(Kifu.objects.filter(Q(game__black=member) | Q(game__white=member)))
    lock_rows(Kifu.objects.filter(pk__in=[kifu.pk for kifu in own_records]))
    _close(member, by, at)
    _clear_member(member, new)
    _clear_login(member)
    _clear_rows(member, new)
    _clear_told(member.pk, new)
    _clear_records(member, own_records, new)
    for name in names:
        _clear_words(name, new)
    transaction.on_commit(forget_pictures)
    return member


def _names_of(member: Member) -> set[str]:
    """Every name under which somebody stood here, long enough to be looked for in texts."""
    versions: Any = member.history
    known = [(member.display_name, member.romanised_name)]
    known += versions.values_list("display_name", "romanised_name")
    names = {name for pair in known for name in pair if name}
    for name in list(names):
        words = name.split()
        if len(words) == 2:
            names.add(f"{words[1]} {words[0]}")
    return {name for name in names if len(fold_name(name)) >= _SHORTEST or not _is_latin(name)}


# --- The person -----------------------------------------------------------------------------------
def _close(member: Member, by: User, at: datetime) -> None:
    """A member leaves with the name; a guest stays one."""
    end_role(member=member, by=by, at=at)
    if member.status == Member.Status.MEMBER:
        MembershipStep.objects.create(
            member=member, kind=MembershipStep.Kind.LEFT, at=at, by=by, reason=""
        )
    if member.status != Member.Status.GUEST:
        member.status = Member.Status.FORMER


def _clear_member(member: Member, new: str) -> None:
    empty: dict[str, Any] = {
        "romanised_name": "", "country": "", "club": "", "birth_date": None, "message": "",
        "contact_email": "",
    }  # fmt: skip
    for field, value in {"display_name": new, **empty}.items():
        setattr(member, field, value)
    member.save()
    versions: Any = member.history
    versions.update(display_name=new, history_change_reason=None, **empty)
    member.nicknames.all().delete()
    member.program_keys.all().delete()
    Merge.objects.filter(kept=member).update(name=new)
    member.steps.update(reason="")
    member.role_changes.update(reason="")
    _clear_notebooks(member)


def _clear_notebooks(member: Member) -> None:
    """The spreadsheets in which the person came along hold name and address: they go."""
    played = Q(brought_games__game__black=member) | Q(brought_games__game__white=member)
    batches = Batch.objects.filter(Q(brought_members__member=member) | played)
    BatchFile.objects.filter(batch__in=batches).update(data=b"", columns={}, choices={})


def _clear_login(member: Member) -> None:
    """The login stays as the author of what was said, and opens nothing."""
    user = member.user
    addresses = {user.email, user.username} if user else set()
    Letter.objects.filter(Q(member=member) | Q(to__in=addresses - {""})).delete()
    Notice.objects.filter(member=member).delete()
    Invitation.objects.filter(Q(member=member) | Q(email__in=addresses - {""})).update(
        email="", name="", message=""
    )
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        model.objects.filter(username__in=addresses - {""}).delete()
    if user is None:
        return
    user.username = f"former-{member.pk}"
    close_account(user)


# --- Where else it stands ---
def _clear_rows(member: Member, new: str) -> None:
    """Rows that copy a person's name: apps say which (``people_named``)."""
    for app in apps.get_app_configs():
        for name, (shown, emptied) in getattr(app, "people_named", {}).items():
            label, _dot, field = name.rpartition(".")
            rows = apps.get_model(label)._base_manager.filter(**{field: member.pk})
            rows.update(**dict.fromkeys(shown, new), **dict.fromkeys(emptied, ""))


def _clear_told(pk: int, new: str) -> None:
    """Tables kept for good name people by number and in words."""
    for model, field in relations.told():
        for row in model._base_manager.exclude(**{field: None}):
            value = getattr(row, field)
            if relations.retell(value, pk, new):
                model._base_manager.filter(pk=row.pk).update(**{field: value})


def _clear_records(member: Member, records: Iterable[Kifu], new: str) -> None:
    """The records of his games: what they call him, and the file as it came."""
    for kifu in records:
        game = kifu.game
        assert game is not None
        side = "black" if game.black_id == member.pk else "white"
        old = getattr(kifu, f"{side}_name")
        setattr(kifu, f"{side}_name", new)
        kifu.normalised = _renamed(kifu.normalised, side, new)
        for addition in kifu.additions.all():
            addition.before = _renamed(addition.before, side, new)
            addition.original = kifu.normalised.encode()
            addition.save()
        if old:
            kifu.text = kifu.text.replace(old, new)
        _keep_only_shown(kifu)


def _renamed(text: str, side: str, new: str) -> str:
    """The record with another name of a player; what only looks like one in a comment stays."""
    try:
        record = read(text.encode())
    except KifuError:
        tag = "PB" if side == "black" else "PW"
        return re.sub(rf"(?<![A-Z]){tag}\[(?:\\.|[^\]\\])*\]", f"{tag}[{new}]", text, flags=re.S)
    header = (
        replace(record.header, black=new) if side == "black" else replace(record.header, white=new)
    )
    return write_record(replace(record, header=header)).decode()


def _keep_only_shown(kifu: Kifu) -> None:
    """Keep the record as it is shown now in the place of the uploaded bytes."""
    kifu.names = fold_name(kifu.black_name) + " " + fold_name(kifu.white_name)
    if kifu.source is not None:
        Kifu.objects.filter(pk=kifu.source.pk).update(original=kifu.source.normalised.encode())
    kifu.source = None
    kifu.original = kifu.normalised.encode()
    kifu.filename = ""
    kifu.save()


# --- Texts ---
def _clear_words(name: str, new: str) -> None:
    """Replace a whole name in every text and every value of the site."""
    pattern = _pattern(name)
    for model, fields in _texts():
        wanted = Q()
        for field in fields:
            wanted |= Q(**{f"{field}__contains": name})
        for row in model._base_manager.filter(wanted):
            _put(row, {field: pattern.sub(new, getattr(row, field) or "") for field in fields})
    values: list[tuple[type[Model], str]] = [*relations.told(), (Notice, "params")]
    for table, value in values:
        for row in table._base_manager.exclude(**{value: None}):
            _put(row, {value: _resaid(getattr(row, value), pattern, new)})


def _texts() -> Iterator[tuple[type[Model], list[str]]]:
    for model in apps.get_models(include_auto_created=True):
        if model in _NAMELESS or model._meta.app_label in _FOREIGN:
            continue
        fields = [
            field.attname
            for field in model._meta.local_fields
            if isinstance(field, CharField | TextField) and not field.choices
        ]
        if fields:
            yield model, fields


def _put(row: Model, values: dict[str, Any]) -> None:
    """Write what differs, cut to what its column holds; a record loses its uploaded bytes too."""
    changed = {
        name: value[: getattr(row._meta.get_field(name), "max_length", None)]
        if isinstance(value, str)
        else value
        for name, value in values.items()
        if value != getattr(row, name)
    }
    if not changed:
        return
    row._meta.model._base_manager.filter(pk=row.pk).update(**changed)
    if isinstance(row, Kifu):
        _keep_only_shown(Kifu.objects.get(pk=row.pk))
    elif isinstance(row, KifuAddition):
        KifuAddition.objects.filter(pk=row.pk).update(original=row.kifu.normalised.encode())


def _resaid(value: Any, pattern: re.Pattern[str], new: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(new, value)
    if isinstance(value, dict):
        return {key: _resaid(part, pattern, new) for key, part in value.items()}
    return [_resaid(part, pattern, new) for part in value] if isinstance(value, list) else value


def _pattern(name: str) -> re.Pattern[str]:
    """The name as a whole; scripts that write no spaces have no ends of words."""
    word = re.escape(name)
    return re.compile(rf"(?<!\w){word}(?!\w)" if _is_latin(name) else word)


def _is_latin(name: str) -> bool:
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(
        unicodedata.name(letter, "").startswith("LATIN") for letter in letters
    )

"""What is a member's own: another e-mail address, and everything that the site keeps, as files.

The files are found by the relations of the models: whatever refers to a member or to an account is
in them, also what another app adds one day, unless :data:`LEFT_OUT` says why not.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

from django.apps import apps
from django.core import signing
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django_stubs_ext import StrOrPromise

from goclub.common.export import csv_lines
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.models import Member, User
from goclub.members.signing.services import tell_of_address
from ratings.errors import Code, RuleError

#: Models that refer to people and are not in it, and why.
LEFT_OUT: Final = {
    "admin.logentry": "what the office did, kept by the office; says much about others",
    "axes": "wrong passwords by address, kept for a quarter of an hour to keep strangers out",
}
#: Fields by which a row is about somebody who is not told of it: who starred them is private.
NOT_ASKED: Final = frozenset({("games.favourite", "member")})
#: Fields that are no data about anybody but keys to doors.
SECRET: Final = frozenset(
    {
        "password", "code", "token", "secret", "key", "search_names",
        "endpoint", "p256dh", "auth",  # by which somebody else could write to a device
    }
)  # fmt: skip


class DataPart(NamedTuple):
    """Rows of one model about a person: by which fields, and whether the whole row is theirs."""

    model: type[Model]
    fields: tuple[str, ...]
    whole: bool

    @property
    def name(self) -> str:
        """The name of its files."""
        return self.model._meta.label_lower


def relations(model: type[Model]) -> tuple[list[str], list[str]]:
    """The names of a model's fields that refer to a member, and of those that refer to a login."""
    kept = [
        relation for relation in model._meta.concrete_fields if isinstance(relation, ForeignKey)
    ]
    hidden = {field for label, field in NOT_ASKED if label == model._meta.label_lower}
    members = [
        relation.name
        for relation in kept
        if relation.related_model is Member and relation.name not in hidden
    ]
    logins = [relation.name for relation in kept if relation.related_model is User]
    return members, logins


def parts() -> list[DataPart]:
    """Every model that refers to people, but those left out.

    A row about a member is in it whole; of a row that only names their login beside another member,
    such as a decision that they made, which one it is and when.
    """
    known = []
    for model in apps.get_models():
        name = model._meta.label_lower
        # Histories are versions of rows that are in it themselves.
        is_history = hasattr(model, "history_user")
        if name in LEFT_OUT or model._meta.app_label in LEFT_OUT or is_history:
            continue
        members, logins = relations(model)
        if members:
            known.append(DataPart(model, tuple(members), whole=True))
        if logins:
            known.append(DataPart(model, tuple(logins), whole=not members))
    return known


def rows_of(part: DataPart, member: Member) -> QuerySet[Model]:
    """The rows of one part that concern a member."""
    about = Q()
    for name in part.fields:
        field = part.model._meta.get_field(name)
        about |= Q(**{name: member.pk if field.related_model is Member else member.user_id})
    return part.model._default_manager.filter(about).order_by("pk")


def columns_of(part: DataPart) -> list[Field[Any, Any]]:
    """What of each row is shown."""
    fields = [column for column in part.model._meta.concrete_fields if column.name not in SECRET]
    if part.whole or part.model is Member:
        return fields
    moments = [
        column for column in fields if column.get_internal_type() in ("DateTimeField", "DateField")
    ]
    named = [column for column in fields if column.primary_key or column.name in part.fields]
    return named + moments


def zipped(member: Member) -> Iterator[bytes]:
    """The archive, in pieces: a JSON and a CSV for each kind of row, the member's own first."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        own = [DataPart(Member, ("pk",), whole=True), DataPart(User, ("pk",), whole=True)]
        for part, rows in [(part_of_own, _own(part_of_own, member)) for part_of_own in own] + [
            (part_of_own, rows_of(part_of_own, member))
            for part_of_own in parts()
            if part_of_own.model is not Member
        ]:
            name = part.name if part.whole else f"{part.name}-named"
            columns = columns_of(part)
            if not rows.exists():
                continue
            with archive.open(f"{name}.csv", "w") as file:
                for line in csv_lines([column.name for column in columns], _values(rows, columns)):
                    file.write(line.encode())
                    yield from sink.taken()
            with archive.open(f"{name}.json", "w") as file:
                for line in _json(rows, columns):
                    file.write(line.encode())
                    yield from sink.taken()
    yield from sink.taken()


def _own(part: DataPart, member: Member) -> QuerySet[Model]:
    pk = member.pk if part.model is Member else member.user_id
    return part.model._default_manager.filter(pk=pk)


def _values(rows: QuerySet[Model], columns: list[Field[Any, Any]]) -> Iterator[list[StrOrPromise]]:
    for row in rows.iterator(500):
        yield [column.value_to_string(row) for column in columns]


def _json(rows: QuerySet[Model], columns: list[Field[Any, Any]]) -> Iterator[str]:
    for number, values in enumerate(_values(rows, columns)):
        named = dict(zip([column.name for column in columns], values, strict=True))
        text = json.dumps(named, cls=DjangoJSONEncoder, ensure_ascii=False)
        yield f"{',' if number else '['}\n{text}"
    yield "\n]\n"


class _Sink(io.RawIOBase):
    """Where an archive is written that nobody keeps whole."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """Yes; and nothing else: the archive is written forwards."""
        return True

    def write(self, data: Any) -> int:
        """Keep a piece until it is taken."""
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> Iterator[bytes]:
        """The pieces since the last time."""
        pieces, self._pieces = self._pieces, []
        if pieces:
            yield b"".join(pieces)


_SALT: Final = "members.address"
#: How long the letter's link holds, in seconds.
HOLDS: Final = 3 * 86_400


def _language(user: User) -> str:
    member = member_of_login(user)
    return member.language if member else str(get_language())


@atomic_retried
def ask_for_address(*, user: User, email: str, at: datetime, site: str) -> None:
    """Write to the new address; whoever asks hears the same where it is in use already."""
    known = login_of(email)
    if is_written_to_enough(to=known.email if known else email, kind="membership", at=at):
        return
    if known is not None:
        post_letter(
            kind="membership", to=known.email, template="address_known", context={"url": site},
            language=_language(known), at=at, member=member_of_login(known),
        )  # fmt: skip
        return
    token = signing.dumps([user.pk, _state_of(user), email], salt=_SALT)
    url = urljoin(site, reverse("members:address-confirm", args=[token]))
    post_letter(
        kind="membership", to=email, template="address", context={"url": url},
        language=_language(user), at=at, member=member_of_login(user),
    )  # fmt: skip


def wanted_address(token: str) -> tuple[User, str] | None:
    """Whose address a letter's link changes, and into what; None where it holds no more."""
    try:
        pk, state, email = signing.loads(token, salt=_SALT, max_age=HOLDS)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return (user, email) if user and state == _state_of(user) else None


def _state_of(user: User) -> str:
    """What a link depends on: another address or another password closes it."""
    key = f"{user.password}:{user.email}"
    return salted_hmac(_SALT, key, algorithm="sha256").hexdigest()[:32]


@atomic_retried
def change_address(*, token: str, at: datetime) -> User:
    """Take the new address, once, and tell both addresses; ``E_STATE`` for a link of no use."""
    wanted = wanted_address(token)
    if wanted is None:
        raise RuleError(Code.STATE, "token", reason="address.closed")
    user, email = lock_row(wanted[0]), wanted[1]
    before, user.email = user.email, email
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:  # somebody has it by now
        raise RuleError(Code.STATE, "token", reason="address.closed") from None
    tell_of_address(user=user, before=before, at=at)
    return user

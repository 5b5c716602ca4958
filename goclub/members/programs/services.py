"""Making a key, taking it back, and knowing whose it is."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.models import Member, ProgramKey, Scope
from ratings.errors import Code, RuleError

#: Keys of one member.
MOST: Final = 10
#: By which a key is known for one of ours where it was left lying about.
PREFIX: Final = "goclub_"


@atomic_retried
def make_key(
    *, member: Member, name: str, scopes: Collection[str], at: datetime
) -> tuple[ProgramKey, str]:
    """Make a key; returns it and its text, which nobody can read again.

    Raises ``E_MISSING`` without a name or a scope, ``E_RANGE`` beyond :data:`MOST` keys.
    """
    member = lock_row(member)
    if not name.strip():
        raise RuleError(Code.MISSING, "name")
    chosen = [scope.value for scope in Scope if scope.value in scopes]
    if not chosen:
        raise RuleError(Code.MISSING, "scopes")
    if member.program_keys.count() >= MOST:
        raise Refusal(
            _("You can have at most %(value)s keys. Revoke one first."),
            field="name",
            value=MOST,
            code=Code.RANGE,
            reason="enough_keys",
        )
    text = PREFIX + secrets.token_urlsafe(32)
    key = ProgramKey.objects.create(
        member=member,
        name=name.strip(),
        start=text[len(PREFIX) : len(PREFIX) + 6],
        digest=digest_of(text),
        scopes=chosen,
        made_at=at,
    )
    return key, text


@atomic_retried
def take_back(*, key: ProgramKey) -> None:
    """A key that opens nothing any more."""
    key.delete()


def key_of(text: str) -> ProgramKey | None:
    """The key behind a text, with its member; None where it is none, or of no member at present."""
    keys = ProgramKey.objects.select_related("member__user")
    return keys.filter(digest=digest_of(text), member__status=Member.Status.MEMBER).first()


def digest_of(text: str) -> str:
    """What is kept of a key: its text has 256 bits, so that no salt is needed."""
    return hashlib.sha256(text.encode()).hexdigest()

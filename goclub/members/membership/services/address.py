"""Another e-mail address for oneself, confirmed by a letter to it."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from urllib.parse import urljoin

from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.models import User
from goclub.members.signing.services import tell_of_address
from ratings.errors import Code, RuleError

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
        raise RuleError(Code.STATE, field="token", reason="address.closed")
    user, email = lock_row(wanted[0]), wanted[1]
    before, user.email = user.email, email
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:  # somebody has it by now
        raise RuleError(Code.STATE, field="token", reason="address.closed") from None
    tell_of_address(user=user, before=before, at=at)
    return user

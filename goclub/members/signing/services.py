"""Second factors: adding, using, removing and resetting them; the e-mails that say so."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django_otp import verify_token
from django_otp.models import Device
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Member, User
from goclub.members.notices.services import tell
from goclub.members.queries import club_settings, has_factor
from goclub.members.requests import Act
from goclub.members.signing.queries import FACTORS, code_devices, devices_of
from ratings.errors import Code

#: How many recovery codes a member gets at a time.
CODES: Final = 10
#: Where a member looks at the factors.
_PAGE: Final = "/me/second-factor/"
_SALT: Final = "members.recovery-code"


# --- Telling --------------------------------------------------------------------------------------
def tell_of_change(*, user: User, change: str, at: datetime) -> None:
    """Write to the owner of an account that a way of signing in changed; note it on the site.

    ``change`` is a word that ``members/email/security.txt`` knows.  The e-mail goes out whatever
    the owner has switched off.
    """
    member = Member.objects.filter(user=user.pk).first()
    language = member.language if member else club_settings().language
    if user.email:
        post_letter(
            kind="security",
            to=user.email,
            template="security",
            context={"change": change},
            language=language,
            at=at,
            member=member,
        )
    if member:
        tell(Act(None, at), member, "account.changed", url=_PAGE)


def tell_of_address(*, user: User, before: str, at: datetime) -> None:
    """Write to the old and to the new address of an account that the address was changed."""
    member = Member.objects.filter(user=user.pk).first()
    language = member.language if member else club_settings().language
    for address in filter(None, (before, user.email)):
        post_letter(
            kind="security",
            to=address,
            template="address_changed",
            context={"email": user.email or "–"},
            language=language,
            at=at,
            member=member,
        )
    if member:
        tell(Act(None, at), member, "account.changed", url=_PAGE)


class PasswordChangeTold:
    """A password validator that accepts everything and tells the owner of every change.

    Django calls it wherever a password is saved: on the site, in the admin, by a command.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept it: the other validators judge."""

    def get_help_text(self) -> str:
        """Ask nothing of a password."""
        return ""

    def password_changed(self, password: str, user: User | None = None) -> None:  # noqa: ARG002
        """Tell the owner; the first password of a new account is no change."""
        if user is not None and user.pk is not None and user.last_login is not None:
            tell_of_change(user=user, change="password", at=timezone.now())


# --- Using ----------------------------------------------------------------------------------------
def read_code(typed: str) -> str:
    """A code as it is compared: without the blanks and dashes that people type, in small letters.

    >>> read_code(" 123 456"), read_code("ABCD-EFGH"), read_code("abcd–efgh")
    ('123456', 'abcdefgh', 'abcdefgh')
    """
    plain = unicodedata.normalize("NFKC", typed)
    dashes = {sign for sign in plain if unicodedata.category(sign) == "Pd"}
    return "".join(sign for sign in plain if sign not in dashes and not sign.isspace()).casefold()


def accept_code(*, user: User, typed: str, at: datetime) -> Device | None:
    """Return the device that accepts a code, None where none does; a recovery code is used up.

    Each wrong code makes the next try wait longer (:func:`seconds_locked`).
    """
    code = read_code(typed)
    for device in code_devices(user, code):
        kept = _digest_of(user, code) if isinstance(device, StaticDevice) else code
        accepted = verify_token(user, device.persistent_id, kept)
        if accepted is not None:
            if isinstance(accepted, StaticDevice):
                tell_of_change(user=user, change="code_used", at=at)
            return accepted
    return None


def _digest_of(user: User, code: str) -> str:
    """What is kept of a recovery code, as long as its column: useless without the secret key."""
    return salted_hmac(_SALT, f"{user.pk}:{code}", algorithm="sha256").hexdigest()[:16]


def seconds_locked(*, user: User, typed: str) -> int:
    """How many seconds the devices of this kind of code accept nothing; 0 where they do."""
    waits = [0]
    for device in code_devices(user, read_code(typed)):
        allowed, why = device.verify_is_allowed()
        if not allowed and why:
            waits.append(int((why["locked_until"] - timezone.now()).total_seconds()) + 1)
    return max(waits)


# --- Adding and removing --------------------------------------------------------------------------
@atomic_retried
def add_app(*, user: User, key: str, typed: str, at: datetime) -> TOTPDevice:
    """Add an authenticator app that shows the right code for its key; ``E_TYPE`` where it is not.

    ``key`` is the secret in hexadecimal digits.  The same form sent twice adds one app.
    """
    lock_row(user)
    code = read_code(typed)
    totp = TOTP(bytes.fromhex(key))
    totp.time = at.timestamp()
    if not (code.isdecimal() and code.isascii() and len(code) == 6 and totp.verify(int(code), 1)):
        raise Refusal(
            _("This code is not right. Enter the newest one from the app."),
            code=Code.TYPE,
            field="code",
            reason="code",
        )
    if added := TOTPDevice.objects.filter(user=user, key=key).first():
        return added
    device: TOTPDevice = TOTPDevice.objects.create(
        user=user, name="", key=key, confirmed=True, last_t=totp.t(), drift=totp.drift
    )
    tell_of_change(user=user, change="app_added", at=at)
    return device


@atomic_retried
def renew_codes(*, user: User, at: datetime, tells: bool = True) -> list[str]:
    """Return new recovery codes in the place of the old ones; they are shown this once."""
    lock_row(user)
    device, _created = StaticDevice.objects.get_or_create(
        user=user, defaults={"name": "", "confirmed": True}
    )
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _number in range(CODES)]
    StaticToken.objects.bulk_create(
        StaticToken(device=device, token=_digest_of(user, code)) for code in codes
    )
    if tells:
        tell_of_change(user=user, change="codes_renewed", at=at)
    return codes


@atomic_retried
def remove_factor(*, user: User, kind: str, pk: int, at: datetime) -> None:
    """Remove one factor of one's own; with the last one go the recovery codes."""
    lock_row(user)
    removed, _rows = FACTORS[kind].objects.filter(user=user.pk, pk=pk).delete()
    if not removed:
        return
    if not has_factor(user):
        StaticDevice.objects.filter(user=user.pk).delete()
    tell_of_change(user=user, change="factor_removed", at=at)


def forget_factors(*, user: User | None, at: datetime) -> None:
    """Remove every factor of an account whose owner lost them, and tell the owner.

    Inside a transaction, behind the lock of the account.  Raises ``no_factor``.
    """
    if user is None or not devices_of(user):
        raise Refusal(_("This member has no second factor."), field="member", reason="no_factor")
    models: Iterable[type[Device]] = (*FACTORS.values(), StaticDevice)
    for model in models:
        model.objects.filter(user=user.pk).delete()
    tell_of_change(user=user, change="reset", at=at)

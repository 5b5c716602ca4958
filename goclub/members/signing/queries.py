"""The second factors that an account has."""

from __future__ import annotations

from django.db.models import Q
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from goclub.members.models import User

#: The models of second factors, by the word for them in addresses.
FACTORS = {"app": TOTPDevice, "passkey": WebAuthnCredential}


def factors_of(user: User) -> list[tuple[str, Device]]:
    """The confirmed factors of an account, the apps first."""
    return [
        (kind, device)
        for kind, model in FACTORS.items()
        for device in model.objects.filter(user=user.pk, confirmed=True).order_by("pk")
    ]


def devices_of(user: User) -> list[Device]:
    """The confirmed devices of an account, recovery codes left out."""
    return [
        device
        for model in FACTORS.values()
        for device in model.objects.filter(user=user.pk, confirmed=True).order_by("pk")
    ]


def has_passkey(user: User) -> bool:
    """Whether an account has a passkey."""
    return bool(WebAuthnCredential.objects.filter(user=user.pk, confirmed=True).exists())


def codes_left(user: User) -> int:
    """How many recovery codes an account has not used."""
    return int(StaticToken.objects.filter(device__user=user.pk).count())


def code_devices(user: User, code: str) -> list[Device]:
    """The devices that may accept a code: the apps for six digits, else the recovery codes."""
    model = TOTPDevice if len(code) == 6 and code.isdecimal() else StaticDevice
    mine = Q(user=user.pk, confirmed=True)
    return list(model.objects.filter(mine).order_by("pk"))

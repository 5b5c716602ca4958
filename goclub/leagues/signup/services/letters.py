"""The link by which somebody comes back to a registration, and the mails that bring it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.sharing import site_address
from goclub.leagues.models import Event, Registration
from goclub.leagues.signup.queries import position_of
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Letter
from goclub.members.requests import Act
from ratings.errors import Code

_SALT: Final = "goclub.leagues.registration"
#: So long a link is good; its registration is deleted before in most cases.
LASTS: Final = timedelta(days=400)
KIND: Final = "registration"


def token_of(registration: Registration) -> str:
    """Return the signed text of the link of a registration."""
    return signing.TimestampSigner(salt=_SALT).sign_object([registration.pk])


def registration_of(token: str) -> Registration:
    """Return the registration behind a link.

    Raises RuleError E_FORBIDDEN (``no_link``) for a text that is not ours, E_STATE (``old_link``)
    for one too old and (``link_to_nothing``) for a registration that was deleted.
    """
    try:
        (pk,) = signing.TimestampSigner(salt=_SALT).unsign_object(token, max_age=LASTS)
    except signing.SignatureExpired:
        raise Refusal(
            _("This link has expired. Ask the organisers of the tournament."), reason="old_link"
        ) from None
    except (signing.BadSignature, ValueError, TypeError):
        raise Refusal(
            _("This link is not complete. Open it from the e-mail again, or copy all of it."),
            code=Code.FORBIDDEN,
            reason="no_link",
        ) from None
    registration = Registration.objects.select_related("event", "member").filter(pk=pk).first()
    if registration is None:
        raise Refusal(
            _(
                "This registration has been deleted with everything in it. Register again on the "
                "page of the tournament if you want to take part."
            ),
            reason="link_to_nothing",
        )
    return registration


def write_to(registration: Registration, stage: str, at: datetime, *, place: int = 0) -> None:
    """E-mail somebody about their registration, with the link.

    *stage*: ``confirm`` (the place is held so long), ``again`` (they registered twice), ``place``
    (a place is free now), ``declined``, or ``results`` with the *place* and the page of the event.
    No mail where there is no address.
    """
    if not registration.email:
        return
    path = reverse("leagues:registration", args=[token_of(registration)])
    if stage == "results":
        path = registration.event.get_absolute_url()
    post_letter(
        to=registration.email,
        template="registration",
        context={
            "registration": registration,
            "event": registration.event,
            "position": position_of(registration),
            "stage": stage,
            "place": place,
            "url": site_address(path),
        },
        language=registration.language,
        kind=KIND,
        at=at,
        key=f"{KIND}:{registration.pk}:{stage}:{at.timestamp()}",
    )


def write_results(act: Act, event: Event, places: Mapping[int, int]) -> int:
    """E-mail the guests who registered and played their place; return how many.

    Only to confirmed addresses, and to nobody who is notified as a member.
    """
    guests = event.registrations.filter(
        participant__number__in=places, participant__member__user=None, confirmed_at__isnull=False
    ).exclude(email="")
    numbers = dict(guests.values_list("pk", "participant__number"))
    for registration in guests:
        registration.event = event
        write_to(registration, "results", act.at, place=places[numbers[registration.pk]])
    return len(numbers)


def delete_letters(registrations: list[Registration]) -> None:
    """Delete the mails that were written about registrations, with address and name."""
    for registration in registrations:
        Letter.objects.filter(key__startswith=f"{KIND}:{registration.pk}:").delete()

"""Writing a letter into the outbox, also to the office about a page that broke."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.template import Context
from django.template.backends.django import Template as DjangoTemplate
from django.template.loader import get_template, render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy

from goclub.common.columns import validate_address
from goclub.common.error_reports import ErrorReport
from goclub.common.refusals.registry import Refusal
from goclub.members.models import Letter, Member
from goclub.members.names import shown_as
from goclub.members.queries import chairs, club_settings
from ratings.errors import Code

_HOUR: Final = timedelta(hours=1)
#: So many e-mails of a kind one account gets in an hour because somebody typed its address.
MOST_ASKED_FOR: Final = 3


def post_letter(
    *,
    to: str,
    template: str,
    context: Mapping[str, object],
    language: str,
    kind: str,
    at: datetime,
    member: Member | None = None,
    key: str = "",
    unsubscribe: str = "",
) -> Letter:
    """Put a letter into the outbox, in the recipient's language; it goes out with the transaction.

    ``template`` names ``members/email/<template>.txt`` and ``<template>_subject.txt``; both are
    given *context*, ``club`` (the settings) and ``site`` (where the site is reached).  A second
    letter with the same ``key`` is the first one.  ``unsubscribe`` is the path at which letters of
    this kind are switched off.  Raises RuleError E_TYPE for what is no address.
    """
    check_address(to)
    if key and (known := Letter.objects.filter(key=key).first()):
        return known
    club = club_settings()
    variables = {**context, "club": club, "site": settings.SITE_URL, "member": member}
    with translation.override(language), shown_as(member.names_shown if member else ""):
        subject = _plain_text(f"members/email/{template}_subject.txt", variables)
        text = _plain_text(f"members/email/{template}.txt", variables).strip() + "\n"
        html = render_to_string(
            "members/email/frame.html",
            {
                "club": club,
                "subject": " ".join(subject.split()),
                "parts": text.split("\n\n"),
                "language": language,
                "stop": f"{settings.SITE_URL}{unsubscribe}" if unsubscribe else "",
            },
        )
    letter = Letter(
        to=to,
        subject=" ".join(subject.split())[:200],
        text=text,
        html=html,
        language=language,
        kind=kind,
        member=member,
        key=key,
        unsubscribe=unsubscribe,
        next_try_at=at,
        written_at=at,
        changed_at=at,
    )
    try:
        with transaction.atomic():
            letter.save()
    except IntegrityError:  # the same letter a moment ago
        return Letter.objects.get(key=key)
    return letter


def is_written_to_enough(*, to: str, kind: str, at: datetime) -> bool:
    """Return whether an address got as many e-mails of a kind as strangers may cause in an hour.

    Whoever asks from wherever: limits by sender hold up one sender alone.
    """
    lately = Letter.objects.filter(kind=kind, to__iexact=to, written_at__gt=at - _HOUR)
    return lately.count() >= MOST_ASKED_FOR


def _plain_text(template_name: str, values: Mapping[str, object]) -> str:
    """Render what is read as it stands: nothing in a subject or a text is escaped for HTML."""
    template = cast(DjangoTemplate, get_template(template_name)).template
    # Safe: what reads it reads no HTML; the HTML of a letter is made of it by its own template.
    return str(template.render(Context(values, autoescape=False)))


def post_to_member(
    *,
    member: Member,
    template: str,
    context: Mapping[str, object],
    kind: str,
    at: datetime,
    key: str = "",
    unsubscribe: str = "",
) -> Letter | None:
    """E-mail a member in their language; returns None if there is no address."""
    address = address_of(member)
    if not address:
        return None
    return post_letter(
        to=address,
        template=template,
        context=context,
        language=member.language,
        kind=kind,
        at=at,
        member=member,
        key=key,
        unsubscribe=unsubscribe,
    )


def address_of(member: Member) -> str:
    """Return the address of a member's account; "" without one, for nobody there reads notices.

    An address that the club holds of someone without an account is used for invitations alone.
    """
    return member.user.email if member.user else ""


def post_test_letter(*, to: str, at: datetime, language: str) -> Letter:
    """A letter that shows whether the post works."""
    return post_letter(to=to, template="test", context={}, language=language, kind="test", at=at)


def check_address(address: str) -> None:
    """Raise Refusal E_TYPE for what is no mail address, line breaks among it."""
    try:
        validate_address(address)
        MaxLengthValidator(254)(address)
    except ValidationError:
        raise Refusal(
            gettext_lazy("“%(value)s” is not an e-mail address."),
            code=Code.TYPE,
            field="email",
            value=address[:100],
            reason="no_address",
        ) from None


def write_to_office(*, failure: ErrorReport, **_signal: object) -> None:
    """A letter to ``OFFICE_EMAIL``, or to every chair where none is named: one a kind and hour."""
    for number, (address, language) in enumerate(_addresses()):
        post_letter(
            to=address,
            template="failure",
            context={"failure": failure},
            language=language,
            kind="failure",
            at=failure.at,
            key=f"{failure.key}:{number}",
        )


def _addresses() -> list[tuple[str, str]]:
    if settings.OFFICE_EMAIL:
        language = club_settings().language or settings.LANGUAGE_CODE
        return [(address, language) for address in settings.OFFICE_EMAIL]
    addresses = [(address_of(chair), chair.language) for chair in chairs().select_related("user")]
    return sorted({(address, language) for address, language in addresses if address})

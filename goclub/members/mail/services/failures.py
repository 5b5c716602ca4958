"""A page that broke, told to the office by mail."""

from __future__ import annotations

from django.conf import settings

from goclub.common.error_reports import ErrorReport
from goclub.members.mail.services.writing import address_of, post_letter
from goclub.members.queries import chairs, club_settings


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

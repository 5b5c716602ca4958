"""Handing one letter to the mail server, and saying exactly how far it came.

A server takes a letter with the end of its DATA: until then nothing was accepted, and after it the
answer says what became of it.  :func:`hand_over` calls *on_edge* just before that end, so that a
worker that is killed leaves behind whether the server may have the letter.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from contextlib import suppress
from email.utils import formataddr, parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.utils.encoding import punycode

from goclub.members.models import Letter
from goclub.members.queries import club_settings

_START_DATA: Final = 354
_PERMANENT: Final = 500
_GOING_DOWN: Final = 421
#: Answers that are about the sign-in and not about a letter, though they look like a lasting no.
_SIGN_IN: Final = (530, 534, 535, 538)


class Refused(Exception):
    """The server will never take this letter: no such mailbox, or it says so for good."""


class Unreachable(Exception):
    """No letter can be handed over now: no connection, no sign-in, or the server is busy."""


class Deferred(Exception):
    """The server does not take this letter now; others may go on."""


class ServerSilent(Exception):
    """The letter's last byte went out and no answer came: the server may have it or not."""


def message_of(letter: Letter) -> EmailMultiAlternatives:
    """A letter as a message: from the club's name, with a name of its own that never changes."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    host = address.rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<{letter.message_id}@{host}>",
        "Content-Language": letter.language,
        "Auto-Submitted": "auto-generated",
    }
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = f"<{settings.SITE_URL}{letter.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    name = " ".join(club_settings().name.split())
    message = EmailMultiAlternatives(
        subject=letter.subject,
        body=letter.text,
        from_email=formataddr((name, address)),
        to=[letter.to],
        headers=headers,
    )
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    return message


def hand_over(letter: Letter, connection: BaseEmailBackend, on_edge: Callable[[], None]) -> None:
    """Give one letter to an open connection.

    Raises :class:`Refused`, :class:`Deferred` and :class:`Unreachable`, after which the server does
    not have it, and :class:`ServerSilent`, after which nobody knows.
    """
    message = message_of(letter)
    server = getattr(connection, "connection", None)
    if isinstance(connection, SmtpBackend) and isinstance(server, smtplib.SMTP):
        _hand_to_server(message, server, on_edge)
        return
    on_edge()
    try:
        connection.send_messages([message])
    except OSError as error:
        raise Unreachable(str(error)) from error


def _hand_to_server(
    message: EmailMultiAlternatives, server: smtplib.SMTP, on_edge: Callable[[], None]
) -> None:
    try:
        try:
            _send_body(message, server)
        except OSError as error:  # the errors of smtplib among them
            raise Unreachable(str(error)[:200]) from error
        on_edge()
        try:
            server.send(b".\r\n")
            answer = server.getreply()
        except OSError as error:
            raise ServerSilent(str(error)[:200]) from error
        _need(answer, "the letter", final=True)
    except (Refused, Deferred, Unreachable):
        with suppress(OSError):  # what the server said stands, also where it hung up then
            server.rset()
        raise


def _send_body(message: EmailMultiAlternatives, server: smtplib.SMTP) -> None:
    """Everything but the line with the one point, which hands the letter over."""
    try:
        sender, recipient = _in_ascii(parseaddr(message.from_email)[1]), _in_ascii(message.to[0])
        body = message.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    except ValueError as error:  # no server could be told of it
        raise Refused(str(error)[:250]) from error
    server.ehlo_or_helo_if_needed()
    _need(server.mail(sender), "the sender")
    _need(server.rcpt(recipient), "the address", final=True, alone=True)
    server.putcmd("data")
    _need(server.getreply(), "the letter", expected=_START_DATA)
    server.send(smtplib._quote_periods(body))  # type: ignore[attr-defined]
    if not body.endswith(b"\r\n"):
        server.send(b"\r\n")


def _in_ascii(address: str) -> str:
    """Return an address as SMTP takes it: żółw.pl is xn--w-uga1v8h.pl there.

    Raises UnicodeError for letters that only SMTPUTF8 could carry.
    """
    box, _at, domain = address.rpartition("@")
    return f"{box.encode('ascii').decode()}@{punycode(domain)}"


def _need(
    answer: tuple[int, bytes],
    step: str,
    *,
    expected: int = 250,
    final: bool = False,
    alone: bool = False,
) -> None:
    """Go on where the server said yes.

    *final*: a lasting no is about this letter; *alone*: so is a no for now.
    """
    code, answer_text = answer
    if code in (expected, 251):
        return
    text = f"{step}: {code} {answer_text.decode('utf-8', 'replace')}"[:250]
    if final and code >= _PERMANENT and code not in _SIGN_IN:
        raise Refused(text)
    if alone and _GOING_DOWN < code < _PERMANENT:
        raise Deferred(text)
    raise Unreachable(text)

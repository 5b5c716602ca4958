"""Letters on their way: handed to the server, by rounds of the worker, again or no more.

Each step is committed before the next is taken.  A letter goes *waiting → sending → handed → sent*;
who is killed while *sending* left a letter that nobody accepted, and it waits again; who is killed
while it was *handed* over left one that the server may have, and the office decides.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.utils import timezone
from django.utils.encoding import punycode

from goclub.common.background import is_alive, worker_name
from goclub.common.transactions import atomic_retried, lock_first_free
from goclub.members.models import Letter, Notice
from goclub.members.queries import club_settings
from goclub.members.requests import Act
from goclub.members.rights import need

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


@atomic_retried
def send_letters_again(act: Act, letters: Collection[int]) -> int:
    """Let a worker try these troubled letters again; returns how many there were.

    A letter that was perhaps sent may arrive twice: that is what the office decides here.
    """
    need(act.user, "members.approve_member")
    # Written anew: a letter given up for its age has two days again.
    again = {"tries": 0, "error": "", "next_try_at": act.at, "written_at": act.at}
    return _move(letters, Letter.State.WAITING, act.at, **again)


@atomic_retried
def let_letters_go(act: Act, letters: Collection[int]) -> int:
    """Give these troubled letters up; returns how many there were."""
    need(act.user, "members.approve_member")
    return _move(letters, Letter.State.DROPPED, act.at)


def _move(letters: Collection[int], to: Letter.State, at: datetime, **values: object) -> int:
    """Only what is still troubled: a second press moves nothing."""
    troubled = Letter.objects.troubled().filter(pk__in=letters)
    return troubled.update(state=to, changed_at=at, worker="", **values)


_log = logging.getLogger(__name__)

State = Letter.State
#: Pauses before the further tries of a letter, in minutes; the last one holds for all that follow.
PAUSES: Final = (1, 5, 15, 60, 180)
#: After so long a letter is given up: what it tells of is past.
GIVE_UP: Final = timedelta(days=2)


class Taken(Exception):
    """Another worker has a letter now."""


def send_due(
    *, clock: Callable[[], datetime] = timezone.now, stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due until nothing is left or *stop* says so; returns how many went out.

    Raises :class:`Unreachable` where the server takes nothing; what was not sent waits.
    """
    rescue_stranded(at=clock())
    sent = 0
    server: BaseEmailBackend | None = None
    try:
        while not stop() and (letter := take_letter(at=clock())):
            try:
                server = server or _open_connection()
                sent += send_letter(letter, server, clock)
            except Deferred as error:
                put_back(letter=letter, at=clock(), error=str(error))
            except Taken as error:
                raise Unreachable(str(error)) from error
            except ServerSilent as error:
                _note(letter, State.DOUBTFUL, clock(), str(error))
                raise Unreachable(str(error)) from error
            except Unreachable as error:
                put_back(letter=letter, at=clock(), error=str(error))
                raise
    finally:
        if server is not None:
            _close(server)
    return sent


def send_letter(letter: Letter, server: BaseEmailBackend, clock: Callable[[], datetime]) -> bool:
    """Hand one letter over; whether the server has it."""
    try:
        hand_over(letter, server, lambda: _cross_edge(letter, clock()))
    except Refused as error:
        _note(letter, State.FAILED, clock(), str(error))
        _log.warning("letter %s was refused: %s", letter.pk, error)
        return False
    _note(letter, State.SENT, clock())
    return True


def _cross_edge(letter: Letter, at: datetime) -> None:
    """Note that the last byte follows, unless another worker has thought this one dead.

    A machine that slept wakes up here; raises :class:`Taken`, and the last byte never goes.
    """
    mine = Letter.objects.filter(pk=letter.pk, state=State.SENDING, worker=worker_name())
    if not mine.update(state=State.HANDED, changed_at=at):
        raise Taken("another worker took the letter over")
    letter.state, letter.changed_at = State.HANDED, at


@atomic_retried
def take_letter(*, at: datetime) -> Letter | None:
    """The letter that has waited longest, taken by this worker; None where nothing is due."""
    due = Letter.objects.filter(state=State.WAITING, next_try_at__lte=at)
    letter = lock_first_free(due.order_by("next_try_at", "pk"))
    if letter is None:
        return None
    letter.worker = worker_name()
    letter.tries += 1
    _note(letter, State.SENDING, at)
    return letter


@atomic_retried
def put_back(*, letter: Letter, at: datetime, error: str) -> None:
    """A letter that nobody accepted waits again, each time longer; after two days it failed."""
    late = at - letter.written_at > GIVE_UP
    pause = PAUSES[min(letter.tries, len(PAUSES)) - 1]
    letter.next_try_at = at + timedelta(minutes=pause)
    _note(letter, State.FAILED if late else State.WAITING, at, error)


@atomic_retried
def rescue_stranded(*, at: datetime) -> int:
    """Look after letters of workers that are no more; returns how many."""
    held = Letter.objects.filter(state__in=[State.SENDING, State.HANDED])
    stranded = [letter for letter in held if not is_alive(letter.worker, letter.changed_at, at)]
    for letter in stranded:
        if letter.state == State.HANDED:
            _note(letter, State.DOUBTFUL, at, "the worker was ended while the server answered")
        else:
            letter.next_try_at = at
            _note(letter, State.WAITING, at)
    return len(stranded)


def hold_restored(*, at: datetime, **_signal: object) -> None:
    """Hold back the letters of a restored backup: they may have been sent since it was made.

    The office decides about them as about all that are possibly sent.  Notices that waited for a
    daily letter are on the site; they are not sent once more.
    """
    unsent = Letter.objects.filter(state__in=[State.WAITING, State.SENDING, State.HANDED])
    unsent.update(state=State.DOUBTFUL, changed_at=at, error="restored from a backup", worker="")
    Notice.objects.filter(in_digest=True).update(in_digest=False)


def _note(letter: Letter, state: str, at: datetime, error: str = "") -> None:
    """Keep where a letter is; committed at once outside a transaction."""
    letter.state, letter.changed_at, letter.error = state, at, error[:300]
    letter.save(update_fields=["state", "changed_at", "error", "worker", "tries", "next_try_at"])


def _open_connection() -> BaseEmailBackend:
    server: BaseEmailBackend = get_connection()
    try:
        server.open()
    except OSError as error:  # the errors of smtplib among them
        raise Unreachable(str(error)[:200]) from error
    return server


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except OSError:
        _log.info("the mail server had hung up already")

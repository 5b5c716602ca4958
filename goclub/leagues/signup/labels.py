"""Registrations in the reader’s words: states, amounts, answers, and the rows of their file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import listed
from goclub.leagues.models import Event, Registration, SignupQuestion
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind

KINDS: Final = [
    NoticeKind(
        "event.moved_up",
        NoticeGroup.LEAGUES,
        label=gettext_lazy("A place is free for me in a tournament"),
        text=gettext_lazy("A place is free: you are now entered in %(event)s."),
        mail=Mail.NOW,
    ),
]


def money(amount: Decimal | None, currency: str) -> str:
    """Return an amount as people write it, "" for none.

    >>> money(Decimal("25.00"), "EUR"), money(Decimal("12.50"), ""), money(None, "EUR")
    ('25 EUR', '12.50', '')
    """
    if amount is None:
        return ""
    digits = 0 if amount == amount.to_integral_value() else 2
    return f"{number_format(amount, digits)} {currency}".strip()


def state_text(registration: Registration) -> str:
    """Return what became of a registration, in words."""
    if registration.state == Registration.State.PLACE and not registration.is_confirmed:
        return _("not confirmed yet")
    if registration.state == Registration.State.WAITING and not registration.is_confirmed:
        return _("on the waiting list, not confirmed yet")
    if registration.state == Registration.State.ENTERED and registration.players.all():
        return _("on the list of teams")
    return registration.get_state_display()


def answer_text(question: SignupQuestion, registration: Registration) -> str:
    """Return what somebody answered, "" for nothing."""
    answers: dict[str, Any] = registration.answers or {}
    answer = answers.get(str(question.pk), "")
    if isinstance(answer, bool):
        return _("yes") if answer else _("no")
    return str(answer)


def answers_of(
    questions: Iterable[SignupQuestion], registration: Registration
) -> list[tuple[str, str]]:
    """Return the questions with what somebody answered, those left empty not among them."""
    pairs = ((question.text, answer_text(question, registration)) for question in questions)
    return [(text, answer) for text, answer in pairs if answer]


def rounds_text(registration: Registration) -> str:
    """Return the rounds that somebody sits out: “1, 2”."""
    return listed(registration.absent)


def registration_table(
    event: Event, registrations: Sequence[Registration], questions: Sequence[SignupQuestion]
) -> tuple[list[str], Iterator[list[object]]]:
    """Return the header of the organisers’ file and its rows; moments on the event’s clocks."""
    header = [
        *("number", "state", "confirmed", "name", "first_name", "other_name", "rank", "club"),
        *("country", "egf_pin", "ffg_licence", "aga_id", "email", "rounds_absent", "remarks"),
        *("consent", "fee", "owed", "paid", "registered_at", "players"),
        *(question.text for question in questions),
    ]
    return header, (_row(event, registration, questions) for registration in registrations)


def _row(
    event: Event, registration: Registration, questions: Sequence[SignupQuestion]
) -> list[object]:
    players = registration.players.all()
    return [
        registration.number,
        registration.state,
        _yes(registration.is_confirmed),
        *(registration.name, registration.first_name, registration.other_name),
        registration.rank_text,
        *(registration.club, registration.country),
        *(registration.egf_pin, registration.ffg_licence, registration.aga_id),
        registration.email,
        " ".join(map(str, registration.absent)),
        registration.remarks,
        _yes(registration.consent),
        str(registration.fee or ""),
        "" if registration.owed is None else registration.owed,
        _yes(registration.paid_at is not None),
        localtime(registration.registered_at, event.zone).isoformat(timespec="minutes"),
        listed(f"{player.display_name} {player.rank_text}" for player in players),
        *(answer_text(question, registration) for question in questions),
    ]


def _yes(holds: bool) -> str:
    return "yes" if holds else ""

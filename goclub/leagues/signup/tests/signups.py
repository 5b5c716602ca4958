"""Events with registration, and people who register, for the tests of this topic."""

from __future__ import annotations

import re
from typing import Any

from goclub.leagues.models import Event, Registration, SignupSettings
from goclub.leagues.signup.services import registrations
from goclub.leagues.tests.factories import at, make_event
from goclub.members.models import Letter
from goclub.members.requests import Act

COLUMNS: dict[str, Any] = {
    "first_name": "Ewa",
    "name": "Nowak",
    "other_name": "",
    "rank": -3,
    "club": "Kraków",
    "country": "PL",
    "egf_pin": "",
    "ffg_licence": "",
    "aga_id": "",
    "absent": [],
    "fee": None,
    "remarks": "",
    "consent": True,
    "answers": {},
}


def signup_event(places: int | None = None, **more: Any) -> Event:
    """An event that anybody can register for; *more* are columns of its settings."""
    event = make_event()
    Event.objects.filter(pk=event.pk).update(places=places)
    event.refresh_from_db()
    SignupSettings.objects.create(event=event, **{"is_on": True, **more})
    return event


def register(event: Event, name: str = "Nowak", minute: int = 0, **more: Any) -> Registration:
    """Register somebody who has not confirmed yet."""
    email = f"{name.lower().replace(' ', '')}@example.org"
    columns = {**COLUMNS, "name": name, "email": email, **more}
    return registrations.register(Act(None, at(minute)), event, language="en", **columns)


def come(event: Event, name: str, minute: int = 0, **more: Any) -> Registration:
    """Register somebody and confirm by the link."""
    return registrations.confirm(Act(None, at(minute)), register(event, name, minute, **more))


def states(event: Event) -> dict[str, str]:
    """The states of an event's registrations by the family name."""
    return dict(event.registrations.values_list("name", "state"))


def link_in(letter: Letter) -> str:
    """The path of the link in a mail."""
    match = re.search(r"https?://[^/]+(/registration/\S+)", letter.text)
    assert match is not None
    return match[1]

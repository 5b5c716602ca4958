"""A chair who lives leagues from day to day: hands on the pages, and a clock that moves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.forms import BoundField, ChoiceField
from django.test import Client
from django.urls import reverse
from time_machine import Traveller

from goclub.common.tests.reading import told
from goclub.members.models import Member


class Hands:
    """Somebody at the pages; ``at`` moves the clock before anything else is done."""

    def __init__(self, client: Client, clock: Traveller) -> None:
        self.client, self.clock = client, clock

    def at(self, moment: datetime, member: Member) -> None:
        """It is that moment, and that member sits at the page; who comes back signs in again."""
        self.clock.move_to(moment, tick=False)
        self.client.force_login(member.user)

    def get(self, name: str, /, *args: object, **query: str) -> Any:
        page = self.client.get(address(name, *args), query)
        assert page.status_code == 200, (name, args, page.status_code)
        return page

    def post(self, name: str, /, *args: object, **data: object) -> Any:
        """Press a button; whatever is refused fails the test."""
        page = self.client.post(address(name, *args), data, follow=True)
        assert page.status_code == 200, (name, args, refusals(page))
        assert told(page, "error") == [], (name, args)
        return page

    def refused(self, name: str, /, *args: object, **data: object) -> list[str]:
        """Press a button that must be refused."""
        page = self.client.post(address(name, *args), data, follow=True)
        errors = told(page, "error")
        assert errors or page.status_code == 422, (name, args)
        return errors or refusals(page)


def address(name: str, *args: object) -> str:
    return reverse(name if ":" in name else f"leagues:{name}", args=args)


def refusals(page: Any) -> list[str]:
    """What a refused page says, for whoever reads the failing test."""
    forms = [one for one in (page.context or []) for one in one.dicts]
    found = [v.errors.as_text() for one in forms for v in one.values() if getattr(v, "errors", 0)]
    refused = [str(one["refused"]) for one in forms if one.get("refused")]
    return [*found, *refused] or [str(page.status_code)]


def filled(page: Any, name: str = "form") -> dict[str, object]:
    """What a browser would send back of a form: every field but unticked boxes."""
    form = page.context[name]
    values = {one: _value(form[one]) for one in form.fields}
    return {one: value for one, value in values.items() if value is not None and value is not False}


def _value(field: BoundField) -> object:
    """A list without a choice of its own stands on its first line."""
    value = field.value()
    if value is None and type(field.field) is ChoiceField:
        return next(key for key, _text in field.field.choices)
    return value

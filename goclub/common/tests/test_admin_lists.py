"""The admin's lists answer whatever their address says, and the site whatever a form says."""

from __future__ import annotations

import runpy

import pytest
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from goclub.common.http import is_ours
from goclub.common.tests.reading import said
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import make_event
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
IMPOSSIBLE = ["2026-02-30", "-1", "9" * 25, "9" * 5000]


def lists(client):
    """The lists that the chair sees, each with the parameters that narrow it."""
    for model, shown in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        answer = client.get(reverse(name))
        if answer.status_code == 200:
            yield reverse(name), {*shown._listed(answer.wsgi_request), "q", "o", "p", "e"}


@pytest.mark.extended
def test_a_list_that_is_asked_for_what_cannot_be_is_shown(client):
    client.force_login(make_member(role=CHAIR).user)
    client.raise_request_exception = False
    failing = set()
    for address, names in lists(client):
        for name in names:
            for value in IMPOSSIBLE if "__" in name else IMPOSSIBLE[:1]:
                answer = client.get(address, {name: value}, follow=True)
                if answer.status_code != 200:
                    failing.add((address, name, value[:9], answer.status_code))
    assert failing == set()


@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_boxes_that_are_no_rows_are_left_out(client, value):
    client.force_login(make_member(role=CHAIR).user)
    address = reverse("admin:members_member_changelist")
    sent = {"action": "admit", ACTION_CHECKBOX_NAME: [value, value]}
    assert client.post(address, sent).status_code in (200, 302)
    added = client.post(reverse("admin:members_member_add"), {"user": value, "display_name": ""})
    assert added.status_code in (200, 422)


@pytest.mark.parametrize("value", ["2026-02-30", "½", "home", "members:sign-in", "a\0b", "//x.org"])
def test_a_word_is_no_address_of_ours(client, rf, value):
    assert not is_ours(rf.get("/"), value)
    for name in ("theme", "language"):
        answer = client.post(f"/{name}/", {"next": value})
        assert (answer.status_code, answer["Location"]) == (302, "/")


def test_an_address_longer_than_any_is_refused(client):
    assert client.get("/", {"q": "x" * 8000}).status_code == 414
    assert client.get("/", {"q": "x" * 1000}).status_code != 414


def test_a_refusal_that_no_form_takes_is_said_on_the_page(client):
    organiser = make_member(role=CHAIR)
    event = make_event()
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED, closed_at=timezone.now())
    client.force_login(organiser.user)
    answer = client.post(reverse("leagues:event-all-here", args=[event.slug]), follow=True)
    assert answer.status_code == 200
    words = said("tournament.event_closed", event.name)
    assert [str(message) for message in answer.context["messages"]] == [words]


def test_nothing_is_restored_where_nobody_can_be_asked(monkeypatch, tmp_path):
    def ask(_question):
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", tmp_path / "x", "--replace")


def test_a_command_that_asks_says_so_where_nobody_can_answer(monkeypatch, settings):
    def ask(_arguments):
        raise EOFError

    monkeypatch.setattr("django.core.management.execute_from_command_line", ask)
    main = runpy.run_path(str(settings.BASE_DIR / "manage.py"))["main"]
    with pytest.raises(SystemExit, match="Run it in a terminal"):
        main()

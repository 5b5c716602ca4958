"""An organiser at the forms for tables: what the tests of players and of results share."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.members.tests.factories import as_member, fresh


def sent(text):
    """A text as a browser sends it: every line ends with two signs."""
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


class Desk:
    """An organiser at one of the two forms: looks, then stores what the page showed."""

    def __init__(self, client, organiser, url):
        self.client, self.url, self.page = as_member(client, organiser), url, None

    def look(self, text="", **more):
        self.page = self.client.post(self.url, {"text": sent(text), "look": "1"} | more)
        return self.page

    def store(self, **more):
        """Send the form of the last look."""
        form = self.page.context["form"]
        data = {"text": sent(form.data["text"]), "seen": form.data["seen"], "store": "1"}
        self.page = self.client.post(self.url, data | more)
        return self.page

    @property
    def plan(self):
        return self.page.context["plan"]

    def kinds(self):
        return {line.at: line.kind.value for line in self.plan.lines}

    def key(self, number):
        return next(line.key for line in self.plan.lines if line.at == number)

    def words(self):
        return read(self.page).text


def csv_of(client, event, kind):
    response = client.get(reverse(f"leagues:event-{kind}-csv", args=[event.slug]))
    return b"".join(response.streaming_content)


def press(client, event, step, **data):
    """Press a button of the desk, and see the page it leads to."""
    address = reverse("leagues:event-step", args=[fresh(event).slug, step])
    return client.post(address, {"version": event.version, **data}, follow=True)


def queries_of(act):
    with CaptureQueriesContext(connection) as queries:
        assert act().status_code in (200, 302)
    return len(queries)

"""Members, clubs, events and whatever else is named by markup: everywhere it is text.

Every text of a club with a row of everything is markup (:mod:`goclub.leagues.tests.planted`).  The
chair opens every page of the site and of the admin and sends every form that is there; whatever is
answered and every mail that is written is read as its reader reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve

from goclub.games.tests.odd_addresses import TEXTS, address_of, routes
from goclub.go.records.tests.text import sgf
from goclub.leagues.models import Event, League, Term
from goclub.leagues.tests.everything_waits import let_everything_wait
from goclub.leagues.tests.factories import played_event
from goclub.leagues.tests.one_of_everything import one_of_everything, reader, written
from goclub.leagues.tests.planted import (
    MARKED_NAMES,
    TWICE,
    Looker,
    SentForm,
    forms_of,
    kind_of,
    links_of,
    look,
    plant,
    plant_record,
    text_of,
)
from goclub.leagues.tests.test_office import pages
from goclub.members.models import Letter, Nickname, User

#: What is typed into forms bears this number; a row's text the number of its field.
TYPED = 7777
#: Where whoever has no login types something.
DOORS = ("/sign-in/", "/join/", "/password/", "/calculator/", "/found/me/")


@pytest.fixture
def fields(club):
    """The fields whose text is markup, by their number."""
    one_of_everything(club)
    let_everything_wait()
    Term.objects.filter(state=Term.State.CLOSED, snapshots=None).delete()
    played_event(players=4, rounds_played=2, name="Autumn Cup")
    chair = club["people"]["chair"]
    Nickname.objects.create(member=chair, name="Rika", server="OGS")
    plant_record(chair)
    return plant()


@pytest.fixture
def chair(club, fields):
    return reader(club["people"]["chair"].user)


@pytest.mark.extended
def test_a_text_is_text_wherever_it_is_shown(chair, fields):
    chief = reader(User.objects.create_superuser("chief", "chief@example.org"))
    wrong: dict[str, object] = {}
    seen: set[int] = set()
    views: set[str] = set()
    forms: dict[object, SentForm] = {}
    for address, answer in walk(chair):
        if answer.status_code == 403 and address.startswith("/office/axes/"):
            answer = chief.get(address)  # what was typed by those who did not get in
        found = look(answer)
        seen |= found.seen
        note(wrong, address, answer, found)
        if answer.status_code == 200:
            views.add(resolve(address.partition("?")[0]).view_name)
        for form in forms_of(address, answer):
            forms.setdefault(key_of(form), form)
    assert wrong == {}
    assert len(views) > 300
    assert len(forms) > 200
    assert 9001 in seen, "a record’s own texts"
    assert len(seen & fields.keys()) > 110
    for form in forms.values():
        send(chair, form, wrong)
    visitor = Client(raise_request_exception=False)
    for address in DOORS:
        for form in forms_of(address, visitor.get(address)):
            send(visitor, form, wrong)
    assert wrong == {}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", "<p><b planted1></b></p>"),
        ("text/html", '<input value="" planted1 onmouseover="">'),
        ("text/html", "<a href=javascript:planted1()>x</a>"),
        ("text/html", "<p>&amp;lt;b planted1&amp;gt;</p>"),
        ("text/html", '<a title="O&amp;#x27;Dowd">x</a>'),
        ("text/html", "<p>&lt;b twice&gt;</p>"),
        ("text/html", '<script type="application/json">"<b planted1>"</script>'),
        ("image/svg+xml", "<svg><planted1/></svg>"),
        ("application/atom+xml", "<feed>&amp;lt;b planted1&amp;gt;</feed>"),
        ("application/json", '"&lt;b planted1&gt;"'),
        ("text/csv", "O&#x27;Dowd"),
    ],
)
def test_a_text_that_became_something_else_is_noticed(kind, body):
    assert look(HttpResponse(body, content_type=kind)).faults


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", "<p>&lt;b planted1&gt;&amp;#60;b twice&amp;#62;</p>"),
        ("text/html", '<input value="&quot;&gt;&lt;b planted1&gt;">'),
        ("application/json", '"<b planted1>&#60;b twice&#62;"'),
        ("text/csv", "<b planted1>&#60;b twice&#62;"),
    ],
)
def test_a_text_that_is_shown_as_it_is_is_right(kind, body):
    found = look(HttpResponse(body, content_type=kind))
    assert (found.faults, found.seen) == ([], {1})


def addresses() -> Iterator[str]:
    """Every address of the site, for the first rows of everything, and of the admin."""
    slugs = {"tournaments/": Event, "leagues/": League}
    for route in routes(get_resolver()):
        if route.startswith("office/") or "sign-out" in route:
            continue
        model = next((slugs[start] for start in slugs if route.startswith(start)), None)
        names = list(model.objects.values_list("slug", flat=True)[:3]) if model else ["paa"]
        for name in names if "slug" in route else names[:1]:
            with pytest.MonkeyPatch.context() as patch:
                patch.setitem(TEXTS, "slug", name)
                yield from (address_of(route, number) for number in "12")
    for model in admin.site._registry:
        yield from (address for _kind, address in pages(model))


def walk(client: Client) -> Iterator[tuple[str, Any]]:
    """What is answered at every address, and at those that these pages lead to."""
    todo = list(dict.fromkeys(["/", *addresses()]))
    known = {kind_of(address) for address in todo}
    for address in todo:  # grows meanwhile
        answer = client.get(address)
        yield address, answer
        for link in links_of(address, answer):
            if kind_of(link) not in known:
                known.add(kind_of(link))
                todo.append(link)


def key_of(form: SentForm) -> object:
    """What makes two forms the same: their view and the fields that take words."""
    try:
        name = resolve(form.action.partition("?")[0]).view_name
    except Resolver404:
        name = form.action
    return (
        form.method,
        name,
        *sorted(form.words | form.files),
        *sorted(form.data.keys() - {"confirmed"}),
    )


def send(client: Client, form: SentForm, wrong: dict[str, object]) -> None:
    """Send a form with markup in its words, and one of the site with markup in every field."""
    if "sign-out" in form.action:
        return
    fillings = [form.words] if form.words or form.method == "post" else []
    if form.method == "post" and not form.action.startswith("/office/"):
        fillings.append(frozenset(form.data) - {"confirmed", "csrfmiddlewaretoken"})
    for turn, names in enumerate(fillings):
        text = text_of(TYPED, len(form.action) + turn, 78)
        # Markdown reads entities as what they stand for.
        typed = {name: text.replace(TWICE, "") if name in MARKED_NAMES else text for name in names}
        with written():
            before = set(Letter.objects.values_list("pk", flat=True))
            if form.method == "get":
                answer = client.get(form.action, form.data | typed, follow=True)
            else:
                data = form.data | typed | {name: upload(form) for name in form.files}
                answer = client.post(form.action, data, follow=True)
            found = look(answer)
            for letter in Letter.objects.exclude(pk__in=before):
                found.letter(letter)
            note(wrong, f"{form.method} {form.action} {sorted(names)}", answer, found)


def upload(form: SentForm) -> SimpleUploadedFile:
    """A file whose name and contents are markup: a record or a list."""
    text = text_of(TYPED, 0, 60)
    name = f"<b planted{TYPED}>' planted{TYPED} onmouseover='{{{{ 7*7 }}}}"
    if "kifu" in form.action or "report" in form.action:
        return SimpleUploadedFile(f"{name}.sgf", sgf(text, text))
    cells = ["Name", "Date", "Black", "White", "Result", text], [text] * 6
    lines = [";".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in cells]
    return SimpleUploadedFile(f"{name}.csv", "\n".join(lines).encode())


def note(wrong: dict[str, object], place: str, answer: Any, found: Looker) -> None:
    """Keep what is wrong with an answer."""
    if answer.status_code >= 500:
        wrong[place] = repr(answer.exc_info[1])
    elif found.faults:
        wrong[place] = found.faults[:3]

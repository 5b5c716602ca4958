"""Every form of the site, sent by those who are not offered it: nobody writes what he may not.

The forms are found by following the links as the chair and as somebody with games, appointments
and challenges, so that a new page needs nothing here.  What every member may send is named below;
what is not, and writes, fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve

from goclub.common.tests.reading import Part, read
from goclub.games.tests.crawling import walk
from goclub.games.tests.odd_addresses import LONG
from goclub.leagues.tests.one_of_everything import one_of_everything, reader, written
from goclub.members.models import Member

#: Sessions, and what counts attempts.
BESIDE = ("django_session", "axes_", "django_cache")
#: What every member sends, for himself: names of addresses, or one address of a name with several.
MEMBERS = frozenset(
    {
        "games:bulletin-make", "games:kifu-comments", "games:kifu-upload",
        "games:kifu-variation", "games:report",
        "games:guess", "games:guess-again", "games:problem", "games:problem-vote",
        "games:problems-new", "games:record-game", "games:star-kifu", "games:star-member",
        "games:toss-list", "members:news-comment",
        "leagues:calendar-renew", "leagues:challenge-new",
        "leagues:event-enter", "leagues:meeting-answer", "leagues:register", "leagues:sign-up",
        "members:address",
        "members:leave", "members:me", "members:notices-settings", "members:own-archive",
        "members:password", "members:programs", "members:public", "/night/press/expect/",
        "/night/press/here/",
    }
)  # fmt: skip
#: Rooms whose forms must be among those that are found.
ROOMS = {
    "games:notebook", "games:evening", "leagues:challenge-new", "leagues:event-step",
    "leagues:ladder-rules", "leagues:meeting-new", "leagues:night-press", "members:hooks",
    "members:programs",
}  # fmt: skip


@dataclass(frozen=True)
class Form:
    """A form that *role* was offered: where it goes, the name of that address, what is sent."""

    role: str
    address: str
    name: str
    data: dict[str, str]


@pytest.fixture
def club(club):
    return club | {"waiting": one_of_everything(club)}


@pytest.fixture
def forms(club):
    """One form of each kind on all pages that links lead to; found once, as the rows are the same
    for every test (:mod:`goclub.common.tests.written_once`)."""
    if not _FOUND:
        for role in ("chair", "player"):
            _find(role, club["people"][role])
    return list(_FOUND.values())


_FOUND: dict[tuple[str, str], Form] = {}


def _find(role: str, person: Member) -> None:
    for address, answer in walk(reader(person.user), without=("/office/", "/sign-out/")):
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            for form in read(answer).all("form"):
                if form.attrs.get("method", "").lower() == "post":
                    for one in _sent(role, address, form):
                        _FOUND.setdefault((one.name, " ".join(sorted(one.data))), one)


def _sent(role: str, page: str, form: Part) -> Iterator[Form]:
    """What the form sends as it stands, by each of its buttons."""
    filled = {part.attrs["name"]: _value(part) for part in form.all("[name]")} | {"confirmed": "1"}
    buttons = [part for part in form.all("button") if part.attrs.get("type") != "button"]
    for button in buttons or [Part()]:
        action = button.attrs.get("formaction") or form.attrs.get("action") or page
        address = urljoin(page, action)
        name = resolve(urlsplit(address).path).view_name
        pressed = button.attrs.get("name", "pressed")
        yield Form(role, address, name, filled | {pressed: button.attrs.get("value", "")})


def _value(part: Part) -> str:
    if part.tag == "select":
        values = part.values("option[selected]", "value") or part.values("option", "value")
        return next(filter(None, values), "")
    return part.attrs.get("value") or part.text or "1"


@pytest.mark.extended
def test_a_form_is_carried_out_for_nobody_else(club, forms):
    people = club["people"]
    assert {form.name for form in forms} >= ROOMS
    assert len(forms) > 100
    wrong = []
    for role, user in (("visitor", None), ("stranger", people["stranger"].user)):
        for form in forms:
            client = reader(user)  # one form signs out
            with written() as statements:
                answer = client.post(form.address, form.data)
            wrote = [text for text in statements if not any(one in text[:60] for one in BESIDE)]
            names_somebody = {"who", "presence"} & form.data.keys()
            own = user and not names_somebody and {form.name, form.address} & MEMBERS
            if answer.status_code >= 500 or (wrote and not own):
                wrong.append((role, form.address, answer.status_code, *wrote[:1]))
    assert wrong == []


@pytest.mark.extended
def test_to_look_at_where_a_form_goes_does_nothing(club, forms):
    """What a button does, its address alone does not, even for whoever may press it."""
    wrong = []
    for form in forms:
        client = reader(club["people"][form.role].user)
        with written() as statements:
            answer = client.get(form.address)
        wrote = [text for text in statements if not any(one in text[:60] for one in BESIDE)]
        if wrote or answer.status_code >= 500:
            wrong.append((form.role, form.address, answer.status_code, *wrote[:1]))
    assert wrong == []


@pytest.mark.extended
def test_no_form_breaks_on_odd_values(club, forms):
    """Every number longer than Python reads; then a zero byte everywhere."""
    breaking = []
    for form in forms:
        client = reader(club["people"][form.role].user)
        numbers = {name: LONG for name, value in form.data.items() if value.isdecimal()}
        for odd in (numbers, dict.fromkeys(form.data, "\0")):
            with written():
                answer = client.post(form.address, form.data | odd)
            if answer.status_code >= 500:
                breaking.append((form.role, form.address, answer.status_code, sorted(odd)))
    assert breaking == []

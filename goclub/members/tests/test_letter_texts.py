"""Subjects and texts of letters are read as they stand; their HTML is read as HTML."""

from __future__ import annotations

import re
from datetime import date
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import ClubSettings, User
from goclub.members.templatetags.members import own_links
from goclub.members.tests.factories import make_member

NAME = "Seán O'Dowd <b>&#60;i&#62;"
TEMPLATES = sorted(
    path.stem
    for path in (settings.BASE_DIR / "templates" / "members" / "email").glob("*.txt")
    if not path.stem.endswith("_subject")
)


def letter_about(name, template):
    """A letter in which everything that somebody wrote is this name."""
    ClubSettings.objects.create(pk=1, name=name)
    words = ("back", "email", "inviter", "message", "name", "reason", "url")
    failure = {"at": timezone.now(), "kind": name, "number": 1, "path": name, "trace": name}
    return post_letter(
        to="sean@example.org",
        template=template,
        context=dict.fromkeys(words, name)
        | {
            "about": SimpleNamespace(label=name, say=str),
            "params": name,
            "count": 2,
            "failure": failure,
            "lines": [(name, "/")],
            "user": User(username=name),
            "valid_until": date(2026, 1, 1),
            "uid": "x",
            "token": "x",
        },
        language="en",
        kind="test",
        at=timezone.now(),
        member=make_member(name),
    )


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_in_a_letter_is_escaped_for_another_reader(template):
    letter = letter_about(NAME, template)
    for text in (letter.subject, letter.text):
        assert not re.search(r"&(?:lt|gt|quot|amp|#x27);", text)
    assert NAME in letter.subject + letter.text
    html = read(letter.html)
    assert html.one("title").text == letter.subject
    assert not html.has("b")
    assert not html.has("i")
    assert NAME in html.text


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(
    "name",
    [
        "Renew at http://evil.example/q now",
        "evil.example",
        "a@evil.example",
        "http://[::1]/ www.x.com",
    ],
)
def test_no_name_becomes_a_link_in_a_letter(template, name):
    links = read(letter_about(name, template).html).all("a")
    assert [a.attrs["href"] for a in links if not a.attrs["href"].startswith("/")] == [
        a.attrs["href"] for a in links if a.attrs["href"].startswith(f"{settings.SITE_URL}/")
    ]


@pytest.mark.parametrize("end", ["", ".", ")", " now", "。", "&<b>"])
def test_an_address_of_the_site_is_a_link(end):
    address = f"{settings.SITE_URL}/join/?code=a-b_c&x=1"
    link = read(own_links(f"Here: {address}{end}")).one("a")
    assert link.attrs["href"].removesuffix("&") == link.text.removesuffix("&") == address
    assert read(own_links(f"{settings.SITE_URL}/")).one("a").attrs["href"].endswith("/")


@pytest.mark.parametrize(
    "more", [".evil.example/", "@evil.example/", ":1@evil.example", "-x.example"]
)
def test_an_address_that_only_begins_like_the_sites_is_no_link(more):
    assert not read(own_links(f"{settings.SITE_URL}{more}")).has("a")

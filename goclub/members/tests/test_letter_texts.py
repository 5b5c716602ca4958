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
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

NAME = "Seán O'Dowd <b>&#60;i&#62;"
TEMPLATES = sorted(
    path.stem
    for path in (settings.BASE_DIR / "templates" / "members" / "email").glob("*.txt")
    if not path.stem.endswith("_subject")
)


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_in_a_letter_is_escaped_for_another_reader(template):
    ClubSettings.objects.create(pk=1, name=NAME)
    words = ("back", "email", "inviter", "message", "name", "reason", "url")
    failure = {"at": timezone.now(), "kind": NAME, "number": 1, "path": NAME, "trace": NAME}
    letter = post_letter(
        to="sean@example.org",
        template=template,
        context=dict.fromkeys(words, NAME)
        | {
            "about": SimpleNamespace(label=NAME, say=str),
            "params": NAME,
            "count": 2,
            "failure": failure,
            "lines": [(NAME, "/")],
            "user": User(username=NAME),
            "valid_until": date(2026, 1, 1),
            "uid": "x",
            "token": "x",
        },
        language="en",
        kind="test",
        at=timezone.now(),
        member=make_member(NAME),
    )
    for text in (letter.subject, letter.text):
        assert not re.search(r"&(?:lt|gt|quot|amp|#x27);", text)
    assert NAME in letter.subject + letter.text
    html = read(letter.html)
    assert html.one("title").text == letter.subject
    assert not html.has("b")
    assert not html.has("i")
    assert NAME in html.text

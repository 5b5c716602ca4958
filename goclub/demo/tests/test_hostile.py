"""Nothing that is sent to the site ends in an error page, or shows how Python writes its data.

HOSTILE=1 sends every request; HOSTILE=20 every twentieth, where time is short.
"""

from __future__ import annotations

import os
from itertools import islice

import pytest
from django.urls import reverse

from goclub.demo.tests.hostile import badly_answered, forms_of, requests
from goclub.demo.tests.test_filling import fill
from goclub.games.tests.crawling import walk
from goclub.members.models import Member

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.extended,
    pytest.mark.django_db,
    # Django's own filters of the admin say it of a day that an address names.
    pytest.mark.filterwarnings("ignore:DateTimeField .* received a naive datetime:RuntimeWarning"),
]
#: No divisor of what each field is sent, so that every value comes to its turn.
STEP = int(os.environ.get("HOSTILE", "499"))


@pytest.mark.parametrize("name", ["chair", "member", ""])
def test_whatever_is_sent_is_answered(client, name):
    fill()
    if name:
        client.force_login(Member.objects.get(user__username=name).user)
    pages = [
        (address, answer.content)
        for address, answer in walk(client)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
    ]
    assert len(pages) > 50
    # On pages kept for every visitor, and in letters: they need no token.
    free = {reverse("language"), reverse("theme")}
    for form in forms_of(pages):
        assert form.tokens == (form.method == "post" and form.action not in free), form
    assert list(badly_answered(client, islice(requests(pages), 0, None, STEP))) == []

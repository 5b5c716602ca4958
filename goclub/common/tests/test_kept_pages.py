"""Visitors' pages are kept a short time, and made anew after a request that may have written."""

from __future__ import annotations

import pickle

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.members.models import ClubSettings, Member
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("keeping")]


def asked(client, path="/members/", **headers):
    """The page as it was kept: nothing is asked of the database."""
    client.get(path, headers=headers)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, headers=headers)
    assert not queries.captured_queries
    return answer


def test_what_was_made_for_one_visitor_is_sent_to_the_next(client):
    again, made = asked(client), asked(client)
    assert made.content == again.content
    assert again.headers["ETag"] == made.headers["ETag"]
    assert again.headers["Content-Security-Policy"] == made.headers["Content-Security-Policy"]
    assert again.headers["X-Request-ID"] != made.headers["X-Request-ID"]
    assert asked(client, **{"If-None-Match": made.headers["ETag"]}).status_code == 304


def kept_pages_now():
    """Headers and content of what was kept; the club's settings are kept beside them."""
    kept = map(pickle.loads, caches["pages"]._cache.values())
    return [one for one in kept if len(one) == 2]


def written(client):
    """Somebody sends something."""
    client.post("/theme/", {"theme": "light"})
    client.cookies.clear()


def test_after_a_write_the_page_is_made_anew(client):
    before = asked(client)
    ClubSettings.objects.filter(pk=1).update(name="Tengen Go Club")
    assert "Hoshi Go Club" in client.get("/members/").content.decode()
    written(client)
    after = client.get("/members/", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "Tengen Go Club" in after.content.decode()


def test_what_visitors_may_see_shows_at_once(client):
    someone = make_member("Aoki Jun")
    assert client.get(f"/members/{someone.pk}/").status_code == 200
    Member.objects.filter(pk=someone.pk).update(shows_profile=False)
    written(client)
    assert client.get(f"/members/{someone.pk}/").status_code != 200
    ClubSettings.objects.update(visitors_see=ClubSettings.Visitors.NOTHING)
    written(client)
    assert client.get("/members/").status_code == 302


def test_language_look_host_and_address_have_pages_of_their_own(client):
    def page(path="/learn/", **headers):
        return client.get(path, headers=headers).content.decode()

    plain = page()
    assert 'lang="ja"' in page(**{"Accept-Language": "ja"})
    assert page() == plain
    client.cookies["theme"] = "dark"
    assert 'data-bs-theme="dark"' in page()
    client.cookies.clear()
    client.cookies["django_language"] = "pl"
    assert 'lang="pl"' in page()
    client.cookies.clear()
    assert page() == plain
    assert "127.0.0.1" not in plain
    assert "http://127.0.0.1/learn/" in page(host="127.0.0.1")
    assert page("/learn/?page=2") != plain


def test_a_page_with_a_token_is_another_each_time(client):
    first, second = client.get("/sign-in/"), client.get("/sign-in/")
    assert first.cookies
    assert first.content != second.content


def test_refusals_and_files_are_not_kept(client):
    client.get("/learn/")
    assert kept_pages_now()
    caches["pages"].clear()
    client.get("/members/999999/")
    client.get("/club.css")
    assert client.get("/no/such/page/").status_code == 404
    assert not kept_pages_now()


def test_who_brings_another_cookie_gets_a_page_of_his_own(client):
    asked(client)
    client.cookies["messages"] = "something"
    with CaptureQueriesContext(connection) as queries:
        client.get("/members/")
    assert len(queries) > 1

"""What every answer says to browsers and to caches on the way."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, reverse

from goclub.common.charset import Handler
from goclub.members.models import ClubSettings
from goclub.members.tests.factories import as_member, make_member

pytestmark = pytest.mark.django_db


def plain_addresses(patterns=None, prefix="/"):
    """Every address of the site, the office too, that takes nothing."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(one, URLPattern):
            if not set("<(") & set(path):
                yield path
        elif not set("<(") & set(path):
            yield from plain_addresses(one.url_patterns, path)


ADDRESSES = sorted(set(plain_addresses()))


@pytest.fixture(autouse=True)
def club():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")


@pytest.mark.extended
@pytest.mark.parametrize("role", ["member", "chair"])
def test_what_a_member_is_answered_is_kept_by_nobody_on_the_way(client, role):
    member = make_member(role=role)
    for address in [*ADDRESSES, "/no/such/page/", f"/members/{member.pk}/"]:
        client.force_login(member.user, "goclub.members.backends.NameOrEmailBackend")
        for method in (client.get, client.post):
            if "sign-out" in address:
                continue
            answer = method(address)
            said = answer.headers.get("Cache-Control", "")
            # The health page knows no readers; it is stored by nobody at all.
            kept = "no-store" in said if address == "/health/" else "private" in said
            assert kept, (address, answer.status_code, said)
            assert "public" not in said


def test_what_a_visitor_is_sent_with_a_cookie_is_private_too(client):
    for address in ADDRESSES:
        client.cookies.clear()
        answer = client.get(address)
        if answer.cookies:
            assert "private" in answer.headers["Cache-Control"], address
    assert "private" not in client.get("/health/").headers.get("Cache-Control", "")
    assert client.get("/club.css").headers["Cache-Control"] == "max-age=300"


@pytest.mark.parametrize("address", ["/club.css", "/", "/rankings/", "/learn/"])
def test_what_is_the_same_is_sent_once(client, address):
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    ClubSettings.objects.update(accent="#123456", name="Tengen Go Club")
    assert client.get(address, headers={"if-none-match": first.headers["ETag"]}).status_code == 200


def test_a_visitor_is_never_told_that_another_page_is_the_same(client):
    asked = {"if-none-match": client.get("/rankings/").headers["ETag"]}
    assert client.get("/rankings/", headers=asked).status_code == 304
    for more in ({"accept-language": "ja"}, {"cookie": "theme=dark"}):
        assert client.get("/rankings/", headers=asked | more).status_code == 200, more
    make_member()  # a new line of the table
    assert client.get("/rankings/", headers=asked).status_code == 200
    assert as_member(client, make_member()).get("/rankings/", headers=asked).status_code == 200


def test_what_holds_a_token_or_belongs_to_a_member_has_no_etag(client):
    for address in ("/sign-in/", "/join/"):
        assert "ETag" not in client.get(address).headers, address
    client.force_login(make_member().user)
    for address in ("/", "/rankings/", "/learn/"):
        assert "ETag" not in client.get(address).headers, address


def test_pages_go_out_compressed(client):
    plain = client.get("/games/")
    packed = client.get("/games/", headers={"accept-encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    # An empty list is small, and the library adds up to 100 bytes by chance (BREACH).
    assert len(packed.content) * 2 < len(plain.content)
    assert len(gzip.decompress(packed.content)) >= len(plain.content) - 200


def test_every_answer_names_what_browsers_need_not_offer(client):
    for address in ["/", "/health/", "/no/such/page/", "/static/none.css", "/office/", "/me/"]:
        policy = client.get(address).headers["Permissions-Policy"]
        assert {"camera=()", "geolocation=()", "microphone=()"} <= set(policy.split(", "))
        # Browsers warn of names that they do not know.
        assert not {"bluetooth=()", "web-share=()"} & set(policy.split(", "))


@pytest.mark.parametrize("address", ["/", "/no/such/page/", "/health/", "/api/v1/openapi.json"])
def test_head_is_answered_without_a_body(address):
    handler = Handler()
    bodies = [
        b"".join(handler(ask(address).environ, lambda *_head: None))
        for ask in (RequestFactory().get, RequestFactory().head)
    ]
    assert bodies[0]
    assert not bodies[1]


def test_a_form_of_an_old_page_is_refused_in_words():
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    answer = client.post("/sign-in/", {"username": "ann", "password": "x"})
    assert answer.status_code == 403
    assert "403_csrf.html" in [template.name for template in answer.templates]
    assert "send it again" in answer.text


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/admin/?_to_field=x", {}),
        ("/admin/?state__exact=%00", {}),
        ("/", {"headers": {"host": "evil.example"}}),
        ("/", {"CONTENT_TYPE": "text/html; charset=rot13"}),
    ],
)
def test_what_cannot_be_read_is_refused_on_a_page_with_a_way_on(client, address, sent):
    client.force_login(make_member(role="chair").user)
    answer = client.get(address.replace("/admin/", reverse("admin:games_game_changelist")), **sent)
    assert answer.status_code == 400
    assert 'href="/"' in answer.text

"""What the site's own script and style weigh on the wire, compressed."""

from __future__ import annotations

import gzip

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.front.tests.places import make_club

pytestmark = pytest.mark.django_db

MOST = 60_000
OWN = sorted(
    path
    for folder, suffix in (("css", "*.css"), ("js", "*.js"))
    for path in (settings.BASE_DIR / "static" / folder).rglob(suffix)
)


def packed(data: bytes) -> int:
    return len(gzip.compress(data, 6))


def test_all_of_it_together_is_light():
    """Script and style of every page, each put into one."""
    assert len(OWN) > 30
    for suffix in (".css", ".js"):
        assert any(path.suffix == suffix for path in OWN)
    whole = (
        packed(b"".join(path.read_bytes() for path in OWN if path.suffix == suffix))
        for suffix in (".css", ".js")
    )
    assert sum(whole) < MOST


def own_files_of(page) -> set[str]:
    part = read(page)
    named = part.values("link[rel=stylesheet]", "href") + part.values("script", "src")
    prefix = settings.STATIC_URL
    files = {one.removeprefix(prefix) for one in named if one.startswith(prefix)}
    return {one for one in files if one.startswith(("css/", "js/"))}


def test_no_page_loads_more_than_that(client):
    """File by file, as they are sent, on the pages that load the most."""
    club = make_club()
    client.force_login(club.people["organiser"].user)
    pages = [
        reverse("home"), club.game.get_absolute_url(), club.kifu.get_absolute_url(),
        reverse("leagues:night"), reverse("leagues:night-me"), reverse("games:report"),
        reverse("games:kifu-list"), club.event.get_absolute_url(), reverse("members:desk"),
        reverse("games:profile", args=[club.odd.pk]), reverse("leagues:ladder"),
    ]  # fmt: skip
    for address in pages:
        page = client.get(address)
        assert page.status_code == 200, address
        files = own_files_of(page)
        assert len(files) >= 4, address
        weight = 0
        for name in files:
            path = finders.find(name)
            assert path is not None
            with open(path, "rb") as file:
                weight += packed(file.read())
        assert weight < MOST, (address, weight)

"""What the site's own script and style weigh on the wire, compressed."""

from __future__ import annotations

import gzip
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.front.tests.places import make_club

MOST = 60_000


def own_files_of(page) -> set[str]:
    part = read(page)
    named = part.values("link[rel=stylesheet]", "href") + part.values("script", "src")
    files = {one.removeprefix(settings.STATIC_URL) for one in named}
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
        weights = [len(gzip.compress(Path(finders.find(name)).read_bytes(), 6)) for name in files]
        assert sum(weights) < MOST, address

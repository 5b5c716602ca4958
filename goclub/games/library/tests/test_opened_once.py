"""An upload is decoded and parsed once on each of its ways."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.games.library.services.records import keep_upload
from goclub.games.models import Kifu
from goclub.games.tests.factories import at
from goclub.go.records import reading
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

ONE = b"(;GM[1]SZ[9]PB[Sato]PW[Nowak]RE[B+R];B[ee];W[eg])"
ILLEGAL = b"(;GM[1]SZ[9];B[ee];W[ee])"


@pytest.fixture
def member():
    return make_member("Aki", points=110)


@pytest.fixture
def opened(monkeypatch):
    """How often each file was opened; what we wrote ourselves is not a file that was handed in."""
    times, open_file = [], reading._open

    def counting(data, encoding):
        if not data.startswith(reading._OWN):
            times.append(data)
        return open_file(data, encoding)

    monkeypatch.setattr(reading, "_open", counting)
    return times


@pytest.mark.parametrize(
    ("data", "number", "there"),
    [
        (ONE, 1, "games:report"),
        (ONE * 2, 1, "games:kifu-games"),
        (ILLEGAL + ONE, 2, "games:kifu-games"),
    ],
    ids=["one game", "a collection", "the first is refused"],
)
def test_handing_in_and_looking_at_it_open_the_file_once_each(
    client, member, opened, data, number, there
):
    client.force_login(member.user)
    answer = client.post(
        reverse("games:kifu-upload"), {"file": SimpleUploadedFile("games.sgf", data)}
    )
    kifu = Kifu.objects.get()
    assert kifu.number == number
    assert answer.url.startswith(reverse(there, args=[kifu.pk] if "-" in there else []))
    assert opened == [data]
    assert client.get(answer.url).status_code == 200
    assert opened == [data] * 2


def test_only_another_reading_opens_it_again(client, member, opened):
    data = "(;GM[1]SZ[9]PB[Łoś]PW[Żak];B[ee])".encode("iso8859-2")
    read = reading.OpenedFile(data, encoding="cp1252")
    kifu = keep_upload(read, data=data, filename="a.sgf", by=member.user, at=at())
    client.force_login(member.user)
    opened.clear()
    page = client.get(reverse("games:report"), {"kifu": kifu.pk})
    assert page.context["games_in_file"] == 1
    assert len(opened) == 2

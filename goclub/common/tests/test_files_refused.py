"""Whatever a file is sent for, the same fault of it is told in the same words."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.common.tests.reading import read, said, told
from goclub.games.labels import kifu_formats
from goclub.games.tests.factories import play
from goclub.leagues.tests.factories import add_guests, make_event, next_round
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member, signed_in
from ratings.text_files import size_words
from tournaments.formats.sniffing import ACCEPTED

pytestmark = pytest.mark.django_db

MB = 1024 * 1024
#: The largest file of each, in bytes.
LIMITS = {
    "kifu": 4_000_000,
    "attached": 4_000_000,
    "borders": 64 * 1024,
    "tournament": 8 * MB,
    "players": 2 * MB,
    "results": 2 * MB,
}
TABLES = {"borders", "players", "results"}


@pytest.fixture
def send(client):
    """Sends a file for one of these purposes, or none; answers with all that the page says."""
    chair = signed_in(client, "The chair", role=CHAIR)
    event = make_event(chair)
    add_guests(event, 4)
    next_round(event)
    game = play(chair, make_member("Rival"))
    addresses = {
        "kifu": reverse("games:kifu-upload"),
        "attached": reverse("games:kifu-attach", args=[game.pk]),
        "borders": reverse("admin:games_thresholdtable_add"),
        "tournament": reverse("leagues:event-import"),
        "players": reverse("leagues:event-entries-file", args=[event.slug]),
        "results": reverse("leagues:event-results-file", args=[event.slug, 1]),
    }

    def sent(purpose, data):
        more = {} if data is None else {"file": SimpleUploadedFile("a.file", data)}
        answer = client.post(addresses[purpose], {"look": "1"} | more, follow=True)
        return " ".join([read(answer).text, *told(answer)])

    return sent


@pytest.mark.parametrize("purpose", LIMITS)
def test_an_empty_file(send, purpose):
    assert said("files.empty") in send(purpose, b"")


@pytest.mark.parametrize("purpose", LIMITS)
def test_too_large_a_file(send, purpose):
    words = said("files.too_large", accepted=size_words(LIMITS[purpose]))
    assert words.replace("\xa0", " ") in send(purpose, b"(" * (LIMITS[purpose] + 1)).replace(
        "\xa0", " "
    )


@pytest.mark.parametrize("purpose", ["kifu", "attached", "borders", "tournament"])
def test_no_file(send, purpose):
    assert said("files.none") in send(purpose, None)


@pytest.mark.parametrize(
    ("purpose", "accepted"), [("kifu", None), ("attached", None), ("tournament", ACCEPTED)]
)
def test_a_file_of_another_kind(send, purpose, accepted):
    words = said("formats.unknown_format", accepted=accepted or kifu_formats().all)
    assert words in send(purpose, b"Dear Ken, thanks for the game")


@pytest.mark.parametrize("purpose", sorted({*TABLES, "tournament"}))
def test_a_file_that_is_no_text(send, purpose):
    assert said("files.not_text") in send(purpose, b"Dear Ken,\0\1\2\3")


@pytest.mark.parametrize("purpose", sorted(TABLES))
def test_a_table_with_a_broken_line(send, purpose):
    line = 3 if purpose == "borders" else 2  # where it ends, where its quotation mark begins
    assert said("files.not_csv", value=line) in send(purpose, b'rank,name,white\n"a,b,c\n')


@pytest.mark.parametrize(
    ("purpose", "column"), [("borders", "promote_at"), ("players", "name"), ("results", "result")]
)
def test_a_table_without_a_column(send, purpose, column):
    words = said("files.missing_column", value=column, accepted="*").partition("*")[0]
    assert words in send(purpose, b"rank,black\n1,2\n")

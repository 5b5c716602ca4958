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


CASES = {
    "empty": (LIMITS, b"", lambda _purpose: said("files.empty")),
    "none": (("kifu", "attached", "borders", "tournament"), None, lambda _p: said("files.none")),
    "another kind": (
        ("kifu", "attached", "tournament"), b"Dear Ken, thanks for the game",
        lambda purpose: said(
            "formats.unknown_format",
            accepted=ACCEPTED if purpose == "tournament" else kifu_formats()["all"],
        ),
    ),
    "no text": (
        sorted({*TABLES, "tournament"}), b"Dear Ken,\0\1\2\3", lambda _p: said("files.not_text"),
    ),
    # Where it ends, where its quotation mark begins.
    "broken line": (
        sorted(TABLES), b'rank,name,white\n"a,b,c\n',
        lambda purpose: said("files.not_csv", value=3 if purpose == "borders" else 2),
    ),
    "no column": (
        sorted(TABLES), b"rank,black\n1,2\n",
        lambda purpose: said(
            "files.missing_column", value=COLUMNS[purpose], accepted="*"
        ).partition("*")[0],
    ),
}  # fmt: skip
COLUMNS = {"borders": "promote_at", "players": "name", "results": "result"}


@pytest.mark.parametrize(
    ("case", "purpose"), [(case, purpose) for case in CASES for purpose in CASES[case][0]]
)
def test_a_file_that_is_refused(send, case, purpose):
    _purposes, data, words = CASES[case]
    assert words(purpose) in send(purpose, data)


@pytest.mark.parametrize("purpose", LIMITS)
def test_too_large_a_file(send, purpose):
    words = said("files.too_large", accepted=size_words(LIMITS[purpose]))
    assert words.replace("\xa0", " ") in send(purpose, b"(" * (LIMITS[purpose] + 1)).replace(
        "\xa0", " "
    )

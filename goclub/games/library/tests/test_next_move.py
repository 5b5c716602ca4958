"""The next move of a variation, as the script of the board asks for it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.games.library.tests.comments_club import variation
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.models import KifuVariation
from goclub.go.records.tests.text import LINE
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

#: White can take the stone at C8 by playing B8; Black may not take back at once.
KO = b"(;SZ[9]RU[%s];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[ii])"


@pytest.fixture
def member(client):
    found = make_member("佐藤 健")
    client.force_login(found.user)
    return found


def ask(client, kifu, **query):
    answer = client.get(reverse("games:kifu-next", args=[kifu.pk]), query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return answer.json()


def test_colours_alternate_and_each_move_says_what_it_does(client, member):
    kifu = file_it()
    assert ask(client, kifu, at="3") == {"moves": "", "turn": "W"}
    first = ask(client, kifu, at="3", play="K10")
    assert first == {
        "moves": "Wjj",
        "turn": "B",
        "node": {
            "p": 3, "c": [], "n": 4, "cap": [0, 0], "k": "W", "m": [9, 9], "a": [["W", 9, 9]],
        },
    }  # fmt: skip
    second = ask(client, kifu, at="3", moves="Wjj", play=" c3")
    assert (second["moves"], second["turn"], second["node"]["n"]) == ("WjjBcq", "W", 5)
    third = ask(client, kifu, at="3", moves="Wjj", play="pass")
    assert (third["moves"], third["node"]["m"]) == ("WjjB-", "pass")
    assert not KifuVariation.objects.exists()


def test_captured_stones_are_named(client, member):
    kifu = file_it(b"(;SZ[9];B[aa];W[ba];B[ee])")
    node = ask(client, kifu, at="3", play="A8")["node"]
    assert (node["r"], node["cap"]) == ([[0, 0]], [0, 1])


def test_a_line_goes_on_in_somebody_elses_and_after_the_end(client, member):
    kifu = file_it()
    line = variation({"kifu": kifu, "black": member}, moves="WaaBbb")
    assert ask(client, kifu, at=f"v{line.pk}-1", play="K10")["moves"] == "Bjj"
    assert ask(client, kifu, at=str(len(LINE)), play="K10")["node"]["n"] == len(LINE) + 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"at": "3", "play": "Q16"}, "Q16 cannot be played: occupied. Choose another point."),
        ({"at": "3", "play": "Z30"}, "This point is off the board."),
        ({"at": "3", "play": "rubbish"}, "a name such as R4"),
        ({"at": "3", "play": "<b>"}, "a name such as R4"),
        ({"at": "3", "moves": "Wpd", "play": "K10"}, "Q16 cannot be played: occupied."),
        ({"at": "3", "moves": "nonsense", "play": "K10"}, "nonsense"),
        ({"at": "3", "moves": "W-B-" * 50, "play": "K10"}, "1 to 100"),
    ],
)
def test_a_refusal_says_why(client, member, query, words):
    answer = ask(client, file_it(), **query)
    assert list(answer) == ["problem"]
    assert words in answer["problem"]


def test_ko_and_suicide_follow_the_rules_of_the_record(client, member):
    """S3-7, S3-8: the ko always; suicide where the record's rules forbid it."""
    kifu = file_it(KO % b"Japanese")
    taken = ask(client, kifu, at="8", moves="B-", play="B8")
    assert taken["node"]["r"] == [[2, 1]]
    back = ask(client, kifu, at="8", moves=taken["moves"], play="C8")
    assert back["problem"] == "C8 cannot be played: ko. Choose another point."
    corner = b"(;SZ[9]RU[%s];B[ba];W[ii];B[ab])"
    refused = ask(client, file_it(corner % b"Japanese"), at="3", play="A9")
    assert refused["problem"] == "A9 cannot be played: suicide. Choose another point."
    allowed = ask(client, file_it(corner % b"NZ"), at="3", play="A9")
    assert allowed["node"]["r"] == [[0, 0]]


def test_a_place_that_is_not_there_and_other_methods(client, member):
    url = reverse("games:kifu-next", args=[file_it().pk])
    for at in ("99", "x", "v1-1"):
        assert client.get(url, {"at": at}).status_code == 404
    assert client.post(url).status_code == 405
    assert client.get(reverse("games:kifu-next", args=[987654])).status_code == 404

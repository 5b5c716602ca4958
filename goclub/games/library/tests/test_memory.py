"""What the club remembers of its games is what a plain replay of all records says."""

from __future__ import annotations

import random
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.memory import (
    GameKind,
    MemberGames,
    joseki_by_year,
    joseki_played,
    kinds_played,
    recurring,
    remember,
)
from goclub.games.library.services.positions import index_missing
from goclub.games.library.services.records import read_kifu
from goclub.games.library.tests.plain_memory import PlainMemory, PlainRecord, as_numbers
from goclub.games.library.views import memory
from goclub.games.models import Joseki, Kifu
from goclub.games.playing.services.decisions import void_game
from goclub.games.tests.factories import at, play
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
LETTERS = "abcdefghijklmnopqrs"


def opening(chance: random.Random, size: int, stones: list[tuple[int, int]]) -> str:
    """A game of twenty moves: four in a corner, drawn from a few, the others on the far side."""
    board, points = list(stones), []
    while len(points) < 20:
        begins = len(points) < 4
        few = random.Random(repr((size, board))) if begins else chance
        columns = range(1, size // 3 + 1) if begins else range(size // 2 + 1, size)
        rows = columns if begins else range(size)
        ways = [(x, y) for x in columns for y in rows if (x, y) not in board]
        point = few.choice(ways)
        points.append(point if chance.random() < 0.8 else chance.choice(ways))
        board.append(points[-1])
    turn, record = chance.randrange(8), PlainRecord(f"SZ[{size}]")

    def name(point: tuple[int, int]) -> str:
        row, column = divmod(record.turned(point[1] * size + point[0], turn), size)
        return f"[{LETTERS[column]}{LETTERS[row]}]"

    set_up = f"HA[{len(stones)}]AB{''.join(map(name, stones))}" if stones else ""
    colours = "WB" if stones else "BW"
    moves = [f";{colours[number % 2]}{name(point)}" for number, point in enumerate(points)]
    return f"(;GM[1]FF[4]SZ[{size}]{set_up}{''.join(moves)})"


@pytest.fixture
def club(db):
    """Sixty games of four members, and the same read plainly."""
    chance = random.Random(3)
    members = [make_member(points=points) for points in (60, 110, 115, 190)]
    records = {}
    for number in range(60):
        black, white = chance.sample(members, 2)
        result = chance.choice(["B+R", "B+R", "W+R", "W+R", "void"])
        game = play(black, white, result, minute=2 * number)
        stones = [(3, 3), (15, 15)] if number % 4 == 3 else []
        text = opening(chance, 9 if number % 6 == 5 and not stones else 19, stones)
        kifu = Kifu.objects.create(
            game=game, uploaded_at=at(), original=b"", normalised=text, digest="", moves=20,
            winner="", played_on=game.played_on, width=(size := PlainRecord(text).size),
            height=size,
        )  # fmt: skip
        records[kifu.pk] = PlainRecord(text, game.winner, black.pk, white.pk)
    index_missing()
    return members, records


def test_every_sentence_is_what_a_replay_of_all_records_says(club):
    members, records = club
    plain = PlainMemory(records)
    reader, sentences = members[1], 0
    for kifu in Kifu.objects.all():
        remembered = remember(read_kifu(kifu), reader)
        assert not plain.differences(kifu.pk, remembered, reader.pk), kifu.normalised
        sentences += len(remembered)
    assert sentences > 100
    for member in members:
        for colour in "BW":
            own = {pk for pk in records if plain.has_colour(pk, member.pk, "BW".index(colour) + 1)}
            for kind in kinds_played(MemberGames(member.pk, colour)):
                due = plain.recurring(own, kind.size, has_stones=kind.is_handicap)
                positions = recurring(MemberGames(member.pk, colour), kind)
                assert sorted(as_numbers(position.tally) for position in positions) == due
    for kind in (GameKind(19, False), GameKind(19, True), GameKind(9, False)):
        alike = [r for r in records.values() if (r.size, r.has_stones) == kind]
        due = Counter(line for record in alike for line in record.corners())
        often = {line: games for line, games in due.items() if games >= 5}
        assert dict(joseki_played(kind)) == dict(joseki_played(kind, 2025)) == often
        assert joseki_by_year(kind, often) == {line: {2025: often[line]} for line in often}
        assert not joseki_played(kind, 2024)
    assert joseki_played(GameKind(19, False))
    assert joseki_played(GameKind(19, True))


def addresses(places):
    """Each address beside a board, and the number of games it has to open."""
    for place in places.values():
        yield place["href"], place["text"]
        for move in place["moves"]:
            yield move["href"], move["text"]
            if "own" in move:
                yield move["own"], move["mine"]


def test_every_sentence_beside_the_board_opens_into_its_games(client, club):
    members, records = club
    client.force_login(members[0].user)
    kifu = next(pk for pk, r in records.items() if r.black == members[0].pk and r.has_stones)
    places = client.get(reverse("games:kifu-memory", args=[kifu])).json()
    assert any("own" in move for place in places.values() for move in place["moves"])
    for href, text in addresses(places):
        page = client.get(href)
        assert f" {page.context['total']} game" in f" {text}"
        assert read_page(page).one("section.remembered svg")


def test_pages_of_openings_and_joseki_open_into_their_games(client, club):
    members, _records = club
    client.force_login(members[0].user)
    profile = read_page(client.get(members[0].get_absolute_url()))
    openings = reverse("games:openings", args=[members[0].pk])
    assert openings in profile.values("main a", "href")
    library = read_page(client.get(reverse("games:kifu-list")))
    assert reverse("games:joseki") in library.values("main a", "href")
    own = [reverse("games:openings", args=[member.pk]) for member in members]
    lists = [f"{page}?colour={colour}&board={board}"
             for page in own for colour in "BW" for board in ("19", "19h")]  # fmt: skip
    seen = 0
    for address in (*lists, f"{own[1]}?against=even", reverse("games:joseki")):
        for card in client.get(address).context["cards"]:
            assert card["games"] == f"{client.get(card['href']).context['total']} games"
            seen += 1
    assert seen > 8


def test_openings_say_how_many_games_there_are_so_far(client, club, monkeypatch):
    member = club[0][0]
    client.force_login(member.user)
    monkeypatch.setattr(memory, "recurring", lambda *_asked: [])
    page = client.get(reverse("games:openings", args=[member.pk]), {"colour": "W"})
    number = MemberGames(member.pk, "W").records().count()
    empty = read_page(page).one(".empty")
    assert f"{number} games with a kifu so far." in " ".join(empty.text.split())
    assert client.get(empty.values("a", "href")[0]).context["total"] == number
    newcomer = make_member()
    page = read_page(client.get(reverse("games:openings", args=[newcomer.pk])))
    assert "0 games with a kifu so far." in " ".join(page.one(".empty").text.split())
    assert page.one(".empty").values("a", "href") == [reverse("games:report")]


def test_strength_is_that_of_the_day(club):
    members, records = club
    weak, usual = members[0], members[1]
    every = MemberGames(usual.pk, "B").records().count()
    split = {
        against: set(MemberGames(usual.pk, "B", against).records().values_list("pk", flat=True))
        for against in ("stronger", "even", "weaker")
    }
    assert sum(map(len, split.values())) == every
    assert {records[pk].white for pk in split["weaker"]} == {weak.pk}
    assert {records[pk].white for pk in split["stronger"]} == {members[3].pk}
    usual.standings.update(rank="8d")
    assert MemberGames(usual.pk, "B", "weaker").records().count() == len(split["weaker"])


def test_a_void_game_is_forgotten(club):
    members, records = club
    plain = PlainMemory(records)
    line, games = joseki_played(GameKind(19, False))[0]
    kifu = next(pk for pk, r in records.items() if not r.has_stones and line in r.corners())
    void_game(Act(make_member(role=CHAIR).user, at()), Kifu.objects.get(pk=kifu).game, reason="x")
    assert not Joseki.objects.filter(kifu=kifu).exists()
    assert dict(joseki_played(GameKind(19, False))).get(line, 4) == games - 1
    del plain.records[kifu]
    plain = PlainMemory(plain.records)
    even = next(pk for pk, r in plain.records.items() if not r.has_stones and r.size == 19)
    remembered = remember(read_kifu(Kifu.objects.get(pk=even)), members[0])
    assert not plain.differences(even, remembered, members[0].pk)


def test_visitors_ask_nothing_and_bad_addresses_find_nothing(client, club):
    members, records = club
    kifu = next(iter(records))
    memory = reverse("games:kifu-memory", args=[kifu])
    assert urlsplit(client.get(memory).url).path == reverse("members:sign-in")
    game = client.get(Kifu.objects.get(pk=kifu).get_absolute_url())
    assert not read_page(game).has("[data-memory]")
    client.force_login(members[0].user)
    assert client.get(reverse("games:kifu-memory", args=[99999])).status_code == 404
    library, openings = reverse("games:kifu-list"), reverse("games:openings", args=[members[0].pk])
    for query in ("position=x", "position=" + "9" * 5000, "joseki=zz", "joseki=<b>", "joseki=.",
                  "player=0", "player=1&against=best", f"position={2**63}", "board=52",
                  "joseki=ddCFfc&board=5"):  # fmt: skip
        assert client.get(f"{library}?{query}").status_code == 404, query
    assert client.get(f"{openings}?against=best").status_code == 404
    for page in (f"{openings}?board=52", f"{reverse('games:joseki')}?year={'9' * 5000}&board=x"):
        assert client.get(page).status_code == 200
    assert client.get(f"{library}?position=1&then=1").context["total"] == 0


def test_pages_of_a_club_without_records(client, django_assert_max_num_queries):
    client.force_login(make_member().user)
    with django_assert_max_num_queries(12):
        assert client.get(reverse("games:joseki")).context["cards"] == []

"""Counting the end of a kifu: clicks are links, the address holds everything, nothing is stored."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.dead_stones import DeadStonesProposal
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.library.views import counting as page
from goclub.games.models import Game
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member

#: 9×9: Black's wall on the fifth column, White's on the sixth, one white stone inside Black's.
WALLS = ";B[ea];W[fa];B[eb];W[fb];B[ec];W[fc];B[ed];W[fd];B[ee];W[fe];B[ef];W[ff];B[eg];W[fg]"
WALLS += ";B[eh];W[fh];B[ei];W[fi];B[];W[bb];B[];W[]"


def record(result="B+3.5", rules="Japanese", komi="5.5", more="") -> bytes:
    told = f"RU[{rules}]" if rules else ""
    return f"(;GM[1]SZ[9]PB[Sato]PW[Anong]KM[{komi}]RE[{result}]{told}{more}{WALLS})".encode()


@pytest.fixture
def people():
    return make_member("佐藤 健"), make_member("Anong <b>S.</b>")


def counted_game(people, data=None) -> Game:
    black, white = people
    kifu = upload_kifu(Act(black.user, at()), data or record(), filename="g.sgf")
    claim = facts(black, white, "B+3.5", board=9)
    return report_game(Act(black.user, at()), claim, kifu=kifu)


def look(client, game, **query):
    return client.get(reverse("games:kifu-count", args=[game.kifu.pk]), query)


def text_of(response) -> str:
    return read_page(response).text


def test_every_figure_stands_on_the_page(client, people):
    """Black 36, White 27 and her stone alive inside: 36 − 1 point of area is then nobody's."""
    response = look(client, counted_game(people), dead="B8")
    assert response.status_code == 200
    rows = {row.name: (row.black, row.white) for row in response.context["rows"]}
    # Territory 36 with the point under the dead stone, which is a prisoner too.
    assert rows == {
        "Territory": ("36", "27"),
        "Prisoners": ("1", "0"),
        "Komi": ("", "5½"),
        "Total": ("37", "32½"),
    }
    assert response.context["margin"] == "B+4.5"
    text = text_of(response)
    assert "Black wins by 4½" in text
    assert "Captured in the game: 0 by Black, 0 by White. Dead at the end: 1 for Black" in text
    assert "S3-12" in text


@pytest.mark.parametrize(
    ("result", "rules", "sentence"),
    [
        ("B+3.5", "japanese", "The game record says B+3.5, the board says B+4.5 under "
                              "Japanese rules. That is 1 more for Black."),
        ("B+4.5", "japanese", "The game record says B+4.5, and so does the board under "
                              "Japanese rules."),
        ("W+0.5", "japanese", "The game record says W+0.5, the board says B+4.5 under "
                              "Japanese rules. That is 5 more for Black."),
        ("B+5.5", "chinese", "The game record says B+5.5, the board says B+3.5 under "
                             "Chinese rules. That is 2 more for White."),
        ("B+R", "japanese", "The game record says B+R, which gives no margin; the board says B+4.5 "
                            "under Japanese rules."),
    ],
)  # fmt: skip
def test_the_recorded_result_in_words(client, people, result, rules, sentence):
    game = counted_game(people, record(result))
    assert look(client, game, dead="B8", rules=rules).context["comparison"] == sentence


@pytest.mark.parametrize(
    ("ru", "code", "marked"),
    [("GOE", "ing", True), ("NZ", "new_zealand", True), ("Calvinball", "japanese", False)],
)
def test_the_rules_of_the_record_are_chosen_first(client, people, ru, code, marked):
    response = look(client, counted_game(people, record(rules=ru)))
    assert response.context["agreed"].rules.code == code
    assert ("according to the record" in text_of(response)) == marked


def hrefs(response, label):
    """Where the links with this label on the board lead."""
    links = read_page(response).all("#board svg a[href]")
    return [link.attrs["href"] for link in links if link.attrs["aria-label"] == label]


def test_clicking_a_group_twice_brings_it_back(client, people):
    game = counted_game(people)
    (kill,) = hrefs(look(client, game), "B8 is dead")
    url = reverse("games:kifu-count", args=[game.kifu.pk])
    dead = client.get(url + kill)
    assert dead.context["margin"] == "B+4.5"
    (back,) = hrefs(dead, "B8 is alive again")
    assert client.get(url + back).context["margin"] == look(client, game, dead="").context["margin"]


def test_a_click_takes_the_whole_group(client, people):
    game = counted_game(people)
    (kill,) = hrefs(look(client, game), "E5 is dead")
    agreed = client.get(reverse("games:kifu-count", args=[game.kifu.pk]) + kill).context["agreed"]
    assert len(agreed.stones(read_kifu(game.kifu).final)) == 9


def test_a_neutral_point_and_back(client, people):
    game = counted_game(people)
    url = reverse("games:kifu-count", args=[game.kifu.pk])
    (away,) = hrefs(look(client, game, dead="B8"), "A1 is neutral")
    less = client.get(url + away)
    assert less.context["margin"] == "B+3.5"
    (back,) = hrefs(less, "A1 is not neutral")
    assert client.get(url + back).context["margin"] == "B+4.5"


def test_the_state_goes_with_another_ruleset(client, people):
    response = look(client, counted_game(people), dead="B8", neutral="A1", rules="chinese")
    links = {str(choice["name"]): choice["query"] for choice in response.context["choices"]}
    assert links["Ing rules"] == "?rules=ing&dead=B8&neutral=A1"


def test_territory_is_drawn_and_dead_stones_grey(client, people):
    board = read_page(look(client, counted_game(people), dead="B8")).one("#board")
    assert len(board.all('[href="#board-tb"]')) == 36
    assert len(board.all('[href="#board-tw"]')) == 27
    assert len(board.all('[href="#board-dd"]')) == 1


def test_names_that_mean_nothing_are_said_and_the_rest_counts(client, people):
    game = counted_game(people)
    for names in (
        {"dead": "Z99"}, {"dead": "A1"}, {"neutral": "B8"}, {"dead": "<script>alert(1)</script>"},
        {"rules": "house"}, {"dead": "I5"}, {"dead": "\x00"},
    ):  # fmt: skip
        response = look(client, game, **({"dead": "B8"} | names))
        assert response.status_code == 422, names
        unread = response.context["unread"]
        assert unread
        assert str(unread) in read_page(response).one("p.notice.error").text
        assert not read_page(response).has("main script")
        assert response.context["counted"] is not None


def test_several_ways_to_write_points(client, people):
    game = counted_game(people)
    for text in ("B8 E1", "b8,e1", "B8.E1"):
        assert look(client, game, dead=text).context["agreed"].dead == {(1, 1), (4, 0)}


def test_a_position_that_ing_cannot_count_says_why(client, people):
    """180 stones on 19×19 are 40 on 9×9; 41 black ones are one too many."""
    cells = [f"{a}{b}" for a in "abcdefghi" for b in "abcdefghi"][:41]
    data = ("(;GM[1]SZ[9]KM[7.5]RU[GOE]AB" + "".join(f"[{c}]" for c in cells) + ")").encode()
    response = look(client, counted_game(people, data))
    assert response.status_code == 422
    assert response.context["counted"] is None
    assert "This position cannot be counted" in text_of(response)


def test_handicap_is_paid_as_the_rules_say(client, people):
    data = record(rules="Chinese", komi="0.5", more="HA[2]AB[ac][gc]".replace("[gc]", "[cc]"))
    rows = {
        row.name: row for row in look(client, counted_game(people, data), dead="B8").context["rows"]
    }
    assert (rows["Compensation"].white, rows["Compensation"].rule) == ("2", "F4")


# -- the proposal --------------------------------------------------------------------------------
@pytest.fixture
def gnugo(monkeypatch):
    """A program that says what the test wants, and how often it was asked."""
    asked = []

    def answer(proposal):
        def propose(board):
            asked.append(board)
            return proposal

        monkeypatch.setattr(page, "propose_dead", propose)
        monkeypatch.setattr(page, "find_program", lambda: "/usr/games/gnugo")
        page.cache.clear()
        return asked

    return answer


def test_a_proposal_is_never_accepted_by_itself(client, people, gnugo):
    gnugo(DeadStonesProposal(((1, 1),)))
    game = counted_game(people)
    response = look(as_member(client, people[0]), game, propose="1")
    assert response.context["agreed"].dead == frozenset()
    assert response.context["counted"] is None
    text = text_of(response)
    assert "Suggestion" in text
    assert "GNU Go suggests 1 dead stone: B8. It counts once you accept it." in text
    take = response.context["proposal"]["take"]
    taken = client.get(reverse("games:kifu-count", args=[game.kifu.pk]) + take)
    assert taken.context["margin"] == "B+4.5"


def test_the_same_position_is_asked_once(client, people, gnugo):
    asked = gnugo(DeadStonesProposal(((1, 1),)))
    game = counted_game(people)
    client.force_login(people[0].user)
    for dead in ("", "B8"):
        look(client, game, propose="1", dead=dead)
    assert len(asked) == 1


def test_no_proposal_says_why_and_the_page_works(client, people, gnugo):
    game = counted_game(people)
    client.force_login(people[0].user)
    for code in ("timeout", "busy", "no_answer", "odd_answer", "size"):
        gnugo(DeadStonesProposal(None, code))
        response = look(client, game, propose="1", dead="B8")
        assert response.status_code == 200
        assert str(DeadStonesProposal(None, code).reason) in text_of(response)
        assert response.context["margin"] == "B+4.5"


def test_a_visitor_starts_no_program(client, people, gnugo):
    asked = gnugo(DeadStonesProposal(((1, 1),)))
    response = look(client, counted_game(people), propose="1")
    assert asked == []
    assert not response.context["may_ask"]
    assert not read_page(response).has('main a[href*="propose=1"]')


def test_without_the_program_nothing_is_offered(client, people, monkeypatch):
    monkeypatch.setattr(page, "find_program", lambda: None)
    monkeypatch.setattr(page, "propose_dead", lambda board: None)
    response = look(as_member(client, people[0]), counted_game(people), propose="1")
    assert response.status_code == 200
    assert not response.context["may_ask"]
    assert not read_page(response).has('main a[href*="propose=1"]')


# -- who and how ---------------------------------------------------------------------------------
def test_the_page_is_linked_from_the_game(client, people):
    game = counted_game(people)
    links = read_page(client.get(game.get_absolute_url())).values("main a", "href")
    assert reverse("games:kifu-count", args=[game.kifu.pk]) in links

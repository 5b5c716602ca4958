"""Pages of talk: who may, and what they say."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import cost, told
from goclub.common.tests.reading import read as read_page
from goclub.common.tests.reading import said as refusal
from goclub.common.tests.written_once import written_once
from goclub.games.library.tests.comments_club import comment, make_club, text_of, variation
from goclub.games.models import KifuNote, KifuVariation
from goclub.go.records.reading import read
from goclub.members.models import Member
from goclub.members.tests.factories import as_member, fresh, make_member


@pytest.fixture
@written_once
def club():
    return make_club()


# -- pages: who may ------------------------------------------------------------------------------
ROLES = ("visitor", "stranger", "black", "organiser", "secretary", "chair", "former")
GET = {
    "games:note-edit": {"visitor": 302} | dict.fromkeys(set(ROLES) - {"visitor", "black"}, 403),
    "games:note-hide": {"visitor": 302}
    | dict.fromkeys(("stranger", "black", "organiser", "former"), 403),
    "games:variation-hide": {"visitor": 302}
    | dict.fromkeys(("stranger", "black", "organiser", "former"), 403),
}
POST = {
    "games:note-delete": {"black"},
    "games:variation-delete": {"black"},
    "games:note-show": {"secretary", "chair"},
    "games:variation-show": {"secretary", "chair"},
}


def as_role(client, club, role):
    client.logout()
    if role == "former":
        left = make_member("Left Long Ago")
        Member.objects.filter(pk=left.pk).update(status=Member.Status.FORMER)
        client.force_login(left.user)
    elif role != "visitor":
        client.force_login(club[role].user)
    return client


def address(club, name):
    if "note" in name:
        return reverse(name, args=[comment(club).pk])
    if name.startswith("games:variation"):
        return reverse(name, args=[variation(club).pk])
    return reverse(name, args=[club["kifu"].pk])


@pytest.mark.parametrize("name", GET)
def test_who_may_look(client, club, name):
    url = address(club, name)
    found = {role: as_role(client, club, role).get(url).status_code for role in ROLES}
    assert found == dict.fromkeys(ROLES, 200) | GET[name]


@pytest.mark.parametrize("name", POST)
def test_who_may_act(client, club, name):
    url = address(club, name)
    for role in sorted(ROLES, key="black".__eq__):  # whose it is goes last: it deletes it
        answer = as_role(client, club, role).post(url, {"confirmed": "1"})
        assert answer.status_code == (302 if role in {*POST[name], "visitor"} else 403), role
        assert ("sign-in" in answer.get("Location", "")) == (role == "visitor")


def test_the_export_is_a_file(client, club):
    url = address(club, "games:kifu-comments-sgf")
    response = client.get(url)
    assert response["Content-Type"] == "application/x-go-sgf"
    assert "attachment" in response["Content-Disposition"]
    assert read(response.content).moves


# -- pages: commenting ---------------------------------------------------------------------------
def test_commenting_leads_back_to_the_move(client, club):
    url = reverse("games:kifu-comments", args=[club["kifu"].pk])
    client.force_login(club["white"].user)
    response = client.post(url, {"at": "3", "text": "See Q16."}, follow=True)
    note = KifuNote.objects.get()
    assert (note.spot, note.text, note.author) == ("3", "See Q16.", club["white"].user)
    assert response.redirect_chain[-1][0].endswith(f"?node=3#comment-{note.pk}")
    shown = read_page(response).one(f"#comment-{note.pk}")
    mention = shown.one('a.coord[href="?node=3&mark=Q16#board"]').attrs
    assert (mention["data-node"], mention["data-mark"]) == ("3", "15,3")
    assert "Anong <b>S.</b>" in shown.text


@pytest.mark.parametrize("at_", ["99", "nonsense", "v1-1"])
def test_a_comment_on_a_move_that_is_not_there(client, club, at_):
    url = reverse("games:kifu-comments", args=[club["kifu"].pk])
    assert as_member(client, club["black"]).get(url, {"at": at_}).status_code == 404
    assert client.post(url, {"at": at_, "text": "x"}).status_code == 404


def test_a_mentioned_point_lights_up_on_the_board(client, club):
    game = club["game"].get_absolute_url()
    plain, lit = (read_page(client.get(game, query)) for query in ({}, {"mark": "K10"}))
    sign = lit.one('.sign.cr.on-empty[href="#board-cr"]').attrs
    assert (sign["x"], sign["y"]) == ("90", "90")
    assert not plain.has('[href="#board-cr"]')
    assert client.get(game, {"mark": "<b>"}).status_code == 200


def test_a_link_names_a_position_by_its_place_in_the_record(client, club):
    page = club["kifu"].get_absolute_url()
    key = f"v{variation(club).pk}-1"
    nodes = {}
    for at_ in ("3", key):
        shown = client.get(page, {"at": at_})
        link = read_page(shown).one("[data-comments-link]")
        assert link.attrs["href"] == f"?at={at_}#board"
        nodes[at_] = shown.context["node_index"]
    assert nodes["3"] == 3
    assert nodes[key] >= shown.context["total"]
    opened = client.get(page).context["node_index"]
    for gone in ("v99999-1", "<b>", "9" * 400, ""):
        assert client.get(page, {"at": gone}).context["node_index"] == opened


def test_changing_through_the_page(client, club):
    note = comment(club)
    url = reverse("games:note-edit", args=[note.pk])
    assert "Cut at D4!" in text_of(as_member(client, club["black"]).get(url))
    assert client.post(url, {"text": ""}).status_code == 422
    assert client.post(url, {"text": "Better now"}).status_code == 302
    assert fresh(note).text == "Better now"
    assert "changed" in text_of(client.get(club["game"].get_absolute_url()))


def test_what_is_hidden_is_seen_by_author_and_office_alone(client, club):
    url = reverse("games:note-hide", args=[comment(club, text="rude words").pk])
    assert as_member(client, club["secretary"]).post(url, {"reason": ""}).status_code == 422
    assert client.post(url, {"reason": "Not kind."}).status_code == 302
    seen = {}
    for role in ("visitor", "stranger", "black", "secretary"):
        text = text_of(as_role(client, club, role).get(club["game"].get_absolute_url()))
        assert "Hidden by an admin: Not kind." in text
        seen[role] = "rude words" in text
    assert seen == {"visitor": False, "stranger": False, "black": True, "secretary": True}


def test_a_page_with_much_talk_asks_as_often_as_one_with_little(client, club):
    def many(first, last):
        for n in range(first, last):
            comment(club, ("black", "white", "stranger")[n % 3], key=str(n % 15), minute=n)
            variation(club, spot=str(n % 15), moves=f"{'WB'[n % 15 % 2 == 0]}a{chr(97 + n % 19)}"
                      if n < 15 else f"{'WB'[n % 15 % 2 == 0]}s{chr(97 + n % 19)}")  # fmt: skip

    url = club["game"].get_absolute_url()
    client.force_login(club["secretary"].user)
    many(0, 1)
    few = cost(client, url)
    many(1, 30)
    assert cost(client, url) == few


# -- pages: variations ---------------------------------------------------------------------------
def links(page):
    found = read_page(page).all("#board a[aria-label]")
    return {link.attrs["aria-label"]: link.attrs["href"] for link in found}


def turn(page):
    """Whose stone is beside the board."""
    return read_page(page).one(".variation-controls .turn").text


def test_a_variation_is_played_by_following_links(client, club):
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    page = as_member(client, club["stranger"]).get(url, {"at": "3"})
    assert page.context["colour"] == "W"
    white = turn(page)
    page = client.get(url + links(page)["White K10"])
    assert page.context["colour"] == "B"
    assert turn(page) != white
    assert "White K10" not in links(page)
    assert "Black K10" not in links(page)
    page = client.get(url + links(page)["Black A1"])
    assert page.context["count"] == 2
    sent = {"at": page.context["spot"], "moves": page.context["moves"], "text": "Then A1."}
    response = client.post(url, sent)
    line = KifuVariation.objects.get()
    assert (line.spot, line.moves) == ("3", "WjjBas")
    assert line.notes.get().step == 2
    assert response.status_code == 302
    shown = client.get(response["Location"].split("#")[0])
    assert shown.status_code == 200
    assert "K10 A1" in text_of(shown)


def test_the_branches_of_a_try_are_kept_together_or_not_at_all(client, club):
    client.force_login(club["stranger"].user)
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    sent = {"at": ["3", "1"], "moves": ["WjjBas", "BjjWjj"]}
    refused = client.post(url, sent)
    assert refused.status_code == 422
    assert not KifuVariation.objects.exists()
    # What is right in it is still in the form.
    assert read_page(refused).values("form.card-paper [name=moves]", "value") == ["WjjBas", ""]
    sent["moves"][1] = "WjjB-"
    response = client.post(url, sent)
    lines = KifuVariation.objects.order_by("pk")
    assert [(line.spot, line.moves) for line in lines] == [("3", "WjjBas"), ("1", "WjjB-")]
    shown = client.get(response["Location"].split("#")[0])
    assert shown.context["sentence"] == "Move 3, Black passes"
    # Nothing may be sent without moves, or below a node that is not there.
    assert client.post(url, {"at": ["3", "1"], "moves": ["", ""]}).status_code == 422
    assert client.post(url, {"at": ["3", "v9-1"], "moves": ["WjjBas"]}).status_code == 404
    assert lines.count() == 2


def test_a_move_may_be_typed(client, club):
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    client.force_login(club["stranger"].user)
    page = client.get(url, {"at": "3", "moves": "Waa", "play": " k10 "})
    assert (page.status_code, page.context["moves"]) == (200, "WaaBjj")
    for typed in ("Z99", "A19", "rubbish"):
        page = client.get(url, {"at": "3", "moves": "Waa", "play": typed})
        assert (page.status_code, page.context["moves"]) == (422, "Waa")
    page = client.get(url, {"at": "3", "moves": "Waa", "play": "A19"})
    why = refusal("board.occupied", why="board.occupied", point="A19")
    assert read_page(page).one("p.notice.error[role=alert]").text == why


def test_a_line_goes_on_from_somebody_elses(client, club):
    line = variation(club, moves="WaaBbb")
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    page = as_member(client, club["white"]).get(url, {"at": f"v{line.pk}-1"})
    assert (page.context["spot"], page.context["moves"]) == ("3", "Waa")
    assert page.context["colour"] == "B"


def test_taking_back_and_passing(client, club):
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    page = as_member(client, club["black"]).get(url, {"at": "3", "moves": "WaaBbb"})
    assert client.get(url + page.context["undo"]).context["moves"] == "Waa"
    assert client.get(url + page.context["pass_query"]).context["moves"] == "WaaBbbW-"


@pytest.mark.parametrize("moves", ["Wpd", "<script>"])
def test_an_illegal_line_is_refused_and_nothing_kept(client, club, moves):
    client.force_login(club["black"].user)
    url = reverse("games:kifu-variation", args=[club["kifu"].pk])
    for response in (
        client.get(url, {"at": "3", "moves": moves}),
        client.post(url, {"at": "3", "moves": moves}),
    ):
        assert response.status_code == 422
        assert read_page(response).one("p.notice.error[role=alert]").text
        assert not read_page(response).has("main script")
    assert KifuVariation.objects.count() == 0


def test_deleting_through_the_page(client, club):
    note, line = comment(club), variation(club)
    client.force_login(club["black"].user)
    for name, said in (("note", note), ("variation", line)):
        url = reverse(f"games:{name}-delete", args=[said.pk])
        assert client.post(url).context["question"].items == [said]
        assert type(said).objects.filter(pk=said.pk).exists()
        response = client.post(url, {"confirmed": "1"}, follow=True)
        assert len(told(response, "success")) == 1
        assert not read_page(response).has(f"#{'comment' if name == 'note' else name}-{said.pk}")
    assert (KifuNote.objects.count(), KifuVariation.objects.count()) == (0, 0)


def test_what_was_said_stands_in_the_order_of_the_moves(client, club):
    late = comment(club, key="12", text="Too late.", minute=1)
    line = variation(club, spot="7", minute=2)
    early = comment(club, who="white", key="3", text="Early.", minute=3)
    page = read_page(client.get(club["kifu"].get_absolute_url()))
    shown = page.values("[data-comments-list] .said", "id")
    assert shown == [f"comment-{early.pk}", f"variation-{line.pk}", f"comment-{late.pk}"]

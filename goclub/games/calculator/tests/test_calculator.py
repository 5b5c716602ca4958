"""The calculator's page: conditions side by side, own conditions, refusals beside the field."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.common.tests.reading import read, said, shows
from goclub.games.models import HouseRule, Standing
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO, LONG_AGO_AT, make_member
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords

URL = "/calculator/"


def ask(client, **query):
    return client.get(reverse("games:calculator"), query)


def offer(page, key):
    return next(offer for k, offer, *_ in page.context["answer"]["offers"] if k == key)


def chosen_key(page):
    return next(k for k, _offer, chosen, _link in page.context["answer"]["offers"] if chosen)


def left_over(offer, rule):
    """What conditions leave, as the system measures it that counts by *rule*."""
    return next(found for found in offer.remainders if found.rule == rule)


PAA, IGS = "S1-14", "S0-15"


def points(one, other, **more):
    return {"one_points": one, "other_points": other, **more}


def ranks(one, other, **more):
    return {"one_igs": one, "other_igs": other, **more}


# --- PAA conditions -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other", "says", "black"),
    [  # the examples of S1-14 … S1-16, and the edges
        ("115", "125", "2 stones · komi 3½", "one"),
        ("115", "135", "3 stones · komi 1½", "one"),
        ("115", "93", "3 stones · reverse komi ½", "other"),
        ("85", "120", "5 stones · komi 2½", "one"),
        ("175", "105", "7 stones · reverse komi 16½", "other"),
        ("100", "147", "6 stones · reverse komi 1½", "one"),
        ("100", "148", "7 stones · komi 5½", "one"),
        ("100", "154", "7 stones · reverse komi ½", "one"),
        ("100", "155", "7 stones · reverse komi 1½", "one"),
        ("100", "156", "7 stones · reverse komi 2½", "one"),
        ("100", "157", "7 stones · reverse komi 3½", "one"),
        ("1k", "4k", "4 stones · reverse komi ½", "other"),  # 115 and 85: S1-3
        ("１１５", "初段", "2 stones · komi 3½", "one"),
    ],
)
def test_paa_conditions_as_s1_14_has_them(client, one, other, says, black):
    page = ask(client, **points(one, other))
    assert page.context["answer"]["chosen"].text == says
    assert offer(page, "paa").terms.black == black
    assert read(page).one("h2#answer").text == says


# --- IGS conditions -----------------------------------------------------------------------------
def test_both_systems_stand_side_by_side_and_may_disagree_about_black(client):
    page = ask(client, **{**points("115", "135"), **ranks("4d", "3d")})
    assert offer(page, "paa").terms.black == "one"
    assert offer(page, "igs").terms.black == "other"
    assert chosen_key(page) == "paa"
    link = next(link for k, *_, link in page.context["answer"]["offers"] if k == "igs")
    assert chosen_key(client.get(link)) == "igs"


@pytest.mark.parametrize(
    ("one", "other", "most", "level"),
    [
        ("1k", "9d", None, None),  # nine ranks: still in the table
        ("1k", "10d", "-5.5", "-17.5"),
        ("17k", "1d", "-5.5", "-101.5"),
        ("17k", "10d", "-5.5", "-209.5"),
    ],
)
def test_beyond_nine_ranks_it_says_so_and_offers_what_can_be_played(
    client, one, other, most, level
):
    page = ask(client, **ranks(one, other))
    suggestions = page.context["answer"]["suggestions"]
    if most is None:
        assert suggestions == []
        return
    assert page.context["answer"]["chosen"] is None
    links = read(page).values("ul.calc-links a", "href")
    assert links == [link for _text, link in suggestions]
    for link, komi in zip(links, (most, level), strict=True):
        followed = client.get(link)
        chosen = followed.context["answer"]["chosen"]
        assert (chosen.handicap, chosen.komi2) == (9, int(2 * float(komi)))
        notes = [line.text for _colour, line in row(followed, "igs")["notes"]]
        assert "not rated: more than nine ranks apart" in notes
    assert (
        left_over(offer(followed, "own"), IGS).value == 0
    )  # the second suggestion levels everything


def row(page, system):
    return next(r for r in page.context["answer"]["results"] if r["key"] == system)


@pytest.mark.parametrize("rank", ["BC", "9p"])
def test_bc_and_professionals_have_no_conditions(client, rank):
    page = ask(client, **ranks(rank, "3d"))
    assert page.context["answer"]["chosen"] is None
    assert shows(page, "no rank to compare")
    even = client.get(page.context["answer"]["suggestions"][0][1])
    assert even.context["answer"]["chosen"].komi2 == 13


# --- The players' own ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other", "stones", "komi", "says"),
    [  # the printed examples of S0-15 … S0-17
        ("1d", "3d", "0", "0.5", "1½"),
        ("1d", "3d", "2", "-5.5", "0"),
        ("1d", "4d+", "0", "5.5", "3 5/12, counts as 3"),
        ("1d", "4d+", "0", "6.5", "3½, not rated"),  # S0-10
        ("1d", "3d", "9", "−5.5", "7, not rated"),  # S0-18: the other way round
    ],
)
def test_own_conditions_show_their_net_difference(client, one, other, stones, komi, says):
    page = ask(client, **ranks(one, other, stones=stones, komi=komi))
    assert chosen_key(page) == "own"
    assert left_over(offer(page, "own"), IGS).text == says


def test_own_conditions_show_what_they_leave_of_the_points(client):
    page = ask(client, **points("115", "135", stones="2", komi="5.5"))
    assert left_over(offer(page, "own"), PAA).text == "White ahead by 12 points"
    page = ask(client, **points("115", "135", stones="4", komi="0.5"))
    assert left_over(offer(page, "own"), PAA).text == "Black ahead by 9 points"


def test_what_is_left_empty_comes_from_the_standard(client):
    page = ask(client, **points("115", "135", komi="0"))
    terms = offer(page, "own").terms
    assert (terms.handicap, terms.komi2) == (3, 0)
    page = ask(client, **points("115", "135", stones="2", black="other"))
    terms = offer(page, "own").terms
    assert (terms.handicap, terms.komi2, terms.black) == (2, 3, "other")
    assert page.context["answer"]["black"].name == "135 (2d)"


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("stones", "1", "E_RANGE"),
        ("stones", "10", "E_RANGE"),
        ("stones", "-1", "E_RANGE"),
        ("stones", "two", "E_TYPE"),
        ("stones", "2.5", "E_TYPE"),
        ("komi", "5.25", "E_GRID"),
        ("komi", "361.5", "E_RANGE"),
        ("komi", "-362", "E_RANGE"),
        ("komi", "NaN", "E_TYPE"),
        ("komi", "Infinity", "E_TYPE"),
    ],
)
def test_conditions_off_the_grid_are_refused_beside_the_field(client, field, text, code):
    page = ask(client, **points("115", "135", **{field: text}))
    assert page.status_code == 422
    errors = page.context["form"].errors.as_data()
    assert {name: [e.code for e in found] for name, found in errors.items()} == {field: [code]}
    assert read(page).one(f"#id_{field}").attrs["value"] == text  # what was typed stays
    assert shows(page, page.context["form"].errors[field][0])
    assert "answer" not in page.context


def test_the_accepted_range_is_named(client):
    page = ask(client, **points("115", "135", stones="1", komi="5.25"))
    assert page.context["form"].errors == {
        "stones": [said("E_RANGE", "1", AcceptedChoice(0, AcceptedRange(2, 9)))],
        "komi": [said("E_GRID", "5.25", AcceptedWords("multiples of 0.5"))],
    }
    page = ask(client, **points("115", "135", komi="400"))
    assert page.context["form"].errors == {
        "komi": [said("E_RANGE", "400", AcceptedRange(-361, 361))]
    }
    assert shows(page, "−361 to 361")


# --- Typed strengths ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("points", "-1", "E_RANGE"),  # S1-1
        ("points", "1000", "E_RANGE"),
        ("points", "3.5", "E_TYPE"),
        ("points", "many", "E_RANK"),  # S1-2
        ("points", "0k", "E_RANK"),
        ("points", "8d+", "E_UNDEFINED"),  # S1-3
        ("record", "12", "E_TYPE"),  # S1-13
        ("record", "-3-2", "E_RANGE"),
        ("record", "3.5-2", "E_TYPE"),
        ("igs", "18k", "E_RANK"),  # S0-1
        ("igs", "0d", "E_RANK"),
        ("igs", "11d", "E_RANK"),
        ("igs", "9d+", "E_RANK"),
        ("igs", "BC+", "E_RANK"),
        ("igs", "3d+?", "E_RANK"),  # S0-3
        ("igs", "3p+", "E_RANK"),
        ("igs_points", "lots", "E_TYPE"),
        ("igs_points", "25700", "E_INCONSISTENT"),  # 1k+ begins there (S0-26a)
        ("igs_points", "24399", "E_INCONSISTENT"),
        ("igs_games", "-1", "E_RANGE"),  # S0, bad input: negative game count
        ("igs_games", "2.5", "E_TYPE"),
        ("elo", "NaN", "E_TYPE"),  # S4-2
        ("elo", "strong", "E_TYPE"),
        ("elo", "9999", "E_RANGE"),
        ("egf", "3300", "E_RANGE"),  # section 6: the logarithm
        ("egf", "-901", "E_RANGE"),
        ("egf", "10d", "E_RANK"),
        ("egf", "NaN", "E_RANK"),
    ],
)
def test_a_strength_that_cannot_be_is_refused_beside_its_field(client, field, text, code):
    query = {"one_points": "115", "one_igs": "1k", "other_points": "120", "other_igs": "1d"}
    page = ask(client, **query | {f"one_{field}": text})
    assert page.status_code == 422
    errors = page.context["form"].errors.as_data()
    assert {name: [e.code for e in found] for name, found in errors.items()} == {
        f"one_{field}": [code]
    }


@pytest.mark.parametrize(
    ("rank", "more", "field"),
    [
        ("9p", {"one_igs_points": "100"}, "one_igs_points"),  # S0-5
        ("3d?", {"one_igs_points": "100"}, "one_igs_points"),
        ("BC", {"one_igs_points": "100"}, "one_igs_points"),
        ("3d?", {"one_igs_games": "3"}, "one_igs_games"),
        ("", {"one_igs_points": "100"}, "one_igs"),
        ("", {"one_points": "", "one_record": "3-2", "one_igs": "1k"}, "one_points"),
    ],
)
def test_what_does_not_belong_to_a_rank_is_refused(client, rank, more, field):
    page = ask(client, **{"one_points": "115", "one_igs": rank, "other_points": "120"} | more)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]


def test_both_strengths_are_needed(client):
    page = ask(client, one_points="100")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["other"]


# --- Members ------------------------------------------------------------------------------------
@pytest.fixture
def pair():
    one = make_member("佐藤 健", points=115)
    other = make_member("อนงค์ <b>ศ.</b>", points=135)
    for member, rank in ((one, "1d"), (other, "3d")):
        set_igs_rank(Act(None, LONG_AGO_AT), member, rank=rank, on=LONG_AGO, reason="known")
    return one, other


def test_two_members_bring_every_state_with_them(client, pair):
    page = ask(client, one=pair[0].pk, other=pair[1].pk)
    assert offer(page, "paa").terms.text == "3 stones · komi 1½"
    assert offer(page, "igs").terms.text == "2 stones · reverse komi 5½"
    assert [p["assumed"] for r in page.context["answer"]["results"] for p in r["players"]] == [
        False
    ] * 8
    shown = read(page).one("main")
    assert not shown.has("b")
    assert "<b>ศ.</b>" in shown.text


def test_a_typed_strength_stands_in_for_a_members_own(client, pair):
    page = ask(client, one=pair[0].pk, other=pair[1].pk, one_points="120", one_igs_games="3")
    seats = page.context["form"].seats
    assert seats["one"].states["paa"].points == 120
    assert (seats["one"].states["igs"].rank_text, seats["one"].states["igs"].rated) == ("1d", 3)
    assert Standing.objects.get(member=pair[0], system="paa").points == 115


def test_nobody_plays_against_himself(client, pair):
    page = ask(client, one=pair[0].pk, other=pair[0].pk)
    assert page.status_code == 422
    assert page.context["form"].errors.as_data()["other"][0].code == "E_SAME_PLAYER"


@pytest.mark.parametrize("pk", ["999999", "abc", "-1"])
def test_an_unknown_member_is_refused(client, pair, pk):
    assert "one" in ask(client, one=pk, other=pair[1].pk).context["form"].errors


def test_a_visitor_without_rights_types_strengths(client, pair):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    page = ask(client, one=pair[0].pk, other_points="100")
    assert page.status_code == 422
    assert not shows(page, "佐藤")
    assert ask(client, **points("100", "110")).status_code == 200


def test_the_number_of_queries_does_not_grow(client, pair, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    query = {"one": pair[0].pk, "other": pair[1].pk, "wins": "3", "losses": "2"}
    with CaptureQueriesContext(connection) as few:
        ask(client, **query)
    for number in range(30):
        make_member(f"Player {number}")
    with django_assert_num_queries(len(few)):
        ask(client, **query)


def test_nothing_is_stored(client, pair):
    before = list(Standing.objects.order_by("pk").values())
    ask(client, one=pair[0].pk, other=pair[1].pk, wins="9", losses="1")
    assert list(Standing.objects.order_by("pk").values()) == before


def test_the_house_rules_of_today_hold(client):
    query = ranks("1d", "3d", stones="0", komi="3.5")  # nets 1¾
    assert left_over(offer(ask(client, **query), "own"), IGS).text == "1 3/4, counts as 1½"
    with gate_open():
        HouseRule.objects.create(
            key="igs_interpolate", value=1, valid_from=LONG_AGO, reason="finer"
        )
    assert left_over(offer(ask(client, **query), "own"), IGS).text == "1 3/4"


# --- Figures explain themselves -----------------------------------------------------------------
QUERIES = [
    points("115", "135"),
    points("100", "100"),
    points("100", "190", ending="time", board="9"),
    ranks("1d", "4d+", stones="0", komi="6.5"),
    ranks("3d?", "BC", by="own"),
    ranks("1d", "9p", stones="0", komi="6", occasion="pair"),
    {**points("115", "135"), **ranks("17k", "10d"), "wins": "5", "losses": "3"},
]


@pytest.mark.parametrize("query", QUERIES, ids=lambda q: "-".join(q.values()))
def test_every_cited_rule_leads_to_its_text(client, query):
    hrefs = read(ask(client, **query)).values("a", "href")
    links = {href for href in hrefs if re.fullmatch(r"[^#]+#[SHE].*", href)}
    assert links
    pages = {link.partition("#")[0] for link in links}
    ids = {page: read(client.get(page)).values("[id]", "id") for page in pages}
    parts = (link.partition("#") for link in links)
    assert [(page, part) for page, _hash, part in parts if part not in ids[page]] == []


def test_the_query_string_is_the_state(client):
    query = {**points("115", "135"), "komi": "0", "stones": "3"}
    page = ask(client, **query)
    again = client.get(page.context["answer"]["link"])
    assert again.context["answer"]["chosen"].text == page.context["answer"]["chosen"].text
    assert dict(page.context["kept"]) == query

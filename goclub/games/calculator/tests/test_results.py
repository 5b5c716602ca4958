"""What the calculator says of results: the worked tables of the rulebook on the page's figures."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read, shows
from goclub.games.rating.labels import computation
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member


def ask(client, **query):
    page = client.get(reverse("games:calculator"), query)
    assert page.status_code == 200
    return page


def row(page, system):
    return next(r for r in page.context["answer"]["results"] if r["key"] == system)


def after(page, system):
    """(Black's, White's) figures after each result, in the order of the results."""
    return [
        tuple(None if e is None else e.after for e in column)
        for column in zip(*(p["entries"] for p in row(page, system)["players"]), strict=True)
    ]


def moved(page, system):
    return [
        tuple(None if e is None else e.delta for e in column)
        for column in zip(*(p["entries"] for p in row(page, system)["players"]), strict=True)
    ]


def reasons(page, system):
    return [line.text for _colour, line in row(page, system)["notes"]]


# --- PAA ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("115", "125", [(116, 124), (114, 126)]),  # S1-7
        ("0", "3", [(1, 2), (0, 4)]),  # points never fall below 0 (S1-1)
        ("105", "175", [(105, 175), (105, 175)]),  # seven stones: a free game (S1-10)
    ],
)
def test_paa_points_after_each_result(client, one, other, wanted):
    assert after(ask(client, one_points=one, other_points=other), "paa") == wanted


def test_a_jigo_needs_a_whole_komi_and_moves_no_points_s1_8(client):
    page = ask(client, one_points="115", other_points="125", komi="3")
    assert page.context["answer"]["outcomes"] == ["Black wins", "White wins", "Jigo"]
    assert after(page, "paa")[2] == (115, 125)
    assert moved(page, "elo")[2] == (0.0, 0.0)  # S4-4
    half = ask(client, one_points="115", other_points="125")
    assert half.context["answer"]["outcomes"] == ["Black wins", "White wins"]
    assert read(half).texts("table.calc-results thead th")[1:] == ["Black wins", "White wins"]
    assert shows(half, "there is no jigo")


@pytest.mark.parametrize(
    ("points", "record", "won", "rank"),
    [  # S1-13, each reached by its last game
        ("120", "12-7", True, "1d"),
        ("120", "11-8-0", True, "1k"),
        ("111", "7–12", False, "2k"),
        ("111", "8:11", False, "1k"),
        ("117", "8-1", True, "1k"),
        ("120", "5-3", True, "1k"),
        ("120", "11-6-2", True, "1d"),
    ],
)
def test_promotion_and_demotion_as_s1_13_has_them(client, points, record, won, rank):
    page = ask(client, one_points=points, one_record=record, other_points="125")
    player = next(p for p in row(page, "paa")["players"] if p["seat"].key == "one")
    entry = player["entries"][0 if won else 1]
    assert (entry.rank_before, entry.rank_after) == ("1k", rank)
    assert entry.moved_rank == (rank != "1k")


# --- IGS ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rank", "points", "won", "points_after", "rank_after"),
    [  # the worked lines of S0-26
        ("1k", "25650", True, 25750, "1k+"),
        ("1k+", "25750", False, 25650, "1k+"),
        ("1k", "24500", False, 24400, "1k"),
        ("1k", "24499", False, 24399, "2k+"),
        ("17k", "4950", False, 0, "BC"),  # S0-26c
        ("9d", "63600", True, 63700, "10d"),
        ("10d", "62750", False, 62650, "9d"),
    ],
)
def test_the_border_zone_s0_26(client, rank, points, won, points_after, rank_after):
    page = ask(client, one_igs=rank, one_igs_points=points, other_igs=rank)
    entry = row(page, "igs")["players"][0]["entries"][0 if won else 1]
    assert (entry.after, entry.rank_after) == (points_after, rank_after)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"board": "9"}, "not rated: only games on 19×19 are"),  # S0-6
        ({"occasion": "free"}, "not rated: at a player’s request"),
        ({"occasion": "computer"}, "not rated: a computer played"),
        ({"occasion": "pair"}, "not rated: pair go"),
        ({"ending": "forfeit"}, "not rated: a no-show"),  # S0-13
        ({"other_igs": "9p", "by": "own"}, "not rated: a professional played"),  # S0-8
        (
            {"other_igs": "4d+", "stones": "0", "komi": "6.5"},
            "not rated: 3½ ranks or more remain after handicap and komi",  # S0-10
        ),
        ({"other_igs": "BC", "by": "own"}, "not rated: the opponent is in BC"),
        ({"other_igs": "3d?"}, "not rated: the opponent’s rank is provisional"),  # S0-9
    ],
)
def test_why_igs_does_not_rate_a_game(client, query, reason):
    assert reason in reasons(ask(client, **{"one_igs": "1d", "other_igs": "3d"} | query), "igs")


# --- Elo and EGF --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other", "result", "change"),
    [  # S4-2
        ("1000", "1000", 0, 12.5000),
        ("1200", "1000", 0, 6.0063),
        ("1400", "1000", 0, 2.2727),
        ("1400", "1000", 1, -22.7273),
        ("1000", "1200", 0, 18.9937),
    ],
)
def test_elo_as_s4_2_has_it(client, one, other, result, change):
    page = ask(
        client, one_points="100", other_points="100", one_elo=one, other_elo=other, black="one"
    )
    assert moved(page, "elo")[result] == pytest.approx([change, -change], abs=5e-5)


@pytest.mark.parametrize(
    ("own", "other", "outcome", "new"),
    [  # section 6 at weight 1; a club game weighs a quarter
        ("2100", "2100", 0, 2109.3062),
        ("2100", "2100", 1, 2091.7253),
        ("2100", "2200", 0, 2111.9035),
        ("2500", "2100", 1, 2491.3343),
        ("1000", "1300", 0, 1039.434),
        ("1200", "950", 1, 1173.168),
    ],
)
def test_the_european_rating_moves_by_its_weight(client, own, other, outcome, new):
    page = ask(
        client, one_points="100", other_points="100", one_egf=own, other_egf=other, black="one"
    )
    assert moved(page, "egf")[outcome][0] == pytest.approx((new - float(own)) / 4, abs=5e-4)


@pytest.mark.parametrize(
    ("typed", "rating"),
    [("30k", -900), ("十五級", 600), ("10 kyu", 1100), ("9k", 1200), ("0", 100), ("1d", 2100)],
)
def test_a_typed_rank_is_assumed_in_europe_as_a_declared_one_starts(client, typed, rating):
    page = ask(client, one_points=typed, other_points="100", black="one")
    states = page.context["form"].seats["one"].states
    assert (states["egf"].rating, states["paa"].rank) == (rating, 0 if rating < 2000 else 9)


def test_a_rating_nobody_gave_is_marked_as_assumed(client):
    page = ask(client, one_points="1d", other_points="120", other_elo="1100")
    assumed = {(r["key"], p["seat"].key): p["assumed"] for r in page.context["answer"]["results"]
               for p in r["players"]}  # fmt: skip
    assert assumed[("elo", "one")]
    assert not assumed[("elo", "other")]
    assert page.context["form"].seats["one"].states["egf"].rating == 2100
    shown = read(page).all("table.calc-results .calc-now")
    assert len([one for one in shown if one.has("span.soft")]) == sum(assumed.values())
    assert reasons(page, "igs") == ["No rating in this system for 120 (1k) · 125 (1d)."]


@pytest.mark.parametrize(
    ("query", "system", "reason"),
    [
        ({"occasion": "free"}, "paa", "unrated game: at a player’s request"),
        ({"board": "13"}, "paa", "unrated game: small board"),
        ({"stones": "7"}, "paa", "unrated game: seven stones or more"),
        ({"ending": "forfeit"}, "paa", "not counted: won or lost by forfeit, which matters in"),
        (
            {"ending": "time"},
            "paa",
            "not counted: under the house rules nobody loses such a game on time",
        ),
        ({"board": "9"}, "elo", "not counted: small board"),
        ({"stones": "2"}, "elo", "not counted: Elo does not allow for handicap stones"),
        ({"board": "9"}, "egf", "not counted: small board"),
        ({"occasion": "free"}, "egf", "not counted: unrated at a player’s request"),
    ],
)
def test_why_the_other_systems_do_not_count_a_game(client, query, system, reason):
    page = ask(client, one_points="100", other_points="104", **query)
    assert any(text.startswith(reason) for text in reasons(page, system))
    assert any(reason in text for text in read(page).texts(".calc-note"))


def test_a_league_game_with_stones_feeds_elo(client):
    page = ask(client, one_points="100", other_points="110", occasion="league")
    assert moved(page, "elo")[0] == (12.5, -12.5)


def test_a_komi_beyond_the_board_gives_no_results(client):
    page = ask(client, one_points="0", other_points="999")
    assert "results" not in page.context["answer"]
    assert page.context["answer"]["chosen"] is not None
    assert not read(page).has("table.calc-results")
    assert shows(page, "cannot be recorded")


# --- The same as the ledger ---------------------------------------------------------------------
def test_the_calculator_foretells_what_the_ledger_then_writes(client):
    black, white = make_member(points=118), make_member(points=121)
    for number in range(3):
        play(black, white, "B+R" if number else "W+R", minute=5 * number, komi2=5)
    page = ask(client, one=black.pk, other=white.pk, black="one", stones="0", komi="5.5")
    foretold = {
        (r["key"], p["seat"].key): (
            p["entries"][1].after,
            p["entries"][1].rank_after,
            p["entries"][1].code,
        )
        for r in page.context["answer"]["results"]
        for p in r["players"]
    }
    game = play(black, white, "W+R", minute=50, komi2=11)
    seat = {black.pk: "one", white.pk: "other"}
    written = {
        (e.system, seat[e.member_id]): (e.after, e.rank_after, e.code) for e in game.entries.all()
    }
    assert foretold == written


def test_the_long_answer_has_every_entry_with_its_lines(client):
    page = ask(client, one_points="115", one_igs="1d", other_points="125", other_igs="2d")
    explained = page.context["answer"]["explained"]
    assert [label for label, _entries in explained] == ["Black wins", "White wins"]
    assert [len(entries) for _label, entries in explained] == [8, 8]
    parts = read(page).all("details.calc-explained")
    for (label, entries), part in zip(explained, parts, strict=True):
        assert label in part.one("summary").text
        for (_player, _label, entry), shown in zip(entries, part.all("ol.why-lines"), strict=True):
            lines = [read(str(line.text)).text for line in computation(entry)]
            assert lines
            assert [line.all("span")[0].text for line in shown.all("li")] == lines


# --- Several games ------------------------------------------------------------------------------
def series(page, system):
    return next(r for r in page.context["series"] if r["key"] == system)


def test_points_after_several_games(client):
    lines = series(ask(client, one_points="115", other_points="125", wins="5", losses="3"), "paa")
    assert [course["figure"] for course in lines["courses"]] == [117, 117]


def test_igs_points_after_several_games_follow_the_falling_multiplier(client):
    """Two wins from game 20 on: 170 at × 1.7, then 150 at × 1.5 (S0-20)."""
    page = ask(
        client, one_igs="1d", one_igs_games="19", other_igs="1d", stones="0", komi="6.5",
        wins="2", losses="0",
    )  # fmt: skip
    (course,) = series(page, "igs")["courses"]
    assert (course["figure"], course["change"]) == (26800 + 320, 320)


def test_the_order_of_the_results_can_decide_about_a_rank(client):
    """From 120 with 12–7: the win comes first and promotes, or comes last and does not."""
    page = ask(
        client, one_points="120", one_record="12-7", other_points="125", wins="1", losses="1"
    )
    first, last = series(page, "paa")["courses"]
    assert first["moves"] == [(1, "1k", "1d")]
    assert (last["figure"], last["moves"]) == (120, [])
    assert shows(page, "game 1: 1k → 1d")


@pytest.mark.parametrize(
    ("wins", "losses", "field"),
    [("-1", "2", "wins"), ("101", "2", "wins"), ("1", "x", "losses"), ("0", "0", "wins"),
     ("2", "", "losses"), ("2.5", "1", "wins")],
)  # fmt: skip
def test_a_number_of_games_that_cannot_be_is_refused(client, wins, losses, field):
    query = {"one_points": "115", "other_points": "125", "wins": wins, "losses": losses}
    page = client.get(reverse("games:calculator"), query)
    assert page.status_code == 422
    assert list(page.context["series_form"].errors) == [field]
    assert page.context["answer"]["chosen"].text == "2 stones · komi 3½"  # the rest stands


# --- The estimate -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("known", "habit", "side", "wanted"),
    [  # S1-17
        ("176", "1", "stronger", {170, 171}),
        ("176", "7", "stronger", {122, 123}),
        ("120", "4", "weaker", {149, 150}),
    ],
)
def test_the_estimate_of_s1_17(client, known, habit, side, wanted):
    page = ask(client, known=known, habit=habit, side=side)
    assert set(page.context["estimate_form"].estimates) == wanted


@pytest.mark.parametrize(
    ("known", "habit", "field"),
    [("176", "8", "habit"), ("176", "0", "habit"), ("1000", "3", "known"), ("x", "3", "known"),
     ("3", "4", "known")],
)  # fmt: skip
def test_an_estimate_that_cannot_be_is_refused(client, known, habit, field):
    query = {"known": known, "habit": habit, "side": "stronger"}
    page = client.get(reverse("games:calculator"), query)
    assert page.status_code == 422
    assert list(page.context["estimate_form"].errors) == [field]


def test_estimating_keeps_the_calculation(client):
    query = {"one_points": "115", "other_points": "125"}
    page = ask(client, **query, known="176", habit="7", side="stronger")
    assert page.context["answer"]["chosen"].text == "2 stones · komi 3½"
    assert dict(page.context["kept"]) == query

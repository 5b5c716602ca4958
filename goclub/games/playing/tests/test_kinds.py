"""Games of every kind: pair go, computers, lost on time, made void, moving nobody; four presses."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import codes, cost, read, said
from goclub.games.models import Game, RatingEntry
from goclub.games.playing.labels import void_effects
from goclub.games.playing.queries import results_of, usual_terms
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.tests.factories import NIGHT, at, facts, play, report
from goclub.leagues.official.services.matches import check_result
from goclub.leagues.tests.league_factories import match_of, running
from goclub.members.models import Member
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

PARTNERS = {"black_partner": "Aoi", "white_partner": "Boris"}


def entries(game):
    return {entry.system: entry for entry in RatingEntry.objects.filter(game=game)}


def sent(black, white, **more):
    """The report form as the browser sends it."""
    return {
        "key": "6f3f2f0e-5c53-4f5e-9f39-1f3f5b0c7a11", "black": black, "white": white,
        "played_on": NIGHT.isoformat(), "board": "19", "handicap": "0", "komi": "5.5",
        "winner": "B", "ending": "resign", **more,
    }  # fmt: skip


def test_pair_go_is_kept_and_moves_nothing_in_any_system():
    black, white = make_member(points=120), make_member(points=120)
    entries = RatingEntry.objects.filter(game=play(black, white, kind="pair", **PARTNERS))
    assert {entry.system for entry in entries} == {"paa", "igs", "elo", "egf"}
    assert [(e.code, e.delta) for e in entries] == [("pair", 0)] * len(entries)
    rules = {entry.system: entry.reason["rules"] for entry in entries}
    assert rules == {"paa": ["H-kind"], "igs": ["S0-12"], "elo": ["H-kind"], "egf": ["H-kind"]}
    assert rebuild() == 0


def test_a_game_with_a_computer_counts_as_played_and_moves_nothing():
    member, program = make_member(points=120), add_guest(name="Katago")
    game = report_game(
        Act(member.user, at(NIGHT)), facts(member, program, kind="computer"), another=True
    )
    if game.state != Game.State.CONFIRMED:
        game = confirm_game(Act(make_member(role="organiser").user, at(NIGHT, 1)), game)
    found = entries(game)
    assert {system: entry.code for system, entry in found.items()} == dict.fromkeys(
        ("paa", "igs", "elo", "egf"), "computer"
    )
    assert (found["igs"].reason["rules"], found["paa"].points_after) == (["S0-11"], 120)
    assert found["paa"].reason["inputs"]["games"] == 1


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"kind": "pair", "black_partner": "Aoi"}, Code.MISSING, "white_partner"),
        ({"kind": "pair", **PARTNERS, "black_partner": " "}, Code.MISSING, "black_partner"),
        ({"kind": "computer"}, Code.INCONSISTENT, "kind"),
        ({"black_partner": "Aoi"}, Code.INCONSISTENT, "kind"),
    ],
)
def test_who_sits_there_has_to_be_possible(more, code, field):
    black, white = make_member(), make_member()
    with refused(code=code, field=field):
        facts(black, white, **more).check(today=NIGHT)


def test_two_programs_are_no_game_of_a_member():
    one, two = add_guest(name="Katago"), add_guest(name="Leela")
    with refused(reason="computer_seat"):
        facts(one, two, kind="computer").check(today=NIGHT)


def test_the_form_takes_a_pair_and_its_page_names_all_four(client):
    black, white = make_member("Chidori"), make_member("Dorota")
    address = reverse("games:report")
    client.force_login(black.user)
    answer = client.post(address, sent(black.pk, white.pk, kind="pair", black_partner="Aoi"))
    assert answer.status_code == 422
    assert "white_partner" in answer.context["form"].errors
    answer = client.post(address, sent(black.pk, white.pk, kind="pair", **PARTNERS))
    game = Game.objects.get()
    assert (game.kind, game.black_partner, game.white_partner) == ("pair", "Aoi", "Boris")
    names = read(client.get(game.get_absolute_url())).texts("dl.facts dd bdi")
    assert {"Chidori", "Aoi", "Dorota", "Boris"} <= set(names)


def test_the_form_forgets_partners_of_an_ordinary_game(client):
    black, white = make_member(), make_member()
    as_member(client, black).post(reverse("games:report"), sent(black.pk, white.pk, **PARTNERS))
    game = Game.objects.get()
    assert (game.kind, game.black_partner) == ("", "")


def test_a_member_is_no_computer(client):
    black, white = make_member(), make_member()
    client.force_login(black.user)
    answer = client.post(reverse("games:report"), sent(black.pk, white.pk, kind="computer"))
    assert answer.status_code == 422
    assert said("computer_seat") in read(answer).one("main").text


def test_a_league_takes_neither():
    term, (one, two) = running(120, 120)
    match = match_of(term, one, two)
    claim = facts(one, two, kind="pair", played_on=term.starts_on, **PARTNERS)
    with refused(reason="not_one_to_one"):
        check_result(match, term, claim)


NOWHERE, OFF_RECORD, EVERYWHERE = range(3)


def hold(value: int, since: date) -> None:
    set_house_rule(Act(None), "paa_time", value=value, valid_from=since, reason="we agreed")


@pytest.fixture
def pair():
    return make_member(points=100), make_member(points=104)


def test_the_day_of_the_game_decides(pair):
    """A club that plays with clocks from one day on, and gives them up another."""
    hold(EVERYWHERE, NIGHT)
    hold(NOWHERE, NIGHT + timedelta(days=7))
    day_before, last = NIGHT - timedelta(days=1), NIGHT + timedelta(days=6)
    today = NIGHT + timedelta(days=30)
    for day, free, reason in (
        (day_before, False, "paa.time_loss"),
        (day_before, True, ""),
        (NIGHT, False, ""),
        (last, True, ""),
        (last + timedelta(days=1), False, "paa.no_time_loss"),
        (last + timedelta(days=1), True, "paa.no_time_loss"),
    ):
        claim = facts(*pair, "B+T", played_on=day, black_free=free)
        if reason:
            with refused(Code.INCONSISTENT, "ending", reason):
                claim.check(today=today)
        else:
            claim.check(today=today)


def test_another_rule_later_leaves_a_game_without_a_result(pair):
    """The dry run tells whom it touches; the ledger follows, and a rebuild finds it as it is."""
    hold(EVERYWHERE, NIGHT)
    play(*pair, "B+T")
    played = RatingEntry.objects.filter(system="paa", game__isnull=False)
    assert {(one.code, one.delta) for one in played.all()} == {("win", 1), ("loss", -1)}
    report = preview_house_rule(key="paa_time", value=OFF_RECORD, valid_from=NIGHT)
    assert {one.member for one in report.moved} == {member.pk for member in pair}
    hold(OFF_RECORD, NIGHT)
    assert {(one.code, one.delta) for one in played.all()} == {("time", 0)}
    assert rebuild() == 0


OFFICE = "admin:games_game_changelist"


@pytest.fixture
def games():
    a, b = make_member(points=100), make_member(points=100)
    return [play(a, b), play(b, a, minute=5), report(a, b, "W+R", minute=9)]


def test_the_office_asks_which_games_and_why(client, games):
    client.force_login(make_member(role=CHAIR).user)
    chosen = {"action": "void_games", "_selected_action": [game.pk for game in games[:2]]}
    asked = client.post(reverse(OFFICE), chosen)
    assert {game.pk for game in asked.context["question"].items} == {g.pk for g in games[:2]}
    assert not Game.objects.filter(state=Game.State.VOID).exists()
    refused = client.post(reverse(OFFICE), {**chosen, "confirmed": "1"})
    assert refused.status_code == 422
    assert codes(refused.context["question"].form) == {"reason": ["required"]}
    fields = {one.attrs["name"] for one in read(refused).all("form input") if "name" in one.attrs}
    assert {"confirmed", "action", "_selected_action"} <= fields
    client.post(reverse(OFFICE), {**chosen, "confirmed": "1", "reason": "played by twins"})
    void = Game.objects.filter(state=Game.State.VOID)
    assert [game.reason for game in void] == ["played by twins"] * 2
    assert rebuild() == 0


def test_what_it_does_is_counted(games, django_assert_num_queries):
    with django_assert_num_queries(1):
        posted = void_effects(games[:1])
    assert len(posted) == 3
    assert len(void_effects(games[2:])) == 2  # nothing was counted yet
    assert posted != void_effects(games[:2])  # no later game is left to count anew


def test_the_page_of_one_game_says_it_too(client, games):
    client.force_login(make_member(role=ORGANISER).user)
    page = client.get(reverse("games:void", args=[games[0].pk]))
    assert read(page).texts("main ul.effects li") == void_effects(games[:1])


@pytest.fixture
def me():
    return make_member("佐藤 健", points=119)


@pytest.fixture
def strong():
    return make_member("อนงค์ <b>", points=165)


@pytest.fixture
def equal():
    return make_member("Łukasz", points=119)


def address(other) -> str:
    return reverse("games:report-short", args=[other.pk])


def fields_of(page) -> dict[str, str]:
    """What the page would send as it stands, without a result."""
    found = {one.attrs["name"]: one.attrs["value"] for one in page.all("main input[type=hidden]")}
    return found | {"ending": "resign", "margin": ""}


def test_stones_name_the_colours_and_an_even_game_leaves_them_open(me, strong, equal):
    terms = usual_terms(me, strong)
    told = results_of(me, strong, terms)
    assert terms.handicap > 0
    assert [(one.black, one.winner) for one in told[:2]] == [(me, "B"), (me, "W")]
    even = usual_terms(me, equal)
    assert even.toss
    four = {(one.black, one.winner) for one in results_of(me, equal, even) if not one.is_jigo}
    assert four == {(me, "B"), (equal, "W"), (me, "W"), (equal, "B")}
    assert [one.is_won for one in results_of(me, equal, even)][:4] == [True, True, False, False]


def test_what_is_shown_is_reported(client, me, strong):
    page = read(as_member(client, me).get(address(strong)))
    terms = usual_terms(me, strong)
    assert terms.text in page.one(".lead-line").text
    assert "<b>" not in client.get(address(strong)).content.decode()
    first, *_rest = page.values(".told button", "value")
    sent = fields_of(page) | {"told": first}
    answer = client.post(address(strong), sent)
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.black, game.white, game.winner, game.ending) == (me, strong, "B", "resign")
    assert (game.handicap, game.komi2, game.board) == (terms.handicap, terms.komi2, 19)
    assert (game.state, game.played_on) == (Game.State.REPORTED, timezone.localdate())
    assert client.post(address(strong), sent).url == game.get_absolute_url()
    assert Game.objects.count() == 1


def test_a_margin_goes_with_points_alone(client, me, strong):
    page = read(as_member(client, me).get(address(strong)))
    first, *_rest = page.values(".told button", "value")
    sent = fields_of(page) | {"told": first, "ending": "points", "margin": ""}
    refused = client.post(address(strong), sent)
    assert refused.status_code == 422
    again = read(refused)
    assert again.values(".told button[aria-current]", "value") == [first]
    assert again.one("#id_ending option[selected]").attrs["value"] == "points"
    half = "3.5" if usual_terms(me, strong).komi2 % 2 else "3"
    assert client.post(address(strong), sent | {"margin": half}).status_code == 302
    assert Game.objects.get().margin2 in (6, 7)


@pytest.mark.parametrize("told", ["", "1-2-B", "9" * 5000, "x", None])
def test_without_a_result_it_is_asked_again(client, me, strong, told):
    client.force_login(me.user)
    sent = fields_of(read(client.get(address(strong)))) | ({} if told is None else {"told": told})
    if told == "1-2-B":
        sent["told"] = f"{strong.pk}-{me.pk}-N"
    answer = client.post(address(strong), sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    assert read(answer).all(".told button")


def test_a_game_that_is_here_already_opens_the_long_form(client, me, strong):
    page = read(as_member(client, me).get(address(strong)))
    sent = fields_of(page) | {"told": page.values(".told button", "value")[0]}
    assert client.post(address(strong), sent).status_code == 302
    fresh = fields_of(read(client.get(address(strong)))) | {"told": sent["told"]}
    answer = client.post(address(strong), fresh)
    assert answer.status_code == 422
    page = read(answer)
    assert page.one("#id_winner option[selected]").attrs["value"] == "B"
    assert page.all("[name=another]")
    assert Game.objects.count() == 1


def test_nobody_reports_against_himself_or_who_left_or_without_a_member(client, me, strong):
    assert as_member(client, me).get(address(me)).status_code == 404
    Member.objects.filter(pk=strong.pk).update(status=Member.Status.FORMER)
    assert client.get(address(strong)).status_code == 404
    client.logout()
    assert client.get(address(strong)).status_code == 302
    assert client.post(address(strong), {}).status_code == 302


def test_who_was_met_last_is_offered_first(client, me, strong, equal):
    report = reverse("games:report")
    assert not read(as_member(client, me).get(report)).all(".opponents a")
    play(me, strong, minute=1)
    play(me, equal, minute=2)
    links = read(client.get(report)).values(".opponents a", "href")
    assert links == [address(equal), address(strong)]


def test_the_list_costs_the_same_for_many_games(client, me):
    play(me, make_member("A"), minute=1)
    few = cost(as_member(client, me), reverse("games:report"))
    for number in range(8):
        play(me, make_member(f"B {number}"), minute=2 + number)
    assert cost(client, reverse("games:report")) == few
    assert len(read(client.get(reverse("games:report"))).all(".opponents a")) == 6


def test_strengths_that_moved_meanwhile_change_nothing_of_what_was_shown(client, me, strong):
    """The same form twice, and a first press after another game moved the conditions."""
    page = read(as_member(client, me).get(address(strong)))
    before = usual_terms(me, strong)
    sent = fields_of(page) | {"told": page.values(".told button", "value")[0]}
    office = make_member(role=SECRETARY).user
    at = timezone.now()
    set_strength(Act(office, at), me, on=timezone.localdate(at), points=165, reason="a test")
    assert usual_terms(me, strong).toss
    assert client.post(address(strong), sent | {"ending": "points"}).status_code == 422
    refused = read(client.post(address(strong), sent | {"ending": "points"}))
    assert refused.one("#id_handicap").attrs["value"] == str(before.handicap)
    assert refused.one("#id_winner option[selected]").attrs["value"] == "B"
    first = client.post(address(strong), sent)
    game = Game.objects.get()
    assert first.url == client.post(address(strong), sent).url == game.get_absolute_url()
    assert (game.black, game.handicap, game.komi2) == (me, before.handicap, before.komi2)


def test_nobody_else_is_told_of(client, me, strong, equal):
    sent = fields_of(read(as_member(client, me).get(address(strong))))
    for told in (f"{me.pk}-{equal.pk}-B", f"{equal.pk}-{strong.pk}-B", f"{me.pk}-{me.pk}-W"):
        assert client.post(address(strong), sent | {"told": told}).status_code == 422
    assert not Game.objects.exists()


def test_a_game_that_moves_nothing_says_so_once(client):
    """A small board, in every system: once that both keep what they hold, a reason a system."""
    black, white = make_member("Sato", points=119), make_member("Anong", points=119)
    answer = client.get(play(black, white, board=9).get_absolute_url())
    part = read(answer).one("section[aria-labelledby=changed]")
    systems = [row["name"] for row in answer.context["changed"]]
    assert answer.context["nothing_moved"]
    assert len(systems) > 1
    assert part.texts("h3") == systems
    assert len(part.all("details.changed-row")) == 1
    assert len(part.texts(".reason")) == len(systems)


def test_what_moved_stands_a_line_a_system_and_the_rest_in_one(client):
    """An even game between members without a rank of the IGS: there nothing is counted."""
    black, white = make_member("Sato", points=119), make_member("Anong", points=119)
    answer = client.get(play(black, white).get_absolute_url())
    part = read(answer).one("section[aria-labelledby=changed]")
    moved = [row["name"] for row in answer.context["moved_in"]]
    rest = [row["name"] for row in answer.context["unmoved"]]
    assert moved
    assert rest
    assert part.texts(".changed .changed-sys") == moved
    assert len(part.all(".changed .moved")) == 2 * len(moved)
    folded = part.one("details.changed-none")
    assert folded.texts("h3") == rest
    assert all(name in folded.texts("summary")[0] for name in rest)

"""Small points, equal scores and draws because time was called (S4-15, S4-16)."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.league.services.typed_results import read_keys
from goclub.leagues.models import Claim, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.labels.lines import remark_texts
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import claims, exchange, result_files, results
from goclub.leagues.tournament.services.results import set_result, type_result
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code, RuleError
from ratings.halves import half_text
from ratings.tests.builders import refused
from tournaments.events.field import EventDetails as FileEvent
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame
from tournaments.events.field import TournamentRound as PlayedRound
from tournaments.events.settings import Settings
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.results_table import results_table


@pytest.fixture
def olga():
    return make_member("Olga", role=ORGANISER)


@pytest.fixture
def event_round(olga):
    event = make_event(by=olga, komi2=13)
    add_guests(event, 4)
    return next_round(event)


def table(event_round, number=1) -> Pairing:
    return event_round.pairings.get(table=number)


@pytest.mark.parametrize(
    "typed",
    [
        "1 3.5b",
        "1 3,5b",
        "1 3½b",
        "1b3.5",
        "1b+3.5",
        "1b 3,5",
        "１ ３．５ｂ",
        "1　3½ｂ",
        "１ｂ＋３．５",
    ],
)
def test_a_margin_is_typed_with_the_key(event_round, olga, typed):
    type_result(Act(olga.user, at()), event_round, text=typed)
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("black", "points", 7)


def test_a_win_typed_again_keeps_what_is_known(event_round, olga):
    for typed in ("1 3.5b", "1b"):
        type_result(Act(olga.user, at()), event_round, text=typed)
    assert table(event_round).margin2 == 7
    type_result(Act(olga.user, at()), event_round, text="1 10.5b")
    assert table(event_round).margin2 == 21
    type_result(Act(olga.user, at()), event_round, text="1w!")
    assert (table(event_round).result, table(event_round).margin2) == ("white", None)


@pytest.mark.parametrize("typed", ["1 3.5=", "1 3.5t", "1 3.5x", "1 3.5B", "1 3.5?", "1 3.5b4.5"])
def test_nothing_else_has_a_margin(typed):
    with refused(reason="tournament.table_and_key"):
        read_keys(typed)


@pytest.mark.parametrize(("typed", "code"), [("1 3b", Code.INCONSISTENT), ("1 0b", Code.RANGE)])
def test_a_margin_that_the_komi_forbids_is_refused(event_round, olga, typed, code):
    with refused(code=code):
        type_result(Act(olga.user, at()), event_round, text=typed)
    with pytest.raises(RuleError):
        set_result(
            Act(olga.user, at()), table(event_round), result="black", ending="points", margin2=6
        )
    assert table(event_round).result == "unknown"


def test_the_desk_takes_a_margin_beside_its_buttons(client, event_round, olga):
    address = reverse("leagues:event-results", args=[event_round.event.slug, event_round.number])
    assert "margin-1" in read(as_member(client, olga).get(address)).values("input", "name")
    sent = {"set": "1:white:unknown", "margin-1": "5.5", "margin-2": ""}
    assert client.post(address, sent).status_code == 302
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("white", "points", 11)
    assert "White won by 5½" in read(client.get(address)).text
    assert client.post(address, {"set": "2:white:unknown", "margin-2": "5"}).status_code == 422
    assert table(event_round, 2).result == "unknown"


def test_a_press_leads_back_to_its_row_among_the_tables_that_were_sought(client, event_round, olga):
    address = reverse("leagues:event-results", args=[event_round.event.slug, event_round.number])
    client.force_login(olga.user)

    def rows(query):
        return re.findall(r'id="table-(\d+)"', client.get(address + query).text)

    every = rows("")
    assert len(every) > 1
    assert rows("?q=2") == ["2"]
    assert rows(f"?q={table(event_round).white.name.upper()}") == ["1"]
    assert rows("?q=nobody") == []
    pressed = client.post(f"{address}?open=1", {"set": "1:white:unknown"})
    assert pressed.url == f"{address}?open=1#table-1"
    assert rows("?open=1") == every[1:]
    assert rows("?q=０1") == ["1"]
    assert client.post(address, {"keys": "2b"}).url == address
    for pairing in event_round.pairings.filter(result="unknown"):
        client.post(address, {"set": f"{pairing.table}:black:unknown"})
    for query in ("?open=1", "?q=1"):
        assert '<a href="?">Show all tables</a>' in client.get(address + query).text


def test_a_margin_beside_a_draw_is_refused_as_in_the_field_for_keys(client, event_round, olga):
    client.force_login(olga.user)
    address = reverse("leagues:event-results", args=[event_round.event.slug, event_round.number])
    sent = {"set": "1:called:unknown", "margin-1": "5.5"}
    assert client.post(address, sent).status_code == 422
    assert table(event_round).result == "unknown"
    client.post(address, sent | {"set": "1:white:unknown"})
    # The page shows the margin of the win, which nobody typed for the draw.
    assert client.post(address, sent | {"set": "1:called:white"}).status_code == 302
    assert (table(event_round).ending, table(event_round).margin2) == ("called", None)
    assert client.post(address, sent | {"set": "1:unknown:equal"}).status_code == 302


def test_a_margin_beyond_the_board_and_the_komi_is_refused_as_in_a_report(event_round, olga):
    most2 = 2 * 361 + table(event_round).komi2
    typed = f"1 {half_text(most2 + 2)}b"
    with refused(code=Code.RANGE, field="margin"):
        type_result(Act(olga.user, at()), event_round, text=typed)
    type_result(Act(olga.user, at()), event_round, text=f"1 {half_text(most2)}b")
    assert table(event_round).margin2 == most2


@pytest.mark.parametrize(
    "line",
    [
        *("B,5.5,resign", "B+R,5.5,", "B+F,5.5,", "B,5.5,forfeit", "B,5.5,left", "W,5.5,time"),
        *("jigo,5,", "called,5.5,", "0-0,5.5,", "1-1,5.5,", "jigo,many,"),
    ],
)
def test_a_line_with_a_margin_and_another_ending_is_refused(event_round, line):
    text = f"table,result,margin,ending\n1,{line}\n".encode()
    refused_line = result_files.plan_results(load(event_round.event), 1, text).lines[0]
    assert [error.reason for error in refused_line.problems] == ["ratings.margin_without_points"]


def test_a_result_that_is_there_is_named_as_what_it_is(event_round, olga):
    for typed, name in (
        ("1t", "Draw (time was called)"),
        ("1B!", "Black won by forfeit"),
        ("1x!", "both lose by forfeit"),
    ):
        type_result(Act(olga.user, at()), event_round, text=typed)
        with refused(value=name):
            type_result(Act(olga.user, at()), event_round, text="1w")


def test_the_history_tells_results_as_what_they_are(client, event_round, olga):
    for typed in ("1 3.5b", "1t!", "1W!"):
        type_result(Act(olga.user, at()), event_round, text=typed)
    client.force_login(olga.user)
    page = read(client.get(reverse("leagues:event-history", args=[event_round.event.slug])))
    assert "Black won by 3½ → Draw (time was called)" in page.text
    assert "Draw (time was called) → White won by forfeit" in page.text


def test_a_phone_names_a_draw_because_time_was_called(client, event_round, olga):
    type_result(Act(olga.user, at()), event_round, text="1t")
    shown = read(client.get(reverse("leagues:phone", args=[claims.token_of(table(event_round))])))
    assert "Draw (time was called)" in shown.text
    assert "Jigo (a draw)" not in shown.text.partition("There is nothing more")[0]


# --- Equal scores need a whole komi; a draw because time was called is another result -------------
REASON = "jigo_with_half_komi"


def table_of(organiser, komi2):
    event = make_event(organiser, komi2=komi2, system="swiss")
    add_guests(event, 2)
    return next_round(event).pairings.get()


def at_the_desk(pairing, result, by):
    called = result == "called"
    results.set_result(
        Act(by.user, at()),
        pairing,
        result="equal" if called else result,
        ending="called" if called else "",
    )


def by_key(pairing, result, by):
    key = "t" if result == "called" else "="
    text = f"{pairing.table}{key}"
    results.type_result(Act(by.user, at()), pairing.round, text=text)


def on_phones(pairing, result, by):
    for player in pairing.players:
        claims.report_result(pairing=pairing, participant=player, result=result, at=at())


def from_a_file(pairing, result, by):
    white, black = pairing.white.name, pairing.black.name
    text = f"white,black,result\n{white},{black},{result}\n".encode()
    plan = result_files.plan_results(load(pairing.round.event), 1, text)
    if problems := plan.lines[0].problems:
        raise problems[0]
    result_files.store_results(
        Act(by.user, at()), pairing.round, data=text, replace=[], seen=plan.seen
    )


WAYS = [at_the_desk, by_key, on_phones, from_a_file]


@pytest.mark.parametrize("enter", WAYS)
@pytest.mark.parametrize("komi2", [13, 1, -13])
def test_equal_scores_with_half_a_point_of_komi_are_refused(organiser, enter, komi2):
    pairing = table_of(organiser, komi2)
    with refused(Code.INCONSISTENT, "result", reason=REASON):
        enter(pairing, "equal", organiser)
    assert (fresh(pairing).result, Claim.objects.count()) == ("unknown", 0)


@pytest.mark.parametrize("enter", WAYS)
@pytest.mark.parametrize(("komi2", "result", "ending"), [
    (12, "equal", ""), (12, "called", "called"), (13, "called", "called"),
])  # fmt: skip
def test_what_can_be_is_kept_as_what_it_is(organiser, enter, komi2, result, ending):
    pairing = table_of(organiser, komi2)
    enter(pairing, result, organiser)
    assert (fresh(pairing).result, pairing.ending) == ("equal", ending)
    [game] = load(pairing.round.event).tournament().rounds[0].games
    assert game.called == bool(ending)


def test_the_table_of_results_tells_the_two_apart_and_reads_them_back(organiser):
    pairing = table_of(organiser, 12)
    by_key(pairing, "called", organiser)
    snapshot = load(pairing.round.event)
    _heading, [row] = results_table(snapshot.tournament())
    assert "called" in row
    text = f"white,black,result\n{pairing.white.name},{pairing.black.name},jigo\n".encode()
    plan = result_files.plan_results(snapshot, 1, text)
    assert [str(line.kind) for line in plan.lines] == ["conflict"]


def test_the_pages_offer_what_can_be(client, organiser):
    pairing = table_of(organiser, 13)
    address = reverse("leagues:event-results", args=[pairing.round.event.slug, 1])
    assert "1:equal:" not in as_member(client, organiser).get(address).content.decode()
    refusal = client.post(address, {"set": "1:equal:unknown"})
    assert refusal.status_code == 422
    assert "half a point of komi" in refusal.content.decode()
    client.post(address, {"set": "1:called:unknown"})
    pairing = Pairing.objects.get()
    assert (pairing.result, pairing.ending) == ("equal", "called")
    assert "Draw (time was called)" in client.get(address).content.decode()


@pytest.mark.parametrize(("komi2", "called"), [(13, True), (15, True), (14, False)])
def test_a_draw_of_a_file_with_half_a_point_of_komi_is_one_because_time_was_called(
    organiser, komi2, called
):
    players = (Player(1, "Nowak"), Player(2, "Sato"))
    game = TournamentGame(1, 1, 2, result=GameResult.EQUAL)
    written = write_opengotha(
        Tournament(
            players,
            (PlayedRound((game,)),),
            Settings(rounds=1),
            FileEvent(name="Cup", begin="2025-03-08", end="2025-03-08", komi2=komi2),
        )
    )
    remarks = []
    event = exchange.import_tournament(
        Act(organiser.user, at()), exchange.read_file(written, remarks)
    )
    pairing = Pairing.objects.get(round__event=event)
    assert (pairing.result, pairing.ending) == ("equal", "called" if called else "")
    texts = remark_texts(remarks)
    assert any("draws because time was called" in text for text in texts) == called
    back = exchange.read_file(exchange.export_opengotha(event), again := [])
    assert back.rounds[0].games[0].called == called
    assert not again

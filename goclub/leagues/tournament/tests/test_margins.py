"""Small points, equal scores and draws because time was called (S4-15, S4-16)."""

from __future__ import annotations

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
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError
from tournaments.events.field import EventDetails as FileEvent
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame
from tournaments.events.field import TournamentRound as PlayedRound
from tournaments.events.settings import Settings
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.results_table import results_table
from tournaments.tests.tables import refused

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("typed", ["1 3.5b", "1 3,5b", "1 3½b", "1b3.5", "1b+3.5", "1b 3,5"])
def test_a_margin_is_typed_with_the_key(event_round, olga, typed):
    type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("black", "points", 7)


def test_a_win_typed_again_keeps_what_is_known(event_round, olga):
    for typed in ("1 3.5b", "1b"):
        type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    assert table(event_round).margin2 == 7
    type_result(event_round=event_round, text="1 10.5b", by=olga.user, at=at())
    assert table(event_round).margin2 == 21
    type_result(event_round=event_round, text="1w!", by=olga.user, at=at())
    assert (table(event_round).result, table(event_round).margin2) == ("white", None)


@pytest.mark.parametrize("typed", ["1 3.5=", "1 3.5t", "1 3.5x", "1 3.5B", "1 3.5?", "1 3.5b4.5"])
def test_nothing_else_has_a_margin(typed):
    with pytest.raises(RuleError) as caught:
        read_keys(typed)
    assert caught.value.reason == "tournament.table_and_key"


@pytest.mark.parametrize(("typed", "code"), [("1 3b", Code.INCONSISTENT), ("1 0b", Code.RANGE)])
def test_a_margin_that_the_komi_forbids_is_refused(event_round, olga, typed, code):
    with pytest.raises(RuleError) as caught:
        type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    assert caught.value.code == code
    with pytest.raises(RuleError):
        set_result(
            pairing=table(event_round), result="black", ending="points", margin2=6,
            by=olga.user, at=at(),
        )  # fmt: skip
    assert table(event_round).result == "unknown"


def test_the_desk_takes_a_margin_beside_its_buttons(client, event_round, olga):
    client.force_login(olga.user)
    address = reverse("leagues:event-results", args=[event_round.event.slug, event_round.number])
    assert "margin-1" in read(client.get(address)).values("input", "name")
    sent = {"set": "1:white:unknown", "margin-1": "5.5", "margin-2": ""}
    assert client.post(address, sent).status_code == 302
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("white", "points", 11)
    page = read(client.get(address))
    assert "White won by 5½" in page.text
    refused = client.post(address, {"set": "2:white:unknown", "margin-2": "5"})
    assert refused.status_code == 422
    assert table(event_round, 2).result == "unknown"


def test_a_margin_of_more_points_than_the_board_has_is_refused(event_round, olga):
    with pytest.raises(RuleError) as caught:
        type_result(event_round=event_round, text="1 361.5b", by=olga.user, at=at())
    assert (caught.value.code, caught.value.field) == (Code.RANGE, "margin")
    type_result(event_round=event_round, text="1 360.5b", by=olga.user, at=at())
    assert table(event_round).margin2 == 721


# --- Equal scores need a whole komi; a draw because time was called is another result -------------
REASON = "tournament.jigo_with_half_komi"


def table_of(organiser, komi2):
    event = make_event(organiser, komi2=komi2, system="swiss")
    add_guests(event, 2)
    return next_round(event).pairings.get()


def at_the_desk(pairing, result, by):
    called = result == "called"
    results.set_result(
        pairing=pairing,
        result="equal" if called else result,
        ending="called" if called else "",
        by=by.user,
        at=at(),
    )


def by_key(pairing, result, by):
    key = "t" if result == "called" else "="
    text = f"{pairing.table}{key}"
    results.type_result(event_round=pairing.round, text=text, by=by.user, at=at())


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
        event_round=pairing.round, data=text, replace=[], seen=plan.seen, by=by.user, at=at()
    )


WAYS = [at_the_desk, by_key, on_phones, from_a_file]


@pytest.mark.parametrize("enter", WAYS)
@pytest.mark.parametrize("komi2", [13, 1, -13])
def test_equal_scores_with_half_a_point_of_komi_are_refused(organiser, enter, komi2):
    pairing = table_of(organiser, komi2)
    with refused(Code.INCONSISTENT, "result", reason=REASON):
        enter(pairing, "equal", organiser)
    pairing.refresh_from_db()
    assert (pairing.result, Claim.objects.count()) == ("unknown", 0)


@pytest.mark.parametrize("enter", WAYS)
@pytest.mark.parametrize(("komi2", "result", "ending"), [
    (12, "equal", ""), (12, "called", "called"), (13, "called", "called"),
])  # fmt: skip
def test_what_can_be_is_kept_as_what_it_is(organiser, enter, komi2, result, ending):
    pairing = table_of(organiser, komi2)
    enter(pairing, result, organiser)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.ending) == ("equal", ending)
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
    client.force_login(organiser.user)
    address = reverse("leagues:event-results", args=[pairing.round.event.slug, 1])
    page = client.get(address).content.decode()
    assert "1:equal:" not in page
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
        tournament=exchange.read_file(written, remarks), by=organiser.user, at=at()
    )
    pairing = Pairing.objects.get(round__event=event)
    assert (pairing.result, pairing.ending) == ("equal", "called" if called else "")
    texts = remark_texts(remarks)
    assert any("draws because time was called" in text for text in texts) == called
    back = exchange.read_file(exchange.export_opengotha(event), again := [])
    assert back.rounds[0].games[0].called == called
    assert not again

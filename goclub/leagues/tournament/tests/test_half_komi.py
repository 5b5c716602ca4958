"""Equal scores need a whole komi; a draw because time was called is another result (S4-15)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.leagues.models import Claim, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tournament.labels.lines import remark_texts
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import claims, exchange, result_files, results
from ratings.errors import Code
from tournaments.events.field import EventDetails as FileEvent
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame
from tournaments.events.field import TournamentRound as PlayedRound
from tournaments.events.settings import Settings
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.results_table import results_table
from tournaments.tests.tables import refused

pytestmark = pytest.mark.django_db
REASON = "tournament.jigo_with_half_komi"


@pytest.fixture
def organiser():
    return make_organiser()


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

"""An ordinary report between two who sit at a table of a round: the table is offered."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import codes, read, told
from goclub.games.models import Game
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.tests.factories import report
from goclub.leagues.tests.factories import DAY, at, make_event, next_round, play_out
from goclub.leagues.tournament.services import registration
from goclub.leagues.tournament.services.claims import report_result
from goclub.members.requests import Act
from goclub.members.roles import SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_member


@pytest.fixture
def table():
    """The table of two members in the first round of an event that is held today."""
    event = make_event()
    for name in ("佐藤 健", "Anong S."):
        registration.register_member(Act(None, at()), event, member=make_member(name))
    with time_machine.travel(at(30)):
        yield next_round(event).pairings.select_related("black__member", "white__member").get()


def sent(table, **more):
    return {
        "key": "7d1c7f0e-2a53-4d6a-9a55-0f7c36f2f1aa", "black": str(table.black.member.pk),
        "white": str(table.white.member.pk), "played_on": DAY.isoformat(), "board": "19",
        "handicap": str(table.handicap if table.handicap > 1 else 0), "komi": str(table.komi),
        "winner": "B", "ending": "resign", "pairing": f"table-{table.pk}",
    } | more  # fmt: skip


def post(client, who, data):
    return as_member(client, who).post(reverse("games:report"), data)


def test_the_form_asks_and_the_report_becomes_a_word_at_the_table(client, table):
    black, white = table.black.member, table.white.member
    page = post(client, black, sent(table, pairing=""))
    assert page.status_code == 422
    assert codes(page.context["form"]) == {"pairing": ["required"]}
    assert read(page).values("input[name=pairing]", "value") == [f"table-{table.pk}", "none"]
    answer = post(client, black, sent(table))
    assert answer.url == reverse("leagues:round", args=[table.round.event.slug, 1])
    assert (fresh(table).result, Game.objects.count()) == ("unknown", 0)
    # As soon as the other says the same, it is the result.
    post(client, white, sent(table))
    assert (fresh(table).result, table.source) == ("black", "players")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "refusal"),
    [({"winner": "N", "ending": ""}, {"winner": ["said_at_table"]}),
     ({"ending": "forfeit"}, {"winner": ["said_at_table"]}),
     ({"komi": "0.5", "handicap": "2"}, {"board": ["other_conditions"]}),
     ({"board": "13"}, {"board": ["other_conditions"]})],
)  # fmt: skip
def test_what_no_table_can_hold_is_refused_beside_its_field(client, table, change, refusal):
    page = post(client, table.black.member, sent(table, **change))
    assert page.status_code == 422
    assert codes(page.context["form"]) == refusal
    assert not table.claims.exists()


def test_who_reports_for_others_sets_it_at_the_desk(client, table):
    page = post(client, make_member("secretary", role=SECRETARY), sent(table))
    assert page.status_code == 422
    assert codes(page.context["form"]) == {"pairing": ["players_say"]}
    assert not table.claims.exists()


def test_exchanged_colours_are_refused(client, table):
    data = sent(table, black=str(table.white.member.pk), white=str(table.black.member.pk))
    assert post(client, table.black.member, data).status_code == 422
    assert not table.claims.exists()


@pytest.mark.parametrize("said", [None, 7])
def test_the_opponent_confirms_a_plain_report_as_the_result_of_the_table(client, table, said):
    black, white = table.black.member, table.white.member
    if said:  # by how much White lost, as White counted at the table
        report_result(
            pairing=table, participant=table.white, result="black", margin2=said, at=at(30)
        )
    game = report(
        black, white, "B+5.5", played_on=DAY, komi2=table.komi2,
        handicap=table.handicap if table.handicap > 1 else 0,
    )  # fmt: skip
    [offer] = as_member(client, white).get(game.get_absolute_url()).context["pairings"]
    answer = client.post(
        reverse("games:confirm", args=[game.pk]), {"pairing": offer.key}, follow=True
    )
    assert told(answer, "error") == []
    assert (fresh(table).result, table.source, fresh(game).state) == ("black", "players", "void")


def test_nothing_is_offered_once_there_is_a_result_or_a_later_round(table):
    players = (table.black.member, table.white.member)
    assert len(PAIRINGS.offers(players, DAY)) == 1
    assert PAIRINGS.offers(players, DAY.replace(year=2024)) == []
    play_out(table.round)
    assert PAIRINGS.offers(players, DAY) == []

"""Results from a table: what is new, the same or another; storing once, taking back; who may."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.common.tests.reading import said, shows
from goclub.leagues.models import Participant
from goclub.leagues.templatetags.events import change_words
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services import registration, results
from goclub.leagues.tournament.tests.table_desk import Desk, csv_of, press
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError


@pytest.fixture
def event_round(event):
    add_guests(event, 9)
    return next_round(event)


@pytest.fixture
def results_desk(client, organiser, event, event_round):
    return Desk(client, organiser, reverse("leagues:event-results-file", args=[event.slug, 1]))


def pairings(event_round):
    return list(event_round.pairings.select_related("black", "white").order_by("table"))


def table_of(event_round, told, **more):
    """A table of the games with these results, by number of the table."""
    columns = ["white", "black", "result", *more]
    rows = [
        [one.white.name, one.black.name, told[one.table], *(more[name] for name in more)]
        for one in pairings(event_round)
        if one.table in told
    ]
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([columns, *rows])
    return out.getvalue()


def outcomes(event_round):
    return [one.result for one in pairings(event_round)]


def test_new_same_and_other_results_and_nothing_is_overwritten(results_desk, event_round):
    first, second, third, fourth = pairings(event_round)
    results.set_result(Act(None, at()), first, result="white")
    results.set_result(Act(None, at()), second, result="black", ending="points", margin2=7)
    text = table_of(event_round, {1: "1-0", 2: "white", 3: "b", 4: "?"})
    page = results_desk.look(text)
    assert results_desk.kinds() == {2: "same", 3: "conflict", 4: "new", 5: "silent"}
    assert outcomes(event_round) == ["white", "black", "unknown", "unknown"]
    assert page.status_code == 200

    assert results_desk.store().status_code == 302
    assert outcomes(event_round) == ["white", "black", "black", "unknown"]
    assert (fresh(third).source, third.round.state) == ("file", "published")
    assert fresh(second).margin2 == 7

    results_desk.look(text)
    assert results_desk.store(replace="2").status_code == 302
    assert (fresh(second).result, second.ending, second.margin2) == ("white", "", None)
    assert fresh(fourth).result == "unknown"


def test_a_letter_of_two_meanings_is_asked_once_and_nothing_is_stored_before(
    results_desk, event_round
):
    text = "Stół;Wynik\n1;B\n2;W+3,5\n"
    results_desk.look(text)
    assert results_desk.kinds() == {2: "refused", 3: "new"}
    assert "What does B mean in this file?" in results_desk.words()
    assert results_desk.store().status_code == 422
    assert said("say_how", "B") in results_desk.words()
    results_desk.look(text, letters="english")
    assert results_desk.kinds() == {2: "new", 3: "new"}
    assert results_desk.store(letters="english").status_code == 302
    assert outcomes(event_round)[:2] == ["black", "white"]
    second = pairings(event_round)[1]
    assert (second.ending, second.margin2) == ("points", 7)


def test_the_winner_is_named_as_players_are_and_a_number_names_nobody(results_desk, event_round):
    one, two, three, four = pairings(event_round)
    Participant.objects.filter(pk=two.black_id).update(name="van Dam", first_name="Kees")
    results_desk.look(
        f"table;white;black;winner;handicap\n1;;;{one.white.name};-\n"
        f"2;{two.white.number};Kees van Dam;van Dam, Kees;\n"
        f"3;;;{three.black.number};\n4;;;{three.white.name};\n"
    )
    assert results_desk.kinds() == {2: "new", 3: "new", 4: "refused", 5: "refused"}
    results_desk.store()
    assert outcomes(event_round) == ["white", "black", "unknown", "unknown"]
    assert four.result == "unknown"


def test_a_loss_on_time_that_no_history_takes_is_refused_when_it_is_entered(
    results_desk, event, event_round
):
    text = "table;result\n1;W+T\n"
    results_desk.look(text)
    assert results_desk.kinds() == {2: "new"}  # a game of guests moves no points
    for place, player in enumerate(pairings(event_round)[0].players):
        member = make_member(f"Member {place}", points=100)
        Participant.objects.filter(pk=player.pk).update(member=member)
    results_desk.look(text)
    assert results_desk.kinds() == {2: "refused"}
    assert said("time_loss", 1) in results_desk.words()
    with pytest.raises(RuleError):
        results.set_result(Act(None, at()), pairings(event_round)[0], result="white", ending="time")
    event.__class__.objects.update(for_ledger=False)
    results_desk.look(text)
    assert results_desk.kinds() == {2: "new"}


def test_two_tables_that_cannot_be_read_are_not_one_table_twice(results_desk):
    results_desk.look("table;result\nA;white\nB;white\n")
    assert [error.code.value for error in results_desk.plan.lines[1].problems] == [
        "E_UNKNOWN", "E_TYPE",
    ]  # fmt: skip


def test_results_that_changed_since_the_look_are_shown_not_overwritten(results_desk, event_round):
    results_desk.look(table_of(event_round, {1: "white"}))
    results.set_result(Act(None, at()), pairings(event_round)[0], result="black")
    assert results_desk.store().status_code == 422
    assert results_desk.kinds() == {2: "conflict"}
    assert outcomes(event_round)[0] == "black"


def test_lines_that_do_not_fit_the_round_are_refused_with_words(results_desk, event, event_round):
    first, second, *_ = pairings(event_round)
    bye = event.participants.exclude(seats__pairing__isnull=False).get()
    text = (
        "round,table,white,black,handicap,result\n"
        f"1,1,{first.black.name},{first.white.name},0,white\n"
        f"1,2,{second.white.name},{bye.name},0,white\n"
        "1,3,Nobody,Guest 001,0,white\n"
        "2,1,Guest 001,Guest 002,0,white\n"
        f"1,,{second.black.name},,,bye\n"
    )
    results_desk.look(text)
    assert results_desk.kinds() == {
        2: "refused", 3: "refused", 4: "refused", 5: "elsewhere", 6: "refused"
    }  # fmt: skip
    words = results_desk.words()
    assert "The colours are reversed here" in words
    assert (
        f"{bye.name} – {second.white.name} are not paired with each other in this round." in words
    )
    assert "Line 4 white “Nobody” is not known here." in words
    assert f"{second.black.name} does not have the bye in this round." in words
    assert "There is nothing new in this table." in words
    assert results_desk.store().status_code == 422
    assert set(outcomes(event_round)) == {"unknown"}


def test_somebody_who_withdrew_wins_nothing(results_desk, event, event_round):
    first = pairings(event_round)[0]
    Participant.objects.filter(pk=first.white.pk).update(state="withdrawn", withdrawn_from=1)
    results_desk.look(table_of(event_round, {1: "white"}))
    assert results_desk.kinds() == {2: "refused"}
    assert "withdrew before this game" in results_desk.words()


def test_stones_and_tables_that_differ_are_told_and_stay(results_desk, event_round):
    results_desk.look(table_of(event_round, {1: "white"}, handicap="3", table="7"))
    words = results_desk.words()
    assert "Handicap: 0 here, 3 in the file. It is not changed." in words
    assert "The file says table 7; the table is not changed." in words
    results_desk.store()
    first = pairings(event_round)[0]
    assert (first.result, first.handicap) == ("white", 0)


ODD_NAMES = [
    *[("Wei", "Li"), ("Li", "Wei"), ("Kim", ""), ("Kim", ""), ("Kim (3)", ""), ("Kim (4)", "")],
    *[("?", ""), ("-", ""), ("??", "?"), ("=1", ""), ("'=1", ""), ("1", ""), (".", "")],
    ("Ki?m", ""),
]  # fmt: skip


def test_the_sites_own_games_come_back_whatever_the_players_are_called(client, organiser):
    event = make_event(organiser, rounds=2)
    for name, first_name in ODD_NAMES:
        registration.register_guest(
            Act(None, at()), event, name=name, first_name=first_name, rank=-10, another=True
        )
    event_round = next_round(event)
    data = csv_of(client, event, "results").replace(b"unknown", b"black")
    desk = Desk(client, organiser, reverse("leagues:event-results-file", args=[event.slug, 1]))
    desk.look(file=SimpleUploadedFile("results.csv", data))
    assert set(desk.kinds().values()) == {"new"}
    desk.store()
    assert set(outcomes(event_round)) == {"black"}
    assert csv_of(client, event, "results") == data


def test_results_of_a_file_are_taken_back_but_not_those_changed_since(
    client, results_desk, event, event_round
):
    first, second, *_ = pairings(event_round)
    results.set_result(Act(None, at()), first, result="black")
    results_desk.look(table_of(event_round, {1: "white", 2: "white", 3: "white"}))
    results_desk.store(replace="1")
    change = event.changes.first()
    results.set_result(Act(None, at()), second, result="equal", ending="called")
    history = client.get(reverse("leagues:event-history", args=[event.slug]))
    assert shows(history, change_words(change))
    assert len(change.after["results"]) == 3
    assert history.context["undoable"] == {change.pk}
    assert press(client, event, "undo-file", change=change.pk).redirect_chain
    assert outcomes(event_round) == ["black", "equal", "unknown", "unknown"]
    assert press(client, event, "undo-file", change=change.pk).status_code == 422


# --- Large, wrong role, wrong method --------------------------------------------------------------

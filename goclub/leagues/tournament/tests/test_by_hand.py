"""What the desk proposes and asks before a round is paired, and many tables by hand at once."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import read, said, shows, told
from goclub.leagues.models import Change
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import by_hand, registration, rounds, seating
from goclub.leagues.tournament.services.by_hand import SeatLine
from goclub.leagues.tournament.services.steps import Stale
from goclub.leagues.tournament.tests.table_desk import press
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def of_ranks(client, organiser):
    """A McMahon of a 3 dan, a 5 kyu and two more, stones by the rules."""
    client.force_login(organiser.user)
    event = make_event(organiser, system="mcmahon", preset="OpenGotha", rounds=3)
    people = [
        registration.register_guest(Act(None, at()), event, name=name, rank=rank)
        for name, rank in (("Strong", 2), ("Weak", -5), ("Third", 0), ("Fourth", -1))
    ]
    return event, people


@pytest.mark.parametrize(("typed", "expected"), [("", 4), ("0", 0), ("2", 2)])
def test_two_seated_together_get_the_stones_of_the_rules_unless_others_are_typed(
    client, of_ranks, typed, expected
):
    event, (strong, weak, *_others) = of_ranks
    page = read(client.get(reverse("leagues:event-desk", args=[event.slug])))
    assert page.values("input[name=fix-handicap]", "value") in ([], [None], [""])
    pair = {"fix-white": strong.number, "fix-black": weak.number, "fix-handicap": typed}
    assert press(client, event, "fix", **pair).redirect_chain
    [pairing] = load(event).pairings[1]
    assert (pairing.white.number, pairing.handicap) == (strong.number, expected)
    assert pairing.komi2 == event.komi2_for(expected)


def test_the_weaker_as_white_gives_no_stones(client, of_ranks):
    event, (strong, weak, *_others) = of_ranks
    press(client, event, "seat-all", **{"seat-all-lines": f"{weak.number} {strong.number}\n4 3"})
    assert [one.handicap for one in load(event).pairings[1]] == [0, 0]


def with_strangers(organiser, count):
    """Five entered: the first of them may not meet one another, the last is to have the bye."""
    event = make_event(organiser)
    people = add_guests(event, 5)
    for first, second in combinations(people[:count], 2):
        seating.forbid_pair(Act(organiser.user, at()), event, first=first, second=second)
    seating.choose_bye(Act(organiser.user, at()), event, participant=people[4])
    return fresh(event), people


def test_a_bye_by_hand_that_forbidden_pairs_rule_out_names_another(client, organiser):
    """Three who may not meet one another: one of them has to sit out."""
    client.force_login(organiser.user)
    event, people = with_strangers(organiser, 3)
    with refused(field="bye", reason="other_bye") as refusal:
        rounds.pair_round(Act(organiser.user, at()), event)
    named = refusal.value.value
    assert named in [one.display_name for one in people[:3]]
    assert f"{named} could have it." in read(press(client, event, "pair")).text
    bye = next(one for one in people if one.display_name == named)
    seating.choose_bye(Act(organiser.user, at()), event, participant=bye)
    event.refresh_from_db()
    assert rounds.pair_round(Act(organiser.user, at()), event).pairings.count() == 2


def test_a_bye_that_no_other_would_mend_is_refused_as_before(organiser):
    event, _people = with_strangers(organiser, 4)
    with refused(Code.STATE, "forbidden", reason="tournament.no_pairing_left"):
        rounds.pair_round(Act(organiser.user, at()), event)


def test_the_desk_puts_nobody_forward_who_is_absent_by_agreement(client, organiser):
    client.force_login(organiser.user)
    event = make_event(organiser)
    away = registration.register_guest(Act(None, at()), event, name="Away", rank=0)
    add_guests(event, 5)
    registration.set_absences(Act(organiser.user, at()), away, absences={1: True, 2: True})
    next_round(event)
    page = read(client.get(reverse("leagues:event-desk", args=[event.slug])))
    assert page.all("details [name=late-late]")
    add_guests(event, 1, start=6)
    page = read(client.get(reverse("leagues:event-desk", args=[event.slug])))
    assert not page.all("details [name=late-late]")
    assert [option.text for option in page.all("[name=late-late] option")][-1].startswith("Away")


def test_a_round_robin_asks_before_its_table_is_drawn_without_somebody(client, organiser):
    client.force_login(organiser.user)
    event = make_event(organiser, system="round_robin", rounds=5)
    people = add_guests(event, 6)
    act = Act(organiser.user, at())
    registration.alter_entry(act, people[5], changes={"state": "preliminary"})
    registration.set_absences(act, people[0], absences={2: True})
    registration.set_absences(act, people[1], absences=dict.fromkeys(range(1, 6), True))
    page = read(press(client, event, "pair"))
    assert "so without a place: Guest 002, Guest 006." in page.text
    assert "where they lose by forfeit: Guest 001." in page.text
    assert not load(event).rounds
    assert press(client, event, "pair", confirmed="1").redirect_chain
    assert len(load(event).pairings[1]) == 2
    # Once it is out nothing more is decided, so nothing is asked.
    press(client, event, "publish")
    play_out(event.rounds.get())
    assert press(client, event, "pair").redirect_chain


def test_a_round_robin_of_those_who_are_all_here_asks_nothing(client, organiser):
    client.force_login(organiser.user)
    event = make_event(organiser, system="round_robin", rounds=3)
    add_guests(event, 4)
    assert press(client, event, "pair").redirect_chain


def test_a_player_who_is_only_announced_again_has_no_table_in_a_preview(organiser):
    event = make_event(organiser)
    people = add_guests(event, 5)
    event.refresh_from_db()
    rounds.pair_round(Act(organiser.user, at()), event)
    bye = load(event).byes[1].participant
    seated = next(one for one in people if one.pk != bye.pk)
    for one in (bye, seated):
        registration.alter_entry(Act(organiser.user, at()), one, changes={"state": "preliminary"})
    snapshot = load(event)
    assert not {bye.number, seated.number} & snapshot.seated(1)
    assert len(rounds.unseated(snapshot, 1)) == 1
    event.refresh_from_db()
    rounds.pair_round(Act(organiser.user, at()), event)
    rounds.publish_round(Act(organiser.user, at()), event)
    assert len(load(event).seated(1)) == 3


# --- Many tables at once --------------------------------------------------------------------------
@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 8)
    return event


def seat(event, organiser, text, version=""):
    return by_hand.seat_all(Act(organiser.user, at(), str(version)), event, text=text)


def seated(event):
    return [
        (p.table, p.white.number, p.black.number, p.handicap, p.fixed)
        for p in load(event).pairings[1]
    ]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("12 7", SeatLine(None, 12, 7, None)),
        ("5: 12 – 7, 2", SeatLine(5, 12, 7, 2)),
        ("12-7", SeatLine(None, 12, 7, None)),
        (" 3:1,2 ;9", SeatLine(3, 1, 2, 9)),
        ("３：１２　７", SeatLine(3, 12, 7, None)),
    ],
)
def test_a_line_in_its_usual_spellings(line, read):
    assert by_hand.read_seat_lines(f"\n{line}\n\n") == (read,)


@pytest.mark.parametrize("line", ["12", "a 7", "1 2 3 4", "1: 2", "1 2 10"])
def test_another_line_is_refused(line):
    with refused(Code.TYPE, "lines"):
        by_hand.read_seat_lines(f"1 2\n{line}")


def test_pairs_get_their_tables_and_are_kept(event, organiser):
    seat(event, organiser, "3: 1 2 4\n4 3\n5 6")
    assert seated(event) == [(1, 4, 3, 0, True), (2, 5, 6, 0, True), (3, 1, 2, 4, True)]
    next_round(event)
    assert set(seated(event)[:3]) == {(1, 4, 3, 0, True), (2, 5, 6, 0, True), (3, 1, 2, 4, True)}


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("1 2\n3 99", Code.UNKNOWN, "lines"),
        ("1 2\n2 3", Code.DUPLICATE, "lines"),
        ("1 2\n3 3", Code.DUPLICATE, "lines"),
        ("7: 1 2\n7: 3 4", Code.DUPLICATE, "table"),
        ("", Code.MISSING, "lines"),
    ],
)
def test_one_bad_line_leaves_all_undone(event, organiser, text, code, field):
    with refused(code, field):
        seat(event, organiser, text)
    assert seated(event) == []
    assert not event.changes.filter(what=Change.What.FIXED).exists()


def test_others_and_late_comers_are_refused(event, organiser):
    with pytest.raises(PermissionDenied):
        seat(event, make_member(), "1 2")
    seat(event, organiser, "1 2", version=event.version)
    with pytest.raises(Stale):
        seat(event, organiser, "3 4", version=event.version)
    assert len(seated(event)) == 1


def test_on_the_desk_with_a_warning_for_those_who_met(client, event, organiser):
    play_out(next_round(event))
    first = load(event).pairings[1][0]
    client.force_login(organiser.user)
    url = reverse("leagues:event-step", args=[fresh(event).slug, "seat-all"])
    data = {"version": event.version, "seat-all-lines": "nobody"}
    page = client.post(url, data)
    assert page.status_code == 422
    assert page.context["forms"]["seat_all"].errors == {"lines": [said("tournament.seat_line")]}
    data["seat-all-lines"] = f"{first.white.number} {first.black.number}"
    page = client.post(url, data, follow=True)
    assert [re.findall(r"\d+", text) for text in told(page, "success")] == [["1"]]
    [warning] = told(page, "warning")
    assert warning.startswith(f"{first.white} – {first.black} ")
    assert shows(page, warning)

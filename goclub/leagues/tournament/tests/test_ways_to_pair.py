"""More ways to pair on the site: presets, bars, criteria in order, kept apart, a match of clubs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.refusals.registry import describe
from goclub.common.tests.reading import read
from goclub.leagues.models import Change, Participant
from goclub.leagues.models.event import settings_from_json, settings_to_json
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.forms.criteria import CriteriaList
from goclub.leagues.tournament.forms.rules import EventRulesForm
from goclub.leagues.tournament.labels.apart import apart_warnings
from goclub.leagues.tournament.labels.bars import bar_picture
from goclub.leagues.tournament.labels.presets import PRESETS as SHOWN
from goclub.leagues.tournament.labels.presets import preset_cards
from goclub.leagues.tournament.labels.why import why_page
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import rounds, seating
from goclub.leagues.tournament.services.explaining import explain_pairing
from goclub.leagues.tournament.services.keeping_apart import keep_apart, let_meet
from goclub.leagues.tournament.services.steps import Stale
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError
from tournaments.events.presets import PRESETS, preset
from tournaments.events.settings import ApartRule, Basis, Kind, Settings


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 8)
    return event


def url(name, event):
    return reverse(f"leagues:{name}", args=[event.slug])


def reasons(snapshot, number, table=1):
    pairing = next(p for p in snapshot.pairings[number] if p.table == table)
    explained = explain_pairing(snapshot, pairing)
    return why_page(snapshot, pairing, explained, ("0", "0"))["sentences"]


# --- Presets --------------------------------------------------------------------------------------
def test_every_preset_has_a_title_and_a_meaning_and_says_what_it_changes():
    assert [name for name, *_ in SHOWN] == list(PRESETS)
    cards = dict(zip(PRESETS, preset_cards(), strict=True))
    assert all(card["meaning"] for card in cards.values())
    assert cards["S2"]["rows"] == []
    assert [(r["setting"], r["here"]) for r in cards["Accelerated"]["rows"]] == [
        ("Virtual points of the top half", "1 1")
    ]
    changed = {str(row["setting"]) for row in cards["Beginners"]["rows"]}
    assert {"Bar", "Floor", "Handicap", "Ordered by"} <= changed


@pytest.mark.parametrize(("system", "status"), [("swiss", 302), ("mcmahon", 422)])
def test_only_a_swiss_is_created_accelerated(client, organiser, system, status):
    client.force_login(organiser.user)
    typed = {"name": "Fast", "begins_on": "2025-05-01", "system": system, "rounds": "4",
             "preset": "Accelerated", "board": "19", "komi2": "6.5", "komi2_handicap": "0.5",
             "time_zone": "Asia/Tokyo"}  # fmt: skip
    answer = client.post(reverse("leagues:event-new"), typed)
    assert answer.status_code == status
    if status == 422:
        assert set(answer.context["form"].errors) == {"preset"}


def acceleration_of(text):
    settings = preset("S2", Kind.SWISS)
    form = EventRulesForm(settings=settings, preset_name="S2")
    typed = {n: form[n].value() for n in form.fields} | {"acceleration2": text}
    typed = {n: v for n, v in typed.items() if v is not False and v is not None}
    form = EventRulesForm(typed, settings=settings, preset_name="S2")
    return form.rules().pairing.acceleration2 if form.is_valid() else "refused"


@pytest.mark.parametrize(
    ("text", "points2"), [("1 1 ½", (2, 2, 1)), ("1.5", (3,)), ("", ()), ("x", "refused")]
)
def test_virtual_points_are_typed_round_by_round(text, points2):
    assert acceleration_of(text) == points2


def test_virtual_points_stand_in_why(organiser):
    event = make_event(organiser, system="swiss", preset="Accelerated")
    add_guests(event, 8)
    next_round(event)
    snapshot = load(event)
    assert any("virtual points" in text for text in reasons(snapshot, 1))
    assert all(row.scores["NBW"] == 0 for row in snapshot.standings(0))


def test_everyone_reads_how_an_event_is_paired_but_no_names(client, organiser):
    event = make_event(organiser, system="swiss", preset="Accelerated")
    people = add_guests(event, 2)
    keep_apart(act(organiser), event, basis=Basis.CLUB)
    keep_apart(
        act(organiser), fresh(event), basis=Basis.PLAYERS, players=people, name="Secret", rounds=2
    )
    facts = read(client.get(url("event-details", event))).text
    assert "Virtual points of the top half" in facts
    assert "named by the organisers · never paired · rounds 1 to 2" in facts
    assert "Secret" not in facts


# --- The picture of the bar -----------------------------------------------------------------------
def test_how_many_stand_above_and_below_each_bar(event):
    bars = bar_picture(load(event))
    counted = {row["label"]: (row["above"], row["below"]) for row in bars["rows"]}
    assert all(above + below == 8 for above, below in counted.values())
    assert bars["rows"][0]["group"] == "top"
    assert bar_picture(load(event), bar=-5, floor=-6)["top"] == 8


def test_the_bar_follows_the_field_without_being_saved(client, event, organiser):
    client.force_login(organiser.user)
    page = read(client.get(url("event-bars", event), {"bar": "8", "floor": "-20"}))
    assert "The bar is above everyone" in page.one("#bars").text
    for odd in ({"bar": "9" * 5000}, {"bar": "x", "floor": ""}, {"bar": "-30", "floor": "8"}, {}):
        assert client.get(url("event-bars", event), odd).status_code == 200
    assert fresh(event).settings["bar"] == 3


def test_preview_without_script_keeps_what_was_typed_and_saves_nothing(client, event, organiser):
    client.force_login(organiser.user)
    form = client.get(url("event-settings", event)).context["rules"]
    typed = {n: form[n].value() for n in form.fields}
    typed = {n: v for n, v in typed.items() if v is not False and v is not None}
    typed |= {"version": event.version, "bar": "8", "rounds": "many", "preview": "1"}
    answer = client.post(url("event-settings", event), typed)
    assert answer.status_code == 200
    assert answer.context["bars"]["above_all"]
    assert answer.context["rules"]["rounds"].value() == "many"
    assert fresh(event).settings["bar"] == 3


def test_a_swiss_has_no_bar(organiser):
    event = make_event(organiser, system="swiss")
    add_guests(event, 2)
    assert bar_picture(load(event)) is None
    assert bar_picture(load(make_event(organiser))) is None


# --- Criteria in order ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pressed", "order"),
    [
        ({"criteria_up": "SOSM"}, "SOSM MMS SODOSM"),
        ({"criteria_down": "SOSM"}, "MMS SODOSM SOSM"),
        ({"criteria_up": "MMS"}, "MMS SOSM SODOSM"),
        ({"criteria_down": "SODOSM"}, "MMS SOSM SODOSM"),
        ({"criteria_remove": "SOSM"}, "MMS SODOSM"),
        ({"criteria_add": "1", "criteria_new": "DC"}, "MMS SOSM SODOSM DC"),
        ({"criteria_add": "1", "criteria_new": "SOSM"}, "MMS SOSM SODOSM"),
        ({"criteria_add": "1", "criteria_new": "<b>"}, "MMS SOSM SODOSM"),
        ({"criteria_new": "DC"}, "MMS SOSM SODOSM"),
        ({"criteria_up": "DC"}, "MMS SOSM SODOSM"),
    ],
)
def test_a_button_moves_a_criterion(pressed, order):
    data = {"criteria": "MMS SOSM SODOSM"} | pressed
    assert CriteriaList().value_from_datadict(data, {}, "criteria") == order


def test_moving_shows_the_form_again_and_saving_keeps_the_order(client, event, organiser):
    client.force_login(organiser.user)
    address = url("event-settings", event)
    form = client.get(address).context["rules"]
    typed = {n: form[n].value() for n in form.fields}
    typed = {n: v for n, v in typed.items() if v is not False and v is not None}
    typed |= {"version": event.version, "criteria": ["MMS", "SOSM", "SODOSM"]}
    page = client.post(address, typed | {"criteria_up": "SODOSM", "bar": "5"})
    assert page.status_code == 200
    moved = [field.attrs["value"] for field in read(page).all("input[name=criteria]")]
    assert moved == ["MMS", "SODOSM", "SOSM"]
    assert page.context["rules"]["bar"].value() == "5"
    assert fresh(event).settings["criteria"] == ["MMS", "SOSM", "SODOSM"]
    assert client.post(address, typed | {"criteria": moved}).status_code == 302
    assert fresh(event).settings["criteria"] == moved


# --- Kept apart -----------------------------------------------------------------------------------
def act(organiser, **more):
    return Act(organiser.user, at(1), **more)


def of_one_club(event, numbers, club="Hoshi"):
    Participant.objects.filter(event=event, number__in=numbers).update(club=club)


def test_a_group_of_players_is_never_paired(event, organiser):
    people = load(event).participants
    next_up = {frozenset((g.white, g.black)) for g in _games(event)}
    first, second = next(iter(next_up))
    keep_apart(
        act(organiser), event, basis=Basis.PLAYERS,
        players=[people[first], people[second]], name=" Family ",
    )  # fmt: skip
    assert frozenset((first, second)) not in {frozenset((g.white, g.black)) for g in _games(event)}
    [rule] = load(fresh(event)).settings.apart
    assert rule == ApartRule(Basis.PLAYERS, tuple(sorted((first, second))), None, None, "Family")
    let_meet(act(organiser), fresh(event), place=0)
    assert {frozenset((g.white, g.black)) for g in _games(event)} == next_up
    assert event.changes.filter(what=Change.What.EDITED).count() == 2


def _games(event):
    event_round = rounds.pair_round(Act(None, at(2)), fresh(event))
    return load(event).tournament(rounds=event_round.number).rounds[-1].games


def test_the_same_rule_twice_is_one(event, organiser):
    for _ in range(2):
        keep_apart(act(organiser), fresh(event), basis=Basis.CLUB)
    assert load(fresh(event)).settings.apart == (ApartRule(Basis.CLUB),)


def test_another_preset_keeps_who_is_kept_apart(client, event, organiser):
    keep_apart(act(organiser), event, basis=Basis.COUNTRY, groups=2, rounds=1)
    client.force_login(organiser.user)
    typed = {"system": "swiss", "preset": "EGF", "version": fresh(event).version}
    assert client.post(url("event-settings", event), typed).status_code == 302
    assert load(fresh(event)).settings.apart == (ApartRule(Basis.COUNTRY, (), 2, 1),)


def test_one_who_does_not_run_the_event_keeps_nobody_apart(event):
    with pytest.raises(PermissionDenied):
        keep_apart(act(make_member("Someone Else")), event, basis=Basis.CLUB)


@pytest.mark.parametrize("system", ["round_robin", "knockout"])
def test_a_schedule_keeps_nobody_apart(client, organiser, system):
    event = make_event(organiser, system=system)
    with pytest.raises(RuleError):
        keep_apart(act(organiser), event, basis=Basis.CLUB)
    client.force_login(organiser.user)
    page = read(client.get(url("event-settings", event)))
    assert not page.all(f"a[href='{url('event-apart', event)}']")


def test_two_organisers_at_once(event, organiser):
    seen = act(organiser, version=str(event.version))
    keep_apart(seen, event, basis=Basis.CLUB)
    with pytest.raises(Stale):
        keep_apart(seen, event, basis=Basis.COUNTRY)


def test_all_in_one_group_are_refused_by_name(event, organiser):
    of_one_club(event, range(1, 9))
    keep_apart(act(organiser), event, basis=Basis.CLUB)
    with pytest.raises(RuleError) as refusal:
        _games(event)
    text = describe(refusal.value)
    assert text.count("Guest") == 8
    assert "“Kept apart”" in text


def test_compatriots_who_meet_are_explained_before_publishing(event, organiser):
    Participant.objects.filter(event=event).update(country="PL")
    keep_apart(act(organiser), event, basis=Basis.COUNTRY, groups=3)
    _games(event)
    [text] = apart_warnings(load(event), 1)
    assert text.startswith("Same country")
    assert "Otherwise not everyone could be paired" in text
    assert any("Otherwise not everyone" in text for text in reasons(load(event), 1))


def test_what_keeping_apart_would_cost_is_said(event, organiser):
    people = load(event).participants
    pair = [people[1], people[2]]
    keep_apart(act(organiser), event, basis=Basis.PLAYERS, players=pair, groups=0, name="Secret")
    Participant.objects.filter(event=event, number__gt=2).update(rank=-20)
    _games(event)
    [text] = apart_warnings(load(event), 1)
    assert "score groups further apart" in text
    sentences = " ".join(reasons(load(event), 1))
    assert "The organisers keep these two apart." in sentences
    assert "Secret" not in sentences, "the name of a group is for organisers"


def test_a_table_by_hand_is_not_bound(event, organiser):
    people = load(event).participants
    keep_apart(act(organiser), event, basis=Basis.PLAYERS, players=[people[1], people[2]])
    seating.fix_pair(Act(None, at(2)), fresh(event), first=people[1], second=people[2])
    _games(event)
    [text] = apart_warnings(load(event), 1)
    assert "by hand" in text


def test_the_page_of_kept_apart(client, event, organiser):
    client.force_login(organiser.user)
    page = read(client.get(url("event-apart", event)))
    assert "Nobody is kept apart yet" in page.text
    typed = {"basis": "players", "hard": "soft", "groups": "", "players": ["1", "2"],
             "name": "<b>Nowak</b>", "rounds": "2", "version": event.version}  # fmt: skip
    assert client.post(url("event-apart", event), typed).status_code == 302
    assert load(fresh(event)).settings.apart == (
        ApartRule(Basis.PLAYERS, (1, 2), 3, 2, "<b>Nowak</b>"),
    )
    shown = client.get(url("event-apart", event)).content.decode()
    assert "&lt;b&gt;Nowak" in shown
    assert "<b>Nowak" not in shown
    for odd in ({"players": ["1"]}, {"players": []}, {"groups": "9" * 5000}, {"rounds": "0"},
                {"basis": "x"}, {"players": ["99", "1"]}):  # fmt: skip
        assert client.post(url("event-apart", event), typed | odd).status_code == 422, odd
    remove = url("event-apart-remove", event)
    for bad in ("7", "x", "-1", ""):
        client.post(remove, {"rule": bad, "version": fresh(event).version})
        assert load(fresh(event)).settings.apart
    client.post(remove, {"rule": "0", "version": fresh(event).version})
    assert not load(fresh(event)).settings.apart


def test_rules_survive_the_row():
    settings = Settings(apart=(ApartRule(Basis.PLAYERS, (1, 2), 3, 2, "Nowak"),))
    data = settings_to_json(settings)
    assert settings_from_json(data, kind="mcmahon", rounds=5) == settings
    del data["apart"]
    assert settings_from_json(data, kind="mcmahon", rounds=5) == replace(settings, apart=())


# --- A match of two clubs -------------------------------------------------------------------------
def test_a_match_of_two_clubs_from_pairing_to_score(client, organiser):
    event = make_event(organiser, system="club_match")
    add_guests(event, 7)
    of_one_club(event, (1, 3, 5, 7))
    of_one_club(event, (2, 4, 6), "Tengen")
    for number in (1, 2):
        rounds.pair_round(Act(None, at()), fresh(event))
        event_round = rounds.publish_round(Act(None, at()), fresh(event), leave_out=True)
        snapshot = load(event)
        assert len(snapshot.pairings[number]) == 3
        assert all(
            {p.white.club, p.black.club} == {"Hoshi", "Tengen"} for p in snapshot.pairings[number]
        )
        play_out(event_round)
    assert read(client.get(url("standings", event))).one(".club-scores")
    page = read(client.get(url("event", event)))
    score = page.one(".club-scores").text
    assert "Hoshi" in score
    assert "Tengen" in score
    assert sum(map(int, page.one(".club-scores b").text.split(" – "))) == 6

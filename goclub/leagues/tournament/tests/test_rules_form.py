"""The rules of an event as a form: every criterion of the pairing can be switched off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.leagues.models.event import settings_from_json, settings_to_json
from goclub.leagues.tests.factories import add_guests, make_event, make_organiser, next_round
from goclub.leagues.tournament.forms.rules import GROUPS, SWITCHES, EventRulesForm
from goclub.leagues.tournament.labels.figures import WEIGHTS
from goclub.leagues.tournament.queries.snapshot import load
from tournaments.events.presets import PRESETS, preset
from tournaments.events.settings import Kind, PairingSettings
from tournaments.events.weights.criteria import Criterion


def typed(settings, preset_name="S2", **changes):
    """The form as a browser sends it back, with changes; a bool is a tick."""
    form = EventRulesForm(settings=settings, preset_name=preset_name)
    values = {n: form[n].value() for n in form.fields} | changes
    return {n: v for n, v in values.items() if v is not False and v is not None}


def saved(settings, preset_name="S2", **changes):
    form = EventRulesForm(
        typed(settings, preset_name, **changes), settings=settings, preset_name=preset_name
    )
    assert form.is_valid(), form.errors
    return form.rules()


def test_every_criterion_has_its_switch_in_one_group():
    own_page = {Criterion.APART}  # rules of its own instead of a weight
    assert {switch.criterion for switch in SWITCHES} == set(Criterion) - own_page
    assert len(SWITCHES) == len(Criterion) - 1
    assert all(switch.usual for switch in SWITCHES)
    assert len(GROUPS) == 3


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("name", PRESETS)
def test_saving_what_a_preset_says_changes_nothing(name, kind):
    settings = preset(name, kind)
    assert saved(settings, name) == settings


def test_clubs_are_treated_as_one():
    settings = preset("OpenGotha", Kind.MCMAHON)
    ours = saved(settings, "OpenGotha", clubs_groups="Berlin, Berlin Mitte\n\nOsaka、Kobe ,")
    assert ours.pairing.clubs_groups == (("Berlin", "Berlin Mitte"), ("Osaka", "Kobe"))
    assert saved(ours, "OpenGotha") == ours
    stored = settings_to_json(ours)
    assert settings_from_json(stored, kind="mcmahon", rounds=5).pairing == ours.pairing
    for groups in ("Berlin", "Berlin, Potsdam\nberlin, Wien"):
        form = EventRulesForm(
            typed(settings, clubs_groups=groups), settings=settings, preset_name="S2"
        )
        assert "clubs_groups" in form.errors
    # A file of OpenGotha has the first letters alone.
    assert saved(settings, clubs_groups="Berl, Berl").pairing.clubs_groups == (("Berl", "Berl"),)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda one: one.field)
def test_a_criterion_off_and_on_again(switch):
    """Off is a weight of 0; on again is the preset's weight, or the usual one where it has none."""
    settings = preset("French", Kind.SWISS)
    name = switch.criterion.value
    off = saved(settings, "French", **{switch.field: False})
    assert getattr(off.pairing, name) == 0
    on = saved(off, "French", **{switch.field: True})
    assert getattr(on.pairing, name) == (getattr(settings.pairing, name) or switch.usual)
    others = [n for n in PairingSettings.__slots__ if n != name]
    assert [getattr(on.pairing, n) for n in others] == [
        getattr(settings.pairing, n) for n in others
    ]


def test_a_criterion_from_a_file_is_kept():
    settings = preset("S2")
    settings = replace(settings, pairing=replace(settings.pairing, extra_criterion1="SOSW"))
    assert saved(settings) == settings


def test_pairing_within_categories_says_its_price_on_the_settings_page(client):
    organiser = make_organiser()
    client.force_login(organiser.user)
    page = read(client.get(reverse("leagues:event-settings", args=[make_event(organiser).slug])))
    tick = page.one("[name=w_category]")
    assert "checked" not in tick.attrs, "off until it is wanted"
    price = page.one(f"#{tick.attrs['aria-describedby']}").text
    assert "The drawback: players with equal scores in two categories do not meet" in price
    assert "a small category runs out of new opponents" in price


def test_why_names_what_is_switched_off(client):
    event = make_event(make_organiser())
    add_guests(event, 4)
    next_round(event)
    page = client.get(reverse("leagues:round-why", args=[event.slug, 1, 1]))
    off = [c for c in Criterion if not getattr(load(event).settings.pairing, c.value, True)]
    assert off == [Criterion.RANDOM, Criterion.CATEGORY, Criterion.HANDICAP]
    assert list(page.context["why"]["off"]) == [WEIGHTS[one] for one in off]
    assert shows(page, ", ".join(str(WEIGHTS[one]) for one in off) + ".")


# --- The order of placement ---------------------------------------------------------------------
def test_the_usual_orders_are_chosen_by_their_words():
    settings = preset("S2", Kind.MCMAHON)
    form = EventRulesForm(settings=settings, preset_name="S2")
    assert dict(form.fields["order"].choices)["MMS SOSM SODOSM"] == "MMS · SOS · SODOS"
    assert form["order"].value() == "MMS SOSM SODOSM"
    assert saved(settings, order="MMS SOSM").criteria == ("MMS", "SOSM")


@pytest.mark.parametrize("order", ["own", "MMS SOSM SODOSM"])
def test_what_is_written_counts_whatever_is_chosen(order):
    written = saved(preset("S2", Kind.MCMAHON), order=order, criteria="mms, sosm, dc")
    assert written.criteria == ("MMS", "SOSM", "DC")
    assert EventRulesForm(settings=written, preset_name="S2")["order"].value() == "own"
    assert saved(written).criteria == written.criteria


def test_no_order_at_all_is_refused():
    settings = preset("S2", Kind.MCMAHON)
    form = EventRulesForm(
        typed(settings, order="own", criteria=" "), settings=settings, preset_name="S2"
    )
    assert codes(form) == {"criteria": ["required"]}


@pytest.mark.parametrize("name", PRESETS)
def test_a_swiss_by_categories_is_placed_by_them(name):
    assert preset(name, Kind.SWISS_CAT).criteria[0] == "CAT"

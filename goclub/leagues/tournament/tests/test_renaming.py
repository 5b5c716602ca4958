"""Under another name: entries, pages and kept tables follow; erased, nothing public keeps it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.games.people.queries import retell
from goclub.games.people.services.erasing import erase_name, replacement_of
from goclub.leagues.models import Participant, Snapshot
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tests.league_factories import make_league
from goclub.leagues.tournament.services import registration
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member

OLD, NEW = "Ewa Kowalska", "Ewa Nowak"


@pytest.fixture
def ewa():
    return make_member(OLD)


@pytest.fixture
def entry(ewa):
    """Of an event with a round played."""
    event = make_event()
    entry = registration.register_member(Act(None, at()), event, member=ewa)
    add_guests(event, 3)
    play_out(next_round(event))
    return entry


def rename(client, member, name, romanised=""):
    """As one does it oneself."""
    client.force_login(member.user)
    values = {"display_name": name, "romanised_name": romanised, "language": "en",
              "time_zone": "Asia/Tokyo"}  # fmt: skip
    assert client.post(reverse("members:me"), values).status_code == 302


def pages(event):
    named = [("event", ()), ("event-players", ()), ("event-player", (1,)), ("round", (1,)),
             ("standings", ()), ("cross", ()), ("print-wall", ()), ("event-players-csv", ()),
             ("projector", ())]  # fmt: skip
    return [reverse(f"leagues:{name}", args=[event.slug, *more]) for name, more in named]


def holding(client, event, word):
    answers = {page: client.get(page) for page in pages(event)}
    assert {one.status_code for one in answers.values()} == {200}
    return [page for page, one in answers.items() if word in one.getvalue().decode()]


def test_an_entry_follows_its_member_on_every_page(client, ewa, entry):
    assert len(holding(client, entry.event, "Kowalska")) >= 7
    rename(client, ewa, NEW)
    assert (fresh(entry).display_name, entry.name, entry.first_name) == (NEW, "Nowak", "Ewa")
    assert holding(client, entry.event, "Kowalska") == []
    assert len(holding(client, entry.event, "Nowak")) >= 7


def test_a_name_that_an_organiser_chose_stays(client, ewa, entry):
    Participant.objects.filter(pk=entry.pk).update(display_name="E. K. (junior)")
    rename(client, ewa, NEW)
    assert (fresh(entry).display_name, entry.name) == ("E. K. (junior)", "Nowak")


def test_another_script_keeps_the_lists_in_latin_letters(client, ewa, entry):
    rename(client, ewa, "エヴァ", "Nowak Ewa")
    assert (fresh(entry).display_name, entry.name, entry.first_name) == ("エヴァ", "Nowak", "Ewa")


def test_an_erased_name_leaves_every_page_at_once(client, ewa, entry):
    assert len(holding(client, entry.event, "Kowalska")) >= 7
    erase_name(Act(ewa.user, at(99)), ewa)
    assert holding(client, entry.event, "Kowalska") == []
    assert len(holding(client, entry.event, replacement_of(Member.objects.get(pk=ewa.pk)))) >= 6


@pytest.mark.parametrize("erased", [False, True])
def test_a_kept_table_follows_where_it_names_by_number_and_in_words(client, erased):
    # Too short a name to be looked for in texts.
    ann, other = make_member("Ann"), make_member("Annette")
    rows = [
        {"member": ann.pk, "name": "Ann", "second_name": "", "against": ["Annette"]},
        {"member": other.pk, "name": "Annette", "second_name": "", "against": ["Ann"],
         "equals": {"against": ["Ann"]}},
    ]  # fmt: skip
    kept = Snapshot.objects.create(
        league=make_league("official"), cycle="1", version=1, taken_at=at(),
        table=[{"name": "", "level": 1, "rows": rows}],
    )  # fmt: skip
    if erased:
        erase_name(Act(ann.user, at(99)), ann)
    else:
        rename(client, ann, NEW)
    ann.refresh_from_db()
    first, second = fresh(kept).table[0]["rows"]
    assert [first["name"], *second["against"], *second["equals"]["against"]] == [
        ann.display_name
    ] * 3
    assert (second["name"], first["against"]) == ("Annette", ["Annette"])


def test_what_names_nobody_stays_itself():
    value = [{"member": 2, "name": "Ann"}, {"against": ["Ann"]}, 3, None, "Ann"]
    assert not retell(value, 1, NEW)
    assert value == [{"member": 2, "name": "Ann"}, {"against": ["Ann"]}, 3, None, "Ann"]

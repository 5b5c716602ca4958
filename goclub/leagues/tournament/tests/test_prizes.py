"""Prizes of an event on the site: set, proposed with reasons, overruled, confirmed, shown, sent."""

from __future__ import annotations

from contextlib import contextmanager
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse

from goclub.common.refusals.registry import Refusal, describe
from goclub.leagues.models import Change, Prize, PrizeGroup, PrizeWinner
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.forms.prizes import PrizeGroupForm
from goclub.leagues.tournament.queries.prizes import giving_of, plan_of, winners_given
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import prizes, registration
from goclub.leagues.tournament.services.closing import close_event
from goclub.leagues.tournament.services.results import set_result
from goclub.members.models import Letter, Notice
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member

SITE = Act(None, at(300))


@contextmanager
def refused(text):
    """Expect a refusal that says so."""
    with pytest.raises(Refusal) as caught:
        yield
    assert text in describe(caught.value)


def add(event, **columns):
    return prizes.save_prize(SITE, Prize(event=event), **{"amount": Decimal(50)} | columns)


@pytest.fixture
def played(organiser):
    """Six guests, ranks 4d 3d 3d 2d 2d 1d, after two rounds; and its organiser."""
    event = make_event(organiser, rounds=2)
    add_guests(event, 6)
    for _round in range(2):
        play_out(next_round(event))
    return fresh(event)


def winners(event):
    return [(award.prize, award.player) for award in plan_of(load(event)).awards]


def test_prizes_are_proposed_from_the_standings_and_confirmed(played):
    add(played, scope="all", place=1)
    add(played, scope="band", highest=0, lowest=-30, amount=None, item="Book")
    placed = [row.player for row in load(played).standings(2)]
    lowest = max(placed, key=lambda number: number)
    assert winners(played) == [(1, placed[0]), (2, lowest)]
    assert winners_given(played) == []
    prizes.confirm_prizes(SITE, played)
    given = winners_given(played)
    assert [(w.prize.number, w.participant.number) for w in given] == [(1, placed[0]), (2, lowest)]
    assert played.changes.filter(what=Change.What.AWARDED).count() == 1
    with refused("confirmed"):
        add(played, scope="all", place=2)
    prizes.reopen_prizes(SITE, played)
    assert winners_given(played) == []
    assert add(played, scope="all", place=2).number == 3


def test_nothing_is_confirmed_without_prizes_rounds_or_results(organiser):
    event = make_event(organiser)
    with refused("no prizes"):
        prizes.confirm_prizes(SITE, event)
    add(event)
    with refused("No round"):
        prizes.confirm_prizes(SITE, event)
    add_guests(event, 2)
    first = next_round(event)
    with refused("open games"):
        prizes.confirm_prizes(SITE, event)
    play_out(first)
    play_out(next_round(event))
    set_result(SITE, first.pairings.get(), result="unknown")
    with refused("Round 1 has open games"):
        prizes.confirm_prizes(SITE, event)


REFUSED = [
    ({"scope": "band"}, "among whom"),
    ({"scope": "band", "highest": -5, "lowest": 3}, "Swap"),
    ({"scope": "club", "subject": " "}, "among whom"),
    ({"scope": "all", "amount": None, "item": ""}, "amount"),
    ({"scope": "all", "amount": Decimal(-1)}, "greater"),
    ({"scope": "wins", "wins": 0}, "greater"),
]


@pytest.mark.parametrize(("columns", "text"), REFUSED)
def test_a_prize_that_makes_no_sense_is_refused(event, columns, text):
    with pytest.raises(ValidationError, match=text):
        add(event, **columns)
    assert not event.prizes.exists()


def test_two_prizes_for_the_same_place_are_refused(event):
    add(event, scope="club", subject="Krak")
    with refused("Prize 1"):
        add(event, scope="club", subject="krak ", highest=3)
    add(event, scope="club", subject="krak", place=2)


def test_what_a_scope_does_not_ask_for_is_emptied(event):
    prize = add(event, scope="country", subject="Polska", wins=3, highest=2)
    assert (prize.subject, prize.wins, prize.highest) == ("PL", None, None)


def test_prizes_are_moved_and_deleted_without_gaps(event):
    for place in (1, 2, 3):
        add(event, place=place)
    prizes.raise_prize(SITE, event.prizes.get(number=3))
    assert list(event.prizes.values_list("number", "place")) == [(1, 1), (2, 3), (3, 2)]
    prizes.delete_prize(SITE, event.prizes.get(number=1))
    assert list(event.prizes.values_list("number", "place")) == [(1, 3), (2, 2)]
    prizes.raise_prize(SITE, event.prizes.get(number=1))
    assert list(event.prizes.values_list("place", flat=True)) == [3, 2]


def test_organisers_overrule_with_a_reason(played):
    prize = add(played)
    last = load(played).participants[6]
    with refused("reason"):
        prizes.choose_winner(SITE, prize, participant=last, reason=" ")
    prizes.choose_winner(SITE, prize, participant=last, reason="The first two left early")
    assert winners(played) == [(1, 6)]
    prizes.confirm_prizes(SITE, played)
    assert [w.reason for w in winners_given(played)] == ["The first two left early"]
    prizes.reopen_prizes(SITE, played)
    assert winners(played) == [(1, 6)]
    prizes.follow_rule(SITE, prize)
    assert winners(played) != [(1, 6)]


def test_a_prize_by_wins_goes_to_everyone_who_has_them(played):
    prize = add(played, scope="wins", wins=1)
    proposed = winners(played)
    with refused("Change the wins needed"):
        prizes.choose_winner(
            SITE, prize, participant=load(played).participants[6], reason="Played well"
        )
    assert winners(played) == proposed
    assert len(proposed) > 1


def test_groups_are_ticked_and_kept_while_prizes_need_them(played):
    people = list(played.participants.filter(number__in=[5, 6]))
    group = prizes.save_group(SITE, PrizeGroup(event=played), name="Juniors", participants=people)
    prize = add(played, scope="group", group=group)
    assert winners(played)[0][1] in (5, 6)
    with refused("has prizes"):
        prizes.delete_group(SITE, group)
    prizes.delete_prize(SITE, prize)
    prizes.delete_group(SITE, group)
    assert not played.prize_groups.exists()


@pytest.mark.parametrize("key", [str(2**63), "9" * 5000, "x"])
def test_a_ticked_player_whom_no_column_holds_is_refused(event, key):
    form = PrizeGroupForm({"name": "Women", "participants": [key]}, event=event)
    assert list(form.errors) == ["participants"]


def test_only_organisers_set_prizes(played):
    stranger = Act(make_member().user, at(400))
    for service in (prizes.confirm_prizes, prizes.reopen_prizes, prizes.send_results):
        with pytest.raises(PermissionDenied):
            service(stranger, played)
    with pytest.raises(PermissionDenied):
        prizes.save_prize(stranger, Prize(event=played), item="Cup")


@pytest.fixture
def with_members(organiser):
    """A closed event: two members of two languages, and a guest with the bye."""
    event = make_event(organiser, rounds=1, for_ledger=False)
    people = [make_member("Ewa", language="pl"), make_member("Ken", language="ja")]
    for member in people:
        registration.register_member(SITE, event, member=member, rank=1, rank_source="for the test")
    add_guests(event, 1, rank=-20)
    play_out(next_round(event))
    close_event(SITE, fresh(event))
    return SimpleNamespace(event=fresh(event), people=people)


def test_results_are_sent_once_after_the_end(with_members, played):
    with refused("Close"):
        prizes.send_results(SITE, played)
    act = Act(None)
    assert prizes.send_results(act, with_members.event) == 2
    assert Notice.objects.filter(kind="event.results").count() == 2
    letters = {letter.to: letter.subject for letter in Letter.objects.filter(kind="event.results")}
    assert len(letters) == 2
    with refused("already been sent"):
        prizes.send_results(act, with_members.event)
    assert Letter.objects.filter(kind="event.results").count() == 2


def page(client, event, name="event-prizes", *args):
    return client.get(reverse(f"leagues:{name}", args=[event.slug, *args]))


def test_the_pages_from_the_first_prize_to_the_page_after_the_end(client, organiser, played):
    client.force_login(organiser.user)
    assert b"No prizes yet" in page(client, played).content
    new = reverse("leagues:prize-new", args=[played.slug])
    assert client.post(new, {"scope": "all", "place": 1}).status_code == 422
    for typed in (
        {"scope": "all", "place": 1, "amount": "100,50"},
        {"scope": "all", "place": 2, "amount": 120, "item": "<b>Cup</b>"},
    ):
        assert client.post(new, typed).status_code == 302
    text = page(client, played).content.decode()
    assert "is worth more than prize 1" in text
    assert "&lt;b&gt;Cup" in text
    assert "100.50" in text
    rules = {"ties": "order", "one_each": "on", "currency": "zł", "photos_url": "http://a.example"}
    address = reverse("leagues:event-prizes", args=[played.slug])
    assert client.post(address, rules).status_code == 422
    rules["photos_url"] = "https://photos.example/1"
    assert client.post(address, rules).status_code == 302
    choose = reverse("leagues:prize-winner", args=[played.slug, 2])
    assert client.post(choose, {"player": "6", "reason": ""}).status_code == 422
    assert client.post(choose, {"player": "6", "reason": "Fair play"}).status_code == 302
    assert "Chosen by the organisers: Fair play" in page(client, played).content.decode()
    client.post(reverse("leagues:prizes-step", args=[played.slug, "confirm"]))
    assert giving_of(played).confirmed_at
    for name in ("print-prizes", "print-certificates"):
        assert "Guest 006" in page(client, played, name).content.decode()
    close_event(SITE, played)
    client.logout()
    text = page(client, played, "event").content.decode()
    assert "https://photos.example/1" in text
    assert "Guest 006" in text
    assert page(client, played, "print-prizes").status_code == 302


def test_changed_standings_after_the_confirmation_are_named(client, organiser, played):
    add(played)
    prizes.confirm_prizes(SITE, played)
    PrizeWinner.objects.update(participant=played.participants.get(number=6))
    client.force_login(organiser.user)
    assert b"standings have changed" in page(client, played).content


def test_the_year_of_birth_is_the_organisers_alone(client, organiser, event):
    (guest,) = add_guests(event, 1)
    client.force_login(organiser.user)
    address = reverse("leagues:event-entry", args=[event.slug, guest.number])
    form = client.get(address).context["form"]
    values = {name: form[name].value() for name in form.fields}
    typed = {name: value for name, value in values.items() if value is not None}
    typed["birth_year"] = "2013"
    assert client.post(address, typed).status_code == 302
    assert fresh(guest).birth_year == 2013
    assert "2013" in client.get(address).content.decode()
    for name in ("event-players", "event"):
        assert "2013" not in page(client, event, name).content.decode()
    assert not event.changes.filter(after__icontains="2013").exists()

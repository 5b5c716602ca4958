"""What webhooks are told: with the fact, as a visitor would see it when it is sent."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.games.models import Game
from goclub.games.playing.services.decisions import (
    confirm_game,
    decide_game,
    void_game,
    withdraw_game,
)
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import confirm_games, put_back_games
from goclub.games.rating.ledger.recalculation import rebuild, recalculate_from_day
from goclub.games.tests.factories import report
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import played_event
from goclub.leagues.tournament.services.closing import close_event, reopen_event
from goclub.leagues.tournament.services.events import cancel_event, create_event
from goclub.members.hooks.services import keeping
from goclub.members.hooks.services.keeping import announce
from goclub.members.hooks.services.sending import body_of, told_of
from goclub.members.models import ClubSettings, Delivery, HookKind, HookTopic, Member, Webhook
from goclub.members.requests import Act
from goclub.members.tests.factories import LONG_AGO, fresh, make_member
from ratings.errors import RuleError


@pytest.fixture
def hook(db):
    club = {"name": "Hoshi", "visitors_see": ClubSettings.Visitors.EVERYTHING}
    ClubSettings.objects.update_or_create(pk=1, defaults=club)
    return Webhook.objects.create(
        name="Bot", address="https://example.org/", topics=HookTopic.values, secret="whsec_AAAA",
        made_at=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def chair():
    return make_member("Chair", role="chair").user


@pytest.fixture
def game(hook):
    return report(make_member("佐藤 健", points=120), make_member("Ewa Lis", points=90))


def kinds():
    return list(Delivery.objects.order_by("pk").values_list("kind", flat=True))


def results():
    return [kind for kind in kinds() if kind.startswith("game.")]


def body(delivery):
    return json.loads(body_of(delivery, told_of(delivery)))


def now():
    return timezone.now()


def test_a_report_is_no_result_and_a_confirmation_is(game, chair):
    withdrawn = report(game.black, game.white, minute=9)
    withdraw_game(Act(withdrawn.reported_by), withdrawn)
    assert kinds() == []
    for _again in range(2):
        confirm_game(Act(chair, now()), game)
        assert results() == ["game.confirmed"]
    Webhook.objects.update(topics=["events"])
    void_game(Act(chair), game, reason="never played")
    assert results() == ["game.confirmed"], "nobody hears what they did not choose"
    assert told_of(Delivery.objects.get(kind="game.confirmed")) is None, "overtaken"


def test_it_says_what_the_interface_says(client, game, chair):
    confirm_game(Act(chair, now()), game)
    told = body(Delivery.objects.get(kind="game.confirmed"))
    answered = client.get(f"/api/v1/games/{game.pk}").json()
    del answered["moved"]
    assert {**told["data"], "url": ""} == {**answered, "url": ""}
    assert told["data"]["url"].endswith(game.get_absolute_url())
    assert told["type"] == "game.confirmed"
    assert told["timestamp"]


def test_a_fact_that_is_undone_is_told_to_nobody(game, chair):
    @transaction.atomic
    def both():
        confirm_game(Act(chair, now()), game)
        void_game(Act(chair), game, reason="")

    with pytest.raises(RuleError):
        both()
    assert kinds() == []


def test_corrected_and_void(game, chair):
    confirm_game(Act(chair, now()), game)
    Delivery.objects.all().delete()
    facts = GameFacts.of(fresh(game))
    other = GameFacts(**{name: getattr(facts, name) for name in facts.__slots__} | {"winner": "W"})
    decide_game(Act(chair, now()), game, facts=other, reason="wrong")
    void_game(Act(chair), game, reason="never played")
    assert results() == ["game.corrected", "game.voided"]
    corrected, voided = Delivery.objects.filter(kind__startswith="game.").order_by("pk")
    assert told_of(corrected) is None
    assert body(voided)["data"]["state"] == "void"


def test_many_at_once_and_put_back(game, chair):
    confirm_games(Act(chair, now()), [game.pk])
    put_back_games(Act(chair), [game.pk])
    assert results() == ["game.confirmed", "game.voided"]
    assert body(Delivery.objects.filter(kind="game.voided").get())["data"]["state"] == "reported"


def test_a_change_of_rank_is_told_once(hook):
    winner = make_member("Up", points=99)
    before = winner.standings.get(system="paa").rank
    day = timezone.localdate()
    for number in range(30):
        other = make_member(f"P {number}", points=99)
        waiting = report(winner, other, played_on=day, minute=number)
        confirm_game(Act(other.user, now()), waiting)
        if winner.standings.get(system="paa").rank != before:
            break
    after = winner.standings.get(system="paa").rank
    assert after != before
    told = [one for one in Delivery.objects.filter(kind="rank.changed") if one.about == winner.pk]
    assert [one.said for one in told] == [
        {"system": "paa", "rank_before": before, "rank_after": after}
    ]
    assert body(told[0])["data"] == {"member": {"id": winner.pk, "name": "Up"}, **told[0].said}
    Member.objects.filter(pk=winner.pk).update(shows_profile=False)
    assert body(told[0])["data"]["member"] == {"id": None, "name": "Up"}
    Member.objects.filter(pk=winner.pk).update(is_listed=False)
    assert told_of(told[0]) is None
    Member.objects.filter(pk=winner.pk).update(is_listed=True, status=Member.Status.FORMER)
    assert told_of(told[0]) is None


def test_a_recalculation_tells_each_rank_that_it_changed_once(hook):
    """Whatever it was for: a rule of the house, a repair; who finds all in order says nothing."""
    member, other = make_member("Mended", points=120), make_member("Sound", points=99)
    rank = member.standings.get(system="paa").rank
    with gate_open():
        member.standings.filter(system="paa").update(rank="5k")
    for _again in range(2):
        recalculate_from_day(LONG_AGO)
    rebuild()
    told = [(one.about, one.said) for one in Delivery.objects.filter(kind="rank.changed")]
    assert told == [(member.pk, {"system": "paa", "rank_before": "5k", "rank_after": rank})]
    with gate_open():
        other.standings.filter(system="paa").update(rank="5k")
    rebuild()
    rebuild()
    assert Delivery.objects.filter(kind="rank.changed", about=other.pk).count() == 1


@pytest.mark.parametrize("sees", ClubSettings.Visitors.values)
def test_never_more_than_a_visitor_sees(game, chair, sees):
    confirm_game(Act(chair, now()), game)
    rank = Delivery(kind=HookKind.RANK, about=game.black_id, hook=Webhook.objects.get(), at=now())
    rank.said = {"system": "paa", "rank_before": "2d", "rank_after": "3d"}
    ClubSettings.objects.update(visitors_see=sees)
    told = told_of(Delivery.objects.get(kind="game.confirmed"))
    closed = sees == ClubSettings.Visitors.NOTHING
    assert (told is None) == (told_of(rank) is None) == closed
    if told is not None:
        assert (told.data["black"]["id"] is not None) == (sees == ClubSettings.Visitors.EVERYTHING)


def test_a_member_who_is_erased_before_the_sending_is_named_no_more(game, chair):
    confirm_game(Act(chair, now()), game)
    Member.objects.filter(pk=game.black_id).update(status=Member.Status.FORMER, display_name="–")
    told = Delivery.objects.get(kind="game.confirmed")
    assert "佐藤" not in body_of(told, told_of(told)).decode()
    assert not any("佐藤" in str(vars(one)) for one in Delivery.objects.all())


def test_on_discord_a_name_is_a_name_and_the_club_speaks_its_language(hook, game, chair):
    Webhook.objects.update(form=Webhook.Form.DISCORD)
    Member.objects.filter(pk=game.black_id).update(
        display_name="@everyone <b>*Kō*</b> [x](https://e.org)"
    )
    confirm_game(Act(chair, now()), game)
    sent = body(Delivery.objects.get(kind="game.confirmed"))
    assert sent["allowed_mentions"] == {"parse": []}
    assert set(sent) == {"content", "allowed_mentions"}
    said = sent["content"]
    assert r"\@everyone \<b\>\*Kō\*\</b\> \[x\]\(https\://e.org\)" in said
    assert said.endswith(f"{game.get_absolute_url()}>")
    assert "Black" in said
    ClubSettings.objects.update(language="ja")
    assert "Black" not in body(Delivery.objects.get(kind="game.confirmed"))["content"]


def test_the_life_of_a_tournament(hook, chair):
    event = create_event(Act(None, now()), "Cup", begins_on=timezone.localdate(), rounds=2)
    opened = Delivery.objects.get()
    assert (opened.kind, opened.about) == ("event.opened", event.pk)
    assert body(opened)["data"]["name"] == "Cup"
    cancel_event(Act(chair, now()), event, reason="snow")
    assert told_of(opened) is None
    cancelled = Delivery.objects.get(kind="event.cancelled")
    assert body(cancelled)["data"]["state"] == "cancelled"
    Event.objects.update(state=Event.State.DRAFT)
    assert told_of(cancelled) is None


def test_rounds_results_and_the_end(hook, chair):
    event = played_event(4, 2)
    Delivery.objects.all().delete()
    close_event(Act(chair, now()), event, early=True)
    posted = Game.objects.filter(state=Game.State.CONFIRMED).count()
    assert results().count("game.confirmed") == posted
    assert kinds()[-1] == "event.closed"
    reopen_event(Act(chair, now()), event, reason="a mistake")
    assert results().count("game.voided") == posted
    assert kinds()[-1] == "event.opened"


def test_a_published_round_is_told_by_its_number(hook, monkeypatch):
    monkeypatch.setattr(keeping, "OLD_NEWS", timedelta(days=10_000))
    played_event(4, 2)
    rounds = Delivery.objects.filter(kind="event.round_published").order_by("pk")
    assert [one.said for one in rounds][:1] == [{"round": 1}]
    told = told_of(rounds[0])
    assert told.data["round"] == 1
    assert "1" in told.sentence
    gone = rounds[0]
    gone.said = {"round": 9}
    assert told_of(gone) is None


def test_what_is_gone_is_told_to_nobody(hook):
    for kind in HookKind.values:
        if kind != "test":
            said = {"system": "paa", "rank_before": "1k", "rank_after": "1d"}
            assert told_of(Delivery(hook=hook, kind=kind, about=10**9, at=now(), said=said)) is None


def test_a_thousand_results_cost_as_many_queries_as_one(hook, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        announce(HookKind.CONFIRMED, [(pk, {}) for pk in range(1000)], at=now())
    assert Delivery.objects.count() == 1000

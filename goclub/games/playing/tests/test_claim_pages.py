"""A dispute with the right result, page by page: who sees it, who may accept, what history says."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from goclub.common.tests.reading import codes, read, said, shows
from goclub.games.labels import claim_of, result_of
from goclub.games.models import Game
from goclub.games.playing.services.decisions import dispute_game
from goclub.games.playing.services.facts import ClaimedResult
from goclub.games.tests.factories import play, report
from goclub.members.models import Notice
from goclub.members.notices.queries import kinds
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import enter_as, fresh, make_member

CLAIM = ClaimedResult("W", "points", 9)
SAID = {"reason": "We counted again.", "winner": "W", "ending": "points", "margin": "4.5"}
ROLES = ("visitor", "stranger", "black", "white", "organiser", "chair")
CONCERNED = {"black", "white", "organiser", "chair"}


@pytest.fixture
def people():
    return {
        "black": make_member("佐藤 健"),
        "white": make_member("Anong S."),
        "stranger": make_member("สมชาย ใจดี"),
        "organiser": make_member(role=ORGANISER),
        "chair": make_member(role=CHAIR),
    }


@pytest.fixture
def game(people):
    return report(people["black"], people["white"])


@pytest.fixture
def disputed(game):
    return dispute_game(Act(game.white.user), game, reason="We counted again.", claim=CLAIM)


def address(name, game):
    return reverse(f"games:{name}", args=[game.pk])


# --- Saying it --------------------------------------------------------------------------------
def test_a_dispute_takes_the_right_result(client, people, game):
    assert enter_as(client, people, "white").post(address("dispute", game), SAID).status_code == 302
    assert (fresh(game).state, ClaimedResult.of(game)) == ("disputed", CLAIM)
    # Saying it better begins with what was said.
    form = client.get(address("dispute", game)).context["form"]
    assert {name: form[name].value() for name in form.fields} == SAID | {"margin": "4.5"}


def test_a_reason_alone_is_enough(client, people, game):
    enter_as(client, people, "white")
    client.post(address("dispute", game), {"reason": "No."} | dict.fromkeys(list(SAID)[1:], ""))
    assert (fresh(game).state, ClaimedResult.of(game)) == ("disputed", None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"winner": ""}, "winner"),
        ({"ending": ""}, "ending"),
        ({"margin": ""}, "margin"),
        ({"margin": "four"}, "margin"),
        ({"margin": "-4.5"}, "margin"),
        ({"margin": "4"}, "margin"),
        ({"ending": "resign"}, "margin"),
        ({"ending": "penalty", "margin": ""}, "ending"),
        ({"winner": "B", "ending": "resign", "margin": ""}, "winner"),
    ],
)
def test_each_refusal_stands_beside_its_field_and_keeps_what_was_typed(
    client, people, game, change, field
):
    data = SAID | change
    page = enter_as(client, people, "white").post(address("dispute", game), data)
    assert page.status_code == 422
    form = page.context["form"]
    assert list(codes(form)) == [field]
    assert {name: form[name].value() for name in data} == data
    assert Game.objects.get().state == "reported"


# --- Seeing and accepting it ------------------------------------------------------------------
def test_who_sees_the_claim_and_who_the_button(client, people, disputed):
    accept, words = address("accept", disputed), claim_of(disputed)
    seen, offered = set(), set()
    for role in ROLES:
        main = read(enter_as(client, people, role).get(disputed.get_absolute_url())).one("main")
        if words in main.text:
            seen.add(role)
        if accept in main.values("form", "action"):
            offered.add(role)
    assert seen == CONCERNED
    assert offered == {"black"}


def test_a_page_that_is_out_of_date_says_so(client, people, disputed):
    enter_as(client, people, "black")
    for key in ("", "W-resign-0", "\x00"):
        page = client.post(address("accept", disputed), {"claim": key}, follow=True)
        assert shows(page, said("playing.claim_changed", value="disputed"))
    assert fresh(disputed).state == "disputed"


def test_the_game_says_what_the_claim_would_move(client, people, disputed):
    page = enter_as(client, people, "black").get(disputed.get_absolute_url())
    moves = page.context["would_move"].of
    assert moves[people["white"].pk][0]["change"] > 0 > moves[people["black"].pk][0]["change"]
    page = enter_as(client, people, "white").get(disputed.get_absolute_url())
    assert page.context["would_move"] is None
    assert page.context["may_say_better"]


def test_history_says_what_was_reported_and_that_it_was_accepted(client, people, disputed):
    enter_as(client, people, "black").post(address("accept", disputed), {"claim": CLAIM.key})
    page = client.get(disputed.get_absolute_url())
    [change] = page.context["changes"]
    assert change["by"] == people["black"].user
    assert change["was"] == result_of(report(people["black"], people["white"], minute=3))
    assert change["reason"]
    assert not shows(enter_as(client, people, "stranger").get(page.request["PATH_INFO"]), "again.")


# --- Deciding for it --------------------------------------------------------------------------
def test_an_organiser_decides_for_it_with_one_press(client, people, disputed):
    url = address("decide", disputed)
    page = enter_as(client, people, "organiser").get(url)
    forms = [one for one in read(page).all("main form") if one.has("input[name=winner]")]
    [ready] = [one for one in forms if claim_of(disputed) in one.one("button").text]
    inputs = [one.attrs for one in ready.all("input")]
    sent = {one["name"]: one.get("value", "") for one in inputs}
    assert client.post(url, sent).status_code == 302
    assert (fresh(disputed).state, result_of(disputed)) == ("confirmed", claim_of(disputed))
    assert disputed.reason
    assert not disputed.black_free
    assert not disputed.white_free


def test_the_desk_shows_it(client, people, disputed):
    desk = enter_as(client, people, "organiser").get(reverse("members:desk"))
    assert shows(desk, claim_of(disputed))


@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
def test_the_notice_is_said_in_each_language(people, disputed, language):
    [notice] = Notice.objects.filter(kind="game.disputed")
    kind = kinds()["game.disputed"]
    with translation.override(language):
        text = kind.say(notice.params)
        assert claim_of(disputed) in text
        assert "Anong S." in text
        assert kind.say({"other": "Anong S."}) != text


def test_the_office_reads_the_claim(client, people, disputed):
    enter_as(client, people, "chair")
    page = client.get(reverse("admin:games_game_change", args=[disputed.pk]))
    assert claim_of(disputed) in page.content.decode()
    other = play(people["black"], people["stranger"], minute=9)
    page = client.get(reverse("admin:games_game_change", args=[other.pk]))
    assert page.status_code == 200

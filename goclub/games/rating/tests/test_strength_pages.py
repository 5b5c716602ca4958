"""Rankings, head-to-head, the rulebook, IGS borders and ranks: who, what, how often, how many."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from goclub.common.notation import short_rank
from goclub.common.tests.reading import cost, read, shows
from goclub.common.tests.written_once import written_once
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.services import set_house_rule, set_thresholds
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import ClubSettings, StrengthDecision
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, enter_as, make_applicant, make_member
from ratings.igs.ladder import LADDER
from ratings.igs.thresholds import DEFAULT, Thresholds

KEYS = [system.key for system in SYSTEMS]
ROLES = ("visitor", "stranger", "black", "organiser", "secretary", "chair")


def make_club():
    """Six people by role, one game between two of them."""
    people = {
        "black": make_member("佐藤 健", romanised_name="Sato Ken", points=119, country="JP"),
        "white": make_member("Anong <b>S.</b>", points=136, country="TH", club="Chiang Mai"),
        "stranger": make_member("สมชาย ใจดี", points=118),
        "organiser": make_member(role=ORGANISER, points=85),
        "secretary": make_member(role=SECRETARY, points=75),
        "chair": make_member(role=CHAIR, points=65),
    }
    play(people["black"], people["white"])
    return people


@pytest.fixture
@written_once
def club():
    return make_club()


def certify(member, rank="3d"):
    set_igs_rank(Act(None, LONG_AGO_AT), member, rank=rank, on=LONG_AGO_AT.date(), reason="known")


def everybody(status, **others):
    return dict.fromkeys(ROLES, status) | others


PAGES = {
    "games:rankings": (("paa",), everybody(200)),
    "games:head-to-head": (("black", "white"), everybody(200)),
    "games:rules": ((), everybody(200)),
    "games:igs-borders": ((), everybody(200)),
    "games:igs-rank": ((), everybody(200, visitor=302)),
    "games:set-igs-rank": (("black",), everybody(403, visitor=302, secretary=200, chair=200)),
}


def address(club, name):
    return reverse(name, args=[club[w].pk if w in club else w for w in PAGES[name][0]])


@pytest.mark.parametrize("name", PAGES)
def test_who_may_look_at_what(client, club, name):
    url, wanted = address(club, name), PAGES[name][1]
    assert {r: enter_as(client, club, r).get(url).status_code for r in ROLES} == wanted


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("games:rankings", ["chess"]),
        ("games:head-to-head", ["black", 987654]),
        ("games:head-to-head", [987654, "black"]),
        ("games:head-to-head", ["black", "black"]),
        ("games:set-igs-rank", [987654]),
        ("games:set-igs-rank", ["applicant"]),
    ],
)
def test_what_nobody_has_is_not_found(client, club, name, args):
    people = club | {"applicant": make_applicant("New")}
    url = reverse(name, args=[people[a].pk if a in people else a for a in args])
    assert enter_as(client, club, "chair").get(url).status_code == 404


@pytest.mark.parametrize(
    ("level", "table", "profile"),
    [("everything", 200, 200), ("table", 200, 302), ("nothing", 302, 302)],
)
def test_what_a_visitor_sees_is_the_clubs_choice(client, club, level, table, profile):
    ClubSettings.objects.create(pk=1, visitors_see=level)
    for key in KEYS:
        assert client.get(reverse("games:rankings", args=[key])).status_code == table
    assert client.get(address(club, "games:head-to-head")).status_code == profile
    rules = read(client.get(reverse("games:rules")))
    assert (reverse("games:rankings") in rules.values("a", "href")) == (table == 200)
    if table == 200:  # names are links only for those who may follow them
        links = read(client.get(reverse("games:rankings"))).values("main a", "href")
        assert (club["black"].get_absolute_url() in links) == (profile == 200)


@pytest.mark.parametrize("name", ["games:rankings", "games:head-to-head", "games:set-igs-rank"])
def test_names_of_any_script_are_shown_and_never_markup(client, club, name):
    play(club["white"], club["stranger"], minute=9)
    enter_as(client, club, "chair")
    args = {
        "games:rankings": [[key] for key in KEYS],
        "games:head-to-head": [[club["white"].pk, club[o].pk] for o in ("black", "stranger")],
        "games:set-igs-rank": [[club[o].pk] for o in ("black", "white", "stranger")],
    }[name]
    urls = [reverse(name, args=each) for each in args]
    parts = [read(client.get(url)).one("main") for url in urls]
    assert not any(part.has("b") for part in parts)
    text = " ".join(part.text for part in parts)
    for shown in ("Sato Ken", "สมชาย ใจดี", "Anong <b>S.</b>"):
        assert shown in text


def test_the_same_number_of_queries_at_few_and_at_many_rows(client, club):
    black, white = club["black"], club["white"]
    urls = (
        *(reverse("games:rankings", args=[key]) for key in KEYS),
        reverse("games:head-to-head", args=[black.pk, white.pk]),
        reverse("games:rules"),
        *(f"{black.get_absolute_url()}?system={key}" for key in KEYS),
    )
    enter_as(client, club, "chair")
    few = cost(client, *urls)
    for number in range(12):
        play(black, make_member(f"Player {number}"), minute=10 + 4 * number)
        play(black, white, "W+R", minute=12 + 4 * number)
        set_house_rule(
            Act(None),
            "paa_min_games",
            value=number + 1,
            valid_from=NIGHT + timedelta(number),
            reason="x",
        )
    assert cost(client, *urls) == few


# --- Head to head -----------------------------------------------------------------------------
def test_head_to_head_counts_each_way(client, club):
    black, white = club["black"], club["white"]
    play(white, black, "B+4.5", minute=9)
    play(black, white, "jigo", minute=12)
    play(black, club["stranger"], minute=15)
    page = client.get(reverse("games:head-to-head", args=[black.pk, white.pk]))
    record = page.context["record"]
    assert record["total"] == (1, 1, 1)
    assert (record["colours"]["B"].won, record["colours"]["W"].lost) == (1, 1)
    assert len(page.context["table"].rows) == 3
    held = [Standing.objects.get(member=one, system="paa").rank for one in (black, white)]
    assert all(held)
    assert read(page).texts("h1 .who .rank") == [short_rank(rank) for rank in held]
    turned = client.get(reverse("games:head-to-head", args=[white.pk, black.pk]))
    assert turned.context["record"]["colours"]["B"].won == 1


def test_two_who_never_met_are_told_what_to_do(client, club):
    page = client.get(reverse("games:head-to-head", args=[club["chair"].pk, club["stranger"].pk]))
    assert page.context["record"]["total"].games == 0
    assert list(page.context["table"].rows) == []
    assert shows(page, page.context["table"].first_text)


# --- The rulebook -----------------------------------------------------------------------------
def test_every_house_rule_says_its_value_and_since_when(client, club):
    page = client.get(reverse("games:rules"))
    shown = {rule["spec"].key: rule for rule in page.context["house_rules"]}
    assert list(shown) == list(specs())
    text = read(page).text
    for key, spec in specs().items():
        assert (shown[key]["value"], shown[key]["since"]) == (spec.words(spec.default), None)
        assert str(spec.why) in text


def test_a_changed_house_rule_keeps_what_was_before_and_what_will_be(client, club):
    for value, day in ((8, date(2024, 5, 1)), (12, date(2025, 5, 1)), (14, date(2999, 1, 1))):
        set_house_rule(
            Act(None), "paa_min_games", value=value, valid_from=day, reason=f"vote <i>{value}</i>"
        )
    page = client.get(reverse("games:rules"))
    rule = next(r for r in page.context["house_rules"] if r["spec"].key == "paa_min_games")
    assert (rule["value"], rule["since"]) == ("12", date(2025, 5, 1))
    assert [value for _day, value, _why in rule["earlier"]] == ["8"]
    assert [value for _day, value, _why in rule["later"]] == ["14"]
    card = read(page).one("#paa_min_games")
    later, earlier = card.texts("p.small")[:2]
    assert re.findall(r"\d+ \w{3} \d{4}: \d+|vote .*(?=\))", later) == [
        "1 Jan 2999: 14", "vote <i>14</i>"
    ]  # fmt: skip
    assert re.findall(r"\d+ \w{3} \d{4}: \d+|vote .*(?=\))", earlier) == [
        "1 May 2024: 8", "vote <i>8</i>"
    ]  # fmt: skip
    assert not card.has("i")


@pytest.mark.parametrize("role", ROLES)
def test_only_the_chair_is_offered_a_change(client, club, role):
    page = read(enter_as(client, club, role).get(reverse("games:rules"))).one("main")
    for name in ("houserule", "thresholdtable"):
        address = reverse(f"admin:games_{name}_add")
        assert page.has(f'a[href^="{address}"]') == (role == "chair")


def section_of_borders(page):
    [section] = [one for one in read(page).all("section") if one.has("#borders")]
    return section


def test_the_borders_say_whose_numbers_they_are(client, club):
    url = reverse("games:rules")
    page = client.get(url)
    assert len(page.context["borders"]) == 52
    section = section_of_borders(page)
    assert len(section.all("td strong[title]")) == 8
    assert not section.has(".own")
    without = section.all("p.soft")[0].text
    own = DEFAULT.to_json()
    own["promote"][40] += 100  # 5d
    own["entry"][41] += 100
    set_thresholds(Act(None), Thresholds.from_json(own), valid_from=NIGHT, reason="a <i>trial</i>")
    section = section_of_borders(client.get(url))
    assert len(section.all("td .own[title]")) == 2
    legend, own_table = section.texts("p.soft")
    assert len(legend) > len(without)  # what the underlined numbers are
    assert "a <i>trial</i>" in own_table


def test_an_entry_says_whose_border_it_was_judged_by(client, club):
    certify(club["black"], "3d")
    certify(club["white"], "3d")
    game = play(club["black"], club["white"], minute=20)
    entry = RatingEntry.objects.get(game=game, system="igs", member=club["black"])
    before = read(client.get(entry.get_absolute_url())).one("ol.why-lines").text
    assert re.findall(r"\b(34,[12]00|32,000) \((.*?)\)", before) == [
        ("34,100", "reconstructed"), ("32,000", "reconstructed")
    ]  # fmt: skip
    own = DEFAULT.to_json()
    at = LADDER.index("3d")
    own["promote"][at] += 100
    own["entry"][at + 1] += 100
    set_thresholds(Act(None), Thresholds.from_json(own), valid_from=NIGHT, reason="trial")
    entry = RatingEntry.objects.get(game=game, system="igs", member=club["black"])
    after = read(client.get(entry.get_absolute_url())).one("ol.why-lines").text
    assert re.findall(r"\b(34,[12]00|32,000) \((.*?)\)", after) == [
        ("34,200", "set by the club"), ("32,000", "reconstructed")
    ]  # fmt: skip


# --- IGS ranks --------------------------------------------------------------------------------
def test_a_newcomer_changes_his_own_provisional_rank(client, club):
    url = reverse("games:igs-rank")
    assert enter_as(client, club, "black").get(url).context["form"]["rank"].value() == "1k"
    assert client.post(url, {"rank": "3d"}).status_code == 302
    assert Standing.objects.get(member=club["black"], system="igs").rank == "3d?"
    decision = StrengthDecision.objects.latest("pk")
    assert (decision.kind, decision.rank, decision.decided_by) == (
        "revised", "3d", club["black"].user
    )  # fmt: skip


@pytest.mark.parametrize("rank", ["10d", "3d+", "BC", "", "99k", "3p"])
def test_a_rank_that_no_newcomer_may_have_is_refused_beside_the_field(client, club, rank):
    page = enter_as(client, club, "black").post(reverse("games:igs-rank"), {"rank": rank})
    assert page.status_code == 422
    assert page.context["form"].errors["rank"]
    assert Standing.objects.get(member=club["black"], system="igs").rank == "1k?"


def test_a_certified_rank_is_not_ones_own_to_change(client, club):
    certify(club["black"], "2d")
    enter_as(client, club, "black")
    url = reverse("games:igs-rank")
    page = client.get(url)
    assert page.context["form"] is None
    assert not read(page).has("main form")
    assert read(page).values("p.lead-line .why-mark", "popovertarget") == ["why-S0-28"]
    assert client.post(url, {"rank": "3d"}).status_code == 422
    assert Standing.objects.get(member=club["black"], system="igs").rank == "2d"


def test_a_login_without_a_member_has_no_igs_rank(admin_client):
    assert admin_client.get(reverse("games:igs-rank")).status_code == 403


SET = {"rank": "3d+", "effective_on": "2025-03-01", "reason": "known from Pandanet"}


@pytest.mark.parametrize("role", ["secretary", "chair"])
def test_the_office_sets_a_rank_with_a_reason(client, club, role):
    enter_as(client, club, role)
    assert client.post(address(club, "games:set-igs-rank"), SET).status_code == 302
    standing = Standing.objects.get(member=club["black"], system="igs")
    assert (standing.rank, standing.certified) == ("3d+", True)
    page = client.get(f"{club['black'].get_absolute_url()}?system=igs")
    assert shows(page, "known from Pandanet")


@pytest.mark.parametrize("role", ["stranger", "black", "organiser"])
def test_nobody_else_sets_a_rank(client, club, role):
    enter_as(client, club, role)
    before = StrengthDecision.objects.count()
    assert client.post(address(club, "games:set-igs-rank"), SET).status_code == 403
    assert StrengthDecision.objects.count() == before


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rank": "9d+"}, "rank"),
        ({"rank": ""}, "rank"),
        ({"reason": " "}, "reason"),
        ({"effective_on": "2001-01-01"}, "effective_on"),
        ({"effective_on": "2999-01-01"}, "effective_on"),
        ({"effective_on": "soon"}, "effective_on"),
    ],
)
def test_what_the_office_may_not_set_is_refused_beside_its_field(client, club, change, field):
    enter_as(client, club, "chair")
    before = StrengthDecision.objects.count()
    page = client.post(address(club, "games:set-igs-rank"), SET | change)
    assert page.status_code == 422
    assert page.context["form"].errors[field]
    assert {name: page.context["form"][name].value() for name in SET} == SET | change
    assert StrengthDecision.objects.count() == before


# --- Profiles ---------------------------------------------------------------------------------
@pytest.mark.parametrize("system", KEYS)
def test_a_profile_shows_each_system_with_its_own_ledger(client, club, system):
    page = client.get(f"{club['black'].get_absolute_url()}?system={system}")
    assert page.context["system"].key == system
    assert {row.record.system for row in page.context["table"].rows} == {system}
    assert [key for key, _name, held in page.context["standings"] if held] == KEYS


def test_a_newcomers_igs_page_shows_a_rank_and_no_points(client, club):
    main = read(client.get(f"{club['black'].get_absolute_url()}?system=igs")).one("main")
    assert "1k?" in main.text
    assert "0 → 0" not in main.text
    assert "no points before twenty games" in main.text


# --- Ways there -------------------------------------------------------------------------------


@pytest.fixture
def chair():
    return make_member("Chair", role=CHAIR)


def igs(member) -> Standing:
    return Standing.objects.get(member=member, system="igs")


@pytest.mark.parametrize("role", [CHAIR, SECRETARY])
@pytest.mark.parametrize(("rank", "shown"), [("P", "P"), ("1p", "1p"), ("9p", "9p")])
def test_an_admin_marks_a_professional_with_a_day_and_a_reason(client, role, rank, shown):
    admin, pro, other = make_member("Admin", role=role), make_member("Pro"), make_member()
    address = reverse("games:set-igs-rank", args=[pro.pk])
    client.force_login(admin.user)
    assert shown in read(client.get(address)).values("select[name=rank] option", "value")
    sent = {"rank": rank, "effective_on": NIGHT.isoformat(), "reason": "Nihon Kiin"}
    assert client.post(address, sent).status_code == 302
    standing = igs(pro)
    assert (standing.rank, standing.certified, standing.points) == (shown, False, 0)
    [decision] = StrengthDecision.objects.filter(member=pro, system="igs")
    assert (decision.effective_on, decision.reason, decision.decided_by) == (
        NIGHT, "Nihon Kiin", admin.user,
    )  # fmt: skip
    game = play(pro, other, played_on=NIGHT + timedelta(days=1))
    for entry in RatingEntry.objects.filter(game=game, system="igs"):
        assert (entry.delta, entry.code) == (0, "pro")
    entry = RatingEntry.objects.get(decision=decision, system="igs")
    for page in (entry.get_absolute_url(), f"{pro.get_absolute_url()}?system=igs"):
        assert client.get(page).status_code == 200
    assert "Nihon Kiin" in read(client.get(entry.get_absolute_url())).text
    assert rebuild() == 0
    # The way back is a rank again.
    sent["rank"], sent["reason"] = "3d", "an amateur after all"
    assert client.post(address, sent).status_code == 302
    assert igs(pro).rank == "3d"


def test_certifying_after_ten_games_asks_nothing(client, chair):
    member, other = make_member("New", points=115), make_member("Old", points=115)
    for minute in range(10):
        play(member, other, minute=2 * minute)
    client.force_login(chair.user)
    sent = {"kind": "certified", "effective_on": NIGHT.isoformat(), "reason": "ten games"}
    assert client.post(reverse("games:strength", args=[member.pk]), sent).status_code == 302

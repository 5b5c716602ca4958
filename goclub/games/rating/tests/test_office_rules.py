"""House rules and IGS borders in the office: looked at first, saved by a second post."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import override

from goclub.common.tests.reading import read, shows, told
from goclub.games.models import HouseRule, RatingEntry, Standing, ThresholdTable
from goclub.games.rating.house_rules import specs
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, as_member, fresh, make_member, signed_in
from ratings.igs.thresholds import DEFAULT, Thresholds, read_thresholds, write_thresholds

RULES = "admin:games_houserule"
TABLES = "admin:games_thresholdtable"
DAY = {"valid_from": "2025-01-01", "reason": "agreed at the meeting"}


@pytest.fixture
def chair(client):
    return signed_in(client, "The chair", role=CHAIR)


def add(name):
    return reverse(f"{name}_add")


def hidden(page):
    """The hidden fields that the next post carries along."""
    form = page.context["adminform"].form
    return {name: form[name].value() or "" for name in ("seen", "read") if name in form.fields}


def snapshot():
    return (
        list(HouseRule.objects.values_list()),
        list(ThresholdTable.objects.values_list()),
        list(RatingEntry.objects.order_by("pk").values_list()),
        list(Standing.objects.order_by("pk").values_list()),
    )


# --- House rules ------------------------------------------------------------------------------
def another(spec):
    """A value that is not the default, and lies in the rule's range."""
    values = [number for number, _words in spec.choices] or [12]
    return next(value for value in values if value != spec.default)


@pytest.mark.parametrize("spec", specs().values(), ids=specs())
def test_each_house_rule_is_shown_first_and_then_saved(client, chair, spec):
    play(make_member("佐藤 健"), make_member("Anong <b>S.</b>"))
    data = DAY | {"key": spec.key, "value": another(spec)}
    before = snapshot()
    assert shows(client.get(add(RULES), {"key": spec.key}), spec.label)
    page = client.post(add(RULES), data)
    assert page.status_code == 200
    assert page.context["preview"] is not None
    assert read(page).has("section.preview #preview")
    assert snapshot() == before
    assert client.post(add(RULES), data | hidden(page)).status_code == 302
    rule = HouseRule.objects.get()
    assert (rule.key, rule.value, rule.set_by) == (spec.key, another(spec), chair.user)
    assert rule.valid_from.isoformat() == DAY["valid_from"]


def test_the_preview_names_who_would_stand_elsewhere_with_before_and_after(client, chair):
    """Ten wins in eleven games promote; with twelve games asked for they do not (S1-13)."""
    riser, rival = make_member("佐藤 健", points=119), make_member("Anong <b>S.</b>", points=119)
    for minute in range(11):
        play(riser, rival, "W+R" if minute == 4 else "B+R", minute=minute * 3)
    assert Standing.objects.get(member=riser, system="paa").rank == "1d"
    page = client.post(add(RULES), DAY | {"key": "paa_min_games", "value": "12"})
    row = next(row for row in page.context["preview"]["touched"] if row["member"] == riser)
    assert (row["rank_before"], row["rank_after"]) == ("1d", "1k")
    assert (row["before"], row["after"], row["change"]) == ("128", "128", "0")
    assert row["system"] == "PAA points"
    shown = read(page)
    assert "1d → 1k" in shown.text
    assert not shown.has("b")
    assert Standing.objects.get(member=riser, system="paa").rank == "1d"
    client.post(add(RULES), DAY | {"key": "paa_min_games", "value": "12"} | hidden(page))
    assert Standing.objects.get(member=riser, system="paa").rank == "1k"


@pytest.mark.parametrize("change", [{"value": "11"}, {"valid_from": "2025-02-01"}])
def test_whoever_changes_his_mind_looks_again(client, chair, change):
    data = DAY | {"key": "paa_min_games", "value": "12"}
    page = client.post(add(RULES), data)
    page = client.post(add(RULES), data | hidden(page) | change)
    assert page.context["preview"] is not None
    assert not HouseRule.objects.exists()


@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        ({"key": "paa_min_games", "value": "0"}, "value", "1 to 100"),
        ({"key": "paa_min_games", "value": "101"}, "value", "1 to 100"),
        ({"key": "paa_min_games", "value": "many"}, "value", "whole number"),
        ({"key": "paa_window", "value": "5"}, "value", "minimum number of games"),
        ({"key": "igs_interpolate", "value": "2"}, "value", "valid choice"),
        ({"key": "egf_class", "value": "26"}, "value", "valid choice"),
        ({"key": "paa_window", "value": "-1"}, "value", "0 to 100"),
        ({"key": "paa_window", "value": "50", "valid_from": "soon"}, "valid_from", "date"),
        ({"key": "paa_window", "value": "50", "reason": " "}, "reason", "fill this in"),
    ],
)
def test_a_house_rule_that_does_not_fit_is_refused_beside_its_field(
    client, chair, data, field, says
):
    before = snapshot()
    page = client.post(add(RULES), DAY | data)
    assert says in str(page.context["adminform"].form.errors[field])
    assert page.context["preview"] is None
    assert snapshot() == before


def test_a_value_that_contradicts_a_later_day_is_refused(client, chair):
    """A window set for March must hold the minimum number of games asked for from January on."""
    set_house_rule(Act(None), "paa_window", value=15, valid_from=NIGHT, reason="trial")
    page = client.post(add(RULES), DAY | {"key": "paa_min_games", "value": "20"})
    assert "minimum number of games" in str(page.context["adminform"].form.errors["value"])


def test_first_comes_the_choice_of_the_rule(client, chair):
    page = client.get(add(RULES))
    assert [spec.key for spec, _value in page.context["rules"]] == list(specs())
    assert client.post(add(RULES), DAY | {"key": "nonsense", "value": "1"}).status_code == 422
    assert not HouseRule.objects.exists()


def test_the_same_day_is_corrected_not_doubled(client, chair):
    for value in ("12", "13"):
        data = DAY | {"key": "paa_min_games", "value": value}
        client.post(add(RULES), data | hidden(client.post(add(RULES), data)))
    assert HouseRule.objects.get().value == 13
    assert HouseRule.history.count() == 2


def test_an_older_value_keeps_its_rule_and_its_day(client, chair):
    rule, _rows = set_house_rule(
        Act(None), "igs_newcomers", value=0, valid_from=NIGHT, reason="trial"
    )
    url = reverse(f"{RULES}_change", args=[rule.pk])
    data = {"value": "1", "reason": "no more", "key": "elo_feed", "valid_from": "2020-01-01"}
    page = client.post(url, data)
    assert page.context["preview"] is not None
    assert client.post(url, data | hidden(page)).status_code == 302
    assert (fresh(rule).key, rule.value, rule.valid_from) == ("igs_newcomers", 1, NIGHT)


# --- The table of IGS borders -----------------------------------------------------------------
def table(**changes):
    """The default table with some numbers changed: ``promote_3d=33000``."""
    lines = write_thresholds(Thresholds.from_json(DEFAULT.to_json())).splitlines()
    heads = {"promote": 1, "entry": 2, "demote": 3}
    for name, value in changes.items():
        column, rank = name.split("_")
        for number, line in enumerate(lines):
            cells = line.split(",")
            if cells[0] == rank.replace("plus", "+"):
                cells[heads[column]] = str(value)
                lines[number] = ",".join(cells)
    return "\n".join(lines)


def upload(text):
    data = text if isinstance(text, bytes) else text.encode()
    return {"file": SimpleUploadedFile("borders.csv", data, content_type="text/csv")}


@pytest.fixture
def certified():
    """A 1k of 25 000 points or so in the IGS system."""
    member = make_member("สมชาย ใจดี")
    set_igs_rank(Act(None, LONG_AGO_AT), member, rank="3d", on=LONG_AGO_AT.date(), reason="test")
    return member


def test_a_table_is_shown_first_and_then_saved(client, chair, certified):
    other = make_member("Second", points=150)
    set_igs_rank(Act(None, LONG_AGO_AT), other, rank="3d", on=LONG_AGO_AT.date(), reason="test")
    play(certified, other, minute=3)
    assert Standing.objects.get(member=certified, system="igs").rank == "3d"
    own = table(promote_3d=32_430, entry_3dplus=32_430, demote_3dplus=32_100)
    before = snapshot()
    page = client.post(add(TABLES), DAY | upload(own))
    assert snapshot() == before
    preview = page.context["preview"]
    row = next(row for row in preview["touched"] if row["member"] == certified)
    assert (row["system"], row["rank_before"], row["rank_after"]) == ("IGS points", "3d", "3d+")
    assert ("3d", "promoted from", 34_100, 32_430) in page.context["differences"]
    assert len(page.context["differences"]) == 3
    answer = client.post(add(TABLES), DAY | hidden(page))  # the file itself is not sent again
    assert answer.status_code == 302
    stored = ThresholdTable.objects.get()
    assert Thresholds.from_json(stored.table) == read_thresholds(own)
    assert stored.set_by == chair.user
    assert Standing.objects.get(member=certified, system="igs").rank == "3d+"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_as_spreadsheets_save_it_is_read(client, chair, encoding, separator):
    text = table(promote_5d=42_200, entry_5dplus=42_200)
    dressed = io.StringIO()
    csv.writer(dressed, delimiter=separator).writerows(csv.reader(text.splitlines()))
    page = client.post(add(TABLES), DAY | upload(dressed.getvalue().encode(encoding)))
    assert page.context["preview"] is not None
    client.post(add(TABLES), DAY | hidden(page))
    assert Thresholds.from_json(ThresholdTable.objects.get().table) == read_thresholds(text)


@pytest.mark.parametrize("url", [add(RULES), add(TABLES)], ids=["rule", "table"])
def test_a_saving_counts_as_its_preview_did(client, chair, url):
    """Members who stand elsewhere, and lines of the ledger: the same two numbers."""
    riser, rival = make_member("Riser", points=119), make_member("Rival", points=119)
    for member in (riser, rival):
        set_igs_rank(Act(None, LONG_AGO_AT), member, rank="3d", on=LONG_AGO_AT.date(), reason="x")
    for minute in range(11):
        play(riser, rival, "W+R" if minute == 4 else "B+R", minute=minute * 3)
    own = table(promote_3d=32_430, entry_3dplus=32_430, demote_3dplus=32_100)
    data = DAY | {"key": "paa_min_games", "value": "12"} | upload(own)
    page = client.post(url, data)
    preview = page.context["preview"]
    assert preview["members"]
    assert preview["entries"]
    del data["file"]
    answer = client.post(url, data | hidden(page), follow=True)
    numbers = [int(word) for text in told(answer) for word in re.findall(r"\b\d+\b", text)]
    assert numbers[:2] == [preview["members"], preview["entries"]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Choose a file first"),
        (b" \n", "is empty"),
        ("rank,promote_at\n17k,5500", "“entry_points” is missing"),
        ("\n".join(line for line in table().splitlines() if not line.startswith("5d,")), "5d"),
        (table(promote_5d="many"), "5d: many is not a whole number"),
        (table(promote_5d=""), "5d: This rank’s row is missing a number"),
        (table(demote_5d=42_000), "5d"),
        (table(promote_5d=39_900, entry_5dplus=39_900), "5d"),
        (table(demote_5dplus=42_100, entry_5dplus=42_101), "5d+: 42,100 overlaps the rank below"),
        (table(promote_10d=70_000), ": There is no rank above 10d"),
        (table() + "\n5d,1,2,3", "5d: This rank has two rows"),
        (table() + "\n18k,1,2,3", "18k"),
        (table().replace("5 wins", "100"), "five wins"),
        (table() + "\n5d,1,2,3,4,5,6", "more cells"),
        (b"PK\x03\x04\0\xff\xfe", "not a text file"),
        (table().replace("5d,", '"5d,'), "This CSV table cannot be read"),
        ("x" * 70_000, "65\xa0kB"),
    ],
    ids=lambda value: str(value)[-24:],
)
def test_a_table_that_does_not_fit_is_refused_in_words(client, chair, text, says):
    before = snapshot()
    page = client.post(add(TABLES), DAY | (upload(text) if text else {}))
    assert page.context["preview"] is None
    said = str(page.context["adminform"].form.errors["file"])
    assert says in said.replace("&#x27;", "'")
    assert "%(" not in said
    assert snapshot() == before


def test_published_numbers_stay_unless_a_box_is_ticked(client, chair):
    own = table(promote_1k=25_800, entry_1kplus=25_800)
    page = client.post(add(TABLES), DAY | upload(own))
    assert "1k promoted from" in str(page.context["adminform"].form.errors["allow_published"])
    data = DAY | {"allow_published": "on"}
    page = client.post(add(TABLES), data | upload(own))
    assert page.context["preview"] is not None
    assert client.post(add(TABLES), data | hidden(page)).status_code == 302
    assert ThresholdTable.objects.get().table["promote"][32] == 25_800


def test_a_refused_table_does_not_leave_the_one_before_in_the_page(client, chair):
    page = client.post(add(TABLES), DAY | upload(table(promote_5d=42_200, entry_5dplus=42_200)))
    refused = client.post(add(TABLES), DAY | hidden(page) | upload("nonsense"))
    assert hidden(refused) == {"seen": "", "read": ""}


@pytest.mark.parametrize("read", ["{", "[]", '{"promote": 3}', '{"promote": [], "entry": []}'])
def test_a_page_that_was_tampered_with_is_refused(client, chair, read):
    assert client.post(add(TABLES), DAY | {"read": read}).context["adminform"].form.errors["file"]
    assert not ThresholdTable.objects.exists()


def test_a_table_of_the_same_day_is_corrected_with_another_reason(client, chair):
    page = client.post(add(TABLES), DAY | upload(table()))
    client.post(add(TABLES), DAY | hidden(page))
    url = reverse(f"{TABLES}_change", args=[ThresholdTable.objects.get().pk])
    assert client.get(url).status_code == 200
    page = client.post(url, {"reason": "better said"})
    assert client.post(url, {"reason": "better said"} | hidden(page)).status_code == 302
    assert ThresholdTable.objects.get().reason == "better said"


def test_the_table_of_today_comes_in_the_form_in_which_one_is_uploaded(client):
    answer = client.get(reverse("games:igs-borders"))
    assert answer["Content-Type"].startswith("text/csv")
    assert read_thresholds(answer.text) == DEFAULT


@pytest.mark.parametrize(("language", "text"), [("en", "× 1.7"), ("pl", "× 1,7"), ("th", "× 1.7")])
def test_a_multiplier_has_the_decimal_mark_of_the_language(language, text):
    with override(language):
        assert specs()["igs_first_twenty"].words(17) == text


# --- Who may ----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [RULES, TABLES])
@pytest.mark.parametrize(
    ("role", "wanted"), [(MEMBER, 302), (ORGANISER, 302), (SECRETARY, 403), (CHAIR, 200)]
)
def test_only_the_chair_changes_rules(client, name, role, wanted):
    assert as_member(client, make_member(role=role)).get(add(name)).status_code == wanted
    data = DAY | {"key": "paa_min_games", "value": "12"} | upload(table())
    answer = client.post(add(name), data)
    assert answer.status_code == wanted
    if role == CHAIR:
        client.post(add(name), DAY | {"key": "paa_min_games", "value": "12"} | hidden(answer))
    saved = HouseRule.objects.count() + ThresholdTable.objects.count()
    assert saved == (role == CHAIR)


def test_a_secretary_looks_at_rules_tables_tosses_and_standings(client, chair):
    rule, _ = set_house_rule(Act(None), "paa_window", value=30, valid_from=NIGHT, reason="x")
    page = client.post(add(TABLES), DAY | upload(table(promote_5d=42_200, entry_5dplus=42_200)))
    client.post(add(TABLES), DAY | hidden(page))
    client.force_login(make_member(role=SECRETARY).user)
    seen = read(client.get(reverse(f"{TABLES}_change", args=[ThresholdTable.objects.get().pk])))
    assert "42100 → 42200" in seen.text
    assert not seen.has("#content input[type=submit]")
    assert not seen.has("#content button")
    assert client.get(reverse(f"{RULES}_change", args=[rule.pk])).status_code == 200
    for name in ("toss", "standing", "ratingentry"):
        assert client.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
        assert client.get(reverse(f"admin:games_{name}_add")).status_code == 403


def test_the_ledger_in_the_office_shows_every_system(client, chair):
    play(make_member("佐藤 健", points=119), make_member("Anong", points=136))
    page = read(client.get(reverse("admin:games_ratingentry_changelist")))
    names = ("system", "was", "change", "became")
    rows = [
        tuple(row.one(f".field-{name}").text for name in names)
        for row in page.all("#result_list tbody tr")
    ]
    assert ("PAA points", "119", "+1", "120") in rows
    assert ("Club Elo", "1,000.0", "+12.5", "1,012.5") in rows
    assert ("Club Elo", "–", "–", "1,000.0") in rows
    assert ("EGF rating", "2,200.0", "−2.8", "2,197.2") in rows
    assert shows(client.get(reverse("admin:games_standing_changelist")), "1,012.5")
    assert client.get(reverse("admin:games_game_changelist")).status_code == 200


def test_nobody_changes_a_toss_in_the_office(client, chair):
    from goclub.games.playing.services.toss import open_toss

    toss = open_toss(Act(make_member().user, at()), make_member())
    url = reverse("admin:games_toss_change", args=[toss.pk])
    assert client.get(url).status_code == 200
    assert client.post(url, {"call": "even"}).status_code == 403
    assert fresh(toss).call == ""

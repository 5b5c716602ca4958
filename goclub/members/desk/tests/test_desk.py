"""The desk: who sees what, in which order, how much it asks of the database."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.common import backups
from goclub.common.tests.reading import read, said, told
from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.tests.factories import report
from goclub.members.desk import queries as registry
from goclub.members.desk.queries import Source, Urgency, sources
from goclub.members.models import Letter, Notice, StrengthDecision
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_applicant, make_member, signed_in

DESK = "members:desk"


def kind_url(key: str) -> str:
    return reverse("members:desk-kind", args=[key])


def reports(number: int) -> list[Game]:
    """So many waiting reports between two members."""
    black, white = make_member("Anong"), make_member("Bo")
    return [report(black, white, minute=minute) for minute in range(number)]


def keys_of(page) -> list[str]:
    return [kind.source.key for kind in page.context["kinds"]]


# --- Who ------------------------------------------------------------------------------------------
def test_each_role_finds_its_part(client):
    make_applicant("Lucía")
    reports(1)
    found = {}
    for role in (ORGANISER, SECRETARY, CHAIR):
        signed_in(client, role=role)
        found[role] = keys_of(client.get(reverse(DESK)))
    assert found == {
        ORGANISER: ["reports"],
        SECRETARY: ["applicants", "reports"],
        CHAIR: ["applicants", "reports"],
    }


@pytest.mark.parametrize("address", [reverse(DESK), kind_url("reports")])
def test_a_member_has_no_desk_and_a_visitor_signs_in_first(client, address):
    assert client.get(address).status_code == 302
    assert as_member(client, make_member()).get(address).status_code == 403
    assert client.post(kind_url("reports"), {"chosen": "1"}).status_code == 403


def test_what_is_not_ones_part_is_not_found(client):
    signed_in(client, role=ORGANISER)
    assert client.get(kind_url("applicants")).status_code == 404
    assert client.get(kind_url("nothing-such")).status_code == 404
    assert client.get(kind_url("ledger")).status_code == 404  # holds no rows


def test_a_press_that_a_kind_does_not_have_does_nothing(client):
    client.force_login(make_member(role=CHAIR).user)
    for source in sources():
        address = reverse("members:desk-kind", args=[source.key])
        assert client.post(address, {"do": "x", "chosen": "1"}).status_code == 302, source.key


def test_ones_own_games_wait_on_the_start_page_not_on_the_desk(client):
    organiser = signed_in(client, role=ORGANISER)
    game = report(make_member(), organiser)
    assert keys_of(client.get(reverse(DESK))) == []
    client.post(kind_url("reports"), {"do": "confirm", "chosen": game.pk})
    assert fresh(game).state == Game.State.REPORTED


# --- In which order -------------------------------------------------------------------------------
def test_the_gravest_comes_first(client):
    _waiting, disputed = reports(2)
    Game.objects.filter(pk=disputed.pk).update(state=Game.State.DISPUTED, reason="A ko was open.")
    make_applicant("Lucía")
    signed_in(client, role=CHAIR)
    page = client.get(reverse(DESK))
    assert keys_of(page) == ["disputes", "applicants", "reports"]
    assert page.context["count"] == 3


def test_what_waits_too_long_stands_out(client):
    (game,) = reports(1)
    signed_in(client, role=ORGANISER)
    ages = {}
    for days in (6, 7):
        Game.objects.filter(pk=game.pk).update(reported_at=timezone.now() - timedelta(days=days))
        (kind,) = client.get(reverse(DESK)).context["kinds"]
        ages[days] = (kind.oldest, kind.old)
    assert ages == {6: (6, False), 7: (7, True)}


def test_an_empty_desk_says_so_and_everywhere_counts_nothing(client):
    signed_in(client, role=CHAIR)
    page = client.get(reverse(DESK))
    assert (page.context["kinds"], page.context["count"]) == ([], 0)
    assert read(page).has("main .empty")
    assert not read(page).has(".menu .count")


# --- The count ------------------------------------------------------------------------------------
def test_the_count_stands_in_the_menu_and_on_the_start_page(client):
    reports(3)
    signed_in(client, role=ORGANISER)
    page = read(client.get("/"))
    assert page.one(".menu summary .count").text == "3"
    # The desk, and what is gravest on it.
    assert page.values(".desk-line a", "href") == [reverse(DESK), kind_url("reports")]
    page = read(as_member(client, make_member()).get("/"))
    assert not page.has(".desk-line")
    assert not page.has(f'.menu a[href="{reverse(DESK)}"]')


# --- What is pressed ------------------------------------------------------------------------------
def test_many_are_confirmed_at_once_and_put_back_again(client):
    games = reports(4)
    signed_in(client, role=ORGANISER)
    before = list(Standing.objects.order_by("pk").values())
    chosen = [game.pk for game in games[:3]]
    page = client.post(kind_url("reports"), {"do": "confirm", "chosen": chosen}, follow=True)
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["confirmed"] * 3 + [
        "reported"
    ]
    assert RatingEntry.objects.filter(game__in=chosen, system="paa").count() == 6
    (decided,) = page.context["lately"]
    assert (decided["decision"].mine, decided["decision"].undo) == (True, "put-back")
    again = client.post(kind_url("reports"), {"do": "confirm", "chosen": chosen}, follow=True)
    assert RatingEntry.objects.filter(game__in=chosen, system="paa").count() == 6  # harmless
    assert len(told(again, "info")) == 1
    client.post(kind_url("reports"), {"do": decided["decision"].undo, "chosen": decided["rows"]})
    assert set(Game.objects.values_list("state", "confirmed_by")) == {("reported", None)}
    assert not RatingEntry.objects.filter(game__isnull=False).exists()
    assert list(Standing.objects.order_by("pk").values()) == before


def test_what_was_decided_names_people_as_its_reader_reads_them(client):
    thai = {"name": "อนงค์ ศรีสุข", "romanised_name": "Anong Srisuk"}
    olga = make_member("桐谷 文雄", romanised_name="Kiriya Fumio", role=ORGANISER)
    game = report(make_member(**thai), make_member("Bo"))
    as_member(client, olga).post(kind_url("reports"), {"do": "confirm", "chosen": game.pk})
    signed_in(client, role=CHAIR)
    (decided,) = client.get(reverse(DESK)).context["lately"]
    assert "Anong Srisuk – Bo" in decided["decision"].title
    assert decided["decision"].who == "Kiriya Fumio"


def test_each_row_is_judged_by_itself(client):
    games = reports(3)
    Game.objects.filter(pk=games[1].pk).update(state=Game.State.DISPUTED)
    signed_in(client, role=ORGANISER)
    page = client.post(
        kind_url("reports"), {"do": "confirm", "chosen": [g.pk for g in games]}, follow=True
    )
    assert Game.objects.confirmed().count() == 2
    assert len(told(page, "success")) == 1
    (stayed,) = told(page, "error")
    assert said("playing.organiser_decides", value="disputed") in stayed


def test_somebody_elses_press_is_not_taken_back(client):
    (game,) = reports(1)
    signed_in(client, role=ORGANISER)
    client.post(kind_url("reports"), {"do": "confirm", "chosen": game.pk})
    signed_in(client, role=CHAIR)
    (decided,) = client.get(reverse(DESK)).context["lately"]
    assert decided["decision"].undo == ""
    page = client.post(kind_url("reports"), {"do": "put-back", "chosen": game.pk}, follow=True)
    assert said("not_yours_to_undo") in told(page, "error")[0]
    assert fresh(game).state == Game.State.CONFIRMED


@pytest.mark.parametrize("chosen", ["", "x", "9" * 5000, "-1"])
def test_nothing_that_can_be_meant_is_refused_in_words(client, chosen):
    reports(1)
    signed_in(client, role=ORGANISER)
    page = client.post(kind_url("reports"), {"do": "confirm", "chosen": chosen}, follow=True)
    assert told(page, "error") == [said("nothing_chosen")]
    assert not Game.objects.confirmed().exists()


def test_all_means_what_was_there_when_the_page_was_made(client):
    games = reports(55)
    signed_in(client, role=ORGANISER)
    page = read(client.get(kind_url("reports")))
    every = page.one("input[name=all]").attrs["value"]
    assert len(page.all("input[name=chosen]")) == 50
    assert every == str(max(game.pk for game in games))
    later = report(games[0].black, games[0].white, minute=59)
    client.post(kind_url("reports"), {"do": "confirm", "all": every, "page": "1"})
    assert Game.objects.confirmed().count() == 55
    assert fresh(later).state == Game.State.REPORTED
    assert client.get(kind_url("reports"), {"page": "9" * 5000}).status_code == 200


def test_members_are_certified_together_with_a_reason(client):
    members = [make_member(rank="5k") for _ in range(3)]
    Standing.objects.filter(system="paa").update(games=12)
    signed_in(client, role=CHAIR)
    chosen = list(
        Standing.objects.filter(system="paa", member__in=members[:2]).values_list("pk", flat=True)
    )
    press = {"do": "certify", "chosen": chosen}
    client.post(kind_url("points"), press)
    assert not StrengthDecision.objects.filter(kind="certified").exists()
    page = client.post(kind_url("points"), press | {"reason": "Ten games"}, follow=True)
    made = StrengthDecision.objects.filter(kind="certified")
    assert {(one.member, one.reason) for one in made} == {(m, "Ten games") for m in members[:2]}
    assert Standing.objects.filter(system="paa", certified=True).count() == 2
    assert len(page.context["lately"]) == 2
    client.post(kind_url("points"), press | {"reason": "Ten games"})
    assert made.count() == 2  # double press


def test_players_are_reminded_once_a_day(client):
    (game,) = reports(1)
    signed_in(client, role=ORGANISER)
    for _press in range(2):
        client.post(kind_url("reports"), {"do": "remind", "chosen": game.pk})
    notice = Notice.objects.get(kind="game.remind")
    assert (notice.member, notice.url) == (game.white, game.get_absolute_url())
    held = dict(Standing.objects.filter(system="paa").values_list("member", "rank"))
    ranks = (notice.params["black_rank"], notice.params["white_rank"])
    assert ranks == (held[game.black_id], held[game.white_id])
    assert fresh(game).state == Game.State.REPORTED


@pytest.mark.parametrize(("press", "state"), [("again", "waiting"), ("drop", "dropped")])
def test_troubled_letters_are_sent_again_or_given_up(client, press, state):
    letters = [
        Letter.objects.create(to="a@example.org", subject="S", text="T", language="en", kind="test",
                              state=one, tries=5, error="550 no such user", key=one)
        for one in ("failed", "doubtful", "sent")
    ]  # fmt: skip
    signed_in(client, role=SECRETARY)
    page = client.get(reverse(DESK))
    assert keys_of(page) == ["letters"]
    assert [one.bad for one in page.context["states"]] == [True]
    client.post(kind_url("letters"), {"do": press, "chosen": [one.pk for one in letters]})
    assert list(Letter.objects.order_by("pk").values_list("state", flat=True)) == [
        state,
        state,
        "sent",
    ]
    assert keys_of(client.get(reverse(DESK))) == []


def test_a_late_backup_tops_the_queue_and_a_good_one_is_silent(client, settings, tmp_path):
    reports(1)
    signed_in(client, role=CHAIR)
    settings.BACKUP_DIR, settings.BACKUP_LATE_DAYS = str(tmp_path), 2
    backups.note_failure(backups.Failure(at=timezone.now(), why="no room on the disk"))
    page = client.get(reverse(DESK))
    assert keys_of(page) == ["backup", "reports"]
    assert page.context["states"][0].bad
    assert "no room on the disk" in read(page).one("main").text
    assert client.get(kind_url("backup")).status_code == 404
    cache.clear()
    settings.BACKUP_LATE_DAYS = 0
    page = client.get(reverse(DESK))
    assert keys_of(page) == ["reports"]
    assert not page.context["states"][0].bad


def test_a_backup_just_made_is_on_the_desk_at_once(client, settings, tmp_path):
    signed_in(client, role=CHAIR)
    settings.BACKUP_DIR, settings.BACKUP_LATE_DAYS = str(tmp_path), 2
    assert client.get(reverse(DESK)).context["states"][0].bad
    archive = tmp_path / "goclub-now.zip"
    archive.write_bytes(b"all of it")
    record = backups.BackupRecord(
        file=archive.name, at=timezone.now(), size=9, sha256="", release="", hash="", ledger="",
        rows=1, seconds=1.0,
    )  # fmt: skip
    backups.write_private(archive.with_suffix(backups.RECORD), msgspec.json.encode(record))
    page = client.get(reverse(DESK))
    assert not page.context["states"][0].bad
    assert "backup" not in keys_of(page)


# --- How much it costs ----------------------------------------------------------------------------
def test_three_hundred_reports_cost_no_more_questions_than_two(client):
    reports(2)
    make_applicant()
    signed_in(client, role=CHAIR)
    client.get(reverse(DESK))
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(reverse(DESK))
    waiting = Game.objects.first()
    Game.objects.bulk_create(
        [
            Game(**{f.attname: getattr(waiting, f.attname) for f in Game._meta.concrete_fields
                    if f.name not in ("id", "report_key")})
            for _ in range(298)
        ]
    )  # fmt: skip
    for _ in range(10):
        make_applicant()
    with CaptureQueriesContext(connection) as many:
        page = client.get(reverse(DESK))
    assert page.context["count"] == 311
    assert len(many) == len(few)
    assert len(many) <= 15, "\n".join(one["sql"][:150] for one in many)


# --- The register ---------------------------------------------------------------------------------


def test_two_sources_of_one_key_stop_the_start(monkeypatch):
    class Twin(Source):
        key = "reports"
        gravity = Urgency.ROUTINE
        permission = "games.decide_game"

    sources.cache_clear()
    module = __import__("types").SimpleNamespace(DESK=(Twin(), Twin()))
    monkeypatch.setattr(registry, "import_module", lambda _name: module)
    with pytest.raises(ImproperlyConfigured, match="reports"):
        sources()
    sources.cache_clear()

"""The demo's leagues: one just finished, one under way, a season league in its second season."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.demo.tests.test_filling import fill
from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, League, Pairing, Sanction, Snapshot, Term
from goclub.leagues.official.queries import open_matches_of
from goclub.leagues.official.services.organisers import propose_organisers
from goclub.leagues.official.services.standings import TermStandings
from goclub.leagues.season.labels.wording import counts_word
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.standings import SeasonStandings
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.members.models import Member

CUP = "Hoshi Autumn Cup"


@pytest.fixture
def club():
    fill()


def named(key):
    return Member.objects.get(user__username=key)


def test_no_result_of_a_cup_came_after_the_next_round_was_paired(club):
    """The desks of the demo have nothing to say of results that changed since."""
    rounds = [
        (event, one)
        for event in Event.objects.all()
        for one in event.rounds.exclude(paired_at=None)
    ]
    assert len(rounds) > 20
    changed = [
        (event.name, one.number) for event, one in rounds if results_changed_since(event, one)
    ]
    assert changed == []


def test_the_cups_obey_their_settings(club):
    """Sundays, the komi of the event, enough players and rounds, announced in time."""
    judged = progress_of(League.objects.get(name="Liga Hoshi")).judged
    for one in judged:
        event = one.row.event
        assert ("Sunday" in event.name) <= (event.begins_on.weekday() == 6), event
        assert one.counts or counts_word(one) == "waiting for approval:", one.findings
        for pairing in Pairing.objects.filter(round__event=event).select_related("game"):
            assert pairing.komi2 == event.komi2_for(pairing.handicap) == pairing.game.komi2
            assert pairing.verdict or pairing.margin2 == pairing.game.margin2
    assert len(judged) > 14
    assert sum(not one.counts for one in judged) == 1


def test_the_demo_shows_leagues_of_every_kind(club):
    term = Term.objects.get(league__name__startswith="Official")
    assert not TermStandings(term).is_pending
    found = propose_organisers(term, on=timezone.localdate())
    assert [step["verdict"] for step in found.steps] == ["exempt", "chosen", "chosen"]
    unplayed = Game.objects.get(official=True, ending="forfeit")
    assert not unplayed.entries.exists(), "a forfeit in a report moves nobody"
    assert open_matches_of(named("member"))
    kept = Snapshot.objects.get(season__isnull=False)
    assert not SeasonStandings(kept.season, at=timezone.now()).is_pending
    assert Sanction.objects.count() == 2
    assert rebuild() == 0


def test_the_winner_of_a_season_is_one_everywhere(club, client):
    """Home, archive, season, record, file and the winner's own page (S4-23)."""
    client.force_login(named("member").user)
    league = League.objects.get(name="Liga Hoshi")
    kept = Snapshot.objects.get(season__isnull=False)
    classified = [row for row in kept.table if row["classified"]]
    best = max(row["rating"] for row in classified)
    won = [row["name"] for row in classified if row["rating"] == best]
    seen = [Member.objects.get(display_name=name).shown_name for name in won]
    assert len(classified) > len(won) > 0

    def page(name: str, *args: object) -> Any:
        return client.get(reverse(f"leagues:{name}", args=args))

    home = read(page("league", league.slug)).one("section[aria-labelledby=champions]")
    assert home.texts("dd bdi") == seen
    archive = page("archive", league.slug).context["seasons"]
    assert [row.name for one in archive for row in one.winners] == won
    shown = page("season", league.slug, kept.season_id).context["standings"].lines
    assert [one.member.display_name for one in shown if one.row.classified_place == 1] == won
    rows = page("season-export", league.slug, kept.season_id, "table", "json").json()["rows"]
    assert [one["player"] for one in rows if one["classified_place"] == 1] == won
    assert [
        one["name"] for one in page("season-record", kept.pk).context["record"].table
        if one["classified_place"] == 1
    ] == won  # fmt: skip
    titles = {
        row["name"]: page("season-player", league.slug, row["member"]).context["titles"]
        for row in kept.table
    }
    assert [name for name, held in titles.items() if held] == won

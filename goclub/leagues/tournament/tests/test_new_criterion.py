"""A new tie-break is a module in ``tournaments/events/scores`` and its words: it is everywhere.

The toy criterion lies in ``toy_scores/``; :func:`toy` puts it beside those of the site.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.leagues.tests.factories import make_organiser, played_event
from goclub.leagues.tournament.labels import figures
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.tests.factories import as_member, fresh
from tournaments.events import scores
from tournaments.events.criteria import CRITERIA, DeclaredCriteria, PlacementCriterion
from tournaments.events.scores.registry import FORMULAS
from tournaments.formats.h9_lines import read_sheet
from tournaments.formats.h9_write import write_h9
from tournaments.formats.opengotha_read import read_opengotha

FOLDER = Path(__file__).parent / "toy_scores"
NAME = f"{scores.__name__}.best_opponent"


@pytest.fixture
def toy(monkeypatch):
    """The name of the criterion, whose module and words are there while the test runs."""
    monkeypatch.setattr(scores, "__path__", [*scores.__path__, str(FOLDER)])
    monkeypatch.setattr(CRITERIA, "_by_name", dict(CRITERIA._by_name))
    monkeypatch.setitem(figures.CRITERIA, "TOPW", ("Best met", "wins of the best opponent"))
    import_module(NAME)
    yield "TOPW"
    del sys.modules[NAME], scores.best_opponent, FORMULAS["TOPW"]


@pytest.fixture
def event(toy, client):
    """Sixteen guests after three rounds; the desk sets the order, as for any criterion."""
    organiser = make_organiser()
    found = played_event(16, 3, by=organiser)
    url = reverse("leagues:event-settings", args=[found.slug])
    form = as_member(client, organiser).get(url).context["rules"]
    assert "TOPW" in [name for name, *_ in form.order_of_criteria()["others"]]
    typed = {n: v for n, v in form.initial.items() if v is not False and v is not None}
    typed |= {"version": found.version, "criteria": "topw, nbw"}
    assert client.post(url, typed).status_code == 302
    return fresh(found)


@pytest.mark.parametrize("name", ["MMS", "", "small", "TWO WORDS", "A,B"])
def test_a_name_that_is_taken_or_could_not_be_typed_is_refused(name):
    declared = DeclaredCriteria()
    declared.add(PlacementCriterion("MMS"))
    with pytest.raises(ValueError, match="no name"):
        declared.add(PlacementCriterion(name))


def test_it_places_and_its_column_is_shown(client, event):
    rows = load(event).standings(3)
    figures_of = [row.scores["TOPW"] for row in rows]
    assert figures_of == sorted(figures_of, reverse=True)
    assert len(set(figures_of)) > 1
    page = client.get(reverse("leagues:standings", args=[event.slug]))
    assert '<abbr title="wins of the best opponent">Best met</abbr>' in page.content.decode()


def test_it_is_exported(client, event, capsys):
    answer = client.get(reverse("leagues:standings", args=[event.slug]), {"format": "csv"})
    sheet = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(sheet)))[-2:] == ["TOPW", "NBW"]
    call_command("standings", event.slug, format="json")
    said = json.loads(capsys.readouterr().out)
    assert said["criteria"] == ["TOPW", "NBW"]
    assert all("TOPW" in row["scores"] for row in said["rows"])


def test_files_of_other_programs_carry_it_as_one_of_ours(client, event):
    """OpenGotha's has it beside the criteria that OpenGotha knows; H9 as a heading."""
    assert read_sheet(write_h9(load(event).tournament())).headings == ("TOPW", "NBW")
    answer = client.get(reverse("leagues:event-opengotha", args=[event.slug]))
    assert read_opengotha(answer.content).system.criteria == ("TOPW", "NBW")

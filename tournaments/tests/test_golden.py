"""Real tournaments beside the project, where they are: every figure and place after each round."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.events.placement import standings
from tournaments.formats.h9_read import read_h9
from tournaments.formats.h9_write import write_h9
from tournaments.formats.opengotha_names import key_of
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "golden"
FILES = sorted(FOLDER.glob("*.xml"))

pytestmark = pytest.mark.skipif(
    not FILES, reason="the folder of real tournaments does not lie beside this checkout"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_figure_agrees_with_opengotha(path):
    event = read_opengotha(path.read_bytes())
    golden = json.loads(path.with_name(f"{path.stem}.standings.json").read_text("utf-8"))
    assert event.system.kind == golden["system"]
    assert list(event.system.criteria) == [c for c in golden["criteria"] if c != "NULL"]
    keys = {entered.id: key_of(entered.name, entered.first_name) for entered in event.players}
    different = []
    for after, expected in golden["after_round"].items():
        rows = {keys[row.player]: row for row in standings(event, int(after) - 1)}
        assert set(rows) == set(expected)
        for key, figures in expected.items():
            row = rows[key]
            said = {"place": row.place, "place_published": row.published_place}
            said |= {name: row.points(name) for name in row.scores}
            different += [
                (after, key, name, said[name], value)
                for name, value in figures.items()
                if said[name] != value
            ]
    assert different == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_files_survive_being_written(path):
    event = read_opengotha(path.read_bytes())
    assert read_opengotha(write_opengotha(event)) == event


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_results_file_of_a_real_tournament_gives_its_table_again(path):
    """Names are numbers here, so that players are told apart by those alone."""
    event = read_opengotha(path.read_bytes())
    players = (replace(entered, name=f"P{entered.id}", first_name="X") for entered in event.players)
    back = read_h9(write_h9(replace(event, players=tuple(players))))
    ids = {entered.id: int(entered.name[1:]) for entered in back.players}

    def table(of, known):
        return {
            known[row.player]: (
                row.published_place,
                *(row.scores[name] for name in event.system.criteria),
            )
            for row in standings(of, len(event.rounds) - 1)
            if row.published_place is not None
        }

    def games(of, known):
        return [
            {
                (known[game.white], known[game.black], game.handicap, game.result, game.by_default)
                for game in played.games
            }
            for played in of.rounds
        ]

    own = {entered.id: entered.id for entered in event.players}
    assert games(back, ids) == games(event, own)
    assert table(back, ids) == table(event, own)

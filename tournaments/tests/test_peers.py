"""What other programs write, beside the project where it lies: all of it is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tournaments.events.placement import standings
from tournaments.formats.opengotha_names import key_of
from tournaments.formats.remarks import RemarkKind
from tournaments.formats.sniffing import read_tournament

FOLDER = Path(__file__).resolve().parents[2].parent / "shared"
FILES = sorted(path for path in FOLDER.glob("peers/*/*") if path.is_file())
GOLDEN = sorted(FOLDER.glob("golden/*.standings.json"))

pytestmark = pytest.mark.skipif(
    not FILES, reason="the folder of files from other programs does not lie beside this checkout"
)

#: Renamed in the file, with the names that the table of the original has.
RENAMED = {
    "OZCICEKBARIS_TUNA": "PLAYER14A",
    "YILDIRIMA": "PLAYER18A",
    "IŞIKA": "PLAYER11A",
}


def table_of(path):
    """The table that the file's tournament has after each round."""
    stems = [one.name.removesuffix(".standings.json") for one in GOLDEN]
    found = [stem for stem in stems if path.stem.startswith(stem)]
    stem = found[0] if found else "mcmahon_19_handicap"
    return json.loads((FOLDER / "golden" / f"{stem}.standings.json").read_text("utf-8"))


def told(path, names):
    """Which of the figures a file can tell.

    The H9 of OpenGotha leaves colours and stones out, the .tou leaves the scores out as well.
    """
    stones = "handicap" in path.stem
    if path.suffix == ".xml":
        return names
    mains = [name for name in names if name in ("MMS", "NBW")]
    if path.suffix == ".tou" and stones:
        return ["NBW"]
    return mains if path.suffix == ".h9" and stones else names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_table_is_that_of_the_original(path):
    event = read_tournament(path.read_bytes())
    golden = table_of(path)
    names = told(path, [name for name in golden["criteria"] if name != "NULL"])
    keys = {one.id: key_of(one.name, one.first_name) for one in event.players}
    keys = {number: RENAMED.get(key, key) for number, key in keys.items()}
    last = max(golden["after_round"], key=int)
    expected = golden["after_round"][last]
    different = []
    for row in standings(event, int(last) - 1):
        figures = expected[keys[row.player]]
        places = names == list(event.system.criteria)
        said = [row.points(name) for name in names] + [row.published_place] * places
        wanted = [figures[name] for name in names] + [figures["place_published"]] * places
        if said != wanted:
            different.append((keys[row.player], said, wanted))
    assert different == []
    assert sum(len(each.games) for each in event.rounds) > 30


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_title_and_thinking_time_are_kept_or_asked_for(path):
    remarks = []
    event = read_tournament(path.read_bytes(), remarks).event
    assert event.name
    asked = RemarkKind.ADJUSTED_TIME in {one.kind for one in remarks}
    assert asked or (event.main_minutes and event.overtime)
    assert bool(event.short_name) is (path.suffix != ".h9")

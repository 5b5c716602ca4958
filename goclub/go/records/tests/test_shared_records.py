"""The sample records that lie beside the checkout while the site is being written.

The folder is not part of the project; without it these tests have nothing to read.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils.html import json_script

from goclub.games.library.labels.viewer import ShortEncoder
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read, read_all
from goclub.go.records.record import Record
from goclub.go.records.write import tree_json, write_record

SHARED = Path(__file__).resolve().parents[5] / "shared" / "kifu"

pytestmark = pytest.mark.skipif(
    not (SHARED / "expectations.json").is_file(),
    reason="the folder shared/kifu does not lie beside this checkout",
)


def expectations() -> dict[str, Any]:
    file = SHARED / "expectations.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


EXPECTED = expectations()
REFUSED = {
    "reject": {"records.not_sgf"},
    "illegal": {"records.illegal_move"},
    "illegal_main": {"records.illegal_move"},
    "limit": {"records.too_many_points", "records.too_many_variations", "records.too_many_nodes"},
}
BAD_SIZES = {"size_-1", "size_0", "size_99999999", "size_abc"}


@pytest.mark.parametrize("name", [n for n in EXPECTED if EXPECTED[n]["expect"] == "decode"])
def test_encoded_sample(name: str) -> None:
    said = json.loads(EXPECTED[name]["note"])
    record = read((SHARED / name).read_bytes())
    assert (record.header.black, record.header.white) == (said["PB"], said["PW"])
    assert record.nodes[0].comment.startswith(said["C"])
    assert len(record.moves) == 12


@pytest.mark.parametrize("name", [n for n in EXPECTED if EXPECTED[n]["expect"] != "decode"])
def test_hostile_sample(name: str) -> None:
    expected = EXPECTED[name]["expect"]
    data = (SHARED / name).read_bytes()
    try:
        record = read(data)
    except KifuError as error:
        wanted = REFUSED.get(expected, set())
        if expected == "size rule" and Path(name).stem in BAD_SIZES:
            wanted = {"records.bad_size"}
        assert {error.reason} & wanted  # noqa: PT017 - which samples are refused is the test
    else:
        assert expected not in REFUSED
        assert Path(name).stem not in BAD_SIZES
        if expected in ("warn", "recover"):
            assert record.warnings
        agrees(expected, EXPECTED[name]["note"], data, record)
        assert read(write_record(record)).nodes == record.nodes


def agrees(expected: str, note: str, data: bytes, record: Record) -> None:
    """What the expectations say beyond “accepted”."""
    codes = {warning.code for warning in record.warnings}
    header = record.header
    if expected == "RE parse":
        known = header.result is not None or header.result_text in ("?", "<script>")
        assert known
        assert ("result_unread" in codes) == (header.result is None and note != "?")
    if expected == "DT parse":
        assert bool(header.date_parts) != ("date_unread" in codes)
        assert header.date_text
    if expected == "collection":
        good, bad = read_all(data)
        assert isinstance(good, Record)
        assert isinstance(bad, KifuError)
    if expected == "accept_strip":
        texts = str(header) + "".join(node.comment for node in record.nodes)
        assert not any(unicodedata.category(c) in ("Cf", "Cc") for c in texts.replace("\n", ""))
    if expected == "accept_escape":
        assert "<" in str(header) + "".join(node.comment for node in record.nodes)
        assert "<" not in json_script(tree_json(record), encoder=ShortEncoder)[8:-9]


@pytest.mark.parametrize("path", sorted((SHARED / "formats").glob("*")), ids=lambda p: p.name)
def test_record_of_another_server(path: Path) -> None:
    record = read(path.read_bytes())
    assert record.header.black
    assert record.header.white
    assert record.header.date is not None
    assert len(record.moves) > 40
    assert read(write_record(record)).nodes == record.nodes


def ordinary() -> list[Path]:
    return sorted((SHARED / "ordinary").glob("*.sgf"))


@pytest.mark.parametrize("path", ordinary(), ids=lambda path: path.stem)
def test_ordinary_sample(path: Path) -> None:
    record = read(path.read_bytes())
    assert [w.code for w in record.warnings if w.code != "no_moves"] == []
    assert record.header.result is not None
    assert record.header.date is not None
    again = read(write_record(record))
    assert again.nodes == record.nodes
    assert replace(again.header, result_text="") == replace(record.header, result_text="")
    assert again.digest == record.digest


def test_ordinary_samples_are_different_games() -> None:
    records = [read(path.read_bytes()) for path in ordinary()]
    assert len({record.digest for record in records}) == len(records)

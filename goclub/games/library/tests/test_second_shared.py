"""The second set of sample records that lies beside the checkout while the site is being written.

The folder is not part of the project; without it these tests have nothing to read.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.games.models import Kifu
from goclub.go.board.basics import name_point
from goclub.go.records.encodings import find_codec
from goclub.go.records.header import Header
from goclub.go.records.reading import read
from goclub.go.records.record import Record

SECOND = Path(__file__).resolve().parents[5] / "shared" / "kifu" / "second"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not (SECOND / "expectations.json").is_file(),
        reason="the folder shared/kifu/second does not lie beside this checkout",
    ),
]


def expectations() -> dict[str, dict[str, Any]]:
    file = SECOND / "expectations.json"
    found: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


EXPECTED = expectations()
#: A word of each warning that is expected, and how we call it.
WARNINGS = {"size": "size_unusual", "point": "odd_point"}


def told(record: Record) -> dict[str, object]:
    """A record in the words of the expectations."""
    header: Header = record.header
    return {
        "black": header.black,
        "white": header.white,
        "black_rank": header.black_rank,
        "white_rank": header.white_rank,
        "event": header.event,
        "date": header.date_text,
        "komi": "" if header.komi2 is None else str(header.komi2 / 2),
        "result": str(header.result or ""),
        "moves": len(record.moves),
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_is_read_as_expected(name: str) -> None:
    expected = EXPECTED[name]
    record = read((SECOND / name).read_bytes())
    found = told(record)
    wanted = {key: value for key, value in expected.items() if key in found}
    assert {key: found[key] for key in wanted} == wanted
    if "encoding" in expected:
        assert find_codec(record.encoding) == find_codec(expected["encoding"])
        assert "encoding_guessed" not in {warning.code for warning in record.warnings}
    if "warning" in expected:
        code = next(code for word, code in WARNINGS.items() if word in expected["warning"])
        assert code in {warning.code for warning in record.warnings}


def run(*names: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    paths = [str(SECOND / name) for name in names]
    call_command("import_kifu", *paths, stdout=out, stderr=io.StringIO(), format="json")
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_nothing_of_a_duplicate_is_lost() -> None:
    rows = run(*(f"same_game_{name}.sgf" for name in ("plain", "with_commentary", "longer")))
    assert [row["status"] for row in rows] == ["accepted"] * 3
    kifu = Kifu.objects.get()
    assert kifu.moves == 63
    for words in ("A teaching game", "Slack: the corner is open", "This was the moment"):
        assert words in kifu.text


@pytest.mark.parametrize("name", [name for name in EXPECTED if "count" in EXPECTED[name]])
def test_the_count_page_starts_from_the_marks(client: Any, name: str) -> None:
    (row,) = run(name)
    response = client.get(reverse("games:kifu-count", args=[row["kifu"]]))
    assert response.context["margin"] == EXPECTED[name]["count"]
    dead = response.context["agreed"].dead
    assert [name_point(point, 9).lower() for point in dead] == EXPECTED[name]["dead"]


def test_every_sample_can_be_imported() -> None:
    rows = run(*(name for name in EXPECTED))
    assert {row["status"] for row in rows} <= {"accepted", "duplicate"}
    assert len(rows) == len(EXPECTED)

"""`manage.py count_position`: one answer a line, in order, and what it says to bad input."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from goclub.games.management.commands.count_position import LONGEST_LINE

GOOD = {
    "id": "one",
    "board": ["..XO.", "XXXOO", ".X.O.", "XXXOO", "O.XO."],
    "dead": [[0, 4]],
    "rules": "Japanese",
    "komi": 0.5,
    "prisoners_by_black": 1,
    "expected_margin_black": 3.5,
}


def run(tmp_path, lines, *options):
    """The answers, and the complaint with its exit status if there was one."""
    file = tmp_path / "positions.jsonl"
    file.write_bytes(
        b"\n".join(x if isinstance(x, bytes) else json.dumps(x).encode() for x in lines)
    )
    out, complaint = io.StringIO(), None
    try:
        call_command("count_position", str(file), *options, stdout=out)
    except CommandError as error:
        complaint = error
    return [json.loads(line) for line in out.getvalue().splitlines()], complaint


def test_one_line_a_position_in_order(tmp_path):
    chinese = {**GOOD, "id": 2, "rules": "Chinese", "komi": 0}
    answers, complaint = run(tmp_path, [GOOD, b"", chinese])
    assert answers == [{"id": "one", "margin_black": 3.5}, {"id": 2, "margin_black": 4}]
    assert complaint is None


def test_check_compares_and_sums_up(tmp_path):
    wrong = {**GOOD, "id": "two", "expected_margin_black": 99}
    plain = {k: v for k, v in GOOD.items() if k != "expected_margin_black"}
    answers, complaint = run(tmp_path, [GOOD, wrong, plain], "--check")
    assert complaint is None
    assert [a.get("agrees") for a in answers[:-1]] == [True, False, None]
    assert answers[-1]["summary"] == {
        "agree": 1,
        "of": 2,
        "by_rules": {"japanese": {"agree": 1, "of": 2}},
        "differ": ["two"],
        "without_expectation": 1,
        "errors": 0,
    }


def without(name):
    return {k: v for k, v in GOOD.items() if k != name}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"not json", "E_TYPE"),
        (b"[1]", "E_TYPE"),
        (b"\xff\xfe", "E_TYPE"),
        (b"[" * 100_000, "E_TYPE"),
        (b'{"komi": NaN, "board": ["."], "rules": "AGA"}', "E_TYPE"),
        (without("board"), "E_MISSING"),
        (without("rules"), "E_MISSING"),
        (without("komi"), "E_MISSING"),
        ({**GOOD, "komi": 0.25}, "E_GRID"),
        ({**GOOD, "komi": "6.5"}, "E_TYPE"),
        ({**GOOD, "board": "X.O"}, "E_TYPE"),
        ({**GOOD, "w": 19}, "E_INCONSISTENT"),
        ({**GOOD, "dead": [[0, 0]]}, "E_INCONSISTENT"),
        ({**GOOD, "dead": [[0]]}, "E_TYPE"),
        ({**GOOD, "dead": 5}, "E_TYPE"),
        ({**GOOD, "neutral": [[0, 9]]}, "E_RANGE"),
        ({**GOOD, "rules": "house"}, "E_UNDEFINED"),
        ({**GOOD, "prisoners_by_white": -1}, "E_RANGE"),
        (b'{"board": ["' + b"." * LONGEST_LINE + b'"]}', "E_RANGE"),
    ],
)
def test_a_bad_position_gets_its_line_and_the_rest_is_counted(tmp_path, line, code):
    answers, complaint = run(tmp_path, [line, GOOD])
    assert answers[0]["error"] == code
    assert answers[0]["reason"]
    assert answers[1] == {"id": "one", "margin_black": 3.5}
    assert complaint is not None
    assert complaint.returncode == 2
    assert "\n" not in str(complaint)
    assert "line 1 " in str(complaint)
    assert code in str(complaint)


def test_several_bad_lines_are_one_complaint(tmp_path):
    answers, complaint = run(tmp_path, [GOOD, b"{", b"{"])
    assert [("error" in answer) for answer in answers] == [False, True, True]
    assert answers[1]["line"] == 2
    assert str(complaint).startswith("2 lines")


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(GOOD).encode())))
    call_command("count_position", "-")
    assert json.loads(capsys.readouterr().out) == {"id": "one", "margin_black": 3.5}


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError) as caught:
        call_command("count_position", str(tmp_path / "none.jsonl"))
    assert caught.value.returncode == 2
    assert "none.jsonl" in str(caught.value)

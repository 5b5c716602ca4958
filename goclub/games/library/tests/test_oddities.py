"""Every warning of a kifu has words, or a reason to be silent."""

import pathlib
import re

import pytest

from goclub.games.library.labels.records import ODD, kifu_oddities
from goclub.go import records
from goclub.go.records.errors import ReadWarning
from goclub.go.records.reading import read

#: Oddities that the reader of the page need not know.
SILENT = {
    "bracket_in_text", "missing_semicolon", "capital_letters",
    "unexpected_first_move", "setup_and_move",
    "several_moves_in_a_node", "setup_midgame", "setup_without_liberty", "point_off_board",
}  # fmt: skip


def test_every_warning_in_the_code_is_known_here():
    folder = pathlib.Path(records.__file__).parent
    text = "".join(path.read_text() for path in folder.rglob("*.py"))
    codes = set(re.findall(r'(?:Warning|warn|add|note|_warnings?)\(\s*"([a-z_]+)"', text))
    assert codes <= set(ODD) | SILENT
    assert {"komi_unusual", "several_games"} <= codes


def test_a_guessed_encoding_is_said_with_its_name():
    record = read(b"(;GM[1]SZ[19]PB[" + "佐藤".encode("shift_jis") + b"];B[aa];W[bb])")
    assert any(
        "shift" in line.lower() or "cp932" in line for line in kifu_oddities(record.warnings)
    )


def test_one_line_that_was_skipped_is_one():
    """“1 lines of the file”."""
    said = [kifu_oddities([ReadWarning("lines_skipped", {"count": count})])[0] for count in (1, 2)]
    assert said[0].startswith("1 line ")
    assert said[1].startswith("2 lines ")


def test_words_between_properties_are_not_passed_over_in_silence():
    record = read(b"(;GM[1]SZ[9]PB:[Ann]PW[Ben];B[aa];W[bb])")
    assert kifu_oddities(record.warnings) == ["Text between the moves and properties was ignored."]


@pytest.mark.parametrize("comment", ["hello RE[B+R", "what is RE["])
def test_the_property_in_an_unclosed_comment_is_named(comment):
    record = read(f"(;GM[1]SZ[9]C[{comment}];B[aa];W[bb])".encode())
    assert any("RE" in line for line in kifu_oddities(record.warnings))

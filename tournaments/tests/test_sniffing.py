"""Telling tournament files apart by what is in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.formats.h9_write import write_h9
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.sniffing import ACCEPTED, FileKind, kind_of_file, read_tournament
from tournaments.formats.tou import write_tou
from tournaments.tests.test_macmahon import document, pairing, played
from tournaments.tests.test_small_open import OPEN

MACMAHON = document(played(1, pairing(1, 2)))


@pytest.mark.parametrize(
    ("data", "kind", "players"),
    [
        (write_opengotha(OPEN), FileKind.OPENGOTHA, 7),
        (b"\xef\xbb\xbf" + write_opengotha(OPEN), FileKind.OPENGOTHA, 7),
        (b"\n " + MACMAHON[38:], FileKind.MACMAHON, 3),
        (MACMAHON, FileKind.MACMAHON, 3),
        (
            MACMAHON.decode().replace("UTF-8", "UTF-16").encode("utf-16"),
            FileKind.MACMAHON,
            3,
        ),
        (write_h9(OPEN), FileKind.H9, 7),
        (write_h9(OPEN).decode().encode("utf-16"), FileKind.H9, 7),
        (write_h9(OPEN).replace(b"\xc2\xa0", b"\xa0"), FileKind.H9, 7),
    ],
)
def test_each_kind_is_known_and_read(data, kind, players):
    assert kind_of_file(data) is kind
    assert len(read_tournament(data).players) == players


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"<html><body/></html>", "<html>"),
        (b"name,rank\nNowak,3k\n", "name,rank"),
        (b"Dear organiser,\nthank you.", "Dear organiser,"),
        (b"; EV[x]\n;\n", "; EV[x]"),
        (b"(;GM[1]FF[4])", "(;GM[1]FF[4])"),
    ],
)
def test_anything_else_is_refused_with_what_would_be_taken(data, value):
    with refused(
        Code.TYPE, "file", value=value, accepted=ACCEPTED, reason="formats.unknown_format"
    ):
        read_tournament(data)


@pytest.mark.parametrize(
    ("data", "code", "reason"),
    [
        (b"", Code.MISSING, "files.empty"),
        (b"PK\x03\x04\0\0", Code.TYPE, "files.not_text"),
        (b"<Tournament>", Code.TYPE, "formats.not_xml"),
        (b"<!DOCTYPE x><Tournament/>", Code.INCONSISTENT, "formats.doctype"),
    ],
)
def test_what_cannot_be_read_at_all(data, code, reason):
    with refused(code, "file", reason=reason):
        read_tournament(data)


def test_a_french_results_file_has_no_country_and_is_read_as_far_as_it_goes():
    """Its lines are those of an H9 file but for the licence; forfeits stand as free rounds."""
    event = read_tournament(write_tou(replace(OPEN, rounds=OPEN.rounds[:1])))
    assert [each.name for each in event.players][:2] == ["ABE", "GIL"]
    assert len(event.rounds[0].games) == 3

"""OpenGotha's XML from people who mean harm, and from programs that got it wrong."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.formats import remarks, xml_reader
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.tests.opengotha_documents import criteria, document, game

BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;">]><Tournament><Players>&c;</Players></Tournament>"""


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE t SYSTEM "file:///etc/passwd"><Tournament/>',
        '<!DOCTYPE t [<!ENTITY x SYSTEM "http://127.0.0.1/">]><Tournament a="&x;"/>',
        "<!DOCTYPE Tournament><Tournament/>",
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd"><Tournament/>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_any_document_type_is_refused(text, encoding):
    with refused(Code.INCONSISTENT, "file", reason="formats.doctype"):
        read_opengotha(text.encode(encoding))


@pytest.mark.parametrize(
    ("data", "code", "reason"),
    [
        (b"", Code.MISSING, "files.empty"),
        (b" \n", Code.MISSING, "files.empty"),
        (b"GO tournament", Code.TYPE, "formats.not_xml"),
        (b"<Tournament><Players></Tournament>", Code.TYPE, "formats.not_xml"),
        (b'<Tournament a="&x;"/>', Code.TYPE, "formats.not_xml"),
        (b'<?xml version="1.0" encoding="x-none"?><Tournament/>', Code.TYPE, "formats.encoding"),
        (b'<?xml version="1.0" encoding="EUC-JP"?><T a="\xff"/>', Code.TYPE, "formats.encoding"),
        (b"<html/>", Code.TYPE, "formats.not_opengotha"),
        (b"\x89PNG\r\n\x1a\n", Code.TYPE, "formats.not_xml"),
        (b"<Tournament>" * 50, Code.RANGE, "formats.too_many_elements"),
    ],
)
def test_what_is_no_tournament_is_refused(data, code, reason):
    with refused(code, "file", reason=reason):
        read_opengotha(data)


@pytest.mark.parametrize("encoding", ["Shift_JIS", "EUC-JP", "GB18030", "Big5"])
def test_letters_of_several_bytes_are_read_as_the_file_declares(encoding):
    text = f"<?xml version='1.0' encoding='{encoding}'?><T a='山田\u3000一'/>"
    assert xml_reader.parse(text.encode(encoding)).get("a") == "山田\u3000一"


def test_a_file_of_many_megabytes_is_refused_unread(monkeypatch):
    monkeypatch.setattr(xml_reader, "MAX_BYTES", 100)
    with refused(Code.RANGE, "file", reason="files.too_large", accepted="100\xa0B"):
        read_opengotha(b"<" * 101)


def test_a_file_of_too_many_elements_is_refused(monkeypatch):
    monkeypatch.setattr(xml_reader, "MAX_ELEMENTS", 5)
    with refused(Code.RANGE, "file", reason="formats.too_many_elements"):
        read_opengotha(document())


def test_a_list_of_too_many_players_is_refused(monkeypatch):
    monkeypatch.setattr(remarks, "MAX_PLAYERS", 2)
    with refused(Code.RANGE, "players", value=3):
        read_opengotha(document())


def test_more_rounds_than_a_file_has_are_refused_before_they_are_made():
    own = f'<OwnParameterSet own-rounds="{10**18}"/>'
    with refused(Code.RANGE, "own-rounds", value=10**18):
        read_opengotha(document(parameters=own))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings(encoding):
    text = document(players=['<Player name="Müller" firstName="José" rank="1D"/>']).decode()
    data = text.replace("UTF-8", encoding).encode(encoding)
    assert read_opengotha(data).players[0].full_name == "MüllerJosé"


def test_windows_1252_that_calls_itself_utf_8_is_understood():
    text = document(players=['<Player name="Müller" firstName="José" rank="1D"/>']).decode()
    assert read_opengotha(text.encode("windows-1252")).players[0].full_name == "MüllerJosé"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_bytes_come_only_a_refusal_is_raised(data):
    with pytest.raises(RuleError):
        read_opengotha(b"<Tournament>" + data)


VALID = document(game(), game(roundNumber=2, handicap=3), parameters=criteria("MMS", "SOSM"))


@given(st.integers(0, len(VALID) - 1), st.integers(0, 255))
def test_one_wrong_byte_is_read_or_refused(position, byte):
    data = VALID[:position] + bytes([byte]) + VALID[position + 1 :]
    event = None
    with suppress(RuleError):
        event = read_opengotha(data)
    assert event is None or len(event.players) <= 3

"""Files to sheets: every kind that people have, and everything that is none."""

from __future__ import annotations

import struct
import zipfile
from datetime import date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goclub.common.sheets import limits
from goclub.common.sheets.reading import read_sheets
from goclub.common.sheets.sheet import cell_text
from goclub.common.sheets.tests.making import (
    container,
    ods,
    ods_cell,
    ods_row,
    with_sheet,
    xls,
    xls_label,
    xls_record,
    xlsx,
    zipped,
)  # fmt: skip
from goclub.common.sheets.text import ENCODINGS, encoding_choices
from ratings.errors import RuleError

POLISH = (
    "Imię;Nazwisko;Uwagi\r\nŁukasz;Ćwik;zażółć gęślą jaźń\r\nŻaneta;Wróbel;pożyczył książkę\r\n"
)
JAPANESE = "氏名,段級位\n中村　直樹,初段\n高橋　さくら,三級\n"
THAI = "ชื่อ,นามสกุล,ระดับ\nธนพล,วงศ์ไทย,2 ดั้ง\nพิมพ์ใจ,บุญมี,1 ดั้ง\n"
FRENCH = "Name;Club\nJosé Núñez;Café de la Régence\nFrançois;À côté\n"
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{rows}</sheetData></worksheet>"
)


def reason(data: bytes, name: str = "x.csv", **how: str) -> str:
    with pytest.raises(RuleError) as caught:
        read_sheets(data, name, **how)
    return caught.value.reason


def encoding_or_reason(data: bytes) -> str:
    """In which encoding a text was read, or why it was not."""
    try:
        return read_sheets(data, "x.csv")[0].encoding
    except RuleError as error:
        return error.reason


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (POLISH, "cp1250", "cp1250"),
        (POLISH, "iso8859_2", "iso8859_2"),
        (POLISH, "utf-8", "utf-8"),
        (POLISH, "utf-8-sig", "utf-8"),
        (POLISH, "utf-16", "utf-16"),
        (POLISH, "utf-16-le", "utf-16"),
        (POLISH, "utf-16-be", "utf-16"),
        (JAPANESE, "cp932", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (JAPANESE, "iso2022_jp", "iso2022_jp"),
        (JAPANESE, "utf-16", "utf-16"),
        (THAI, "cp874", "cp874"),
        (THAI, "utf-8", "utf-8"),
        (FRENCH, "cp1252", "cp1252"),
    ],
)
def test_a_text_is_read_in_its_encoding(text, encoding, found):
    (sheet,) = read_sheets(text.encode(encoding), "członkowie.csv")
    lines = text.replace("\r", "").strip("\n").split("\n")
    sign = ";" if ";" in text else ","
    assert [list(row) for row in sheet.rows] == [line.split(sign) for line in lines]
    assert (sheet.encoding, sheet.title) == (found, "członkowie")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Name;Rank\nMüller Jörg;3k\nLefèvre Noël;1d\n", "mac_roman"),
        ("Nom;Prénom;Grade\nLe Goff;Zoë;3k\n", "mac_roman"),
        ("name;rank\nŁoś Ala;3k\nŻak Ewa;1d\nŹrebiec Ola;2k\n", "mac_latin2"),
        ("Name;Rank\nNovák Jiří;3k\n", "mac_latin2"),
        (POLISH, "cp852"),
        ("Name;Rank\nŁoś;3k\n", "cp852"),
    ],
)
def test_a_text_of_a_mac_or_of_dos_is_read_or_asked_about_and_never_misread(text, encoding):
    assert encoding_or_reason(text.encode(encoding)) in (encoding, "files.which_encoding")


def test_another_encoding_may_be_chosen_by_hand():
    data = POLISH.encode("cp1250")
    (sheet,) = read_sheets(data, "x.csv", encoding="cp1252")
    assert sheet.encoding == "cp1252"
    assert sheet.rows[0][0] != "Imię"
    assert read_sheets(data, "x.csv", encoding="cp1250")[0].rows[0][0] == "Imię"
    assert reason(data, encoding="rot13") == "files.no_such_encoding"


@pytest.mark.parametrize("sign", [";", ",", "\t", "|"])
def test_the_sign_between_cells_is_found_beside_decimal_commas(sign):
    lines = [["Data", "Komi", "Wynik"], ["1.2.2024", "6,5", "C+R"], ["2.2.2024", "0,5", "B+1,5"]]
    if sign == ",":
        lines = [[cell.replace(",", ".") for cell in line] for line in lines]
    text = "\n".join(sign.join(line) for line in lines)
    assert [list(row) for row in read_sheets(text.encode(), "x")[0].rows] == lines


def test_rows_are_counted_as_the_spreadsheet_counts_them():
    text = 'Name;Note\r\n\nOla;"two\r\nlines; and ""quotes"""\rJan;x\n\n'
    rows = read_sheets(text.encode(), "x.csv")[0].rows
    assert rows == (("Name", "Note"), (), ("Ola", 'two\nlines; and "quotes"'), ("Jan", "x"))


def test_a_formula_of_a_text_stays_text():
    assert read_sheets(b"Name,Rank\n=CMD(),2k\n", "x.csv")[0].rows[1] == ("=CMD()", "2k")


def test_a_workbook_gives_days_numbers_and_texts_in_their_places():
    played = datetime(2024, 3, 5)  # noqa: DTZ001 - a spreadsheet has no time zone
    data = xlsx([["Klub"], [], ["Data", "Komi"], [played, 6.5], ["令和6年3月5日", 7]], [], [["x"]])
    first, third = read_sheets(data, "x.xlsx")
    assert first.rows[0][0] == "Klub"
    assert not any(first.rows[1])
    assert first.rows[3] == (date(2024, 3, 5), 6.5)
    assert [cell_text(cell) for cell in first.rows[4]] == ["令和6年3月5日", "7"]
    assert third.title == "Sheet3"


def test_empty_lines_and_columns_before_the_first_cell_keep_their_numbers():
    rows = '<row r="3"><c r="B3" t="inlineStr"><is><t>Name</t></is></c></row>'
    (sheet,) = read_sheets(with_sheet(xlsx([["x"]]), SHEET.format(rows=rows)), "x.xlsx")
    assert sheet.rows[2] == (None, "Name")


def test_open_document_is_read_and_its_empty_tail_is_not():
    tail = ods_row(ods_cell(None, 1024), 1_048_000)
    rows = ods_row(ods_cell("Imię") + ods_cell("Punkty")) + ods_row(ods_cell("Ola") + ods_cell(77))
    (sheet,) = read_sheets(ods(rows + tail), "x.ods")
    assert sheet.rows == (("Imię", "Punkty"), ("Ola", 77.0))


def test_many_cells_in_a_few_bytes_are_refused_before_they_are_made():
    assert reason(ods(ods_row(ods_cell("x", 10_000), 100_000))) == "files.too_many_rows"
    one, other = (f'<c r="{place}"><v>1</v></c>' for place in ("A1", "XFD1048576"))
    far = f'<row r="1">{one}</row><row r="1048576">{other}</row>'
    assert reason(with_sheet(xlsx([["x"]]), SHEET.format(rows=far))) == "files.too_many_rows"
    wide = '<row r="1"><c r="XFD1"><v>1</v></c></row>'
    assert reason(with_sheet(xlsx([["x"]]), SHEET.format(rows=wide))) == "files.too_many_columns"


def test_a_million_cells_are_too_many():
    assert reason(b"\n".join([b",".join([b"1"] * 60)] * 17_000)) == "files.too_many_cells"
    assert reason(b"a\n" * 25_000) == "files.too_many_rows"
    assert reason(b"a," * 200 + b"b") == "files.too_many_columns"


def test_a_bomb_is_refused_unopened():
    assert reason(zipped({"content.xml": "0" * 30_000_000})) == "files.workbook_bomb"
    parts = {f"xl/{number}.xml": "" for number in range(limits.MAX_PARTS + 1)}
    assert reason(zipped(parts)) == "files.workbook_bomb"


def test_a_document_type_is_refused():
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    assert reason(ods(ods_row(ods_cell("x")), doctype)) == "files.broken"


def test_an_encrypted_workbook_and_one_that_reaches_too_far_are_refused():
    far = xls_record(0x203, struct.pack("<HHHd", 65_000, 200, 0, 1.0))
    assert reason(container("EncryptedPackage", far)) == "files.encrypted"
    assert reason(container("Workbook", far)) == "files.too_many_rows"
    assert reason(container("Something", far)) == "files.broken"


#: Packed in another way than workbooks are.
PACKED = zipped({"content.xml": "x" * 99}, packing=zipfile.ZIP_LZMA)


@pytest.mark.parametrize(
    ("data", "refused"),
    [
        (b"", "files.empty"),
        (b"\n ; ;\n", "files.empty"),
        (xlsx([]), "files.empty"),
        (b"\xef\xbb\xbf", "files.empty"),
        (b"Name\0\0\1,x\n", "files.not_text"),
        (b"%PDF-1.7", "files.no_spreadsheet"),
        (b"PK\x03\x04 and nothing", "files.broken"),
        (PACKED[:45] + b"\xff" + PACKED[46:], "files.broken"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "files.broken"),
        (b"x" * (limits.MAX_BYTES + 1), "files.too_large"),
        (b'a,"' + b"x" * 140_000 + b'"', "files.not_csv"),
    ],
)
def test_what_is_no_table_is_refused_in_words(data, refused):
    assert reason(data) == refused


def read_or_refused(data: bytes) -> bool:
    """Whether sheets come of it, or a refusal of the file; anything else goes through."""
    try:
        return bool(read_sheets(data, "x.xlsx"))
    except RuleError as error:
        return error.field == "file"


HEADS = st.sampled_from(
    [
        b"",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"\xff\xfe",
        b"\x1b$B",
        b"\xef\xbb\xbf",
    ]
)


@given(HEADS, st.binary(max_size=400))
@example(b"", b'"')
@example(b"\xff\xfe", b"a")
def test_whatever_the_bytes_nothing_but_a_refusal_comes(head, rest):
    assert read_or_refused(head + rest)


BOOK = xlsx([["Name", "Rank"], ["Ola", "3k"]])
OPEN_BOOK = ods(ods_row(ods_cell("Name")) + ods_row(ods_cell("Ola")))


@given(st.sampled_from([BOOK, OPEN_BOOK]), st.data())
def test_a_workbook_with_changed_bytes_is_read_or_refused(book, data):
    changed = bytearray(book)
    for _ in range(data.draw(st.integers(1, 6))):
        changed[data.draw(st.integers(0, len(book) - 1))] = data.draw(st.integers(0, 255))
    assert read_or_refused(bytes(changed))


def test_broken_cells_of_a_workbook_stay_where_they_stand():
    book = xlsx([["Name", "Rank", "Points"], ["Ola", "#N/A", "=B2+1"], ["#REF!", "3k", None]])
    assert read_sheets(book, "x.xlsx")[0].rows == (
        ("Name", "Rank", "Points"),
        ("Ola", "#N/A", "=B2+1"),
        ("#REF!", "3k", None),
    )
    error = (
        '<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0">'
        "<text:p>#DIV/0!</text:p></table:table-cell>"
    )
    waiting = '<table:table-cell table:formula="of:=[.A1]"/>'
    rows = ods_row(ods_cell("Name") + ods_cell(None, 2)) + ods_row(error + waiting)
    assert read_sheets(ods(rows), "x.ods")[0].rows[1][:2] == ("#DIV/0!", "=[.A1]")


def test_broken_cells_of_an_old_workbook_stay_where_they_stand():
    error = struct.pack("<HHHBB", 1, 1, 0, 0x2A, 1)
    formula = struct.pack("<HHH8sHIH", 2, 0, 0, b"\2\0\x17\0\0\0\xff\xff", 0, 0, 0)
    truth = struct.pack("<HHHBB", 2, 2, 0, 1, 0)
    book = xls(
        {
            "Łoś": [xls_label(0, 0, "Name"), xls_label(0, 1, "Rank"), xls_label(1, 0, "Ola"),
                    xls_record(0x205, error), xls_record(0x06, formula), xls_label(2, 1, "3k"),
                    xls_record(0x205, truth)],
            "Other": [xls_label(0, 0, "x")],
        }
    )  # fmt: skip
    first, other = read_sheets(book, "x.xls")
    assert first.rows == (("Name", "Rank", None), ("Ola", "#N/A", None), ("#REF!", "3k", True))
    assert other.rows == (("x",),)


def test_a_reading_that_is_not_sure_is_asked_and_none_loses_a_letter():
    assert reason("Søren;Kjær;3k\n".encode("cp1252")) == "files.which_encoding"
    assert reason("Name\nŁoś\n".encode("cp1250"), encoding="cp874") == "files.not_in_encoding"
    assert reason("Łoś;Ala\n".encode()[:-6] + b"\xff\xfe\xfd;\n") == "files.which_encoding"
    (sheet,) = read_sheets("Søren;Kjær;3k\n".encode("cp1252"), "x.csv", encoding="cp1252")
    assert sheet.rows[0][:2] == ("Søren", "Kjær")


@pytest.mark.parametrize(
    "data",
    [
        "Name\nŁukasz Żółć\nŻaneta Gęś".encode()[:-1],
        "Name\nŁukasz Żółć\n".encode() + "Zoë Łoś\n".encode("cp1250"),
    ],
    ids=["cut", "two encodings"],
)
def test_a_damaged_utf8_is_asked_and_never_read_as_signs(data):
    assert reason(data) == "files.which_encoding"


@pytest.mark.parametrize("encoding", [code for code, _name in ENCODINGS])
def test_every_encoding_of_the_list_may_be_chosen(encoding):
    assert read_sheets(b"Name;Rank\nOla;3k\n".decode().encode(encoding), "x.csv", encoding=encoding)


def test_a_choice_of_encodings_shows_how_each_reads_the_file():
    choices = dict(encoding_choices("Nazwisko\nŁoś;3k\n".encode("cp1250")))
    assert choices["cp1250"] == "Windows-1250: Łoś;3k"
    assert "utf-8" not in choices

"""Bytes to text: every encoding that players' files come in, labelled rightly, wrongly or not."""

from __future__ import annotations

import codecs

import pytest

from goclub.go.records.decode import decode
from goclub.go.records.encodings import find_codec
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import candidates, read
from goclub.go.records.record import Record
from goclub.go.records.tests.samples import ENCODED, with_names
from goclub.go.records.text import clean_line, remove_mail, strip_unseen
from goclub.go.records.write import tree_json, write_record

CASES = [
    pytest.param(black, white, said, encoding, id=f"{encoding}-{black.split()[0]}")
    for black, white, said, encodings in ENCODED
    for encoding in encodings
]


def names(record: Record) -> tuple[str, str, str]:
    comments = [node.comment for node in record.nodes if node.comment]
    return record.header.black, record.header.white, "".join(comments)


@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_encoding_is_found_without_a_label(
    black: str, white: str, said: str, encoding: str
) -> None:
    record = read(with_names(black, white, said, encoding=encoding))
    assert names(record) == (black, white, said)
    assert len(record.moves) == 5


@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_right_label_is_followed(black: str, white: str, said: str, encoding: str) -> None:
    record = read(with_names(black, white, said, encoding=encoding, charset=encoding))
    assert names(record) == (black, white, said)
    assert "encoding_guessed" not in [warning.code for warning in record.warnings]


@pytest.mark.parametrize("charset", ["UTF-8", "x-unheard-of", "rot13"])
@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_label_that_cannot_be_right_is_overruled(
    black: str, white: str, said: str, encoding: str, charset: str
) -> None:
    record = read(with_names(black, white, said, encoding=encoding, charset=charset))
    assert names(record) == (black, white, said)
    if encoding != "iso2022_jp":
        assert record.warnings[0].code == "encoding_guessed"
        assert record.warnings[0].params["declared"] == charset


@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_utf8_wins_over_any_label(black: str, white: str, said: str, encoding: str) -> None:
    data = with_names(black, white, said, encoding="utf-8", charset=encoding)
    assert names(read(data)) == (black, white, said)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
def test_unicode_with_and_without_a_mark(mark: bytes, encoding: str) -> None:
    data = mark + with_names("青木", "Żółty", "ok", encoding=encoding, charset="GB2312")
    assert names(read(data)) == ("青木", "Żółty", "ok")


@pytest.mark.parametrize("name", ["表", "ソ", "能", "十", "予", "申"])
def test_second_byte_that_looks_like_an_escape_is_no_escape(name: str) -> None:
    assert b"\\" in name.encode("cp932")
    record = read(with_names(name, f"({name})", "", encoding="cp932", charset="Shift_JIS"))
    assert (record.header.black, record.header.white) == (name, f"({name})")


def test_second_byte_that_looks_like_a_bracket_ends_no_value() -> None:
    word = next(
        char for char in map(chr, range(0x4E00, 0x9FA5)) if b"]" in char.encode("gbk", "ignore")
    )
    assert read(with_names(word, "王", "很好", encoding="gbk", charset="GBK")).header.black == word


def test_named_encoding_overrides_everything() -> None:
    data = with_names("åäö", "é", "", encoding="latin-1", charset="UTF-8")
    assert read(data, encoding="ISO-8859-1").header.black == "åäö"
    assert read(data, encoding="koi8-r").header.black == "ЕДЖ"


@pytest.mark.parametrize("name", ["klingon", "rot13", "zlib", "idna", "unicode_escape", "", "\0"])
def test_named_encoding_must_be_a_charset(name: str) -> None:
    with pytest.raises(KifuError) as refused:
        read(b"(;B[aa])", encoding=name)
    assert refused.value.reason == "records.bad_encoding"


def test_damaged_bytes_are_replaced_and_reported() -> None:
    data = with_names("青木健太", "x", "とても良い手です", encoding="utf-8")
    data = data.replace("健".encode(), b"\xff\xff\xfe", 1)
    record = read(data, encoding="utf-8")
    assert "\ufffd" in record.header.black
    assert [warning.code for warning in record.warnings] == ["damaged_text"]


@pytest.mark.parametrize("charset", [None, "right", "UTF-8"])
@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_utf8_is_always_among_the_readings_to_choose_from(
    black: str, white: str, said: str, encoding: str, charset: str | None
) -> None:
    """Whatever was declared and whatever was found: first, or next to what was."""
    declared = encoding if charset == "right" else charset
    readings = candidates(with_names(black, white, said, encoding=encoding, charset=declared))
    assert "utf-8" in [one.encoding for one in readings][:2]


# Texts under labels that are no guess of ours: each decodes, so each is honoured.
LABELLED = [
    ("KOI8-U", "koi8_u", "Їжакова Ґаля", "Єва Іщенко"),
    ("koi8-r", "koi8_r", "Ольга", "Жанна Щукина"),
    ("windows-1255", "cp1255", "אבן שחורה", "אבן לבנה"),
    ("ISO-8859-8", "iso8859_8", "אבן", "לבנה"),
    ("windows-1256", "cp1256", "حجر أسود", "حجر أبيض"),
    ("ISO-8859-6", "iso8859_6", "حجر", "أبيض"),
    ("Shift_JIS", "shift_jis", "ｸﾛｲｼ", "ｼﾛｲｼ"),
    ("EUC-JP", "euc_jp", "ｸﾛｲｼ", "ｼﾛ"),
    ("ISO-8859-1", "iso8859_1", "Pièrre Ärger", "Noël Größe"),
    ("ISO-8859-1", "iso8859_1", "Þór", "ÿ"),
    ("windows-1252", "cp1252", "Ñ", "«Õ»"),
    ("ISO-8859-2", "iso8859_2", "Żółć", "Ťukan"),
    ("windows-1250", "cp1250", "Ę", "Őz"),
    ("ISO-8859-5", "iso8859_5", "Ђорђе", "Љиљана"),
    ("windows-1251", "cp1251", "Ъ", "Ўзбек"),
    ("ISO-8859-7", "iso8859_7", "Γιώργος", "Άννα"),
    ("windows-1253", "cp1253", "Ω", "Ψ"),
    ("ISO-8859-9", "iso8859_9", "Işık", "Ğ"),
    ("windows-1254", "cp1254", "Şule", "İ"),
    ("windows-1257", "cp1257", "Žydrūnė", "Ļ"),
    ("ISO-8859-15", "iso8859_15", "Œuvre €", "Š"),
    ("windows-1258", "cp1258", "Đặng".replace("ặ", "ă"), "Ư"),
    ("TIS-620", "tis_620", "หมาก", "ล้อม"),
    ("GB2312", "gb2312", "黑", "白"),
    ("Big5", "big5", "黑", "白"),
    ("EUC-KR", "euc_kr", "흑", "백"),
    ("macintosh", "mac_roman", "Zoë", "Çelik"),
    ("cp866", "cp866", "Чёрный", "Белый"),
    ("cp437", "cp437", "Größe", "Ärger"),
]


@pytest.mark.parametrize(("label", "codec", "black", "white"), LABELLED)
def test_a_label_under_which_the_bytes_decode_is_honoured(
    label: str, codec: str, black: str, white: str
) -> None:
    record = read(with_names(black, white, "", encoding=codec, charset=label))
    assert (record.header.black, record.header.white) == (black, white)
    assert codecs.lookup(record.encoding) == codecs.lookup(codec)
    assert record.warnings == ()


@pytest.mark.parametrize("label", ["ISO-8859-1", "windows-1252", "US-ASCII"])
@pytest.mark.parametrize(
    ("text", "codec"), [("表示ソフト", "cp932"), ("聂卫平九段", "gbk"), ("이세돌", "cp949")]
)
def test_a_western_label_without_a_western_word_is_overruled(
    label: str, text: str, codec: str
) -> None:
    record = read(with_names(text, "x", text, encoding=codec, charset=label))
    assert record.header.black == text
    assert [warning.code for warning in record.warnings] == ["encoding_guessed"]


@pytest.mark.parametrize("charset", ["UTF-8", None])
@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_utf8_with_a_broken_byte_stays_utf8(
    black: str, white: str, said: str, encoding: str, charset: str | None
) -> None:
    data = with_names(black, white, said, encoding="utf-8", charset=charset)
    for place in [place for place, byte in enumerate(data) if byte >= 0x80]:
        for broken in (b"", b"?", b"\xff"):
            decoded = decode(data[:place] + broken + data[place + 1 :])
            assert (decoded.encoding, decoded.damaged) == ("utf-8", True)


@pytest.mark.parametrize(("black", "white", "said", "encoding"), CASES)
def test_a_label_stays_when_a_byte_is_lost(
    black: str, white: str, said: str, encoding: str
) -> None:
    if encoding == "iso2022_jp":
        return  # seven bits
    data = with_names(black, white, said, encoding=encoding, charset=encoding)
    for place in [place for place, byte in enumerate(data) if byte >= 0x80]:
        assert decode(data[:place] + data[place + 1 :]).source == "declared"


def test_ascii_needs_no_guess() -> None:
    decoded = decode(b"(;CA[Shift_JIS]B[aa])")
    assert (decoded.encoding, decoded.source, decoded.declared) == ("utf-8", "utf-8", "Shift_JIS")


def test_labels_are_read_in_any_spelling() -> None:
    for label in ("Shift_JIS", "sjis", "x-sjis", "SHIFT-JIS", "windows-31j"):
        assert find_codec(label) == "cp932"
    for label in ("ks_c_5601-1987", "EUC-KR", "euckr", "windows-949"):
        assert find_codec(label) == "cp949"


def test_control_and_direction_characters_go() -> None:
    data = "(;PB[a\0b\x07\u200bc]PW[\u202egnp.exe\u2066]C[one\r\ntwo\u2028three\ttab])".encode()
    record = read(data)
    assert (record.header.black, record.header.white) == ("abc", "gnp.exe")
    assert record.nodes[0].comment == "one\ntwo\nthree tab"


def test_mail_addresses_go_from_every_text() -> None:
    mail = "anna.k+go@mail.example.co.jp"
    data = f"(;PB[Anna <{mail}>]EV[{mail}];B[aa]C[write to {mail}, please]LB[aa:{mail}]N[{mail}])"
    record = read(data.encode())
    assert record.header.black == "Anna <[e-mail removed]>"
    assert "example" not in str(tree_json(record)) + write_record(record).decode() + repr(record)
    assert record.nodes[1].comment == "write to [e-mail removed], please"


@pytest.mark.parametrize("text", ["a@b", "3@4", "@", "black@5k", "x@y."])
def test_what_is_no_mail_address_stays(text: str) -> None:
    assert remove_mail(text) == text


def test_header_texts_are_short_lines() -> None:
    assert clean_line(" a \n\n b ") == "a b"
    assert len(clean_line("x" * 10_000)) == 300
    assert strip_unseen("a\r\n\r\nb\rc") == "a\n\nb\nc"


@pytest.mark.parametrize(
    "data",
    [
        b"(;C[" + b"\xff\xfe\x80\x81 " * 380_000 + b"])",
        b"(;C[" + "形勢は黒がよい".encode("cp932") * 90_000 + b"])",
        bytes(range(256)) * 7_500,
        b"(;C[" + b"a@" * 900_000 + b"])",
    ],
    ids=["noise", "shift_jis", "all bytes", "almost mail"],
)
def test_two_megabytes_of_anything_are_read_or_refused(data: bytes) -> None:
    if data.startswith(b"(;"):
        read(data)
    else:
        with pytest.raises(KifuError, match=r"\[not_sgf\]"):
            read(data)


@pytest.mark.parametrize(
    ("label", "encoding", "black", "white"),
    [
        ("x-mac-cyrillic", "mac_cyrillic", "Иван Шикшин", "Ольга"),
        ("x-cp1251", "cp1251", "Иван Шикшин", "Ольга"),
        ("CP1125", "cp1125", "Їжак Ґалаґан", "Дмитро"),
        ("KOI8-RU", "koi8_u", "Євген Їсть", "Дмитро"),
        ("ISO-8859-8-I", "iso8859_8", "דוד לוי", "אבי"),
        ("x-cp1255", "cp1255", "דוד לוי", "אבי"),
        ("ISO-8859-6-E", "iso8859_6", "محمد", "علي"),
        ("csEUCKR", "cp949", "이세돌", "조치훈"),
        ("ks_c_5601-1989", "cp949", "이세돌", "조치훈"),
        ("x-gbk", "gbk", "柯洁", "古力"),
        ("cn-big5", "big5", "周俊勳", "張栩"),
        ("x-euc-jp", "euc_jp", "佐藤健", "小林光一"),
        ("dos-874", "cp874", "สมชาย", "กฤษณ์"),
        ("x-mac-roman", "mac_roman", "Jürgen Groß", "Hélène"),
    ],
)
def test_a_label_as_browsers_and_mail_write_it_is_honoured(label, encoding, black, white):
    record = read(with_names(black, white, "", encoding=encoding, charset=label))
    assert (record.header.black, record.header.white) == (black, white)
    assert "encoding_guessed" not in [warning.code for warning in record.warnings]

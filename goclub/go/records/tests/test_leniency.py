"""What files say in ways of their own: numbers, passes, words between properties, labels."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from goclub.go.board.basics import name_point
from goclub.go.records import decode
from goclub.go.records.errors import KifuError
from goclub.go.records.header import read_grade
from goclub.go.records.layers import next_colour
from goclub.go.records.reading import read, read_all
from goclub.go.records.record import Record
from goclub.go.records.results import parse_result
from goclub.go.records.tests.samples import NGF, UGF


def codes(record: Record) -> list[str]:
    return [warning.code for warning in record.warnings]


# -- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("komi", "komi2", "remarks"),
    [("6.5000000", 13, False), ("6." + "5" + "0" * 150, 13, False), ("6.5/7.5", 13, True),
     ("6,5000000", 13, True), ("3.7500000", 15, False), ("13/2", 13, True), ("+6.5", 13, True)],
)  # fmt: skip
def test_komi_with_any_count_of_decimals(komi: str, komi2: int, remarks: bool) -> None:
    record = read(f"(;SZ[9]KM[{komi}];B[ee])".encode())
    assert record.header.komi2 == komi2
    assert ("komi_unusual" in codes(record)) == remarks


@pytest.mark.parametrize(
    ("text", "told", "understood"),
    [("B+3.5000000", "B+3.5", True), ("B+3.5" + "0" * 150, "B+3.5", True),
     ("Black wins by 3.50000000 points", "B+3.5", True), ("W+R (komi 6.5000000000)", "W+R", True),
     ("B+-3.5", "B+", False), ("Black wins by -3.5 points", "B+", False),
     ("B+3.5/4.5", "B+", False), ("B+3-5", "B+", False), ("B+3..5", "B+", False),
     ("B+3.5.5", "B+", False),
     ("B+3-1/2", "B+3.5", True)],
)  # fmt: skip
def test_margins_of_results(text: str, told: str, understood: bool) -> None:
    result, certain = parse_result(text)
    assert (str(result), certain) == (told, understood)
    assert ("result_in_part" in codes(read(f"(;SZ[9]RE[{text}];B[ee])".encode()))) != understood


@pytest.mark.parametrize(("size", "read_as"), [("+9", (9, 9)), ("+9:+7", (9, 7)), ("9:+7", (9, 7))])
def test_a_size_with_a_sign(size: str, read_as: tuple[int, int]) -> None:
    record = read(f"(;SZ[{size}];B[ee])".encode())
    assert (record.width, record.height) == read_as
    assert "size_unusual" in codes(record)


@pytest.mark.parametrize("size", ["-9", "++9", "+-9", "+0", "+53", "+"])
def test_a_sign_makes_no_size(size: str) -> None:
    with pytest.raises(KifuError):
        read(f"(;SZ[{size}];B[ee])".encode())


def test_handicap_with_a_sign() -> None:
    record = read(b"(;SZ[9]HA[+2]AB[cg][gc];W[ee])")
    assert record.header.handicap == 2
    assert codes(record) == ["handicap_unusual"]


@pytest.mark.parametrize(
    ("text", "grade"),
    [("P9段", "9p"), ("9段P", "9p"), ("Ｐ９段", "9p"), ("P9", "9p"), ("p 3단", "3p"),
     ("P九段", "9p"), ("9段", "9d"), ("P9k", "9k"), ("P", ""), ("Polska 3d", "3d"),
     ("9段(P)", "9p"), ("9 dan (pro)", "9p"), ("9d professional", "9p"), ("9DP", "9p"),
     ("4d PAA", "4d"), ("4d (PAA)", "4d"), ("3d Poland", "3d"), ("1d poz.", "1d"),
     ("3d province", "3d"), ("5 PAA", "")],
)  # fmt: skip
def test_a_professional_grade_with_its_letter_first(text: str, grade: str) -> None:
    assert read_grade(text) == grade


# -- handicap stones -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nodes", [b";AB[cg][gc];W[ee]", b";AB[cg];AB[gc];W[ee]", b";C[x];AB[cg][gc][aa];AE[aa];W[ee]"]
)
def test_stones_placed_after_the_root_count_as_placed(nodes: bytes) -> None:
    record = read(b"(;SZ[9]HA[2]" + nodes + b")")
    assert {"handicap_without_stones", "handicap_mismatch", "unexpected_first_move"}.isdisjoint(
        codes(record)
    )
    before = record.tree.first_move() - 1
    assert next_colour(record, before) == 2


def test_stones_placed_after_the_root_make_a_handicap_game() -> None:
    record = read(b"(;SZ[9];AB[cg][gc];W[ee])")
    assert record.header.handicap == 2
    assert codes(record) == ["stones_without_handicap"]


# -- passes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "text"), [("9", "jj"), ("9", "JJ"), ("13", "nn"), ("9:7", "jh"), ("21", "vv")]
)
def test_a_pass_one_line_off_the_board(size: str, text: str) -> None:
    record = read(f"(;SZ[{size}];B[aa];W[{text}];B[bb](;W[cc])(;W[{text}]))".encode())
    assert record.moves[1] == (2, None)
    assert record.nodes[-1].is_pass
    assert "odd_pass" in codes(record)


@pytest.mark.parametrize("moves", [";W[jj];B[kk]", ";W[jj];B[ja]", ";W[kk]", ";W[ji]"])
def test_other_points_off_the_board_are_no_passes(moves: str) -> None:
    with pytest.raises(KifuError, match="off_board"):
        read(f"(;SZ[9];B[aa]{moves})".encode())


@pytest.mark.parametrize(("text", "remarks"), [("YA", 0), ("ZZ", 1), ("TA", 1)])
def test_a_point_off_the_board_of_a_ugf_file_is_a_pass_with_a_remark(
    text: str, remarks: int
) -> None:
    record = read(UGF.replace("JJ,B1", f"{text},B1").encode())
    assert record.nodes[-1].is_pass
    assert codes(record).count("odd_pass") == remarks


# -- words between properties --------------------------------------------------------------------

JUNK = [",", " , ", "\n--------\n", " foo ", " a stray word ", "1. ", " = ", "/* x */", "。",
        " PC ", "\n* * *\n", "#", " \\ ", "<b>", " [x] ",
        "(note)", " (9 dan, 名人) "]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK)
def test_words_between_properties_and_nodes_are_passed_over(junk: str) -> None:
    if "[" in junk:
        junk = "," + junk  # alone it would be one more value
    places = ["(;SZ[9]PB[Ann]", "PW[Ben]", "RE[B+R]", ";B[ee]", ";W[cc]C[well]", "(;B[aa])",
              "(;B[bb];W[gg]", ")", ")"]  # fmt: skip
    clean = read("".join(places).encode())
    for place in range(1, len(places)):
        record = read("".join([*places[:place], junk, *places[place:]]).encode())
        assert (record.nodes, record.header) == (clean.nodes, clean.header)
        assert codes(record) == ["text_inside"]
    record = read(junk.join(places).encode())
    assert (record.nodes, record.header) == (clean.nodes, clean.header)


@pytest.mark.parametrize(
    "junk",
    ["C[late]", "LB[aa:1]", "PW[Bob]RE[W+R]", "AB[cc][dd]", "GM[2]", "[x]", "foo [x]",
     " -- C[x] -- ", "[x] foo C[y]", "N[a] (note) N[b]"],
)  # fmt: skip
def test_what_stands_behind_a_variation_is_passed_over(junk: str) -> None:
    text = "(;SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee](;W[cc](;B[aa])@(;B[bb])@)@(;W[gg])@)"
    clean, record = (read(text.replace("@", said).encode()) for said in ("", junk))
    assert (record.nodes, record.header) == (clean.nodes, clean.header)
    assert codes(record) == ["text_inside"]


def test_a_move_behind_a_variation_is_a_node_without_its_semicolon() -> None:
    record = read(b"(;SZ[9];B[ee](;W[cc])W[dd];B[aa])")
    assert record.nodes == read(b"(;SZ[9];B[ee](;W[cc])(;W[dd];B[aa]))").nodes
    assert codes(record) == ["missing_semicolon"]


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]PB[Ann],PW[Ben],RE[B+R];B[ee];W[cc])",
        "(;SZ[9],PB[Ann]PW PW[Ben]RE[B+R];B[ee];W[cc])",
        "(--- ;SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee];W[cc])",
        "(; a game: SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee];W[cc])",
        "(;SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee] :) ;W[cc])",
        "(;SZ[9]PB[Ann]PW[Ben]RE[B+R];B[ee]];W[[cc]])",
        "(;SZ[9]PB[Ann] = PW[Ben] = [x] RE[B+R];B[ee];W[cc])",
    ],
)
def test_nothing_is_swallowed(text: str) -> None:
    record = read(text.encode())
    assert (record.header.black, record.header.white, str(record.header.result)) == (
        "Ann", "Ben", "B+R",
    )  # fmt: skip
    assert [point for _colour, point in record.moves] == [(4, 4), (2, 2)]
    assert "text_inside" in codes(record)


# -- values whose bracket was never closed -------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "comment", "names"),
    [
        ("C[hello RE[B+3]PB[Ann]PW[Ben]", "hello", "RE"),
        ("C[hello RE[B+3] PB[Ann]PW[Ben]", "hello", "RE"),
        ("C[helloRE[B+3]PB[Ann]PW[Ben]", "hello", "RE"),
        ("C[hello [a\\] PB[Ann]PW[Ben]RE[B+3]", "hello [a]", "PB"),
        ("C[hello PB[Ann PW[Ben RE[B+3]", "hello", "PB, PW, RE"),
        ("C[hello PB[Ann]PW[Ben RE[B+3]", "hello", "RE, PB"),
        ("GC[hello PB[Ann]PW[Ben]RE[B+3]", "hello", "PB"),
        ("PB[AnnPW[Ben]RE[B+3]C[hello]", "hello", "PW"),
        ("RE[B+3PB[Ann C[hello]PW[Ben]", "hello", "PB, C"),
        ("PB[Ann PW[Ben]RE[B+3]C[see [a]: hello]", "see [a]: hello", "PW"),
    ],
)
def test_a_property_inside_another_is_recovered(root: str, comment: str, names: str) -> None:
    record = read(f"(;SZ[9]{root};B[aa];W[bb])".encode())
    header = record.header
    assert (header.black, header.white, str(header.result)) == ("Ann", "Ben", "B+3")
    assert record.nodes[0].comment == comment
    assert [w.params["names"] for w in record.warnings if w.code == "swallowed_property"] == [names]
    assert len(record.moves) == 2


def test_stones_and_marks_inside_a_comment_are_recovered() -> None:
    record = read(b"(;SZ[9]HA[2]C[hello AB[cc][dd];W[aaC[nice];B[bb]C[see TR[aa][bb])")
    assert sorted(record.nodes[0].added) == [(1, (2, 2)), (1, (3, 3))]
    assert [node.comment for node in record.nodes] == ["hello", "nice", "see"]
    assert record.nodes[2].marks["TR"] == ((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("root", "comment", "warned"),
    [
        ("RE[W+R]C[the slip said RE[B+R]", "the slip said RE[B+R", False),
        ("C[the slip said RE[B+R]RE[W+R]", "the slip said RE[B+R", False),
        ("C[RE[B+R\\] is wrong]", "RE[B+R] is wrong", False),
        ("C[why RE\\[B+R]", "why RE[B+R", False),
        ("C[RE[B+R] is wrong]", "RE[B+R] is wrong", False),
        ("C[what is RE[]", "what is RE[", True),
        ("C[what is RE[the result]", "what is RE[the result", True),
        ("C[a SCORE[B+R]", "a SCORE[B+R", False),
    ],
)
def test_a_comment_may_speak_of_a_property(root: str, comment: str, warned: bool) -> None:
    record = read(f"(;SZ[9]{root};B[aa];W[bb]C[not RE[B+R])".encode())
    assert (record.nodes[0].comment, record.nodes[2].comment) == (comment, "not RE[B+R")
    assert str(record.header.result) != "B+R"
    assert "swallowed_property" not in codes(record)
    assert ("property_in_text" in codes(record)) == warned


@pytest.mark.parametrize("comment", ["hello", "hello (note) "])
def test_an_unclosed_comment_before_a_variation_leaves_the_tree_whole(comment: str) -> None:
    record = read(f"(;SZ[9];B[aa](;W[bb]C[{comment})(;W[cc];B[dd]))".encode())
    assert [node.comment for node in record.nodes[2:]] == [comment.strip(), "", ""]
    assert record.nodes[1].children == (2, 3)
    assert "text_around" not in codes(record)


def test_a_move_without_a_point_is_no_move() -> None:
    record = read(b"(;SZ[9];B[ee];W;B[cc])")
    assert len(record.moves) == 2
    assert "text_inside" in codes(record)


@pytest.mark.parametrize(
    "said", ["see [1], and more", "see [1] and [2] ok", "smile :] hm", "[a] b", "I, [or you] said"]
)
def test_a_text_with_brackets_stays_whole_beside_words(said: str) -> None:
    record = read(f"(;SZ[9]PB[Ann],C[{said}],PW[Ben] foo ;B[ee]C[{said}]\n--\n;W[cc])".encode())
    assert (record.header.black, record.header.white) == ("Ann", "Ben")
    assert [record.nodes[0].comment, record.nodes[1].comment] == [said, said]
    assert len(record.moves) == 2
    assert codes(record)[:2] == ["bracket_in_text", "text_inside"]


def test_the_words_of_a_mail_are_no_moves() -> None:
    assert len(read(b"(;SZ[9]PB[Ann];B[ee];W[cc]\n--\nregards, Bob [x] and Will [y]\n").moves) == 2


def test_a_smiley_before_a_game_is_no_game() -> None:
    games = read_all(b"Hello (; hi!\n(;SZ[9]PB[Ann];B[ee])")
    assert len(games) == 1
    assert isinstance(games[0], Record)
    assert codes(games[0]) == ["text_around"]


# -- labels of a collection ----------------------------------------------------------------------


@pytest.mark.parametrize("label", ["CA[UTF-8]", "CA[Shift_JIS]", "CA[EUC-KR]", ""])
@pytest.mark.parametrize("said", ["Żak (;SZ[9", "名 (;SZ[ é", "партия (;GM[1 партия"])
def test_a_comment_that_speaks_of_a_game_stays_one_line(label: str, said: str) -> None:
    text = f"(;{label}SZ[9]PB[名人]C[{said}];B[aa]C[{said}])"
    assert decode.decode(text.encode()).text.rstrip("\n") == text


def labelled(name: str, label: str, encoding: str) -> bytes:
    charset = f"CA[{label}]" if label else ""
    return f"(;GM[1]{charset}SZ[9]PB[{name}];B[ee])".encode(encoding)


COLLECTION = [
    ("表 ソラ能", "Shift_JIS", "cp932"), ("王小明", "GB2312", "gb18030"),
    ("Łucja Żółć", "UTF-8", "utf-8"), ("Łucja Święch", "windows-1250", "cp1250"),
    ("김민수", "EUC-KR", "euc_kr"), ("สมชาย ใจดี", "TIS-620", "cp874"),
]  # fmt: skip


@pytest.mark.parametrize("between", [b"", b"\n", b"\r\n\r\n"])
@pytest.mark.parametrize("first", range(len(COLLECTION)))
def test_each_game_of_a_collection_has_its_own_label(first: int, between: bytes) -> None:
    rows = COLLECTION[first:] + COLLECTION[:first]
    games = read_all(between.join(labelled(*row) for row in rows))
    names = [game.header.black for game in games if isinstance(game, Record)]
    assert names == [name for name, _label, _encoding in rows]
    assert not any(codes(game) for game in games if isinstance(game, Record))


def test_a_game_without_a_label_is_read_like_the_one_before_where_that_fits() -> None:
    rows = [COLLECTION[0], ("青木", "", "cp932"), ("Łucja 青木", "", "utf-8"), COLLECTION[1]]
    data = b"".join(labelled(*row) for row in rows)
    names = [game.header.black for game in read_all(data) if isinstance(game, Record)]
    assert names == ["表 ソラ能", "青木", "Łucja 青木", "王小明"]


@pytest.mark.parametrize(
    "rows",
    [
        [("Łoś", "UTF-8", "utf-8"), ("佐藤能", "UTF-8", "cp932"), ("조훈현", "EUC-KR", "euc_kr")],
        [("佐藤", "", "utf-8"), ("田中", "", "cp932"), ("佐藤", "", "utf-8")],
        [("Łoś", "UTF-8", "utf-8-sig"), ("Łucja Święch", "windows-1250", "cp1250")],
    ],
    ids=["a wrong label", "no labels", "a byte order mark"],
)
def test_a_game_in_another_encoding_leaves_the_others_readable(rows: list[tuple[str, ...]]) -> None:
    games = read_all(b"".join(labelled(*row) for row in rows))
    assert [game.header.black for game in games if isinstance(game, Record)] == [
        name for name, _label, _encoding in rows
    ]
    assert codes(games[0]) == []


def test_thousands_of_games_in_turn_are_not_guessed_one_by_one() -> None:
    games = b"".join(labelled("佐藤", "", name) for name in ("utf-8", "cp932") * 2000)
    with patch.object(decode, "guess", wraps=decode.guess) as guess:
        names = {game.header.black for game in read_all(games) if isinstance(game, Record)}
    assert names == {"佐藤"}
    assert guess.call_count <= 100


# -- other servers -------------------------------------------------------------------------------


def placed(record: Record) -> set[str]:
    return {name_point(point, record.height) for _colour, point in record.nodes[0].added}


@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [(19, 2, {"Q16", "D4"}), (19, 3, {"Q16", "D4", "D16"}), (9, 3, {"G7", "C3", "C7"}),
     (19, 4, {"Q16", "D4", "D16", "Q4"})],
)  # fmt: skip
def test_wbaduk_puts_the_third_stone_upper_left(size: int, stones: int, points: set[str]) -> None:
    lines = NGF.splitlines()[:12]
    lines[1], lines[5], lines[7] = str(size), str(stones), "0"
    record = read("\n".join([*lines, "PMABWGGGG", "PMACBHHHH", ""]).encode())
    assert placed(record) == points
    assert codes(record) == []


@pytest.mark.parametrize(
    ("moves", "points"),
    [(["DP,W1,1,0", "PD,B1,2,0"], {"Q16", "D4"}), (["DP,B1,1,0", "PD,B1,2,0", "JJ,W1,3,0"], set()),
     ([], {"Q16", "D4"})],
)  # fmt: skip
def test_pandanets_handicap_stones_are_placed_unless_they_are_moves(
    moves: list[str], points: set[str]
) -> None:
    head = UGF[: UGF.index("[Data]")].replace("Hdcp=0", "Hdcp=2")
    record = read("\n".join([head + "[Data]", *moves, ""]).encode())
    assert placed(record) == points
    assert {"handicap_without_stones", "unexpected_first_move"}.isdisjoint(codes(record))

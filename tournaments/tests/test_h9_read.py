"""Reading H9: the dialects of the programs that write it, and what is refused, by line."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from ratings.text_files import MAX_TEXT_BYTES
from tournaments.events.field import GameResult
from tournaments.events.placement import standings
from tournaments.events.settings import Kind
from tournaments.formats import remarks
from tournaments.formats.h9_lines import read_sheet
from tournaments.formats.h9_read import read_h9
from tournaments.formats.remarks import Remark, RemarkKind

HEAD = """; CL[B]
; EV[Wiosenny Open]
; PC[PL, Warszawa]
; DT[2026-03-07,2026-03-08]
; HA[h2]
; KM[7.5]
; TM[60]
;
; Pl Name                Rk Co Club  MMS  SOSSOSOS
"""
FOUR = """   1 Kowalska Anna        2D PL Wars   33   62  124    2+/w0    3+/w1    4+/w1 |11111111
   2 Nowak Jan            1D PL Wars   31   63  123    1-/b0    4+/w0    3+/w0
   3 de_Lis Ewa           1K CZ Prah   30   64  122    4+/w0    1-/b1    2-/b0
   4 Rémi_Paul Zoë        1K FR 38Gr   29   61  125    3-/b0    2-/b0    1-/b1
"""


def four(**changes):
    """The file with whole lines replaced: ``line2="…"``."""
    lines = FOUR.splitlines()
    for name, text in changes.items():
        lines[int(name.removeprefix("line")) - 1] = text
    return "\n".join(lines).encode()


def row(number, name, cells, rank="1d"):
    return f"{number} {name} X {rank} PL Wars 0 0 0 {cells}\n"


def small(*rows):
    return "".join(row(*each) for each in rows).encode()


def test_a_whole_file():
    event = read_h9((HEAD + FOUR).encode())
    assert [each.name for each in event.players] == ["Kowalska", "Nowak", "de Lis", "Rémi Paul"]
    anna, jan, ewa, zoe = event.players
    assert (anna.id, anna.first_name, anna.rank, anna.egf_pin) == (1, "Anna", 1, "11111111")
    assert (jan.egf_pin, ewa.country, zoe.club) == ("", "CZ", "38Gr")
    assert [len(each.games) for each in event.rounds] == [2, 2, 2]
    first = event.rounds[1].games[0]
    assert (first.white, first.black, first.handicap, first.result) == (1, 3, 1, GameResult.WHITE)
    assert event.event.name == "Wiosenny Open"
    assert (event.event.location, event.event.begin) == ("Warszawa", "2026-03-07")
    system = event.system
    assert (system.kind, system.criteria) == (Kind.MCMAHON, ("MMS", "SOSM", "SOSOSM"))
    assert (system.handicap.correction, system.handicap.ceiling, system.rounds) == (2, 9, 3)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16"])
def test_every_usual_encoding(encoding):
    assert read_h9((HEAD + FOUR).encode(encoding)).players[3].name == "Rémi Paul"


def test_a_place_without_a_country_and_a_header_without_a_komi():
    head = HEAD.replace("; PC[PL, Warszawa]", "; PC[Online]").replace("; KM[7.5]\n", "")
    event = read_h9((head + FOUR).encode()).event
    assert (event.location, event.komi2) == ("Online", 15)


def test_without_any_header_it_is_read_all_the_same():
    event = read_h9(FOUR.encode())
    assert event.system.kind is Kind.MCMAHON
    assert (event.system.criteria, event.event.name) == (("MMS", "SOSM", "SOSOSM"), "")


def test_short_results_without_colours():
    event = read_h9(small((1, "A", "2+ 0+"), (2, "B", "1- 3="), (3, "C", "0- 2=")))
    game, jigo = event.rounds[0].games[0], event.rounds[1].games[0]
    assert (game.white, game.black, game.result, game.known_colour) == (
        1,
        2,
        GameResult.WHITE,
        False,
    )
    assert jigo.result is GameResult.EQUAL
    assert (event.rounds[1].bye, event.players[2].absent) == (1, {0})


@pytest.mark.parametrize("cell", ["2+!w3", "2+!/w3", "2+/w3!", "2+!W3"])
def test_a_result_by_default_in_every_spelling(cell):
    game = read_h9(small((1, "A", cell), (2, "B", "1-!b3"))).rounds[0].games[0]
    assert (game.by_default, game.handicap, game.white) == (True, 3, 1)


def test_what_one_side_leaves_out_the_other_says():
    game = read_h9(small((1, "A", "2-"), (2, "B", "1+/b4"))).rounds[0].games[0]
    assert (game.white, game.handicap, game.result) == (1, 4, GameResult.BLACK)
    assert game.known_colour


@pytest.mark.parametrize(
    ("marks", "result"),
    [
        ("+-", GameResult.WHITE),
        ("-+", GameResult.BLACK),
        ("==", GameResult.EQUAL),
        ("++", GameResult.BOTH_WIN),
        ("--", GameResult.BOTH_LOSE),
        ("??", GameResult.UNKNOWN),
    ],
)
def test_results(marks, result):
    data = small((1, "A", f"2{marks[0]}/w0"), (2, "B", f"1{marks[1]}/b0"))
    assert read_h9(data).rounds[0].games[0].result is result


def test_half_points_for_absences_and_none_for_a_zero_beside_them():
    event = read_h9(small((1, "A", "2+ 2+"), (2, "B", "1- 1-"), (3, "C", "0= 0-")))
    assert (event.players[2].absent, event.players[2].unexcused) == ({0, 1}, {1})
    assert event.system.nbw_absent2 == 1
    assert event.system.kind is Kind.SWISS


def test_whole_points_for_several_in_a_round_are_no_byes():
    event = read_h9(small((1, "A", "2+"), (2, "B", "1-"), (3, "C", "0+"), (4, "D", "0+")))
    assert event.rounds[0].bye is None
    assert event.system.nbw_absent2 == 2
    points = {each.player: each.points("NBW") for each in standings(event, 0)}
    assert points == {1: 1, 2: 0, 3: 1, 4: 1}


@pytest.mark.parametrize(
    ("written", "name", "first_name"),
    [
        ("van\xa0Dam Eva\xa0Maria", "van Dam", "Eva Maria"),
        ("van_Dam Eva_Maria", "van Dam", "Eva Maria"),
        ("van Dam Eva", "van Dam", "Eva"),
        ("Dam Eva Maria", "Dam", "Eva Maria"),
        ("van Dam, Eva", "van Dam", "Eva"),
        ("Dam", "Dam", ""),
        ("Dam -", "Dam", ""),
    ],
)
def test_names(written, name, first_name):
    data = f"1 {written} 1d NL Amst 0 0 0 2+\n2 B X 1d PL Wars 0 0 0 1-\n"
    first = read_h9(data.encode()).players[0]
    assert (first.name, first.first_name, first.club) == (name, first_name, "Amst")


@pytest.mark.parametrize(
    ("middle", "country", "club"),
    [
        ("NL Amst 0 0 0", "NL", "Amst"),
        ("nl Amst", "NL", "Amst"),
        ("XX xxxx 0 0 0", "", ""),
        ("-- ---- 0", "", ""),
        ("NL 0 0 0 0", "NL", ""),
        ("", "", ""),
        ("NL Go_Club_Amst 1½ 2.25 3", "NL", "Go Club Amst"),
    ],
)
def test_what_stands_between_strength_and_results(middle, country, club):
    data = f"1 A X 1d {middle} 2+\n2 B X 1d PL Wars 0 0 0 1-\n"
    first = read_h9(data.encode()).players[0]
    assert (first.country, first.club) == (country, club)


@pytest.mark.parametrize(
    ("text", "rank"), [("3K", -3), ("3k", -3), ("2D", 1), ("4dan", 3), ("12kyu", -12), ("1p", 6)]
)
def test_strengths(text, rank):
    assert read_h9(small((1, "A", "2+", text), (2, "B", "1-"))).players[0].rank == rank


# What is refused


@pytest.mark.parametrize(
    ("data", "line", "reason", "code"),
    [
        (four(line2="Nowak Jan 1D PL Wars 31 1-/b0 4+/w0 3+/w0"), 2, "formats.bad_line", Code.TYPE),
        (four(line2="2 Nowak Jan PL Wars 31 1-/b0 4+/w0 3+/w0"), 2, "formats.bad_line", Code.TYPE),
        (four(line2="2 Nowak Jan 1D PL Wars 31"), 2, "formats.bad_line", Code.TYPE),
        (
            four(line2="2 Nowak Jan 1D PL Wars 31 1-/b0 4+/w0"),
            2,
            "formats.rounds",
            Code.INCONSISTENT,
        ),
        (
            four(line2="1 Nowak Jan 1D PL Wars 31 3-/b0 4+/w0 3+/w0", line3="x"),
            3,
            "formats.bad_line",
            Code.TYPE,
        ),
        (
            four(line3="2 Lis Ewa 1K CZ Prah 30 4+/w0 1-/b1 2-/b0", line4=FOUR.splitlines()[1]),
            4,
            "formats.same_player",
            Code.DUPLICATE,
        ),
        (
            four(line4="4 KOWALSKA anna 1K FR 38Gr 29 3-/b0 2-/b0 1-/b1"),
            4,
            "formats.same_player",
            Code.DUPLICATE,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 3-/b0 2-/b0 1-/b1 |11111111"),
            4,
            "formats.same_player",
            Code.DUPLICATE,
        ),
        (
            four(line4="1 Paul Zoe 1K FR 38Gr 29 3-/b0 2-/b0 1-/b1"),
            4,
            "formats.same_number",
            Code.DUPLICATE,
        ),
        (four(line4="4 Paul Zoe 1K FR 38Gr 29 9-/b0 2-/b0 1-/b1"), 4, "", Code.UNKNOWN),
        (four(line4="4 Paul Zoe 1K FR 38Gr 29 4-/b0 2-/b0 1-/b1"), 4, "", Code.SAME_PLAYER),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 1-/b0 2-/b0 1-/b1"),
            4,
            "tournament.twice_in_a_round",
            Code.DUPLICATE,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 0- 2-/b0 1-/b1"),
            3,
            "formats.one_sided",
            Code.INCONSISTENT,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 3+/b0 2-/b0 1?/b1"),
            1,
            "formats.contradiction",
            Code.INCONSISTENT,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 3=/b0 2-/b0 1-/b1"),
            3,
            "formats.contradiction",
            Code.INCONSISTENT,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 3-/w0 2-/b0 1-/b1"),
            3,
            "formats.contradiction",
            Code.INCONSISTENT,
        ),
        (
            four(line4="4 Paul Zoe 1K FR 38Gr 29 3-/b2 2-/b0 1-/b1"),
            3,
            "formats.contradiction",
            Code.INCONSISTENT,
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data, line, reason, code):
    with pytest.raises(RuleError) as caught:
        read_h9(data)
    error = caught.value
    assert (error.code, error.field, error.reason) == (code, "line", reason)
    assert error.params["where"] == line


def test_of_two_byes_where_absences_give_half_points_the_first_stays():
    data = small((1, "A", "2+ 0="), (2, "B", "1- 0+"), (3, "C", "0= 0+"))
    remarks = []
    event = read_h9(data, remarks)
    assert [each.bye for each in event.rounds] == [None, 2]
    assert event.players[2].absent == {0, 1}
    assert remarks == [Remark(RemarkKind.SECOND_BYE, "C X", 2)]


def test_who_shares_a_place_has_none_of_his_own():
    """OpenGotha leaves the number out; opponents are numbered by line."""
    lines = small((1, "A", "4+"), (2, "B", "3+"), (2, "C", "2-"), (4, "D", "1-")).decode()
    games = read_h9(lines.replace("2 C", "  C").encode()).rounds[0].games
    assert [(game.white, game.black) for game in games] == [(1, 4), (2, 3)]


def test_the_adjusted_time_is_asked_for():
    remarks = []
    read_h9((HEAD + FOUR).encode(), remarks)
    assert remarks == [Remark(RemarkKind.ADJUSTED_TIME, "60")]


def test_namesakes_with_numbers_of_their_own_are_two_people():
    data = b"1 A X 1d PL Wars 0 2+ |11111111\n2 A X 1d PL Wars 0 1- |22222222\n"
    assert [each.egf_pin for each in read_h9(data).players] == ["11111111", "22222222"]


def test_names_of_signs_alone_are_two_people():
    lines = small((1, "-", "2+"), (2, ".", "1-"))
    assert [each.name for each in read_h9(lines).players] == ["-", "."]


@pytest.mark.parametrize(
    ("data", "code", "field", "more"),
    [
        (small((1, "A", "0- " * 21)), Code.RANGE, "line", {"value": 21}),
        (row(1, "A", "2+").encode() + b"B" * 3000, Code.RANGE, "line", {"value": "B" * 80}),
        (b"", Code.MISSING, "file", {}),
        (b" \n", Code.MISSING, "file", {}),
        (b"; EV[x]\n", Code.MISSING, "players", {}),
        (b"PK\x03\x04\0\0\0", Code.TYPE, "file", {"reason": "files.not_text"}),
        ("1 A X 1d", Code.TYPE, "file", {"accepted": "bytes"}),
        # A strength that is none is never changed.
        *(
            (small((1, "A", "2+", rank), (2, "B", "1-")), Code.TYPE, "line", {})
            for rank in ("0d", "31k", "10d", "0k")
        ),
    ],
)
def test_what_is_refused(data, code, field, more):
    with refused(code, field, **more):
        read_h9(data)


def test_an_oversize_file_is_refused_unread():
    with refused(Code.RANGE, "file", reason="files.too_large"):
        read_h9((HEAD + FOUR).encode() + b"\n" * MAX_TEXT_BYTES)


def test_more_players_than_can_be(monkeypatch):
    monkeypatch.setattr(remarks, "MAX_PLAYERS", 3)
    with refused(Code.RANGE, "players", value=4):
        read_h9(FOUR.encode())


def read_or_refused(data):
    """The tournament, or None for a file that is refused; nothing else may be raised."""
    with suppress(RuleError):
        return read_h9(data)
    return None


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    event = read_or_refused(data)
    assert event is None or event.players


@given(
    st.lists(
        st.sampled_from([*FOUR.split(), "0+", "1p", "|", ";", "½", "-3", "\n1 A B 1d ", "\n"]),
        max_size=30,
    )
)
def test_any_words_are_read_or_refused(words):
    event = read_or_refused(" ".join(words).encode())
    assert event is None or event.rounds


@pytest.mark.parametrize(
    ("headings", "figures", "scores"),
    [
        (True, "30 205= 100", ("30", "205", "100")),
        (True, "30= 205 100=", ("30", "205", "100")),
        (True, "0= 205= 0=", ("0", "205", "0")),
        (True, "30½= 205.5= 100", ("30½", "205.5", "100")),
        (False, "30 205= 100", ("30", "205", "100")),
        (False, "30 205 100=", ("30", "205", "100")),
    ],
)
def test_marks_of_ties_are_neither_rounds_nor_part_of_a_club(headings, figures, scores):
    title = "; Pl Name Rk Co Club MMS SOS SOSOS\n" if headings else ""
    text = (
        f"; CL[B]\n{title}1= Kowalska Anna 2D PL Wars {figures} 2+/w0 0=\n"
        f"1= Nowak Jan 1D PL {figures} 1-/b0 0=\n"
    )
    first, second = read_sheet(text.encode()).lines
    assert (first.name, first.first_name, first.club, first.scores) == (
        "Kowalska", "Anna", "Wars", scores,
    )  # fmt: skip
    assert (second.country, second.club, second.scores) == ("PL", "", scores)
    assert [[cell.text for cell in line.cells] for line in (first, second)] == [
        ["2+/w0", "0="], ["1-/b0", "0="],
    ]  # fmt: skip


def test_a_rank_without_its_letter_is_refused_or_passed_over_and_never_a_club():
    with refused(Code.TYPE, "line"):
        read_sheet(b"1 Kowalska Anna 2 PL Wars 30 2d 205 2+/w0\n")
    (line,) = read_sheet(b"1 Kowalska Anna 2D 3 PL Wars 30 205 0+\n").lines
    assert (line.name, line.country, line.club) == ("Kowalska", "PL", "Wars")


def test_the_grade_of_a_professional_is_kept():
    players = read_h9(small((1, "A", "2+", "4p"), (2, "B", "1-"))).players
    assert [each.grade for each in players] == ["4P", ""]

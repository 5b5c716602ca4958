"""The common game: error rows of RULEBOOK 2.2 and section 0, half points, reasons, ranges."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.halves import half_text, parse_half
from ratings.system import Ending, Outcome, RatedGame, Reason, check_game, check_new_game
from ratings.tests.builders import game, jigo, no_result, refused

POINTS_WIN = {"ending": Ending.POINTS, "margin2": 7}


@pytest.mark.parametrize(
    "good",
    [
        game(),
        game(**POINTS_WIN),
        game(**POINTS_WIN, komi2=-11),
        game(ending=Ending.POINTS, margin2=2, komi2=0, handicap=9),
        game(ending=Ending.TIME),
        game(ending=Ending.FORFEIT),
        game(board=9, komi2=13, ending=Ending.POINTS, margin2=163),
        game(komi2=0, ending=Ending.POINTS, margin2=2 * (361 + 400)),
        game(board=9, komi2=0, ending=Ending.POINTS, margin2=2 * (81 + 400)),
        game(komi2=722, ending=Ending.POINTS, margin2=2),
        game(komi2=-722),
        jigo(),
        jigo(komi2=0, handicap=2),
        no_result(),
    ],
)
def test_check_game_accepts(good: RatedGame) -> None:
    check_game(good)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"outcome": None}, Code.MISSING, "winner"),
        ({"outcome": "X"}, Code.TYPE, "winner"),
        ({"ending": Ending.NONE}, Code.MISSING, "ending"),
        ({"ending": None}, Code.MISSING, "ending"),
        ({"ending": "T"}, Code.TYPE, "ending"),
        ({"ending": Ending.POINTS}, Code.MISSING, "margin"),
        ({"ending": Ending.POINTS, "margin2": 0}, Code.RANGE, "margin"),
        ({"ending": Ending.POINTS, "margin2": -7}, Code.RANGE, "margin"),
        ({"ending": Ending.POINTS, "margin2": 2 * (361 + 400) + 1}, Code.RANGE, "margin"),
        (
            {"board": 9, "ending": Ending.POINTS, "margin2": 2 * (81 + 400) + 1},
            Code.RANGE,
            "margin",
        ),
        ({"ending": Ending.POINTS, "margin2": 3.5}, Code.TYPE, "margin"),
        ({"ending": Ending.POINTS, "margin2": True}, Code.TYPE, "margin"),
        ({"margin2": 7}, Code.INCONSISTENT, "margin"),
        ({"ending": Ending.TIME, "margin2": 7}, Code.INCONSISTENT, "margin"),
        ({"ending": Ending.FORFEIT, "margin2": 7}, Code.INCONSISTENT, "margin"),
        ({"ending": Ending.POINTS, "margin2": 6}, Code.INCONSISTENT, "margin"),
        ({"ending": Ending.POINTS, "margin2": 7, "komi2": 0}, Code.INCONSISTENT, "margin"),
        ({"board": 18}, Code.RANGE, "board"),
        ({"board": 0}, Code.RANGE, "board"),
        ({"board": 19.0}, Code.TYPE, "board"),
        ({"board": "19"}, Code.TYPE, "board"),
        ({"board": None}, Code.MISSING, "board"),
        ({"handicap": 1}, Code.RANGE, "handicap"),
        ({"handicap": -1}, Code.RANGE, "handicap"),
        ({"handicap": 10}, Code.RANGE, "handicap"),
        ({"handicap": True}, Code.TYPE, "handicap"),
        ({"handicap": None}, Code.MISSING, "handicap"),
        ({"komi2": 723}, Code.RANGE, "komi"),
        ({"komi2": -723}, Code.RANGE, "komi"),
        ({"komi2": 5.5}, Code.TYPE, "komi"),
        ({"komi2": float("nan")}, Code.TYPE, "komi"),
        ({"komi2": None}, Code.MISSING, "komi"),
        ({"black_free": None}, Code.TYPE, "black_free"),
        ({"white_guest": "no"}, Code.TYPE, "white_guest"),
    ],
)
def test_check_game_error_rows(changes: dict[str, Any], code: Code, field: str) -> None:
    with refused(code, field):
        check_game(game(**changes))


def test_a_refused_ending_names_every_ending_that_is_taken() -> None:
    with pytest.raises(RuleError) as caught:
        check_game(game(ending="T"))
    assert str(caught.value.accepted).split(", ") == [ending for ending in Ending if ending]
    with pytest.raises(RuleError) as caught:
        check_game(game(ending=Ending.CALLED))
    of_a_win = [ending for ending in Ending if ending not in (Ending.NONE, Ending.CALLED)]
    assert str(caught.value.accepted).split(", ") == of_a_win


@pytest.mark.parametrize("undecided", [jigo, no_result])
def test_an_undecided_game_has_neither_ending_nor_margin(undecided: Any) -> None:
    with refused(Code.INCONSISTENT, "ending"):
        check_game(undecided(ending=Ending.RESIGNATION))
    with refused(Code.INCONSISTENT, "margin"):
        check_game(undecided(margin2=2))


def test_a_refused_margin_is_named_in_points() -> None:
    """Of 7 points beside a resignation it said "14 contradicts the other fields"."""
    with refused(value="7"):
        check_game(game(margin2=14))


def test_jigo_needs_whole_komi() -> None:
    with refused(Code.INCONSISTENT, "winner", "ratings.jigo_needs_whole_komi"):
        check_game(jigo(komi2=11))


def test_handicap_refusal_tells_what_is_accepted() -> None:
    with pytest.raises(ValueError, match=r"accepted: 0, 2…9"):
        check_game(game(handicap=1))


@pytest.mark.parametrize(
    ("margin2", "komi2", "value", "accepted"),
    [
        (6, 11, "3", "a half margin"),
        (7, 0, "3.5", "a whole margin"),
        (0, 0, "0", "0.5…761"),
        (1523, 11, "761.5", "0.5…761"),
    ],
)
def test_margin_refusal_speaks_in_points(
    margin2: int, komi2: int, value: str, accepted: str
) -> None:
    with refused(value=value, accepted=accepted):
        check_game(game(ending=Ending.POINTS, margin2=margin2, komi2=komi2))


@pytest.mark.parametrize(
    ("board", "komi2", "most2"), [(19, 13, 735), (9, 13, 175), (9, -11, 173), (13, 0, 338)]
)
def test_a_margin_that_is_entered_is_at_most_the_board_and_the_komi(
    board: int, komi2: int, most2: int
) -> None:
    most = game(board=board, komi2=komi2, ending=Ending.POINTS, margin2=most2)
    check_new_game(most)
    above = replace(most, margin2=most2 + 2)
    check_game(above)  # one of an earlier release is still read
    with pytest.raises(RuleError) as caught:
        check_new_game(above)
    assert caught.value.accepted == f"0.5…{Decimal(most2) / 2}"
    for below in (0, -7, 2 * (361 + 500)):  # one range, however far a margin is out of it
        with pytest.raises(RuleError) as caught:
            check_new_game(replace(most, margin2=below))
        assert caught.value.accepted == f"0.5…{Decimal(most2) / 2}"


@pytest.mark.parametrize(
    ("text", "doubled"),
    [
        ("5.5", 11),
        ("6½", 13),
        ("6 ½", 13),
        ("½", 1),
        ("-½", -1),
        ("-0.5", -1),
        ("−0.5", -1),
        ("+7", 14),
        (".5", 1),
        ("0", 0),
        ("5,5", 11),
        (" 6.50 ", 13),
        ("６．５", 13),
        ("๖.๕", 13),
        (5, 10),
        (-3, -6),
        (Decimal("5.5"), 11),
        (Decimal("-0.5"), -1),
        (Decimal("5.50"), 11),
        (10_000, 20_000),
        (-10_000, -20_000),
    ],
)
def test_parse_half_reads(text: Any, doubled: int) -> None:
    assert parse_half(text, "komi") == doubled


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, Code.MISSING),
        ("", Code.MISSING),
        ("  ", Code.MISSING),
        ("five", Code.TYPE),
        ("NaN", Code.TYPE),
        ("Infinity", Code.TYPE),
        ("1e3", Code.TYPE),
        ("1_0", Code.TYPE),
        ("5.5.5", Code.TYPE),
        ("6.½", Code.TYPE),
        ("5½½", Code.TYPE),
        ("--5", Code.TYPE),
        (".", Code.TYPE),
        (5.5, Code.TYPE),
        (True, Code.TYPE),
        (Fraction(11, 2), Code.TYPE),
        (Decimal("NaN"), Code.TYPE),
        (Decimal("sNaN"), Code.TYPE),
        (Decimal("-Infinity"), Code.TYPE),
        ("5.25", Code.GRID),
        ("0.3", Code.GRID),
        (Decimal("5.25"), Code.GRID),
        (Decimal("5.5000000000000000000000000000000000000001"), Code.GRID),
        (Decimal("1E-999999"), Code.GRID),
        (Decimal("1E-101"), Code.GRID),
        (10_001, Code.RANGE),
        (-10_001, Code.RANGE),
        ("10000.5", Code.RANGE),
        ("9" * 10_000, Code.RANGE),
        (-(10**30), Code.RANGE),
        (Decimal("1E+999999"), Code.RANGE),
    ],
)
def test_parse_half_error_rows(value: Any, code: Code) -> None:
    with refused(code, "komi"):
        parse_half(value, "komi")


@pytest.mark.parametrize("doubled", [-13, -2, -1, 0, 1, 11, 12])
def test_half_text_reads_back(doubled: int) -> None:
    assert parse_half(half_text(doubled), "komi") == doubled


def test_half_text_is_plain() -> None:
    assert [half_text(d) for d in (-2, -1, 0, 1, 11)] == ["-1", "-0.5", "0", "0.5", "5.5"]


REASON = Reason(
    system="paa",
    code="win",
    rules=("S1-7", "S1-12"),
    source={"points_before": 120, "rate": "13/20", "floored": False, "window": None},
)


def test_equal_reasons_hash_alike() -> None:
    assert len({REASON, replace(REASON, source=dict(REASON.source))}) == 1


def test_outcomes_and_endings_are_their_stored_letters() -> None:
    assert [outcome.value for outcome in Outcome] == ["B", "W", "J", "N"]
    endings = ["points", "resign", "time", "forfeit", "left", "unknown", "called", ""]
    assert [ending.value for ending in Ending] == endings


def test_an_impossible_komi_is_told_the_range() -> None:
    with refused(value=half_text(723), accepted=f"{half_text(-722)}…{half_text(722)}"):
        check_game(game(komi2=723))


@pytest.mark.parametrize(
    ("value", "low", "high", "accepted"),
    [(8, 1, 7, "1…7"), (0, 1, 7, "1…7"), (-1, 0, None, "0…"), (5, None, 4, "…4")],
)
def test_a_refusal_tells_the_accepted_range(
    value: int, low: int | None, high: int | None, accepted: str
) -> None:
    with refused(code=Code.RANGE, field="stones", value=value, accepted=accepted):
        whole_number(value, field="stones", low=low, high=high)


@pytest.mark.parametrize("value", [-(10**30), 0, 10**30])
def test_an_open_range_takes_every_integer(value: int) -> None:
    assert whole_number(value, field="n") == value


@pytest.mark.parametrize("value", [1, 7])
def test_both_ends_belong_to_the_range(value: int) -> None:
    assert whole_number(value, field="stones", low=1, high=7) == value


@pytest.mark.parametrize("value", [0, 1, None, "", "true"])
def test_a_flag_is_nothing_but_true_or_false(value: object) -> None:
    with refused(Code.TYPE, "black_free"):
        flag(value, field="black_free")


def test_a_refusal_keeps_what_it_was_made_of() -> None:
    """So it can be copied to another process, and a log shows its code first."""
    error = RuleError(Code.RANGE, field="komi", value="400", accepted="−361…361", reason="a.b")
    assert error.args == (Code.RANGE, "komi", "400", "−361…361", "a.b")

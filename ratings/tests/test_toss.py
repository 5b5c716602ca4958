"""The electronic toss, S1-18, and how its history is judged."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from ratings.toss import Call, chi_square_ten, decide, digit_of, half_range, parse_call, stamp_of

CALLED = datetime(2025, 3, 4, 10, 0, 0, 500_000, tzinfo=UTC)
STAMPS = st.datetimes(timezones=st.just(UTC)).filter(lambda at: 1 < at.year < 9999)


def post(milliseconds: int, **more: Any) -> datetime:
    """A deciding post so many milliseconds after 10:00:01."""
    return datetime(2025, 3, 4, 10, 0, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds, **more)


# --- Words ------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["even", "EVEN", " even ", "ｅｖｅｎ", "丁先", "偶先", "丁", "偶"])
def test_words_for_even(text: str) -> None:
    assert parse_call(text) is Call.EVEN


@pytest.mark.parametrize("text", ["odd", "Odd", "ｏｄｄ", "半先", "奇先", "半", "奇"])
def test_words_for_odd(text: str) -> None:
    assert parse_call(text) is Call.ODD


def test_a_call_is_its_own_word() -> None:
    assert [parse_call(call) for call in Call] == list(Call)


# --- The digit --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("microsecond", "digit"),
    [(0, 0), (999, 0), (1_000, 1), (9_999, 9), (10_000, 0), (487_000, 7), (999_999, 9)],
)
def test_the_digit_is_the_last_of_the_milliseconds(microsecond: int, digit: int) -> None:
    assert digit_of(CALLED.replace(microsecond=microsecond)) == digit


@given(STAMPS, st.integers(-720, 840))
def test_the_digit_is_the_same_in_every_time_zone(at: datetime, minutes: int) -> None:
    there = at.astimezone(timezone(timedelta(minutes=minutes)))
    assert digit_of(there) == digit_of(at) == int(at.isoformat(timespec="milliseconds")[22])


@given(STAMPS)
def test_cutting_a_stamp_keeps_its_digit_and_moves_it_less_than_a_millisecond(at: datetime) -> None:
    cut = stamp_of(at)
    assert digit_of(cut) == digit_of(at)
    assert timedelta(0) <= at - cut < timedelta(milliseconds=1)
    assert stamp_of(cut) == cut


def test_five_of_ten_digits_each_way() -> None:
    """S1-18: five of the ten digits are even, five are odd, and 0 is even."""
    even = [n for n in range(10) if decide(Call.EVEN, CALLED, post(n)).right]
    odd = [n for n in range(10) if decide(Call.ODD, CALLED, post(n)).right]
    assert even == [0, 2, 4, 6, 8]
    assert odd == [1, 3, 5, 7, 9]


# --- Deciding ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("call", "milliseconds", "right"),
    [("丁先", 130, True), ("偶先", 137, False), ("半先", 137, True), ("奇先", 130, False)],
)
def test_a_right_call_takes_black(call: str, milliseconds: int, right: bool) -> None:
    """S1-18: call right → the caller is Black; wrong → the opener is Black."""
    result = decide(call, CALLED, post(milliseconds))
    assert (result.right, result.caller_is_black) == (right, right)
    assert (result.digit, result.rules) == (milliseconds % 10, ("S1-18",))


@pytest.mark.parametrize(
    "decided_at",
    [CALLED, CALLED + timedelta(microseconds=900), CALLED - timedelta(seconds=1)],
    ids=["same moment", "same millisecond", "before"],
)
def test_a_call_that_does_not_precede_the_digit_is_late(decided_at: datetime) -> None:
    """S1-18: the call must precede the deciding post → else E_STATE."""
    with refused(Code.STATE, "decided_at", "toss.call_not_before_post"):
        decide(Call.EVEN, CALLED, decided_at)


def test_the_next_millisecond_is_late_enough() -> None:
    assert decide(Call.ODD, CALLED, CALLED + timedelta(milliseconds=1)).right


# --- The history ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tosses", "low", "high"),
    [(0, 0, 0), (1, 0, 1), (2, 0, 2), (10, 2, 8), (20, 6, 14), (100, 40, 60), (1000, 469, 531)],
)
def test_the_range_of_fair_halves(tosses: int, low: int, high: int) -> None:
    """Exact binomial sums; 10 and 100 are in every table."""
    assert half_range(tosses) == (low, high)


@given(st.integers(0, 400))
def test_the_range_is_the_smallest_that_holds_95_percent(tosses: int) -> None:
    from math import comb

    low, high = half_range(tosses)
    inside = sum(comb(tosses, k) for k in range(low, high + 1))
    assert low + high == tosses
    assert inside * 100 >= 95 * 2**tosses
    if low + 1 <= high - 1:
        assert sum(comb(tosses, k) for k in range(low + 1, high)) * 100 < 95 * 2**tosses


def test_the_range_of_a_very_long_history_is_quick_and_near_the_normal_one() -> None:
    low, high = half_range(10**8)
    assert (low, high) == pytest.approx((10**8 / 2 - 9800, 10**8 / 2 + 9800), abs=3)


@pytest.mark.parametrize(
    ("statistic", "p"),
    [(16.919, 0.05), (21.666, 0.01), (14.684, 0.10), (8.343, 0.50), (27.877, 0.001)],
)
def test_chi_square_with_nine_degrees_of_freedom(statistic: float, p: float) -> None:
    """Points of the printed tables, reached by counts that give exactly this statistic."""
    spread = (statistic * 50) ** 0.5  # (spread² + spread²) / 100 = statistic
    counts = [100.0 + spread, 100.0 - spread, *[100.0] * 8]
    assert chi_square_ten(counts) == pytest.approx((statistic, p), abs=0.0005)


def test_even_counts_fit_perfectly() -> None:
    assert chi_square_ten([12] * 10) == (0.0, 1.0)
    assert chi_square_ten([0] * 10) == (0.0, 1.0)


# --- What is refused --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("act", "value", "code", "field"),
    [
        # S1-18: other call words → E_TYPE.
        *(
            (parse_call, text, Code.TYPE, "call")
            for text in ("black", "0", "2", "先", "丁半", "黒", 2, True, b"even")
        ),
        *((parse_call, text, Code.MISSING, "call") for text in (None, "", "  ", "\u3000")),
        # A stamp without a zone is no stamp.
        *(
            (digit_of, at, Code.TYPE, "at")
            for at in (datetime(2025, 3, 4, 10), "2025-03-04", None, 7)  # noqa: DTZ001
        ),
        # Ten digits are ten counts.
        *((chi_square_ten, counts, Code.TYPE, "counts") for counts in ([], [1] * 9, [1] * 11)),
    ],
)
def test_what_is_refused(act: Callable[[Any], object], value: Any, code: Code, field: str) -> None:
    with refused(code, field):
        act(value)


@pytest.mark.parametrize(
    ("call", "called_at", "code", "reason"),
    [
        (None, None, Code.STATE, "toss.no_call_yet"),
        ("", None, Code.STATE, "toss.no_call_yet"),
        ("heads", CALLED, Code.TYPE, None),
    ],
)
def test_without_a_call_or_with_another_word_nothing_is_decided(
    call: str | None, called_at: datetime | None, code: Code, reason: str | None
) -> None:
    with refused(code, "call", reason):
        decide(call, called_at, post(0))

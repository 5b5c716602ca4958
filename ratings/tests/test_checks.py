"""Shared checks: what a refusal says of the accepted range, and open ranges."""

import pytest

from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.tests.builders import refused


@pytest.mark.parametrize(
    ("value", "low", "high", "accepted"),
    [(8, 1, 7, "1…7"), (0, 1, 7, "1…7"), (-1, 0, None, "0…"), (5, None, 4, "…4")],
)
def test_a_refusal_tells_the_accepted_range(
    value: int, low: int | None, high: int | None, accepted: str
) -> None:
    with pytest.raises(RuleError) as caught:
        whole_number(value, field="stones", low=low, high=high)
    assert (caught.value.code, caught.value.field) == (Code.RANGE, "stones")
    assert (caught.value.value, caught.value.accepted) == (value, accepted)


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

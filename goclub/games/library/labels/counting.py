"""A counted position in words: every figure, what it is made of, and what the record says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common.notation import half, half_points, listed, number, sentences
from goclub.games.labels import result_text
from goclub.go.board.basics import BLACK, WHITE, Point, name_point
from goclub.go.records.record import Record
from goclub.go.scoring.counted import Comparison, Count, CountRemark, SideCount
from goclub.go.scoring.rulesets import Method, Ruleset

RULES_NAMES: dict[str, str | Promise] = {
    "japanese": gettext_lazy("Japanese rules"),
    "chinese": gettext_lazy("Chinese rules"),
    "ing": gettext_lazy("Ing rules"),
    "aga": gettext_lazy("AGA rules"),
    "new_zealand": gettext_lazy("New Zealand rules"),
    "korean": gettext_lazy("Korean rules"),
}
_SHOWN_POINTS = 8


@dataclass(frozen=True, slots=True)
class CountRow:
    """A row of the count: what it is, a figure for each colour ("" for none), why, which rule."""

    name: str
    black: str
    white: str
    note: str = ""
    rule: str = ""
    is_total: bool = False


def rules_name(ruleset: Ruleset) -> str:
    return str(RULES_NAMES[ruleset.code])


def count_rows(counted: Count) -> list[CountRow]:
    """The count from the first figure to the total."""
    of = {Method.AREA: _area, Method.TERRITORY: _territory, Method.FILL_IN: _fill_in}
    method = counted.ruleset.method
    rows = [*of[method](counted), *_given(counted)]
    points = [
        side.points if method is Method.TERRITORY else side.area
        for side in (counted.black, counted.white)
    ]
    komi2 = counted.komi2_counted
    black2 = 2 * points[0] + max(0, -komi2)
    white2 = 2 * (points[1] + counted.compensation) + max(0, komi2)
    return [*rows, CountRow(_("Total"), half(black2), half(white2), is_total=True)]


def _area(counted: Count) -> Iterator[CountRow]:
    black, white = counted.black, counted.white
    rule = counted.ruleset.rule
    yield CountRow(_("Living stones"), str(black.stones), str(white.stones), rule=rule)
    yield CountRow(
        _("Enclosed points"),
        str(len(black.enclosed)),
        str(len(white.enclosed)),
        _("Empty points that only this colour touches, including those under dead stones."),
        rule,
    )
    if counted.dame:
        note = ngettext(
            "%(n)d neutral point: %(all)d − %(black)d leaves %(rest)d for White and the "
            "neutral point.",
            "%(n)d neutral points: %(all)d − %(black)d leaves %(rest)d for White and the "
            "neutral points.",
            len(counted.dame),
        )
    else:
        note = _("Check: %(all)d − %(black)d leaves %(rest)d for White.")
    numbers = {
        "n": len(counted.dame),
        "all": counted.board_points,
        "black": black.area,
        "rest": counted.white_by_subtraction,
    }
    yield CountRow(
        _("Stones and area"),
        str(black.area),
        str(white.area),
        note % numbers,
        "F1" if counted.dame else rule,
    )


def _territory(counted: Count) -> Iterator[CountRow]:
    black, white = counted.black, counted.white
    yield CountRow(
        _("Territory"),
        str(len(black.territory)),
        str(len(white.territory)),
        _not_counted(black, white),
        counted.ruleset.rule,
    )
    yield CountRow(
        _("Prisoners"),
        str(black.prisoners),
        str(white.prisoners),
        _(
            "Captured in the game: %(black)d by Black, %(white)d by White. Dead at the "
            "end: %(black_dead)d for Black, %(white_dead)d for White."
        )
        % {
            "black": black.captured,
            "white": white.captured,
            "black_dead": black.taken_off,
            "white_dead": white.taken_off,
        },
        counted.ruleset.rule,
    )


def _not_counted(black: SideCount, white: SideCount) -> str:
    """Which enclosed points are none, in one note."""
    seki = len(black.seki) + len(white.seki)
    forced = len(black.forced) + len(white.forced)
    parts = []
    if seki:
        text = ngettext(
            "%(n)d point inside a seki does not count.",
            "%(n)d points inside a seki do not count.",
            seki,
        )
        parts.append(text % {"n": seki})
    if forced:
        text = ngettext(
            "%(n)d point has to be filled by its owner before the end and does not count.",
            "%(n)d points have to be filled by their owners before the end and do not count.",
            forced,
        )
        parts.append(text % {"n": forced})
    return sentences(parts)


def _fill_in(counted: Count) -> Iterator[CountRow]:
    fill_in = counted.fill_in
    if fill_in is None:
        return
    rule = counted.ruleset.rule
    black, white = counted.black, counted.white
    filled, vacant, left = (
        {side.colour: str(numbers[side.colour]) for side in (black, white)}
        for numbers in (fill_in.filled, fill_in.vacant, fill_in.left)
    )
    yield CountRow(_("Living stones"), str(black.stones), str(white.stones), rule=rule)
    yield CountRow(
        _("Filled in own area"),
        filled[BLACK],
        filled[WHITE],
        _("Each side has %(n)d stones; prisoners are returned to their owner.")
        % {"n": fill_in.stones_each},
        rule,
    )
    yield CountRow(
        _("Own area left empty"),
        vacant[BLACK],
        vacant[WHITE],
        _("Stones left in the bowl: %(black)s of Black’s, %(white)s of White’s.")
        % {"black": left[BLACK], "white": left[WHITE]},
        rule,
    )


def _given(counted: Count) -> Iterator[CountRow]:
    """Compensation and komi."""
    if counted.compensation:
        note = ngettext(
            "For %(n)d handicap stone under %(rules)s.",
            "For %(n)d handicap stones under %(rules)s.",
            counted.handicap,
        ) % {"n": counted.handicap, "rules": rules_name(counted.ruleset)}
        yield CountRow(_("Compensation"), "", str(counted.compensation), note, "F4")
    if counted.komi2:
        note = ""
        if counted.komi2_counted != counted.komi2:
            note = _("%(komi)s points, and Black wins a tie: shown as %(counted)s.") % {
                "komi": half_points(counted.komi2),
                "counted": half_points(counted.komi2_counted),
            }
        figure = half(abs(counted.komi2_counted))
        black, white = ("", figure) if counted.komi2 > 0 else (figure, "")
        yield CountRow(_("Komi"), black, white, note, counted.ruleset.rule)


# --- The result, and the recorded one ---------------------------------------------------------
def margin_code(margin2: int) -> str:
    """A margin for Black as records write it, with the reader's decimal mark.

    >>> margin_code(7), margin_code(-1), margin_code(4)
    ('B+3.5', 'W+0.5', 'B+2')
    """
    if margin2 == 0:
        return _("jigo")
    rest = margin2 % 2
    return f"{'B' if margin2 > 0 else 'W'}+{number(abs(margin2) / 2, rest)}"


def recorded_result(record: Record, written: str) -> str:
    """The result of a record: “Black won by 1½”; as it is written where it could not be read."""
    result = record.header.result
    return result_text(result.outcome, result.ending, result.margin2) if result else written


def ended_text(ending: str, recorded: str) -> str:
    """“Ended by resignation: B+R”; "" where the board may say who won."""
    texts = {
        "resign": _("Ended by resignation: %(result)s"),
        "time": _("Ended on time: %(result)s"),
        "forfeit": _("Ended by forfeit: %(result)s"),
    }
    return texts[ending] % {"result": recorded} if ending in texts else ""


def winner_text(counted: Count) -> str:
    """“Black wins by 3½”."""
    if counted.margin2 == 0:
        return _("Jigo: nobody wins")
    text = _("Black wins by %(margin)s") if counted.margin2 > 0 else _("White wins by %(margin)s")
    return text % {"margin": half_points(abs(counted.margin2))}


def comparison_text(comparison: Comparison, ruleset: Ruleset, recorded: str) -> str:
    """What the record and the board say of each other; ``recorded`` as the record writes it."""
    words = {
        "recorded": recorded if comparison.recorded2 is None else margin_code(comparison.recorded2),
        "counted": margin_code(comparison.counted2),
        "rules": rules_name(ruleset),
    }
    if comparison.code == "agrees":
        return (
            _("The game record says %(recorded)s, and so does the board under %(rules)s.") % words
        )
    if comparison.difference2 is None:
        text = _(
            "The game record says %(recorded)s, which gives no margin; the board says "
            "%(counted)s under %(rules)s."
        )
        return text % words
    difference = (
        _("The game record says %(recorded)s, the board says %(counted)s under %(rules)s.") % words
    )
    advantage = (
        _("That is %(points)s more for Black.")
        if comparison.difference2 > 0
        else _("That is %(points)s more for White.")
    )
    points = half_points(abs(comparison.difference2))
    return sentences((difference, advantage % {"points": points}))


def remark_text(remark: CountRemark, height: int) -> str:
    """What people should look at again, with the points."""
    texts = {
        "split_group": _(
            "Only some stones of a group are marked as dead: %(points)s. Mark the whole "
            "group or none of it."
        ),
        "dead_stones_matter": _(
            "Dead stones fill an eye or cut through a wall at %(points)s. These points "
            "would count differently if the stones had been captured in time."
        ),
        "open_region": _(
            "The areas are not separated at %(points)s. Mark the dead stones there, mark "
            "the gap as neutral, or play on: the game may not be over."
        ),
    }
    return texts[remark.code] % {"points": points_text(remark.points, height)}


def points_text(points: Iterable[Point], height: int) -> str:
    """Some points by name, the first few of many."""
    names = [name_point(p, height) for p in sorted(points, key=lambda p: (p[1], p[0]))]
    text = listed(names[:_SHOWN_POINTS])
    return f"{text} …" if len(names) > _SHOWN_POINTS else text

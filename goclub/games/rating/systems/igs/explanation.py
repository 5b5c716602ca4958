"""Why the IGS points and ranks are what they are (S0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.notation import clauses, number, rank, sentence
from goclub.games.labels import ComputationLine, figure, signed
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.igs.words import (
    DECISIONS,
    NOT_RATED,
    RANK_WORDS,
    difference_line,
    exact_text,
    hundredths,
    is_even,
    net_lines,
    ranks_text,
)
from ratings.igs.conditions import EXPECTED100
from ratings.igs.games import RULES_OF, NotRated
from ratings.igs.ladder import parse_rank
from ratings.igs.state import NEWCOMER_GAMES
from ratings.igs.thresholds import Origin, origin_of


def not_counted(entry: RatingEntry) -> list[ComputationLine]:
    """Every reason why a game is not rated; none where it is."""
    codes = _codes(entry.reason["inputs"])
    return [ComputationLine(NOT_RATED[code](), _rule_of(code, entry)) for code in codes]


def _codes(inputs: Mapping[str, Any]) -> list[str]:
    return (inputs.get("reasons") or "").split()


def _rule_of(code: str, entry: RatingEntry) -> str:
    """The rule that says why a game is not rated for the player of an entry.

    The first reason is the entry's own and cites it first; the others hold for whoever looks.
    """
    if code == entry.reason["inputs"].get("not_rated"):
        return str(entry.reason["rules"][0])
    newcomer = "block_after" in entry.reason["inputs"]
    return "S0-27" if newcomer and code in _OPPONENTS else RULES_OF[NotRated(code)][0]


_OPPONENTS = (NotRated.BC, NotRated.PROVISIONAL)


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    inputs = entry.reason["inputs"]
    if entry.decision_id:
        return _decision_words(entry)
    parts = [_rated_short(entry, inputs)]
    if inputs.get("rank_code"):
        parts.append(_rank_words(entry, inputs))
    return clauses(parts)


def _rated_short(entry: RatingEntry, inputs: Mapping[str, Any]) -> str:
    if entry.code in NOT_RATED:
        return NOT_RATED[_words_of(entry, inputs)]()
    text = _("win, net difference %(net)s") if entry.code == "win" else _(
        "loss, net difference %(net)s"
    )  # fmt: skip
    return text % {"net": ranks_text(inputs["net_used"])}


def _words_of(entry: RatingEntry, inputs: Mapping[str, Any]) -> str:
    """The words of an entry that is not rated: the fifty points name whom they were won from."""
    if entry.code in ("fifty", "fifty_barred") and inputs["not_rated"] == "bc":
        return f"{entry.code}_bc"
    if entry.code in ("no_show", "left") and inputs.get("delta"):
        return f"fifty_{entry.code}"
    return entry.code


def _rank_words(entry: RatingEntry, inputs: Mapping[str, Any]) -> str:
    return RANK_WORDS[str(inputs["rank_code"])]() % {"rank": rank(entry.rank_after)}


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    if entry.decision_id:
        return _decision_lines(entry)
    inputs = entry.reason["inputs"]
    if "block_after" in inputs:
        return newcomer_lines(entry, inputs)
    if "bc_wins" in inputs:
        return _bc_lines(entry, inputs)
    return _certified_lines(entry, inputs)


def needed_lines(inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """The difference as far as the outcome of a game needed it: the net, the ranks, or nothing."""
    codes = _codes(inputs)
    if inputs.get("net") is None:
        return
    if not codes or "gap" in codes:
        yield from net_lines(inputs, even=is_even(inputs))
    elif "no_standard" in codes:
        yield difference_line(inputs)


def not_rated_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """Why a game is not rated for the player of an entry: its first reason, then all others."""
    for code in _codes(inputs):
        yield ComputationLine(sentence(NOT_RATED[code]()), _rule_of(code, entry))


# --- Certified players, and what nobody rates --------------------------------------------------
def _certified_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    yield from needed_lines(inputs)
    if entry.code in ("win", "loss"):
        yield from _table_lines(inputs)
    else:
        yield from not_rated_lines(entry, inputs)
        yield from _fifty_lines(entry, inputs)
    if "promote" not in inputs:
        return
    if inputs["delta"]:
        yield from _border_lines(entry, inputs)
    else:
        yield ComputationLine(
            _("Points stay at %(points)s.") % {"points": figure(entry.points_after)}
        )


#: The column of the table, by who is the stronger after the conditions and by the result.
_SIDES: Mapping[tuple[str, str], Callable[[], str]] = {
    ("stronger", "W"): lambda: _("A win for the stronger side: %(base)s in the table."),
    ("stronger", "L"): lambda: _("A loss for the stronger side: %(base)s in the table."),
    ("weaker", "W"): lambda: _("A win for the weaker side: %(base)s in the table."),
    ("weaker", "L"): lambda: _("A loss for the weaker side: %(base)s in the table."),
    ("even", "W"): lambda: _("A win at a net difference of 0: %(base)s in the table."),
    ("even", "L"): lambda: _("A loss at a net difference of 0: %(base)s in the table."),
}


def _table_lines(inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    text = _SIDES[inputs["side"], inputs["result"]]()
    base = Fraction(inputs["base"])
    yield ComputationLine(text % {"base": exact_text(base)}, "S0-19")
    product = base * Fraction(inputs["multiplier"])
    yield ComputationLine(
        _("Rated game no. %(n)d of this player: %(base)s × %(times)s = %(product)s.")
        % {
            "n": inputs["number"],
            "base": exact_text(base),
            "times": exact_text(Fraction(inputs["multiplier"])),
            "product": exact_text(product),
        },
        "S0-20",
    )
    if product.denominator != 1:
        yield ComputationLine(
            _("Rounded to the nearest whole number: %(points)d.")
            % {"points": abs(inputs["delta"])},
            "S0-21",
        )


_NO_SHOWS: Mapping[tuple[str, str], Callable[[], str]] = {
    ("no_show", "W"): lambda: _("The opponent did not show up: +50."),
    ("no_show", "L"): lambda: _("Did not show up: −50."),
    ("left", "W"): lambda: _("The opponent left, or played no first stone: +50."),
    ("left", "L"): lambda: _("Left, or played no first stone: −50."),
}


def _fifty_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """The fifty points of a game that is not rated: of a no-show (S0-24), of a newcomer (S0-25)."""
    if "S0-24" in entry.reason["rules"]:
        yield ComputationLine(_NO_SHOWS[entry.code, inputs["result"]](), "S0-24")
    elif "S0-25" in entry.reason["rules"]:
        text = (
            sentence(NOT_RATED[_words_of(entry, inputs)]())
            if entry.code != inputs["not_rated"]
            else _("Losing to a player in BC costs nothing.")
            if entry.code == "bc"
            else _("Losing to a newcomer costs nothing.")
        )
        yield ComputationLine(text, "S0-25")
    if "fifty_times" in inputs:
        yield ComputationLine(
            _("A house rule multiplies the fifty points: 50 × %(times)s = %(points)d.")
            % {
                "times": exact_text(Fraction(inputs["fifty_times"])),
                "points": abs(inputs["delta"]),
            },
            "S0-24" if "S0-24" in entry.reason["rules"] else "S0-25",
        )


def _border_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    yield ComputationLine(
        _("Points: %(before)s %(change)s → %(after)s.")
        % {
            "before": number(inputs["points_before"]),
            "change": signed(inputs["delta"]),
            "after": number(inputs["points_judged"]),
        }
    )
    up, down = inputs["promote"], inputs["demote"]
    text = (
        _("%(rank)s: promotion above %(up)s%(up_ours)s, demotion below %(down)s%(down_ours)s.")
        if inputs.get("above")
        else _("%(rank)s: promotion from %(up)s%(up_ours)s, demotion below %(down)s%(down_ours)s.")
    )
    yield ComputationLine(
        text
        % {
            "rank": rank(inputs["rank_before"]),
            "up": "–" if up is None else number(up),
            "up_ours": _origin(inputs["rank_before"], "promote", up),
            "down": number(down),
            "down_ours": _origin(inputs["rank_before"], "demote", down),
        },
        "S0-26",
    )
    if inputs["rank_code"] == "bc":
        yield ComputationLine(sentence(_rank_words(entry, inputs)), "S0-26b")
        yield ComputationLine(_("Players who drop to BC lose their points."), "S0-26c")
    else:
        yield ComputationLine(sentence(_rank_words(entry, inputs)), "S0-26")


def _origin(code: str, column: str, value: int | None) -> str:
    """Words behind a border that is not Pandanet's own."""
    origin = None if value is None else origin_of(parse_rank(code).index, column, value)
    if origin is Origin.RECONSTRUCTED:
        return _(" (reconstructed)")
    return _(" (set by the club)") if origin is Origin.CHANGED else ""


# --- BC ----------------------------------------------------------------------------------------
def _bc_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    if inputs["not_rated"]:
        yield from not_rated_lines(entry, inputs)
    else:
        yield ComputationLine(sentence(NOT_RATED[entry.code]()), "S0-26b")
    yield ComputationLine(
        _("Wins in BC: %(wins)d of %(needed)d.")
        % {"wins": inputs["bc_wins"], "needed": inputs["bc_wins_needed"]},
        "S0-26b",
    )
    if inputs["rank_code"]:
        yield ComputationLine(sentence(_rank_words(entry, inputs)), "S0-26b")
    if inputs["rank_code"] == "entered":
        yield begins_at(entry, "S0-26b")


def begins_at(entry: RatingEntry, rule: str) -> ComputationLine:
    """With how many points a rank begins that was not reached by points."""
    return ComputationLine(
        _("%(rank)s starts at %(points)s points.")
        % {"rank": rank(entry.rank_after), "points": figure(entry.points_after)},
        rule,
    )


# --- Newcomers ---------------------------------------------------------------------------------
def newcomer_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """A game of a newcomer: whether it counts, the block of five, the rank at its end."""
    yield from needed_lines(inputs)
    if not inputs["counted"]:
        yield from not_rated_lines(entry, inputs)
    else:
        yield ComputationLine(sentence(NOT_RATED[entry.code]()), "S0-27")
    yield ComputationLine(
        _("Newcomer: %(games)d of 20 games count; wins in all games: %(wins)d.")
        % {"games": inputs["games"], "wins": inputs["wins"]},
        "S0-27",
    )
    if not inputs["counted"]:
        return
    if inputs["formula"]:
        yield from _expected_lines(inputs)
    if inputs["rank_code"]:
        yield from _block_end_lines(entry, inputs)


def _expected_lines(inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """Result less expectation, added to the block of five (S0-29)."""
    exact = abs(Fraction(inputs["net"]))
    used = min(exact - exact % Fraction(1, 2), _LAST_ROW)
    text = (
        _(
            "Expected result for this side: %(p)s, the value for a net difference of 3, "
            "where the table ends."
        )
        if exact > used == _LAST_ROW
        else _("Expected result for this side at a net difference of %(net)s: %(p)s.")
    )
    yield ComputationLine(
        text % {"net": ranks_text(str(used)), "p": hundredths(inputs["expected"])}, "S0-29"
    )
    yield ComputationLine(
        _("The block of five: %(before)s + %(got)d − %(p)s = %(sum)s.")
        % {
            "before": hundredths(inputs["block_before"]),
            "got": int(inputs["result"] == "W"),
            "p": hundredths(inputs["expected"]),
            "sum": hundredths(inputs["block_after"]),
        },
        "S0-29",
    )


_LAST_ROW = Fraction(len(EXPECTED100) - 1, 2)


def _block_end_lines(entry: RatingEntry, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """The end of a block: the shift (S0-29), what it makes of the rank, and the wins (S0-30)."""
    if inputs["formula"]:
        yield ComputationLine(
            _(
                "End of a block: %(sum)s is truncated to %(shift)s, the change in rank; "
                "%(rest)s remains."
            )
            % {
                "sum": hundredths(inputs["block_after"]),
                "shift": signed(inputs["shift"] or 0),
                "rest": hundredths(inputs["remainder"]),
            },
            "S0-29",
        )
    if inputs["games"] == NEWCOMER_GAMES:
        yield ComputationLine(
            _("Twenty games played; total wins: %(wins)d. Fewer than five would lead to BC.")
            % {"wins": inputs["wins"]},
            "S0-30",
        )
    rule = {"bc": "S0-30", "certified": "S0-29", "waiting": "S0-29"}
    yield ComputationLine(
        sentence(_rank_words(entry, inputs)), rule.get(str(inputs["rank_code"]), "S0-28")
    )
    if inputs["rank_code"] == "certified":
        yield begins_at(entry, "S0-26")


# --- Decisions ---------------------------------------------------------------------------------
def _decision_words(entry: RatingEntry) -> str:
    in_bc = entry.code == "start" and entry.reason["inputs"]["asked_rank"] == "BC"
    return DECISIONS["start_bc" if in_bc else entry.code]()


def _decision_lines(entry: RatingEntry) -> Iterator[ComputationLine]:
    inputs = entry.reason["inputs"]
    rules = entry.reason["rules"]
    yield ComputationLine(sentence(_decision_words(entry)), rules[0] if rules else "")
    if entry.code == "start" and inputs["asked_rank"] != "BC":
        yield ComputationLine(
            _("A provisional rank has a question mark; twenty games certify it."), "S0-27"
        )
    elif entry.code == "start":
        yield ComputationLine(_("BC is the beginners’ class: five wins take you to 17k."), "S0-26b")
    if inputs["asked_points"] is not None:
        yield ComputationLine(
            _("Points set by an admin: %(points)s.") % {"points": number(inputs["points_after"])},
            "H-office",
        )
    elif inputs["points_after"]:
        yield begins_at(entry, "S0-26")
    decision = entry.decision
    if decision and decision.decided_by and entry.code in ("set", "pro"):
        yield ComputationLine(_("Decided by %(who)s.") % {"who": decision.decided_by})
    if decision and decision.reason:
        yield ComputationLine(_("Reason: %(reason)s") % {"reason": decision.reason})

"""Why the IGS points and ranks are what they are (S0)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypedDict

from django.utils.translation import gettext as _

from goclub.games.labels import ComputationLine, half, komi_text, signed, stones_text
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.reasons import Words, sentence
from ratings.igs.games import RULES_OF, NotRated
from ratings.igs.ladder import parse_rank
from ratings.igs.thresholds import Origin, origin_of


class Inputs(TypedDict, total=False):
    """The numbers that went into a step of IGS, as the ledger stored them."""

    result: str
    own_rank: str
    opponent_rank: str
    difference2: int
    stones: int
    komi2: int
    value: str
    net: str
    net_used: str
    interpolated: bool
    side: str
    base: int
    number: int
    multiplier: str
    delta: int
    not_rated: str | None
    reasons: str | None
    rank_code: str | None
    games: int
    wins: int
    counted: bool
    formula: bool
    expected: int
    block_after: int
    shift: int | None
    bc_wins: int
    bc_wins_needed: int
    points_before: int
    points_judged: int
    promote: int | None
    demote: int
    rank_before: str


NOT_RATED: Words = {
    "no_result": lambda: _("not rated: no result"),
    "guest": lambda: _("not rated: played with a guest, who has no rank here"),
    "computer": lambda: _("not rated: a computer played"),
    "pair": lambda: _("not rated: pair go"),
    "pro": lambda: _("not rated: a professional played"),
    "board_size": lambda: _("not rated: only games on 19×19 are"),
    "free_room": lambda: _("not rated: off record by a player’s wish"),
    "no_show": lambda: _("a no-show: fifty points, not a rated game"),
    "jigo": lambda: _("not rated: a jigo changes nothing"),
    "bc": lambda: _("not rated: the opponent is in BC"),
    "provisional": lambda: _("not rated: the opponent’s rank is provisional"),
    "no_standard": lambda: _("not rated: more than nine ranks apart"),
    "gap": lambda: _("not rated: 3½ ranks or more remain after handicap and komi"),
    "awaiting_office": lambda: _("not rated: twenty games played, the office has to set the rank"),
    "fifty": lambda: _("beat a newcomer: fifty points"),
    "fifty_barred": lambda: _("beat a newcomer, but both games before were unrated: nothing"),
    "bc_win": lambda: _("a win in BC"),
    "bc_loss": lambda: _("a loss in BC moves nothing"),
    "counted_win": lambda: _("a win that counts toward certification"),
    "counted_loss": lambda: _("a loss that counts toward certification"),
}

RANK_WORDS: Words = {
    "promoted": lambda: _("promoted to %(rank)s"),
    "demoted": lambda: _("demoted to %(rank)s"),
    "kept": lambda: _("stays %(rank)s"),
    "bc": lambda: _("falls to BC"),
    "entered": lambda: _("enters the ladder at %(rank)s"),
    "adjusted": lambda: _("provisional rank becomes %(rank)s"),
    "certified": lambda: _("certified at %(rank)s"),
    "waiting": lambda: _("twenty games played: the office sets the rank"),
}

DECISIONS: Words = {
    "start": lambda: _("begins as a newcomer"),
    "revise": lambda: _("changed the provisional rank"),
    "set": lambda: _("set by the office"),
    "pro": lambda: _("a professional: no points"),
}


def not_counted(entry: RatingEntry) -> list[ComputationLine]:
    """Every reason why a game is not rated; none where it is."""
    codes = (entry.reason["inputs"].get("reasons") or "").split()
    return [ComputationLine(NOT_RATED[code](), RULES_OF[NotRated(code)][0]) for code in codes]


def ranks_text(fraction: str) -> str:
    """A fraction of a rank as people say it.

    >>> ranks_text("41/12"), ranks_text("-1/2"), ranks_text("3")
    ('3 5/12', '−½', '3')
    """
    number = Fraction(fraction)
    if (2 * number).denominator == 1:
        return half(int(2 * number))
    sign = "−" if number < 0 else ""
    whole, rest = divmod(abs(number), 1)
    return f"{sign}{int(whole)} {rest}" if whole else f"{sign}{rest}"


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    inputs = entry.reason["inputs"]
    if entry.decision_id:
        return DECISIONS[entry.code]()
    parts = [_rated_short(entry, inputs)]
    if inputs.get("rank_code"):
        parts.append(_rank_words(entry, inputs))
    return ", ".join(parts)


def _rated_short(entry: RatingEntry, inputs: Inputs) -> str:
    if entry.code in NOT_RATED:
        return NOT_RATED[entry.code]()
    text = _("win, net difference %(net)s") if entry.code == "win" else _(
        "loss, net difference %(net)s"
    )  # fmt: skip
    return text % {"net": ranks_text(inputs["net_used"])}


def _rank_words(entry: RatingEntry, inputs: Inputs) -> str:
    return RANK_WORDS[str(inputs["rank_code"])]() % {"rank": entry.rank_after}


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    if entry.decision_id:
        yield from _decision_lines(entry)
        return
    inputs = entry.reason["inputs"]
    if inputs.get("net") is not None:
        yield from net_lines(inputs, even="S0-16" in entry.reason["rules"])
    if entry.code in ("win", "loss"):
        yield from _table_lines(inputs)
    else:
        rules = entry.reason["rules"]
        yield ComputationLine(sentence(NOT_RATED[entry.code]()), rules[-1] if rules else "")
        yield from _other_reasons(entry.code, inputs)
    if "block_after" in inputs:
        yield from _newcomer_lines(entry, inputs)
    elif "bc_wins" in inputs:
        yield ComputationLine(
            _("Wins in BC: %(wins)d of %(needed)d.")
            % {"wins": inputs["bc_wins"], "needed": inputs["bc_wins_needed"]},
            "S0-26b",
        )
    if "promote" in inputs:
        yield from _border_lines(entry, inputs)
    elif inputs.get("rank_code"):
        yield ComputationLine(sentence(_rank_words(entry, inputs)), entry.reason["rules"][-1])


def net_lines(inputs: Inputs, *, even: bool) -> Iterator[ComputationLine]:
    """The net difference of a game from the inputs of its reason (S0-2, S0-15 … S0-17)."""
    yield ComputationLine(
        _("%(own)s against %(other)s: a difference of %(n)s.")
        % {
            "own": inputs["own_rank"],
            "other": inputs["opponent_rank"],
            "n": half(abs(inputs["difference2"])),
        },
        "S0-2",
    )
    if even:
        yield ComputationLine(_("An even game: the net difference is that of the ranks."), "S0-16")
        return
    yield ComputationLine(
        _("Conditions (%(stones)s, %(komi)s) are worth %(value)s to Black.")
        % {
            "stones": stones_text(inputs["stones"]),
            "komi": komi_text(inputs["komi2"]),
            "value": ranks_text(inputs["value"]),
        },
        "S0-15",
    )
    exact = ranks_text(inputs["net"].lstrip("-"))
    used = ranks_text(inputs["net_used"])
    text = (
        _("Net difference: %(exact)s, read between the rows.")
        if inputs["interpolated"]
        else _("Net difference: %(exact)s, cut to %(used)s.")
        if exact != used
        else _("Net difference: %(exact)s.")
    )
    yield ComputationLine(text % {"exact": exact, "used": used}, "S0-17")


def _table_lines(inputs: Inputs) -> Iterator[ComputationLine]:
    side = {
        "stronger": _("the stronger side"),
        "weaker": _("the weaker side"),
        "even": _("an even game"),
    }[inputs["side"]]
    won = inputs["result"] == "W"
    text = _("A win for %(side)s: %(base)s in the table.") if won else _(
        "A loss for %(side)s: %(base)s in the table."
    )  # fmt: skip
    yield ComputationLine(text % {"side": side, "base": inputs["base"]}, "S0-19")
    yield ComputationLine(
        _("Rated game no. %(n)d of this player: × %(times)s = %(delta)s.")
        % {
            "n": inputs["number"],
            "times": inputs["multiplier"],
            "delta": signed(inputs["delta"]),
        },
        "S0-20",
    )


def _other_reasons(code: str, inputs: Inputs) -> Iterator[ComputationLine]:
    for name in (inputs.get("reasons") or "").split():
        if name not in (code, inputs.get("not_rated")):
            yield ComputationLine(sentence(NOT_RATED[name]()), RULES_OF[NotRated(name)][0])


def _newcomer_lines(entry: RatingEntry, inputs: Inputs) -> Iterator[ComputationLine]:
    yield ComputationLine(
        _("Newcomer: %(games)d of 20 games count, %(wins)d wins in all games.")
        % {"games": inputs["games"], "wins": inputs["wins"]},
        "S0-27",
    )
    if not inputs["counted"]:
        return
    if inputs["formula"]:
        yield ComputationLine(
            _("Expected %(p)s, got %(got)d: this block of five stands at %(sum)s.")
            % {
                "p": _hundredths(inputs["expected"]),
                "got": int(inputs["result"] == "W"),
                "sum": _hundredths(inputs["block_after"]),
            },
            "S0-29",
        )
    if inputs["rank_code"]:
        yield ComputationLine(
            _("End of a block: shift %(shift)s, %(outcome)s.")
            % {
                "shift": signed(inputs["shift"] or 0),
                "outcome": _rank_words(entry, inputs),
            },
            "S0-28",
        )


def _hundredths(number: int) -> str:
    sign = "−" if number < 0 else ""
    return f"{sign}{abs(number) // 100}.{abs(number) % 100:02d}"


def _border_lines(entry: RatingEntry, inputs: Inputs) -> Iterator[ComputationLine]:
    yield ComputationLine(
        _("Points: %(before)d %(change)s → %(after)d.")
        % {
            "before": inputs["points_before"],
            "change": signed(inputs["delta"]),
            "after": inputs["points_judged"],
        }
    )
    up, down = inputs["promote"], inputs["demote"]
    yield ComputationLine(
        _("%(rank)s: up from %(up)s%(up_ours)s on, down below %(down)s%(down_ours)s.")
        % {
            "rank": inputs["rank_before"],
            "up": "–" if up is None else up,
            "up_ours": _origin(inputs["rank_before"], "promote", up),
            "down": down,
            "down_ours": _origin(inputs["rank_before"], "demote", down),
        },
        "S0-26",
    )
    if inputs.get("rank_code"):
        rule = "S0-26b" if inputs["rank_code"] == "bc" else "S0-26"
        yield ComputationLine(sentence(_rank_words(entry, inputs)), rule)


def _origin(rank: str, column: str, value: int | None) -> str:
    """Words behind a border that is not Pandanet's own."""
    origin = None if value is None else origin_of(parse_rank(rank).index, column, value)
    if origin is Origin.RECONSTRUCTED:
        return _(" (reconstructed)")
    return _(" (the club’s own number)") if origin is Origin.CHANGED else ""


def _decision_lines(entry: RatingEntry) -> Iterator[ComputationLine]:
    inputs = entry.reason["inputs"]
    rules = entry.reason["rules"]
    yield ComputationLine(sentence(DECISIONS[entry.code]()), rules[0] if rules else "")
    if entry.code == "start" and inputs["asked_rank"] != "BC":
        yield ComputationLine(
            _("A provisional rank has a question mark; twenty games certify it."), "S0-27"
        )
    elif entry.code == "start":
        yield ComputationLine(_("BC is the beginners’ class: five wins lead to 17k."), "S0-26b")
    if inputs["points_after"]:
        yield ComputationLine(
            _("%(rank)s begins at %(points)d points.")
            % {"rank": inputs["rank_after"], "points": inputs["points_after"]},
            "S0-26",
        )
    decision = entry.decision
    if decision and decision.decided_by and entry.code in ("set", "pro"):
        yield ComputationLine(_("Decided by %(who)s.") % {"who": decision.decided_by})
    if decision and decision.reason:
        yield ComputationLine(_("Reason: %(reason)s") % {"reason": decision.reason})

"""Whatever an entry says of itself: its rules apply to it, and its numbers give its results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.registry import SYSTEMS

Inputs = Mapping[str, Any]
Applies = Callable[[RatingEntry, Inputs], bool]

_COUNTED = ("win", "loss", "jigo", "draw")
_FAR2, _GAP = 18, Fraction(7, 2)


def _counted(entry: RatingEntry, _: Inputs) -> bool:
    return entry.code in _COUNTED


def _played(entry: RatingEntry, *endings: str) -> bool:
    return entry.game is not None and entry.game.ending in endings


def _free(entry: RatingEntry, _: Inputs) -> bool:
    game = entry.game
    assert game is not None
    return game.handicap >= 7 or game.board != 19 or game.black_free or game.white_free


def _guest(entry: RatingEntry, _: Inputs) -> bool:
    return entry.game is not None and any(player.is_guest for player in entry.game.players)


def _even(inputs: Inputs) -> bool:
    return inputs["stones"] == 0 and inputs["komi2"] == 13


def _net(inputs: Inputs) -> Fraction:
    """The net difference from the ranks and the conditions, by S0-15 and nothing else."""
    value = max(inputs["stones"], 1) - 1 + Fraction(13 - inputs["komi2"], 24)
    return Fraction(inputs["difference2"], 2) - value


def _own_certified(inputs: Inputs) -> bool:
    return "block_after" not in inputs and "bc_wins" not in inputs


def _unsettled(inputs: Inputs) -> bool:
    """Whether the opponent is in BC or provisional."""
    rank = inputs["opponent_rank"] or ""
    return rank == "BC" or rank.endswith("?")


def _product(inputs: Inputs) -> Fraction:
    return Fraction(inputs["base"]) * Fraction(inputs["multiplier"])


def _elo_feed(entry: RatingEntry, inputs: Inputs) -> bool:
    game = entry.game
    return game is not None and bool(inputs["not_counted"]) and not _guest(entry, inputs)


#: Of every rule: what must be so of an entry that cites it, read from the facts.
APPLIES: dict[str, Applies] = {
    "S1-1": lambda e, i: e.points_after in (0, 999) and not e.delta,
    "S1-2": lambda _e, _i: True,
    "S1-3": lambda e, _i: bool(e.decision and e.decision.kind == "declared" and e.decision.rank),
    "S1-4": lambda e, i: e.code == "set" or (e.code == "declared" and e.points_after == 0),
    "S1-5": lambda e, _i: e.code == "declared" and e.decision.points is not None,
    "S1-6": lambda e, _i: e.code == "certified",
    "S1-7": lambda e, _i: e.code in ("win", "loss") and e.game.winner in ("B", "W"),
    "S1-8": lambda e, _i: e.game.winner == "J",
    "S1-9": lambda e, _i: e.game.winner == "N",
    "S1-10": _free,
    "S1-11": lambda e, _i: _played(e, "forfeit"),
    "S1-12": _counted,
    "S1-13": lambda e, i: _counted(e, i) or (e.code == "set" and bool(e.decision.rank)),
    "S1-19": lambda e, _i: _played(e, "time"),
    "H-guest": _guest,
    "H-office": lambda e, _i: e.decision is not None and e.code == "set",
    "S0-2": lambda _e, i: None not in (i["own_level2"], i["opponent_level2"]),
    "S0-3": lambda e, _i: e.code in ("start", "revise"),
    "S0-6": lambda e, _i: e.game.board != 19,
    "S0-9": lambda _e, i: _own_certified(i) and _unsettled(i),
    "S0-10": lambda e, i: e.game.board == 19 and abs(_net(i)) >= _GAP,
    "S0-11": lambda e, _i: e.game.black_free or e.game.white_free or e.game.kind == "computer",
    "S0-12": lambda e, _i: e.game.kind == "pair",
    "H-kind": lambda e, _i: bool(e.game.kind),
    "S0-13": lambda e, _i: _played(e, "forfeit"),
    "S0-14": lambda _e, i: abs(i["difference2"]) > _FAR2,
    "S0-15": lambda e, i: e.game.board == 19 and not _even(i) and _net(i) == Fraction(i["net"]),
    "S0-16": lambda e, i: _even(i) and Fraction(i["net"]) == Fraction(i["difference2"], 2),
    "S0-17": lambda _e, i: _net(i) % Fraction(1, 2) != 0,
    "S0-18": lambda _e, i: not _even(i) and _net(i) < 0,
    "S0-19": lambda e, _i: e.code in ("win", "loss"),
    "S0-20": lambda e, _i: e.code in ("win", "loss"),
    "S0-21": lambda _e, i: _product(i).denominator != 1,
    "S0-23": lambda e, _i: e.game.winner in ("J", "N"),
    "S0-24": lambda e, i: _played(e, "forfeit") and abs(i.get("delta", 0)) == 50,
    "S0-25": lambda _e, i: _own_certified(i) and _unsettled(i) and i["delta"] in (0, 50),
    "S0-26": lambda e, i: bool(e.points_after) and e.rank_after.strip("+") != "BC",
    "S0-26b": lambda e, _i: "BC" in (e.rank_before, e.rank_after),
    "S0-26c": lambda e, i: e.rank_after == "BC" and i["points_judged"] != e.points_after,
    "S0-27": lambda e, i: "?" in e.rank_before + e.rank_after,
    "S0-28": lambda e, i: e.code == "revise" or i["games"] in (5, 10, 15, 20),
    "S0-29": lambda _e, i: i["counted"] and i["formula"],
    "S0-30": lambda _e, i: i["games"] == 20,
    "S4-1": lambda e, _i: e.code == "start" and e.rating_after == 1000,
    "S4-2": lambda e, _i: e.code in ("win", "loss"),
    "S4-4": lambda e, _i: e.code == "draw" and e.game.winner == "J",
    "S4-6": lambda e, _i: _played(e, "time", "forfeit"),
    "S4-8": _counted,
    "H-elo-feed": _elo_feed,
    "H-even": lambda e, _i: e.game.handicap == 0 and not 11 <= e.game.komi2 <= 15,
    "EGF": lambda _e, _i: True,
    "H-egf-komi": lambda e, _i: e.game.handicap == 0 and e.game.komi2 <= 1,
    "H-egf-feed": _elo_feed,
}  # fmt: skip

# A computation that is written out: a chain of numbers and signs, what it comes to.
_EQUATION = re.compile(r"[(\d½−+][\d\s.½/+−×÷^()·]*[=→]\s*[−+]?\d[\d.]*(?: \d+/\d+)?")
_SIGNS = (("−", "-"), ("×", "*"), ("÷", "/"), ("·", "*"), ("^", "**"))


def value_of(text: str) -> float:
    """A written computation; mixed fractions and halves as people write them.

    >>> value_of("91 2/3 × 1.5"), value_of("(12 + ½·1) ÷ 25"), value_of("−0.19")
    (137.5, 0.5, -0.19)
    """
    text = re.sub(r"(\d+) (\d+/\d+)", r"(\1 + \2)", text)
    text = re.sub(r"(\d*)½", lambda found: f"({found[1] or 0} + 1/2)", text)
    for sign, python in _SIGNS:
        text = text.replace(sign, python)
    assert re.fullmatch(r"[\d\s.+*/()-]*", text), text
    return float(eval(text.strip(), {"__builtins__": {}}))


def wrong_equations(text: str) -> list[str]:
    """The computations in a line whose numbers do not give what stands behind them.

    A result may be off by one of its last digit: what goes in is rounded as well.
    """
    wrong = []
    for found in _EQUATION.findall(text):
        left, shown = re.split("[=→]", found.rstrip("."))
        digits = len(shown.partition(".")[2]) if "/" not in shown else 6
        if abs(value_of(left) - value_of(shown.strip())) > 1.0001 * 10**-digits * (digits > 0):
            wrong.append(found)
    return wrong


def lines_of(entry: RatingEntry) -> list[ComputationLine]:
    return list(SYSTEMS.of(entry.system).computation(entry))


def check_explanations() -> Counter[str]:
    """Every entry of the ledger; returns how many computations were checked, by system."""
    wrong: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    for entry in RatingEntry.objects.select_related("decision", "game__black", "game__white"):
        inputs = entry.reason["inputs"]
        lines = lines_of(entry)
        cited = {line.rule for line in lines if line.rule} | set(entry.reason["rules"])
        for rule in cited:
            if not APPLIES[rule](entry, inputs):
                wrong[f"{entry.system} {entry.code} {inputs.get('rank_code')}: {rule}"] += 1
        # English groups thousands: 16,271.
        texts = [re.sub(r"(?<=\d),(?=\d{3})", "", line.text) for line in lines]
        if len(texts) != len(set(texts)):
            wrong[f"{entry.system} {entry.code}: a line stands twice"] += 1
        for text in texts:
            wrong.update(wrong_equations(text))
            unread = text.count("=") + text.count("→") - len(_EQUATION.findall(text))
            assert not unread, text
            checked[entry.system] += len(_EQUATION.findall(text))
        wrong.update(wrong_ends(entry, texts))
    assert wrong == {}, dict(wrong.most_common(30))
    return checked


def wrong_ends(entry: RatingEntry, texts: list[str]) -> list[str]:
    """Points that changed without a line that shows what they are now."""
    if not entry.points_after or entry.points_after == entry.points_before:
        return []
    shown = re.compile(rf"\b{entry.points_after}\b")
    return [] if any(shown.search(text) for text in texts) else [f"{entry.system} {entry.code}"]

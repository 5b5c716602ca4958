"""Numbers, games and conditions as people say them; what every explanation shares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from goclub.common.http import SGF_TYPE
from goclub.games.models import Game
from goclub.go.records.formats.detection import NAMED
from goclub.members.models import Member
from ratings.paa.promotion import DEMOTE_AT, PROMOTE_AT


@dataclass(frozen=True, slots=True)
class ComputationLine:
    """One line of a computation: what was looked at, and under which rule."""

    text: str
    rule: str = ""


def half(doubled: int) -> str:
    """A doubled half-point number in words: 7 → 3½.

    >>> half(7), half(-1), half(13), half(0)
    ('3½', '−½', '6½', '0')
    """
    whole, rest = divmod(abs(doubled), 2)
    digits = ("½" if not whole else f"{whole}½") if rest else str(whole)
    return f"−{digits}" if doubled < 0 else digits


def signed(number: int | float) -> str:
    """A change with its sign, to one decimal where it is a float; zero has none.

    >>> signed(1), signed(-1), signed(0), signed(12.5), signed(-0.04)
    ('+1', '−1', '0', '+12.5', '0')
    """
    text = decimal(abs(number)) if isinstance(number, float) else str(abs(number))
    if not text.strip("0.,"):
        return "0"
    return f"+{text}" if number > 0 else f"−{text}"


def decimal(number: float, digits: int = 1) -> str:
    """A rating as it is shown: one decimal, in the reader's notation."""
    return str(number_format(f"{number:.{digits}f}"))


def figure(value: int | float | None) -> str:
    """Points as they are, a rating to one decimal; a dash before the first fact."""
    if value is None:
        return "–"
    return decimal(value) if isinstance(value, float) else str(value)


# --- Members -----------------------------------------------------------------------------------
def label_of(member: Member, rank: str = "") -> str:
    """Name, romanised name and rank: enough to choose the right one of two Satos."""
    parts = [member.display_name]
    if member.second_name:
        parts.append(f"({member.second_name})")
    return " ".join(parts) + (f" · {rank}" if rank else "")


# --- Games ------------------------------------------------------------------------------------
def conditions_of(game: Game) -> str:
    """Stones and komi as people say them: “3 stones, Black gives 1½”."""
    return f"{stones_text(game.handicap)}, {komi_text(game.komi2)}"


def stones_text(handicap: int) -> str:
    if not handicap:
        return _("no stones")
    return ngettext("%(n)d stone", "%(n)d stones", handicap) % {"n": handicap}


def komi_text(komi2: int) -> str:
    if komi2 == 0:
        return _("no komi")
    if komi2 > 0:
        return _("Black gives %(komi)s") % {"komi": half(komi2)}
    return _("White gives %(komi)s") % {"komi": half(-komi2)}


def result_of(game: Game) -> str:
    """The result in words: “Black won by 4½”."""
    return result_text(game.winner, game.ending, game.margin2)


def result_text(winner: str, ending: str, margin2: int | None) -> str:
    if winner not in ("B", "W"):
        return str(Game.Winner(winner).label) if winner else _("no result given")
    black = winner == "B"
    if ending == "points" and margin2:
        text = _("Black won by %(margin)s") if black else _("White won by %(margin)s")
        return text % {"margin": half(margin2)}
    texts = {
        "resign": (_("Black won by resignation"), _("White won by resignation")),
        "time": (_("Black won on time"), _("White won on time")),
        "forfeit": (_("Black won by forfeit"), _("White won by forfeit")),
    }
    return texts.get(ending, (_("Black won"), _("White won")))[not black]


def result_code(game: Game) -> str:
    """The result as kifu write it: B+4.5, W+R, W+T, B+F, Jigo, Void."""
    if game.winner == "J":
        return _("Jigo")
    if game.winner == "N":
        return "–"
    margin = number_format(game.margin, 1) if game.margin else ""
    how = {"resign": "R", "time": "T", "forfeit": "F"}.get(game.ending, margin)
    return f"{game.winner}+{how}"


def record_text(wins: int, losses: int, jigo: int) -> str:
    """14–6, or 12–6–2 with jigo.

    >>> record_text(12, 6, 2)
    '12–6–2'
    """
    return f"{wins}–{losses}–{jigo}" if jigo else f"{wins}–{losses}"


#: The step of two decimals.
SHORT = Fraction(1, 100)


def rate_of(rate: Fraction) -> str:
    """A rate to two decimals, to three where two would show a border that was not reached.

    >>> rate_of(Fraction(20, 30)), rate_of(Fraction(13, 20)), rate_of(Fraction(19, 29))
    ('0.67', '0.65', '0.655')
    """
    short = Fraction(round(rate * 100), 100)
    borders = (PROMOTE_AT, DEMOTE_AT)
    digits = 3 if any(rate != b and short in (b, b + SHORT, b - SHORT) for b in borders) else 2
    return number_format(f"{float(rate):.{digits}f}")


def margin(doubled: int) -> str:
    """A sum of margins with its sign: +29½, −9, 0."""
    text = half(doubled)
    return f"+{text}" if doubled > 0 else text


# --- Files of records -------------------------------------------------------------------------
#: What a file chooser offers first.
KIFU_FILES = ",".join((*(ending for kind in NAMED for ending in kind.ENDINGS), SGF_TYPE))


@dataclass(frozen=True, slots=True)
class FormatNames:
    """The formats of records that are read, SGF first, as parts of a sentence: ``all`` of them,
    or ``most``, all but the ``last``, or the ``others``, all but SGF and the last."""

    all: str
    most: str
    others: str
    last: str


def kifu_formats() -> FormatNames:
    """The names of the formats in a list, in the reader's notation."""
    names = [kind.NAME for kind in NAMED]
    comma = pgettext("between the items of a list", ", ")
    return FormatNames(
        all=comma.join(names),
        most=comma.join(names[:-1]),
        others=comma.join(names[1:-1]),
        last=names[-1],
    )

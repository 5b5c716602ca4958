"""Names of criteria, results and weights, and figures in half and quarter points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.notation import Notation, half, notation, number, short_rank
from goclub.games.labels import margin, result_text
from goclub.leagues.models import Pairing
from goclub.leagues.models.participant import rank_text
from tournaments.events.scores.registry import Score
from tournaments.events.settings import MAX_BOARDS
from tournaments.events.teams import BoardPoints
from tournaments.events.weights.criteria import Criterion

#: Short name and meaning of every criterion of placement, under OpenGotha's name.
CRITERIA: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
    "MMS": (gettext_lazy("MMS"), gettext_lazy("McMahon score (starting score plus points)")),
    "NBW": (gettext_lazy("Wins"), gettext_lazy("wins (a jigo counts half)")),
    "STS": (gettext_lazy("STS"), gettext_lazy("Strasbourg score")),
    "CPS": (gettext_lazy("Cup"), gettext_lazy("cup score: earlier wins outweigh later ones")),
    "SOSM": (gettext_lazy("SOS"), gettext_lazy("sum of the opponents’ McMahon scores")),
    "SOSM-1": (gettext_lazy("SOS-1"), gettext_lazy("SOS less the lowest opponent")),
    "SOSM-2": (gettext_lazy("SOS-2"), gettext_lazy("SOS less the two lowest opponents")),
    "SODOSM": (gettext_lazy("SODOS"), gettext_lazy("sum of defeated opponents’ scores")),
    "SOSOSM": (gettext_lazy("SOSOS"), gettext_lazy("sum of the opponents’ SOS")),
    "CUSSM": (
        gettext_lazy("own CUSS"),
        gettext_lazy("sum of the player’s own scores after each round"),
    ),
    "OCUSSM": (
        gettext_lazy("CUSS"),
        gettext_lazy("sum of the opponents’ scores when each round was paired"),
    ),
    "SOSW": (gettext_lazy("SOS"), gettext_lazy("sum of the opponents’ wins")),
    "SOSW-1": (gettext_lazy("SOS-1"), gettext_lazy("SOS less the lowest opponent")),
    "SOSW-2": (gettext_lazy("SOS-2"), gettext_lazy("SOS less the two lowest opponents")),
    "SODOSW": (gettext_lazy("SODOS"), gettext_lazy("sum of defeated opponents’ wins")),
    "SOSOSW": (gettext_lazy("SOSOS"), gettext_lazy("sum of the opponents’ SOS")),
    "CUSSW": (
        gettext_lazy("own CUSS"),
        gettext_lazy("sum of the player’s own wins after each round"),
    ),
    "OCUSSW": (
        gettext_lazy("CUSS"),
        gettext_lazy("sum of the opponents’ wins when each round was paired"),
    ),
    "SOSTS": (gettext_lazy("SOSTS"), gettext_lazy("sum of the opponents’ Strasbourg scores")),
    "EXT": (gettext_lazy("EXT"), gettext_lazy("exploits tried: wins of stronger opponents")),
    "EXR": (gettext_lazy("EXR"), gettext_lazy("exploits achieved: EXT over won games")),
    "SDC": (gettext_lazy("SDC"), gettext_lazy("simplified direct confrontation")),
    "DC": (gettext_lazy("DC"), gettext_lazy("direct confrontation among equals")),
    "CAT": (gettext_lazy("Category"), gettext_lazy("strength category")),
    "RANK": (gettext_lazy("Rank"), gettext_lazy("rank")),
    "RATING": (gettext_lazy("Rating"), gettext_lazy("rating")),
    "POINTS": (gettext_lazy("Points"), gettext_lazy("3 for a win, 1 for a draw, 3 for a bye")),
    "SMALL": (
        gettext_lazy("Small points"),
        gettext_lazy("margins won minus margins lost"),
    ),
    "BRACKET": (
        gettext_lazy("Bracket"),
        gettext_lazy("round of the bracket that the player reached"),
    ),
    "NUM": (gettext_lazy("Entry"), gettext_lazy("order of entry")),
    "MP": (gettext_lazy("Match points"), gettext_lazy("match points (of matches won and drawn)")),
    "BP": (gettext_lazy("Boards"), gettext_lazy("board points (boards won, a jigo counts half)")),
    "SOSMP": (gettext_lazy("SOS"), gettext_lazy("sum of the opponents’ match points")),
    "SOSBP": (gettext_lazy("SOS (boards)"), gettext_lazy("sum of the opponents’ board points")),
    "SBMP": (
        gettext_lazy("SB"),
        gettext_lazy("Sonneborn-Berger: match points of defeated opponents, half for a draw"),
    ),
    **{
        f"B{board}": (
            format_lazy(gettext_lazy("Board {board}"), board=board),
            format_lazy(gettext_lazy("wins at board {board}"), board=board),
        )
        for board in range(1, MAX_BOARDS + 1)
    },
    **{
        f"BDW{boards}U": (
            format_lazy(gettext_lazy("Boards 1–{boards}"), boards=boards),
            format_lazy(gettext_lazy("wins at boards 1–{boards}"), boards=boards),
        )
        for boards in range(2, MAX_BOARDS)
    },
}

#: What each part of a pair's weight looks after.
WEIGHTS: dict[Criterion, StrOrPromise] = {
    Criterion.DUPLICATE: gettext_lazy("they have not met before"),
    Criterion.RANDOM: gettext_lazy("chance"),
    Criterion.BALANCE: gettext_lazy("balanced colours"),
    Criterion.CATEGORY: gettext_lazy("same category"),
    Criterion.SCORE: gettext_lazy("equal scores"),
    Criterion.DRAW: gettext_lazy("choice of players moved between groups"),
    Criterion.SEEDING: gettext_lazy("seeding inside the group"),
    Criterion.HANDICAP: gettext_lazy("few handicap stones"),
    Criterion.GEOGRAPHY: gettext_lazy("different clubs and countries"),
    Criterion.APART: gettext_lazy("players who are kept apart do not meet"),
}

PROOFS = {
    "prices": gettext_lazy(
        "Best possible pairing: a mathematical proof shows that no other has a higher weight."
    ),
    "dense": gettext_lazy(
        "Best possible pairing: an exact algorithm looked at every possible pair."
    ),
    "schedule": gettext_lazy("From Berger tables: everyone plays everyone."),
    "bracket": gettext_lazy(
        "From the bracket: by the seeds in round 1, then the winners of earlier matches meet."
    ),
}

_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def points_text(doubled: Score) -> str:
    """A doubled score in points: 33, 33½, 46¼; in decimals where the reader's halves are.

    >>> points_text(67), points_text(Fraction(185, 2)), points_text(1), points_text(-1)
    ('33½', '46¼', '½', '−½')
    """
    return _points_text(doubled, notation())


def match_score(points: Sequence[BoardPoints | None], *, black_first: bool) -> str:
    """The board points of a match of teams, White's first or Black's.

    >>> match_score([(2, 0), None, (1, 1)], black_first=True)
    '½ – 1½'
    """
    white2, black2 = (sum(pair[side] for pair in points if pair) for side in (0, 1))
    first2, second2 = (black2, white2) if black_first else (white2, black2)
    return f"{points_text(first2)} – {points_text(second2)}"


@lru_cache(maxsize=4096)
def _points_text(doubled: Score, ways: Notation) -> str:
    value = Fraction(doubled) / 2
    if value < 0:
        return "−" + _points_text(-doubled, ways)
    whole, rest = divmod(value, 1)
    part = _FRACTIONS.get(rest)
    if part is None or (part and ways.half != "½"):
        return number(value, 1 if (2 * value).denominator == 1 else 2)
    return f"{whole}{part}" if whole or not part else part


def figure_text(criterion: str, doubled: Score) -> str:
    """A figure of a criterion as the tables print it."""
    if criterion == "BRACKET":
        return str(int(doubled) // 2)
    if criterion == "SMALL":
        return margin(int(doubled)) if doubled else "0"
    return short_rank(rank_text(int(doubled) // 2)) if criterion == "RANK" else points_text(doubled)


def weight_text(weight: int) -> str:
    """A weight in groups of three digits, exact.

    >>> weight_text(500000000001000)
    '500,000,000,001,000'
    """
    return number(weight)


_SIGNS = {"white": "1–0", "black": "0–1", "both_win": "1–1", "both_lose": "0–0"}


def result_sign(pairing: Pairing) -> str:
    """The result as lists of pairings print it, White first: 1–0, 0–1, ½–½; ! by default, § by a
    sanction."""
    counted = pairing.counted
    sign = f"{half(1)}–{half(1)}" if counted == "equal" else _SIGNS.get(counted, "")
    mark = "!" if pairing.counted_default else ""
    return f"{sign}{mark}{'§' if pairing.verdict else ''}" if sign else ""


def outcome_text(pairing: Pairing) -> str:
    """The result in words, by default where it was."""
    if pairing.verdict and not pairing.unplayed:
        texts = {"white": _("Black lost by sanction"), "black": _("White lost by sanction")}
        return texts.get(pairing.verdict) or _("both lost by sanction")
    if pairing.verdict:
        return outcome_words(pairing.counted, pairing.counted_default)
    how = pairing.ending, pairing.margin2
    return outcome_words(pairing.result, pairing.counted_default, *how)


def outcome_words(
    result: str, by_default: bool, ending: str = "", margin2: int | None = None
) -> str:
    """A result, one of :class:`Pairing.Outcome`, in words."""
    if ending:
        return result_text("B" if result == "black" else "W", ending, margin2)
    if by_default:
        texts = {
            "white": _("White won by forfeit"),
            "black": _("Black won by forfeit"),
            "both_lose": _("both lose by forfeit"),
        }
        if result in texts:
            return texts[result]
    return str(Pairing.Outcome(result).label)

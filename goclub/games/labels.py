"""Numbers, games and conditions as people say them; what every explanation shares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from goclub.common import notation
from goclub.common.http import SGF_TYPE
from goclub.games.models import Game
from goclub.go.records.reading import NAMED
from goclub.members.models import Member
from ratings.paa.rules import DEMOTE_AT, PROMOTE_AT
from ratings.system import EVEN_KOMI2


@dataclass(frozen=True, slots=True)
class ComputationLine:
    """One line of a computation: what was looked at, and under which rule."""

    text: str
    rule: str = ""


def signed(number: int | float) -> str:
    """A change with its sign, to one decimal where it is a float; zero has none.

    >>> signed(1), signed(-1), signed(0), signed(12.5), signed(-0.04)
    ('+1', '−1', '0', '+12.5', '0')
    """
    text = notation.number(abs(number), 1 if isinstance(number, float) else 0)
    if not text.strip("0.,"):
        return "0"
    return f"+{text}" if number > 0 else f"−{text}"


def figure(value: int | float | None) -> str:
    """Points as they are, a rating to one decimal; a dash before the first fact."""
    if value is None:
        return "–"
    return notation.number(value, 1 if isinstance(value, float) else 0)


# --- Members -----------------------------------------------------------------------------------
def label_of(member: Member, rank: str = "") -> str:
    """Name, romanised name and rank: enough to choose the right one of two Satos."""
    parts = [member.shown_name]
    if member.second_line:
        parts.append(f"({member.second_line})")
    return notation.dotted((" ".join(parts), notation.short_rank(rank)))


def is_label_of(text: str, member: Member) -> bool:
    """Whether a text is a name as a list writes it for some reader: 佐藤 健 (Sato Ken)."""
    name, second = member.spellings
    both = (" ".join((first, f"({behind})")) for first, behind in ((name, second), (second, name)))
    return text in (label_of(member), *both)


# --- Games ------------------------------------------------------------------------------------
def conditions_of(game: Game) -> str:
    """Stones and komi as people say them: “no handicap · komi 5½”, “3 stones · reverse komi ½”."""
    return conditions_text(game.handicap, game.komi2)


def conditions_text(handicap: int, komi2: int) -> str:
    """Stones and komi; a game without stones is even where its komi says so (H-even)."""
    even = not handicap and EVEN_KOMI2[0] <= komi2 <= EVEN_KOMI2[1]
    if handicap:
        return notation.dotted((stones_text(handicap), komi_text(komi2)))
    if even:
        first = pgettext("conditions", "no handicap")
    elif komi2:
        first = pgettext("with reverse komi", "no handicap")
    else:
        first = pgettext("conditions", "Black moves first")
    return notation.dotted((first, komi_text(komi2)))


def stones_text(handicap: int) -> str:
    """Handicap stones in words: “3 stones”."""
    if not handicap:
        return _("no handicap")
    text = ngettext("%(n)d stone", "%(n)d stones", handicap) % {"n": handicap}
    return notation.kept(text)


def komi_text(komi2: int) -> str:
    """Return a komi in words: “komi 5½”, “reverse komi ½”."""
    if komi2 == 0:
        return _("no komi")
    if komi2 > 0:
        text = _("komi %(komi)s") % {"komi": notation.half_points(komi2)}
    else:
        text = _("reverse komi %(komi)s") % {"komi": notation.half_points(-komi2)}
    return notation.kept(text)


def result_of(game: Game) -> str:
    """The result in words: “Black won by 4½”."""
    return result_text(game.winner, game.ending, game.margin2)


def claim_of(game: Game) -> str:
    """Return the result according to the player who disputes it; empty if they gave none."""
    if not game.claimed_winner:
        return ""
    return result_text(game.claimed_winner, game.claimed_ending or "", game.claimed_margin2)


def result_text(winner: str, ending: str, margin2: int | None) -> str:
    if ending == "called":
        return _("Draw (time was called)")
    if winner not in ("B", "W"):
        return str(Game.Winner(winner).label) if winner else _("no result given")
    black = winner == "B"
    if ending == "points" and margin2:
        text = _("Black won by %(margin)s") if black else _("White won by %(margin)s")
        return text % {"margin": notation.half_points(margin2)}
    match ending:
        case "resign":
            return _("Black won by resignation") if black else _("White won by resignation")
        case "time":
            return _("Black won on time") if black else _("White won on time")
        case "forfeit":
            return _("Black won by forfeit") if black else _("White won by forfeit")
        case "left":
            return _("Black won: White left") if black else _("White won: Black left")
        case "penalty":
            return _("White lost by sanction") if black else _("Black lost by sanction")
    return _("Black won") if black else _("White won")


def result_code(game: Game) -> str:
    """The result as kifu write it: B+4.5, W+R, W+T, B+F, Jigo, Draw (time was called), Void."""
    if game.ending == "called":
        return pgettext("result", "Draw")
    if game.winner == "J":
        return _("Jigo")
    if game.winner == "N":
        return "–"
    margin = notation.number(game.margin, 1) if game.margin else ""
    how = {"resign": "R", "time": "T", "forfeit": "F", "left": "F", "penalty": "F"}.get(
        game.ending, margin
    )
    return f"{game.winner}+{how}"


def record_text(wins: int, losses: int, jigo: int) -> str:
    """14–6, or 12–6–2 with jigo.

    >>> record_text(12, 6, 2)
    '12–6–2'
    """
    return f"{wins}–{losses}–{jigo}" if jigo else f"{wins}–{losses}"


def rate_of(rate: Fraction) -> str:
    """A rate in percent, with a decimal where without it a border would seem to be reached.

    >>> rate_of(Fraction(20, 30)), rate_of(Fraction(13, 20)), rate_of(Fraction(11, 17))
    ('67%', '65%', '64.7%')
    """
    short = Fraction(round(rate * 100), 100)
    borders = (PROMOTE_AT, DEMOTE_AT)
    return notation.percent(rate * 100, int(rate != short and short in borders))


def margin(doubled: int) -> str:
    """A sum of margins with its sign: +29½, −9, 0."""
    text = notation.half(doubled)
    return f"+{text}" if doubled > 0 else text


# --- Files of records -------------------------------------------------------------------------
#: What a file chooser offers first.
KIFU_FILES = ",".join((*(ending for kind in NAMED for ending in kind.ENDINGS), SGF_TYPE))


def kifu_formats() -> dict[str, str]:
    """The formats of records that are read, SGF first, as parts of a sentence: ``all`` of them, or
    ``most``, all but the ``last``."""
    names = [kind.NAME for kind in NAMED]
    most = notation.listed(names[:-1])
    return {"all": notation.listed(names), "most": most, "last": names[-1]}

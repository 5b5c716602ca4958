"""Why these two: one sentence under each pair."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.games.labels import conditions_text
from goclub.games.models import Game
from goclub.leagues.evening.services.proposing import PairProposal
from goclub.leagues.models import NightGame


def why_text(pair: PairProposal, *, longest: bool) -> str:
    """What speaks for a pair, the gravest first; *longest*: nobody else waits as long."""
    parts = []
    if pair.by_hand:
        parts.append(_("paired manually"))
    elif longest:
        parts.append(_("longest wait"))
    if pair.due:
        parts.append(_("due: %(game)s") % {"game": pair.due.name})
    parts.append(_gap(pair.why.gap))
    wishes = {
        "rival": _("a rival, as requested"),
        "teaching": _("a teaching game, as requested"),
        "even": _("no handicap, as requested"),
        "small": _("a small board, as requested"),
    }
    parts += [wishes[wish] for wish in pair.why.wishes]
    if pair.why.met_tonight:
        parts.append(_("already met tonight"))
    elif pair.last_met:
        parts.append(_("last met %(day)s") % {"day": notation.short_day(pair.last_met)})
    else:
        parts.append(_("never met before"))
    return notation.sentence(notation.clauses(parts))


def _gap(points: int) -> str:
    if not points:
        return _("equal points")
    return ngettext("%(n)d point apart", "%(n)d points apart", points) % {"n": points}


def terms_text(board: int, handicap: int, komi2: int) -> str:
    """The conditions of a pair: “9×9 · 3 stones · White gives ½”."""
    size = "" if board == 19 else dict(Game.BOARDS)[board]
    return notation.dotted((size, conditions_text(handicap, komi2)))


def game_terms(game: NightGame) -> str:
    """The conditions of a game at its table."""
    return terms_text(game.board, game.handicap, game.komi2)


def minutes(count: int) -> str:
    """How long something lasts: “24 min”, “1 h 5 min”."""
    if count < 60:
        return notation.kept(_("%(n)d min") % {"n": count})
    values = {"h": count // 60, "n": count % 60}
    return notation.kept(_("%(h)d h %(n)d min") % values)

"""How a pairing of the official league ended, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from goclub.common.notation import half_points
from goclub.leagues.models import Match


def result_in_words(match: Match) -> str:
    """How a pairing ended: “佐藤 won by 4½”, “forfeited by …”."""
    first, second = match.first.member, match.second.member
    if match.forfeit == Match.Forfeit.BOTH:
        return _("both forfeited")
    if match.forfeit:
        loser = first if match.forfeit == Match.Forfeit.FIRST else second
        return _("forfeited by %(name)s") % {"name": loser}
    game = match.game
    if game is None:
        return _("not played yet")
    if game.ending == "called":
        return _("draw (time was called)")
    if game.winner == "J":
        return _("jigo")
    if game.winner == "N":
        return _("no result")
    name = game.black if game.winner == "B" else game.white
    how = {
        "points": _("%(name)s won by %(margin)s"),
        "resign": _("%(name)s won by resignation"),
        "time": _("%(name)s won on time"),
        "forfeit": _("%(name)s won by forfeit"),
        "left": _("%(name)s won by forfeit"),
        "unknown": _("%(name)s won"),
        "penalty": _("%(name)s won"),
    }[game.ending]
    return how % {"name": name, "margin": half_points(game.margin2 or 0)}

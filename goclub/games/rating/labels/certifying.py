"""What is asked before points are certified that rest on few games (S1-6)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.confirmation import Question
from goclub.games.rating.queries import standing_of
from goclub.members.models import Member
from ratings.paa.decisions import ENOUGH_GAMES


def certifying_early(member: Member) -> Question | None:
    """The warning before the usual ten games; None where there are enough."""
    standing = standing_of(member)
    games = 0 if standing is None else standing.games
    if games >= ENOUGH_GAMES:
        return None
    return Question(
        title=_("Certify the points of %(name)s now?") % {"name": member},
        why=ngettext(
            "Points become official after about ten games; %(name)s has played %(n)d.",
            "Points become official after about ten games; %(name)s has played %(n)d.",
            games,
        )
        % {"name": member, "n": games},
        then=_("You can certify them now anyway. The rating history will say that it was early."),
        button=_("Certify"),
        back=member.get_absolute_url(),
    )

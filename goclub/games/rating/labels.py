"""The ratings in the reader's words: refusals, entries of the ledger, previews of a change."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from goclub.common.confirmation import Question
from goclub.common.refusals.registry import Refusals
from goclub.common.refusals.texts import GENERIC
from goclub.common.rules import RULE_PAGES, RuleText
from goclub.games.labels import ComputationLine, figure, signed
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger.replaying import ChangedStanding, ReplayReport
from goclub.games.rating.queries import standing_of
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.errors import Code
from ratings.paa.system import ENOUGH_GAMES

#: Those that every system shares; their codes begin with the package of the rules.
_SHARED = {
    "ratings.called_is_a_draw": _(
        "Only a draw can end because time was called. Choose a jigo, or how the game was won."
    ),
    "ratings.jigo_needs_whole_komi": _(
        "A jigo needs a whole-number komi: with half a point, someone has won."
    ),
    "ratings.margin_parity": _(
        "%(value)s does not fit the komi: with a half-point komi the margin ends in ½, "
        "with a whole-number komi it is a whole number."
    ),
    "ratings.no_points_yet": _("This player has no points yet. Ask an admin."),
    "ratings.ending_without_winner": _(
        "Only a win has an ending. Choose who won, or leave the ending empty."
    ),
    "ratings.margin_without_points": _(
        "Only a win by points has a margin. Leave the margin empty, or choose “by points”."
    ),
    "ratings.guest_with_points": _(
        "A guest has no points. Leave the points empty, or choose a member."
    ),
    "ratings.depends_on_opponent": GENERIC[Code.STATE],
    "ratings.out_of_order": GENERIC[Code.STATE],
}

REFUSALS: Refusals = _SHARED | {
    code: text for system in SYSTEMS for code, text in system.refusals.items()
}


def certifying_early(member: Member) -> Question | None:
    """The warning before the usual ten games; None where there are enough."""
    standing = standing_of(member)
    games = 0 if standing is None else standing.games
    if games >= ENOUGH_GAMES:
        return None
    return Question(
        title=gettext("Certify the points of %(name)s now?") % {"name": member},
        why=ngettext(
            "Points become official after about ten games; %(name)s has played %(n)d.",
            "Points become official after about ten games; %(name)s has played %(n)d.",
            games,
        )
        % {"name": member, "n": games},
        then=gettext(
            "You can certify them now anyway. The rating history will say that it was early."
        ),
        button=gettext("Certify"),
        back=member.get_absolute_url(),
    )


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    return SYSTEMS.of(entry.system).short_reason(entry)


def computation(entry: RatingEntry) -> list[ComputationLine]:
    """The whole computation of an entry, a line a step."""
    lines = list(SYSTEMS.of(entry.system).computation(entry))
    if entry.game_id and entry.game is not None and entry.game.ending == Game.Ended.PENALTY:
        text = gettext("Decided by sanction; counts as a normal loss.")
        lines.insert(0, ComputationLine(text, "S4-6"))
    return lines


def rule_page(rule: str) -> str:
    """The URL name of the page that says a rule: the one entered for it, or that of all systems."""
    return RULE_PAGES.page_of(rule) or "games:rules"


def rule_in_words(rule: str) -> RuleText | None:
    """Return the words of a rule that an app entered or a system has; None for none."""
    texts = (text for system in SYSTEMS for text in system.rule_texts if text.id == rule)
    return RULE_PAGES.text_of(rule) or next(texts, None)


#: Members that a preview names; of the others it says how many they are.
MOST_NAMED = 200


def preview_of(report: ReplayReport) -> dict[str, Any]:
    """A report in words; rank changes first, then by name.  One query."""
    names = Member.objects.in_bulk([move.member for move in report.moved])
    rows = sorted(
        report.moved,
        key=lambda m: (m.rank_before == m.rank_after, str(names[m.member]), m.member),
    )
    touched = [_touched(moved, names[moved.member]) for moved in rows[:MOST_NAMED]]
    return {
        "touched": touched,
        "members": len(rows),
        "unnamed": len(rows) - len(touched),
        "entries": report.entries,
    }


def _touched(moved: ChangedStanding, member: Member) -> dict[str, object]:
    known = moved.before is not None and moved.after is not None
    return {
        "member": member,
        "system": SYSTEMS.of(moved.system).name,
        "before": figure(moved.before),
        "after": figure(moved.after),
        "change": signed((moved.after or 0) - (moved.before or 0)) if known else "–",
        "rank_before": moved.rank_before,
        "rank_after": moved.rank_after,
    }

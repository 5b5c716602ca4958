"""The ladder in words: rungs and moves with their reasons, notices, refusals, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import named
from goclub.common.refusals.registry import Refusals
from goclub.common.rules import house_rule_text
from goclub.games.rating.systems.protocol import Present
from goclub.leagues.ladder.queries import LadderNow
from goclub.leagues.models import Challenge, LadderSettings
from goclub.members.models import Member
from goclub.members.notices.queries import NoticeGroup, NoticeKind
from tournaments.ladder import Decided, How, Joined, LadderMove

#: Which rule a way of deciding goes by.
_RULES = {
    How.GAME: "H-ladder-win",
    How.DECLINED: "H-ladder-time",
    How.UNANSWERED: "H-ladder-time",
    How.CALLED_OFF: "H-ladder-off",
}


def rung_lines(now: LadderNow, me: Member | None) -> list[dict[str, Any]]:
    """Everybody on the ladder, from the top, as one reader sees them.

    ``near`` whether the rung is in the reader's reach; ``free`` whether they may challenge now.
    """
    ladder = now.ladder
    mine = ladder.rung_of(me.pk) if me else None
    return [
        {
            "rung": rung,
            "member": now.people[key],
            "rank": now.ranks[key],
            "mine": rung == mine,
            "near": mine is not None and 0 < mine - rung <= now.settings.reach,
            "free": me is not None and now.bar(me.pk, key) is None,
            "notes": list(_notes(now, key)),
        }
        for rung, key in enumerate(ladder.order, start=1)
    ]


def _notes(now: LadderNow, player: int) -> Iterable[str]:
    if row := now.asked.get(player):
        yield _("challenged by %(name)s") % {"name": _name(now, row.challenger_id)}
    if row := now.challenging.get(player):
        yield _("challenges %(name)s") % {"name": _name(now, row.challenged_id)}


def move_line(now: LadderNow, move: LadderMove, of: int | None = None) -> dict[str, object]:
    """One happening in a sentence, with its rule; ``path`` *of* whose rungs before and after."""
    decision = move.happening
    before, after = move.rungs.get(of, (None, None)) if of is not None else (None, None)
    path = f"{before or '–'} → {after or '–'}" if before or after else ""
    line: dict[str, object] = {"at": decision.at, "path": path, "rule": "H-ladder-stays"}
    if isinstance(decision, Decided):
        row = now.challenges[decision.source]
        return line | {
            "text": _decided(now, move, decision, row),
            "rule": _RULES[decision.how],
            "game": row.game if decision.how == How.GAME else None,
        }
    name = _name(now, decision.player)
    if isinstance(decision, Joined):
        rung = move.rungs.get(decision.player, (None, None))[1]
        return line | {"text": _("%(name)s joins on rung %(rung)s.") % {"name": name, "rung": rung}}
    return line | {"text": _("%(name)s leaves the ladder; those below move up.") % {"name": name}}


def _decided(now: LadderNow, move: LadderMove, decision: Decided, row: Challenge) -> str:
    rung = move.rungs.get(row.challenger_id, (None, None))[1]
    values = {
        "one": _name(now, row.challenger_id),
        "other": _name(now, row.challenged_id),
        "rung": rung,
    }
    if decision.winner is None:
        return _("No winner between %(one)s and %(other)s: the rungs do not change.") % values
    if decision.winner == row.challenged_id:
        return _("%(other)s keeps the rung; the challenge from %(one)s failed.") % values
    if decision.how == How.GAME and rung is not None:
        return _("%(one)s beat %(other)s and took rung %(rung)s.") % values
    texts = {
        How.GAME: _("%(one)s beat %(other)s"),
        How.DECLINED: _("%(other)s declined the challenge from %(one)s"),
        How.UNANSWERED: _("%(other)s did not answer the challenge from %(one)s"),
        How.CALLED_OFF: _("%(other)s cancelled the game with %(one)s"),
    }
    sentence = texts[decision.how] % values
    if rung is None:
        # Above already, or one of the two is not on the ladder any more.
        return _("%(what)s: nobody moves.") % {"what": sentence}
    return _("%(what)s: %(one)s takes rung %(rung)s.") % (values | {"what": sentence})


def _name(now: LadderNow, player: int) -> str:
    known = now.people.get(player)
    return named(known.shown_name, now.ranks[player]) if known else "–"


KINDS: Final = [
    NoticeKind(
        "ladder.challenged",
        NoticeGroup.LEAGUES,
        label=gettext_lazy("Someone challenges me on the ladder"),
        text=gettext_lazy(
            "%(name)s has challenged you on the ladder. Answer by %(day)s, or you lose your rung."
        ),
    ),
    NoticeKind(
        "ladder.moved",
        NoticeGroup.LEAGUES,
        label=gettext_lazy("My rung on the ladder changes"),
        text=gettext_lazy(
            "You are now on rung %(rung)s of the ladder; before, you were on rung %(before)s."
        ),
    ),
]


REFUSALS: Refusals = {
    "ladder.closed": gettext_lazy("The club has no ladder at the moment."),
    "ladder.not_on": gettext_lazy("To challenge someone on the ladder, both of you must be on it."),
    "ladder.below": gettext_lazy(
        "%(value)s is below you. On the ladder you can only challenge players above you."
    ),
    "ladder.too_high": gettext_lazy(
        "%(value)s is too far above you. The most rungs up you can challenge: %(reach)s."
    ),
    "ladder.challenging": gettext_lazy(
        "You already have a ladder challenge under way. Play it first."
    ),
    "ladder.challenged": gettext_lazy(
        "%(value)s already has a ladder challenge to answer or play."
    ),
    "ladder.resting": gettext_lazy(
        "You and %(value)s met on the ladder recently. Days required between two games: %(rest)s."
    ),
    "ladder.conditions": gettext_lazy("Ladder games use the club’s conditions: %(accepted)s."),
}


# The house rules of the ladder in words, with what the club has set.


TEXTS: Final = (
    house_rule_text(
        "H-ladder-stays",
        gettext_lazy(
            "New players start on the lowest rung. Players who leave the ladder or the "
            "club lose their rung, and those below move up. Players who come back start at "
            "the bottom."
        ),
    ),
    house_rule_text(
        "H-ladder-reach",
        gettext_lazy(
            "You can challenge a player above you, up to the number of rungs set by the club."
        ),
    ),
    house_rule_text(
        "H-ladder-one",
        gettext_lazy(
            "You can have one ladder game at a time as challenger, and one as the "
            "challenged player."
        ),
    ),
    house_rule_text(
        "H-ladder-time",
        gettext_lazy(
            "A challenge must be answered and played in time. If the challenged player "
            "declines or does not answer, it counts as a loss. If the challenger does not "
            "answer other terms, the challenge fails."
        ),
    ),
    house_rule_text(
        "H-ladder-win",
        gettext_lazy(
            "A challenger who wins takes the other player’s rung, wherever it is by then, "
            "and those in between move down by one. If the other player wins, or nobody "
            "does, nobody moves."
        ),
    ),
    house_rule_text(
        "H-ladder-off",
        gettext_lazy(
            "Cancelling an agreed ladder game forfeits it: a challenged player loses their "
            "rung, a challenger gains nothing. An agreed game that is not played moves "
            "nobody."
        ),
    ),
    house_rule_text(
        "H-ladder-rest",
        gettext_lazy(
            "The same two players can meet again on the ladder after a set number of days."
        ),
    ),
    house_rule_text(
        "H-ladder-terms",
        gettext_lazy(
            "Handicap and komi follow the club’s rules for everyone. The game counts for "
            "points like any other."
        ),
    ),
    house_rule_text(
        "H-ladder-order",
        gettext_lazy(
            "The order is recalculated from joining, leaving and results. A corrected "
            "result changes the ladder as if it had been so from the beginning."
        ),
    ),
)


def present_values(settings: LadderSettings) -> dict[str, Sequence[Present]]:
    """What the club has set, by the rule that leaves it open."""
    return {
        "H-ladder-reach": [Present(gettext_lazy("Maximum rungs above"), str(settings.reach))],
        "H-ladder-time": [
            Present(gettext_lazy("Days to answer"), str(settings.answer_days)),
            Present(gettext_lazy("Days to play"), str(settings.play_days)),
        ],
        "H-ladder-rest": [Present(gettext_lazy("Days before a rematch"), str(settings.rest_days))],
        "H-ladder-terms": [
            Present(gettext_lazy("Handicap and komi"), settings.get_conditions_display())
        ],
    }

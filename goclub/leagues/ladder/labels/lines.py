"""Rungs and moves of the ladder as pages show them, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from goclub.common.notation import named
from goclub.games.models import Game
from goclub.leagues.ladder.queries import LadderNow
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from tournaments.ladder.replay import Decided, How, Joined, LadderMove

#: Which rule a way of deciding goes by.
_RULES = {
    How.GAME: "H-ladder-win",
    How.DECLINED: "H-ladder-time",
    How.UNANSWERED: "H-ladder-time",
    How.CALLED_OFF: "H-ladder-off",
}


@dataclass(frozen=True, slots=True)
class RungLine:
    """Somebody on a rung, as one reader sees it.

    ``near`` whether the rung is in the reader's reach; ``free`` whether he may challenge now.
    """

    rung: int
    member: Member
    rank: str
    mine: bool
    near: bool
    free: bool
    notes: list[str]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One happening in a sentence, with its rule; ``path`` the rungs of whom the page is about."""

    at: datetime
    text: str
    rule: str
    game: Game | None
    path: str


def rung_lines(now: LadderNow, me: Member | None) -> list[RungLine]:
    """Everybody on the ladder, from the top."""
    ladder = now.ladder
    mine = ladder.rung_of(me.pk) if me else None
    lines = []
    for rung, key in enumerate(ladder.order, start=1):
        distance = mine - rung if mine else 0
        lines.append(
            RungLine(
                rung=rung,
                member=now.people[key],
                rank=now.ranks[key],
                mine=rung == mine,
                near=0 < distance <= now.settings.reach,
                free=me is not None and now.bar(me.pk, key) is None,
                notes=list(_notes(now, key)),
            )
        )
    return lines


def _notes(now: LadderNow, player: int) -> Iterable[str]:
    if row := now.asked.get(player):
        yield _("challenged by %(name)s") % {"name": _name(now, row.challenger_id)}
    if row := now.challenging.get(player):
        yield _("challenges %(name)s") % {"name": _name(now, row.challenged_id)}


def move_lines(
    now: LadderNow, moves: Iterable[LadderMove], of: int | None = None
) -> list[MoveLine]:
    """Happenings in sentences; *of* whose rungs before and after are said."""
    return [_line(now, move, of) for move in moves]


def _line(now: LadderNow, move: LadderMove, of: int | None) -> MoveLine:
    decision = move.happening
    before, after = move.rungs.get(of, (None, None)) if of is not None else (None, None)
    path = f"{before or '–'} → {after or '–'}" if before or after else ""
    if isinstance(decision, Decided):
        row = now.challenges[decision.source]
        game = row.game if decision.how == How.GAME else None
        return MoveLine(
            decision.at, _decided(now, move, decision, row), _RULES[decision.how], game, path
        )
    name = _name(now, decision.player)
    if isinstance(decision, Joined):
        rung = move.rungs.get(decision.player, (None, None))[1]
        text = _("%(name)s joins on rung %(rung)s.") % {"name": name, "rung": rung}
    else:
        text = _("%(name)s leaves the ladder; those below move up.") % {"name": name}
    return MoveLine(decision.at, text, "H-ladder-stays", None, path)


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
    return named(known.display_name, now.ranks[player]) if known else "–"

"""An evening in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common import notation
from goclub.common.refusals.registry import Refusals
from goclub.games.labels import conditions_text
from goclub.games.models import Game, RatingEntry
from goclub.leagues.evening.queries import NightState, answers_to, entries_of
from goclub.leagues.evening.services.nights import strengths_of
from goclub.leagues.evening.services.pairs import PairProposal, propose
from goclub.leagues.models import Coming, NightGame, NightPress, Presence

# Why these two: one sentence under each pair.


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


def minutes(count: int) -> str:
    """How long something lasts: “24 min”, “1 h 5 min”."""
    if count < 60:
        return notation.kept(_("%(n)d min") % {"n": count})
    values = {"h": count // 60, "n": count % 60}
    return notation.kept(_("%(h)d h %(n)d min") % values)


# The organiser's page: who waits, who won, who is missing.


#: From so many tables on they stand in two columns.
MANY_TABLES = 6


def _person(
    presence: Presence, rank: str, *, since: str = "", stone: str = "", why: str = ""
) -> dict[str, object]:
    """Somebody in a list: how long or since when, and the stone they take ("" none, T at random).

    *why* says of somebody who is left over what they wait for.
    """
    return {"presence": presence, "rank": rank, "since": since, "stone": stone, "why": why}


def desk_of(state: NightState, now: datetime) -> dict[str, Any]:
    """All that the page shows (the queries of the pairs, and one for the last press).

    ``startable``: how many pairs could sit down now, ``all_keys`` those that "start all" seats, as
    they are shown; ``last`` the press that can be taken back.
    """
    proposed = propose(state, now)
    ranks = {pk: strength.rank for pk, strength in proposed.strengths.items()}
    tables = state.free_tables
    longest = max((max(pair.waited) for pair in proposed.pairs), default=0)
    pairs = [
        _pair(pair, ranks, tables[n] if n < len(tables) else None, longest)
        for n, pair in enumerate(proposed.pairs)
    ]
    startable = [pair["key"] for pair in pairs if pair["table"] is not None]
    running, resting, waiting = state.running, state.resting, len(state.waiting)
    counts = {
        "here": len(state.here),
        "play": 2 * len(running),
        "wait": waiting,
        "rest": len(resting),
    }
    last = _last_game(state)
    return {
        "pairs": pairs,
        "startable": len(startable),
        "all_keys": " ".join(startable),
        "left": [
            _person(
                presence,
                ranks[presence.pk],
                since=minutes(waited),
                why=_left_over(state, waited, proposed.left),
            )
            for presence in proposed.left
            for waited in [state.waited(presence, now)]
        ],
        "tables": [table_card(game, ranks, now) for game in running],
        "is_large": len(running) >= MANY_TABLES,
        "resting": [_person(presence, ranks[presence.pk]) for presence in resting],
        "expected": [
            *(
                _person(presence, ranks[presence.pk], since=clock(presence.expected_at))
                for presence in state.expected
            ),
            *map(_coming, answers_to(state)),
        ],
        "waiting": waiting,
        "here": counts["here"],
        "counts": _("%(here)d here: %(play)d playing, %(wait)d waiting, %(rest)d taking a break")
        % counts,
        "last": table_card(last, ranks, now) if last else None,
        "last_words": result_words(last) if last else "",
        "hint": _hint(proposed.left, running),
        "proven": proposed.proven,
    }


def _coming(row: Coming) -> dict[str, object]:
    """Somebody who answered the calendar; those who come late say so, perhaps until when."""
    late = row.get_answer_display() if row.answer == row.Answer.LATE else ""
    presence = Presence(member=row.member)
    return _person(presence, vars(row)["member_rank"] or "", since=row.note or late)


def clock(moment: datetime | None) -> str:
    """The hour of a moment, as the reader's clock shows it."""
    return "" if moment is None else f"{timezone.localtime(moment):%H:%M}"


def table_card(game: NightGame, ranks: Mapping[int, str], now: datetime) -> dict[str, Any]:
    """A game at its table with its two, Black first."""
    lasts = int((now - game.paired_at).total_seconds() // 60)
    return {
        "game": game,
        "people": [
            _person(game.black, ranks.get(game.black_id, ""), stone="B"),
            _person(game.white, ranks.get(game.white_id, ""), stone="W"),
        ],
        "terms": terms_text(game.board, game.handicap, game.komi2),
        "lasts": minutes(max(0, lasts)),
    }


def result_words(game: NightGame) -> str:
    """Return the result of a game in one line."""
    names = {"black": game.black.member.shown_name, "white": game.white.member.shown_name}
    texts = {
        "B": _("%(black)s beat %(white)s"),
        "W": _("%(white)s beat %(black)s"),
        "J": _("%(black)s and %(white)s drew"),
        "N": _("%(black)s and %(white)s: no result"),
    }
    text = texts.get(game.winner, _("%(black)s and %(white)s"))
    return text % names


def _pair(
    pair: PairProposal, ranks: Mapping[int, str], table: int | None, longest: int
) -> dict[str, Any]:
    """A pair that is offered: ``table`` where it would sit, None where none is free."""
    terms = pair.terms
    words = terms_text(terms.board, terms.handicap, terms.komi2)
    stones = ("T", "T") if terms.toss else ("B", "W")
    return {
        "people": [
            _person(presence, ranks[presence.pk], since=minutes(waited), stone=stone)
            for presence, waited, stone in zip(
                (pair.one, pair.other), pair.waited, stones, strict=True
            )
        ],
        "key": "-".join(map(str, pair.keys)),
        "terms": notation.dotted((words, _("nigiri") if terms.toss else "")),
        "why": why_text(pair, longest=bool(longest) and max(pair.waited) == longest),
        "table": table,
    }


def _last_game(state: NightState) -> NightGame | None:
    """The game of the last result that was pressed, while it holds."""
    last = NightPress.objects.filter(night=state.night, what="result").order_by("-pk").first()
    if last is None:
        return None
    return next((game for game in state.games if game.pk == last.game_id and game.winner), None)


def _left_over(state: NightState, waited: int, left: Sequence[Presence]) -> str:
    """Return why a person has no game: nobody else is waiting, or nobody close enough yet."""
    patience = state.night.patience
    if len(left) < 2 or waited >= patience:
        return _("no opponent for now")
    return ngettext(
        "waiting for someone new or closer in strength, %(n)d minute at most",
        "waiting for someone new or closer in strength, %(n)d minutes at most",
        patience,
    ) % {"n": patience}


def _hint(left: Sequence[Presence], running: Sequence[NightGame]) -> str:
    """What to do about somebody who is left over."""
    if not left or not running:
        return ""
    first = min(running, key=lambda game: game.paired_at)
    return _(
        "The game at table %(n)d has been running longest; its players should be free first."
    ) % {"n": first.table}


# Refusals of the club night in the reader's words.


REFUSALS: Refusals = {
    "night.over": gettext_lazy("This club night is over."),
    "night.own_wish": gettext_lazy("A wish is about two people. Choose someone else."),
    "night.in_a_game": gettext_lazy(
        "%(value)s is in the middle of a game. Choose what should happen to it."
    ),
    "night.two_needed": gettext_lazy("Tick two names."),
    "night.who_is_it": gettext_lazy(
        "“%(value)s” matches no member, or more than one. Choose from the list; enter "
        "guests below it."
    ),
    "night.hour": gettext_lazy("“%(value)s” is not a time. Write it like %(accepted)s."),
    "night.was_not_played": gettext_lazy(
        "%(value)s: an organiser recorded that this game was not played."
    ),
    "night.told_otherwise": gettext_lazy(
        "%(value)s: another result has already been reported. Open the game to dispute "
        "it, or ask an organiser."
    ),
    "night.to_be_corrected": gettext_lazy(
        "%(value)s: another result has already been reported. Open the game to correct it."
    ),
    "night.ended_otherwise": gettext_lazy(
        "%(value)s: the result is already reported, and the points or ending you sent were not "
        "saved. Whoever reported it can undo it and report it again, or an organiser can add them."
    ),
    "night.nobody_won": gettext_lazy("%(value)s: nobody has won this game."),
}


# The wall of the room: who plays where, who waits, what moved tonight.


#: Tables on one page of the wall, lines of the side beside them.
TABLES, WAITING, MOVED, RANKS = 7, 6, 4, 3
#: So long a new pair is asked to sit down.
NEW: Final = timedelta(minutes=4)


def wall_of(state: NightState, now: datetime, wanted: int) -> dict[str, Any]:
    """The page *wanted* of the wall (from 1; beyond the last it starts again).

    A table is ``new`` while its two are asked to sit down; ``following`` the page that comes next.
    """
    ranks = {
        pk: strength.rank
        for pk, strength in strengths_of(state.presences.values(), state.night.on).items()
    }
    running = state.running
    pages = max(1, -(-len(running) // TABLES))
    page = (wanted - 1) % pages + 1
    entries = entries_of(state.games)
    waiting = state.waiting
    return {
        "tables": [
            {
                "card": table_card(game, ranks, now),
                "since": clock(game.paired_at),
                "new": now - game.paired_at < NEW,
            }
            for game in running[(page - 1) * TABLES : page * TABLES]
        ],
        "waiting": [
            _person(presence, ranks[presence.pk], since=minutes(state.waited(presence, now)))
            for presence in waiting[:WAITING]
        ],
        "more_waiting": max(0, len(waiting) - WAITING),
        "moved": [entry for entry in entries if entry.delta][:MOVED],
        "ranks": rank_changes(entries)[:RANKS],
        "page": page,
        "pages": pages,
        "following": page % pages + 1,
    }


def rank_changes(entries: Sequence[RatingEntry]) -> list[RatingEntry]:
    """Entries that changed a rank."""
    return [
        entry for entry in entries if entry.rank_before and entry.rank_before != entry.rank_after
    ]

"""The pairings of a round as pages print them, with warnings and what sanctions changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.collation import name_key
from goclub.common.notation import bracketed, listed, listed_and, rank
from goclub.common.reading import read_number
from goclub.leagues.models import Pairing, Participant, Seat
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.labels.apart import apart_warnings
from goclub.leagues.tournament.labels.figures import match_score, outcome_text, result_sign
from goclub.leagues.tournament.labels.standings import Category, outcome_for, scores_after
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.leagues.tournament.queries.sanctions import Case, cases_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.claims import ClaimState
from goclub.leagues.tournament.services.rounds import unseated
from goclub.leagues.tournament.services.seating import met
from goclub.members.names import fold_name
from tournaments.events.settings import Kind

_GONE = Participant.State.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Side:
    """A player at a table with their score before the round; ``css`` is won, lost, jigo or open."""

    participant: Participant
    score: str
    css: str


@dataclass(frozen=True, slots=True)
class NameLine:
    """One player's seat; ``opponent`` None with the bye, or where a ``reason`` keeps them away."""

    participant: Participant
    pairing: Pairing | None
    opponent: Participant | None
    colour: str
    reason: str = ""


def round_tables(
    snapshot: EventSnapshot,
    number: int,
    claims: dict[int, ClaimState] | None = None,
    category: Category | None = None,
) -> list[dict[str, Any]]:
    """The tables of a round (from 1) in order, with the scores before it.

    Each with the ``sign`` and ``outcome`` of its result (of teams the board points, Black's first),
    the rounds in which the two ``met``, and what they reported.  Of a category: those at which one
    of its players sits.
    """
    scores = scores_after(snapshot, number - 1) if snapshot.participants else {}
    points = snapshot.board_points or {}
    return [
        {
            "pairing": pairing,
            "black": Side(pairing.black, scores[pairing.black.number], outcome_for(pairing, "b")),
            "white": Side(pairing.white, scores[pairing.white.number], outcome_for(pairing, "w")),
            "sign": result_sign(pairing),
            "outcome": match_score(points[pairing.pk], black_first=True)
            if pairing.pk in points
            else outcome_text(pairing),
            "met": met(snapshot, number, pairing.black, pairing.white),
            "claim": (claims or {}).get(pairing.table),
        }
        for pairing in snapshot.pairings[number]
        if category is None or any(map(category.holds, pairing.players))
    ]


def tables_found(
    lines: list[dict[str, Any]], sought: str, *, only_open: bool
) -> list[dict[str, Any]]:
    """Return the tables of :func:`round_tables` with that number or with a player of that name.

    ``only_open``: those without a result alone.
    """
    asked, table = fold_name(sought), read_number(sought)

    def is_meant(pairing: Pairing) -> bool:
        if table is not None:
            return table == pairing.table
        names = (name for player in pairing.players for name in player.spellings)
        return any(asked in fold_name(name) for name in names)

    return [
        line
        for line in lines
        if is_meant(line["pairing"]) and not (only_open and line["pairing"].has_result)
    ]


def by_name(
    snapshot: EventSnapshot, number: int, category: Category | None = None
) -> tuple[NameLine, ...]:
    """Everybody (of a category) with a seat in a round, by the name shown, so that all find their
    table.
    """
    lines = []
    for pairing in snapshot.pairings[number]:
        lines.append(NameLine(pairing.black, pairing, pairing.white, "B"))
        lines.append(NameLine(pairing.white, pairing, pairing.black, "W"))
    bye = snapshot.byes.get(number)
    if bye is not None:
        lines.append(NameLine(bye.participant, None, None, ""))
    if category is not None:
        lines = [line for line in lines if category.holds(line.participant)]
    return tuple(sorted(lines, key=lambda line: name_key(line.participant.shown_name)))


def bye_of(snapshot: EventSnapshot, number: int, category: Category | None = None) -> Seat | None:
    """The bye of a round, where it is one of the category's players."""
    seat = snapshot.byes.get(number)
    if seat is not None and category is not None and not category.holds(seat.participant):
        return None
    return seat


def warnings(snapshot: EventSnapshot, number: int) -> list[str]:
    """What an organiser should know of a round before it is published, in words."""
    texts = []
    for pairing in snapshot.pairings[number]:
        earlier = met(snapshot, number, pairing.black, pairing.white)
        if earlier:
            texts.append(
                _("%(pair)s already met in round %(round)s.")
                % {
                    "pair": f"{pairing.black} – {pairing.white}",
                    "round": listed_and(earlier),
                }
            )
    bye = snapshot.byes.get(number)
    if bye is not None:
        had = [
            n for n, seat in snapshot.byes.items()
            if n < number and seat.participant == bye.participant
        ]  # fmt: skip
        if had:
            texts.append(
                _("%(player)s already had a bye in round %(round)s.")
                % {"player": bye.participant, "round": listed_and(sorted(had))}
            )
    for earlier_round in range(1, number):
        count = sum(not pairing.has_result for pairing in snapshot.pairings[earlier_round])
        if count:
            texts.append(
                ngettext(
                    "One result of round %(round)s is missing: scores may still change.",
                    "%(count)s results of round %(round)s are missing: scores may still change.",
                    count,
                )
                % {"count": count, "round": earlier_round}
            )
    texts += apart_warnings(snapshot, number)
    texts += _changed_since(snapshot, number)
    waiting = unseated(snapshot, number)
    if waiting and snapshot.pairings[number]:
        names = listed(participant.shown_name for participant in waiting)
        texts.append(_("Without a game: %(names)s.") % {"names": names})
    return texts


def _changed_since(snapshot: EventSnapshot, number: int) -> list[str]:
    event_round = snapshot.round(number)
    if event_round is None or event_round.paired_at is None:
        return []
    changed = [
        f"{change.subject}{bracketed(change.round_number)}"
        for change in results_changed_since(snapshot.event, event_round)
    ]
    changed += [
        f"{table}{bracketed(table.round.number)}"
        for case in cases_of(snapshot.event)
        for table in case.tables
        if case.row.given_at > event_round.paired_at and table.round.number < number
    ]
    if not changed:
        return []
    games = listed(changed)
    text = (
        _(
            "Results changed since round %(round)s was paired: %(games)s. The round stays "
            "as it is; scores and standings follow the new results."
        )
        if event_round.is_out
        else _(
            "Results changed since round %(round)s was paired: %(games)s. Pair it again "
            "for the new results to count."
        )
    )
    return [text % {"round": number, "games": games}]


def at_the_ends(snapshot: EventSnapshot) -> str:
    """How many of a McMahon field start at the bar and at the floor, in words; "" in another."""
    settings = snapshot.settings
    field = [
        participant for participant in snapshot.participants.values() if participant.state != _GONE
    ]
    if settings.kind is not Kind.MCMAHON or not field:
        return ""
    return _(
        "Players: %(all)s. Starting at the bar (%(bar)s or stronger): %(above)s. "
        "Starting at the floor (%(floor)s or weaker): %(below)s."
    ) % {
        "all": len(field),
        "above": sum(participant.rank >= settings.bar for participant in field),
        "below": sum(participant.rank <= settings.floor for participant in field),
        "bar": rank(rank_text(settings.bar)),
        "floor": rank(rank_text(settings.floor)),
    }


def effect_lines(case: Case) -> list[str]:
    """What the sanction changed, a line for each table and one for what follows."""
    lines = [
        _("Round %(round)s, table %(table)s, %(black)s – %(white)s: %(outcome)s.")
        % {
            "round": table.round.number,
            "table": table.table,
            "black": table.black,
            "white": table.white,
            "outcome": outcome_text(table),
        }
        for table in case.tables
    ]
    if case.level == "removed":
        lines.append(_("Not paired again; listed below all others, without a place."))
    elif case.level == "warning":
        lines.append(_("It does not change any result."))
    elif not case.level:
        lines.append(_("All games count again as played."))
    return lines

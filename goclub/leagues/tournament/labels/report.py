"""The report of a paired round for its organisers: who does not play, and what is unusual."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.collation import name_key
from goclub.common.notation import bracketed, labelled
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.labels.pools import resting_in
from goclub.leagues.tournament.labels.rounds import NameLine, Side, by_name
from goclub.leagues.tournament.labels.standings import Category
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.apart import by_club, by_country
from tournaments.events.groups import standing

#: So many stones more are worth a look.
MANY_STONES = 5
#: So many games more with one colour than with the other are worth a look.
MANY_COLOURS = 3


def not_playing(
    snapshot: EventSnapshot, number: int, category: Category | None = None
) -> list[tuple[Participant, str]]:
    """Return who (of a category) has no place in a paired round (from 1) and why, by name.

    Without those who have withdrawn, and players of teams.  In a schedule absent players lose their
    game; of pools those who rest are listed.
    """
    if snapshot.settings.kind.is_scheduled:
        people = resting_in(snapshot, number)
    elif snapshot.event.has_boards or not snapshot.pairings[number]:
        people = []
    else:
        seated = snapshot.seated(number)
        people = [
            person
            for person in snapshot.participants.values()
            if person.number not in seated and person.state != Participant.State.WITHDRAWN
        ]
    return [
        (person, _reason(snapshot, person, number))
        for person in sorted(people, key=lambda person: name_key(person.shown_name))
        if category is None or category.holds(person)
    ]


def _reason(snapshot: EventSnapshot, person: Participant, number: int) -> str:
    if person.state == Participant.State.PRELIMINARY:
        return _("not here yet")
    if (person.late_from or 1) > number:
        return _("enters in round %(number)s") % {"number": person.late_from}
    if number in set().union(*snapshot.missed(person)):
        return _("absent")
    return _("no game in this round")


def names_on_paper(
    snapshot: EventSnapshot, number: int, category: Category | None = None
) -> list[NameLine]:
    """Return everybody of :func:`by_name`, and who does not play with the reason."""
    away = [
        NameLine(person, None, None, "", reason)
        for person, reason in not_playing(snapshot, number, category)
    ]
    lines = [*by_name(snapshot, number, category), *away]
    return sorted(lines, key=lambda line: name_key(line.participant.shown_name))


def pairing_report(
    snapshot: EventSnapshot, number: int, tables: list[dict[str, Any]]
) -> list[tuple[str, list[str]]]:
    """Return what is unusual in a round (from 1): titles, each with its lines.

    *tables* are those of :func:`~goclub.leagues.tournament.labels.rounds.round_tables`.
    """
    if snapshot.settings.kind.is_scheduled or not tables:
        return []
    players = snapshot.tournament(rounds=number - 1).players
    clubs = by_club(players, snapshot.settings.pairing.clubs_groups)
    countries = by_country(players)

    def pairs(lines: Iterable[dict[str, Any]]) -> list[str]:
        return [_pair(line["pairing"], line["black"], line["white"]) for line in lines]

    def sharing(values: dict[int, str]) -> list[str]:
        return pairs(
            line
            for line in tables
            if len({values.get(player.number, player) for player in line["pairing"].players}) == 1
        )

    parts = [
        (
            _("Different scores"),
            pairs(line for line in tables if line["black"].score != line["white"].score),
        ),
        (
            ngettext("%(count)s stone or more", "%(count)s stones or more", MANY_STONES)
            % {"count": MANY_STONES},
            pairs(line for line in tables if line["pairing"].handicap >= MANY_STONES),
        ),
        (_("Same club"), sharing(clubs)),
        (_("Same country"), sharing(countries)),
        *_histories(snapshot, number, [line["pairing"] for line in tables]),
    ]
    return [(title, lines) for title, lines in parts if lines]


def _pair(pairing: Pairing, black: Side, white: Side) -> str:
    names = (f"{side.participant}{bracketed(side.score)}" for side in (black, white))
    return labelled(_("Table %(table)s") % {"table": pairing.table}, " – ".join(names))


def _histories(
    snapshot: EventSnapshot, number: int, pairings: list[Pairing]
) -> list[tuple[str, list[str]]]:
    """What this round adds to the earlier ones of its players."""
    contenders = standing(snapshot.tournament(rounds=number - 1), number - 1).contenders
    earlier = snapshot.seated(number - 1) if number > 1 else set(snapshot.participants)
    back, drawn, colours = [], [], []
    for pairing in pairings:
        for player, opponent in (
            (pairing.black, pairing.white),
            (pairing.white, pairing.black),
        ):
            if player.number not in earlier:
                back.append(str(player))
            own, theirs = contenders.get(player.number), contenders.get(opponent.number)
            if own is None or theirs is None:
                continue  # marked as absent since the round was paired
            up = own.drawn_up + (own.group > theirs.group)
            down = own.drawn_down + (own.group < theirs.group)
            if own.group != theirs.group and up + down > 1:
                text = _("up %(up)s, down %(down)s") % {"up": up, "down": down}
                drawn.append(labelled(player, text))
            turn = 0 if pairing.handicap else 1 if player == pairing.white else -1
            balance = own.balance + turn
            if abs(balance) >= MANY_COLOURS:
                colours.append(labelled(player, _more_games(balance)))
    return [
        (_("Back after a round without a game"), back),
        (_("Drawn up or down again"), drawn),
        (_("Colours out of balance"), colours),
    ]


def _more_games(balance: int) -> str:
    """How many even games more somebody had with White than with Black, or the other way."""
    count = abs(balance)
    text = (
        ngettext("%(count)s more game with White", "%(count)s more games with White", count)
        if balance > 0
        else ngettext("%(count)s more game with Black", "%(count)s more games with Black", count)
    )
    return text % {"count": count}

"""The pools of an event side by side: tables, every round that is known, why a pair meets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.models.participant import pool_name
from goclub.leagues.tournament.labels.figures import figure_text
from goclub.leagues.tournament.labels.standings import (
    SIGNS,
    CrossCell,
    column_of,
    outcome_for,
    places_among,
)
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.schedules import drawn_pools, pools_in
from tournaments.events.field import TournamentGame
from tournaments.events.placement import StandingsRow
from tournaments.events.pools import pool_games
from tournaments.events.settings import PoolSettings


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A player of a pool: the place there, a cell for every opponent, the criteria."""

    place: str
    participant: Participant
    cells: Sequence[CrossCell]
    figures: Sequence[str]
    goes_on: bool


def known_pools(snapshot: EventSnapshot) -> dict[int, list[int]]:
    """Return the players of every pool by place; none before they are drawn."""
    if not snapshot.settings.has_pools:
        return {}
    if snapshot.last_out:
        return pools_in(snapshot, snapshot.last_out)
    gone = Participant.State.WITHDRAWN
    return drawn_pools(
        snapshot, [p for p in snapshot.participants.values() if p.pool and p.state != gone]
    )


def pools_page(snapshot: EventSnapshot) -> dict[str, object]:
    """Return the tables of the pools, their columns, and the finals that their players went to."""
    pools, after = known_pools(snapshot), snapshot.last_out
    criteria = snapshot.settings.criteria
    finals = Event.objects.filter(participants__qualified_from__event=snapshot.event)
    finals = finals.exclude(state=Event.State.CANCELLED).distinct()
    on = set(finals.values_list("participants__qualified_from", flat=True))
    rounds = range(after + 1, snapshot.event.rounds_planned + 1) if pools else ()
    to_come = {number: pool_games(pools, number - 1) for number in rounds}
    cells = _cells(snapshot, to_come)
    rows: dict[int, list[StandingsRow]] = defaultdict(list)
    for row in snapshot.standings(after, criteria) if after else ():
        rows[row.pool].append(row)
    return {
        "columns": [column_of(name) for name in criteria] if after else [],
        "finals": finals,
        "rule": rule_sentences(snapshot.settings.pools),
        "pools": [
            {
                "name": pool_name(pool),
                "lines": list(_lines(snapshot, players, rows[pool], cells, on)),
                "rounds": list(_rounds(snapshot, pool, players, to_come)),
            }
            for pool, players in pools.items()
        ],
    }


def rule_sentences(rules: PoolSettings) -> list[str]:
    """Say who goes into the finals, and what happens where players are tied there."""
    sentences = [
        ngettext(
            "The first of each pool goes into the finals.",
            "The first %(count)s of each pool go into the finals.",
            rules.first,
        )
        % {"count": rules.first},
        _("In a tie at this cut, a draw decides.")
        if rules.by_draw
        else _("In a tie at this cut, the director decides."),
    ]
    if rules.best_next:
        best = ngettext(
            "So does the best of those placed next, by averages per game.",
            "So do the best %(count)s of those placed next, by averages per game.",
            rules.best_next,
        )
        sentences.insert(1, best % {"count": rules.best_next})
    return sentences


def _lines(
    snapshot: EventSnapshot,
    players: Sequence[int],
    rows: Sequence[StandingsRow],
    cells: Mapping[tuple[int, int], list[CrossCell]],
    on: set[int | None],
) -> Iterator[PoolLine]:
    by_player, places = {row.player: row for row in rows}, places_among(rows)
    blank = [""] * len(rows[0].criteria) if rows else []
    sharing = Counter(places.values())
    listed = list(by_player) + [player for player in players if player not in by_player]
    for player in listed:
        participant, row = snapshot.participants[player], by_player.get(player)
        place = places.get(player)
        yield PoolLine(
            f"{place}{'=' if sharing[place] > 1 else ''}" if place else "",
            participant,
            [_one_cell(cells[player, opponent], player == opponent) for opponent in listed],
            [figure_text(name, row.scores[name]) for name in row.criteria] if row else blank,
            participant.pk in on,
        )


def _one_cell(games: Sequence[CrossCell], own: bool) -> CrossCell:
    css = "self" if own else f"cell {games[0].css}" if len(games) == 1 else "cell none"
    return CrossCell(" ".join(game.text for game in games), css)


def _cells(
    snapshot: EventSnapshot, to_come: Mapping[int, Sequence[TournamentGame]]
) -> Mapping[tuple[int, int], list[CrossCell]]:
    """The games of two players in order: sign and round, of those to come the round alone."""
    cells: dict[tuple[int, int], list[CrossCell]] = defaultdict(list)
    for number in range(1, snapshot.last_out + len(to_come) + 1):
        if number <= snapshot.last_out:
            for table in snapshot.pairings[number]:
                black, white = table.black.number, table.white.number
                for pair, colour in (((black, white), "b"), ((white, black), "w")):
                    css = outcome_for(table, colour)
                    cells[pair].append(CrossCell(f"{SIGNS[css]}{number}", css))
            continue
        for game in to_come[number]:
            for pair in ((game.black, game.white), (game.white, game.black)):
                cells[pair].append(CrossCell(str(number), "none"))
    return cells


def _rounds(
    snapshot: EventSnapshot,
    pool: int,
    players: Sequence[int],
    to_come: Mapping[int, Sequence[TournamentGame]],
) -> Iterator[dict[str, object]]:
    """Every round of a pool: who meets whom, by name, and who rests."""
    people = snapshot.participants
    name = cache(lambda player: people[player].shown_name)
    for number in range(1, snapshot.event.rounds_planned + 1):
        if number <= snapshot.last_out:
            tables = (table for table in snapshot.pairings[number] if table.black.pool == pool)
            pairs = [(table.black.number, table.white.number) for table in tables]
        else:
            games = (game for game in to_come[number] if game.black in players)
            pairs = [(game.black, game.white) for game in games]
        seated = {player for pair in pairs for player in pair}
        if pairs:
            names = [(name(black), name(white)) for black, white in pairs]
            resting = [people[player] for player in players if player not in seated]
            yield {"number": number, "pairs": names, "resting": resting}


def resting_in(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Return who of the pools has no game in a round (from 1) that is paired."""
    if not snapshot.settings.has_pools or not snapshot.pairings[number]:
        return []
    seated = snapshot.seated(number)
    players = [player for pool in pools_in(snapshot, number).values() for player in pool]
    return [snapshot.participants[player] for player in players if player not in seated]


def pool_sentences(snapshot: EventSnapshot, pairing: Pairing) -> tuple[str, ...]:
    """Say why two meet in a pool; nothing outside of pools."""
    if not snapshot.settings.has_pools:
        return ()
    number = pairing.round.number
    places = pools_in(snapshot, number).get(pairing.black.pool or 0, [])
    if pairing.white.number not in places or pairing.black.number not in places:
        return ()
    first, second = sorted((places.index(p.number) + 1, p.shown_name) for p in pairing.players)
    return (
        _("%(first)s and %(second)s are in pool %(pool)s, where everyone plays everyone.")
        % {"first": first[1], "second": second[1], "pool": pairing.black.pool_name},
        _(
            "Berger’s table for %(size)s lets places %(first)s and %(second)s of the pool "
            "meet in round %(round)s. The places are in order of strength."
        )
        % {
            "size": len(places) + len(places) % 2,
            "first": first[0],
            "second": second[0],
            "round": number,
        },
        _(
            "Pools are drawn by strength in a snake, one of each strength to a pool. Those of one "
            "club or country go to different pools where possible; the organisers may move them "
            "by hand."
        ),
    )

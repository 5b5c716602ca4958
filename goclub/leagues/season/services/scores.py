"""The games of counted events as the rules read them, for the table of an event and for Elo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from goclub.games.models import Game
from goclub.leagues.models import LeagueEvent, Pairing, Participant, Sanction, Seat
from tournaments.seasons import sanctions as seasons_sanctions
from tournaments.seasons.sanctions import Appeal, apply_sanctions, removed_players
from tournaments.seasons.scoring import Ending, EventGame, EventRow, SmallPoints, event_table

_ENDINGS = {
    "points": Ending.POINTS,
    "resign": Ending.RESIGNATION,
    "time": Ending.TIME,
    "forfeit": Ending.FORFEIT,
    # Who entered results only said who won.
    "unknown": Ending.RESIGNATION,
    "": Ending.RESIGNATION,
}


@dataclass(slots=True)
class Played:
    """One event as it was played; players are participants by primary key.

    ``ended`` when each game of ``games`` ended, None for byes and open games; ``rated`` whether
    the ledger holds the game, so that it feeds the Elo.
    """

    event: int
    participants: dict[int, Participant]
    games: list[EventGame]
    ended: list[datetime | None]
    rated: list[bool]
    sanctions: list[Sanction]

    def judged(self) -> tuple[EventGame, ...]:
        """The games after the sanctions (S4-18), in the same order where none is taken out."""
        return apply_sanctions(self.games, [sanction_of(one) for one in self.sanctions])


def load_played(rows: Iterable[LeagueEvent]) -> dict[int, Played]:
    """What was played in these events, by the key of the league's event (four queries)."""
    rows = list(rows)
    of_event = {row.event_id: row.pk for row in rows}
    found = {row.pk: Played(row.event_id, {}, [], [], [], []) for row in rows}
    people = Participant.objects.filter(event__in=of_event).select_related("member")
    for one in people.order_by("event", "number"):
        found[of_event[one.event_id]].participants[one.pk] = one
    pairings = Pairing.objects.filter(round__event__in=of_event).select_related("round", "game")
    for pairing in pairings.order_by("round__number", "table"):
        played = found[of_event[pairing.round.event_id]]
        game = _game(pairing)
        played.games.append(game)
        stands = pairing.game is not None and pairing.game.state == Game.State.CONFIRMED
        played.rated.append(stands)
        played.ended.append(_ended(pairing) if stands else None)
    byes = Seat.objects.filter(round__event__in=of_event, pairing=None).select_related("round")
    for seat in byes.order_by("round__number", "pk"):
        played = found[of_event[seat.round.event_id]]
        played.games.append(
            EventGame(seat.round.number, seat.participant_id, None, None, Ending.BYE)
        )
        played.rated.append(False)
        played.ended.append(None)
    for sanction in Sanction.objects.filter(league_event__in=found).order_by("given_at", "pk"):
        found[sanction.league_event_id].sanctions.append(sanction)
    return found


def _ended(pairing: Pairing) -> datetime | None:
    """When a game ended: as its result was told at the event; else as it was posted (S4-8)."""
    return pairing.reported_at or (pairing.game.confirmed_at if pairing.game else None)


def _game(pairing: Pairing) -> EventGame:
    """A pairing as it stands now: a game posted to the ledger may have been corrected there."""
    one, two, number = pairing.black_id, pairing.white_id, pairing.round.number
    game = pairing.game
    if game is not None and game.state == Game.State.CONFIRMED:
        winner, ending, margin2 = game.winner, game.ending, game.margin2
    elif game is not None:
        return EventGame(number, one, two)
    else:
        winner = {"black": "B", "white": "W", "equal": "J", "both_lose": "-"}.get(
            pairing.result, ""
        )
        ending = "forfeit" if pairing.by_default else pairing.ending
        margin2 = pairing.margin2
    if winner == "J":
        return EventGame(number, one, two, None, Ending.DRAW)
    if winner == "-":
        return EventGame(number, one, two, None, Ending.BOTH_PENALTY)
    if winner not in ("B", "W"):
        return EventGame(number, one, two)
    kind = _ENDINGS[ending]
    if kind is Ending.POINTS and not margin2:
        kind = Ending.RESIGNATION
    margin = margin2 if kind is Ending.POINTS else None
    return EventGame(number, one, two, one if winner == "B" else two, kind, margin)


def sanction_of(row: Sanction) -> seasons_sanctions.Sanction:
    """A sanction as the rules read it; the judge is another person, whatever his key."""
    judge = f"member {row.judge_id}"
    decided = None
    if row.appeal:
        decided = Appeal(by="organiser", reason=row.appeal, upheld=row.upheld)
    return seasons_sanctions.Sanction(row.player_id, row.round, row.reason, judge, decided)


def event_rows(
    played: Played, small_points: SmallPoints
) -> tuple[tuple[EventRow, Participant], ...]:
    """The order of an event: big points, then small points, the removed last (S4-16, S4-18)."""
    sanctions = [sanction_of(one) for one in played.sanctions]
    present = [pk for pk, one in played.participants.items() if _took_part(played, pk, one)]
    table = event_table(
        present,
        played.judged(),
        small_points=small_points,
        removed=removed_players(sanctions),
    )
    return tuple((row, played.participants[int(row.player)]) for row in table)


def _took_part(played: Played, pk: int, one: Participant) -> bool:
    seated = any(pk in game.players for game in played.games)
    return seated or one.state != Participant.State.WITHDRAWN


def members_in(played: Played) -> set[int]:
    """Members who sat at a table or had the bye, by primary key; guests are nobody's rating."""
    seated = {pk for game in played.games for pk in game.players}
    members = (played.participants[int(pk)].member_id for pk in seated)
    return {pk for pk in members if pk is not None}


def rated_games(played: Played) -> list[tuple[datetime, EventGame]]:
    """The games that feed the Elo, with when they ended, after the sanctions (E7).

    A penalty counts as an ordinary loss; a forfeit that a removal made in a later round was not
    played and moves nothing.
    """
    judged: dict[tuple[int, frozenset[int | str]], EventGame] = {}
    for game in played.judged():
        judged[game.round, frozenset(game.players)] = game
    found = []
    for game, ended, rated in zip(played.games, played.ended, played.rated, strict=True):
        if not rated or ended is None:
            continue
        after = judged[game.round, frozenset(game.players)]
        if after.ending is Ending.FORFEIT and game.ending is not Ending.FORFEIT:
            continue
        found.append((ended, after))
    return sorted(found, key=lambda one: (one[0], one[1].round))


def as_members(played: Played, game: EventGame) -> EventGame | None:
    """The game between members; None where a guest sat at the table."""
    sides = [played.participants[int(pk)].member_id for pk in game.players]
    if None in sides or len(sides) != 2:
        return None
    names = dict(zip(game.players, sides, strict=True))
    winner = None if game.winner is None else names[game.winner]
    return replace(game, a=sides[0], b=sides[1], winner=winner)  # type: ignore[arg-type]

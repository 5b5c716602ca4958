"""A posted game corrected on its own page: the event's table follows, with its history.

The keeper that is asked before, and the receiver of ``games.signals.game_decided``.  The event
stays closed; its standings are computed from the table, so they follow by themselves, and who won
is settled anew.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.models import Change, Event, Pairing, Participant, Seat
from goclub.leagues.tournament.queries.events import counts_in_record, game_context_of
from goclub.leagues.tournament.services.boards import settle_matches
from goclub.leagues.tournament.services.brackets import need_nothing_rests
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.leagues.tournament.services.results import fitting_ending
from goclub.leagues.tournament.services.steps import lock, pairing_json, record, seats_of
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code

_RESULTS = {"B": "black", "W": "white", "J": "equal"}


class EventTables:
    """The tables of events as keepers of their games (``playing.services.keepers``)."""

    def context_of(self, game: Game) -> GameContext | None:
        """The table of a tournament at which a game was played."""
        return game_context_of(game)

    def lock(self, game: Game) -> None:
        """Lock the game's event, which comes before the game."""
        event = Event.objects.filter(rounds__pairings__game=game).first()
        if event is not None:
            lock(event)

    def check(self, game: Game, facts: GameFacts | None) -> None:
        """Refuse what the table could not follow.

        Raises the ledger's RuleError E_STATE while the event is open again (``event_reopened``:
        results are set there) and where a sanction decided the game (``lost_by_sanction``, S4-18),
        E_INCONSISTENT for other players or another board (``event_game``) and for a game without
        result (``event_no_result``).
        """
        pairing = _table_of(game)
        if pairing is None:
            return
        event = pairing.round.event
        if pairing.verdict:
            raise Refusal(
                _(
                    "A sanction decided this game of %(value)s. It changes only if an "
                    "appeal is upheld."
                ),
                field="winner",
                value=event.name,
                reason="lost_by_sanction",
            )
        if event.state != Event.State.CLOSED:
            raise Refusal(
                _(
                    "This game belongs to %(value)s, which is open again. Set the "
                    "result there; its games will count again once it is closed."
                ),
                field="state",
                value=event.name,
                reason="event_reopened",
            )
        if facts is None:
            return
        if facts.board != event.board or not _seats(facts, pairing):
            raise Refusal(
                _(
                    "This game belongs to %(value)s, which sets its players and board. "
                    "Reopen the tournament to change them."
                ),
                code=Code.INCONSISTENT,
                field="board",
                value=event.name,
                reason="event_game",
            )
        if facts.winner not in _RESULTS:
            raise Refusal(
                _(
                    "This game belongs to %(value)s, where every game has a result. "
                    "Reopen the tournament to change it."
                ),
                code=Code.INCONSISTENT,
                field="winner",
                value=event.name,
                reason="event_no_result",
            )
        winner = facts.winner
        if winner in "BW" and not _is(facts.black, pairing.black):
            winner = "B" if winner == "W" else "W"
        result = {"result": _RESULTS[winner], "by_default": facts.ending == "forfeit"}
        need_nothing_rests(event, pairing.round, [(pairing, result)])


TABLES: Final = EventTables()


@atomic_retried
def on_game_decided(*, act: Act, game: Game, **_kwargs: object) -> Change | None:
    """Bring the table of an event in line with its game; returns what was recorded.

    A void game leaves the result standing: it counts in the event, not for the ratings; the record
    says so.
    """
    pairing = _table_of(game)
    if pairing is None:
        return None
    event = pairing.round.event
    before = pairing_json(pairing) | {"counts": counts_in_record(event, pairing)}
    counts = game.state == Game.State.CONFIRMED
    if counts:
        _follow(pairing, game)
    after = pairing_json(pairing) | {"counts": counts}
    if after == before:
        return None
    pairing.source = after["source"] = Pairing.Source.ORGANISER.value
    pairing.save()
    if event.has_boards:
        settle_matches(act, event, pairing.round)
    settle_winners(event)
    return record(
        act,
        event,
        Change.What.RESULT,
        step=False,
        round_number=pairing.round.number,
        subject=str(pairing),
        before=before,
        after=after,
        reason=game.reason,
    )


def _table_of(game: Game) -> Pairing | None:
    rows = Pairing.objects.filter(game=game)
    return rows.select_related("round__event", "black", "white").first()


def _follow(pairing: Pairing, game: Game) -> None:
    """Copy onto a table what its game says now."""
    if not _is(game.black, pairing.black):
        pairing.black, pairing.white = pairing.white, pairing.black
        pairing.seats.all().delete()
        Seat.objects.bulk_create(seats_of(pairing))
    # One stone is kept as none with the komi of a handicap game: see how games are posted.
    if game.handicap != (pairing.handicap if pairing.handicap > 1 else 0):
        pairing.handicap = game.handicap
    pairing.komi2 = game.komi2
    pairing.result = _RESULTS[game.winner]
    pairing.by_default = game.is_forfeit
    pairing.ending = fitting_ending(pairing.result, game.ending, by_default=game.is_forfeit)
    pairing.margin2 = game.margin2 if pairing.ending == Game.Ended.POINTS else None


def _seats(facts: GameFacts, pairing: Pairing) -> bool:
    """Whether these two are the two of the table, in either colour."""
    black, white = facts.black, facts.white
    return (_is(black, pairing.black) and _is(white, pairing.white)) or (
        _is(black, pairing.white) and _is(white, pairing.black)
    )


def _is(player: Member, entered: Participant) -> bool:
    return player.pk in (entered.member_id, entered.guest_id)

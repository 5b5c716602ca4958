"""Results: set by an organiser, taken back, never overwritten without saying so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal, describe
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.paa.system import PAA
from goclub.leagues.league.services.typed_results import key_parts, read_keys
from goclub.leagues.models import Change, Event, Pairing, Participant, Round
from goclub.leagues.tournament.services.boards import need_board, settle_matches
from goclub.leagues.tournament.services.brackets import need_nothing_rests
from goclub.leagues.tournament.services.steps import (
    Stale,
    lock_numbered,
    lock_table,
    record_all,
    result_json,
)
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.paa.rules import check_for_paa
from ratings.system import Ending, RatedGame, check_new_game
from ratings.system import Outcome as Winner
from tournaments.events.field import ENDINGS

What = Change.What
Outcome = Pairing.Outcome
Source = Pairing.Source
_WON = (Outcome.WHITE, Outcome.BLACK)
_WINNERS: Mapping[str, Winner] = {"black": Winner.BLACK, "white": Winner.WHITE}


@atomic_retried
def set_result(
    act: Act,
    pairing: Pairing,
    *,
    result: str,
    expected: str | None = None,
    by_default: bool = False,
    ending: str = "",
    margin2: int | None = None,
) -> Pairing:
    """Set the result of a game, replace it, or ("unknown") take it back.

    ``expected``: the result that the organiser saw beforehand; if another one is there by now
    :class:`~goclub.leagues.tournament.services.steps.Stale` is raised and says who set it.
    ``by_default``: decided without play.  The same result again changes nothing.
    Raises RuleError E_TYPE for what is no result, E_STATE while the round is not published or the
    event not under way, and what :func:`need_possible` raises.
    """
    event, pairing = lock_table(act, pairing)
    chosen = check_result(result)
    if expected is not None and pairing.result != expected:
        raise stale_result(event, pairing)
    by_default = by_default and chosen != Outcome.UNKNOWN
    same = (pairing.result, pairing.by_default) == (chosen, by_default)
    if same and chosen in _WON and not ending and not pairing.margin2:
        ending = pairing.ending  # what is known of how it ended stays
    need_possible(pairing, chosen, by_default, ending)
    check_margin(pairing, chosen, margin2)
    write_result(
        act,
        event,
        pairing,
        chosen,
        source=Source.ORGANISER,
        by_default=by_default,
        ending=ending,
        margin2=margin2,
    )
    return pairing


def check_result(result: object) -> str:
    """One of :class:`Pairing.Outcome`; raises RuleError E_TYPE."""
    try:
        return Outcome(str(result))
    except ValueError:
        raise Refusal(
            _("Choose one of the results that are offered."), field="result", code=Code.TYPE
        ) from None


#: More tables than one line names.
_MOST_PARTS = 500


@atomic_retried
def type_results(act: Act, event_round: Round, *, text: str) -> list[Pairing]:
    """Set the results of all tables that a line names (“1b 2w 3b”), or none of them.

    Returns the tables.  A refusal is that of :func:`type_result`, with the part that is wrong as
    ``part`` where the line has several.
    """
    parts = key_parts(text)
    if len(parts) > _MOST_PARTS:
        raise RuleError(Code.RANGE, "keys", len(parts), AcceptedRange(None, _MOST_PARTS))
    tables = []
    for part in parts:
        try:
            tables.append(type_result(act, event_round, text=part))
        except RuleError as error:
            if len(parts) == 1:
                raise
            raise Refusal(
                _("“%(part)s”: %(why)s Nothing is saved yet."),
                field="keys",
                code=error.code,
                value=part[:20],
                reason="part_of_line",
                part=part[:20],
                why=describe(error),
            ) from error
    return tables


@atomic_retried
def type_result(act: Act, event_round: Round, *, text: str) -> Pairing:
    """Set the result of a table from what was typed, and return the table.

    Raises RuleError E_UNKNOWN for a table that is not there (``no_such_table``), E_STATE where
    another result stands and is not to be replaced (``result_there``), and what
    :func:`read_keys` and :func:`set_result` raise.
    """
    keys = read_keys(text)
    ending, margin2 = keys.ending, keys.margin2
    event, pairing = lock_numbered(act, event_round, keys.table)
    same = (pairing.result, pairing.by_default) == (keys.result, keys.by_default)
    if keys.result == Outcome.EQUAL:
        same = same and pairing.ending == keys.ending
    had_result = pairing.result != Outcome.UNKNOWN
    if had_result and not same and not keys.replace:
        raise Refusal(
            _("Table %(table)s already has a result: %(value)s. To replace it, type “%(typed)s”."),
            field="keys",
            value=pairing.result_name,
            reason="result_there",
            table=keys.table,
            typed=f"{text.strip()}!",
        )
    need_possible(pairing, keys.result, keys.by_default, ending)
    check_margin(pairing, keys.result, margin2)
    if same and not ending and not keys.replace:  # what is known of how it ended stays
        ending, margin2 = pairing.ending, pairing.margin2
    write_result(
        act,
        event,
        pairing,
        keys.result,
        source=Source.ORGANISER,
        by_default=keys.by_default,
        ending=ending,
        margin2=margin2,
    )
    return pairing


def check_margin(pairing: Pairing, result: str, margin2: int | None) -> None:
    """Raise RuleError unless the game can have ended by so much."""
    if margin2 is None:
        return
    if result not in _WINNERS:
        raise Refusal(
            _("A draw has no margin. Leave the points empty."),
            code=Code.INCONSISTENT,
            field="margin",
            value="",
            reason="jigo_without_margin",
        )
    check_new_game(_rated_game(pairing, _WINNERS[result], Ending.POINTS, margin2))


def _rated_game(
    pairing: Pairing, outcome: Winner, ending: Ending, margin2: int | None = None
) -> RatedGame:
    """A table as the rules of strength see it."""
    day = _day_of(pairing)
    guests = {
        player.pk: player.member is None or player.member.plays_as_guest(day)
        for player in pairing.players
    }
    return RatedGame(
        board=pairing.round.event.board,
        handicap=pairing.handicap if pairing.handicap > 1 else 0,
        komi2=pairing.komi2,
        outcome=outcome,
        ending=ending,
        margin2=margin2,
        black_guest=guests[pairing.black_id],
        white_guest=guests[pairing.white_id],
    )


def _day_of(pairing: Pairing) -> date:
    return pairing.round.played_on or pairing.round.event.begins_on


def stale_result(event: Event, pairing: Pairing) -> Stale:
    """What to raise where somebody else set another result meanwhile."""
    about = event.changes.filter(
        what=What.RESULT, round_number=pairing.round.number, subject=str(pairing)[:200]
    )
    return Stale(
        about.select_related("by__member").first(),
        field="result",
        value=pairing.table,
        reason="tournament.result_changed_meanwhile",
        params={"result": pairing.result_name, "table": str(pairing.table)},
    )


def write_result(
    act: Act,
    event: Event,
    pairing: Pairing,
    result: str,
    *,
    source: str,
    by_default: bool = False,
    ending: str = "",
    margin2: int | None = None,
) -> None:
    """Store a result that was checked, with its record, and bring the round's state in line."""
    ending = fitting_ending(result, ending, by_default=by_default)
    facts = {
        "result": result,
        "by_default": by_default,
        "ending": ending,
        "margin2": margin2 if ending == "points" else None,
        "source": Source.NONE if result == Outcome.UNKNOWN else source,
    }
    write_results(act, event, pairing.round, [(pairing, facts)])


def fitting_ending(result: str, ending: str, *, by_default: bool) -> str:
    """Return an ending that a table keeps beside its result, "" for one that says no more.

    Only a draw can have been called, and nothing else says how a draw came about (S4-15); of games
    lost by default those are told apart whose loser had come, and left (S0-24).
    """
    if result == Outcome.EQUAL:
        fits = ending == Game.Ended.CALLED and not by_default
    else:
        fits = ending in ENDINGS and ending != Game.Ended.CALLED
        fits = fits and by_default == (ending == Game.Ended.LEFT)
    return ending if fits and result in (*_WON, Outcome.EQUAL) else ""


def write_results(
    act: Act,
    event: Event,
    event_round: Round,
    decided: Iterable[tuple[Pairing, Mapping[str, object]]],
) -> list[Pairing]:
    """Store results of a round that were checked, with their record; returns what changed.

    The facts of a pairing are those of
    :func:`~goclub.leagues.tournament.services.steps.result_json`.
    """
    decided = list(decided)
    need_nothing_rests(event, event_round, decided)
    records = []
    changed = []
    for pairing, facts in decided:
        if facts["source"] != Source.SCHEDULE:
            need_board(event, pairing)
        before = result_json(pairing)
        for name, value in facts.items():
            setattr(pairing, name, value)
        after = result_json(pairing)
        if {**after, "source": ""} == {**before, "source": ""}:
            continue
        pairing.reported_by, pairing.reported_at = act.by, act.at
        changed.append(pairing)
        records.append((str(pairing), before, after))
    if changed:
        columns = [*result_json(changed[0]), "ended_at", "reported_by", "reported_at"]
        Pairing.objects.bulk_update(changed, columns, batch_size=200)
        record_all(act, event, What.RESULT, records, round_number=event_round.number)
        if event.has_boards:
            settle_matches(act, event, event_round)
        settle_round(event_round, act.at)
    return changed


def settle_round(event_round: Round, at: datetime) -> None:
    """A published round with all its results is complete, otherwise it is not."""
    still_open = event_round.pairings.filter(result=Outcome.UNKNOWN, verdict="").exists()
    state = Round.State.PUBLISHED if still_open else Round.State.COMPLETE
    if event_round.is_out and event_round.state != state:
        event_round.state = state
        event_round.completed_at = None if still_open else at
        event_round.save(update_fields=["state", "completed_at"])


def need_possible(pairing: Pairing, result: str, by_default: bool, ending: str) -> None:
    """Refuse a result that the game cannot have.

    Raises what :func:`need_whole_komi` and :func:`need_time_loss_allowed` raise; RuleError E_STATE
    (``player_withdrew``) for a played result of somebody who withdrew.
    """
    if result == Outcome.UNKNOWN or by_default:
        return
    need_whole_komi(pairing, result, ending)
    if ending == Game.Ended.TIME and result in _WINNERS and pairing.round.event.for_ledger:
        need_time_loss_allowed(pairing, result)
    for player in pairing.players:
        gone = player.withdrawn_from is not None and player.withdrawn_from <= pairing.round.number
        if player.state == Participant.State.WITHDRAWN and gone:
            raise Refusal(
                _("%(value)s withdrew before this game, so the opponent can only win by forfeit."),
                field="result",
                value=player.shown_name,
                reason="player_withdrew",
            )


def need_whole_komi(pairing: Pairing, result: str, ending: str) -> None:
    """Refuse equal scores with half a point of komi: E_INCONSISTENT (``jigo_with_half_komi``).

    A draw because time was called is another result (S4-15), which any komi allows.
    """
    if result == Outcome.EQUAL and not pairing.whole_komi and ending != Game.Ended.CALLED:
        raise Refusal(
            _(
                "Table %(value)s has half a point of komi, so the scores cannot be "
                "equal: someone has won. If time was called, enter a draw because time "
                "was called (key t)."
            ),
            code=Code.INCONSISTENT,
            field="result",
            value=pairing.table,
            reason="jigo_with_half_komi",
        )


def need_time_loss_allowed(pairing: Pairing, result: str) -> None:
    """Refuse a loss on time that no history would take (S1-19): E_INCONSISTENT (``time_loss``)."""
    game = _rated_game(pairing, _WINNERS[result], Ending.TIME)
    try:
        check_for_paa(game, rules_timeline().of(PAA)(_day_of(pairing)))
    except RuleError as error:
        raise Refusal(
            _("Table %(value)s: a rated game is not lost on time here. Enter only who won."),
            code=error.code,
            field="ending",
            value=pairing.table,
            reason="time_loss",
        ) from error

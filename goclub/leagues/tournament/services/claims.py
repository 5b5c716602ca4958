"""Results from the players: a signed link for each table, and what both of them say.

The link proves only that somebody stood at the table; a result counts once both players said the
same, or an organiser did.  Two different answers are shown as a conflict, never guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Claim, Pairing, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.results import (
    Source,
    check_margin,
    check_result,
    need_whole_komi,
    write_result,
)
from goclub.leagues.tournament.services.steps import lock_table
from goclub.members.models import User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

_SALT = "goclub.leagues.claims"

#: How long a printed link works at most; it also ends with its round.  Slips printed on the
#: morning of the first day serve a last round late on the second.
LASTS = timedelta(hours=36)


@dataclass(frozen=True, slots=True)
class Device:
    """What a claim came from: a phone (``key``, empty where it is not known), and who was signed
    in there.  ``instead``: what it said for the other player is taken back.
    """

    key: str = ""
    by: User | None = None
    instead: bool = False


#: Another one each time.
_UNKNOWN = Device()


class ClaimStatus(StrEnum):
    """What became of a claim.

    WAITING for the other player; AGREED: both said the same, the result stands; CONFLICT: they
    differ, an organiser decides; STANDS: an organiser had set this result already.
    """

    WAITING = "waiting"
    AGREED = "agreed"
    CONFLICT = "conflict"
    STANDS = "stands"


def token_of(pairing: Pairing) -> str:
    """The signed text for a table's link; a new one each time, good for :data:`LASTS`."""
    return signing.TimestampSigner(salt=_SALT).sign_object([pairing.pk, pairing.round_id])


def pairing_of(token: str) -> Pairing:
    """The table behind a link.

    Raises RuleError E_FORBIDDEN (``link_not_ours``) for a text that is not ours, E_STATE
    (``link_expired``) for one too old, (``table_is_gone``) for a table that was paired anew.
    """
    try:
        pk, round_pk = signing.TimestampSigner(salt=_SALT).unsign_object(token, max_age=LASTS)
    except signing.SignatureExpired:
        raise RuleError(Code.STATE, "token", reason="tournament.link_expired") from None
    except (signing.BadSignature, ValueError, TypeError):
        raise RuleError(Code.FORBIDDEN, "token", reason="tournament.link_not_ours") from None
    pairing = (
        Pairing.objects.filter(pk=pk, round_id=round_pk)
        .select_related("round__event", "black", "white")
        .prefetch_related("claims")
        .first()
    )
    if pairing is None:
        raise RuleError(Code.STATE, "token", reason="tournament.table_is_gone")
    return pairing


def report_result(
    *,
    pairing: Pairing,
    participant: Participant,
    result: str,
    at: datetime,
    margin2: int | None = None,
    seen: tuple[int, int] | None = None,
    device: Device = _UNKNOWN,
) -> ClaimStatus:
    """Store what a player reports about their game, and make it the result if both agree.

    Saying it again, or something else while nothing is settled, replaces the player's own claim.
    ``margin2``: the margin in doubled points, if known; two different margins agree on
    the winner and leave the margin open.  ``seen``: the primary keys of Black and White as the form
    showed them.  ``device``: one phone speaks for one player; the second confirms from another, or
    the organiser does.  Two members who signed in one after the other may share a phone.
    Raises RuleError E_FORBIDDEN for somebody of another table, or where the phone has spoken for
    the other player (``same_phone``), E_TYPE, E_STATE outside a published round, once the next
    round is published, for colours that were exchanged meanwhile (``colours_changed``), or for a
    result or a margin other than those that stand (``result_stands``); and what
    :func:`ratings.system.check_game` says of a margin.
    """
    status, pairing = _take_claim(pairing, participant, result, at, margin2, seen, device)
    if status is None:
        # Raised only now: against an organiser's result the claim is kept, and shown as a conflict.
        raise _result_stands(pairing)
    return status


def _result_stands(pairing: Pairing) -> Refusal:
    return Refusal(
        _("This game already has a result: %(value)s. If that is wrong, tell an organiser."),
        field="result",
        value=pairing.result_name,
        reason="result_stands",
    )


@atomic_retried
def _take_claim(
    pairing: Pairing,
    participant: Participant,
    result: str,
    at: datetime,
    margin2: int | None,
    seen: tuple[int, int] | None,
    device: Device,
) -> tuple[ClaimStatus | None, Pairing]:
    """Store the claim; None where another result stands."""
    event, pairing = lock_table(None, pairing)
    need_round_open(pairing)
    if participant.pk not in (pairing.black_id, pairing.white_id):
        raise RuleError(Code.FORBIDDEN, "participant", str(participant))
    if seen is not None:
        check_colours(pairing, seen)
    called = result == Claim.CALLED
    chosen = Claim.CALLED if called else check_result(result)
    if not called and chosen not in ("white", "black", "equal"):
        raise Refusal(
            _("Choose one of the results that are offered."), field="result", code=Code.TYPE
        )
    check_margin(pairing, chosen, margin2)
    need_whole_komi(pairing, chosen, "")
    if pairing.has_result:
        if told_result(pairing) == chosen:
            own = pairing.claims.filter(participant=participant).values_list("margin2", flat=True)
            if margin2 not in (None, pairing.margin2, *own):
                return None, pairing
            return (
                ClaimStatus.AGREED if pairing.source == Source.PLAYERS else ClaimStatus.STANDS
            ), pairing
        if pairing.source != Source.PLAYERS:
            _keep(pairing, participant, chosen, at, margin2, device)
        return None, pairing
    _keep(pairing, participant, chosen, at, margin2, device)
    claims = list(Claim.objects.filter(pairing=pairing))
    if len(claims) < 2:
        return ClaimStatus.WAITING, pairing
    if len({claim.result for claim in claims}) > 1:
        return ClaimStatus.CONFLICT, pairing
    margins = {claim.margin2 for claim in claims} - {None}
    margin2 = margins.pop() if len(margins) == 1 else None
    write_result(
        Act(None, at),
        event,
        pairing,
        Pairing.Outcome.EQUAL if called else chosen,
        source=Source.PLAYERS,
        ending=Claim.CALLED if called else "points" if margin2 else "",
        margin2=margin2,
    )
    return ClaimStatus.AGREED, pairing


@atomic_retried
def withdraw_claim(act: Act, pairing: Pairing, *, participant: Participant) -> Pairing:
    """Delete what a player reported about their game, while it is not settled.

    Raises RuleError E_STATE outside a published round or once a result stands, PermissionDenied for
    anyone but the player.
    """
    if participant.member_id != act.member.pk:
        raise PermissionDenied
    _event, pairing = lock_table(None, pairing)
    need_round_open(pairing)
    if pairing.has_result:
        raise _result_stands(pairing)
    Claim.objects.filter(pairing=pairing, participant=participant).delete()
    return pairing


def need_round_open(pairing: Pairing) -> None:
    """Raise RuleError E_STATE (``link_round_over``) once a later round is published."""
    later = Round.objects.filter(
        event=pairing.round.event_id,
        number__gt=pairing.round.number,
        state__in=[Round.State.PUBLISHED, Round.State.COMPLETE],
    )
    if later.exists():
        raise RuleError(Code.STATE, "token", reason="tournament.link_round_over")


def check_colours(pairing: Pairing, seen: tuple[int, int]) -> None:
    """Raise RuleError E_STATE where Black and White are no longer these primary keys."""
    if seen != (pairing.black_id, pairing.white_id):
        raise Refusal(
            _(
                "The colours at table %(value)s have been swapped. Check them, then "
                "tap the winner again."
            ),
            field="result",
            value=pairing.table,
        )


def _keep(
    pairing: Pairing,
    participant: Participant,
    result: str,
    at: datetime,
    margin2: int | None,
    device: Device,
) -> None:
    opponents_claim = claim_from(pairing, device, but=participant)
    if opponents_claim is not None:
        if not device.instead:
            raise Refusal(
                _(
                    "This phone has already answered for %(value)s. The other player "
                    "must confirm on another phone, or an organiser must."
                ),
                code=Code.FORBIDDEN,
                field="who",
                value=str(opponents_claim.participant),
            )
        opponents_claim.delete()
    Claim.objects.update_or_create(
        pairing=pairing,
        participant=participant,
        defaults={
            "result": result,
            "claimed_at": at,
            "margin2": margin2,
            "device": device.key,
            "by": device.by,
        },
    )


def claim_from(pairing: Pairing, device: Device, *, but: Participant | None = None) -> Claim | None:
    """What this device said about a game before, unless each of the two had signed in for it.

    ``but``: what it said for this player is left out.
    """
    if not device.key:
        return None
    claims = Claim.objects.filter(pairing=pairing, device=device.key).select_related("participant")
    if device.by is not None:
        claims = claims.filter(Q(by=None) | Q(by=device.by))
    if but is not None:
        claims = claims.exclude(participant=but)
    return claims.first()


@dataclass(frozen=True, slots=True)
class ClaimState:
    """What the players of a table said: results by the player's number; whether they disagree."""

    said: dict[int, str]
    conflict: bool


def claims_of(snapshot: EventSnapshot, number: int) -> dict[int, ClaimState]:
    """The claims of a round by table.

    Two different answers are a conflict until a result is set; from then on only what was said
    against it afterwards is one.
    """
    pairings = {pairing.pk: pairing for pairing in snapshot.pairings[number]}
    numbers = {participant.pk: participant.number for participant in snapshot.participants.values()}
    claims: dict[int, list[Claim]] = {}
    for claim in Claim.objects.filter(pairing__round__event=snapshot.event, pairing__in=pairings):
        claims.setdefault(claim.pairing_id, []).append(claim)
    return {
        pairings[pk].table: ClaimState(
            {numbers[claim.participant_id]: claim.result for claim in by_participant},
            in_conflict(pairings[pk], by_participant),
        )
        for pk, by_participant in claims.items()
    }


def told_result(pairing: Pairing) -> str:
    """The result of a table as players say it."""
    called = pairing.ending == Claim.CALLED
    return Claim.CALLED if called else str(pairing.result)


def in_conflict(pairing: Pairing, claims: Iterable[Claim]) -> bool:
    """Whether an organiser has to look at what was said about a game."""
    if pairing.verdict:
        return False
    if pairing.has_result:
        since = pairing.reported_at
        return any(
            claim.result != told_result(pairing) and (since is None or claim.claimed_at > since)
            for claim in claims
        )
    return len({claim.result for claim in claims}) > 1


class TableState(StrEnum):
    """What is known of a game, as one of its players sees it.

    ANSWER: the opponent reported, the player did not yet; PROTEST: a result stands, and somebody
    reported another one afterwards.
    """

    OPEN = "open"
    WAITING = "waiting"
    ANSWER = "answer"
    CONFLICT = "conflict"
    DONE = "done"
    PROTEST = "protest"


def table_state(
    pairing: Pairing, by_player: Mapping[int, Claim], me: Participant | None
) -> TableState:
    """Return what is known of a game, with what its players reported by primary key."""
    conflict = in_conflict(pairing, by_player.values())
    if pairing.has_result:
        return TableState.PROTEST if conflict else TableState.DONE
    if conflict:
        return TableState.CONFLICT
    if not by_player:
        return TableState.OPEN
    return TableState.WAITING if me is not None and me.pk in by_player else TableState.ANSWER

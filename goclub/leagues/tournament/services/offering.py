"""Tables of a round that wait for their result, offered to an ordinary report of the two."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.refusals.registry import Refusal
from goclub.games.models import Game
from goclub.games.playing.services.decisions import may_confirm
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import give_up_report
from goclub.games.playing.services.pairings import (
    Due,
    Meeting,
    PairingOffer,
    PairingReport,
    gone,
    members_of,
)
from goclub.leagues.models import Event, Pairing, Participant, Round
from goclub.leagues.tournament.services.claims import Device, report_result
from goclub.members.requests import Act
from ratings.errors import Code

_RESULTS = {"B": "black", "W": "white", "J": "equal"}


class OpenTables:
    """The tables of rounds that are played (``playing.services.pairings``).

    What a player reports here counts as said at the table: both saying the same makes it the
    result, and the game itself joins the histories with the others, when the event is closed.
    """

    kind = "table"

    def offers(self, meetings: Sequence[Meeting]) -> list[list[PairingOffer]]:
        """The open tables of two members in the last round of events of a day (one query)."""
        members = members_of(meetings)
        offers: dict[frozenset[int | None], list[Pairing]] = {}
        for row in _tables().filter(black__member__in=members, white__member__in=members):
            pair = frozenset((row.black.member_id, row.white.member_id))
            offers.setdefault(pair, []).append(row)
        return [
            [
                PairingOffer(
                    f"{self.kind}-{row.pk}",
                    _named(row),
                    reverse("leagues:round", args=[row.round.event.slug, row.round.number]),
                )
                for row in offers.get(meeting.pair, ())
                if row.round.event.begins_on <= meeting.on <= row.round.event.ends_on
            ]
            for meeting in meetings
        ]

    def among(self, members: Collection[int], on: date) -> list[Due]:
        """The open tables of any two of these members, in events of more than a day (one query).

        Who plays in a tournament of today sits there.  The two say their result themselves.
        """
        rows = _tables().filter(
            black__member__in=members,
            white__member__in=members,
            round__event__begins_on__lte=on,
            round__event__ends_on__gte=on,
            round__event__ends_on__gt=F("round__event__begins_on"),
        )
        return [_due(row) for row in rows]

    def take(self, act: Act, pk: int, report: PairingReport) -> None:
        """Say the result at the table."""
        pairing = _get(pk)
        if act.user.pk not in (report.facts.black.user_id, report.facts.white.user_id):
            raise Refusal(
                _(
                    "Only the two players can report their result here. Organisers "
                    "enter it on the event’s desk."
                ),
                code=Code.FORBIDDEN,
                field="pairing",
                reason="players_say",
            )
        _say(act, pairing, report.facts)

    def adopt(self, act: Act, pk: int, game: Game) -> None:
        """Let a report be what both players say at their table; the report itself is given up."""
        pairing = _get(pk)
        if not may_confirm(game, act.user):
            raise PermissionDenied
        facts = GameFacts.of(game)
        for player in game.players:
            if player.user_id in (act.user.pk, game.reported_by_id) and player.user is not None:
                _say(Act(player.user, act.at), pairing, facts)
                pairing.refresh_from_db(fields=["result"])
                if pairing.has_result:  # with what the other player said there before
                    break
        give_up_report(
            game=game,
            reason=_("This is already the result of %(table)s.") % {"table": _named(pairing)},
        )


TABLES_OPEN: Final = OpenTables()


def _tables() -> QuerySet[Pairing]:
    """Tables without a result in the last published round of events that are under way."""
    out = [Round.State.PUBLISHED, Round.State.COMPLETE]
    last = Max("round__event__rounds__number", filter=Q(round__event__rounds__state__in=out))
    rows = Pairing.objects.filter(
        result=Pairing.Outcome.UNKNOWN,
        round__state=Round.State.PUBLISHED,
        round__event__state=Event.State.RUNNING,
    )
    rows = rows.annotate(last=last).filter(round__number=F("last"))
    return rows.select_related("round__event", "black__member", "white__member").order_by("pk")


def _get(pk: int) -> Pairing:
    pairing = _tables().filter(pk=pk).first()
    if pairing is None:
        raise gone(f"{OpenTables.kind}-{pk}")
    return pairing


def _say(act: Act, pairing: Pairing, facts: GameFacts) -> None:
    """One player's claim at their table, as in the report."""
    event = pairing.round.event
    if facts.winner not in _RESULTS or facts.ending in Game.FORFEITS:
        raise Refusal(
            _(
                "At a table of %(value)s, report a win or a draw. The organiser "
                "records who did not turn up."
            ),
            code=Code.INCONSISTENT,
            field="winner",
            value=event.name,
            reason="said_at_table",
        )
    stones = pairing.handicap if pairing.handicap > 1 else 0
    if (facts.board, facts.handicap, facts.komi2) != (event.board, stones, pairing.komi2):
        raise Refusal(
            _("%(value)s sets other conditions for this table: board, stones or komi."),
            code=Code.INCONSISTENT,
            field="board",
            value=event.name,
            reason="other_conditions",
        )
    seats: dict[int | None, Participant] = {
        player.member_id: player for player in (pairing.black, pairing.white)
    }
    if {facts.black.pk, facts.white.pk} != set(seats):
        raise gone(f"{OpenTables.kind}-{pairing.pk}")
    mine = facts.black if facts.black.user_id == act.user.pk else facts.white
    report_result(
        pairing=pairing,
        participant=seats[mine.pk],
        result=_RESULTS[facts.winner],
        at=act.at,
        margin2=facts.margin2,
        seen=(seats[facts.black.pk].pk, seats[facts.white.pk].pk),
        device=Device(by=act.by),
    )


def _named(pairing: Pairing) -> str:
    return _("%(event)s, round %(round)s, table %(table)s") % {
        "event": pairing.round.event.name,
        "round": pairing.round.number,
        "table": pairing.table,
    }


def _due(row: Pairing) -> Due:
    members = (row.black.member_id, row.white.member_id)
    assert None not in members
    return Due(
        key=f"{OpenTables.kind}-{row.pk}",
        pair=frozenset(pk for pk in members if pk is not None),
        name=_named(row),
        board=row.round.event.board,
        handicap=row.handicap if row.handicap > 1 else 0,
        komi2=row.komi2,
        black=row.black.member_id,
        told_here=False,
    )

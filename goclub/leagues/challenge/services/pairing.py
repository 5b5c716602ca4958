"""Accepted challenges towards the games below: an ordinary report of the two is offered to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from goclub.common.locks import lock_row
from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.pairings import (
    Due,
    Meeting,
    PairingOffer,
    PairingReport,
    gone,
    members_of,
)
from goclub.games.playing.services.reports import report_game
from goclub.leagues.models import Challenge
from goclub.members.models import Member, User


class ChallengeGames:
    """Agreed games, as offers to a report (``playing.services.pairings``)."""

    kind = "challenge"

    def offers(self, meetings: Sequence[Meeting]) -> list[list[PairingOffer]]:
        """The agreed game of two members, from the day on which it was proposed (one query)."""
        members = members_of(meetings)
        rows = Challenge.objects.filter(challenger__in=members, challenged__in=members)
        agreed = rows.pending(timezone.now()).filter(state=Challenge.State.ACCEPTED)
        offers: dict[frozenset[int], list[Challenge]] = {}
        for row in agreed.order_by("agreed_for", "pk"):
            pair = frozenset((row.challenger_id, row.challenged_id))
            offers.setdefault(pair, []).append(row)
        return [
            [
                PairingOffer(self.key_of(row), _named(row), row.get_absolute_url())
                for row in offers.get(meeting.pair, ())
                if timezone.localdate(row.opened_at) <= meeting.on
            ]
            for meeting in meetings
        ]

    def among(self, members: Collection[int], on: date) -> list[Due]:
        """The games that two of these members agreed for a day (one query)."""
        rows = Challenge.objects.pending(timezone.now()).filter(
            state=Challenge.State.ACCEPTED, challenger__in=members, challenged__in=members
        )
        return [self._due(row) for row in rows.order_by("agreed_for", "pk") if _is_for(row, on)]

    def _due(self, row: Challenge) -> Due:
        black = row.black_player
        return Due(
            key=self.key_of(row),
            pair=frozenset((row.challenger_id, row.challenged_id)),
            name=_("a game they arranged"),
            board=row.board,
            handicap=row.handicap,
            komi2=row.komi2,
            black=black.pk if black else None,
        )

    def key_of(self, challenge: Challenge) -> str:
        """What a form sends that reports its game."""
        return f"{self.kind}-{challenge.pk}"

    def take(self, pk: int, report: PairingReport) -> Game:
        """Report the game of a challenge; both may have played under other conditions."""
        facts = report.facts
        row = self._locked(pk, facts.black, facts.white, report.at)
        game = report_game(
            facts=facts, by=report.by, at=report.at, key=report.key, kifu=report.kifu, another=True
        )
        return _linked(row, game, report.at)

    def adopt(self, pk: int, game: Game, by: User, at: datetime) -> Game:
        """Let a reported game be that of a challenge, and confirm it."""
        row = self._locked(pk, game.black, game.white, at)
        if Challenge.objects.filter(game=game).exclude(pk=row.pk).exists():
            raise gone(self.key_of(row))
        _linked(row, game, at)
        return confirm_game(game=game, by=by, at=at)

    def _locked(self, pk: int, black: Member, white: Member, at: datetime) -> Challenge:
        """The agreed challenge of these two; raises what says that there is none any more."""
        challenge = Challenge.objects.between(black, white).filter(pk=pk).first()
        if challenge is None:
            raise gone(f"{self.kind}-{pk}")
        # Not with its game: one that was linked while we waited would not come along.
        row = lock_row(challenge, "challenger", "challenged")
        if row.state != Challenge.State.ACCEPTED or not row.is_pending(at):
            raise gone(self.key_of(row))
        return row


CHALLENGES: Final = ChallengeGames()


def _linked(row: Challenge, game: Game, at: datetime) -> Game:
    row.game = game
    row.changed_at = at
    row.save()
    return game


def _is_for(row: Challenge, on: date) -> bool:
    return row.agreed_for is not None and timezone.localdate(row.agreed_for) == on


def _named(row: Challenge) -> str:
    assert row.agreed_for is not None
    day = date_format(timezone.localtime(row.agreed_for), "SHORT_DATE_FORMAT")
    return _("our challenge for %(day)s") % {"day": day}

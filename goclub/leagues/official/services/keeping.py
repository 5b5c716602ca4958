"""The official league towards the games below it: what a game counts there, and open pairings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.pairings import (
    Due,
    Meeting,
    PairingOffer,
    PairingReport,
    gone,
    members_of,
)
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries import PLAYERS, match_page
from goclub.leagues.official.services import facts
from goclub.leagues.official.services.matches import (
    black_of,
    conditions_of_each,
    is_open,
    link_game,
    report_match,
)
from goclub.leagues.official.services.standings import terms_with_corrections
from goclub.members.requests import Act
from ratings.paa.conditions import PaaConditions


class OfficialMatches:
    """The pairings of the official league, as keepers of their games and as offers."""

    kind = "match"

    # --- What a game counts (playing.services.keepers) ------------------------------------------
    def context_of(self, game: Game) -> GameContext | None:
        """The pairing whose game it is, and whether it counts."""
        if not game.official:
            return None
        match = _matches(game=game).first()
        if match is None:
            return None
        counts, why = _counts(match, game)
        term = match.division.term
        if term.state == Term.State.CLOSED and terms_with_corrections([term.pk]):
            why = (*why, waiting_words(term.name))
        return GameContext(
            text=_named(match),
            url=match.get_absolute_url(),
            note=_("The league table uses the result given here."),
            counts=counts,
            why=why,
        )

    def lock(self, game: Game) -> None:
        """Nothing of the league is written when its game is decided."""

    def check(self, game: Game, facts: GameFacts | None) -> None:
        """The table reads the game as it stands."""

    # --- Open pairings (playing.services.pairings) ----------------------------------------------
    def offers(self, meetings: Sequence[Meeting]) -> list[list[PairingOffer]]:
        """The open pairings of two members in terms that are played on a day (one query)."""
        by_pair: dict[frozenset[int], list[Match]] = {}
        for row in _open_among(members_of(meetings)):
            pair = frozenset((row.first.member_id, row.second.member_id))
            by_pair.setdefault(pair, []).append(row)
        return [
            [
                PairingOffer(f"{self.kind}-{row.pk}", _named(row), row.get_absolute_url())
                for row in by_pair.get(meeting.pair, ())
                if _is_played_on(row, meeting.on)
            ]
            for meeting in meetings
        ]

    def among(self, members: Collection[int], on: date) -> list[Due]:
        """The open pairings of any two of these members (two queries)."""
        rows = [row for row in _open_among(members) if _is_played_on(row, on)]
        conditions = conditions_of_each(rows)
        return [self._due(row, conditions[row.pk]) for row in rows]

    def _due(self, row: Match, conditions: PaaConditions) -> Due:
        black = black_of(row, conditions)
        return Due(
            key=f"{self.kind}-{row.pk}",
            pair=frozenset((row.first.member_id, row.second.member_id)),
            name=_named(row),
            board=19,
            handicap=conditions.handicap,
            komi2=conditions.komi2,
            black=black.pk if black else None,
        )

    def take(self, act: Act, pk: int, report: PairingReport) -> Game:
        """Report the game of a pairing."""
        return report_match(
            act,
            _get(pk),
            facts=report.facts,
            key=report.key,
            other_conditions=report.other_conditions,
            kifu=report.kifu,
        )

    def adopt(self, act: Act, pk: int, game: Game) -> Game:
        """Let a reported game be that of a pairing, and confirm it."""
        link_game(act, _get(pk), game=game)
        return confirm_game(act, game)


MATCHES: Final = OfficialMatches()


def _matches(**where: object) -> QuerySet[Match]:
    rows = Match.objects.filter(**where)
    return rows.select_related("division__term__league", "game", *PLAYERS)


def _open_among(members: Collection[int]) -> list[Match]:
    """The open pairings of any two of these members in terms under way (one query)."""
    rows = _matches(
        first__member__in=members,
        second__member__in=members,
        forfeit="",
        first__withdrawn_on=None,
        second__withdrawn_on=None,
        division__term__state=Term.State.RUNNING,
    )
    rows = rows.order_by("division__term__ends_on", "meeting", "pk")
    return [row for row in rows if is_open(row)]


def _is_played_on(match: Match, on: date) -> bool:
    term = match.division.term
    return term.starts_on <= on <= term.ends_on


def _get(pk: int) -> Match:
    match = match_page(pk).first()
    if match is None:
        raise gone(f"{OfficialMatches.kind}-{pk}")
    return match


def _named(match: Match) -> str:
    return _("%(league)s, %(term)s, %(division)s") % {
        "league": match.division.term.league,
        "term": match.division.term.name,
        "division": match.division.name,
    }


def _counts(match: Match, game: Game) -> tuple[str, tuple[str, ...]]:
    """Whether a game counts in its league, and why not (S1-10, S1-24)."""
    against = _("It does not count in the league:")
    if game.state == Game.State.VOID:
        return against, (_("it is void."),)
    if game.is_open:
        return _("It counts in the league as soon as it is confirmed."), ()
    if game.winner == Game.Winner.NO_RESULT:
        return against, (_("it ended without a result; the pairing stays open."),)
    divisions = {group.division.pk: group for group in facts.load(match.division.term)}
    group = divisions[match.division_id]
    played = next((game for game in group.played if game.match == match.pk), None)
    if played is None:
        return against, (_("it was not played by the two players of the pairing."),)
    if played in group.settled().annulled:
        return against, (_("a player withdrew before half of their games were played."),)
    if game.is_forfeit:
        return _("It counts in the league standings but does not change anyone’s points."), ()
    if not played.counts_for_points:
        return _("It counts in the league standings but does not change points in this club."), ()
    return _("It counts in the league."), ()

"""The ladder, calculated from the facts: its players, decided challenges, possible challenges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from goclub.games.models import Game
from goclub.games.rating.queries import rank_of
from goclub.leagues.models import Challenge, LadderSettings, LadderStay
from goclub.members.models import Member, MembershipStep
from tournaments.ladder import (
    Bar,
    Decided,
    Happening,
    How,
    Joined,
    Ladder,
    LadderLeft,
    bar_between,
    replay,
)

State, Step = Challenge.State, MembershipStep.Kind


def ladder_settings() -> LadderSettings:
    """What the club holds to; as a club begins where nobody set anything (one query)."""
    return LadderSettings.objects.filter(pk=1).first() or LadderSettings(pk=1)


@dataclass(frozen=True, slots=True)
class LadderNow:
    """The ladder at a moment, with whom and what its keys name.

    ``ranks`` what they hold today, "" for none; ``challenging`` whom each challenges, ``asked`` by
    whom each is challenged, ``resting`` pairs that met lately.
    """

    settings: LadderSettings
    ladder: Ladder
    people: dict[int, Member]
    ranks: dict[int, str]
    challenges: dict[int, Challenge]
    challenging: dict[int, Challenge]
    asked: dict[int, Challenge]
    resting: frozenset[frozenset[int]]

    def bar(self, challenger: int, challenged: int) -> Bar | None:
        """What forbids that one challenges the other, by their keys."""
        return bar_between(
            self.ladder.order,
            challenger,
            challenged,
            reach=self.settings.reach,
            challenging=self.challenging,
            asked=self.asked,
            resting=self.resting,
        )


def ladder_at(now: datetime) -> LadderNow:
    """The ladder of now, replayed from all its facts (four queries)."""
    settings = ladder_settings()
    stays = list(LadderStay.objects.select_related("member").annotate(held=rank_of("member")))
    rows = list(Challenge.objects.on_ladder().select_related("game").order_by("pk"))
    decided = [decision for row in rows if (decision := decision_of(row, now))]
    # To be answered, played, or its game to be confirmed.
    underway = [row for row in rows if row.is_pending(now) or (row.game and row.game.is_open)]
    lately = {
        frozenset((decision.challenger, decision.challenged))
        for decision in decided
        if decision.at + settings.rules.rest > now
    }
    return LadderNow(
        settings=settings,
        ladder=replay([*_stays(stays, now), *decided]),
        people={stay.member_id: stay.member for stay in stays},
        ranks={stay.member_id: vars(stay)["held"] or "" for stay in stays},
        challenges={row.pk: row for row in rows},
        challenging={row.challenger_id: row for row in underway},
        asked={row.challenged_id: row for row in underway},
        resting=frozenset(lately),
    )


def ends_of(stays: Iterable[LadderStay], now: datetime) -> dict[int, datetime]:
    """When stays ended, by their keys: who leaves the club leaves the ladder (one query)."""
    rows = list(stays)
    left: dict[int, list[datetime]] = {}
    steps = MembershipStep.objects.filter(
        kind__in=[Step.LEFT, Step.LET_GO], member__in={stay.member_id for stay in rows}
    )
    for member, at in steps.values_list("member_id", "at"):
        left.setdefault(member, []).append(at)
    ends = {}
    for stay in rows:
        days = [at for at in left.get(stay.member_id, ()) if at >= stay.joined_at]
        if stay.left_at is not None:
            days.append(stay.left_at)
        if not days and stay.member.status != Member.Status.MEMBER:
            days.append(now)
        if days:
            ends[stay.pk] = min(days)
    return ends


def decision_of(row: Challenge, now: datetime) -> Decided | None:
    """How a ladder challenge was decided; None while it is not, or where it never will be.

    A game decides once it is confirmed (H-ladder-win).  Without one, only what the challenged did
    not answer, declined or called off does, for the challenger (H-ladder-time, -off).
    """
    game = row.game
    if game is not None and game.state == Game.State.CONFIRMED and game.confirmed_at is not None:
        return _decided(row, game.confirmed_at, _winner_of(row, game), How.GAME)
    if row.is_played:
        return None
    if row.state == State.DECLINED and row.by_challenger:
        return _decided(row, row.changed_at, row.challenger_id, How.DECLINED)
    if row.state == State.OFF and row.off_by_challenger is False:
        return _decided(row, row.changed_at, row.challenger_id, How.CALLED_OFF)
    if _was_unanswered(row, now):
        return _decided(row, row.lapses_at, row.challenger_id, How.UNANSWERED)
    return None


def _decided(row: Challenge, at: datetime, winner: int | None, how: How) -> Decided:
    return Decided(at, row.pk, row.challenger_id, row.challenged_id, winner, how)


def _winner_of(row: Challenge, game: Game) -> int | None:
    players = {Game.Winner.BLACK: game.black_id, Game.Winner.WHITE: game.white_id}
    winner = players.get(Game.Winner(game.winner))
    return winner if winner in (row.challenger_id, row.challenged_id) else None


def _was_unanswered(row: Challenge, now: datetime) -> bool:
    """Whether the challenged let the time pass; who left the club was not asked so long."""
    if row.agreed_for is not None or not row.by_challenger:
        return False
    lapsed = row.state == State.LAPSED and row.changed_at >= row.lapses_at
    return lapsed or (row.state == State.OPEN and row.lapses_at <= now)


def _stays(stays: Sequence[LadderStay], now: datetime) -> Iterator[Happening]:
    """Who came and went; two who turned out to be one person may have been there twice at once."""
    ended = ends_of(stays, now)
    spans = [(stay.member_id, stay.joined_at, ended.get(stay.pk)) for stay in stays]
    for member, joined, end in spans:
        yield Joined(joined, member)
        if end is not None and not any(
            next_member == member and begun <= end and (until is None or until > end)
            for next_member, begun, until in spans
        ):
            yield LadderLeft(end, member)

"""What is loaded for an evening."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from goclub.common.collation import name_key
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.queries import rank_of
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.models import ClubNight, Coming, NightGame, Presence
from goclub.members.models import Member
from tournaments.evening import pair_of

# Nights, and all that one of them holds.


#: Answers of those who are coming.
COMING: Final = (Coming.Answer.YES, Coming.Answer.LATE)
#: A night that nobody closed ends after so long.
LONGEST_NIGHT: Final = timedelta(hours=16)
#: So long two people who met are those "of last time".
LATELY: Final = timedelta(days=8)


@dataclass(frozen=True, slots=True)
class NightState:
    """A night with everybody and every table, in the order of coming and of pairing."""

    night: ClubNight
    presences: dict[int, Presence]
    games: list[NightGame]

    @property
    def running(self) -> list[NightGame]:
        """Games at the tables, by table."""
        return sorted((game for game in self.games if game.ended_at is None), key=lambda g: g.table)

    @property
    def seated(self) -> set[int]:
        """Who sits at a table."""
        return {pk for game in self.running for pk in (game.black_id, game.white_id)}

    @property
    def here(self) -> list[Presence]:
        """Who came and did not leave."""
        return [presence for presence in self.presences.values() if presence.is_here]

    @property
    def waiting(self) -> list[Presence]:
        """Who is free to play, the longest waiting first."""
        seated = self.seated
        free = [
            presence for presence in self.here if not presence.pausing and presence.pk not in seated
        ]
        return sorted(
            free, key=lambda presence: (presence.free_since or self.night.opened_at, presence.pk)
        )

    @property
    def resting(self) -> list[Presence]:
        """Who is here and wants no game now."""
        seated = self.seated
        return [
            presence for presence in self.here if presence.pausing and presence.pk not in seated
        ]

    @property
    def expected(self) -> list[Presence]:
        """Return those who said they are coming, the earliest first."""
        coming = [presence for presence in self.presences.values() if presence.arrived_at is None]
        return sorted(
            coming, key=lambda presence: (presence.expected_at or self.night.opened_at, presence.pk)
        )

    @property
    def free_tables(self) -> list[int]:
        """Numbers of the tables at which nobody sits."""
        occupied = {game.table for game in self.running}
        return [number for number in range(1, self.night.tables + 1) if number not in occupied]

    @property
    def met(self) -> dict[tuple[int, int], int]:
        """Games of each two tonight, by presence; what was not played is none."""
        played = [game for game in self.games if not game.cancelled]
        return dict(Counter(pair_of(game.black_id, game.white_id) for game in played))

    def waited(self, presence: Presence, now: datetime) -> int:
        """Minutes since somebody is free."""
        since = presence.free_since or now
        return max(0, int((now - since).total_seconds() // 60))

    def game_of(self, presence: Presence) -> NightGame | None:
        """The game that somebody plays now."""
        pk = presence.pk
        return next((game for game in self.running if pk in (game.black_id, game.white_id)), None)

    def of_member(self, member: int) -> Presence | None:
        """A member's presence."""
        return next(
            (presence for presence in self.presences.values() if presence.member_id == member), None
        )


def open_night(now: datetime) -> ClubNight | None:
    """The night that is open at a moment; one that nobody closed is over."""
    return ClubNight.objects.filter(open=True, opened_at__gt=now - LONGEST_NIGHT).first()


def state_of(night: ClubNight) -> NightState:
    """All of a night (three queries)."""
    rows = night.presences.select_related("member", "rival").prefetch_related("apart")
    presences = {presence.pk: presence for presence in rows.order_by("arrived_at", "pk")}
    games = list(night.games.select_related("game").order_by("paired_at", "pk"))
    for game in games:
        game.black, game.white = presences[game.black_id], presences[game.white_id]
    return NightState(night, presences, games)


def answers_to(state: NightState) -> QuerySet[Coming]:
    """Return the answers of members who are coming and have neither arrived nor said when."""
    known = {presence.member_id for presence in state.presences.values()}
    answers = Coming.objects.filter(
        series=state.night.series_id,
        day=state.night.on,
        answer__in=COMING,
        member__status=Member.Status.MEMBER,
    ).exclude(member__in=known)
    ranked = answers.select_related("member").annotate(member_rank=rank_of("member"))
    return ranked.order_by("-answer", "answered_at", "pk")


def is_coming(member: Member, series: int | None, day: date) -> bool:
    """Return whether a member answered for one date of the calendar that they are coming."""
    answers = Coming.objects.filter(series=series, day=day, member=member, answer__in=COMING)
    return answers.exists()


def met_lately(members: Iterable[int], on: date) -> dict[tuple[int, int], date]:
    """When any two of these members met last before a day, of the week before and longer ago."""
    people = list(members)
    rows = (
        Game.objects.shown()
        .filter(black__in=people, white__in=people, played_on__lt=on)
        .order_by("played_on")
        .values_list("black", "white", "played_on")
    )
    return {pair_of(black, white): day for black, white, day in rows}


def nights_with_counts() -> QuerySet[ClubNight]:
    """Closed nights, the latest first, each with ``people`` who came and ``played`` games."""
    came = Q(presences__arrived_at__isnull=False)
    return (
        ClubNight.objects.filter(open=False)
        .annotate(
            people=Count("presences", filter=came, distinct=True),
            played=Count("games", filter=Q(games__cancelled=False), distinct=True),
        )
        .order_by("-on", "-pk")
    )


# What an evening came to, and who came over the months.


def entries_of(games: Iterable[NightGame]) -> list[RatingEntry]:
    """What the games of an evening moved in the salon's own system, the latest first."""
    reported = [game.game_id for game in games if game.game_id]
    rows = RatingEntry.objects.filter(game__in=reported, system=MAIN_SYSTEM)
    return list(rows.select_related("member", "game").order_by("-at", "-pk"))


def upsets_of(games: Iterable[NightGame], entries: Iterable[RatingEntry]) -> list[NightGame]:
    """Games that the one with fewer points won, the widest gap first."""
    before: dict[int, dict[int, int]] = defaultdict(dict)
    for entry in entries:
        if entry.game_id and entry.points_before is not None:
            before[entry.game_id][entry.member_id] = entry.points_before
    upsets = []
    for game in games:
        points = before.get(game.game_id or 0, {})
        black, white = points.get(game.black.member_id), points.get(game.white.member_id)
        if black is None or white is None or game.winner not in ("B", "W"):
            continue
        gap = white - black if game.winner == "B" else black - white
        if gap > 0:
            upsets.append((gap, game.pk, game))
    return [game for _gap, _pk, game in sorted(upsets, key=lambda upset: (-upset[0], upset[1]))]


def unconfirmed(games: Iterable[NightGame]) -> list[NightGame]:
    """Games whose result waits for somebody, or was never told."""
    return [
        game
        for game in games
        if not game.cancelled and (game.game is None or game.game.state != Game.State.CONFIRMED)
    ]


def attendance(months: list[date]) -> list[dict[str, Any]]:
    """Who came how often in these months, by their first days; the most faithful first.

    ``counts`` in the order of the months, ``by_month`` those with an evening.
    """
    if not months:
        return []
    rows = (
        Presence.objects.filter(
            arrived_at__isnull=False,
            night__on__gte=min(months),
            member__status__in=[Member.Status.MEMBER, Member.Status.GUEST],
        )
        .select_related("member")
        .values_list("member_id", "night__on")
    )
    counts: dict[int, dict[date, int]] = defaultdict(lambda: defaultdict(int))
    for member, on in rows:
        counts[member][on.replace(day=1)] += 1
    people = Member.objects.in_bulk(counts)
    attended = []
    for pk, by_month in counts.items():
        evenings = [by_month.get(month, 0) for month in months]
        attended.append(
            {
                "member": people[pk],
                "counts": evenings,
                "by_month": [pair for pair in zip(months, evenings, strict=True) if pair[1]],
                "total": sum(evenings),
            }
        )
    return sorted(attended, key=lambda line: (-line["total"], name_key(line["member"].shown_name)))

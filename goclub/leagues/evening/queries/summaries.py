"""What an evening came to, and who came over the months."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from goclub.common.collation import name_key
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.models import NightGame, Presence
from goclub.members.models import Member


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


@dataclass(frozen=True, slots=True)
class Attendance:
    """One person over the months: evenings in each, in the order of the months asked for."""

    member: Member
    counts: tuple[int, ...]
    months: tuple[date, ...]

    @property
    def by_month(self) -> list[tuple[date, int]]:
        """The months with an evening, each with how many."""
        return [pair for pair in zip(self.months, self.counts, strict=True) if pair[1]]

    @property
    def total(self) -> int:
        return sum(self.counts)


def attendance(months: list[date]) -> list[Attendance]:
    """Who came how often in these months, by their first days; the most faithful first."""
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
    attended = [
        Attendance(people[pk], tuple(by_month.get(month, 0) for month in months), tuple(months))
        for pk, by_month in counts.items()
    ]
    return sorted(attended, key=lambda line: (-line.total, name_key(line.member.display_name)))

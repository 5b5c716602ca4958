"""The demo club's last evening, as its organiser ran it: the games of the story at their tables."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count

from goclub.games.models import Game
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import Member, User

#: An evening is one with so many games, and a game so many minutes.
_FEWEST, _LASTS = 4, 45


def last_evening(today: date) -> None:
    """The latest evening of the story on which several games were played, closed."""
    plain = Game.objects.confirmed().filter(kind="", official=False, for_league=False)
    days = (
        plain.filter(played_on__lt=today)
        .values("played_on")
        .annotate(played=Count("pk"))
        .filter(played__gte=_FEWEST)
    )
    found = days.order_by("-played_on").first()
    if found is None:
        return
    on: date = found["played_on"]
    games = list(plain.filter(played_on=on).with_players().order_by("pk"))
    begins = datetime.combine(on, time(10), tzinfo=UTC)
    organiser = User.objects.get(username="organiser")
    night = ClubNight.objects.create(
        on=on,
        place=games[0].place,
        tables=12,
        open=False,
        opened_at=begins,
        opened_by=organiser,
        closed_at=begins + timedelta(hours=4),
        closed_by=organiser,
    )
    players = {player for game in games for player in game.players}
    presences = {player: _came(night, player) for player in sorted(players, key=lambda p: p.pk)}
    _seat(night, games, presences, organiser)


def _came(night: ClubNight, player: Member) -> Presence:
    """Somebody who came in time and stayed to the end."""
    return Presence.objects.create(
        night=night,
        member=player,
        arrived_at=night.opened_at,
        free_since=None,
        left_at=night.closed_at,
    )


def _seat(
    night: ClubNight, games: list[Game], presences: dict[Member, Presence], organiser: User
) -> None:
    """Each game at the lowest table that is free, as soon as both have ended their last one."""
    free: dict[Member, int] = dict.fromkeys(presences, 0)
    tables: list[int] = []
    for game in games:
        begins = max(free[player] for player in game.players)
        idle = [n for n, until in enumerate(tables) if until <= begins]
        if not idle:
            tables.append(0)
        table = idle[0] if idle else len(tables) - 1
        tables[table] = begins + _LASTS
        for player in game.players:
            free[player] = begins + _LASTS
        at = night.opened_at + timedelta(minutes=begins)
        NightGame.objects.create(
            night=night,
            table=table + 1,
            black=presences[game.black],
            white=presences[game.white],
            board=game.board,
            handicap=game.handicap,
            komi2=game.komi2,
            paired_at=at,
            paired_by=organiser,
            ended_at=at + timedelta(minutes=_LASTS),
            game=game,
        )

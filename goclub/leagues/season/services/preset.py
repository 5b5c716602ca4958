"""The league of 2017 whose regulation is the source of S4, ready to be played (S4-21)."""

from __future__ import annotations

from datetime import date, datetime

from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.leagues import publish_regulation
from goclub.leagues.models import League, Season
from goclub.leagues.season.services.rules import add_season
from goclub.members.models import User
from tournaments.seasons.league import LEAGUE_2017

REGULATION = """\
# How this league is played

**Seasons.** The year has three seasons; the days between them belong to none. Whoever takes part
in at least one counted event in every calendar month that a season touches, or in five of its
events in any months, is classified in it.

**Events.** An event is announced at least seven days before, approved by the league's organiser,
and run by whoever announced it, by an organiser or by an approved judge. It needs four players.

| players | rounds |
|---|---|
| 4 | 3 |
| 5 to 8 | 3 or 4 |
| 9 to 16 | 3 to 5 |
| 17 to 32 | 3 to 6 |
| more | 3 to 8 |

**Formats.** *Standard*: a round of 40 to 60 minutes; when time is called, the player to move
completes the move, then two more moves each, and what is still open is a draw. *Clock*: 15 to 30
minutes a side, and who runs out has lost. *Themed*: one constraint that binds all games.

**Points.** A win and a bye earn 3, a draw 1, a loss 0. Equal points are parted by the margins on
the board, won less lost; a resignation counts 20.

**Rating.** Everybody begins with 1000. A game moves at most 25 points from the loser to the
winner; a draw moves none.

**Winners.** The season is won by the highest rating among the classified at the closing hour of its
last day, which the league's settings name.
The champion of the year has the highest mean of the three closing ratings, among those who were
classified in all three.

**Slow play and the like.** The first case is a warning, the second costs the game, the third the
event. The organiser decides appeals and says why.
"""


@atomic_retried
def add_preset(
    *, league: League, by: User | None, at: datetime, start: date | None = None
) -> list[Season]:
    """Give a season league the three seasons of 2017, each as long and as far apart as it was.

    *start* the first day of the first season; None for 2017 itself.  Publishes the regulation
    where the league has none.  Raises what adding a season raises.
    """
    of_2017 = LEAGUE_2017.calendar.seasons
    begin = start or of_2017[0].first
    shift = begin - of_2017[0].first
    added = [
        add_season(
            league=league,
            by=by,
            at=at,
            name=f"Sezon {season.name} {begin.year}" if shift else f"Sezon {season.name}",
            first=season.first + shift,
            last=season.last + shift,
            cycle=str(begin.year),
        )
        for season in of_2017
    ]
    if not league.regulations.exists():
        publish_regulation(league=league, text=REGULATION, by=by, at=at)
    return added

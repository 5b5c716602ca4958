"""The season league (RULEBOOK section 5, S4-9 … S4-25, as 5.5 reads it on a Go board).

Parts: ``calendar`` (seasons, gaps, the closing hour), ``formats`` (minutes, rounds), ``league``
(the regulation; the league of 2017), ``events`` (what counts, and every reason why not),
``scoring`` (the order in an event), ``sanctions``, ``classification`` (what is still missing),
``champions`` (live table, season winner, league champion).  Ratings come in as floats.
"""

from tournaments.seasons.calendar import Calendar, Month, Season
from tournaments.seasons.champions import (
    Closing,
    Entrant,
    LeagueRow,
    SeasonRow,
    close_season,
    league_table,
    rating_at,
    season_table,
)
from tournaments.seasons.classification import (
    ENOUGH_EVENTS,
    Classification,
    Missing,
    MonthCount,
    classify,
)
from tournaments.seasons.events import (
    Advice,
    Event,
    Finding,
    NotCounted,
    advice,
    check_event,
    move_event,
    why_not_counted,
)
from tournaments.seasons.formats import (
    CLOCK,
    STANDARD,
    THEMED,
    Format,
    Per,
    TimeUp,
    check_colour_by_toss,
    moves_after_call,
    round_bounds,
)
from tournaments.seasons.league import LEAGUE_2017, START_RATING, League
from tournaments.seasons.order import PlayerId
from tournaments.seasons.sanctions import (
    Appeal,
    Judged,
    Level,
    Sanction,
    apply_sanctions,
    judge_sanctions,
    removed_players,
)
from tournaments.seasons.scoring import (
    USUAL_SMALL_POINTS,
    Ending,
    EventGame,
    EventRow,
    SmallPoints,
    check_score,
    event_table,
)

__all__ = [
    "CLOCK",
    "ENOUGH_EVENTS",
    "LEAGUE_2017",
    "STANDARD",
    "START_RATING",
    "THEMED",
    "USUAL_SMALL_POINTS",
    "Advice",
    "Appeal",
    "Calendar",
    "Classification",
    "Closing",
    "Ending",
    "Entrant",
    "Event",
    "EventGame",
    "EventRow",
    "Finding",
    "Format",
    "Judged",
    "League",
    "LeagueRow",
    "Level",
    "Missing",
    "Month",
    "MonthCount",
    "NotCounted",
    "Per",
    "PlayerId",
    "Sanction",
    "Season",
    "SeasonRow",
    "SmallPoints",
    "TimeUp",
    "advice",
    "apply_sanctions",
    "check_colour_by_toss",
    "check_event",
    "check_score",
    "classify",
    "close_season",
    "event_table",
    "judge_sanctions",
    "league_table",
    "move_event",
    "moves_after_call",
    "rating_at",
    "removed_players",
    "round_bounds",
    "season_table",
    "why_not_counted",
]

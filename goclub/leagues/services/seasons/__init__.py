"""What people do in a season league (S4): seasons, events, sanctions, closing."""

from .announcing import (
    Judged,
    announce_event,
    approve_event,
    decline_event,
    judge_event,
    move_event,
)
from .closing import (
    champions_of,
    close_season,
    close_year,
    correct_season,
    season_differs,
)
from .preset import add_preset
from .rating import Line, Progress, live_table, progress_of
from .rules import add_format, add_season, change_rules, change_season, remove_season, rules_of
from .sanctions import appeal, decide_appeal, give_sanction, judged_sanctions
from .scores import event_rows

__all__ = [
    "Judged",
    "Line",
    "Progress",
    "add_format",
    "add_preset",
    "add_season",
    "announce_event",
    "appeal",
    "approve_event",
    "champions_of",
    "change_rules",
    "change_season",
    "close_season",
    "close_year",
    "correct_season",
    "decide_appeal",
    "decline_event",
    "event_rows",
    "give_sanction",
    "judge_event",
    "judged_sanctions",
    "live_table",
    "move_event",
    "progress_of",
    "remove_season",
    "rules_of",
    "season_differs",
]

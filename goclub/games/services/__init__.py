"""What people do with games: report, confirm, dispute, decide, and hand in kifu."""

from .decisions import (
    confirm_game,
    decide_game,
    dispute_game,
    may_confirm,
    may_decide,
    void_game,
    withdraw_game,
)
from .facts import GameFacts
from .records import attach_kifu, discard_draft, read_kifu, upload_kifu
from .reports import may_report, report_game
from .rules import check_house_rule, set_house_rule

__all__ = [
    "GameFacts",
    "attach_kifu",
    "check_house_rule",
    "confirm_game",
    "decide_game",
    "discard_draft",
    "dispute_game",
    "may_confirm",
    "may_decide",
    "may_report",
    "read_kifu",
    "report_game",
    "set_house_rule",
    "upload_kifu",
    "void_game",
    "withdraw_game",
]

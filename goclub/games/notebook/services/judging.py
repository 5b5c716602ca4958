"""Judging a sheet, each row by itself: members and games."""

from __future__ import annotations

from goclub.games.notebook.services.judging_games import judge_games
from goclub.games.notebook.services.judging_members import judge_members

__all__ = ["judge_games", "judge_members"]

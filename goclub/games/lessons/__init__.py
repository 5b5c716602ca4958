"""The rules of Go in lessons: our own board plays every diagram and works out every answer."""

from .lesson import LESSONS, Lesson, Played, play
from .quiz import QUESTIONS, Question
from .scoring import ScoredEnd, scored_end

__all__ = [
    "LESSONS",
    "QUESTIONS",
    "Lesson",
    "Played",
    "Question",
    "ScoredEnd",
    "play",
    "scored_end",
]

"""Facts (games, kifu, tosses, house rules) and projections (the rating ledger)."""

from goclub.games.models.bulletin import Bulletin, BulletinFile, BulletinItem
from goclub.games.models.favourite import Favourite
from goclub.games.models.game import Game, GameQuerySet
from goclub.games.models.jobs import Job
from goclub.games.models.kifu import (
    Joseki,
    Kifu,
    KifuAddition,
    KifuNote,
    KifuQuerySet,
    KifuTrace,
    KifuVariation,
    Position,
)
from goclub.games.models.ledger import (
    LEDGER_ORDER,
    NEWEST_FIRST,
    HouseRule,
    RatingEntry,
    Recalculation,
    Revision,
    Standing,
    ThresholdTable,
)
from goclub.games.models.lessons import (
    LessonChapter,
    LessonGuest,
    LessonQuestion,
    LiveLesson,
)
from goclub.games.models.merge import Merge
from goclub.games.models.notebook import (
    Batch,
    BatchFile,
    BatchQuerySet,
    BroughtGame,
    BroughtMember,
)
from goclub.games.models.problems import (
    GuessedGame,
    Problem,
    ProblemCollection,
    ProblemResult,
)
from goclub.games.models.recording import Recording
from goclub.games.models.review import EngineReview
from goclub.games.models.toss import Toss, TossQuerySet

__all__ = [
    "LEDGER_ORDER",
    "NEWEST_FIRST",
    "Batch",
    "BatchFile",
    "BatchQuerySet",
    "BroughtGame",
    "BroughtMember",
    "Bulletin",
    "BulletinFile",
    "BulletinItem",
    "EngineReview",
    "Favourite",
    "Game",
    "GameQuerySet",
    "GuessedGame",
    "HouseRule",
    "Job",
    "Joseki",
    "Kifu",
    "KifuAddition",
    "KifuNote",
    "KifuQuerySet",
    "KifuTrace",
    "KifuVariation",
    "LessonChapter",
    "LessonGuest",
    "LessonQuestion",
    "LiveLesson",
    "Merge",
    "Position",
    "Problem",
    "ProblemCollection",
    "ProblemResult",
    "RatingEntry",
    "Recalculation",
    "Recording",
    "Revision",
    "Standing",
    "ThresholdTable",
    "Toss",
    "TossQuerySet",
]

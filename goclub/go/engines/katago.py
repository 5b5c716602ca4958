"""A review by KataGo's analysis engine: one query for the game, an answer for each position.

The protocol is described in ``docs/Analysis_Engine.md`` of KataGo.  It is untried with KataGo
itself: the tests speak to a stand-in that follows this description.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Annotated, Final

from msgspec import Meta, MsgspecError, Struct, json

from goclub.go.board.basics import BLACK
from goclub.go.engines.game import (
    EngineGame,
    GameReview,
    MoveLoss,
    StoppedReview,
    Tell,
    largest,
    points_lost,
)
from goclub.go.engines.process import EngineError, EngineProcess
from goclub.go.records.header import (
    AGA,
    CHINESE,
    JAPANESE,
    KOREAN,
    NEW_ZEALAND,
    TROMP_TAYLOR,
)

#: Rules that KataGo calls as we do; for all others it is asked about Japanese rules.
_RULES: Final = (AGA, CHINESE, KOREAN, NEW_ZEALAND, TROMP_TAYLOR)
_ID: Final = "review"

Name = Annotated[str, Meta(max_length=8)]
Share = Annotated[float, Meta(ge=0, le=1)]
Lead = Annotated[float, Meta(ge=-10000, le=10000)]


class _MoveInfo(Struct, rename="camel"):
    move: Name
    order: int
    pv: Annotated[list[Name], Meta(max_length=1000)]


class _RootInfo(Struct, rename="camel"):
    score_lead: Lead
    winrate: Share


class _Answer(Struct, rename="camel"):
    id: str = ""
    turn_number: int = -1
    is_during_search: bool = False
    move_infos: list[_MoveInfo] = []
    root_info: _RootInfo | None = None
    version: Annotated[str, Meta(max_length=40)] = ""
    error: str = ""
    warning: str = ""


def review_by_katago(
    process: EngineProcess, game: EngineGame, tell: Tell, *, visits: int
) -> GameReview:
    """Review a game, ``visits`` for each position.  Raises :class:`EngineError`."""
    process.send(_text({"id": "version", "action": "query_version"}))
    version = _answer(process).version
    process.send(_text(_query(game, visits)))
    answers: dict[int, _Answer] = {}
    total = len(game.moves)
    try:
        while len(answers) <= total:
            tell(len(answers), total + 1)
            answer = _answer(process)
            if answer.is_during_search:
                continue
            turn = answer.turn_number
            if answer.id != _ID or answer.root_info is None or not 0 <= turn <= total:
                raise EngineError("nonsense", "an answer that was not asked for")
            answers[turn] = answer
    except EngineError as error:
        if 0 not in answers or 1 not in answers:
            raise
        raise StoppedReview(error, _review(version, game, answers)) from error
    return _review(version, game, answers)


def _review(version: str, game: EngineGame, answers: Mapping[int, _Answer]) -> GameReview:
    """The review of the positions from the first on for which there are answers."""
    known = list(takewhile(answers.__contains__, range(len(game.moves) + 1)))
    infos = [info for turn in known if (info := answers[turn].root_info)]
    leads = [info.score_lead for info in infos]
    losses = []
    for number, (colour, point) in enumerate(game.moves[: known[-1]], start=1):
        best = min(answers[number - 1].move_infos, key=lambda info: info.order, default=None)
        if best is None:
            continue
        names = best.pv or [best.move]
        line = game.line(game.moves[: number - 1], colour, names)
        if line[0] != (colour, point):
            points = points_lost(colour, leads[number - 1], leads[number])
            losses.append(MoveLoss(number, points, line))
    wins = tuple(info.winrate for info in infos)
    return GameReview(f"KataGo {version}".strip(), tuple(leads), wins, largest(losses))


def _query(game: EngineGame, visits: int) -> dict[str, object]:
    return {
        "id": _ID,
        "initialStones": [[_letter(colour), game.name(point)] for colour, point in game.stones],
        "moves": [[_letter(colour), game.name(point)] for colour, point in game.moves],
        "rules": game.rules if game.rules in _RULES else JAPANESE,
        "komi": game.komi2 / 2,
        "boardXSize": game.width,
        "boardYSize": game.height,
        "analyzeTurns": list(range(len(game.moves) + 1)),
        "maxVisits": visits,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }


def _letter(colour: int) -> str:
    return "B" if colour == BLACK else "W"


def _text(query: dict[str, object]) -> str:
    return json.encode(query).decode()


def _answer(process: EngineProcess) -> _Answer:
    """The next answer that is no warning."""
    while True:
        line = process.line()
        try:
            answer = json.decode(line, type=_Answer)
        except MsgspecError as error:
            raise EngineError("nonsense", line[:80]) from error
        if answer.error:
            raise EngineError("refused", answer.error[:200])
        if not answer.warning:
            return answer

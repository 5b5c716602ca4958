"""Counting the end of a kifu: the members say what is dead, the server counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from goclub.common.notation import listed
from goclub.common.refusals.registry import describe
from goclub.games.labels import result_code
from goclub.games.library.labels import counting as words
from goclub.games.library.labels.recording import report_address
from goclub.games.library.services.dead_stones import DeadStonesProposal, find_program, propose_dead
from goclub.games.library.services.records import read_kifu
from goclub.games.library.views.comments import find_kifu
from goclub.games.models import Game, Kifu
from goclub.go.board.basics import EMPTY, WHITE, IllegalMove, Point, name_point, parse_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, PointLink, draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.records.record import Record
from goclub.go.scoring.agreed import Agreed, agreed_at_end
from goclub.go.scoring.counted import Count, compare, territory_marks
from goclub.go.scoring.counting import count
from goclub.go.scoring.rulesets import JAPANESE, RULESETS, Ruleset, find_ruleset
from goclub.members.requests import MemberRequest
from ratings.errors import RuleError
from ratings.halves import half_text

#: Counted under these where the record names none.
CLUB_RULES = JAPANESE
_BETWEEN = "."
_PROPOSAL_KEPT = 24 * 3600


@dataclass(frozen=True)
class Agreement:
    """What the members agreed on: all of it stands in the address, nothing is stored.

    ``dead`` the first stone of each dead group, ``neutral`` vacant points, ``unread`` the names
    that mean neither.  Where the address says nothing of them (``is_said``), what the record marks
    at its end holds, if it marks anything: ``marked``.
    """

    rules: Ruleset
    dead: frozenset[Point] = frozenset()
    neutral: frozenset[Point] = frozenset()
    unread: tuple[str, ...] = ()
    is_said: bool = False
    marked: Agreed | None = None

    @property
    def is_made(self) -> bool:
        """Whether anybody said which stones are dead, be it that none is."""
        return self.is_said or self.marked is not None

    def say(
        self, *, dead: frozenset[Point] | None = None, neutral: frozenset[Point] | None = None
    ) -> Agreement:
        """The agreement with other dead groups or neutral points, said in the address."""
        return replace(
            self,
            dead=self.dead if dead is None else dead,
            neutral=self.neutral if neutral is None else neutral,
            is_said=True,
            marked=None,
        )

    def query(self, board: Board) -> str:
        """The agreement as an address: one stone for each dead group."""
        named = {"rules": self.rules.code}
        for name, points in (("dead", self.dead), ("neutral", self.neutral)):
            if self.is_said and (points or name == "dead"):
                named[name] = _names(points, board)
        return "?" + urlencode(named)

    def stones(self, board: Board) -> frozenset[Point]:
        """All dead stones."""
        return frozenset(stone for point in self.dead for stone in board.group(point))


@require_safe
def count_kifu(request: MemberRequest, pk: int) -> HttpResponse:
    """The final position of a kifu, counted with what the address says is dead."""
    user = request.user
    draft = Kifu.objects.drafts_of(user.pk).filter(pk=pk).first() if user.pk else None
    kifu = draft or find_kifu(request, pk)
    if isinstance(kifu, HttpResponse):
        return kifu
    record = read_kifu(kifu)
    board = record.final
    agreed, recorded_rules = _agreement(request, record, board)
    asks = request.GET.get("propose") == "1" and request.user.is_authenticated
    proposal = _proposal(board) if asks else None
    counted, refusal = _count(kifu, record, board, agreed)
    if not agreed.is_made:
        counted = None  # as long as nobody says what is dead, the board says nothing
    context = {
        "kifu": kifu,
        "agreed": agreed,
        "counted": counted,
        "refusal": refusal,
        "unread": listed(agreed.unread),
        "choices": _choices(agreed, recorded_rules, board),
        "proposal": _proposal_words(proposal, agreed, board),
        "may_ask": request.user.is_authenticated and find_program() is not None,
        "ended": words.ended_text(*_ending(kifu, record)),
        "names": {
            "dead": request.GET.get("dead", _names(agreed.dead, board)),
            "neutral": request.GET.get("neutral", _names(agreed.neutral, board)),
        },
        "here": agreed.query(board),
        "start": Agreement(agreed.rules).query(board),
        "no_dead": agreed.say(dead=frozenset(), neutral=frozenset()).query(board),
        "groups": _groups(board, agreed),
        "board_svg": _picture(board, agreed, counted, proposal),
    }
    if counted is not None:
        context |= _in_words(kifu, record, counted)
    if draft:
        context["report"] = report_address(draft, **(_as_reported(counted) if counted else {}))
    status = 422 if agreed.unread or refusal else 200
    return render(request, "games/library/counting.html", context, status=status)


def _names(points: Iterable[Point], board: Board) -> str:
    return _BETWEEN.join(name_point(point, board.height) for point in sorted(points))


# -- what the address says -----------------------------------------------------------------------


def _agreement(request: MemberRequest, record: Record, board: Board) -> tuple[Agreement, str]:
    """The agreement, and the code of the rules that the record itself names ("" for none)."""
    unread: list[str] = []
    named = _ruleset(record.header.rules)
    rules = named or CLUB_RULES
    asked = request.GET.get("rules", "")
    if asked:
        rules = RULESETS.get(asked, rules)
        if asked not in RULESETS:
            unread.append(asked[:20])
    code = named.code if named else ""
    is_said = not request.GET.keys().isdisjoint(("dead", "neutral"))
    marked = None if is_said else agreed_at_end(record)
    if marked is not None:
        return _as_marked(board, rules, marked, tuple(unread)), code
    dead = {
        min(board.group(point))
        for point in _points(request.GET.get("dead", ""), board, unread, stones=True)
    }
    neutral = _points(request.GET.get("neutral", ""), board, unread, stones=False)
    agreed = Agreement(rules, frozenset(dead), frozenset(neutral), tuple(unread), is_said)
    return agreed, code


def _as_marked(board: Board, rules: Ruleset, marked: Agreed, unread: tuple[str, ...]) -> Agreement:
    """What the record marks, with the points as neutral that the board alone would give away."""
    counted = count(board, marked.dead, rules=CLUB_RULES, komi2=0)
    neutral = frozenset(
        point
        for side in (counted.black, counted.white)
        for point in side.enclosed - marked.territory[side.colour]
        if board.get(point) == EMPTY
    )
    dead = frozenset(min(board.group(point)) for point in marked.dead)
    return Agreement(rules, dead, neutral, unread, marked=marked)


def _ruleset(text: str) -> Ruleset | None:
    try:
        return find_ruleset(text)
    except RuleError:
        return None


def _points(text: str, board: Board, unread: list[str], *, stones: bool) -> list[Point]:
    points = []
    names = text.replace(",", _BETWEEN).replace(" ", _BETWEEN).split(_BETWEEN)
    for name in [name for name in names if name][:400]:
        try:
            point = parse_point(name, board.height, board.width)
        except (RuleError, IllegalMove):
            unread.append(name[:20])
            continue
        if (board.get(point) != EMPTY) is stones:
            points.append(point)
        else:
            unread.append(name[:20])
    return points


def _count(kifu: Kifu, record: Record, board: Board, agreed: Agreement) -> tuple[Count | None, str]:
    """The count, or why there is none.

    Komi and handicap as the record says; else as its game of the club does; else there are none.
    """
    header, game = record.header, kifu.game
    komi2, handicap = (game.komi2, game.handicap) if game else (0, 0)
    try:
        counted = count(
            board,
            agreed.marked.dead if agreed.marked else agreed.stones(board),
            rules=agreed.rules,
            komi2=komi2 if header.komi2 is None else header.komi2,
            handicap=handicap if header.handicap is None else header.handicap,
            neutral=() if agreed.marked else agreed.neutral,
            territory=agreed.marked.territory if agreed.marked else None,
        )
    except RuleError as error:
        return None, describe(error)
    return counted, ""


# -- the proposal --------------------------------------------------------------------------------


def _proposal(board: Board) -> DeadStonesProposal | None:
    """GNU Go's proposal; kept for a day, because the same position gets the same answer."""
    key = f"dead-stones-{hashlib.sha256(board.key()).hexdigest()}"
    proposal: DeadStonesProposal | None = cache.get(key)
    if proposal is None:
        proposal = propose_dead(board)
        if proposal is not None and proposal.dead is not None:
            cache.set(key, proposal, _PROPOSAL_KEPT)
    return proposal


def _proposal_words(
    proposal: DeadStonesProposal | None, agreed: Agreement, board: Board
) -> dict[str, object] | None:
    if proposal is None:
        return None
    if proposal.dead is None:
        return {"text": proposal.reason}
    dead = frozenset(min(board.group(point)) for point in proposal.dead)
    if not dead:
        take = "" if agreed.is_made else agreed.say(dead=dead).query(board)
        return {"text": _("GNU Go thinks no stones are dead."), "take": take}
    if dead == agreed.dead:
        return {"text": _("GNU Go suggests the same dead stones as marked here.")}
    text = ngettext(
        "GNU Go suggests %(n)d dead stone: %(points)s. It counts once you accept it.",
        "GNU Go suggests %(n)d dead stones: %(points)s. They count once you accept them.",
        len(proposal.dead),
    ) % {"n": len(proposal.dead), "points": words.points_text(proposal.dead, board.height)}
    return {"text": text, "take": agreed.say(dead=dead).query(board)}


# -- what the page shows -------------------------------------------------------------------------


def _choices(agreed: Agreement, recorded_rules: str, board: Board) -> list[dict[str, object]]:
    return [
        {
            "name": words.RULES_NAMES[ruleset.code],
            "query": replace(agreed, rules=ruleset).query(board),
            "here": ruleset == agreed.rules,
            "of_record": ruleset.code == recorded_rules,
        }
        for ruleset in RULESETS.values()
    ]


def _in_words(kifu: Kifu, record: Record, counted: Count) -> dict[str, object]:
    remarks = [words.remark_text(r, counted.height) for r in counted.remarks]
    if record.header.komi2 is None and not kifu.game:
        remarks.append(_("The game record gives no komi, so it was counted without."))
    return {
        "rows": words.count_rows(counted),
        "winner": words.winner_text(counted),
        "margin": words.margin_code(counted.margin2),
        "comparison": _comparison(kifu.game, record, counted),
        "remarks": remarks,
    }


def _as_reported(counted: Count) -> dict[str, object]:
    """The counted result as fields of the report."""
    won: dict[str, object] = {"winner": counted.winner}
    if not counted.margin2:
        return won
    margin = half_text(abs(counted.margin2))
    return won | {"ending": Game.Ended.POINTS.value, "margin": margin}


def _ending(kifu: Kifu, record: Record) -> tuple[str, str]:
    """How the game ended, as the record says or else its game of the club, and that as a code."""
    result, game = record.header.result, kifu.game
    if result is not None:
        return result.ending, str(result)
    return (game.ending, result_code(game)) if game else ("", "")


def _comparison(game: Game | None, record: Record, counted: Count) -> str:
    """The result of the record, or else of its game, beside the count; "" where neither has one."""
    result = record.header.result
    if result is not None:
        outcome, margin2 = result.outcome, result.margin2
        recorded = str(result)
    elif game is not None:
        outcome, margin2 = game.winner, game.margin2
        recorded = result_code(game)
        if margin2:
            recorded = words.margin_code(margin2 if outcome == "B" else -margin2)
    else:
        return ""
    comparison = compare(counted, outcome=outcome, margin2=margin2)
    return words.comparison_text(comparison, counted.ruleset, recorded)


def _groups(board: Board, agreed: Agreement) -> list[dict[str, Any]]:
    """All groups, each with the query that turns it dead or alive; the small ones first."""
    groups: list[dict[str, Any]] = []
    for group, colour in _parts(board):
        anchor = min(group)
        groups.append(
            {
                "colour": "W" if colour == WHITE else "B",
                "name": name_point(anchor, board.height),
                "size": len(group),
                "dead": anchor in agreed.dead,
                "query": agreed.say(dead=agreed.dead ^ {anchor}).query(board),
            }
        )
    return sorted(groups, key=lambda row: (not row["dead"], row["size"], row["name"]))


def _parts(board: Board) -> Iterable[tuple[frozenset[Point], int]]:
    seen: set[Point] = set()
    for point, colour in board.stones():
        if point not in seen:
            group = frozenset(board.group(point))
            seen |= group
            yield group, colour


def _picture(
    board: Board, agreed: Agreement, counted: Count | None, proposal: DeadStonesProposal | None
) -> SafeSvg:
    """The board with its territory; each stone and each vacant point is a link."""
    dead = agreed.stones(board)
    marks = [Mark("DD", point) for point in sorted(dead)]
    if counted is not None:
        marks += [
            Mark(kind, point) for kind, point in territory_marks(counted, board) if kind != "DD"
        ]
    marks += [Mark("CR", point) for point in sorted(agreed.neutral)]
    proposed: Sequence[Point] = (proposal.dead or ()) if proposal else ()
    marks += [Mark("LB", point, "?") for point in proposed if point not in dead]
    title = _("The final position with its territory")
    return draw_board(board, marks=marks, links=_links(board, agreed), title=title)


def _links(board: Board, agreed: Agreement) -> dict[Point, PointLink]:
    links = {}
    for group, _colour in _parts(board):
        anchor = min(group)
        href = agreed.say(dead=agreed.dead ^ {anchor}).query(board) + "#board"
        text = _("%(point)s is alive again") if anchor in agreed.dead else _("%(point)s is dead")
        for point in group:
            label = text % {"point": name_point(point, board.height)}
            links[point] = PointLink(href, label, in_order=False)
    for y in range(board.height):
        for x in range(board.width):
            point = (x, y)
            if point in links:
                continue
            text = (
                _("%(point)s is not neutral")
                if point in agreed.neutral
                else _("%(point)s is neutral")
            )
            href = agreed.say(neutral=agreed.neutral ^ {point}).query(board) + "#board"
            label = text % {"point": name_point(point, board.height)}
            links[point] = PointLink(href, label, in_order=False)
    return links

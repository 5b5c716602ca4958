"""Variations: played on the board by clicking, with script inside the viewer, else on a page."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.refusals.registry import describe
from goclub.games.library.forms import NoteForm
from goclub.games.library.labels.comments import end_of_record, where_text
from goclub.games.library.services.comments import (
    LONGEST_LINE,
    MOST_VARIATIONS,
    CommentedRecord,
    add_variations,
    check_line,
    read_comments,
)
from goclub.games.library.views.comments import back_to, kifu_to_comment_on, known_node
from goclub.go.board.basics import BLACK, Point, name_point, opponent, parse_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import PointLink, draw_board
from goclub.go.records.header import allows_suicide
from goclub.go.records.layers import (
    Move,
    find_spot,
    next_colour,
    play_on,
    read_moves,
    write_moves,
)
from goclub.go.records.record import Record
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def variation_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Play a variation: each click is a link, and the server plays the move.

    ``?at=`` names the node, ``?moves=`` what was played so far.  A try on the board of the viewer
    (``static/js/library/try.js``) sends both once for each of its branches.
    """
    kifu = kifu_to_comment_on(request, pk)
    if isinstance(kifu, HttpResponse):
        return kifu
    commented = read_comments(kifu)
    lines = _asked_lines(request, commented)
    spot, moves = lines[-1]
    form = NoteForm(request.POST or None, optional=True)
    line: tuple[Move, ...] = ()
    try:
        line = check_line(commented.bare, spot, moves)
        if typed := request.GET.get("play", "").strip():
            moves += _typed_move(commented.bare, spot, line, typed)
            line = check_line(commented.bare, spot, moves)
    except RuleError as error:
        form.problem = describe(error)
        moves = write_moves(line, commented.bare)
    if request.method == "POST" and not form.problem and form.is_valid():
        try:
            key = add_variations(act_of(request), kifu, lines=lines, text=form.cleaned_data["text"])
        except RuleError as error:
            form.problem = describe(error)
        else:
            fresh = read_comments(kifu, end=end_of_record())
            return back_to(kifu, fresh.node_at(key), "board")
    context = {"kifu": kifu, "form": form, "spot": spot, "moves": moves, "others": lines[:-1]}
    context |= _variation_page(commented.bare, spot, line)
    status = 422 if form.errors or form.problem else 200
    return render(request, "games/library/variation.html", context, status=status)


def _typed_move(record: Record, spot: str, line: tuple[Move, ...], typed: str) -> str:
    """The next move where somebody typed its point, or ``pass``.

    Raises ``E_TYPE``, ``E_ILLEGAL_MOVE``.
    """
    typed = typed.strip()[:10]
    point = None if typed == "pass" else parse_point(typed, record.height, record.width)
    return write_moves([(_turn(record, find_spot(record, spot), line), point)], record)


def _turn(record: Record, node: int, line: tuple[Move, ...]) -> int:
    return opponent(line[-1][0]) if line else next_colour(record, node)


def _asked_lines(request: MemberRequest, commented: CommentedRecord) -> list[tuple[str, str]]:
    """Return where each line with moves begins and what they are; without one an empty line."""
    asked = request.POST if request.method == "POST" else request.GET
    moves = [*asked.getlist("moves"), ""]
    keys = asked.getlist("at")[:MOST_VARIATIONS] or ["0"]
    lines = [_start(commented, key, line) for key, line in zip(keys, moves, strict=False)]
    return [line for line in lines if line[1]] or lines[-1:]


def _start(commented: CommentedRecord, key: str, moves: str) -> tuple[str, str]:
    """Where a line begins; one that begins in somebody's variation takes its moves along."""
    known_node(commented, key)
    if not key.startswith("v"):
        return key, moves
    number, _dash, step = key[1:].partition("-")
    line = next(line for line in commented.variations if line.pk == int(number))
    before = read_moves(line.moves, commented.bare)[: int(step)]
    return line.spot, write_moves(before, commented.bare) + moves


def _variation_page(record: Record, spot: str, line: tuple[Move, ...]) -> dict[str, object]:
    """The board after the moves so far, with a link on every point that may be played."""
    node = find_spot(record, spot)
    board = play_on(record, node, line)
    colour = _turn(record, node, line)
    numbers = {point: n for n, (_c, point) in enumerate(line, 1) if point is not None}
    name = _("Black to play") if colour == BLACK else _("White to play")
    last = line[-1][1] if line else record.nodes[node].point
    full = len(line) >= LONGEST_LINE
    links = {} if full else _move_links(record, board, spot, line, colour)
    return {
        "board_svg": draw_board(board, last=last, numbers=numbers, links=links, title=name),
        "turn": name,
        "colour": "B" if colour == BLACK else "W",
        "where": where_text(record, node),
        "count": len(line),
        "is_full": full,
        "undo": _query(record, spot, line[:-1]) if line else "",
        "pass_query": "" if full else _query(record, spot, (*line, (colour, None))),
    }


def _move_links(
    record: Record, board: Board, spot: str, line: tuple[Move, ...], colour: int
) -> dict[Point, PointLink]:
    allowed = {None, "board.suicide"} if allows_suicide(record.header.rules) else {None}
    says = _("Black %(point)s") if colour == BLACK else _("White %(point)s")
    links = {}
    for y in range(board.height):
        for x in range(board.width):
            if board.refusal(colour, (x, y)) in allowed:
                href = _query(record, spot, (*line, (colour, (x, y)))) + "#board"
                label = says % {"point": name_point((x, y), board.height)}
                links[x, y] = PointLink(href, label, in_order=False)
    return links


def _query(record: Record, spot: str, line: tuple[Move, ...]) -> str:
    return "?" + urlencode({"at": spot, "moves": write_moves(line, record)})

"""Talking about a kifu: comments on a move, and variations played on the board by clicking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.messages import add_rule_error, describe
from goclub.games import queries, services
from goclub.games.board import (
    BLACK,
    Board,
    IllegalMove,
    Point,
    name_point,
    opponent,
    parse_point,
)
from goclub.games.drawing.board import draw_board
from goclub.games.drawing.links import PointLink, with_links
from goclub.games.forms import NoteForm, ReasonForm
from goclub.games.kifu import Record
from goclub.games.kifu.layers import Move, find_spot, next_colour, play_on, read_moves, write_moves
from goclub.games.kifu.mentions import split_mentions
from goclub.games.kifu.rules import allows_suicide
from goclub.games.models import Game, KifuNote, KifuVariation
from goclub.games.services.talk import LONGEST_LINE, MODERATE, Talk, check_line
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

from .kifu_messages import WHY_ILLEGAL
from .shortcuts import sign_in_first, user_of

_SHOWN_MOVES = 12


def end_of_record() -> str:
    """What stands at the end of a game beyond which somebody plays on."""
    return _("The record ends here.")


# -- the panel below the board -------------------------------------------------------------------


def talk_context(request: HttpRequest, game: Game, talk: Talk, node: int) -> dict[str, Any]:
    """What ``_talk.html`` shows below the board that stands at a node."""
    user = request.user
    signed_in = user.is_authenticated
    may_talk = signed_in and services.may_talk(user_of(request))
    moderates = signed_in and user.has_perm(MODERATE)
    rows = [_row(note, talk, request, moderates) for note in talk.notes]
    lines = [_row(line, talk, request, moderates) for line in talk.variations]
    return {
        "talk": {
            "game": game,
            "notes": sorted(filter(None, rows), key=lambda row: row["order"]),
            "variations": sorted(filter(None, lines), key=lambda row: row["order"]),
            "may_talk": may_talk,
            "key": talk.keys[node],
            "where": _where(talk.record, node),
            "form": NoteForm() if may_talk else None,
            # The script finds the spots of the record itself, but not what members added.
            "keys": {talk.nodes[key]: key for key in talk.keys if key.startswith("v")}
            | {node: talk.keys[node] for node in talk.record.main_line[-1:]},
        }
    }


def _row(
    said: KifuNote | KifuVariation, talk: Talk, request: HttpRequest, moderates: bool
) -> dict[str, Any] | None:
    """A comment or a variation as the panel shows it; None where nobody may see it."""
    node = talk.node_of(said)
    own = said.author_id == request.user.pk
    if node is None and not moderates:
        return None
    open_text = not said.is_hidden or own or moderates
    if isinstance(said, KifuNote):
        parts = _parts(said.text, talk.record, node) if open_text else []
    else:
        parts = [{"text": _moves_text(said, talk.bare)}] if open_text else []
    may_change = own and not said.is_hidden and services.may_talk(user_of(request))
    record = talk.record
    return {
        "said": said,
        "node": node,
        "where": "" if node is None else _where(record, node),
        "order": (record.nodes[node or 0].number, node or 0, said.at, said.pk),
        "parts": parts,
        "may_change": may_change,
        "may_hide": moderates,
    }


def _parts(text: str, record: Record, node: int | None) -> list[dict[str, Any]]:
    """The text in pieces; those that name a point lead to it on the board."""
    parts: list[dict[str, Any]] = []
    for part in split_mentions(text, record.width, record.height):
        found: dict[str, Any] = {"text": part.text}
        if part.point is not None and node is not None:
            found["query"] = urlencode({"node": node, "mark": part.text.upper()})
            found["x"], found["y"] = part.point
        parts.append(found)
    return parts


def _moves_text(line: KifuVariation, record: Record) -> str:
    moves = read_moves(line.moves, record)
    names = [_("pass") if p is None else name_point(p, record.height) for _c, p in moves]
    return " ".join(names[:_SHOWN_MOVES]) + (" …" if len(names) > _SHOWN_MOVES else "")


def _where(record: Record, node: int) -> str:
    """“Move 57”, “Move 59 of a variation”."""
    number = record.nodes[node].number
    if node >= record.tree.main_end:
        return _("Move %(n)d of a variation") % {"n": number}
    return _("Move %(n)d") % {"n": number} if number else _("The start of the game")


# -- comments ------------------------------------------------------------------------------------


def _game(request: HttpRequest, pk: int) -> Game | HttpResponseRedirect:
    """The game with its kifu, or the way to sign in.  Raises Http404 where there is no kifu."""
    if not rights_of(request).games:
        return sign_in_first(request)
    return get_object_or_404(queries.game_page(pk).filter(kifu__isnull=False))


def _back_to(game: Game, node: int | None, anchor: str) -> HttpResponseRedirect:
    query = "" if node is None else f"?node={node}"
    return redirect(f"{game.get_absolute_url()}{query}#{anchor}")


def _known_node(talk: Talk, key: str) -> int:
    """The node that a key names.  Raises Http404."""
    if key not in talk.nodes:
        raise Http404
    return talk.nodes[key]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Comment on a move: ``?at=`` names it as :class:`.services.talk.Talk` does."""
    game = _game(request, pk)
    if isinstance(game, HttpResponse):
        return game
    if not services.may_talk(user_of(request)):
        raise PermissionDenied
    talk = services.read_talk(game.kifu)
    key = request.POST.get("at") or request.GET.get("at") or "0"
    node = _known_node(talk, key)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            note = services.add_note(
                kifu=game.kifu,
                by=user_of(request),
                key=key,
                text=form.cleaned_data["text"],
                at=timezone.now(),
            )
        except RuleError as error:
            add_rule_error(form, error)
        else:
            fresh = services.read_talk(game.kifu, end=end_of_record())
            return _back_to(game, fresh.node_of(note), f"comment-{note.pk}")
    return _note_page(request, game, talk, node, form, _("Comment on a move"), key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one's own comment."""
    note = get_object_or_404(KifuNote.objects.select_related("kifu__game"), pk=pk)
    if note.author_id != user_of(request).pk or note.kifu.game is None:
        raise PermissionDenied
    game = note.kifu.game
    talk = services.read_talk(note.kifu, end=end_of_record())
    form = NoteForm(request.POST or None, initial={"text": note.text})
    if request.method == "POST" and form.is_valid():
        try:
            services.edit_note(
                note=note, by=user_of(request), text=form.cleaned_data["text"], at=timezone.now()
            )
        except RuleError as error:
            add_rule_error(form, error)
        else:
            return _back_to(game, talk.node_of(note), f"comment-{note.pk}")
    node = talk.node_of(note)
    return _note_page(request, game, talk, node or 0, form, _("Change the comment"), "")


def _note_page(
    request: HttpRequest, game: Game, talk: Talk, node: int, form: NoteForm, title: str, key: str
) -> HttpResponse:
    record = talk.record
    here = record.nodes[node]
    svg = draw_board(
        record.position_at(node), last=here.point if here.is_move else None, title=title
    )
    context = {
        "game": game,
        "form": form,
        "title": title,
        "key": key,
        "where": _where(record, node),
        "board_svg": mark_safe(svg),  # noqa: S308 - the renderer escapes every text
    }
    return render(request, "games/note.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def note_delete(request: HttpRequest, pk: int) -> HttpResponse:
    note = get_object_or_404(KifuNote.objects.select_related("kifu__game"), pk=pk)
    return _do(
        request,
        note,
        lambda: services.delete_note(note=note, by=user_of(request)),
        _("The comment is gone."),
    )


@login_required
@require_POST
def variation_delete(request: HttpRequest, pk: int) -> HttpResponse:
    line = get_object_or_404(KifuVariation.objects.select_related("kifu__game"), pk=pk)
    return _do(
        request,
        line,
        lambda: services.delete_variation(variation=line, by=user_of(request)),
        _("The variation is gone."),
    )


def _do(
    request: HttpRequest, said: KifuNote | KifuVariation, act: Callable[[], None], done: str
) -> HttpResponse:
    """Do something to a comment or a variation; the game's page then says how it went."""
    game = said.kifu.game
    if game is None:
        raise Http404
    try:
        act()
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, done)
    return redirect(f"{game.get_absolute_url()}#talk")


# -- the office ----------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note_hide(request: HttpRequest, pk: int) -> HttpResponse:
    note = get_object_or_404(KifuNote.objects.select_related("kifu__game"), pk=pk)
    return _hide(request, note, _("Hide this comment?"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def variation_hide(request: HttpRequest, pk: int) -> HttpResponse:
    line = get_object_or_404(KifuVariation.objects.select_related("kifu__game"), pk=pk)
    return _hide(request, line, _("Hide this variation?"))


def _hide(request: HttpRequest, said: KifuNote | KifuVariation, title: str) -> HttpResponse:
    if not user_of(request).has_perm(MODERATE):
        raise PermissionDenied
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return _do(
            request,
            said,
            lambda: services.hide_said(
                said=said, by=user_of(request), reason=reason, at=timezone.now()
            ),
            _("Hidden. The reason stands in its place."),
        )
    context = {"game": said.kifu.game, "form": form, "title": title, "button": _("Hide it")}
    return render(request, "games/reason.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def note_show(request: HttpRequest, pk: int) -> HttpResponse:
    note = get_object_or_404(KifuNote.objects.select_related("kifu__game"), pk=pk)
    return _show(request, note)


@login_required
@require_POST
def variation_show(request: HttpRequest, pk: int) -> HttpResponse:
    line = get_object_or_404(KifuVariation.objects.select_related("kifu__game"), pk=pk)
    return _show(request, line)


def _show(request: HttpRequest, said: KifuNote | KifuVariation) -> HttpResponse:
    return _do(
        request,
        said,
        lambda: services.show_said(said=said, by=user_of(request)),
        _("It is shown again."),
    )


# -- variations ----------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vary(request: HttpRequest, pk: int) -> HttpResponse:
    """Play a variation: each click is a link, and the server plays the move.

    ``?at=`` names the node, ``?moves=`` what was played so far.
    """
    game = _game(request, pk)
    if isinstance(game, HttpResponse):
        return game
    if not services.may_talk(user_of(request)):
        raise PermissionDenied
    talk = services.read_talk(game.kifu)
    asked = request.POST if request.method == "POST" else request.GET
    spot, moves = _start(talk, asked.get("at", "0"), asked.get("moves", ""))
    form = NoteForm(request.POST or None, optional=True)
    line: tuple[Move, ...] = ()
    try:
        line = check_line(talk.bare, spot, moves)
        if typed := request.GET.get("play", "").strip():
            moves += _typed_move(talk.bare, spot, line, typed)
            line = check_line(talk.bare, spot, moves)
    except RuleError as error:
        form.problem = _refused(error, talk.bare)
        moves = write_moves(line, talk.bare)
    if request.method == "POST" and not form.problem and form.is_valid():
        try:
            added = services.add_variation(
                kifu=game.kifu,
                by=user_of(request),
                spot=spot,
                moves=moves,
                text=form.cleaned_data["text"],
                at=timezone.now(),
            )
        except RuleError as error:
            form.problem = _refused(error, talk.bare)
        else:
            fresh = services.read_talk(game.kifu, end=end_of_record())
            return _back_to(game, fresh.node_of(added), "board")
    context = {"game": game, "form": form, "spot": spot, "moves": moves}
    context |= _vary_page(talk.bare, spot, line)
    status = 422 if form.errors or form.problem else 200
    return render(request, "games/vary.html", context, status=status)


def _typed_move(record: Record, spot: str, line: tuple[Move, ...], typed: str) -> str:
    """The next move where somebody typed its point.  Raises ``E_TYPE``, ``E_ILLEGAL_MOVE``."""
    point = parse_point(typed[:10], record.height, record.width)
    return write_moves([(_turn(record, find_spot(record, spot), line), point)], record)


def _turn(record: Record, node: int, line: tuple[Move, ...]) -> int:
    return opponent(line[-1][0]) if line else next_colour(record, node)


def _refused(error: RuleError, record: Record) -> str:
    """Why a line cannot be played; an illegal move is named as players say it."""
    if not isinstance(error, IllegalMove):
        return str(describe(error))
    why = WHY_ILLEGAL[error.reason]()
    point = "" if error.point is None else name_point(error.point, record.height)
    if not point or error.reason == "off_board":
        return _("This point is off the board. Click one of the board’s points.")
    text = _("%(point)s cannot be played: %(why)s. Choose another point.")
    return text % {"point": point, "why": why}


def _start(talk: Talk, key: str, moves: str) -> tuple[str, str]:
    """Where a line begins; one that begins in somebody's variation takes its moves along."""
    _known_node(talk, key)
    if not key.startswith("v"):
        return key, moves
    number, _dash, step = key[1:].partition("-")
    line = next(line for line in talk.variations if line.pk == int(number))
    before = read_moves(line.moves, talk.bare)[: int(step)]
    return line.spot, write_moves(before, talk.bare) + moves


def _vary_page(record: Record, spot: str, line: tuple[Move, ...]) -> dict[str, Any]:
    """The board after the moves so far, with a link on every point that may be played."""
    node = find_spot(record, spot)
    board = play_on(record, node, line)
    colour = _turn(record, node, line)
    numbers = {point: n for n, (_c, point) in enumerate(line, 1) if point is not None}
    name = _("Black to play") if colour == BLACK else _("White to play")
    last = line[-1][1] if line else record.nodes[node].point
    svg = draw_board(board, last=last, numbers=numbers, title=name)
    full = len(line) >= LONGEST_LINE
    links = {} if full else _move_links(record, board, spot, line, colour)
    return {
        "board_svg": mark_safe(with_links(svg, links)),  # noqa: S308 - escaped where written
        "turn": name,
        "colour": "B" if colour == BLACK else "W",
        "where": _where(record, node),
        "count": len(line),
        "is_full": full,
        "undo": _query(record, spot, line[:-1]) if line else "",
        "pass_query": "" if full else _query(record, spot, (*line, (colour, None))),
    }


def _move_links(
    record: Record, board: Board, spot: str, line: tuple[Move, ...], colour: int
) -> dict[Point, PointLink]:
    allowed = {None, "suicide"} if allows_suicide(record.header.rules) else {None}
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


@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The record with all comments and variations that are shown, as SGF."""
    game = _game(request, pk)
    if isinstance(game, HttpResponse):
        return game
    data = services.export_talk(game.kifu, end=end_of_record())
    response = HttpResponse(data, content_type="application/x-go-sgf")
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}-talk.sgf"'
    return response

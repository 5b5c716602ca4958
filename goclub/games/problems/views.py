from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common import notation
from goclub.common.confirmation import Question
from goclub.common.http import sign_in_first
from goclub.common.limits import limited
from goclub.common.refusals.registry import describe
from goclub.games.library.services.filing import may_file, read_stored
from goclub.games.library.services.records import read_kifu
from goclub.games.models import (
    GuessedGame,
    Kifu,
    Problem,
    ProblemCollection,
    ProblemResult,
)
from goclub.games.problems.forms import (
    CollectionForm,
    CollectionTitleForm,
    PointForm,
    ProblemStateForm,
    VoteForm,
)
from goclub.games.problems.labels import (
    collection_cards,
    difficulty_text,
    left_out_rows,
    problem_text,
    texts_of,
)
from goclub.games.problems.queries import (
    collections_for,
    games_guessed,
    next_unsolved,
    problems_of,
    problems_of_day,
    record_of,
    with_difficulty,
)
from goclub.games.problems.services import (
    add_collection,
    ask_to_read,
    delete_collection,
    guess_again,
    guess_move,
    may_edit,
    record_try,
    rename_collection,
    vote_difficulty,
)
from goclub.go.board.basics import IllegalMove, Point, name_point, parse_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, draw_board, part_around
from goclub.go.diagrams.book import marks_of
from goclub.go.diagrams.numbered import Diagram
from goclub.go.problems import (
    HIT,
    NEAR,
    ProblemState,
    ProblemTree,
    guess_points,
    guessed_moves,
    point_in_file,
    turned_board,
    turned_colour,
    turned_point,
)
from goclub.go.records.record import Record
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest, act_of, member_of, user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

A_PAGE = 24
_RANDOM = random.SystemRandom()


@require_safe
def problem_list(request: MemberRequest) -> HttpResponse:
    """The collections, and the reader's own record."""
    if not rights_of(request).games:
        return sign_in_first(request)
    page = Paginator(collections_for(request.member), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page_obj": page,
        "record": record_of(request.member) if request.member else None,
        "guessed": games_guessed(request.member)[:10],
        "problem_of_day": problems_of_day(timezone.localdate(), request.member).first(),
        "may_add": request.user.is_authenticated and may_file(request.user),
    }
    return render(request, "games/problems/problem_list.html", context)


@require_safe
def problem_of_day(_request: MemberRequest) -> HttpResponse:
    """To the problem of the day, or to the collections where there is none."""
    return redirect(problems_of_day(timezone.localdate()).first() or "games:problems")


@require_safe
def problem_collection(request: MemberRequest, pk: int) -> HttpResponse:
    """The problems of a collection, a picture each."""
    if not rights_of(request).games:
        return sign_in_first(request)
    collection = get_object_or_404(ProblemCollection.objects.defer("original"), pk=pk)
    page = Paginator(problems_of(collection, request.member), A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "collection": collection,
        "page_obj": page,
        "cards": collection_cards(page.object_list),
        "left_out": left_out_rows(collection),
        "onward": request.member and next_unsolved(collection, request.member),
        "may_edit": request.user.is_authenticated and may_edit(collection, request.user),
    }
    return render(request, "games/problems/collection.html", context)


@method_decorator(limited("upload"), name="dispatch")
class AddCollection(ActionView):
    """Upload a file of problems."""

    form_class = CollectionForm
    template_name = "games/problems/collection_form.html"
    done = _("File uploaded. The problems are being read.")

    def find(self) -> None:
        if not may_file(user_of(self.request)):
            raise PermissionDenied

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        return {**kwargs, "files": self.request.FILES} if "data" in kwargs else kwargs

    def carry_out(self, act: Act, form: Any) -> str:
        values = form.cleaned_data
        collection = add_collection(act, title=values["title"], files=values["files"])
        return reverse("games:job", args=[ask_to_read(act, collection).pk])


class EditCollection(ActionView):
    """Change the title of a collection."""

    form_class = CollectionTitleForm
    template_name = "games/problems/collection_form.html"
    done = _("Saved.")

    def find(self, pk: int) -> None:
        self.collection = get_object_or_404(ProblemCollection.objects.defer("original"), pk=pk)
        if not may_edit(self.collection, user_of(self.request)):
            raise PermissionDenied

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": self.collection}

    def carry_out(self, act: Act, form: CollectionTitleForm) -> ProblemCollection:
        rename_collection(act, form.instance)
        return form.instance

    def context_for(self, _form: object) -> dict[str, Any]:
        """Return the collection."""
        return {"collection": self.collection}


class DeleteCollection(ButtonView):
    """Delete a collection, once it was asked."""

    done = _("Collection deleted.")

    def find(self, pk: int) -> None:
        self.collection = get_object_or_404(ProblemCollection.objects.defer("original"), pk=pk)
        self.back = self.collection

    def question(self) -> Question:
        problems = self.collection.problems.count()
        lost = ngettext(
            "%(n)s problem is deleted, with everyone’s results.",
            "%(n)s problems are deleted, with everyone’s results.",
            problems,
        )
        return Question(
            title=gettext("Delete “%(title)s”?") % {"title": self.collection},
            button=_("Delete"),
            back=self.collection.get_absolute_url(),
            effects=[lost % {"n": notation.number(problems)}],
            then=_("This cannot be undone."),
        )

    def carry_out(self, act: Act, _form: object) -> str:
        delete_collection(act, self.collection)
        return reverse("games:problems")


# --- Solving --------------------------------------------------------------------------------------
@require_http_methods(["GET", "POST"])
def problem(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A problem on the board; its address says how it is turned and where it is."""
    if not rights_of(request).games:
        return sign_in_first(request)
    row = get_object_or_404(
        with_difficulty(Problem.objects.select_related("collection")).defer("collection__original"),
        collection=pk,
        number=number,
    )
    tree = ProblemTree(read_stored(row.normalised))
    state, look, is_shown = _asked_state(request, tree)
    size = {"width": tree.record.width, "height": tree.record.height}
    form = PointForm(request.POST if request.method == "POST" else None, **size)
    if form.is_valid() and state.solved is None:
        point = point_in_file(form.cleaned_data["point"], look=look, **size)
        try:
            state = tree.play(state.node, point, _RANDOM)
        except IllegalMove as error:
            form.refuse(error.reason)
        except RuleError as error:
            form.add_error("point", describe(error))
        else:
            if state.solved is not None and request.member:
                record_try(act_of(request), row, solved=state.solved)
            return redirect(f"{row.get_absolute_url()}?{_query(tree, state, look)}")
    following = row.collection.problems.filter(number__gt=number).order_by("number")
    context = {
        "problem": row,
        "is_of_day": row == problems_of_day(timezone.localdate()).first(),
        "form": form,
        "state": state,
        "query": _query(tree, state, look),
        "look": look,
        "is_turned": look and 0 in tree.looks,
        "is_shown": is_shown,
        "colour": "BW"[turned_colour(tree.colour, look) - 1],
        **(
            _draw_solution(tree, look, title=str(row))
            if is_shown
            else _draw_problem(tree, state, look, title=str(row))
        ),
        "difficulty": difficulty_text(vars(row)["difficulty"]),
        "next": following.only("collection", "number").first(),
        "result": ProblemResult.objects.filter(member=request.member, problem=row).first(),
        "votes": ProblemResult.Difficulty.choices,
    }
    status = 422 if form.errors else 200
    return render(request, "games/problems/problem.html", context, status=status)


def _asked_state(request: MemberRequest, tree: ProblemTree) -> tuple[ProblemState, int, bool]:
    """Where the address is, how the board is turned, at random where it does not say, and whether
    the solution is asked for."""
    asked = ProblemStateForm(request.GET)
    if not asked.is_valid():
        raise Http404
    node, look, tried = (asked.cleaned_data[name] for name in ("node", "look", "tried"))
    look = look if look in tree.looks else _RANDOM.choice(tree.looks)
    record = tree.record
    try:
        seen = parse_point(tried, record.height, record.width) if tried else None
        point = point_in_file(seen, record.width, record.height, look) if seen else None
        state = tree.state(tree.start if node is None else node, point)
    except (IndexError, RuleError) as error:
        raise Http404 from error
    return state, look, asked.cleaned_data["solution"]


def _query(tree: ProblemTree, state: ProblemState, look: int) -> str:
    query = f"look={look}&node={state.node}"
    if state.tried is None:
        return query
    width, height = tree.record.width, tree.record.height
    return f"{query}&tried={name_point(turned_point(state.tried, width, height, look), height)}"


def _seen_from(tree: ProblemTree, look: int) -> Callable[[Point], Point]:
    """Where a point of the file is seen."""
    return partial(turned_point, width=tree.record.width, height=tree.record.height, look=look)


def _draw_problem(
    tree: ProblemTree, state: ProblemState, look: int, *, title: str
) -> dict[str, object]:
    record, seen = tree.record, _seen_from(tree, look)
    board = record.position_at(state.node)
    last = tree.point(state.node) if state.node != tree.start else None
    if state.tried:
        board.play(tree.colour, state.tried)
        last = state.tried

    marks = [
        Mark(mark.kind, seen(mark.point), mark.text, mark.to and seen(mark.to))
        for mark in ([] if state.tried else marks_of(record, state.node))
    ]
    shown = {*map(seen, tree.points), *(mark.point for mark in marks)}
    if last:
        shown.add(seen(last))
    svg = draw_board(
        turned_board(board, look), last=last and seen(last), marks=marks, title=title,
        part=part_around(shown, record.width, record.height),
    )  # fmt: skip
    reply = name_point(seen(last), record.height) if last and state.solved is None else ""
    return {"board": svg, "reply": reply, "text": problem_text(tree, state)}


def _draw_solution(tree: ProblemTree, look: int, *, title: str) -> dict[str, object]:
    """The moves of the solution with their numbers."""
    record, seen = tree.record, _seen_from(tree, look)
    board = turned_board(record.position_at(tree.start), look)
    diagram = Diagram(board.width, board.height, dict(board.stones()))
    for node in tree.solution:
        if colour := record.tree.colours[node]:
            point = tree.point(node)
            move = record.nodes[node]._replace(
                colour=turned_colour(colour, look), point=point and seen(point)
            )
            diagram.play(move)
    part = part_around(map(seen, tree.points), board.width, board.height)
    return {
        "board": diagram.svg(title=title, id_prefix="board", part=part),
        "elsewhere": diagram.elsewhere,
        "text": texts_of(tree, tree.solution),
    }


class VoteDifficulty(ButtonView):
    """Say how hard a problem is."""

    form_class = VoteForm
    done = _("Thank you. Your vote counts.")

    def find(self, pk: int, number: int) -> None:
        self.problem = get_object_or_404(Problem, collection=pk, number=number)
        self.back = f"{self.problem.get_absolute_url()}?{self.request.GET.urlencode()}"

    def carry_out(self, act: Act, form: Any) -> str:
        vote_difficulty(act, self.problem, vote=form.cleaned_data["vote"])
        return str(self.back)


# --- Guess the move -------------------------------------------------------------------------------
@login_required
@require_http_methods(["GET", "POST"])
def guess(request: MemberRequest, pk: int) -> HttpResponse:
    """A game of the library whose next move is to be guessed."""
    member = member_of(request)
    kifu = get_object_or_404(Kifu.objects.in_library().with_game().defer("original"), pk=pk)
    record = read_kifu(kifu)
    moves = guessed_moves(record.moves, record.width, record.height)
    game = GuessedGame.objects.filter(member=member, kifu=kifu).first()
    guesses = min(game.guesses, len(moves)) if game else 0
    size = {"width": record.width, "height": record.height}
    form = PointForm(request.POST if request.method == "POST" else None, **size)
    if form.is_valid() and guesses < len(moves):
        place, colour, played = moves[guesses]
        point, before = form.cleaned_data["point"], form.cleaned_data["guesses"]
        if reason := _position_before(record, place).refusal(colour, point):
            form.refuse(reason)
        else:
            guess_move(act_of(request), kifu, guesses=before, played=played, point=point)
            return redirect("games:guess", pk)
    context = _guess_context(record, moves, guesses, game) | {"kifu": kifu, "form": form}
    return render(request, "games/problems/guess.html", context, status=422 if form.errors else 200)


def _guess_context(
    record: Record, moves: list[tuple[int, int, Point]], guesses: int, game: GuessedGame | None
) -> dict[str, object]:
    """The board before the next move, with the move before it and what was guessed there."""
    is_over = guesses == len(moves)
    place, colour, _point = (len(record.moves), 0, None) if is_over else moves[guesses]
    last, marks, points = record.moves[place - 1][1] if place else None, [], 0
    if game and guesses:
        last = moves[guesses - 1][2]
        latest = parse_point(game.latest, record.height, record.width)
        points = guess_points(last, latest)
        marks = [] if points == HIT else [Mark("MA", latest)]
    board = _position_before(record, place)
    return {
        "board": draw_board(board, last=last, marks=marks, title=gettext("Guess the move")),
        "colour": "" if is_over else "BW"[colour - 1],
        "is_over": is_over,
        "guesses": guesses,
        "total": len(moves),
        "game": game,
        "points": points,
        "score": HIT * game.hits + NEAR * game.near if game else 0,
        "most": HIT * guesses,
        "played": name_point(last, record.height) if last else "",
    }


def _position_before(record: Record, place: int) -> Board:
    """The position before a move of the main line, counted from 0."""
    moves = [node for node in record.main_line if record.tree.colours[node]]
    return record.position_at(moves[place - 1] if place else record.tree.first_move() - 1)


class GuessFromStart(ButtonView):
    """Forget the guesses of a game, once it was asked."""

    done = _("Your guesses in this game are deleted.")

    def find(self, pk: int) -> None:
        self.kifu = get_object_or_404(Kifu.objects.in_library().with_game(), pk=pk)
        self.back = reverse("games:guess", args=[pk])

    def question(self) -> Question:
        return Question(
            title=_("Start again?"),
            button=_("Start again"),
            back=self.back,
            items=[self.kifu],
            effects=[_("Your guesses in this game and their points are deleted.")],
            then=_("This cannot be undone."),
        )

    def carry_out(self, act: Act, _form: object) -> str:
        guess_again(act, self.kifu)
        return str(self.back)

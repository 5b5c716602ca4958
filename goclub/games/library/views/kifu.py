"""The page of a kifu: on the site, embedded elsewhere, on paper, as a file, or unreadable."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from goclub.common.around import Middleware
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import download, sgf_response, sign_in_first
from goclub.common.refusals.registry import describe
from goclub.games.library.labels.comments import branch_names, end_of_record
from goclub.games.library.labels.counting import recorded_result
from goclub.games.library.labels.record_page import kifu_context, unreadable_context
from goclub.games.library.labels.records import header_rows, headings, texts
from goclub.games.library.labels.viewer import (
    ShortEncoder,
    asked_node,
    tree_address,
    viewer_context,
)
from goclub.games.library.queries import notes_of
from goclub.games.library.services.comments import read_comments
from goclub.games.library.services.filing import may_see_original, may_withdraw, withdraw_record
from goclub.games.library.services.records import UnreadableKifu, read_kifu
from goclub.games.models import Game, Kifu
from goclub.games.sharing.labels import shared_kifu
from goclub.go.diagrams.numbered import Diagram, diagrams
from goclub.go.records.header import allows_suicide
from goclub.go.records.record import Record
from goclub.go.records.write import tree_json
from goclub.members.models import User
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError


def shown_kifu() -> QuerySet[Kifu]:
    """What every page of a kifu may show."""
    return Kifu.objects.in_library().with_game().defer("original", "text")


@require_safe
def kifu_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """A record of the library; the kifu of a club game is shown on the page of that game."""
    if not rights_of(request).games:
        return sign_in_first(request)
    kifu = get_object_or_404(shown_kifu(), pk=pk)
    if kifu.game_id:
        query = request.META.get("QUERY_STRING", "")
        return redirect(kifu.get_absolute_url() + (f"?{query}" if query else ""))
    context = kifu_context(request, kifu) | {"shared_page": shared_kifu(kifu, request.club)}
    return render(request, "games/library/kifu_detail.html", context)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def kifu_embed(request: MemberRequest, pk: int) -> HttpResponse:
    """The board alone, for a frame on another site; where visitors may see games."""
    if not rights_of(request).games:
        raise Http404
    kifu = get_object_or_404(shown_kifu(), pk=pk)
    is_discussed = any(not note.is_hidden for note in notes_of(kifu))
    context: dict[str, object] = {"kifu": kifu, "kifu_panels": ()}
    try:
        more = tree_address(kifu, part="record")
        context |= viewer_context(request, read_kifu(kifu), is_discussed=is_discussed, more=more)
    except UnreadableKifu:
        context |= unreadable_context(request, kifu)
    return render(request, "games/library/kifu_embed.html", context)


@require_safe
def kifu_tree(request: MemberRequest, pk: int) -> HttpResponse:
    """The nodes near ``?node=``, for the script of a board whose tree did not come whole.

    ``?part=record`` of the record without what members added.  404 where the tree has changed.
    """
    user = request.user
    shown = Kifu.objects.drafts_of(user.pk) if user.is_authenticated else Kifu.objects.none()
    if rights_of(request).games:
        shown |= Kifu.objects.with_page()
    kifu = get_object_or_404(shown.select_related("game"), pk=pk)
    if request.GET.get("part") == "record":
        record, names, address = read_kifu(kifu), {}, tree_address(kifu, part="record")
    else:
        commented = read_comments(kifu, end=end_of_record())
        record, names = commented.record, branch_names(commented)
        address = tree_address(kifu, commented.steps)
    node = asked_node(request, record)
    if node is None or not request.get_full_path().startswith(f"{address}&"):
        raise Http404
    nodes = tree_json(record, headings(record), names, ends=(node,))
    return JsonResponse(nodes, encoder=ShortEncoder)


@require_safe
def kifu_print(request: MemberRequest, pk: int) -> HttpResponse:
    """The game in numbered diagrams of fifty moves each, with its comments."""
    if not rights_of(request).games:
        return sign_in_first(request)
    kifu = get_object_or_404(shown_kifu(), pk=pk)
    record = read_kifu(kifu)
    context = {
        "kifu": kifu,
        "header": header_rows(record),
        "diagrams": diagram_rows(record),
        "result": recorded_result(record, kifu.result),
    }
    return render(request, "games/library/kifu_print.html", context)


def diagram_rows(record: Record) -> list[dict[str, object]]:
    """The diagrams of a record with what stands below each."""
    texts_by_node = texts(record)
    drawn = diagrams(
        record.nodes[: record.tree.main_end],
        record.width,
        record.height,
        suicide=allows_suicide(record.header.rules),
    )
    return [
        _diagram_row(diagram, number)
        | {
            "comments": [
                (record.nodes[place].number, texts_by_node[place])
                for place in diagram.places
                if place in texts_by_node
            ]
        }
        for number, diagram in enumerate(drawn, start=1)
    ]


def _diagram_row(diagram: Diagram, number: int) -> dict[str, object]:
    if diagram.first:
        words = {"first": diagram.first, "last": diagram.last}
        title = _("Moves %(first)d to %(last)d") % words
    else:
        title = _("Starting position")
    return {
        "title": title,
        "svg": diagram.svg(title=title, id_prefix=f"d{number}"),
        "elsewhere": diagram.elsewhere,
    }


@require_safe
def record_download(request: MemberRequest, pk: int) -> HttpResponse:
    """The normalised record, as a file."""
    if not rights_of(request).games:
        return sign_in_first(request)
    kifu = get_object_or_404(shown_kifu(), pk=pk)
    return sgf_response(kifu.normalised, f"kifu-{kifu.pk}.sgf")


@require_safe
def record_original(request: MemberRequest, pk: int) -> HttpResponse:
    """The bytes as they were uploaded: for the uploader and the office alone."""
    kifu = get_object_or_404(Kifu.objects.select_related("source"), pk=pk)
    if not (isinstance(request.user, User) and may_see_original(kifu, request.user)):
        raise Http404
    return download(kifu.file_bytes, "application/octet-stream", f"kifu-{kifu.pk}-original.sgf")


@login_required
@require_POST
def record_withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a record out of the library again."""
    kifu = get_object_or_404(Kifu.objects.in_library().filter(game=None), pk=pk)
    if not is_confirmed(request) and may_withdraw(kifu, user_of(request)):
        return ask(
            request,
            Question(
                title=_("Remove this game record from the library?"),
                items=[kifu],
                effects=[
                    _("The game record is deleted for everyone, with its comments and variations.")
                ],
                then=_("You can upload the file again, but the comments cannot be restored."),
                button=_("Remove from library"),
                back=kifu.get_absolute_url(),
            ),
        )
    try:
        withdraw_record(act_of(request), kifu)
    except RuleError as error:
        messages.error(request, describe(error))
        return redirect(kifu)
    messages.success(request, _("Game record removed from the library."))
    return redirect("games:kifu-list")


@require_safe
def kifu_download(request: MemberRequest, pk: int) -> HttpResponse:
    """The normalised record, as a file."""
    if not rights_of(request).games:
        return sign_in_first(request)
    game = get_object_or_404(Game.objects.select_related("kifu"), pk=pk, kifu__isnull=False)
    return sgf_response(game.kifu.normalised, f"game-{game.pk}.sgf")


@require_safe
def kifu_original(request: MemberRequest, pk: int) -> HttpResponse:
    """The bytes as they were uploaded: for the uploader and the office alone."""
    game = get_object_or_404(Game.objects.select_related("kifu"), pk=pk, kifu__isnull=False)
    return record_original(request, game.kifu.pk)


class UnreadableKifuMiddleware(Middleware):
    """Answer for every view that wants to show a record which cannot be read."""

    def process_exception(self, request: MemberRequest, error: Exception) -> HttpResponse | None:
        """The page that offers the file; None where the error is another."""
        if not isinstance(error, UnreadableKifu):
            return None
        context = unreadable_context(request, error.kifu)
        return render(request, "games/library/kifu_unreadable.html", context)

"""Talking about a kifu: the panel below the board, comments, what the office hides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.forms import ReasonForm
from goclub.common.http import form_page, sgf_response, sign_in_first
from goclub.common.refusals.registry import add_refusal, describe
from goclub.games.library.forms import NoteForm
from goclub.games.library.labels.comments import end_of_record, where_text
from goclub.games.library.queries import kifu_page
from goclub.games.library.services.comments import (
    CommentedRecord,
    add_note,
    delete_annotation,
    export_comments,
    read_comments,
)
from goclub.games.models import Kifu, KifuNote, KifuVariation
from goclub.go.diagrams.board_svg import draw_board
from goclub.members.comments.services import (
    edit_comment,
    hide_comment,
    may_comment,
    show_comment,
)
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

#: What leads from a comment to its page.
_PAGE = ("kifu__game__black", "kifu__game__white")


# -- comments ------------------------------------------------------------------------------------


def find_kifu(request: MemberRequest, pk: int) -> Kifu | HttpResponseRedirect:
    """The kifu, or the way to sign in.  Raises Http404 for drafts and numbers nobody has."""
    if not rights_of(request).games:
        return sign_in_first(request)
    return get_object_or_404(kifu_page(pk))


def kifu_to_comment_on(request: MemberRequest, pk: int) -> Kifu | HttpResponseRedirect:
    """The same for those who may add to it.  Raises PermissionDenied for others."""
    kifu = find_kifu(request, pk)
    if isinstance(kifu, Kifu) and not may_comment(user_of(request)):
        raise PermissionDenied
    return kifu


def back_to(kifu: Kifu, node: int | None, anchor: str) -> HttpResponseRedirect:
    """To the kifu's page, at a node."""
    query = "" if node is None else f"?node={node}"
    return redirect(f"{kifu.get_absolute_url()}{query}#{anchor}")


def known_node(commented: CommentedRecord, key: str) -> int:
    """The node that a key names.  Raises Http404."""
    node = commented.node_at(key)
    if node is None:
        raise Http404
    return node


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note_add(request: MemberRequest, pk: int) -> HttpResponse:
    """Comment on a move: ``?at=`` names it as :class:`.services.comments.CommentedRecord` does."""
    kifu = kifu_to_comment_on(request, pk)
    if isinstance(kifu, HttpResponse):
        return kifu
    commented = read_comments(kifu)
    key = request.POST.get("at") or request.GET.get("at") or "0"
    node = known_node(commented, key)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            note = add_note(act_of(request), kifu, key=key, text=form.cleaned_data["text"])
        except RuleError as error:
            add_refusal(form, error)
        else:
            fresh = read_comments(kifu, end=end_of_record())
            return back_to(kifu, fresh.node_of(note), f"comment-{note.pk}")
    return _note_page(request, kifu, commented, node, form, _("Comment on a move"), key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note_edit(request: MemberRequest, pk: int) -> HttpResponse:
    """Change one's own comment."""
    note = get_object_or_404(KifuNote.objects.select_related(*_PAGE), pk=pk)
    if note.author_id != user_of(request).pk:
        raise PermissionDenied
    kifu = note.kifu
    commented = read_comments(kifu, end=end_of_record())
    form = NoteForm(request.POST or None, initial={"text": note.text})
    if request.method == "POST" and form.is_valid():
        try:
            edit_comment(act_of(request), note, text=form.cleaned_data["text"])
        except RuleError as error:
            add_refusal(form, error)
        else:
            return back_to(kifu, commented.node_of(note), f"comment-{note.pk}")
    node = commented.node_of(note)
    return _note_page(request, kifu, commented, node or 0, form, _("Change the comment"), "")


def _note_page(
    request: MemberRequest,
    kifu: Kifu,
    commented: CommentedRecord,
    node: int,
    form: NoteForm,
    title: str,
    key: str,
) -> HttpResponse:
    record = commented.record
    here = record.nodes[node]
    svg = draw_board(
        record.position_at(node), last=here.point if here.is_move else None, title=title
    )
    context = {
        "kifu": kifu,
        "form": form,
        "title": title,
        "key": key,
        "where": where_text(record, node),
        "board_svg": svg,
    }
    return form_page(request, "games/library/note.html", context)


Annotation = type[KifuNote] | type[KifuVariation]


@login_required
@require_POST
def annotation_delete(request: MemberRequest, pk: int, model: Annotation) -> HttpResponse:
    """Delete one's own comment or variation, after a question."""
    annotation = _annotation(pk, model)
    is_note = model is KifuNote
    own = annotation.author_id == request.user.pk and not annotation.is_hidden
    if own and not is_confirmed(request):  # the rest is refused by the service
        title = _("Delete this comment?") if is_note else _("Delete this variation?")
        question = Question(
            title=title,
            items=[annotation],
            effects=[_("It will be permanently deleted for everyone.")],
            button=_("Delete"),
            back=f"{annotation.kifu.get_absolute_url()}#comments",
        )
        return ask(request, question)
    return _do(
        request,
        annotation,
        lambda: delete_annotation(act_of(request), annotation),
        _("Comment deleted.") if is_note else _("Variation deleted."),
    )


def _annotation(pk: int, model: Annotation) -> KifuNote | KifuVariation:
    rows: QuerySet[Any] = model.objects.select_related(*_PAGE)
    annotation: KifuNote | KifuVariation = get_object_or_404(rows, pk=pk)
    return annotation


def _do(
    request: MemberRequest, annotation: KifuNote | KifuVariation, act: Callable[[], None], done: str
) -> HttpResponse:
    """Do something to a comment or a variation; the kifu's page then says how it went."""
    try:
        act()
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, done)
    return back_to(annotation.kifu, None, "comments")


# -- the office ----------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def annotation_hide(request: MemberRequest, pk: int, model: Annotation) -> HttpResponse:
    """Hide a comment or a variation, with a reason."""
    annotation = _annotation(pk, model)
    if not user_of(request).has_perm(model.MODERATE):
        raise PermissionDenied
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return _do(
            request,
            annotation,
            lambda: hide_comment(act_of(request), annotation, reason=reason),
            _("Hidden. The reason is shown in its place."),
        )
    context = {
        "kifu": annotation.kifu,
        "game": annotation.kifu.game,
        "form": form,
        "title": _("Hide this comment?") if model is KifuNote else _("Hide this variation?"),
        "button": _("Hide"),
    }
    return form_page(request, "games/playing/reason.html", context)


@login_required
@require_POST
def annotation_show(request: MemberRequest, pk: int, model: Annotation) -> HttpResponse:
    """Show again what was hidden."""
    annotation = _annotation(pk, model)
    return _do(
        request,
        annotation,
        lambda: show_comment(act_of(request), annotation),
        _("It is visible again."),
    )


# -- the file -------------------------------------------------------------------------------------


@require_safe
def export(request: MemberRequest, pk: int) -> HttpResponse:
    """The record with all comments and variations that are shown, as SGF."""
    kifu = find_kifu(request, pk)
    if isinstance(kifu, HttpResponse):
        return kifu
    data = export_comments(kifu, end=end_of_record())
    return sgf_response(data.decode(), f"kifu-{kifu.pk}-talk.sgf")

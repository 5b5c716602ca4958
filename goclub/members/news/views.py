"""All news, one post with its comments, posting, the feed."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.confirmation import Question
from goclub.common.feed import FeedEntry, Head, atom_response
from goclub.common.forms import ReasonForm
from goclub.common.http import sign_in_first
from goclub.common.limits import limited
from goclub.common.photos import picture_file
from goclub.common.reading import read_number
from goclub.common.sharing import Shared, absolute
from goclub.members.actions import ActionView, ButtonView
from goclub.members.comments.services import (
    delete_comment,
    edit_comment,
    hide_comment,
    may_comment,
    show_comment,
)
from goclub.members.models import NewsComment, NewsPicture, NewsPost
from goclub.members.news.forms import NewsCommentForm, NewsForm
from goclub.members.news.labels import plain_text, summary_of
from goclub.members.news.services import (
    IN_FEED,
    POST,
    add_comment,
    comments_on,
    delete_post,
    posts_for,
    save_post,
)
from goclub.members.requests import Act, MemberRequest, user_of
from goclub.members.visitors import rights_of

PER_PAGE = 20


@require_safe
def news(request: MemberRequest) -> HttpResponse:
    """All posts that the reader may read, pinned ones first."""
    page = Paginator(posts_for(request), PER_PAGE).get_page(
        read_number(request.GET.get("page")) or 1
    )
    context = {"page": page, "may_post": request.user.has_perm(POST)}
    return render(request, "members/news/list.html", context)


@require_safe
def post(request: MemberRequest, pk: int) -> HttpResponse:
    """One post, with the comments of members."""
    shown = _find(request, pk)
    if isinstance(shown, HttpResponse):
        return shown
    context = _context(request, shown, NewsCommentForm())
    return render(request, "members/news/post.html", context)


def _find(request: MemberRequest, pk: int) -> NewsPost | HttpResponseRedirect:
    """The post, or the way to sign in where it is for members only."""
    shown = get_object_or_404(NewsPost.objects.with_people(), pk=pk)
    if shown.readers == NewsPost.Readers.MEMBERS and rights_of(request).visitor:
        return sign_in_first(request)
    return shown


def _context(request: MemberRequest, shown: NewsPost, form: NewsCommentForm) -> dict[str, Any]:
    sees = rights_of(request)
    user = request.user
    moderates = user.has_perm(NewsComment.MODERATE)
    return {
        "post": shown,
        "form": form,
        "comments": [
            {
                "comment": comment,
                "own": comment.author_id == user.pk and not comment.is_hidden,
                "open": not comment.is_hidden or moderates or comment.author_id == user.pk,
            }
            for comment in (() if sees.visitor else comments_on(shown))
        ],
        "may_post": user.has_perm(POST),
        "may_hide": moderates,
        "may_comment": not sees.visitor and may_comment(user_of(request)),
        "shared_page": Shared(
            public=shown.readers == NewsPost.Readers.EVERYONE,
            description=summary_of(shown),
            kind="article",
        ),
    }


@require_safe
def picture(request: MemberRequest, pk: int, digest: str, size: str) -> HttpResponse:
    """Return the picture of a post to those who may read the post."""
    shown = get_object_or_404(NewsPicture.objects.select_related("post"), post=pk, digest=digest)
    if shown.post.readers == NewsPost.Readers.MEMBERS and rights_of(request).visitor:
        raise Http404
    return picture_file(shown, size)


@require_safe
def feed(request: MemberRequest) -> HttpResponse:
    """The newest posts as an Atom feed: for a visitor those that everyone can read."""
    rows = NewsPost.objects.for_reader(visitor=rights_of(request).visitor)
    head = Head(
        name="news-feed",
        title=_("News of %(club)s") % {"club": request.club.name},
        subtitle=_("Posts of the club, newest first."),
        address=absolute(request, reverse("members:news")),
        own_address=absolute(request, request.path),
        author=request.club.name,
        language=get_language() or "en",
    )
    entries = [
        FeedEntry(
            name=f"news-{row.pk}",
            title=row.title,
            text=plain_text(row),
            address=absolute(request, row.get_absolute_url()),
            published=row.at,
            updated=row.edited_at,
        )
        for row in rows[:IN_FEED]
    ]
    return atom_response(request.club.key, head, entries)


def _gone(request: MemberRequest) -> HttpResponse:
    """Say that a post was deleted, with what was written meanwhile; raise Http404 without any."""
    text = request.POST.get("text", "")
    if not text:
        raise Http404
    return render(request, "members/news/gone.html", {"text": text}, status=404)


# --- Posting --------------------------------------------------------------------------------------
@method_decorator(limited("upload"), name="post")
class PostEdit(ActionView):
    """Write a post, or change one."""

    form_class = NewsForm
    template_name = "members/news/form.html"
    done = gettext_lazy("Saved.")

    def find(self, pk: int | None = None) -> HttpResponse | None:
        if not self.request.user.has_perm(POST):
            raise PermissionDenied
        row = NewsPost() if pk is None else NewsPost.objects.filter(pk=pk).first()
        if row is None:
            return _gone(self.request)
        self.row = row
        return None

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what was sent, with the file and the post that it is about."""
        kwargs = super().get_form_kwargs() | {"instance": self.row}
        return {**kwargs, "files": self.request.FILES} if "data" in kwargs else kwargs

    def carry_out(self, act: Act, form: NewsForm) -> NewsPost:
        data = form.cleaned_data
        return save_post(
            act,
            form.instance,
            photo=data["picture"],
            alt=data["alt"],
            removes_picture=data.get("removes_picture", False),
        )

    def context_for(self, _form: object) -> dict[str, Any]:
        """Return the post as it is now; saving again replaces what is seen beside the form."""
        now = NewsPost.objects.filter(pk=self.row.pk).select_related("author__member").first()
        sent = self.request.POST.get("version", "")
        return {
            "post": now,
            "changed": bool(now and sent and sent != now.version),
            "version": now.version if now else "",
        }


class PostDeletion(ButtonView):
    """Delete a post, after a question."""

    done = gettext_lazy("Post deleted.")

    def find(self, pk: int) -> None:
        if not self.request.user.has_perm(POST):
            raise PermissionDenied
        self.back = self.row = get_object_or_404(NewsPost, pk=pk)

    def question(self) -> Question:
        """Return what is asked first: the comments go with the post."""
        return Question(
            title=_("Delete this post?"),
            items=[self.row],
            effects=[_("The post, its picture and all comments will be permanently deleted.")],
            button=_("Delete"),
            back=self.row.get_absolute_url(),
        )

    def carry_out(self, act: Act, _form: object) -> str:
        delete_post(act, self.row)
        return "members:news"


# --- Comments -------------------------------------------------------------------------------------
class CommentAdd(ActionView):
    """Comment on a post; what was typed is shown again where the post is gone."""

    http_method_names = ["post"]
    form_class = NewsCommentForm
    template_name = "members/news/post.html"
    done = gettext_lazy("Comment added.")

    def find(self, pk: int) -> HttpResponse | None:
        self.row = NewsPost.objects.with_people().filter(pk=pk).first()
        return None if self.row else _gone(self.request)

    def form_valid(self, form: NewsCommentForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NewsPost.DoesNotExist:
            return _gone(self.request)

    def carry_out(self, act: Act, form: NewsCommentForm) -> NewsComment:
        assert self.row is not None
        return add_comment(act, self.row, text=form.cleaned_data["text"])

    def context_for(self, form: NewsCommentForm) -> dict[str, Any]:
        assert self.row is not None
        return _context(self.request, self.row, form)


class CommentView(ActionView):
    """What is done with the comment that the address names."""

    def find(self, pk: int) -> None:
        self.comment = get_object_or_404(NewsComment.objects.select_related("post"), pk=pk)
        self.back = self.comment
        self.check()

    def check(self) -> None:
        """Refuse whoever may not act."""
        if self.comment.author_id != self.request.user.pk:
            raise PermissionDenied

    def context_for(self, _form: object) -> dict[str, Any]:
        """Return what the page of one form shows."""
        return {"comment": self.comment, "post": self.comment.post}


class CommentEdit(CommentView):
    """Change one's own comment."""

    form_class = NewsCommentForm
    template_name = "members/news/comment.html"
    done = gettext_lazy("Saved.")

    def get_initial(self) -> dict[str, Any]:
        """Return the text of now."""
        return {"text": self.comment.text}

    def carry_out(self, act: Act, form: NewsCommentForm) -> NewsComment:
        return edit_comment(act, self.comment, text=form.cleaned_data["text"])

    def context_for(self, form: object) -> dict[str, Any]:
        return super().context_for(form) | {"title": _("Change the comment"), "button": _("Save")}


class CommentDeletion(CommentView, ButtonView):
    """Delete one's own comment, after a question."""

    done = gettext_lazy("Comment deleted.")

    def question(self) -> Question:
        """Return what is asked first."""
        return Question(
            title=_("Delete this comment?"),
            items=[self.comment],
            effects=[_("It will be permanently deleted for everyone.")],
            button=_("Delete"),
            back=self.comment.get_absolute_url(),
        )

    def carry_out(self, act: Act, _form: object) -> NewsPost:
        delete_comment(act, self.comment)
        return self.comment.post


class CommentModeration(CommentView):
    """The same for those who may hide comments."""

    def check(self) -> None:
        if not user_of(self.request).has_perm(NewsComment.MODERATE):
            raise PermissionDenied


class CommentHiding(CommentModeration):
    """Hide a comment, with a reason."""

    form_class = ReasonForm
    template_name = "members/news/comment.html"
    done = gettext_lazy("Hidden. The reason is shown in its place.")

    def carry_out(self, act: Act, form: ReasonForm) -> NewsComment:
        hide_comment(act, self.comment, reason=form.cleaned_data["reason"])
        return self.comment

    def context_for(self, form: object) -> dict[str, Any]:
        return super().context_for(form) | {"title": _("Hide this comment?"), "button": _("Hide")}


class CommentShowing(CommentModeration, ButtonView):
    """Show a comment again."""

    done = gettext_lazy("It is visible again.")

    def carry_out(self, act: Act, _form: object) -> NewsComment:
        show_comment(act, self.comment)
        return self.comment

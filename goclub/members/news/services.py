"""News and its comments: what a reader may read, posting, changing and deleting."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import changed_columns
from goclub.common.photos import Photo
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.go.records.text import strip_unseen
from goclub.members.comments.services import check_may_comment, checked_text
from goclub.members.models import Member, NewsComment, NewsPicture, NewsPost, Notice
from goclub.members.notices.services import Told, Value, tell_each
from goclub.members.requests import Act, MemberRequest
from goclub.members.rights import need
from goclub.members.visitors import rights_of
from ratings.errors import Code

POST = "members.post_news"
MOST_COMMENTS = 500


@atomic_retried
def save_post(
    act: Act,
    post: NewsPost,
    *,
    photo: Photo | None = None,
    alt: str = "",
    removes_picture: bool = False,
) -> NewsPost:
    """Publish a post, or change it where nobody else has changed it since it was read.

    ``photo`` None leaves the picture that there is.  Members are notified of a new post.
    """
    need(act.by, POST)
    before = _locked(act, post) if post.pk else None
    _check_pin(post, before)
    post.text = strip_unseen(post.text).strip()
    if before is None:
        assert act.by is not None
        post.author, post.at = act.by, act.at
    elif changed_columns(before, post) or photo or removes_picture:
        post.edited_at = act.at
    post.full_clean()
    if before is None or post.edited_at != before.edited_at:
        post.save()
    _save_picture(act, post, photo, alt, removes=removes_picture)
    if before is None:
        _announce(act, post)
    return post


def _locked(act: Act, post: NewsPost) -> NewsPost:
    """The post as it is now; refuse to write over what somebody else has just written."""
    try:
        before = lock_row(post)
    except NewsPost.DoesNotExist:
        raise Refusal(
            _("This post has been deleted in the meantime."), field="title", reason="deleted"
        ) from None
    if act.version and act.version != before.version:
        raise Refusal(
            _(
                "Someone else changed this post while you were writing. Compare your text with "
                "theirs, then save again to replace it."
            ),
            field="text",
            reason="changed",
        )
    return before


def _check_pin(post: NewsPost, before: NewsPost | None) -> None:
    """A post cannot be pinned until a day that is over; one that was pinned may stay as it is."""
    unchanged = before is not None and before.pinned_until == post.pinned_until
    if post.pinned_until and not unchanged and post.pinned_until < timezone.localdate():
        raise Refusal(
            _("Choose a date no earlier than today."), field="pinned_until", reason="past"
        )


def _save_picture(
    act: Act, post: NewsPost, photo: Photo | None, alt: str, *, removes: bool
) -> None:
    picture = NewsPicture.objects.filter(post=post).first()
    if removes and photo is None:
        if picture:
            picture.delete()
        return
    if photo is not None:
        picture = picture or NewsPicture(post=post)
        picture.hold(photo)
        picture.width, picture.height, picture.added_at = photo.width, photo.height, act.at
    if picture is None:
        if alt.strip():  # a browser sends no file again after a refusal
            raise Refusal(
                _("Choose the picture again, or delete its description."),
                field="picture",
                reason="no_picture",
                code=Code.MISSING,
            )
        return
    picture.alt = " ".join(alt.split())
    if not picture.alt:
        raise Refusal(
            _("Describe the picture for those who cannot see it."),
            field="alt",
            reason="no_alt",
            code=Code.MISSING,
        )
    picture.save()


def _announce(act: Act, post: NewsPost) -> None:
    members = Member.objects.active().filter(user__is_active=True).order_by("pk")
    url, params = post.get_absolute_url(), {"title": post.title}
    tell_each(
        act, "news.post", [Told(member, url, params, key=f"news:{post.pk}") for member in members]
    )


@atomic_retried
def delete_post(act: Act, post: NewsPost) -> None:
    """Delete a post with its picture, its comments and the notices about it."""
    need(act.by, POST)
    post = lock_row(post)
    Notice.objects.filter(url=post.get_absolute_url()).delete()
    post.delete()


@atomic_retried
def add_comment(act: Act, post: NewsPost, *, text: str) -> NewsComment:
    """Comment on a post; its author and those who commented before are notified, once a day.

    Raises DoesNotExist for a post that was deleted meanwhile.
    """
    check_may_comment(act.by)
    assert act.by is not None
    text = checked_text(text)
    post = lock_row(post)
    if post.comments.count() >= MOST_COMMENTS:
        raise Refusal(
            _("This post cannot take any more comments."), field="text", reason="too_many"
        )
    comment = NewsComment.objects.create(post=post, author=act.by, at=act.at, text=text)
    _notify_of_comment(act, comment)
    return comment


def _notify_of_comment(act: Act, comment: NewsComment) -> None:
    post, author = comment.post, act.member
    talking = post.comments.filter(hidden_at=None).values("author")
    hearers = Member.objects.active().filter(user__in=talking) | Member.objects.active().filter(
        user=post.author
    )
    params: dict[str, Value] = {"author": author, "title": post.title}
    key = f"news-comment:{post.pk}:{author.pk}:{timezone.localdate(act.at)}"
    tell_each(
        act,
        "news.comment",
        [
            Told(member, post.get_absolute_url(), params, key=key)
            for member in hearers.order_by("pk")
        ],
    )


#: The start page shows so many posts, and none older than this that is not pinned.
LATEST: Final = 3
LATEST_FOR: Final = timedelta(days=60)
IN_FEED: Final = 30


def posts_for(request: MemberRequest) -> QuerySet[NewsPost]:
    """What the reader may read, pinned posts in front.

    Each has ``commented``, the number of its comments that are shown.

    Lists and the page of one post; one query.
    """
    rows = NewsPost.objects.for_reader(visitor=rights_of(request).visitor)
    shown = Count("comments", filter=Q(comments__hidden_at=None))
    return rows.pinned_first(timezone.localdate()).with_people().annotate(commented=shown)


def latest_news(request: MemberRequest, now: datetime) -> dict[str, Any]:
    """Return what ``members/news/_latest.html`` shows on the start page (one query)."""
    recent = Q(is_pinned=True) | Q(at__gte=now - LATEST_FOR)
    return {
        "club_news": list(posts_for(request).filter(recent)[:LATEST]),
        "may_post": request.user.has_perm("members.post_news"),
    }


def comments_on(post: NewsPost) -> QuerySet[NewsComment]:
    """All comments on a post, hidden ones too, in the order in which they came."""
    return NewsComment.objects.filter(post=post).select_related("author__member")

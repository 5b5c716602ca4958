"""Comments of every kind: who may write, change and hide them."""

from __future__ import annotations

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.go.records.text import strip_unseen
from goclub.members.models import Annotation, Member, User
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

LONGEST_TEXT = 2000
C = TypeVar("C", bound=Annotation)


def may_comment(user: User) -> bool:
    """Members of the club talk; applicants, guests and those who left read."""
    member: Member | None = getattr(user, "member", None)
    return member is not None and member.status == Member.Status.MEMBER


def check_may_comment(user: User | None) -> None:
    """Raise PermissionDenied for those who only read."""
    if user is None or not may_comment(user):
        raise PermissionDenied


def check_own(annotation: Annotation, user: User | None) -> None:
    """Raise PermissionDenied for what somebody else wrote."""
    if user is None or annotation.author_id != user.pk or not may_comment(user):
        raise PermissionDenied


def check_shown(annotation: Annotation) -> None:
    """Refuse to change what an admin hid: it stays as evidence."""
    if annotation.is_hidden:
        raise Refusal(
            _("An admin has hidden this. Ask them about it."), field="text", reason="hidden_stays"
        )


def checked_text(text: str) -> str:
    """Return the text of a comment as it is stored; ``E_MISSING`` or ``E_RANGE``."""
    text = strip_unseen(text).strip()
    if not text:
        raise RuleError(Code.MISSING, "text")
    if len(text) > LONGEST_TEXT:
        accepted = AcceptedRange(1, LONGEST_TEXT)
        raise RuleError(Code.RANGE, "text", len(text), accepted)
    return text


@atomic_retried
def edit_comment(act: Act, comment: C, *, text: str) -> C:
    """Change the text of one's own comment; a hidden one stays as it is."""
    check_own(comment, act.by)
    text = checked_text(text)
    # Its model has a text; a variation, which has none, is never edited.
    row: Any = lock_row(comment)
    check_shown(row)
    if row.text != text:
        row.text, row.edited_at = text, act.at
        row.save(update_fields=["text", "edited_at"])
    return row  # type: ignore[no-any-return]


@atomic_retried
def delete_comment(act: Act, comment: Annotation) -> None:
    """Delete one's own comment; a hidden one stays as evidence."""
    check_own(comment, act.by)
    comment = lock_row(comment)
    check_shown(comment)
    comment.delete()


@atomic_retried
def hide_comment(act: Act, annotation: Annotation, *, reason: str) -> None:
    """Hide a comment or a variation, with a reason that is shown; nothing is lost."""
    _check_moderates(act, annotation)
    reason = " ".join(reason.split())
    if not reason:
        raise RuleError(Code.MISSING, "reason")
    _store(annotation, act, reason[:300])


@atomic_retried
def show_comment(act: Act, annotation: Annotation) -> None:
    """Show again what was hidden."""
    _check_moderates(act, annotation)
    _store(annotation, None, "")


def _check_moderates(act: Act, annotation: Annotation) -> None:
    if act.by is None or not act.by.has_perm(annotation.MODERATE):
        raise PermissionDenied


def _store(annotation: Annotation, hidden: Act | None, reason: str) -> None:
    annotation.hidden_by = hidden.by if hidden else None
    annotation.hidden_at = hidden.at if hidden else None
    annotation.hidden_reason = reason
    annotation.save(update_fields=["hidden_by", "hidden_at", "hidden_reason"])

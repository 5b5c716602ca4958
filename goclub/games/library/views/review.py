"""Asking for a review by the engine, its progress, and taking it out of the queue."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from goclub.common.limits import limited
from goclub.games.library.labels.comments import end_of_record
from goclub.games.library.labels.review import review_context
from goclub.games.library.queries import kifu_page
from goclub.games.library.services.comments import read_comments
from goclub.games.library.services.reviewing import ask_for_review, cancel_review
from goclub.games.models import EngineReview, Kifu
from goclub.members.actions import ButtonView
from goclub.members.models import User
from goclub.members.requests import Act, MemberRequest
from goclub.members.visitors import rights_of


def _find(request: MemberRequest, pk: int) -> Kifu:
    """A record that an engine may review.  Raises Http404."""
    if not settings.ENGINE_COMMAND or not rights_of(request).games:
        raise Http404
    return get_object_or_404(kifu_page(pk))


@method_decorator(limited("review"), name="dispatch")
class AskForReview(ButtonView):
    """Have a game reviewed; one that is being reviewed already stays as it is."""

    done = _("Review requested. It will appear here.")

    def find(self, pk: int) -> None:
        self.kifu = _find(self.request, pk)
        self.back = self.kifu

    def carry_out(self, act: Act, _form: object) -> EngineReview:
        review = ask_for_review(act, self.kifu)
        if review.asked_at != act.at:
            self.done = _("This review has already been requested.")
        return review


class CancelReview(ButtonView):
    """Take a review out of the queue."""

    done = _("Review cancelled.")

    def find(self, pk: int) -> None:
        self.kifu = _find(self.request, pk)
        self.back = self.kifu
        self.review = get_object_or_404(EngineReview, kifu=self.kifu)

    def carry_out(self, act: Act, _form: object) -> Any:
        cancel_review(act, self.review)
        return self.kifu


@require_safe
def review_now(request: MemberRequest, pk: int) -> HttpResponse:
    """The part of the page with the review; 304 where nothing changed."""
    kifu = _find(request, pk)
    user = request.user if isinstance(request.user, User) else None
    commented = read_comments(kifu, end=end_of_record())
    context = review_context(user, kifu, bare=commented.bare, shown=commented.record)
    if context is None:
        raise Http404
    etag = context.get("etag")
    if etag and (unchanged := get_conditional_response(request, etag=etag)):
        return unchanged
    return render(request, "games/library/_review.html", {"review": context, "kifu": kifu})

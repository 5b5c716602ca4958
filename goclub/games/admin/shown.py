"""What several pages of the admin show: figures of any system, and who is asking."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from goclub.games.labels import figure, signed
from goclub.games.models import RatingEntry
from goclub.games.rating.labels import short_reason
from goclub.members.models import User


class EntryFigures:
    """Columns of the ledger that read alike for points (PAA, IGS) and ratings (Elo, EGF)."""

    @admin.display(description=gettext_lazy("before"))
    def was(self, entry: RatingEntry) -> str:
        return figure(entry.before)

    @admin.display(description=gettext_lazy("what happened"), ordering="code")
    def what(self, entry: RatingEntry) -> str:
        return short_reason(entry)

    @admin.display(description=gettext_lazy("change"))
    def change(self, entry: RatingEntry) -> str:
        return "–" if entry.before is None else signed(entry.delta)

    @admin.display(description=gettext_lazy("after"))
    def became(self, entry: RatingEntry) -> str:
        return figure(entry.after)


def user_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

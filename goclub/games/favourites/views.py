"""The button that stars a member or a kifu."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from goclub.games.favourites.services import add_favourite, remove_favourite
from goclub.games.models import Kifu
from goclub.members.actions import ButtonView
from goclub.members.models import Member
from goclub.members.requests import Act


class Star(ButtonView):
    """Star what the address names, or take the star away (``off``)."""

    rows: QuerySet[Any]

    def find(self, pk: int) -> None:
        self.back = self.starred = get_object_or_404(self.rows.all(), pk=pk)

    def carry_out(self, act: Act, _form: object) -> Member | Kifu:
        if "off" in self.request.POST:
            self.done = _("Removed from your favourites.")
            remove_favourite(act, self.starred)
        else:
            self.done = _("Added to your favourites.")
            add_favourite(act, self.starred)
        starred: Member | Kifu = self.starred
        return starred


class StarMember(Star):
    """The button on a member's page."""

    rows = Member.objects.players()


class StarKifu(Star):
    """The button on the page of a kifu."""

    rows = Kifu.objects.in_library().light()

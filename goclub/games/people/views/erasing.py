"""Leaving with the name replaced: one's own request, or the office's."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from goclub.common.http import carried_out, status_of
from goclub.common.sure import Question, ask, is_sure
from goclub.games.models import Game
from goclub.games.people.forms import FarewellForm
from goclub.games.people.services.erasing import (
    erase_name,
    is_erased,
    may_erase,
    replacement_of,
)
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: MemberRequest, pk: int) -> HttpResponse:
    """Replace a name for good; the name is typed once more, and it is asked once more."""
    user = user_of(request)
    member = get_object_or_404(Member.objects.select_related("user"), pk=pk)
    if not may_erase(member, user):
        raise PermissionDenied
    mine = member.user_id == user.pk
    form = FarewellForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid() and not is_sure(request):
        return ask(request, _question(request, member))
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: erase_name(member=member, by=user, at=timezone.now()),
        _("The name has been replaced everywhere."),
    ):
        if mine:
            logout(request)
            messages.success(
                request, _("Your name has been removed from here. Thank you for the games.")
            )
            return redirect("home")
        return redirect("games:profile", pk=pk)
    context = {
        "member": member,
        "form": form,
        "mine": mine,
        "replacement": replacement_of(member),
        "erased": is_erased(member),
    }
    return render(request, "games/people/erase.html", context, status=status_of(form))


def _question(request: MemberRequest, member: Member) -> Question:
    count = Game.objects.shown().of(member).count()
    kept = ngettext(
        "%(n)s game stays, and no points change.",
        "%(n)s games stay, and no points change.",
        count,
    )
    return Question(
        title=_("Replace the name permanently?"),
        effects=[
            _(
                "“%(name)s” will appear everywhere: on pages, in tables, game records and "
                "older versions."
            )
            % {"name": replacement_of(member)},
            kept % {"n": count},
            _("Comments stay under that name."),
            _("E-mail address, date of birth, nicknames, e-mails and the account are deleted."),
            _("The uploaded files of these game records are deleted; what is shown stays."),
        ],
        then=_("Nobody can undo this."),
        button=_("Replace permanently"),
        back=request.path,
    )

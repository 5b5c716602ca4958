"""The one page on which a role is given."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.http import carried_out, status_of
from goclub.common.sure import Question, ask, is_sure
from goclub.games.people.forms import RoleForm
from goclub.members.membership.labels import ROLE_NAMES, ROLE_OPENS
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member
from goclub.members.queries import role_of
from goclub.members.requests import MemberRequest, user_of
from goclub.members.roles import CHAIR, ROLES


@login_required
@require_http_methods(["GET", "POST"])
def role(request: MemberRequest, pk: int) -> HttpResponse:
    """Give a member a role; who gives his own chair away is asked once more."""
    user = user_of(request)
    if not user.has_perm("members.set_role"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.active().select_related("user"), pk=pk)
    held = role_of(member)
    form = RoleForm(request.POST or None, initial={"role": held})
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["role"]
        if member.user_id == user.pk and held == CHAIR != wanted and not is_sure(request):
            return ask(request, _own_chair(request, wanted))
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: set_role(member=member, by=user, at=timezone.now(), **form.cleaned_data),
        _("Role assigned."),
    ):
        return redirect("games:role" if user.pk != member.user_id else "games:profile", pk=pk)
    context = {
        "member": member,
        "held": ROLE_NAMES[held],
        "opens": [(ROLE_NAMES[each_role], ROLE_OPENS[each_role]) for each_role in ROLES],
        "form": form,
        "changes": [
            (change, ROLE_NAMES.get(change.before, "–"), ROLE_NAMES.get(change.after, "–"))
            for change in member.role_changes.select_related("by__member")[:50]
        ],
    }
    return render(request, "games/people/role.html", context, status=status_of(form))


def _own_chair(request: MemberRequest, wanted: str) -> Question:
    return Question(
        title=_("Give up your role as chair?"),
        effects=[
            _("You will be: %(role)s.") % {"role": ROLE_NAMES[wanted]},
            _("You will no longer be able to give roles or take this one back."),
        ],
        then=_("Another chair can give it back to you."),
        button=_("Give up role"),
        back=request.path,
    )

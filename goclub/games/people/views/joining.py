"""The page on which the day of joining is corrected."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.http import carried_out, status_of
from goclub.games.people.forms import JoiningForm
from goclub.games.people.services.joining import change_joining, latest_joining
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of


@login_required
@permission_required("members.approve_member", raise_exception=True)
@require_http_methods(["GET", "POST"])
def joining(request: MemberRequest, pk: int) -> HttpResponse:
    """Another day of joining, as far back as anybody knows."""
    people = Member.objects.exclude(status=Member.Status.GUEST).exclude(joined_on=None)
    member = get_object_or_404(people, pk=pk)
    form = JoiningForm(request.POST or None, initial={"on": member.joined_on})
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_joining(
            member=member, by=user_of(request), at=timezone.now(), on=form.cleaned_data["on"]
        ),
        _("Saved."),
    ):
        return redirect("games:profile", pk=pk)
    context = {"member": member, "form": form, "latest": latest_joining(member, timezone.now())}
    return render(request, "games/people/joining.html", context, status=status_of(form))

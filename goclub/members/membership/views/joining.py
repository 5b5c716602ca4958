"""Asking to join."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from goclub.common.limits import refused, seconds_to_wait
from goclub.common.sharing import site_address
from goclub.members.membership.forms.joining import JoinForm
from goclub.members.membership.services.admission import ask_to_join
from goclub.members.requests import MemberRequest


@require_http_methods(["GET", "POST"])
def join(request: MemberRequest) -> HttpResponse:
    """Ask to become a member."""
    if request.user.is_authenticated:
        return redirect("home")
    if not request.club.is_founded:
        return render(request, "members/founding/not_founded.html", status=404)
    if request.method == "POST" and (seconds := seconds_to_wait(request, "join")):
        typed: dict[str, object] = {
            name: request.POST.get(name, "") for name in JoinForm.base_fields
        }
        form = JoinForm(initial={**typed, "password": ""})
        return refused(request, seconds, "members/join.html", {"form": form})
    form = JoinForm(
        request.POST or None,
        initial={"language": get_language(), "time_zone": get_current_timezone_name()},
    )
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        ask_to_join(
            at=timezone.now(),
            email=data.pop("email"),
            password=data.pop("password"),
            display_name=data.pop("display_name"),
            url=site_address(),
            **data,
        )
        return redirect("members:joined")
    return render(request, "members/join.html", {"form": form}, status=422 if form.errors else 200)


def joined(request: MemberRequest) -> HttpResponse:
    """What happens after a request to join."""
    return render(request, "members/joined.html")

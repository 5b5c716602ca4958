"""A member's keys for programs: made, shown once, taken back."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.forms import BareForm
from goclub.common.http import render_once, show_once, shown_once
from goclub.common.refusals.registry import add_refusal
from goclub.members.models import ProgramKey, Scope
from goclub.members.programs.services import make_key, take_back
from goclub.members.recent import recent_sign_in
from goclub.members.requests import MemberRequest, member_of
from ratings.errors import RuleError


class KeyForm(BareForm):
    """Which program, and what it may read."""

    name = forms.CharField(
        label=gettext_lazy("Program"),
        max_length=60,
        help_text=gettext_lazy("A name to recognise the key by."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Can read"),
        choices=Scope.choices,
        initial=[scope.value for scope in Scope],
        widget=forms.CheckboxSelectMultiple,
    )


@never_cache
@recent_sign_in
@require_http_methods(["GET", "POST"])
def programs(request: MemberRequest) -> HttpResponse:
    """My keys, and a new one: its text is on the next page and nowhere else."""
    member = member_of(request)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _key, secret = make_key(member=member, at=timezone.now(), **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error)
        else:
            return show_once(request, "members:programs", secret)
    context = {"form": form, "keys": member.program_keys.all(), "made": shown_once(request)}
    return render_once(request, "members/programs/keys.html", context)


@login_required
@require_POST
def forget(request: MemberRequest, pk: int) -> HttpResponse:
    """A key opens nothing any more."""
    key = get_object_or_404(ProgramKey, pk=pk, member=member_of(request))
    take_back(key=key)
    messages.success(
        request, _("The key for %(program)s has been revoked.") % {"program": key.name}
    )
    return redirect("members:programs")

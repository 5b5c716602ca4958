"""The chair's pages of the webhooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.confirmation import ask, is_confirmed
from goclub.common.forms import BareForm
from goclub.common.http import (
    attempt,
    carried_out,
    render_once,
    show_once,
    shown_once,
)
from goclub.common.refusals.registry import add_refusal
from goclub.members.hooks.labels import deleting, history_lines, trouble_text
from goclub.members.hooks.queries import hooks_listed, latest
from goclub.members.hooks.services import keeping
from goclub.members.hooks.services.posting import LONGEST
from goclub.members.models import HookTopic, Webhook
from goclub.members.queries import club_settings
from goclub.members.recent import recent_sign_in
from goclub.members.requests import MemberRequest, act_of
from goclub.members.visitors import VisitorRights
from ratings.errors import RuleError


class HookForm(BareForm):
    """Where to, what, and how it is written."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("A name to recognise the webhook by."),
    )
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "off"}),
        help_text=gettext_lazy("It starts with https://. A Discord address is itself a secret."),
    )
    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Notify about"),
        choices=HookTopic.choices,
        initial=[topic.value for topic in HookTopic],
        widget=forms.CheckboxSelectMultiple,
    )
    form = forms.ChoiceField(
        label=gettext_lazy("Message format"),
        choices=Webhook.Form.choices,
        initial=Webhook.Form.JSON,
        widget=forms.RadioSelect,
    )


View = Callable[..., HttpResponse]


def _of_chair(view: View) -> View:
    """For whoever changes the club's settings; what stands on these pages is kept by nobody."""
    allowed = permission_required(keeping.RIGHT, raise_exception=True)
    return wraps(view)(recent_sign_in(never_cache(allowed(view))))


@_of_chair
@require_http_methods(["GET", "POST"])
def hooks(request: MemberRequest) -> HttpResponse:
    """Every webhook, and a new one: its secret is on the next page and nowhere else."""
    form = HookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            webhook = keeping.make_hook(act_of(request), **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error)
        else:
            return show_once(request, "members:hooks", str(webhook.pk))
    context = {
        "form": form,
        "hooks": hooks_listed(),
        "made": Webhook.objects.filter(pk=shown_once(request) or 0).first(),
        "history": history_lines(),
        "nothing_shown": not VisitorRights.of_visitor(club_settings()).games,
    }
    return render_once(request, "members/hooks/list.html", context)


@_of_chair
@require_http_methods(["GET", "POST"])
def hook(request: MemberRequest, pk: int) -> HttpResponse:
    """One webhook: what it was told last, and what can be changed."""
    webhook = get_object_or_404(Webhook, pk=pk)
    values = ("name", "address", "topics", "form")
    initial: dict[str, object] = {name: getattr(webhook, name) for name in values}
    form = HookForm(request.POST or None, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: keeping.change_hook(act_of(request), webhook, **form.cleaned_data),
        _("Webhook saved."),
    ):
        return redirect(webhook)
    context = {
        "hook": webhook,
        "form": form,
        "made": webhook if shown_once(request) == str(webhook.pk) else None,
        "deliveries": [(delivery, trouble_text(delivery)) for delivery in latest(webhook)],
    }
    return render_once(request, "members/hooks/hook.html", context)


@_of_chair
@require_POST
def test(request: MemberRequest, pk: int) -> HttpResponse:
    """Put a test on its way."""
    webhook = get_object_or_404(Webhook, pk=pk)
    attempt(
        request,
        lambda: keeping.send_test(act_of(request), webhook),
        _("A test is on its way. This page will show in a moment whether it was accepted."),
    )
    return redirect(webhook)


@_of_chair
@require_POST
def renew(request: MemberRequest, pk: int) -> HttpResponse:
    """A new secret, shown on the next page and nowhere else."""
    webhook = keeping.renew_secret(act_of(request), get_object_or_404(Webhook, pk=pk))
    return show_once(request, webhook.get_absolute_url(), str(webhook.pk))


@_of_chair
@require_POST
def switch(request: MemberRequest, pk: int) -> HttpResponse:
    """Switch a webhook on or off, as the button said."""
    webhook = get_object_or_404(Webhook, pk=pk)
    on = request.POST.get("on") == "yes"
    keeping.switch_hook(act_of(request), webhook, on=on)
    done = _("“%(name)s” is on.") if on else _("“%(name)s” is off and gets no messages.")
    messages.success(request, done % {"name": webhook.name})
    return redirect(webhook)


@_of_chair
@require_POST
def delete(request: MemberRequest, pk: int) -> HttpResponse:
    """Delete a webhook, asked once more."""
    webhook = get_object_or_404(Webhook, pk=pk)
    if not is_confirmed(request):
        return ask(request, deleting(webhook))
    keeping.delete_hook(act_of(request), webhook)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": webhook.name})
    return redirect("members:hooks")

"""The list of notices, and how they go by mail."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.forms import BareForm, Sent
from goclub.common.http import form_page
from goclub.common.reading import read_number
from goclub.members.models import Member, Notice, NoticeSwitch
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind, kinds
from goclub.members.notices.services import (
    choose_mail,
    read_all,
    read_notice,
    read_stop,
    stop_mail,
)
from goclub.members.requests import MemberRequest


class SwitchesForm(BareForm):
    """One choice for each group of notices, and finer ones for kinds that concern the member."""

    def __init__(self, data: Sent = None, *, member: Member, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        chosen = dict(NoticeSwitch.objects.filter(member=member).values_list("kind", "mail"))
        for group in NoticeGroup:
            self.fields[group.value] = forms.ChoiceField(
                label=group.label,
                choices=[(value, _WAYS[value]) for value in _WAYS],
                initial=chosen.get(group.value, ""),
                required=False,
                widget=forms.RadioSelect({"class": "form-check-input"}),
            )
        for kind in kinds_for(member):
            usual = chosen.get(kind.group, "") or kind.mail
            as_group = _("as above (%(when)s)") % {"when": _WHEN[Mail(usual)]}
            self.fields[kind.key] = forms.ChoiceField(
                label=kind.label,
                choices=[("", as_group), *((value, _WHEN[value]) for value in Mail)],
                initial=chosen.get(kind.key, ""),
                required=False,
                widget=forms.Select({"class": "form-select"}),
            )
        self.kinds = kinds_for(member)

    def groups(self) -> list[dict[str, object]]:
        """Each group as the page shows it: its choice, its kinds, and how many of them differ."""
        rows = []
        for group in NoticeGroup:
            kinds_apart = [self[kind.key] for kind in self.kinds if kind.group == group]
            differing = sum(1 for field in kinds_apart if field.initial)
            rows.append({"choice": self[group], "kinds": kinds_apart, "apart": differing})
        return rows

    def changed_groups(self) -> dict[NoticeGroup, str]:
        """What was chosen for groups, without those that stay as they were."""
        changed = self.changed_data
        return {group: self.cleaned_data[group] for group in NoticeGroup if group in changed}

    def changed_kinds(self) -> dict[str, str]:
        """What was chosen for kinds, without those that stay as they were."""
        changed = self.changed_data
        return {kind.key: self.cleaned_data[kind.key] for kind in self.kinds if kind.key in changed}


#: How a group of notices reaches a member; "" as each of its kinds proposes.
_WAYS = {
    Mail.NEVER.value: pgettext_lazy("notifications", "Site"),
    "": pgettext_lazy("notifications", "E-mail"),
    Mail.OFF.value: pgettext_lazy("notifications", "Off"),
}
_WHEN = {
    Mail.NOW: pgettext_lazy("letters", "immediately"),
    Mail.DAILY: pgettext_lazy("letters", "once a day"),
    Mail.NEVER: pgettext_lazy("letters", "on the site only"),
    Mail.OFF: pgettext_lazy("letters", "off"),
}


def kinds_for(member: Member) -> list[NoticeKind]:
    """Kinds that a member can choose; those of the office only for who works there."""
    office = bool(member.user and member.user.is_staff)
    return [kind for kind in kinds().values() if not kind.always and (office or not kind.office)]


PER_PAGE = 25


@login_required
@require_safe
def notices(request: MemberRequest) -> HttpResponse:
    """Everything that I was told, the newest first; what is new stands out."""
    mine = Notice.objects.filter(member=_me(request))
    page = Paginator(mine, PER_PAGE).get_page(read_number(request.GET.get("page")) or 1)
    known = kinds()
    context = {
        "page": page,
        "lines": [
            (notice, known[notice.kind].say(notice.params))
            for notice in page
            if notice.kind in known
        ],
        "unread": mine.filter(read_at=None).count(),
    }
    return render(request, "members/notices/list.html", context)


@login_required
@require_POST
def open_notice(request: MemberRequest, pk: int) -> HttpResponse:
    """Go to what a notice is about; it is read then."""
    notice = get_object_or_404(Notice, pk=pk, member=_me(request))
    read_notice(notice=notice, at=timezone.now())
    return redirect(notice.url)


@login_required
@require_POST
def mark_read(request: MemberRequest) -> HttpResponse:
    """Everything is read."""
    read_all(member=_me(request), at=timezone.now())
    messages.success(request, _("All notifications are marked as read."))
    return redirect("members:notices")


@login_required
@require_http_methods(["GET", "POST"])
def switches(request: MemberRequest) -> HttpResponse:
    """How notices reach me: on the site, by e-mail, or not at all."""
    member = _me(request)
    form = SwitchesForm(request.POST or None, member=member)
    all_off = "all_off" in request.POST
    if request.method == "POST" and (all_off or form.is_valid()):
        if all_off:
            choose_mail(member=member, groups=dict.fromkeys(NoticeGroup, Mail.OFF.value))
        else:
            choose_mail(
                member=member, groups=form.changed_groups(), kinds_apart=form.changed_kinds()
            )
        messages.success(request, _("Your choices were saved."))
        return redirect("members:notices-settings")
    return form_page(request, "members/notices/settings.html", {"form": form})


# The mail program of the reader posts here by itself (RFC 8058), with nothing but the link.
@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: MemberRequest, token: str) -> HttpResponse:
    """Switch letters of one kind off, from a letter and without signing in."""
    stopped = read_stop(token)
    if stopped is None:
        raise Http404
    member, kind = stopped
    if request.method == "POST":
        stop_mail(member=member, kind=kind)
    context = {"kind": kinds()[kind], "stopped": request.method == "POST"}
    return render(request, "members/notices/stop.html", context)


def _me(request: MemberRequest) -> Member:
    if request.member is None:
        raise PermissionDenied
    return request.member

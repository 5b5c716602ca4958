"""The list of notices, and how they go by mail."""

from __future__ import annotations

from typing import Unpack

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

from goclub.common.forms import BareForm, FormArguments, Sent
from goclub.common.reading import read_number
from goclub.members.models import Member, Notice, NoticeSwitch
from goclub.members.notices.queries import Mail, NoticeKind, kinds
from goclub.members.notices.services import choose_mail, read_all, read_notice, read_stop
from goclub.members.requests import MemberRequest


class SwitchesForm(BareForm):
    """One choice for each kind that concerns the member."""

    def __init__(
        self, data: Sent = None, *, member: Member, **kwargs: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **kwargs)
        chosen = dict(NoticeSwitch.objects.filter(member=member).values_list("kind", "mail"))
        for kind in kinds_for(member):
            self.fields[kind.key] = forms.ChoiceField(
                label=kind.label,
                choices=[(value, _WHEN[value]) for value in Mail],
                initial=chosen.get(kind.key, kind.mail),
            )

    def choices(self) -> dict[str, str]:
        """What was chosen: key of the kind → when."""
        return dict(self.cleaned_data)


_WHEN = {
    Mail.NOW: pgettext_lazy("letters", "immediately"),
    Mail.DAILY: pgettext_lazy("letters", "once a day"),
    Mail.NEVER: pgettext_lazy("letters", "never"),
}


def kinds_for(member: Member) -> list[NoticeKind]:
    """Kinds that may concern a member; those of the office only for who works there."""
    office = bool(member.user and member.user.is_staff)
    return [kind for kind in kinds().values() if office or not kind.office]


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
    """Which kinds go by mail, and when."""
    member = _me(request)
    form = SwitchesForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid():
        choose_mail(member=member, choices=form.choices())
        messages.success(request, _("Your choices were saved."))
        return redirect("members:notices-settings")
    status = 422 if form.errors else 200
    return render(request, "members/notices/settings.html", {"form": form}, status=status)


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
        choose_mail(member=member, choices={kind: Mail.NEVER})
    context = {"kind": kinds()[kind], "stopped": request.method == "POST"}
    return render(request, "members/notices/stop.html", context)


def _me(request: MemberRequest) -> Member:
    if request.member is None:
        raise PermissionDenied
    return request.member

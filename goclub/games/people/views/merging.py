"""Two rows made one, and a guest made a member: looked at first, then done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from goclub.common.http import status_of
from goclub.common.notation import labelled
from goclub.common.refusals.forms import add_refusal
from goclub.common.sure import Question, ask, is_sure
from goclub.games.jobs.services import ask_for, finished, forget
from goclub.games.models import Job
from goclub.games.people.forms import GuestForm, MergeForm
from goclub.games.people.labels import counted
from goclub.games.people.services.guests import first_game_on, take_in_guest
from goclub.games.people.services.looking import MergeLook, look_now
from goclub.games.people.services.merging import GONE, KEPT, PERMISSION, Choice, merge_members
from goclub.games.people.services.moves import Done, dry_run
from goclub.games.rating.labels.previews import preview_moved
from goclub.members.models import Member, User
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError


def office(request: MemberRequest) -> User:
    """Who looks after the members; raises PermissionDenied for others."""
    user = user_of(request)
    if not user.has_perm(PERMISSION):
        raise PermissionDenied
    return user


@login_required
@require_http_methods(["GET", "POST"])
def merge(request: MemberRequest, pk: int) -> HttpResponse:
    """Merge another row into this member, after a dry run that says whom it moves."""
    user = office(request)
    kept = get_object_or_404(Member.objects.filter(status__in=KEPT), pk=pk)
    others = Member.objects.filter(status__in=GONE).exclude(pk=kept.pk)
    form = MergeForm(
        request.POST or None,
        others=others,
        initial={"other": request.GET.get("other", "")},
    )
    if request.method == "POST" and form.is_valid():
        other = form.cleaned_data["other"]

        merge_it: dict[str, Any] = {
            "kept": kept,
            "gone": other,
            "by": user,
            "at": timezone.now(),
            "reason": form.cleaned_data["reason"],
            "choice": form.choice,
        }
        try:
            if not is_sure(request):
                look = look_now(**merge_it) or _looked(request, user, **merge_it)
                if isinstance(look, Job):
                    return redirect("games:job", look.pk)
                return _look_at_merge(request, kept, other, look)
            merge_members(**merge_it)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("%(name)s is one with this member now.") % {"name": other})
            return redirect(kept)
    context = {"member": kept, "form": form}
    return render(request, "games/people/merge.html", context, status=status_of(form))


def _looked(
    request: MemberRequest,
    user: User,
    *,
    kept: Member,
    gone: Member,
    reason: str,
    choice: Choice,
    at: datetime,
    **_same: object,
) -> Job | MergeLook:
    """What a job found that looks at the merge; the job where it is still at it."""
    names = {"gone": gone.display_name, "kept": kept.display_name}
    asked = {"kept": kept.pk, "gone": gone.pk, "reason": reason}
    job = ask_for(
        kind="merge",
        asked={**asked, "login": choice.login, "strength": choice.strength},
        by=user,
        at=at,
        title=_("What merging %(gone)s into %(kept)s would do") % names,
        back=request.path,
        fields=[
            (name, str(value))
            for name, value in request.POST.items()
            if name != "csrfmiddlewaretoken"
        ],
    )
    job.refresh_from_db()
    if job.finished_at is None:
        return job
    try:
        return MergeLook.from_json(finished(job))
    except RuleError:
        forget(job)
        raise


def _look_at_merge(
    request: MemberRequest, kept: Member, gone: Member, merged: MergeLook
) -> HttpResponse:
    names = {"gone": gone.display_name, "kept": kept.display_name}
    effects = [_("%(gone)s goes; the page leads to %(kept)s from then on.") % names]
    effects += [labelled(said, number) for said, number in counted(merged.counts)]
    effects.append(
        _("In records of games the name “%(gone)s” means %(kept)s from then on.") % names
    )
    if gone.user_id:
        effects.append(_("One login is left, with the higher role of the two; the other is shut."))
    if merged.dropped:
        effects.append(_("What one person cannot have twice is kept in the record alone."))
    question = Question(
        title=_("Merge %(gone)s into %(kept)s?") % names,
        effects=effects,
        then=_("There is no way back. The record on the page of the member says what was done."),
        button=_("Merge them for good"),
        back=request.path,
    )
    return _ask(request, question, merged.done)


def _ask(request: MemberRequest, question: Question, done: Done) -> HttpResponse:
    context = {"preview": preview_moved(done.moved, done.entries)}
    return ask(request, question, template="games/people/sure.html", context=context)


@login_required
@require_http_methods(["GET", "POST"])
def take_in(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a guest a member, after a dry run that says whom it moves."""
    user = office(request)
    guest = get_object_or_404(Member.objects.filter(status=Member.Status.GUEST), pk=pk)
    form = GuestForm(request.POST or None, initial={"on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():

        def act() -> Done:
            return take_in_guest(guest=guest, by=user, at=timezone.now(), **form.cleaned_data)

        try:
            if not is_sure(request):
                return _look_at_guest(request, guest, dry_run(act))
            act()
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("%(name)s is a member now.") % {"name": guest})
            return redirect(guest)
    context = {"member": guest, "form": form, "first": first_game_on(guest)}
    return render(request, "games/people/take_in.html", context, status=status_of(form))


def _look_at_guest(request: MemberRequest, guest: Member, done: Done) -> HttpResponse:
    moved = len({one.member for one in done.moved})
    question = Question(
        title=_("Make %(name)s a member?") % {"name": guest.display_name},
        effects=[
            ngettext("%(n)s member stands elsewhere.", "%(n)s members stand elsewhere.", moved)
            % {"n": moved},
            _("Games before the day of joining stay as they were: games with a guest."),
        ],
        then=_("A member without a login can be invited to sign in."),
        button=_("Make a member"),
        back=request.path,
    )
    return _ask(request, question, done)

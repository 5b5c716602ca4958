from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import carried_out, form_page
from goclub.common.notation import labelled
from goclub.common.refusals.registry import add_refusal
from goclub.games.jobs.services import ask_for, result_of
from goclub.games.models import Game, Job
from goclub.games.people.forms import FarewellForm, GuestForm, JoiningForm, MergeForm, RoleForm
from goclub.games.people.labels import counted
from goclub.games.people.services.erasing import (
    erase_name,
    is_erased,
    may_erase,
    replacement_of,
)
from goclub.games.people.services.joining import (
    change_joining,
    first_game_on,
    latest_joining,
    take_in_guest,
)
from goclub.games.people.services.looking import MergeLook, look_at_guest_now, look_now
from goclub.games.people.services.merging import (
    GONE,
    KEPT,
    PERMISSION,
    MergeChoice,
    login_that_stays,
    merge_members,
)
from goclub.games.rating.labels import preview_of
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.members.membership.labels import ROLE_NAMES, ROLE_OPENS
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member
from goclub.members.queries import role_of
from goclub.members.recent import recent_sign_in
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.rights import need_above
from goclub.members.roles import CHAIR, ROLES
from ratings.errors import RuleError

# Leaving with the name replaced: one's own request, or the office's.


@recent_sign_in
@require_http_methods(["GET", "POST"])
def erase(request: MemberRequest, pk: int) -> HttpResponse:
    """Replace a name for good; the name is typed once more, and it is asked once more."""
    user = user_of(request)
    member = get_object_or_404(Member.objects.select_related("user"), pk=pk)
    if not may_erase(member, user):
        raise PermissionDenied
    mine = member.user_id == user.pk
    form = FarewellForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid() and not is_confirmed(request):
        return ask(request, _question(request, member))
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: erase_name(act_of(request), member),
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
    return form_page(request, "games/people/erase.html", context)


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
        then=_("This cannot be undone."),
        button=_("Replace permanently"),
        back=request.path,
    )


# The page on which the day of joining is corrected.


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
        lambda: change_joining(act_of(request), member, on=form.cleaned_data["on"]),
        _("Saved."),
    ):
        return redirect("games:profile", pk=pk)
    context = {"member": member, "form": form, "latest": latest_joining(member, timezone.now())}
    return form_page(request, "games/people/joining.html", context)


# Two rows made one, and a guest made a member: looked at first, then done.


@login_required
@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "POST"])
def merge(request: MemberRequest, pk: int) -> HttpResponse:
    """Merge another entry into this member, after a dry run that shows who is affected."""
    kept = get_object_or_404(Member.objects.filter(status__in=KEPT), pk=pk)
    others = Member.objects.filter(status__in=GONE).exclude(pk=kept.pk)
    form = MergeForm(
        request.POST or None,
        others=others,
        initial={"other": request.GET.get("other", "")},
    )
    if request.method == "POST" and form.is_valid():
        gone = form.cleaned_data["other"]
        act = act_of(request)
        merge_it = {"gone": gone, "reason": form.cleaned_data["reason"], "choice": form.choice}
        try:
            if not is_confirmed(request):
                for member in (kept, gone):  # before a long look, which loses what was typed
                    need_above(act.by, member)
                look = look_now(act, kept, **merge_it) or _merge_looked(request, kept, **merge_it)
                if isinstance(look, Job):
                    return redirect("games:job", look.pk)
                return _look_at_merge(request, kept, gone, look, form.choice)
            merge_members(act, kept, **merge_it)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request, _("%(name)s has been merged with this member.") % {"name": gone}
            )
            return redirect(kept)
    context = {"member": kept, "form": form}
    return form_page(request, "games/people/merge.html", context)


def _looked(request: MemberRequest, *, kind: str, asked: Mapping[str, object], title: str) -> Any:
    """What a job found that looks beside the pages; the job where it is still at it."""
    sent = [(name, str(value)) for name, value in request.POST.items()]
    job = ask_for(
        act_of(request),
        kind,
        asked=asked,
        title=title,
        back=request.path,
        fields=[(name, value) for name, value in sent if name != "csrfmiddlewaretoken"],
    )
    return result_of(job) or job


def _merge_looked(
    request: MemberRequest, kept: Member, *, gone: Member, reason: str, choice: MergeChoice
) -> Job | MergeLook:
    names = {"gone": gone.shown_name, "kept": kept.shown_name}
    asked = {"kept": kept.pk, "gone": gone.pk, "reason": reason}
    look: Job | MergeLook = _looked(
        request,
        kind="merge",
        asked={**asked, "login": choice.login, "strength": choice.strength},
        title=_("Effect of merging %(gone)s into %(kept)s") % names,
    )
    return look


def _look_at_merge(
    request: MemberRequest, kept: Member, gone: Member, merged: MergeLook, choice: MergeChoice
) -> HttpResponse:
    names = {"gone": gone.shown_name, "kept": kept.shown_name}
    effects = [_("%(gone)s will be removed; their page will then lead to %(kept)s.") % names]
    effects += [labelled(label, number) for label, number in counted(merged["counts"])]
    effects.append(_("In game records, the name “%(gone)s” will then mean %(kept)s.") % names)
    if gone.user_id and (stays := login_that_stays(kept, gone, choice)):
        text = (
            _(
                "The account of %(name)s stays and keeps its role: %(role)s. "
                "The other account is closed."
            )
            if kept.user_id
            else _("The account of %(name)s stays and keeps its role: %(role)s.")
        )
        effects.append(text % {"name": stays, "role": ROLE_NAMES[role_of(stays)]})
    if merged["dropped"]:
        effects.append(_("Anything one person cannot have twice is kept only in the history."))
    question = Question(
        title=_("Merge %(gone)s into %(kept)s?") % names,
        effects=effects,
        then=_("This cannot be undone. The history on the member’s page shows what was done."),
        button=_("Merge permanently"),
        back=request.path,
    )
    return _ask(request, question, ReplayReport.from_json(merged["ledger"]))


def _ask(request: MemberRequest, question: Question, report: ReplayReport) -> HttpResponse:
    context = {"preview": preview_of(report)}
    return ask(request, question, template="games/people/confirm.html", context=context)


@login_required
@permission_required(PERMISSION, raise_exception=True)
@require_http_methods(["GET", "POST"])
def take_in(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a guest a member, after a dry run that shows who is affected."""
    guest = get_object_or_404(Member.objects.filter(status=Member.Status.GUEST), pk=pk)
    form = GuestForm(request.POST or None, initial={"on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        act = act_of(request)
        try:
            if not is_confirmed(request):
                look = look_at_guest_now(act, guest, **form.cleaned_data) or _guest_looked(
                    request, guest, form.cleaned_data
                )
                if isinstance(look, Job):
                    return redirect("games:job", look.pk)
                return _look_at_guest(request, guest, look)
            take_in_guest(act, guest, **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("%(name)s is now a member.") % {"name": guest})
            return redirect(guest)
    context = {"member": guest, "form": form, "first": first_game_on(guest)}
    return form_page(request, "games/people/take_in.html", context)


def _guest_looked(
    request: MemberRequest, guest: Member, cleaned: Mapping[str, Any]
) -> Job | ReplayReport:
    name = guest.shown_name
    look = _looked(
        request,
        kind="guest",
        asked={**cleaned, "on": cleaned["on"].isoformat(), "guest": guest.pk, "name": name},
        title=_("Effect of making %(name)s a member") % {"name": name},
    )
    return look if isinstance(look, Job) else ReplayReport.from_json(look)


def _look_at_guest(request: MemberRequest, guest: Member, report: ReplayReport) -> HttpResponse:
    moved = len({move.member for move in report.moved})
    question = Question(
        title=_("Make %(name)s a member?") % {"name": guest.shown_name},
        effects=[
            ngettext(
                "%(n)s member will have a different rating.",
                "%(n)s members will have a different rating.",
                moved,
            )
            % {"n": moved},
            _("Games before the joining date stay as they were: games with a guest."),
        ],
        then=_("A member without an account can be invited to sign in."),
        button=_("Make a member"),
        back=request.path,
    )
    return _ask(request, question, report)


# The one page on which a role is given.


@recent_sign_in
@require_http_methods(["GET", "POST"])
def role(request: MemberRequest, pk: int) -> HttpResponse:
    """Give a member a role; a chair who gives up the role is asked to confirm."""
    user = user_of(request)
    if not user.has_perm("members.set_role"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.active().select_related("user"), pk=pk)
    held = role_of(member)
    form = RoleForm(request.POST or None, initial={"role": held})
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["role"]
        if member.user_id == user.pk and held == CHAIR != wanted and not is_confirmed(request):
            return ask(request, _own_chair(request, wanted))
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: set_role(act_of(request), member, **form.cleaned_data),
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
    return form_page(request, "games/people/role.html", context)


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

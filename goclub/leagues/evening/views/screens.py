"""What stands beside the pages: the wall, the tablet at the door, the code, the worker."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import sign_in_first
from goclub.common.limits import asked_too_often
from goclub.common.pictures import qr_svg
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.common.sharing import absolute
from goclub.games.evening.services import need_organiser
from goclub.games.finding.queries import as_answers, found_for
from goclub.leagues.evening.labels import wall_of
from goclub.leagues.evening.queries import answers_to, open_night, state_of
from goclub.leagues.evening.services.nights import is_organiser, open_by_calendar
from goclub.leagues.evening.services.people import check_in, check_in_guest
from goclub.leagues.evening.views.presses import member_named
from goclub.leagues.models import ClubNight, Presence
from goclub.members.context import THEMES
from goclub.members.models import ClubSettings, Member
from goclub.members.requests import Act, MemberRequest, user_of
from goclub.members.visitors import rights_of
from ratings.errors import Code, RuleError


def door_key(club: ClubSettings) -> str:
    """Opens the door's tablet and the wall where nobody is signed in."""
    return signing.Signer(salt="goclub.leagues.night").signature(str(club.key))


def _has_key(request: MemberRequest) -> bool:
    rights_of(request)  # reads the club
    return constant_time_compare(_door_of(request), door_key(request.club))


def _door_of(request: MemberRequest) -> str:
    return request.POST.get("door", request.GET.get("door", ""))


@never_cache
@require_safe
def wall(request: MemberRequest) -> HttpResponse:
    """The wall: to whoever may see games, or has the door's key."""
    keyed = _has_key(request)
    if not rights_of(request).games and not keyed:
        return sign_in_first(request)
    now = timezone.now()
    night = open_night(now)
    page = read_number(request.GET.get("page"), low=1, high=9999) or 1
    following = request.GET.copy()
    context: dict[str, object] = {"night": night, "now": now}
    if night is not None:
        shown = context["wall"] = wall_of(state_of(night), now, page)
        following["page"] = str(shown["following"])
    context["following"] = following.urlencode()
    theme = request.GET.get("theme", "")
    if theme in THEMES:
        context["theme"] = theme
    return render(request, "leagues/evening/wall.html", context)


@login_required
@require_safe
def door(request: MemberRequest) -> HttpResponse:
    """The code to print and the tablet's address, for organisers."""
    need_organiser(user_of(request))
    rights_of(request)
    here = absolute(request, reverse("leagues:night-me"))
    query = f"?door={door_key(request.club)}"
    context = {
        "code": qr_svg(here),
        "here": here,
        "tablet": absolute(request, reverse("leagues:night-tablet") + query),
        "wall": absolute(request, reverse("leagues:night-wall") + query),
    }
    return render(request, "leagues/evening/door.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tablet(request: MemberRequest) -> HttpResponse:
    """The tablet at the door: a name, or a guest in two fields; nobody is signed in on it."""
    if not _has_key(request):
        if not request.user.is_authenticated:
            return sign_in_first(request)
        need_organiser(user_of(request))
    refused = ""
    if request.method == "POST":
        try:
            presence = _come_in(request)
        except RuleError as error:
            refused = describe(error)
        else:
            messages.success(
                request, _("Welcome, %(name)s!") % {"name": presence.member.shown_name}
            )
            return redirect(request.get_full_path())
    night = open_night(timezone.now())
    context = {
        "night": night,
        "refused": refused,
        "typed": {
            "who": request.POST.get("who", ""),
            "name": request.POST.get("name", ""),
            "strength": request.POST.get("rank", ""),
        },
        "expected": _expected(night) if night else [],
        "names_url": f"{reverse('leagues:night-names')}?{urlencode({'door': _door_of(request)})}",
        "code": qr_svg(absolute(request, reverse("leagues:night-me"))),
        "runs": request.user.is_authenticated and is_organiser(user_of(request)),
    }
    return render(request, "leagues/evening/tablet.html", context, status=422 if refused else 200)


def _expected(night: ClubNight) -> list[Member]:
    """Members who said that they are coming."""
    state = state_of(night)
    said_when = [presence.member for presence in state.expected]
    return said_when + [answer.member for answer in answers_to(state)]


@never_cache
@require_safe
def names(request: MemberRequest) -> HttpResponse:
    """Members for what is typed at the door: to whoever has its key, and to organisers."""
    runs = request.user.is_authenticated and is_organiser(user_of(request))
    if not runs and not _has_key(request):
        return JsonResponse({"said": _("Please sign in first.")}, status=403)
    if wait := asked_too_often(request, "find"):
        return wait
    people = found_for(request.GET.get("q", ""), Member.objects.active(), None)
    return JsonResponse({"members": as_answers(people)})


def _come_in(request: MemberRequest) -> Presence:
    now, sent = timezone.now(), request.POST
    night = open_by_calendar(at=now)
    if night is None:
        raise RuleError(Code.STATE, "night", reason="night.over")
    if "name" in sent:
        return check_in_guest(Act(None, now), night, name=sent["name"], rank=sent.get("rank", ""))
    if number := read_number(sent.get("member")):
        member = get_object_or_404(Member, pk=number)
    else:
        member = member_named(sent.get("who", ""))
    return check_in(Act(None, now), night, member=member)


@require_safe
@cache_control(no_cache=True)
def worker(request: MemberRequest) -> HttpResponse:
    """In place of the worker that these pages once had: it goes, the site has one of all."""
    return render(
        request, "leagues/evening/worker.js", content_type="text/javascript; charset=utf-8"
    )

"""The calendar for other programs: the club's, and a member's own by a secret address."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from goclub.common.calendar_file import Item, write
from goclub.common.http import attempt, download
from goclub.common.notation import labelled
from goclub.common.sharing import absolute
from goclub.leagues.calendar.labels.feeds import club_items, day_stamp, member_items
from goclub.leagues.calendar.queries import link_of, member_of_link
from goclub.leagues.calendar.services.dates import end_link, renew_link
from goclub.leagues.models import League
from goclub.members.names import shown_as
from goclub.members.requests import MemberRequest, act_of, member_of
from goclub.members.visitors import rights_of


@require_safe
def club_feed(request: MemberRequest) -> HttpResponse:
    """Return the club's calendar; visitors get its tournaments if they may see them."""
    rights = rights_of(request)
    items = club_items(timezone.now(), everything=rights.games)
    return _file(request, request.club.name, items, "club")


@cache_control(private=True, no_store=True)
@require_safe
def member_feed(request: MemberRequest, token: str) -> HttpResponse:
    """Return a member's calendar to anyone with its secret address, until the member leaves."""
    member = member_of_link(token)
    if member is None:
        raise Http404
    rights_of(request)
    with translation.override(member.language), shown_as(member.names_shown):
        items = list(member_items(member, timezone.now()))
        response = _file(request, labelled(request.club.name, member), items, "my")
    # The address is as good as a password: no search engine keeps it, no link tells of it.
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_required
@cache_control(private=True, no_store=True)
@require_safe
def links(request: MemberRequest) -> HttpResponse:
    """Where calendar programs read: the club, each league, and my own secret address."""
    me = member_of(request)
    link = link_of(me)
    secret = reverse("leagues:member-feed", args=[link.token]) if link else ""
    context = {
        "club_address": absolute(request, reverse("leagues:club-feed")),
        "leagues": [
            (league, absolute(request, reverse("leagues:calendar", args=[league.slug])))
            for league in League.objects.filter(active=True)
        ],
        "link": link,
        "my_address": absolute(request, secret) if secret else "",
    }
    response = render(request, "leagues/calendar/links.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_required
@require_POST
def renew(request: MemberRequest) -> HttpResponse:
    """A new secret address; the one before opens nothing any more."""
    me = member_of(request)
    attempt(
        request,
        lambda: renew_link(act_of(request), me),
        _("This is your new address. The old one no longer works."),
    )
    return redirect("leagues:calendar-links")


@login_required
@require_POST
def end(request: MemberRequest) -> HttpResponse:
    """No secret address any more."""
    me = member_of(request)
    attempt(
        request,
        lambda: end_link(act_of(request), me),
        _("Your address no longer works."),
    )
    return redirect("leagues:calendar-links")


def _file(request: MemberRequest, name: str, items: Iterable[Item], stem: str) -> HttpResponse:
    text = write(
        name,
        items,
        owner=str(request.club.key),
        base=absolute(request, "/")[:-1],
        stamp=day_stamp(timezone.now()),
    )
    return download(text, "text/calendar; charset=utf-8", f"{stem}.ics")

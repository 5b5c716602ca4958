"""Template tags of the frame: the header, the doors of a room, the footer, the bar for thumbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from goclub.common.templatetags.ui import sign_in_address
from goclub.front.labels import frame, room_at
from goclub.members.visitors import VisitorRights

register = template.Library()
NOTHING = VisitorRights(table=False, games=False, profiles=False)


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the content of one page for one reader."""

    header: str
    doors: str
    footer: str
    bottom_bar: str


@register.simple_tag(takes_context=True)
def frame_of(context: Context) -> Frame:
    """The frame of this page: ``{% frame_of as frame %}``, then ``{{ frame.header }}`` …"""
    request, shown = context.get("request"), context.get("club")
    path = request.path if request else ""
    others = tuple(context.get("site_languages") or ())
    language = frame.Language(get_language() or settings.LANGUAGE_CODE, others)
    known = {name: str(getattr(shown, name, "")) for name in ("name", "mark", "motto")}
    member = bool(context.get("me"))
    club = frame.Club(**known, is_founded=member or getattr(shown, "is_founded", True))
    sees = context.get("sees") or NOTHING
    reader = _reader(context)
    member = bool(reader.page)
    room, thumb = room_at(path), room_at(path, thumb=True)
    return Frame(
        header=_of_request(
            context,
            frame.header(
                language, str(context.get("theme") or ""), club, sees, reader,
                room.first.view if room else "",
            ),
            signed_in=bool(reader.name),
        ),
        doors=frame.doors(language, sees, member=member, room=room, path=path)
        if room and any(door.is_at(path) for door in room.doors)
        else "",
        footer=frame.footer(language, club, sees, signed_in=bool(reader.name)),
        bottom_bar=frame.bottom_bar(
            language, sees, member=member, room=thumb.first.view if thumb else "",
            home=path == reverse("home"),
        ),
    )  # fmt: skip


def _reader(context: Context) -> frame.Reader:
    """Who reads, and what waits for him."""
    user, me = context.get("user"), context.get("me")
    if user is None or not user.is_authenticated:
        return frame.Reader()
    has_desk = bool(_said(context, "has_desk"))
    return frame.Reader(
        name=me.display_name if me else user.username,
        page=me.get_absolute_url() if me else "",
        unread=_said(context, "me_unread") or 0,
        waiting=_said(context, "me_waiting") or 0,
        has_desk=has_desk,
        desk_waiting=_said(context, "desk_waiting") or 0,
        brings_evenings=user.has_perms(("games.decide_game", "games.report_for_others")),
        invites=user.has_perm("members.approve_member"),
        brings_notebook=user.has_perm("games.bring_notebook"),
        is_staff=user.is_staff,
    )


def _said(context: Context, name: str) -> Any:
    """What the context says, as a template would hear it."""
    value = context.get(name)
    return value() if callable(value) else value


def _of_request(context: Context, kept: str, *, signed_in: bool) -> SafeString:
    """What was kept, with the address and the token of this request."""
    request = context.get("request")
    address = request.get_full_path() if request else ""
    # Safe: a template wrote it; its marks are random, and what takes their place is escaped.
    kept = kept.replace(frame.ADDRESS, conditional_escape(address))
    if signed_in:
        return SafeString(kept.replace(frame.TOKEN, str(context.get("csrf_token", ""))))
    return SafeString(kept.replace(frame.SIGN_IN, conditional_escape(sign_in_address(context))))

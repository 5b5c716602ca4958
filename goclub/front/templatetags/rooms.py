"""Template tags of the navigation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.template import Context
from django_stubs_ext import StrOrPromise

from goclub.front.labels.navigation import ROOMS, Door, room_at

register = template.Library()


@dataclass(frozen=True, slots=True)
class Way:
    """A link of the navigation as this reader sees it."""

    url: str
    label: StrOrPromise
    icon: str = ""
    here: bool = False


@register.simple_tag(takes_context=True)
def rooms(context: Context, *, thumb: bool = False) -> Sequence[Way]:
    """The words of the header, or those of the bar for thumbs, that this reader may open."""
    path = _path(context)
    now = room_at(path, thumb=thumb)
    return [
        Way(room.first.url, room.first.label, room.icon, room is now)
        for room in ROOMS
        if (room.thumb or not thumb) and _opens(room.first, context)
    ]


@register.inclusion_tag("front/_doors.html", takes_context=True)
def doors(context: Context) -> dict[str, object]:
    """The pages beside this one, on those that stand at the door of their room; else nothing."""
    path = _path(context)
    room = room_at(path)
    ways = [
        Way(url, door.label, here=url == path)
        for door in (room.doors if room else ())
        if _opens(door, context)
        for url in (door.url,)
    ]
    at_the_door = any(way.here for way in ways) and len(ways) > 1
    return {"ways": ways if at_the_door else (), "room": room}


def _path(context: Context) -> str:
    request = context.get("request")
    return request.path if request else ""


def _opens(door: Door, context: Context) -> bool:
    if door.need == "me":
        return bool(context.get("me"))
    return not door.need or bool(getattr(context.get("sees"), door.need, False))

"""Template tag of the frame: the navigation as this reader sees it."""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

from goclub.front.labels import ROOMS, Door, room_at
from goclub.members.visitors import VisitorRights

register = template.Library()
NOTHING = VisitorRights(table=False, games=False, profiles=False)


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> dict[str, object]:
    """``rooms`` and ``thumbs``, the words of the header and of a telephone's bar.

    ``room`` and ``thumb`` are those where the page belongs, ``doors`` the pages beside it where it
    stands at the door of its room, ``tab`` its own among them.
    """
    request = context.get("request")
    path = request.path if request else ""
    sees = context.get("sees") or NOTHING

    def opens(door: Door) -> bool:
        if door.need == "me":
            return bool(context.get("me"))
        return not door.need or bool(getattr(sees, door.need))

    rooms = [room for room in ROOMS if opens(room.first)]
    room = room_at(path)
    doors = [door for door in room.doors if opens(door)] if room else []
    tab = next((door for door in doors if door.is_at(path)), None)
    return {
        "rooms": rooms,
        "thumbs": [room for room in rooms if room.thumb],
        "room": room,
        "thumb": room_at(path, thumb=True),
        "doors": doors if tab and len(doors) > 1 else (),
        "tab": tab,
        "is_home": path == reverse("home"),
    }

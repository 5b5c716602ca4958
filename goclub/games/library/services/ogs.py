"""Games of OGS, the Online Go Server, by its public API; only where the club's settings allow it."""

from __future__ import annotations

import re
from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import MAX_BYTES, OpenedFile
from goclub.members.hooks.services.posting import NotTaken, get_from, place_of
from goclub.members.queries import club_settings
from ratings.errors import Code, RuleError

#: No other host is asked.
HOST: Final = "https://online-go.com"
_LINK: Final = re.compile(r"(?:https?://)?(?:www\.)?online-go\.com/game/(?:view/)?([1-9]\d{0,11})")
#: Any address that is pasted alone.
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+|online-go\.com/\S+")
#: Seconds for which OGS is left alone when it does not say how long.
_PAUSE: Final = 60
_LONGEST_PAUSE: Final = 3600
#: A request that was cut off holds up the next for so many seconds at most.
_BUSY: Final = 15


def is_address(text: str) -> bool:
    """Whether a text is the address of a page and no record."""
    return _ADDRESS.fullmatch(text.strip()) is not None


def fetch_linked(text: str) -> bytes:
    """The file of the OGS game to which a link leads.

    One request at a time, none while OGS wants to be left alone.  Raises RuleError with what to do
    instead.
    """
    link = _LINK.match(text.strip())
    if link is None:
        raise Refusal(
            _("Only links to games on OGS are read. Save the file there and upload it here."),
            code=Code.TYPE,
            field="text",
            reason="no_ogs_link",
        )
    if not club_settings().ogs_games:
        raise Refusal(
            _(
                "Links are not read here. On OGS, open the game, choose “Download SGF” in its "
                "menu, and upload the file here."
            ),
            field="text",
            reason="ogs_off",
        )
    data = _fetch(f"/api/v1/games/{link[1]}/sgf")
    try:
        is_it = OpenedFile(data).first().header.place.endswith(f"/game/{link[1]}")
    except KifuError:
        is_it = False
    if not is_it:
        raise _not_there()
    return data


def _fetch(path: str) -> bytes:
    if cache.get("ogs-rests") or not cache.add("ogs-busy", "", _BUSY):
        raise _too_busy()
    try:
        return get_from(place_of(HOST + path), most=MAX_BYTES)
    except NotTaken as error:
        if error.status in (429, 503):
            cache.set("ogs-rests", True, min(error.wait or _PAUSE, _LONGEST_PAUSE))
            raise _too_busy() from error
        raise _not_there() from error
    finally:
        cache.delete("ogs-busy")


def _too_busy() -> RuleError:
    return Refusal(
        _("OGS is busy at present. Try again in a few minutes."), field="text", reason="ogs_busy"
    )


def _not_there() -> RuleError:
    return Refusal(
        _(
            "OGS did not send this game. Check the link, or choose “Download SGF” in the "
            "game’s menu on OGS and upload the file here."
        ),
        code=Code.UNKNOWN,
        field="text",
        reason="ogs_without_game",
    )

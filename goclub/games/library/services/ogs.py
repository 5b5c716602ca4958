"""Games of OGS, the Online Go Server, by its public API; only where the club allows it."""

from __future__ import annotations

import logging
import re
from datetime import datetime
from time import sleep
from typing import Annotated, Final, Generic, TypeVar
from urllib.parse import urlencode

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, MsgspecError, Struct, json

from goclub.common.refusals.registry import Refusal
from goclub.games.library.services.enriching import FILED, take_record
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import MAX_BYTES, OpenedFile
from goclub.go.records.record import Record
from goclub.members.hooks.services.posting import NotTaken, get_from, place_of
from goclub.members.models import Member, Nickname
from goclub.members.queries import club_settings
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: No other host is asked.
HOST: Final = "https://online-go.com"
_LINK: Final = re.compile(
    r"(?:https?://)?(?:www\.)?online-go\.com/game/(?:view/)?([1-9]\d{0,11})(?!\d)"
)
#: Any address that is pasted alone.
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+|online-go\.com/\S+")
#: Seconds for which OGS is left alone when it does not say how long.
_PAUSE: Final = 60
_LONGEST_PAUSE: Final = 3600
#: A request that was cut off holds up the next for so many seconds at most.
_BUSY: Final = 15
_BUSY_REASON: Final = "ogs_busy"
#: Seconds before each request of the nightly look.
BETWEEN: Final = 1
#: Games of one account that are looked at.
_PAGE: Final = 50
T = TypeVar("T")

_log = logging.getLogger(__name__)


def is_address(text: str) -> bool:
    """Whether a text is the address of a page and no record."""
    return _ADDRESS.fullmatch(text.strip()) is not None


def fetch_linked(text: str) -> bytes:
    """The file of the OGS game to which a link leads.

    One request at a time, none while OGS wants to be left alone.  Raises RuleError with what to do
    instead.
    """
    if not club_settings().ogs_games:
        raise Refusal(
            _(
                "Links are not read here. Save the game as a file and upload it. On OGS, choose "
                "“Download SGF” in the game’s menu."
            ),
            field="text",
            reason="ogs_off",
        )
    link = _LINK.match(text.strip())
    if link is None:
        raise Refusal(
            _("Only links to games on OGS are read. Save this game as a file and upload it."),
            code=Code.TYPE,
            field="text",
            reason="no_ogs_link",
        )
    return _fetch_game(int(link[1]))[0]


def fetch_new_games(at: datetime) -> int:
    """File the games that OGS accounts of members have ended since the last look; how many.

    For the members who asked for it, the oldest game first; a game that OGS does not give out, or
    that cannot be read, is passed over.  Where OGS is busy all others wait for the next time.
    """
    accounts = Nickname.objects.exclude(ogs_since=None).filter(member__in=Member.objects.active())
    fetched = 0
    for account in accounts.exclude(member__user=None).order_by("ogs_since"):
        if not club_settings().ogs_games:
            break
        try:
            for ended, number in _ended_games(account):
                fetched += _file_game(Act(account.member.user, at), number)
                Nickname.objects.filter(pk=account.pk).update(ogs_since=ended)
        except RuleError as error:
            _log.warning("OGS games of %s: %s", account.name, error)
            if error.reason == _BUSY_REASON:
                break
    return fetched


class _Player(Struct):
    id: int
    username: str


class _Game(Struct):
    id: int
    ended: Annotated[datetime, Meta(tz=True)] | None = None


class _Page(Struct, Generic[T]):
    results: list[T]


def _ended_games(account: Nickname) -> list[tuple[datetime, int]]:
    """When the games of an account ended after its last look, and their numbers; at most a page."""
    players = _read(f"/api/v1/players/?{urlencode({'username': account.name})}", _Page[_Player])
    number = next((p.id for p in players.results if p.username == account.name), None)
    if number is None:
        raise _not_there()
    query = urlencode({"ended__isnull": "false", "ordering": "-ended", "page_size": _PAGE})
    games = _read(f"/api/v1/players/{number}/games/?{query}", _Page[_Game]).results[:_PAGE]
    since = account.ogs_since or timezone.now()
    return sorted((game.ended, game.id) for game in games if game.ended and game.ended > since)


def _read(path: str, shape: type[T]) -> T:
    sleep(BETWEEN)
    try:
        return json.decode(_fetch(path), type=shape)
    except MsgspecError as error:
        raise _not_there() from error


def _file_game(act: Act, number: int) -> bool:
    """Whether a game came in that was not here."""
    sleep(BETWEEN)
    try:
        data, record = _fetch_game(number)
        return take_record(act, record, data=data, filename=f"ogs-{number}.sgf").status == FILED
    except RuleError as error:
        if error.reason == _BUSY_REASON:
            raise
        return False


def _fetch_game(number: int) -> tuple[bytes, Record]:
    data = _fetch(f"/api/v1/games/{number}/sgf")
    try:
        record = OpenedFile(data).first()
    except KifuError as error:
        raise _not_there() from error
    if not record.header.place.endswith(f"/game/{number}"):
        raise _not_there()
    return data, record


def _fetch(path: str) -> bytes:
    if cache.get("ogs-rests") or not cache.add("ogs-busy", "", _BUSY):
        raise _too_busy()
    try:
        return get_from(place_of(HOST + path), most=MAX_BYTES)
    except NotTaken as error:
        if error.status in (429, 503):
            cache.set("ogs-rests", True, min(error.wait or _PAUSE, _LONGEST_PAUSE))
        if error.trouble in ("silent", "unreachable") or error.status in (429, 500, 502, 503):
            raise _too_busy() from error
        raise _not_there() from error
    finally:
        cache.delete("ogs-busy")


def _too_busy() -> RuleError:
    return Refusal(
        _("OGS does not answer at present. Try again in a few minutes."),
        field="text",
        reason=_BUSY_REASON,
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

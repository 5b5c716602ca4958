"""Rating lists uploaded, loaded beside the pages, and deleted."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.bulk_rows import write_rows
from goclub.common.name_field import without_unseen
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.jobs.services import ask_for
from goclub.games.models import Job
from goclub.go.records.batch import BROKEN
from goclub.leagues.models import RatedPlayer, RatingList
from goclub.leagues.models.ratinglist import LONGEST_KEY, SOURCES
from goclub.leagues.ratinglist.queries import name_key
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code, RuleError
from ratings.text_files import decoded, too_large
from tournaments.formats.opengotha_names import rank_of
from tournaments.formats.rating_lists import (
    HEAD_LINES,
    ListedPlayer,
    ListSource,
    read_head,
    read_players,
)

MAY_ADD, MAY_DELETE = "leagues.add_ratinglist", "leagues.delete_ratinglist"
#: The world's list has some 12 MB; packed it is a fifth of that.
MAX_BYTES: Final = 20_000_000
MAX_UNPACKED: Final = 60_000_000
#: House rule: a list with fewer players than this share of the newest one may have been cut.
LEAST_SHARE: Final = 0.8
#: Players that are stored before the page hears how far it is.
_BATCH = 4_000
_COLUMNS = (
    "rating_list", "line", "key", "turned", "number", "name", "first_name", "rank", "rating",
    "listed", "club", "country",
)  # fmt: skip

Tell = Callable[[int, int], None]


# --- Uploading --------------------------------------------------------------------------------
@atomic_retried
def add_list(
    act: Act,
    *,
    source: str,
    data: bytes,
    listed_on: date | None = None,
    is_complete: bool = False,
) -> Job:
    """Keep the file of a rating list and return the job that loads it.

    Raises PermissionDenied; RuleError on field "file": E_RANGE (``too_large``), what
    :func:`tournaments.formats.rating_lists.read_head` raises, E_INCONSISTENT (``another_list``) for
    the list of another federation; on field "listed_on": E_MISSING (``undated``), E_INCONSISTENT
    (``another_day``), E_RANGE (``future_day``); ValidationError for a day whose list is here.
    """
    need(act.user, MAY_ADD)
    text = _text_of(data)
    head = read_head(text.split("\n", HEAD_LINES)[:HEAD_LINES])
    if head.source != source:
        raise Refusal(
            _("This file is the %(value)s. Choose that list above, or another file."),
            code=Code.INCONSISTENT,
            field="file",
            value=str(SOURCES[head.source]),
            reason="another_list",
        )
    rating_list = RatingList(
        source=source,
        listed_on=_checked_day(act, head.listed_on, listed_on),
        data=zlib.compress(text.encode(), 1),
        added_at=act.at,
        added_by=act.user,
    )
    rating_list.full_clean(exclude=["data"])
    try:
        with transaction.atomic():
            rating_list.save()
    except IntegrityError:
        # Another upload was first.
        rating_list.validate_constraints()
        raise
    return ask_for(
        act,
        "load_rating_list",
        asked={"list": rating_list.pk, "complete": is_complete},
        title=gettext("Loading: %(list)s") % {"list": rating_list},
        back=reverse("leagues:rating-lists"),
    )


def _text_of(data: bytes) -> str:
    """The text of an uploaded file, or of the one file in a ZIP."""
    if len(data) > MAX_BYTES:
        raise too_large(len(data), MAX_BYTES)
    if not data.startswith(b"PK\x03\x04"):
        return decoded(data, MAX_BYTES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [part for part in archive.infolist() if not part.is_dir()]
            if len(files) != 1:
                raise zipfile.BadZipFile
            with archive.open(files[0]) as file:
                unpacked = file.read(MAX_UNPACKED + 1)
    except BROKEN as error:
        raise RuleError(Code.TYPE, "file", reason="ratinglist.unknown_list") from error
    return decoded(unpacked, MAX_UNPACKED)


def _checked_day(act: Act, in_file: date | None, chosen: date | None) -> date:
    """The day of a list: what the file says, or what was chosen where it says nothing."""
    if in_file is not None and chosen is not None and in_file != chosen:
        raise Refusal(
            _("The file says %(value)s. Leave the date empty, or choose another file."),
            code=Code.INCONSISTENT,
            field="listed_on",
            value=in_file,
            reason="another_day",
        )
    day = in_file or chosen
    if day is None:
        raise Refusal(
            _("This file does not say its date. Enter the day on which it was published."),
            code=Code.MISSING,
            field="listed_on",
            reason="undated",
        )
    if day > timezone.localdate(act.at):
        raise Refusal(
            _("%(value)s is in the future. Enter the day on which the list was published."),
            code=Code.RANGE,
            field="listed_on",
            value=day,
            reason="future_day",
        )
    return day


# --- Loading, as a job ------------------------------------------------------------------------
def load_list(act: Act, asked: Mapping[str, Any], tell: Tell) -> None:
    """Store the players of an uploaded list, all or none; a list that is refused is forgotten.

    Raises what :func:`tournaments.formats.rating_lists.read_players` raises, E_RANGE (``fewer``)
    for a list with far fewer players than the newest one, unless it is said to be complete, and
    E_UNKNOWN for one that was deleted meanwhile.
    """
    rating_list = RatingList.objects.filter(pk=asked["list"]).first()
    if rating_list is None:
        raise Refusal(
            _("This list was deleted meanwhile. Upload it again."),
            code=Code.UNKNOWN,
            field="list",
            reason="gone",
        )
    if rating_list.is_ready:
        return
    try:
        _load(act, rating_list, tell, is_complete=bool(asked["complete"]))
    except RuleError:
        rating_list.delete()
        raise


@atomic_retried
def _load(act: Act, rating_list: RatingList, tell: Tell, *, is_complete: bool) -> None:
    need(act.user, MAY_ADD)
    rating_list = lock_row(rating_list)
    data = zlib.decompress(rating_list.data)
    lines = io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="\n")
    unread: list[int] = []
    rows = _rows(rating_list, read_players(ListSource(rating_list.source), lines, unread))
    while batch := list(islice(rows, _BATCH)):
        rating_list.players += write_rows(RatedPlayer, _COLUMNS, batch)
        tell(int(batch[-1][1]), data.count(b"\n") + 1)
    before = RatingList.objects.ready().filter(source=rating_list.source).first()
    if before and not is_complete and rating_list.players < LEAST_SHARE * before.players:
        raise Refusal(
            _(
                "The number of players in this list is %(value)s, and in “%(before)s” it is "
                "%(number)s: the list may have been cut. If it is complete, upload it again and "
                "tick “The list is complete”."
            ),
            code=Code.RANGE,
            field="file",
            value=rating_list.players,
            reason="fewer",
            before=str(before),
            number=before.players,
        )
    rating_list.unread, rating_list.is_ready, rating_list.data = unread[:100], True, b""
    rating_list.save()


def _rows(rating_list: RatingList, players: Iterable[ListedPlayer]) -> Iterator[tuple[Any, ...]]:
    """The rows of the players, in the order of :data:`_COLUMNS`."""
    field = ListSource(rating_list.source).number_field
    for player in players:
        name, first_name = _shown(player.name), _shown(player.first_name)
        yield (
            rating_list.pk,
            player.at,
            name_key(name, first_name)[:LONGEST_KEY],
            name_key(first_name, name)[:LONGEST_KEY],
            getattr(player, field)[:12],
            name,
            first_name,
            rank_of(player.rank),
            int(player.rating) if player.rating else None,
            player.listed[:12],
            player.club[:80],
            player.country[:2],
        )


def _shown(name: str) -> str:
    return (name if name.isprintable() else without_unseen(name))[:80]


#: See ``goclub.games.jobs``.
JOBS = {"load_rating_list": (load_list, False)}


# --- Deleting ---------------------------------------------------------------------------------
@atomic_retried
def delete_list(act: Act, rating_list: RatingList) -> None:
    """Delete a list that no event froze.

    Raises PermissionDenied, and E_STATE (``frozen``) naming the events that froze it.
    """
    need(act.user, MAY_DELETE)
    rating_list = lock_row(rating_list)
    events = list(rating_list.events.order_by("-begins_on")[:3])
    try:
        rating_list.delete()
    except ProtectedError as error:
        raise Refusal(
            _("“%(value)s” is frozen for %(events)s. Choose another list there first."),
            code=Code.STATE,
            field="list",
            value=str(rating_list),
            reason="frozen",
            events=", ".join(event.name for event in events),
        ) from error

"""What a member sees of an uploaded kifu before anybody else does."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.games.library.labels.oddities import encoding_name, kifu_oddities
from goclub.games.library.labels.records import added_text, header_rows
from goclub.games.library.labels.viewer import board_context
from goclub.games.library.services.enriching import what_it_adds
from goclub.games.library.services.filing import Alike, find_alike, may_file
from goclub.games.library.services.records import open_upload
from goclub.games.models import Kifu
from goclub.go.records.errors import KifuError
from goclub.go.records.fingerprints import Likeness
from goclub.go.records.merging import fields_added
from goclub.go.records.reading import candidates
from goclub.go.records.record import Record
from goclub.members.models import User
from goclub.members.requests import MemberRequest

MOST_READINGS = 8


def preview_context(request: MemberRequest, kifu: Kifu, record: Record) -> dict[str, object]:
    """Template variables of a draft: its board, what is odd, other readings, records alike."""
    user = request.user
    assert isinstance(user, User)
    opened, uploaded = open_upload(kifu)
    warnings = uploaded.warnings
    return board_context(record, node=None) | {
        "header": header_rows(record),
        "named": {"black": record.header.black, "white": record.header.white},
        "oddities": kifu_oddities(warnings),
        "reading_is_guess": any(w.code in ("encoding_guessed", "damaged_text") for w in warnings),
        "encoding_name": encoding_name(kifu.encoding),
        "readings": _readings(kifu),
        "alike": [
            alike_row(alike, record)
            for alike in find_alike(record, data=kifu.file_bytes, number=kifu.number, but=kifu)
        ],
        "games_in_file": len(opened),
        "may_file": may_file(user),
    }


def _readings(kifu: Kifu) -> list[dict[str, object]]:
    """The names under each encoding that fits the file; none where there is no choice."""
    data = kifu.file_bytes
    if data.isascii() and b"\x1b" not in data:
        return []
    try:
        readings = candidates(data)
    except KifuError:
        return []
    rows = [
        {
            "encoding": reading.encoding,
            "name": encoding_name(reading.encoding),
            "players": f"{reading.names[0] or '?'} – {reading.names[1] or '?'}",
            "here": reading.encoding == kifu.encoding,
        }
        for reading in readings[:MOST_READINGS]
    ]
    return rows if len(rows) > 1 or not all(row["here"] for row in rows) else []


def alike_row(alike: Alike, record: Record) -> dict[str, object]:
    """A record of the same game, with how it is alike and what ``record`` adds in words."""
    merged = what_it_adds(alike, record)
    return {
        "kifu": alike.kifu,
        "how": likeness_text(alike.likeness),
        "adds": "" if merged is None else added_text(fields_added(merged)),
    }


def likeness_text(likeness: Likeness) -> str:
    """In words, from the uploaded record's side: “the same, 4 moves longer there”."""
    if likeness.kind == "identical":
        return _("the same moves")
    if likeness.kind == "symmetric":
        return _("the same moves, turned or mirrored")
    if likeness.kind == "longer":
        here, there = likeness.first_more, likeness.second_more
        if here:
            text = ngettext(
                "the same game; yours is %(n)d move longer",
                "the same game; yours is %(n)d moves longer",
                here,
            )
        else:
            text = ngettext(
                "the same game; that one is %(n)d move longer",
                "the same game; that one is %(n)d moves longer",
                there,
            )
        return text % {"n": here or there}
    return _("the same game except for its last moves")

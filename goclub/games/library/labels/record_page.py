"""All that a page with a record shows: board, comments, additions; and the preview of a draft."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.sharing import absolute
from goclub.games.library.labels.comments import branch_names, comments_context, end_of_record
from goclub.games.library.labels.records import (
    added_text,
    encoding_name,
    header_rows,
    kifu_oddities,
)
from goclub.games.library.labels.review import review_context
from goclub.games.library.labels.viewer import (
    board_context,
    move_rows,
    opening_node,
    tree_address,
    viewer_context,
)
from goclub.games.library.queries import additions_to, departure_of
from goclub.games.library.services.comments import read_comments
from goclub.games.library.services.enriching import may_see_addition, may_take_back, what_it_adds
from goclub.games.library.services.filing import (
    Alike,
    find_alike,
    may_file,
    may_see_original,
    may_withdraw,
)
from goclub.games.library.services.records import open_upload
from goclub.games.models import Kifu
from goclub.go.records.errors import KifuError
from goclub.go.records.fingerprints import Likeness
from goclub.go.records.merging import fields_added
from goclub.go.records.reading import candidates
from goclub.go.records.record import Record
from goclub.members.models import User
from goclub.members.requests import MemberRequest


def unreadable_context(request: MemberRequest, kifu: Kifu) -> dict[str, object]:
    """Template variables of a page whose record cannot be read: what can still be had of it."""
    user = request.user if isinstance(request.user, User) else None
    return {
        "unreadable": kifu,
        "may_see_original": user is not None and may_see_original(kifu, user),
        "may_withdraw_record": user is not None and may_withdraw(kifu, user),
    }


def kifu_context(request: MemberRequest, kifu: Kifu) -> dict[str, object]:
    """Template variables of a page that shows a kifu with what members said about it."""
    user = request.user if isinstance(request.user, User) else None
    commented = read_comments(kifu, end=end_of_record())
    record = commented.record
    is_discussed = any(not note.is_hidden for note in commented.notes)
    names = branch_names(commented)
    more = tree_address(kifu, commented.steps)
    asked = commented.node_at(request.GET.get("at", ""))
    shown = viewer_context(
        request, record, asked=asked, is_discussed=is_discussed, names=names, more=more
    )
    node = shown["node_index"]
    assert isinstance(node, int)
    return shown | {
        "comments": comments_context(request, kifu, commented, node),
        "kifu": kifu,
        "departure": departure_of(kifu),
        "additions": _additions(kifu, user),
        "embed_code": _embed_code(request, kifu),
        "review": review_context(user, kifu, bare=commented.bare, shown=record, node=node),
        "moves": move_rows(record),
        "header": header_rows(record),
        "oddities": kifu_oddities(record.warnings),
        "may_see_original": user is not None and may_see_original(kifu, user),
        "may_withdraw_record": user is not None and may_withdraw(kifu, user),
    }


def _additions(kifu: Kifu, user: User | None) -> list[dict[str, object]]:
    """What other records of the game added, with what this user may do about it."""
    kinds = ("moves", "variations", "comments", "marks", "facts")
    additions = additions_to(kifu)
    for addition in additions:
        addition.kifu = kifu
    rows: list[dict[str, object]] = [
        {
            "addition": addition,
            "added": added_text({kind: getattr(addition, kind) for kind in kinds}),
            "may_see": user is not None and may_see_addition(addition, user),
            "may_take_back": user is not None and may_take_back(addition, user),
        }
        for addition in additions
    ]
    for row in rows[:-1]:
        row["may_take_back"] = False  # the last comes first
    return rows


def _embed_code(request: MemberRequest, kifu: Kifu) -> str:
    """The HTML that shows the board on another site."""
    address = absolute(request, reverse("games:kifu-embed", args=[kifu.pk]))
    return format_html(
        '<iframe src="{}" width="480" height="720" title="{}"></iframe>', address, str(kifu)
    )


MOST_READINGS = 8


def preview_context(request: MemberRequest, kifu: Kifu, record: Record) -> dict[str, object]:
    """Template variables of a draft: its board, what is odd, other readings, records alike."""
    user = request.user
    assert isinstance(user, User)
    opened, uploaded = open_upload(kifu)
    warnings = uploaded.warnings
    more = tree_address(kifu, part="record")
    return board_context(record, node=opening_node(record), more=more) | {
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
    if hasattr(kifu, "recording"):  # the site wrote it
        return []
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

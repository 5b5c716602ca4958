"""Everything that a page with a record shows: the board, what is said, where it left the known."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html

from goclub.common.sharing import absolute
from goclub.games.library.labels.comments import branch_names, comments_context, end_of_record
from goclub.games.library.labels.oddities import kifu_oddities
from goclub.games.library.labels.records import added_text, header_rows
from goclub.games.library.labels.viewer import move_rows, viewer_context
from goclub.games.library.queries import additions_to, departure_of
from goclub.games.library.services.comments import read_comments
from goclub.games.library.services.enriching import may_see_addition, may_take_back
from goclub.games.library.services.filing import may_see_original, may_withdraw
from goclub.games.models import Kifu
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
    shown = viewer_context(request, record, is_discussed=is_discussed, names=names)
    node = shown["node_index"]
    assert isinstance(node, int)
    return shown | {
        "comments": comments_context(request, kifu, commented, node),
        "kifu": kifu,
        "departure": departure_of(kifu),
        "additions": _additions(kifu, user),
        "embed_code": _embed_code(request, kifu),
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

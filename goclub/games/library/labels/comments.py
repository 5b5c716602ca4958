"""What members say about a record, as the panel beside the board shows it."""

from __future__ import annotations

from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.games.library.services.comments import CommentedRecord
from goclub.games.models import Kifu, KifuNote, KifuVariation
from goclub.go.board.basics import TextPart, name_point, split_mentions
from goclub.go.records.layers import read_moves
from goclub.go.records.record import Record
from goclub.members.comments.services import may_comment
from goclub.members.models import Member
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind
from goclub.members.requests import MemberRequest, user_of

_SHOWN_MOVES = 12


def end_of_record() -> str:
    """What stands at the end of a game beyond which somebody plays on."""
    return _("The game record ends here.")


# -- the panel below the board -------------------------------------------------------------------


def comments_context(
    request: MemberRequest, kifu: Kifu, commented: CommentedRecord, node: int
) -> dict[str, object]:
    """What ``_comments.html`` and ``_variations.html`` show while the board stands at a node."""
    user = request.user
    signed_in = user.is_authenticated
    may_write = signed_in and may_comment(user_of(request))
    moderates = signed_in and user.has_perm(KifuNote.MODERATE)
    everything: tuple[KifuNote | KifuVariation, ...] = (*commented.notes, *commented.variations)
    rows = [_row(annotation, commented, request, moderates) for annotation in everything]
    return {
        "kifu": kifu,
        "rows": sorted(filter(None, rows), key=lambda row: row["order"]),
        "may_comment": may_write,
        "key": commented.key_of(node),
        "where": where_text(commented.record, node),
        # The script finds the spots of the record itself, but not what members added.
        "keys": commented.added_keys
        | {node: commented.key_of(node) for node in commented.record.main_line[-1:]},
    }


def branch_names(commented: CommentedRecord) -> dict[int, str]:
    """Who added the branches that begin at these nodes; the first of several."""
    names: dict[int, str] = {}
    for variation in commented.variations:
        node = commented.node_of(variation)
        member: Member | None = getattr(variation.author, "member", None)
        if node is not None and member is not None and not variation.is_hidden:
            names.setdefault(node, member.shown_name)
    main = set(commented.record.main_line)
    return {node: name for node, name in names.items() if node not in main}


def _row(
    annotation: KifuNote | KifuVariation,
    commented: CommentedRecord,
    request: MemberRequest,
    moderates: bool,
) -> dict[str, Any] | None:
    """A comment or a variation as the panel shows it, with where it stands in the record.

    None where nobody may see it.
    """
    node = commented.node_of(annotation)
    own = annotation.author_id == request.user.pk
    if node is None and not moderates:
        return None
    open_text = not annotation.is_hidden or own or moderates
    if comment := isinstance(annotation, KifuNote):
        text = _linked(annotation.text, commented.record, node) if open_text else ""
    else:
        text = moves_text(annotation.moves, commented.bare) if open_text else ""
    may_change = own and not annotation.is_hidden and may_comment(user_of(request))
    record = commented.record
    return {
        "annotation": annotation,
        "kind": "comment" if comment else "variation",
        "pages": "games:note" if comment else "games:variation",
        "node": node,
        "where": "" if node is None else where_text(record, node),
        "order": (record.nodes[node or 0].number, node or 0, annotation.at, annotation.pk),
        "text": text,
        "may_change": may_change,
        "may_hide": moderates,
    }


def _linked(text: str, record: Record, node: int | None) -> str:
    """The text, in which names of points lead to them on the board.

    A template takes five times as long, and a page may hold 500 comments.
    """
    if node is None:
        return text
    parts = split_mentions(text, record.width, record.height)
    # Safe: every part is escaped here, unless _mention made it of its own escaped parts.
    return format_html_join("", "{}", ((_mention(part, record, node),) for part in parts))


def _mention(part: TextPart, record: Record, node: int) -> str:
    if part.point is None:
        return part.text
    return format_html(
        '<a class="coord" href="?node={0}&amp;mark={1}#board" data-node="{0}" '
        'data-mark="{2},{3}">{4}</a>',
        *(node, name_point(part.point, record.height), *part.point, part.text),
    )


def moves_text(text: str, record: Record) -> str:
    """Moves as :func:`.layers.write_moves` writes them, by the names of their points."""
    moves = read_moves(text, record)
    names = [_("pass") if p is None else name_point(p, record.height) for _c, p in moves]
    return " ".join(names[:_SHOWN_MOVES]) + (" …" if len(names) > _SHOWN_MOVES else "")


def where_text(record: Record, node: int) -> str:
    """“Move 57”, “Move 59 of a variation”."""
    number = record.nodes[node].number
    if node >= record.tree.main_end:
        return _("Move %(n)d of a variation") % {"n": number}
    return _("Move %(n)d") % {"n": number} if number else _("The start of the game")


KINDS: Final = [
    NoticeKind(
        "kifu.comment",
        NoticeGroup.GAMES,
        label=gettext_lazy("Someone commented on my game"),
        text=gettext_lazy("%(author)s commented on the game %(black)s – %(white)s."),
        mail=Mail.DAILY,
    )
]

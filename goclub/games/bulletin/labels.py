"""A bulletin in the words of its language, as its template reads it; and the job of the PDF."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from goclub.common.markdown import markdown_tree
from goclub.common.notation import notation, short_rank
from goclub.common.refusals.registry import Refusals
from goclub.games.bulletin.queries import STANDINGS, is_gone, items_of, mark_of_bulletin
from goclub.games.bulletin.services import keep_pdf
from goclub.games.jobs.services import Tell
from goclub.games.library.labels.counting import recorded_result
from goclub.games.library.labels.records import header_rows, texts
from goclub.games.library.services.records import UnreadableKifu, read_kifu
from goclub.games.models import Bulletin, BulletinFile, BulletinItem, Kifu
from goclub.go.board.basics import COLOUR_NAMES
from goclub.go.diagrams.book import BookDiagram, book_diagrams, final_diagram
from goclub.go.records.record import Record
from goclub.members.queries import club_settings
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

_log = logging.getLogger(__name__)

#: So many diagrams are printed of a game, and of all games together.
MOST_OF_GAME: Final = 400
MOST_DIAGRAMS: Final = 1500
#: Boards with more lines than this take the width of the page.
_WIDEST_IN_COLUMN: Final = 25
_TEMPLATE: Final = Path(__file__).with_name("bulletin.typ")
_SECONDS: Final = 60

REFUSALS: Refusals = {
    "bulletin.too_large": gettext_lazy(
        "The PDF could not be made: the bulletin is too large. Remove some games, or print them "
        "without variations."
    ),
    "bulletin.no_library": gettext_lazy(
        "This server cannot make PDFs: the Python package typst is missing. Ask whoever runs the "
        "site to install it."
    ),
    "bulletin.nothing_left": gettext_lazy(
        "Nothing of this bulletin can be printed any more. Add a game first."
    ),
}


def item_title(item: BulletinItem) -> str:
    """What a part is called: its own title, or who played, or the name of the standings."""
    if item.title or item.kind == BulletinItem.Kind.TEXT:
        return item.title
    if item.kind == BulletinItem.Kind.GAME:
        return item.kifu.heading if item.kifu else _("Deleted game")
    names = dict(pair for _title, group in STANDINGS.choices() for pair in group)
    return names.get(item.standings, _("Standings"))


def omitted_text(item: BulletinItem) -> str:
    """Why a part is not printed."""
    return _("“%(title)s” was left out: it is no longer available.") % {"title": item_title(item)}


# --- The parts ------------------------------------------------------------------------------------
def bulletin_data(bulletin: Bulletin, tell: Tell) -> dict[str, Any]:
    """All that the template prints.  Raises Refusal where no part is left."""
    items = list(items_of(bulletin))
    parts, omitted, room = [], [], MOST_DIAGRAMS
    for number, item in enumerate(items):
        tell(number, len(items) + 1)
        part = _printed(item, room)
        room -= len(part.get("diagrams", ())) if part else 0
        if part is None:
            omitted.append(omitted_text(item))
        else:
            parts.append(part | {"kind": item.kind, "title": item_title(item)})
    if not parts:
        raise RuleError(Code.MISSING, "kifu", reason="bulletin.nothing_left")
    issued_on = date_format(bulletin.issued_on, "DATE_FORMAT")
    return {
        "lang": bulletin.language,
        "club": club_settings().name,
        "title": bulletin.title,
        "date": issued_on,
        "footer": f"{bulletin.title} · {issued_on}",
        "introduction": markdown_tree(bulletin.introduction),
        "contents": _("Contents"),
        "colon": notation().colon,
        "omitted": omitted,
        "parts": parts,
    }


def _printed(item: BulletinItem, room: int) -> dict[str, Any] | None:
    """A part; None where there is nothing to print."""
    text = markdown_tree(item.text)
    if item.kind == BulletinItem.Kind.TEXT:
        return {"text": text}
    if item.kind == BulletinItem.Kind.STANDINGS:
        tables = STANDINGS.tables(item.standings)
        shown = [
            {"title": table.title, "labels": table.labels, "rows": table.rows} for table in tables
        ]
        return {"text": text, "tables": shown} if tables else None
    if item.kifu is None or is_gone(item):
        return None
    try:
        record = read_kifu(item.kifu)
    except UnreadableKifu:
        return None
    return _game(item.kifu, record, item.diagrams, room) | {"text": text}


def _game(kifu: Kifu, record: Record, which: str, room: int) -> dict[str, Any]:
    most = min(MOST_OF_GAME, room)
    if which == BulletinItem.Diagrams.FINAL:
        diagrams = [final_diagram(record)][:most]
    else:
        shown = which == BulletinItem.Diagrams.ALL
        diagrams = book_diagrams(record, variations=shown, most=most + 1)
    texts_by_node = texts(record)
    names = (_("Black"), _("White"))
    day, rows = record.header.date, dict(header_rows(record))
    if day and rows[_("Date")] == day.isoformat():
        rows[_("Date")] = date_format(day, "DATE_FORMAT")
    facts = [(name, value) for name, value in rows.items() if name not in names]
    result = recorded_result(record, kifu.result)
    return {
        "players": [
            ("B", kifu.black_shown or "?", short_rank(kifu.black_rank)),
            ("W", kifu.white_shown or "?", short_rank(kifu.white_rank)),
        ],
        "facts": [*facts, *([(_("Result"), result)] if result else [])],
        "diagrams": [_diagram(diagram, texts_by_node) for diagram in diagrams[:most]],
        "wide": max(record.width, record.height) > _WIDEST_IN_COLUMN,
        "note": "" if len(diagrams) <= most else _more_text(most),
    }


def _more_text(most: int) -> str:
    return ngettext(
        "Only the first diagram is printed.", "Only the first %(n)d diagrams are printed.", most
    ) % {"n": most}


def _diagram(diagram: BookDiagram, texts_by_node: Mapping[int, str]) -> dict[str, Any]:
    return {
        "svg": diagram.svg,
        "caption": caption_of(diagram),
        "small": diagram.variation.number > 0,
        "notes": [
            (COLOUR_NAMES[colour][0].upper(), _elsewhere(number, at or point))
            for number, colour, at, point in diagram.elsewhere
        ],
        "comments": [
            (_("Move %(n)d") % {"n": number} if number else "", texts_by_node[node])
            for number, node in diagram.texts
            if node in texts_by_node
        ],
    }


def _elsewhere(number: int, at: int | str) -> str:
    return (_("%(n)s at %(at)s") if at else _("%(n)s pass")) % {"n": number, "at": at}


def caption_of(diagram: BookDiagram) -> str:
    """What is shown: moves of the game, a variation and where it begins, or a position."""
    variation = diagram.variation
    figures = {
        "n": variation.number, "of": variation.leaves, "after": variation.after,
        "first": diagram.first, "last": diagram.last,
    }  # fmt: skip
    if diagram.is_position:
        moves = _("Position after move %(last)d") if diagram.last else _("Starting position")
    elif diagram.first:
        moves = _("Moves %(first)d to %(last)d")
    else:
        moves = _("Starting position")
    if not variation.number:
        return moves % figures
    if variation.leaves:
        begins = _("Variation %(n)d, after move %(after)d of variation %(of)d")
    elif variation.after:
        begins = _("Variation %(n)d, after move %(after)d")
    else:
        begins = _("Variation %(n)d, from the start")
    is_first = diagram.first == 1 and not diagram.is_position
    return begins % figures if is_first else f"{begins % figures} · {moves % figures}"


# --- The job --------------------------------------------------------------------------------------
def make_pdf(act: Act, asked: Mapping[str, Any], tell: Tell) -> None:
    """Make the PDF of a bulletin, unless there is one of it as it is."""
    for bulletin in Bulletin.objects.filter(pk=asked["bulletin"]):
        mark = mark_of_bulletin(bulletin)
        if BulletinFile.objects.filter(bulletin=bulletin, mark=mark).exists():
            continue
        with override(bulletin.language):
            data = bulletin_data(bulletin, tell)
        keep_pdf(Act(act.by, timezone.now()), bulletin, mark=mark, data=typeset(data))


def typeset(data: Mapping[str, Any]) -> bytes:
    """Return the PDF, made by a process of its own.  Raises Refusal where it could not be."""
    command = [sys.executable, "-m", "goclub.common.typesetter", str(_TEMPLATE)]
    try:
        done = subprocess.run(  # noqa: S603 -- nothing of it comes from a request
            command,
            input=json.dumps(data).encode(),
            capture_output=True,
            timeout=_SECONDS,
            cwd=settings.BASE_DIR,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise RuleError(Code.STATE, "bulletin", reason="bulletin.too_large") from None
    except subprocess.CalledProcessError as error:
        _log.warning("typesetting failed: %s", error.stderr.decode(errors="replace")[-1000:])
        if b"No module named 'typst'" in error.stderr:
            raise RuleError(Code.STATE, "bulletin", reason="bulletin.no_library") from error
        raise RuleError(Code.STATE, "bulletin", reason="bulletin.too_large") from error
    return done.stdout


JOBS: Final = {"bulletin": (make_pdf, False)}

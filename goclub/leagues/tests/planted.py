"""Markup in every text that people write, and what becomes of it in whatever the site answers.

:func:`plant` writes it into all rows, past every form and service: a new column is among them by
itself, unless :data:`MACHINE` names it.  :func:`look` reads an answer as its reader reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from itertools import count
from typing import Any
from urllib.parse import urljoin
from xml.etree import ElementTree

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from goclub.common.gate import gate_open
from goclub.common.tests.reading import Part, read
from goclub.games.library.services.records import upload_kifu
from goclub.games.tests.factories import at
from goclub.go.records.tests.text import sgf
from goclub.members.models import Letter, Member
from goclub.members.requests import Act

#: An element or attribute with this in its name came out of a text; ``MARK`` holds its number.
WORD = "planted"
#: Written once more than it was typed, these are an element again: what a person typed is lost.
TWICE = "&#60;b twice&#62;"
PIECES = (
    "<b MARK>",
    '"><img MARK src=x onerror=1>',
    "<button MARK formaction=/x/ name=role value=chair>Ok",
    TWICE,
    "' MARK onmouseover='",
    "{{ 7*7 }}{% x %}",
    "</script><script MARK>",
    "{0.x}%s%(x)s{}",
    "</title></textarea></style>--><b MARK>",
    "]];B[aa]",
)
#: Read by machines: what stands in them is no text of a person, or was checked when it came in.
MACHINE = {
    "auth.Group.name", "auth.Permission.codename", "auth.Permission.name",
    "axes.AccessLog.session_hash", "contenttypes.ContentType.app_label",
    "contenttypes.ContentType.model", "games.BatchFile.encoding", "games.Job.back",
    "games.Job.kind", "games.Job.mark", "games.Kifu.digest", "games.Kifu.encoding",
    "games.Kifu.final", "games.Kifu.normalised", "games.Kifu.opening", "games.Kifu.winner",
    "members.ClubPicture.digest", "members.Member.face", "members.MemberPicture.digest",
    "members.NewsPicture.digest",
    "games.Joseki.line", "games.KifuAddition.before", "games.KifuAddition.encoding",
    "games.KifuNote.spot",
    "games.KifuVariation.moves", "games.KifuVariation.spot",
    "games.LessonChapter.normalised", "games.LessonQuestion.moves", "games.LessonQuestion.spot",
    "games.LiveLesson.code", "games.LiveLesson.spot", "games.RatingEntry.code",
    "games.BulletinFile.mark", "games.BulletinItem.standings",
    "games.Recording.code", "games.Recording.log", "games.Recording.token",
    "games.RatingEntry.rank_after", "games.RatingEntry.rank_before", "games.Revision.rank_after",
    "games.Revision.rank_before", "games.Standing.rank", "games.Standing.recent",
    "leagues.CalendarLink.token", "leagues.Challenge.conditions", "leagues.Claim.device",
    "leagues.Event.slug", "leagues.EventFormat.key", "leagues.League.base_zone",
    "leagues.League.slug", "leagues.MeetingSeries.rrule", "leagues.NightGame.pairing",
    "leagues.NightPress.what", "leagues.Participant.country", "leagues.Participant.grade",
    "leagues.Presence.guest_rank", "leagues.Registration.country",
    "leagues.Registration.email", "leagues.Round.proof", "leagues.Round.weight",
    "leagues.RatedPlayer.country", "leagues.RatedPlayer.key", "leagues.RatedPlayer.number",
    "leagues.RatedPlayer.turned", "leagues.RatingList.source",
    "leagues.Season.cycle", "leagues.SeasonRules.zone", "leagues.Snapshot.cycle",
    "members.ClubSettings.accent", "members.ClubSettings.time_zone", "members.Delivery.trouble",
    "members.Delivery.worker", "members.Invitation.code", "members.Invitation.email",
    "members.Letter.html", "members.Letter.key", "members.Letter.kind", "members.Letter.to",
    "members.Letter.unsubscribe", "members.Letter.worker", "members.Member.contact_email",
    "members.Member.time_zone", "members.NameKey.key", "members.Notice.key", "members.Notice.kind",
    "members.Notice.url", "members.NoticeSwitch.kind", "members.ProgramKey.digest",
    "members.ProgramKey.start", "members.PushDevice.auth", "members.PushDevice.endpoint",
    "members.PushDevice.p256dh", "members.PushKey.private", "members.PushMessage.worker",
    "members.RoleChange.after",
    "members.RoleChange.before", "members.StrengthDecision.rank", "members.User.email",
    "members.User.password", "members.Webhook.address", "members.Webhook.secret",
    "sessions.Session.session_data", "sessions.Session.session_key", "admin.LogEntry.object_id",
    "leagues.MeetingSeries.map_link", "leagues.PrizeGiving.photos_url", "leagues.Event.timetable",
    "admin.LogEntry.change_message",
    "games.Job.worker", "members.Nickname.folded", "members.Member.search_names",
    "games.Kifu.names",
}  # fmt: skip
#: Texts in Markdown.
MARKED = {"games.Bulletin.introduction", "leagues.Regulation.text", "members.NewsPost.text"}
#: The fields of forms that write nothing else.
MARKED_NAMES = {"introduction"}
MARKDOWN = '# MARK\n\n<b MARK>{}\n\n[x](javascript:planted) ![x](x"onerror=1) `<b MARK>`\n\n'


# --- Planting -------------------------------------------------------------------------------------
def text_of(number: int, turn: int, length: int) -> str:
    """As much markup as a field of this length takes, beginning with another piece each turn."""
    mark = f"{WORD}{number}"
    found = ""
    for place in range(len(PIECES)):
        piece = PIECES[(turn + place) % len(PIECES)].replace("MARK", mark)
        if len(found) + len(piece) <= length:
            found += piece
    return found or "<i>"[:length]


def plant() -> dict[int, str]:
    """Write markup into every text of every row; returns the fields by the number they bear."""
    fields, renamed = {}, {}
    numbers, turns = count(1), count()
    with gate_open():
        for field in _texts():
            number = next(numbers)
            if _rows(field):
                fields[number] = f"{field.model._meta.label}.{field.name}"
            for key, old in _rows(field):
                new = text_of(number, next(turns), field.max_length or 1000)
                if fields[number].replace(".Historical", ".") in MARKED:
                    # Markdown reads entities as what they stand for.
                    new = MARKDOWN.format(new.replace(TWICE, "")).replace("MARK", f"{WORD}{number}")
                if field.unique:
                    new = f"{new[: field.max_length - 8]} {key}"
                if old:
                    renamed.setdefault(old, new)
                    _write(field, key, new)
                else:
                    # Some texts are empty by a rule of the table: of a game without partners.
                    with suppress(IntegrityError), transaction.atomic():
                        _write(field, key, new)
        for field in _of_type(models.JSONField):
            for key, old in _rows(field):
                kept = json.loads(old) if isinstance(old, str) else old
                if (new := _renamed(kept, renamed)) != kept:
                    _write(field, key, json.dumps(new))
    return fields


def plant_record(by: Member) -> None:
    """A record whose every text is markup, with its comments, labels and file name."""
    text = text_of(9001, 0, 500).replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
    more = f"EV[{text}]GN[{text}]PC[{text}]RO[{text}]BR[{text}]WR[{text}]BT[{text}]AN[{text}]"
    more += f"GC[{text}]CP[{text}]RU[{text}]OT[{text}]US[{text}]SO[{text}]ON[{text}]C[{text}]"
    more += f"LB[aa:{text[:60]}]N[{text}]"
    data = sgf(text, text, date=text, extra=more)
    upload_kifu(Act(by.user, at(minute=50)), data, filename=text_of(9001, 1, 100))


def _texts() -> Iterator[models.Field[Any, Any]]:
    for field in _of_type(models.CharField, models.TextField):
        label = field.model._meta.label.replace(".Historical", ".")
        if f"{label}.{field.name}" not in MACHINE and not field.choices:
            yield field


def _of_type(*kinds: type[models.Field[Any, Any]]) -> Iterator[models.Field[Any, Any]]:
    for model in apps.get_models():
        if not model._meta.proxy and model._meta.managed:
            for field in model._meta.local_fields:
                if isinstance(field, kinds) and not field.primary_key:
                    yield field


def _rows(field: models.Field[Any, Any]) -> list[tuple[Any, Any]]:
    """Keys and values of a column, where there is something in it."""
    table, key = field.model._meta.db_table, field.model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{key}", "{field.column}" FROM "{table}" ORDER BY 1')
        return [row for row in cursor.fetchall() if row[1] is not None]


def _write(field: models.Field[Any, Any], key: object, value: str) -> None:
    table, name = field.model._meta.db_table, field.model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET "{field.column}" = %s WHERE "{name}" = %s',
            [value, key],
        )


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """What is kept in a row, with the names that stand in it as they are now."""
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) and len(value) > 4 else value


# --- Looking --------------------------------------------------------------------------------------
#: How a text looks that was escaped once more than it was shown, or once less than it was typed.
_ESCAPED = re.compile(r"&(?:lt|gt|quot|amp|#x27|#39);|\\u003[cC]")
_LESS = re.compile(r"<b twice")


class Looker(HTMLParser):
    """Reads a page as a browser does.

    ``faults`` says what a text became that is no text any more, ``seen`` whose texts were shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.seen: set[int] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [tag, *(name for name, _value in attrs)]
        if any(WORD in name or name.startswith("on") for name in names):
            self.faults.append(f"became markup: {self.get_starttag_text()}")
        for name, value in attrs:
            self.text(value or "")
            if (value or "").strip().lower().startswith("javascript:"):
                self.faults.append(f"became a script: {name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self.cdata_elem and WORD in data:
            self.script(data)
        else:
            self.text(data)

    def letter(self, letter: Letter) -> None:
        """A mail, whose subject and text are read as they stand, and its HTML as a page."""
        self.text(letter.subject)
        self.text(letter.text)
        page = Looker()
        page.feed(letter.html)
        page.close()
        self.faults += page.faults

    def script(self, data: str) -> None:
        """Data for a script: read as the script does."""
        self.faults += [] if "<" not in data else [f"open in a script: {data[:200]}"]
        for text in _strings(json.loads(data)):
            self.text(text)

    def text(self, text: str) -> None:
        """A text as it is shown; what is put into a page, here or elsewhere, is read as one."""
        if text.strip().startswith(("<iframe ", "<div class=")):
            inner = Looker()
            inner.feed(text)
            self.faults += inner.faults
            return
        if fault := fault_in(text):
            self.faults.append(fault)
        self.seen |= numbers_in(text)


def fault_in(text: str) -> str:
    """What is wrong with a text as a person reads it; "" where nothing is."""
    found = _ESCAPED.search(text) or _LESS.search(text)
    return f"{found[0]} in {text[max(0, found.start() - 60) : found.end() + 60]}" if found else ""


def numbers_in(text: str) -> set[int]:
    """The numbers of the fields whose texts stand in it."""
    return {int(number) for number in re.findall(rf"{WORD}(\d+)", text)}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value


def look(answer: Any) -> Looker:
    """What texts became in an answer of whatever kind."""
    found = Looker()
    kind = answer.get("Content-Type", "").partition(";")[0]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for header in answer.headers.values():
        found.faults += [f"in a header: {header}"] if "\n" in header else []
    if kind == "text/html":
        found.feed(body.decode())
        found.close()
    elif kind.endswith("xml"):
        for element in ElementTree.fromstring(body).iter():
            for text in (element.text, element.tail, *element.attrib.values()):
                found.text(text or "")
            names = [element.tag, *element.attrib]
            found.faults += [f"became markup: {name}" for name in names if WORD in name]
    elif kind.endswith("json"):
        for text in _strings(json.loads(body)):
            found.text(text)
    elif kind.startswith("text/") or kind == "application/x-go-sgf":
        found.text(body.decode(answer.charset or "utf-8"))
    return found


# --- Links and forms ------------------------------------------------------------------------------
_LINK = re.compile(r'\s(?:href|src|data-[a-z-]+)="((?:/|\?)[^"#]*)')
_ELSEWHERE = ("/static/", "//", "/sign-out")


def links_of(address: str, answer: Any) -> Iterator[str]:
    """Where a page leads, its pictures and what its scripts fetch among it."""
    links = [answer["Location"]] if answer.has_header("Location") else []
    if _is_page(answer):
        links += map(unescape, _LINK.findall(answer.content.decode()))
    for link in links:
        whole = urljoin(address, link)
        if whole.startswith("/") and not whole.startswith(_ELSEWHERE):
            yield whole


def kind_of(address: str) -> str:
    """What pages have in common that differ in numbers and in what is asked of them."""
    path, _, query = address.partition("?")
    return re.sub(r"\d+", "0", path) + "?" + query.partition("=")[0]


@dataclass(frozen=True)
class SentForm:
    """A form of a page: what it sends as it is, its fields for words and those for files."""

    method: str
    action: str
    data: dict[str, str]
    words: frozenset[str]
    files: frozenset[str]


def forms_of(address: str, answer: Any) -> Iterator[SentForm]:
    """The forms of a page, once for each of their buttons."""
    if not _is_page(answer) or "<form" not in (page := answer.content.decode()):
        return
    for form in read(page).all("form"):
        named = form.all("[name]")
        files = {part.attrs["name"] for part in named if part.attrs.get("type") == "file"}
        words = {part.attrs["name"] for part in named if _takes_words(part)}
        data = {name: value for name, value in map(_sent, named) if name not in files}
        buttons = [part for part in form.all("button") if part.attrs.get("type") != "button"]
        for button in buttons or [Part()]:
            action = button.attrs.get("formaction") or form.attrs.get("action") or address
            pressed = {button.attrs.get("name", "pressed"): button.attrs.get("value", "")}
            yield SentForm(
                form.attrs.get("method", "get").lower(),
                urljoin(address, action),
                data | pressed | {"confirmed": "1"},
                frozenset(words),
                frozenset(files),
            )


def _is_page(answer: Any) -> bool:
    return not answer.streaming and answer.get("Content-Type", "").startswith("text/html")


def _takes_words(part: Part) -> bool:
    kind = part.attrs.get("type", "text")
    return part.tag == "textarea" or (part.tag == "input" and kind in ("text", "search"))


def _sent(part: Part) -> tuple[str, str]:
    if part.tag == "select":
        values = part.values("option[selected]", "value") or part.values("option", "value")
        return part.attrs["name"], next(filter(None, values), "")
    return part.attrs["name"], part.attrs.get("value") or part.text or "1"

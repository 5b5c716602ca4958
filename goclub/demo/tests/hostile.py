"""What an attacker, a broken program or a slip of the hand may send to a page of the site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Final, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

FORM: Final = "application/x-www-form-urlencoded"
#: Dates and numbers that are none, or that no database takes; texts that break what reads them.
VALUES: Final = (
    *map(
        str.encode,
        (
            "2026-02-30", "9999-12-31", "0001-01-01", "9" * 5000, "1e400", "NaN", "-1", "½", "a\0b",
            "9223372036854775808", "x" * 100_000, "%", "{} {0.__class__}", "%(x)s %s",
            "<b>&#60;\"'>", "\u202etxt.\u2066", "99:99", "2026-02-30T25:61", "[]", "",
        ),
    ),
    b"\xed\xa0\x80",
    b"\xff\xfe\xc3",
)  # fmt: skip
#: How Python writes what no reader should see.
PROGRAM: Final = re.compile(
    r"Traceback \(most recent|__proxy__|OrderedDict|&lt;QuerySet|\bdatetime\.(?:date|time)|"
    r"Decimal\(|\bUUID\(|&lt;\w+(?:\.\w+)* object|[\[(]&#x27;|\(\d+, (?:&#x27;|\d+\))|\{&#x27;|"
    r"(?<!alt=\")\bNone\b|\bCode\.[A-Z]|E_[A-Z]{4,}"
)


@dataclass
class SeenForm:
    """A form of a page: where it goes, and its fields with what they hold."""

    page: str
    action: str
    method: str
    multipart: bool
    fields: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    tokens: int = 0

    @property
    def kind(self) -> tuple[str, str, frozenset[str]]:
        """Forms of one view with the same fields are of one kind."""
        names = frozenset(re.sub(r"\d+", "0", name) for name in self.fields)
        return re.sub(r"\d+", "0", urlsplit(self.action).path), self.method, names


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: list[SeenForm] = []
        self._inside: SeenForm | None = None
        self._area = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.page, values.get("action", "") or self.page)
            method = values.get("method", "get").lower()
            multipart = "multipart" in values.get("enctype", "")
            self._inside = SeenForm(self.page, action, method, multipart)
            self.forms.append(self._inside)
        if self._inside is None:
            return
        name = values.get("name", "")
        fields = self._inside.fields
        if tag == "input" and name and values.get("type") == "file":
            self._inside.files.add(name)
        elif tag == "input" and name == "csrfmiddlewaretoken":
            self._inside.tokens += 1
        elif tag == "input" and name:
            chosen = values.get("type") not in ("checkbox", "radio") or "checked" in values
            if chosen or name not in fields:
                fields[name] = values.get("value", "on")
        elif tag == "button" and name:
            fields.setdefault(name, values.get("value", ""))
        elif tag == "textarea":
            self._area = name
            fields[name] = ""
        elif tag == "select":
            self._select = name
            fields.setdefault(name, "")
        elif (
            tag == "option" and self._select and ("selected" in values or not fields[self._select])
        ):
            fields[self._select] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._inside is not None and self._area:
            self._inside.fields[self._area] += data.removeprefix("\n")


def forms_of(pages: Iterable[tuple[str, bytes]]) -> list[SeenForm]:
    """One form of each kind on the pages (address, HTML)."""
    found: dict[object, SeenForm] = {}
    for address, content in pages:
        reader = _Forms(address)
        reader.feed(content.decode())
        for form in reader.forms:
            if form.action.startswith("/"):
                found.setdefault(form.kind, form)
    return list(found.values())


class Sent(NamedTuple):
    """A request, and what is odd about it."""

    method: str
    address: str
    what: str
    data: bytes = b""
    kind: str = FORM


def requests(pages: Sequence[tuple[str, bytes]]) -> Iterator[Sent]:
    """Everything that is sent to the forms, links and addresses of some pages (address, HTML)."""
    for form in forms_of(pages):
        names = list(form.fields)
        for value in VALUES:
            yield _filled(form, dict.fromkeys(names, value))
        yield _filled(form, dict.fromkeys(names))
        for name in names:
            for value in VALUES:
                yield _filled(form, {name: value})
            yield _filled(form, {name: None})
            yield _filled(form, {name: [b"1", b"2026-02-30"]})
        for name in form.files:
            yield _filled(form, {name: b"a text where a file belongs"})
    for path, names in asked_of(pages).items():
        for name in names:
            for value in VALUES:
                yield Sent("GET", f"{path}?{urlencode({name: value})}", "")
    for path in sorted({urlsplit(address).path for address, _content in pages}):
        yield Sent("POST", path, "nothing")
        yield Sent("POST", path, "JSON", b'{"a": [1, {"b": null}]}', "application/json")
        yield Sent("POST", path, "a broken body", b"--x\r\nContent-", MULTIPART_CONTENT)
        yield Sent("POST", path, "no fields", b"%ff%fe=%00&&=&a")
        yield Sent("POST", path, "no character set", b"a=1", f"{FORM}; charset=utf-99")
        yield Sent("GET", f"{path}?%ff=%ed%a0%80&=&;&a[]=1", "no fields")
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "QUERY"):
            yield Sent(method, path, "a method", b"a=1")


def badly_answered(client: Client, sent: Iterable[Sent]) -> Iterator[str]:
    """Send requests that leave nothing behind; the answers that are none, or show a program."""
    client.raise_request_exception = False
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    for one in sent:
        cache.clear()
        client.cookies.clear()
        client.cookies.load(cookies)
        block = transaction.atomic()
        block._from_testcase = True  # the locks of two requests are not those of one
        with block:
            answer = client.generic(one.method, one.address, one.data, one.kind)
            content = b"" if answer.streaming else answer.content
            transaction.set_rollback(True)
        about = f"{one.method} {one.address[:120]} {one.what}"
        if answer.status_code >= 500:
            yield f"{answer.status_code} {about}"
        html = answer.get("Content-Type", "").startswith("text/html")
        if html and (shown := PROGRAM.search(content.decode())):
            text = content.decode()[max(0, shown.start() - 60) : shown.end() + 40]
            yield f"{about}: {' '.join(text.split())}"


def _filled(form: SeenForm, changes: Mapping[str, bytes | list[bytes] | None]) -> Sent:
    """A form with some of its fields changed; None: without the field."""
    fields: dict[str, object] = {**form.fields, **changes}
    data = {name: value for name, value in fields.items() if value is not None}
    what = f"{list(changes)[:3]} = {str(next(iter(changes.values()), ''))[:30]}"
    if form.method == "get":
        return Sent("GET", f"{urlsplit(form.action).path}?{urlencode(data, doseq=True)}", what)
    if form.multipart:
        return Sent("POST", form.action, what, encode_multipart(BOUNDARY, data), MULTIPART_CONTENT)
    return Sent("POST", form.action, what, urlencode(data, doseq=True).encode())


def asked_of(pages: Iterable[tuple[str, bytes]]) -> dict[str, list[str]]:
    """The parameters that the links of all pages ask of each path."""
    asked: dict[str, dict[str, None]] = {}
    for address, content in pages:
        for link in re.findall(r'(?:href|src)="([^"#]*\?[^"#]+)"', content.decode()):
            where = urlsplit(urljoin(address, unescape(link)))
            if not where.netloc:
                names = re.findall(r"(?:^|&)([^=&]+)", where.query)
                path = re.sub(r"\d+", "0", where.path)
                asked.setdefault(path, {"": None, where.path: None}).update(dict.fromkeys(names))
    return {list(names)[1]: list(names)[2:] for names in asked.values()}

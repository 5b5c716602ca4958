"""What a page holds: its elements by selector, its refusals by code, its messages by level.

A page is read as a browser reads it, by its structure.  What a refusal says is written once, in the
labels; :func:`said` finds it there by its code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.db import connection
from django.forms import BaseForm
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext_lazy

import goclub
from goclub.common.refusals.registry import Refusal, describe
from ratings.errors import Code, RuleError

_PART = re.compile(r"([#.]?)([\w-]+)|\[([\w-]+)(?:([\^$*]?=)\"?([^\"\]]*)\"?)?\]")
_HOLDS = {
    "=": str.__eq__,
    "^=": str.startswith,
    "$=": str.endswith,
    "*=": str.__contains__,
}
_VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
}  # fmt: skip
_INLINE = {
    "a", "abbr", "b", "bdi", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "small", "span",
    "strong", "sub", "sup",
}  # fmt: skip
#: Elements whose end may be left out, and what ends them.
_ENDED_BY = {
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
    "option": ("option",),
}
_MAY_STAY_OPEN = frozenset({"td", "th", "tr", "option"})


class Part:
    """An element of a page, with what lies in it."""

    def __init__(self, tag: str = "", attrs: Iterable[tuple[str, str | None]] = ()) -> None:
        self.tag = tag
        self.attrs = {name: value or "" for name, value in attrs}
        self.children: list[Part | str] = []

    def all(self, selector: str) -> list[Part]:
        """Every element that a selector finds: ``main a.button[href^="/toss/"]``, ``#why td``."""
        found = [self]
        for step in selector.split():
            below = (part for one in found for part in one._below() if part._is(step))
            found = list(dict.fromkeys(below))
        return found

    def one(self, selector: str) -> Part:
        """The only element that a selector finds."""
        found = self.all(selector)
        assert len(found) == 1, f"{selector}: {len(found)} elements"
        return found[0]

    def has(self, selector: str) -> bool:
        return bool(self.all(selector))

    def values(self, selector: str, name: str) -> list[str]:
        """An attribute of every element found: ``values("main a", "href")``."""
        return [part.attrs[name] for part in self.all(selector) if name in part.attrs]

    @property
    def text(self) -> str:
        """What is read here, scripts and styles left out."""
        return " ".join("".join(self._texts()).split())

    def texts(self, selector: str) -> list[str]:
        return [part.text for part in self.all(selector)]

    def _below(self) -> Iterator[Part]:
        for child in self.children:
            if isinstance(child, Part):
                yield child
                yield from child._below()

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style"):
                apart = "" if child.tag in _INLINE else " "
                yield apart
                yield from child._texts()
                yield apart

    def _is(self, step: str) -> bool:
        parts = list(_PART.finditer(step))
        assert "".join(one[0] for one in parts) == step, f"no selector: {step}"
        return all(self._fits(*one.groups()) for one in parts)

    def _fits(self, mark: str, word: str, name: str, how: str, value: str) -> bool:
        if name:
            return name in self.attrs and (not how or _HOLDS[how](self.attrs[name], value))
        match mark:
            case "#":
                return self.attrs.get("id") == word
            case ".":
                return word in self.attrs.get("class", "").split()
        return self.tag == word


class _Reader(HTMLParser):
    """Puts the elements into each other; what is not closed as HTML wants it fails."""

    def __init__(self, whole: Part) -> None:
        super().__init__()
        self._open = [whole]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open[-1].tag in _ENDED_BY.get(tag, ()):
            self._open.pop()
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self._open.append(self._open[-1].children[-1])  # type: ignore[arg-type]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Part(tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        while self._open[-1].tag != tag:
            assert self._open[-1].tag in _MAY_STAY_OPEN, f"{self._open[-1].tag} ended by /{tag}"
            self._open.pop()
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def read(page: Any) -> Part:
    """The structure of an answer, or of HTML."""
    whole = Part()
    reader = _Reader(whole)
    reader.feed(page if isinstance(page, str) else page.content.decode())
    reader.close()
    return whole


# --- Refusals and messages ------------------------------------------------------------------------
@cache
def texts_in_code() -> dict[str, str]:
    """The texts that stand beside a refusal, by its reason."""
    texts = {}
    for path in Path(goclub.__file__).parent.rglob("*.py"):
        source = path.read_text("utf-8") if "tests" not in path.parts else ""
        for call in ast.walk(ast.parse(source)) if "Refusal(" in source else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refusal":
                reason = {named.arg: named.value for named in call.keywords}.get("reason")
                text = call.args and getattr(call.args[0], "args", [None])[0]
                if isinstance(reason, ast.Constant) and isinstance(text, ast.Constant):
                    texts[reason.value] = text.value
    return texts


def said(key: str, value: object = None, accepted: str = "", **params: object) -> str:
    """What is said where *key* is refused: a reason (``used``) or a class (``E_RANGE``)."""
    bare = key in set(Code)
    if not bare and key in texts_in_code():
        return describe(Refusal(gettext_lazy(texts_in_code()[key]), value=value, **params))
    return describe(
        RuleError(
            Code(key) if bare else Code.STATE,
            field="",
            value=value,
            accepted=accepted,
            reason="" if bare else key,
            params=params,
        )
    )


def codes(form: BaseForm) -> dict[str, list[str]]:
    """The codes of what a form refuses, field by field."""
    return {name: [str(one.code) for one in found] for name, found in form.errors.as_data().items()}


def told(page: Any, level: str = "") -> list[str]:
    """The messages of a page, of one level where named."""
    messages = page.context["messages"]
    return [str(one) for one in messages if level in ("", one.level_tag)]


def shows(page: Any, text: object) -> bool:
    """Whether a text, made elsewhere, is read on a page."""
    return " ".join(str(text).split()) in read(page).text


def cost(client: Client, *addresses: str) -> list[int]:
    """How many queries each page asks, once what is kept from page to page has been read."""
    counts = []
    for address in addresses:
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    return counts

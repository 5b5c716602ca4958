"""Reads one page: its words as somebody sees them, its links, its forms, and its skeleton."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

BLOCKS = frozenset(re.findall(r"\w+", """
    address article aside blockquote body canvas caption center dd details dialog div dl dt
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li
    main menu nav ol optgroup option p pre search section summary table tbody td template tfoot
    th thead tr ul"""))  # fmt: skip
#: White space at their inner edges is never seen, around them it is.
INLINE_BLOCKS = frozenset({"button"})
#: Stand in a line like a letter.
REPLACED = {"img": "▣", "svg": "◇", "input": "▭", "select": "▭", "textarea": "▭"}
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                  "param", "source", "track", "wbr"))  # fmt: skip
LABELS = ("alt", "title", "aria-label", "aria-description", "placeholder", "data-label")
#: Fields whose value is new on every page.
SECRETS = frozenset({"csrfmiddlewaretoken", "token"})
OPEN, CLOSE = "\x01", "\x02"

_MASKS = (
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "‹uuid›"),
    (re.compile(r"\b[\w.=-]+:[0-9A-Za-z]{6}:[\w-]{27,}"), "‹signed›"),
    (re.compile(r"\b[0-9a-z]{6}-[0-9a-f]{32}\b"), "‹token›"),
    (re.compile(r"\S+\*{6,}"), "‹secret›"),
    (re.compile(r"(/static/[\w./-]+?)\.[0-9a-f]{12}(\.\w+)"), r"\1\2"),
)


def masked(text: str) -> str:
    """*text* without what is new on every page: keys of forms, signatures, names of versions."""
    if len(text) < 20 and "*" not in text:
        return text
    for pattern, name in _MASKS:
        text = pattern.sub(name, text)
    return text


@dataclass
class Field:
    """One control of a form; ``options`` are (value, words, chosen) of a list."""

    name: str
    kind: str
    value: str = ""
    checked: bool = False
    multiple: bool = False
    required: bool = False
    options: list[tuple[str, str, bool]] = field(default_factory=list)

    def lines(self) -> list[str]:
        value = "‹token›" if self.name in SECRETS else masked(self.value)
        flag = " checked" if self.checked else ""
        first = f"  {self.kind} {self.name}{flag} = {value!r}"
        rest = [f"    {'*' if on else '-'} {val!r} {words}" for val, words, on in self.options]
        return [first, *rest]


@dataclass
class Form:
    """A form, or (without method) the controls that stand in none."""

    method: str = ""
    action: str = ""
    key: str = ""
    fields: list[Field] = field(default_factory=list)

    def lines(self) -> list[str]:
        head = f"{self.method or 'no form'} {masked(self.action)}"
        return [head, *(line for one in self.fields for line in one.lines())]


@dataclass
class Open:
    """An element that is still open."""

    tag: str
    display: str
    attributes: dict[str, str]

    def __post_init__(self) -> None:
        classes = self.attributes.get("class", "").split()
        self.names = {self.tag, *(f".{one}" for one in classes),
                      *(f"{self.tag}.{one}" for one in classes)}  # fmt: skip


#: What styles say of elements: see ``displays_in``.
Displays = dict[str, list[list[Any]]]


class Page(HTMLParser):
    """What is on a page."""

    def __init__(self, displays: Displays) -> None:
        super().__init__(convert_charrefs=True)
        self.displays = displays
        self.text: list[str] = []
        self.links: list[str] = []
        self.hrefs: list[str] = []
        self.labels: list[str] = []
        self.data: list[str] = []
        self.drawings: list[str] = []
        self.skeleton: list[str] = []
        self.forms: list[Form] = []
        self.loose = Form()
        self._open: list[Open] = []
        self._line: list[str] = []
        self._raw: list[str] | None = None
        self._drawing: list[str] | None = None
        self._form: Form | None = None
        self._select: Field | None = None
        self._control: Field | None = None

    # --- Elements ------------------------------------------------------------------------------
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._labels_of(tag, attributes)
        if self._drawing is not None or tag == "svg":
            self._draw(tag, attributes)
            return
        if tag == "option" and self._open and self._open[-1].tag == "option":
            self.handle_endtag("option")
        if tag != "option" or set(attributes) - {"value", "selected"}:
            self.skeleton.append("  " * len(self._open) + _described(tag, attributes))
        display = self._display(tag, attributes)
        self._boundary(display, starts=True)
        if tag == "br":
            self._flush()
        elif tag in REPLACED and attributes.get("type") != "hidden":
            self._line.append(REPLACED[tag])
        if tag not in VOID:
            self._open.append(Open(tag, display, attributes))
        self._meaning(tag, attributes)
        if tag in VOID:
            self._boundary(display, starts=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self._drawing is not None or tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not any(one.tag == tag for one in self._open):
            return
        while self._open:
            last = self._open.pop()
            self._close(last)
            if last.tag == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._raw is not None:
            self._raw.append(data)
        elif self._drawing is not None:
            if data.strip():
                self._drawing.append(" ".join(data.split()))
        else:
            self._line.append(data)

    def close(self) -> None:
        super().close()
        self._flush()
        if self.loose.fields:
            self.forms.append(self.loose)

    # --- Meaning -------------------------------------------------------------------------------
    def _meaning(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "a" and "href" in attributes:
            self.hrefs.append(attributes["href"])
            self.links.append(masked(attributes["href"]))
        elif tag == "form":
            method = attributes.get("method", "get").upper()
            self._form = Form(method, attributes.get("action", ""), attributes.get("id", ""))
            self.forms.append(self._form)
        elif tag in {"input", "select", "textarea", "button"}:
            self._field(tag, attributes)
        elif tag in {"script", "style", "title"} or (tag == "option" and self._select):
            self._raw = []

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text" if tag == "input" else tag)
        one = Field(
            attributes.get("name", ""),
            kind if tag == "input" else (f"button/{kind}" if tag == "button" else tag),
            attributes.get("value", "on" if kind in {"checkbox", "radio"} else ""),
            "checked" in attributes,
            "multiple" in attributes,
            "required" in attributes,
        )
        named = [form for form in self.forms if form.key and form.key == attributes.get("form")]
        (named[0] if named else self._form or self.loose).fields.append(one)
        if tag == "select":
            self._select = one
        elif tag == "textarea":
            self._control, self._raw = one, []

    def _close(self, element: Open) -> None:
        tag = element.tag
        if self._drawing is not None:
            if tag == "svg" and not any(one.tag == "svg" for one in self._open):
                self._drawn()
            elif tag in {"text", "title", "desc", "tspan"}:
                self._drawing.append(f"/{tag}")
            return
        raw, words = self._raw, "".join(self._raw or ())
        if tag == "option" and self._select is not None and raw is not None:
            words = " ".join(words.split())
            chosen = "selected" in element.attributes
            value = element.attributes.get("value", words)
            self._select.options.append((value, words, chosen))
            self._raw = None
        elif tag == "textarea" and self._control is not None:
            self._control.value, self._control, self._raw = words.removeprefix("\n"), None, None
        elif tag == "title":
            self.labels.append(f"page title: {' '.join(words.split())}")
            self._raw = None
        elif tag in {"script", "style"}:
            if words.strip():
                self.data += [f"{_described(tag, element.attributes)}:", *_pretty(words)]
            self._raw = None
        elif tag == "select":
            self._select = None
        elif tag == "form":
            self._form = None
        self._boundary(element.display, starts=False)

    def _labels_of(self, tag: str, attributes: dict[str, str]) -> None:
        for name in LABELS:
            if name in attributes:
                words = " ".join(masked(attributes[name]).split())
                self.labels.append(f"{tag} {name}: {words}")

    # --- Pictures ------------------------------------------------------------------------------
    def _draw(self, tag: str, attributes: dict[str, str]) -> None:
        if self._drawing is None:
            self.skeleton.append("  " * len(self._open) + _described(tag, attributes))
            self._boundary("", starts=True)
            self._line.append(REPLACED["svg"])
            self._boundary("", starts=False)
            self._drawing = []
        self._drawing.append(_described(tag, attributes))
        if tag == "a" and "href" in attributes:
            self.hrefs.append(attributes["href"])
            self.links.append(masked(attributes["href"]))
        self._open.append(Open(tag, "", attributes))

    def _drawn(self) -> None:
        parts = self._drawing or []
        self._drawing = None
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
        self.drawings.append(f"{parts[0]} … {len(parts)} parts, {digest}")
        inside, words = False, []
        for part in parts:
            if part.startswith("/"):
                inside = False
            elif part.split(" ")[0].split(".")[0] in {"text", "title", "desc", "tspan"}:
                inside = True
            elif inside:
                words.append(part)
        if words:
            self.labels.append(f"picture: {' | '.join(words)}")

    # --- White space ---------------------------------------------------------------------------
    def _display(self, tag: str, attributes: dict[str, str]) -> str:
        """``block``, ``inline-block``, ``flex``, ``inline-flex`` or empty (inline)."""
        rules = [
            rule
            for name in (tag, *(f".{one}" for one in attributes.get("class", "").split()))
            for rule in self.displays.get(name, ())
            if not rule[0] or any(rule[0] in one.names for one in self._open)
        ]
        if rules:
            heaviest = max(weight for _within, weight, _display in rules)
            return str([display for _within, weight, display in rules if weight == heaviest][-1])
        if tag in BLOCKS:
            return "block"
        return "inline-block" if tag in INLINE_BLOCKS else ""

    def _boundary(self, display: str, *, starts: bool) -> None:
        """The edge of an element: a new line, an edge inside a line, or nothing."""
        if display in {"block", "flex"} or (self._open and "flex" in self._open[-1].display):
            self._flush()
        elif display in {"inline-block", "inline-flex"}:
            self._line.append(OPEN if starts else CLOSE)

    def _flush(self) -> None:
        line = re.sub(r"\s+", " ", masked("".join(self._line))).strip(" ")
        line = re.sub(f"{OPEN} +", OPEN, line)
        line = re.sub(f" +{CLOSE}", CLOSE, line)
        self._line = []
        if line:
            self.text.append(line.replace(OPEN, "[").replace(CLOSE, "]"))


def _described(tag: str, attributes: dict[str, str]) -> str:
    """``tag.class.class name="value"``, in one order whatever the page's own."""
    classes = "".join(f".{one}" for one in sorted(attributes.get("class", "").split()))
    rest = {name: value for name, value in attributes.items() if name != "class"}
    if attributes.get("name") in SECRETS:
        rest["value"] = "‹token›"
    if tag in {"option", "input"} and "value" in rest:
        rest.pop("value")  # stands among the fields
    named = (f'{name}="{masked(value)}"' for name, value in sorted(rest.items()))
    return " ".join((tag + classes, *named))


def _pretty(text: str) -> list[str]:
    """The lines of a script or a file; JSON is spread out, so that a difference is readable."""
    with contextlib.suppress(ValueError):
        text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    return masked(text).splitlines()


def displays_in(style_sheets: list[str]) -> Displays:
    """How elements stand in the line, as the rules outside of @media say.

    The last part of a selector (``a`` or ``.class``) → (what it must stand in or empty, weight,
    display), of selectors with one or two simple parts.
    """
    found: Displays = {}
    for sheet in style_sheets:
        plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
        plain = re.sub(r"@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", plain)
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
            display = re.findall(r"(?:^|[;\s])display\s*:\s*([\w-]+)\s*(!important)?", rules)
            if not display or (shown := _shown(display[-1][0])) is None:
                continue
            for selector in selectors.split(","):
                parts = _SELECTOR.fullmatch(selector.strip())
                if parts:
                    weight = 1000 * bool(display[-1][1]) + 10 * selector.count(".") + bool(parts[2])
                    name = f".{parts[3]}" if parts[3] else parts[2]
                    found.setdefault(name, []).append([parts[1] or "", weight, shown])
    return found


#: An element or a class; before it perhaps another, in which it stands.
_SELECTOR = re.compile(r"(?:([\w-]*(?:\.[\w-]+)?)\s*[\s>]\s*)?([\w-]*)(?:\.([\w-]+))?")


def _shown(display: str) -> str | None:
    match display:
        case "none":
            return None
        case "flex" | "grid":
            return "flex"
        case "inline-flex" | "inline-grid":
            return "inline-flex"
        case "inline-block" | "inline-table":
            return "inline-block"
        case "inline" | "contents":
            return ""
    return "block"


def read_html(text: str, displays: Displays) -> Page:
    """The page whose source is *text*."""
    page = Page(displays)
    page.feed(text)
    page.close()
    return page


def recorded(page: Page) -> dict[str, Any]:
    """What is kept of a page."""
    skeleton = "\n".join(page.skeleton)
    return {
        "text": page.text,
        "labels": page.labels,
        "links": page.links,
        "forms": [line for form in page.forms for line in form.lines()],
        "data": page.data,
        "drawings": page.drawings,
        "skeleton_hash": hashlib.sha256(skeleton.encode()).hexdigest()[:16],
        "skeleton": page.skeleton,
    }


def recorded_file(body: bytes, charset: str) -> dict[str, Any]:
    """What is kept of a download: its lines, and what shows the slightest change of its bytes."""
    try:
        lines = _pretty(body.decode(charset))
    except (UnicodeDecodeError, LookupError):
        lines = [f"{len(body)} bytes"]
    digest = hashlib.sha256(masked(body.decode("latin-1")).encode()).hexdigest()
    return {"text": lines, "bytes": digest}

"""A small, suspicious XML reader: elements, attributes and text, no document type, bounded size.

A document type is the only way to declare entities in XML, so refusing it refuses both bombs that
expand and references to files and addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, TypeVar
from xml.parsers import expat

from ratings.errors import Code, RuleError
from ratings.text_files import too_large

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: Far above the largest tournament: 1,200 players of 20 rounds make about 5 MB.
MAX_BYTES = 16_000_000
MAX_ELEMENTS = 200_000
MAX_DEPTH = 12

_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}encoding\s*=\s*["']([A-Za-z0-9._-]+)""")

#: What expat cannot read, by the name that a file declares; with the set that holds all of it.
_MULTI_BYTE = {
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
}


@dataclass(slots=True)
class XmlNode:
    """An element: its tag, its attributes, the elements in it and the text around those.

    ``line``: where it begins in the file, 0 for one that is not in it.
    """

    tag: str
    attributes: dict[str, str]
    children: list[XmlNode] = field(default_factory=list)
    text: str = ""
    line: int = 0

    def every(self, tag: str) -> Iterator[XmlNode]:
        """Yield all elements of a tag below this one, in the order of the file."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.every(tag)

    def every_of(self, *tags: str) -> Iterator[XmlNode]:
        """Yield all elements of any of these tags below this one, in the order of the file."""
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.every_of(*tags)

    def first(self, tag: str) -> XmlNode | None:
        """Return the first element of a tag below this one."""
        return next(self.every(tag), None)

    def said(self, tag: str, default: str = "") -> str:
        """Return the text of the first child of a tag, or *default* where none says anything."""
        for child in self.children:
            if child.tag == tag:
                return child.text.strip() or default
        return default

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute, or *default* where the element has none of that name."""
        return self.attributes.get(name, default)


def names_line(read: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a reader of an element whose refusals name the line where the element begins."""

    @wraps(read)
    def named(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return read(*args, **kwargs)
        except RuleError as error:
            node = next(arg for arg in args if isinstance(arg, XmlNode))
            if not node.line:
                raise
            raise error.within(node.line) from error

    return named


def parse(data: bytes) -> XmlNode:
    """Return the root element of an XML file given as bytes.

    Raises RuleError on field "file": E_MISSING for no bytes, E_TYPE for what is no well-formed
    XML (value: the line) and for an encoding that is not read (reason ``encoding``), E_RANGE for a
    file that is too large (``too_large``) or too deep (``too_many_elements``), E_INCONSISTENT for
    one with a document type (reason ``doctype``).

    >>> parse(b'<a><b c="1"/></a>').children[0].get("c")
    '1'
    """
    if not data.strip():
        raise RuleError(Code.MISSING, "file", reason="files.empty")
    if len(data) > MAX_BYTES:
        raise too_large(len(data), MAX_BYTES)
    declared = _DECLARED.match(data)
    encoding = declared[1].decode() if declared else ""
    try:
        if multi_byte := _MULTI_BYTE.get(encoding.lower()):
            data = data.decode(multi_byte).encode()
        parser = expat.ParserCreate("utf-8" if multi_byte else _hidden_encoding(data))
        return _root_of(data, parser)
    except (LookupError, ValueError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(Code.TYPE, "file", encoding, reason="formats.encoding") from error


def _root_of(data: bytes, parser: expat.XMLParserType) -> XmlNode:
    builder = _Builder(parser)
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = builder.refuse_doctype
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.read
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise RuleError(
            Code.TYPE, "file", parser.CurrentLineNumber, reason="formats.not_xml"
        ) from error
    assert builder.root is not None  # expat refuses a file without an element
    return builder.root


class _Builder:
    """What expat calls; keeps the elements that are open."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self._parser = parser
        self.root: XmlNode | None = None
        self._open: list[XmlNode] = []
        self._count = 0

    def refuse_doctype(self, name: str, *_: object) -> None:
        raise RuleError(Code.INCONSISTENT, "file", name, reason="formats.doctype")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS or len(self._open) >= MAX_DEPTH:
            raise RuleError(Code.RANGE, "file", self._count, reason="formats.too_many_elements")
        node = XmlNode(tag, attributes, line=self._parser.CurrentLineNumber)
        if self._open:
            self._open[-1].children.append(node)
        elif self.root is None:
            self.root = node
        self._open.append(node)

    def read(self, text: str) -> None:
        self._open[-1].text += text

    def end(self, tag: str) -> None:  # noqa: ARG002  the signature is expat's
        self._open.pop()


def _hidden_encoding(data: bytes) -> str | None:
    """The encoding to force: releases started by a double click wrote Windows-1252 as "UTF-8"."""
    declared = _DECLARED.match(data)
    if declared is not None and declared[1].lower() not in (b"utf-8", b"utf8"):
        return None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "windows-1252"
    return None

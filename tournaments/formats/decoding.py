"""The letters of a text file of unknown age: UTF-8 and UTF-16 with a mark, UTF-8, Windows-1252."""

from __future__ import annotations

import codecs

from ratings.errors import Code, RuleError

#: Far above the largest table: 5,000 players of 20 rounds make about 1.5 MB.
MAX_TEXT_BYTES = 4_000_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(data: object) -> str:
    """Return the text of a file given as bytes, lines ended by a line feed.

    A file without a mark is UTF-8 if it can be, else Windows-1252, the Latin-1 that Windows
    programs write.  Raises RuleError on field "file": E_TYPE for what is not bytes or holds zero
    bytes (reason ``not_text``), E_MISSING for an empty file, E_RANGE above
    :data:`MAX_TEXT_BYTES` (reason ``size``).

    >>> decoded("Rémi".encode()), decoded("Rémi".encode("latin-1"))
    ('Rémi', 'Rémi')
    """
    if not isinstance(data, bytes):
        raise RuleError(Code.TYPE, field="file", value=type(data).__name__, accepted="bytes")
    if len(data) > MAX_TEXT_BYTES:
        raise RuleError(
            Code.RANGE,
            field="file",
            value=len(data),
            accepted=f"…{MAX_TEXT_BYTES}",
            reason="formats.size",
        )
    text = _text(data)
    if not text.strip():
        raise RuleError(Code.MISSING, field="file")
    if "\0" in text:
        raise RuleError(Code.TYPE, field="file", accepted="a text file", reason="formats.not_text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("windows-1252")
    except UnicodeDecodeError:  # five bytes that Windows-1252 leaves out
        return data.decode("latin-1")

"""A file that a page keeps between two requests, as the text of a hidden field."""

from __future__ import annotations

import base64
import binascii
import zlib


def packed(data: bytes) -> str:
    """A file as the text of a form's field, small enough for one.

    >>> unpacked(packed(b"<Tournament/>"), most=100)
    b'<Tournament/>'
    """
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def unpacked(text: str, *, most: int) -> bytes:
    """The file of :func:`packed`, of ``most`` bytes and one where it is larger; b"" for any other
    text."""
    try:
        raw = base64.b64decode(text, validate=True)
        return zlib.decompressobj().decompress(raw, most + 1)
    except (binascii.Error, ValueError, zlib.error):
        return b""

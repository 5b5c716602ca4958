"""Records that were sent in the body of a mail: the transfer encoding undone."""

from __future__ import annotations

import binascii
import quopri
import re

_HEADER = re.compile(rb"\A\s*(?:From |[A-Z][A-Za-z-]{1,40}:)")
_TRANSFER = re.compile(
    rb"^Content-Transfer-Encoding:[ \t]*(quoted-printable|base64)[ \t]*\r?$",
    re.IGNORECASE | re.MULTILINE,
)
_BODY = re.compile(rb"\r?\n\r?\n")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\r\n]+={0,2}")
_LOOK = 16_384


def unpack_mail(data: bytes) -> bytes:
    """The bytes, with the body of a mail as it was before it was packed for the way.

    Everything that is no mail, or a mail in plain text, comes back as it is.
    """
    if _HEADER.match(data[:100]) is None:
        return data
    transfer = _TRANSFER.search(data, 0, _LOOK)
    body = transfer and _BODY.search(data, transfer.end())
    if transfer is None or body is None:
        return data
    packed = data[body.end() :]
    if transfer[1].lower() == b"quoted-printable":
        return data[: body.end()] + quopri.decodestring(packed)
    match = _BASE64.match(packed)
    try:
        return data[: body.end()] + binascii.a2b_base64(match[0] if match else b"")
    except binascii.Error:
        return data

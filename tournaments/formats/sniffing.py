"""Reading a tournament file of any kind that we know, by what is in it and not by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from ratings.errors import Code, RuleError
from ratings.text_files import decoded
from tournaments.events.field import Tournament
from tournaments.formats.h9_read import read_h9
from tournaments.formats.macmahon import is_macmahon, read_macmahon
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.pairgoth import read_pairgoth
from tournaments.formats.remarks import Remark
from tournaments.formats.xml_reader import parse

ACCEPTED = "OpenGotha (.xml), MacMahon 3.9 (.xml), Pairgoth (.tour), H9, .tou"

_XML_STARTS = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<\0", b"\xfe\xff\0<")
_H9_LINE = re.compile(r"[0-9]{1,5}\.?[ \t].*[ \t][0-9]{1,5}[-+=?]")


class FileKind(StrEnum):
    """The kinds of tournament files that can be read."""

    OPENGOTHA = "opengotha"
    MACMAHON = "macmahon"
    PAIRGOTH = "pairgoth"
    H9 = "h9"


_READERS: dict[FileKind, Callable[[bytes, list[Remark]], Tournament]] = {
    FileKind.OPENGOTHA: read_opengotha,
    FileKind.MACMAHON: read_macmahon,
    FileKind.PAIRGOTH: read_pairgoth,
    FileKind.H9: read_h9,
}


def kind_of_file(data: bytes) -> FileKind:
    """Return which kind a file is.

    Raises RuleError on field "file": what :func:`tournaments.formats.xml_reader.parse` and
    :func:`ratings.text_files.decoded` raise, E_TYPE for anything else (reason
    ``unknown_format``).
    """
    if data.lstrip(b" \t\r\n").startswith(_XML_STARTS):
        root = parse(data)
        if is_macmahon(root):
            return FileKind.MACMAHON
        if root.tag == "Tournament":
            return FileKind.OPENGOTHA
        raise _unknown(f"<{root.tag[:40]}>")
    lines = [line.strip(" \t") for line in decoded(data).split("\n")]
    if next((line for line in lines if line), "").startswith("{"):
        return FileKind.PAIRGOTH
    if any(_H9_LINE.match(line[:400]) for line in lines):
        return FileKind.H9
    raise _unknown(next((line[:40] for line in lines if line), ""))


def read_tournament(data: bytes, remarks: list[Remark] | None = None) -> Tournament:
    """Return the tournament of a file of any of these kinds; ``remarks`` takes what is left out.

    Raises what :func:`kind_of_file` and the reader of the kind raise.
    """
    return _READERS[kind_of_file(data)](data, [] if remarks is None else remarks)


def _unknown(value: str) -> RuleError:
    return RuleError(Code.TYPE, "file", value, ACCEPTED, reason="formats.unknown_format")

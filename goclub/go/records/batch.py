"""Files, folders and archives of records, one after the other; nothing in them is trusted.

Names from inside an archive are only ever shown, never opened and never written to.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from goclub.go.records.archives import LIMITS, Limits, looks_packed, unpack
from goclub.go.records.errors import KifuError
from ratings.text_files import size_words

__all__ = ["LIMITS", "FoundFile", "Limits", "walk"]

# What file managers leave behind in folders and archives.
_LITTER = frozenset(("thumbs.db", "desktop.ini", "__macosx"))
_HEAD = 600


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file: its ``label`` (path, and for a member of an archive ``archive!name``), and its bytes
    or why there are none."""

    label: str
    data: bytes | None = None
    error: KifuError | None = None


def walk(paths: Iterable[str | Path], limits: Limits = LIMITS) -> Iterator[FoundFile]:
    """Every file under the paths, in the order of names; archives are unpacked in memory.

    Folders are searched to the bottom; links in them are named but not followed, hidden files are
    passed over.  A path, a file or a member that cannot be read, or that goes beyond the limits,
    is a row with its error; nothing is raised for it.
    """
    for path in map(Path, paths):
        try:
            kind = path.stat().st_mode
        except (OSError, ValueError) as error:
            yield _refused(str(path), "records.no_such_file", error)
            continue
        if stat.S_ISDIR(kind):
            yield from _folder(path, limits)
        else:
            yield from _file(path, limits)


def is_litter(name: str) -> bool:
    """Whether a path in an archive or a name in a folder is nobody's record.

    >>> is_litter(".DS_Store"), is_litter("__MACOSX/a.sgf"), is_litter("games/a.sgf")
    (True, True, False)
    """
    parts = name.replace("\\", "/").split("/")
    return any(part.lower() in _LITTER for part in parts) or parts[-1].startswith(".")


def _folder(folder: Path, limits: Limits) -> Iterator[FoundFile]:
    """The files of a folder and its folders, depth first, without recursion."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield _refused(str(here), "records.unreadable_file", error)
            continue
        below = []
        for entry in entries:
            if is_litter(entry.name):
                continue
            if entry.is_symlink():
                yield _refused(entry.path, "records.unreadable_file", "a link is not followed")
            elif entry.is_dir(follow_symlinks=False):
                below.append(Path(entry.path))
            else:
                yield from _file(Path(entry.path), limits)
        waiting += reversed(below)


def _file(path: Path, limits: Limits) -> Iterator[FoundFile]:
    label = str(path)
    try:
        # A pipe or a device would wait for ever, so it is not even opened.
        if not stat.S_ISREG(path.stat().st_mode):
            yield _refused(label, "records.unreadable_file", "no ordinary file")
            return
        with path.open("rb") as stream:
            if not looks_packed(stream.read(_HEAD)):
                yield _plain(label, os.fstat(stream.fileno()).st_size, path, limits)
                return
            stream.seek(0)
            for name, content in unpack(stream, limits):
                if name and is_litter(name):
                    continue
                member = f"{label}!{name}" if name else label
                if isinstance(content, KifuError):
                    yield FoundFile(member, error=content)
                else:
                    yield FoundFile(member, data=content)
    except OSError as error:
        yield _refused(label, "records.unreadable_file", error)


def _plain(label: str, size: int, path: Path, limits: Limits) -> FoundFile:
    if size > limits.member_bytes:
        accepted = size_words(limits.member_bytes)
        return FoundFile(label, error=KifuError("records.too_large", value=size, accepted=accepted))
    return FoundFile(label, data=path.read_bytes())


def _refused(label: str, reason: str, why: object) -> FoundFile:
    detail = why.strerror or type(why).__name__ if isinstance(why, OSError) else str(why)
    return FoundFile(label, error=KifuError(reason, detail=detail))

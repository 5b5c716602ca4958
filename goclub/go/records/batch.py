"""Files, folders and archives of records, one after the other; nothing in them is trusted.

Zip and tar archives are unpacked in memory, within limits, whatever their headers claim.  Names
from inside an archive are only ever shown, never opened and never written to.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from goclub.go.records.decode import decode
from goclub.go.records.errors import KifuError
from goclub.go.records.text import clean_line, strip_unseen
from ratings.accepted import AcceptedRange
from ratings.text_files import size_words

Content = bytes | KifuError

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_PACKED: dict[bytes, Callable[[BinaryIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda stream: gzip.GzipFile(fileobj=stream, mode="rb"),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
_FOREIGN = {b"Rar!\x1a\x07": "RAR", b"7z\xbc\xaf\x27\x1c": "7-Zip", b"MSCF": "CAB"}
_TAR_PLACE, _TAR_SIGN = 257, b"ustar"
_LZH_PLACE = slice(2, 5)
#: What reading an archive raises where bytes of it changed.
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,  # zipfile's word for a way of packing that it does not know
    RuntimeError,  # zipfile's word for a password
    IndexError,
    OverflowError,
)
_CHUNK = 65_536
# A directory of a zip file that takes more than this for each member is read by nobody.
_DIRECTORY_ENTRY = 512
_END_RECORD = struct.Struct("<4s4H2LH")
_END_SIGN, _LONGEST_END = b"PK\x05\x06", 65_557


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken: ``member_bytes`` of one file, ``members`` and ``total_bytes`` (unpacked)
    of one archive, ``ratio`` unpacked to packed size where more than ``ratio_from`` bytes are
    unpacked."""

    member_bytes: int = 4_000_000
    members: int = 20_000
    total_bytes: int = 500_000_000
    ratio: int = 200
    ratio_from: int = 1_000_000


LIMITS = Limits()


def looks_packed(head: bytes) -> bool:
    """Whether a file that begins like this is an archive or a compressed file."""
    if head.startswith((*_ZIP, *_PACKED, *_FOREIGN)) or head[_LZH_PLACE] in (b"-lh", b"-lz"):
        return True
    return head[_TAR_PLACE : _TAR_PLACE + len(_TAR_SIGN)] == _TAR_SIGN


def unpack(stream: BinaryIO, limits: Limits = LIMITS) -> Iterator[tuple[str, Content]]:
    """The files of an archive as (name, bytes or why there are none), in the archive's order.

    ``stream`` begins with the archive and can be sought in.  A compressed single file has the
    name "".  Folders in it are passed over; an archive in it is refused (``nested_archive``), and
    so is what is encrypted (``encrypted_member``), a link (``unreadable_file``) and what goes
    beyond the limits (``too_large``, ``too_many_members``, ``archive_too_large``).  What is broken
    is ``bad_archive``; after an error that concerns the whole archive nothing follows.
    """
    try:
        yield from _unpack(stream, limits)
    except KifuError as error:
        yield "", error
    except BROKEN as error:
        yield "", KifuError("records.bad_archive", detail=_said(error))


def _unpack(stream: BinaryIO, limits: Limits) -> Iterator[tuple[str, Content]]:
    head = stream.read(_TAR_PLACE + len(_TAR_SIGN))
    stream.seek(0)
    if head.startswith(_ZIP):
        yield from _unzip(stream, limits)
        return
    foreign = next((name for sign, name in _FOREIGN.items() if head.startswith(sign)), None)
    if foreign or head[_LZH_PLACE] in (b"-lh", b"-lz"):
        raise KifuError(
            "records.bad_archive", detail=f"{foreign or 'LZH'}; only zip and tar are read"
        )
    unpacker = next((call for sign, call in _PACKED.items() if head.startswith(sign)), None)
    if unpacker is None:
        yield from _untar(stream, limits)
        return
    with tempfile.SpooledTemporaryFile(max_size=8_000_000) as whole:
        with unpacker(stream) as packed:
            size = _pour(packed, cast("IO[bytes]", whole), stream, limits)
        whole.seek(0)
        start = whole.read(_TAR_PLACE + len(_TAR_SIGN))
        whole.seek(0)
        if start.endswith(_TAR_SIGN):
            yield from _untar(cast(BinaryIO, whole), limits)
        else:
            yield "", _content(whole.read(limits.member_bytes + 1), size, limits)


def _pour(source: io.BufferedIOBase, target: IO[bytes], packed: BinaryIO, limits: Limits) -> int:
    """Unpack everything into ``target`` as long as the limits hold; the number of bytes."""
    size = 0
    while chunk := source.read(_CHUNK):
        size += len(chunk)
        if size > limits.total_bytes or _bursts(size, packed.tell(), limits):
            raise _too_large(size, limits)
        target.write(chunk)
    return size


def _bursts(size: int, packed: int, limits: Limits) -> bool:
    return size > limits.ratio_from and size > limits.ratio * max(packed, 1)


def _content(data: bytes, size: int, limits: Limits) -> Content:
    if size > limits.member_bytes or len(data) > limits.member_bytes:
        return KifuError("records.too_large", value=size, accepted=size_words(limits.member_bytes))
    return KifuError("records.nested_archive") if looks_packed(data) else data


def _too_large(size: int, limits: Limits) -> KifuError:
    accepted = f"0…{limits.total_bytes} bytes, at most {limits.ratio} times the packed size"
    return KifuError("records.archive_too_large", value=size, accepted=accepted)


def _said(error: Exception) -> str:
    return clean_line(strip_unseen(str(error)), limit=120) or type(error).__name__


def _shown(name: str) -> str:
    """A name from inside as it may be shown: one line, nothing invisible."""
    return clean_line(strip_unseen(name))


# -- zip -----------------------------------------------------------------------------------------


def _unzip(stream: BinaryIO, limits: Limits) -> Iterator[tuple[str, Content]]:
    _check_directory(stream, limits)
    total = 0
    with zipfile.ZipFile(stream) as archive:
        members = archive.infolist()
        if len(members) > limits.members:
            raise _too_many(len(members), limits)
        for member in members:
            if member.is_dir():
                continue
            content = _zipped(archive, member, limits)
            total += len(content) if isinstance(content, bytes) else 0
            if total > limits.total_bytes:
                raise _too_large(total, limits)
            yield _zip_name(member), content


def _check_directory(stream: BinaryIO, limits: Limits) -> None:
    """Refuse a directory too large for the members that are allowed, before it is read."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _LONGEST_END))
    tail = stream.read()
    stream.seek(0)
    place = tail.rfind(_END_SIGN)
    if place >= 0 and len(tail) >= place + _END_RECORD.size:
        _, _, _, _, entries, length, _, _ = _END_RECORD.unpack_from(tail, place)
        if length > _DIRECTORY_ENTRY * limits.members:
            raise _too_many(entries, limits)


def _too_many(members: int, limits: Limits) -> KifuError:
    return KifuError(
        "records.too_many_members", value=members, accepted=AcceptedRange(0, limits.members)
    )


def _zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limits: Limits) -> Content:
    if member.flag_bits & 1:
        return KifuError("records.encrypted_member")
    if stat.S_ISLNK(member.external_attr >> 16):
        return KifuError("records.unreadable_file", detail="a link is not followed")
    if member.file_size > limits.member_bytes:
        return _content(b"", member.file_size, limits)
    if _bursts(member.file_size, member.compress_size, limits):
        return _too_large(member.file_size, limits)
    try:
        with archive.open(member) as opened:
            data = opened.read(limits.member_bytes + 1)
    except BROKEN as error:
        return KifuError("records.bad_archive", detail=_said(error))
    return _content(data, len(data), limits)


def _zip_name(member: zipfile.ZipInfo) -> str:
    """The name, also where an old program wrote it in the encoding of its country."""
    name = member.filename
    if not member.flag_bits & 0x800 and not name.isascii():
        with contextlib.suppress(UnicodeError):
            name = decode(name.encode("cp437")).text
    return _shown(name)


# -- tar -----------------------------------------------------------------------------------------


class _Measured:
    """A stream that never gives more at once than a file may have, since the headers of a tar
    archive are read whole, however long they say they are."""

    def __init__(self, stream: BinaryIO, limits: Limits) -> None:
        self._stream, self._most = stream, limits.member_bytes + _CHUNK
        self.seek, self.tell = stream.seek, stream.tell

    def read(self, size: int = -1) -> bytes:
        """Like the stream's own.  Raises ReadError for too much."""
        if not 0 <= size <= self._most:
            raise tarfile.ReadError("a header is too long")
        return self._stream.read(size)


def _untar(stream: BinaryIO, limits: Limits) -> Iterator[tuple[str, Content]]:
    measured = cast("IO[bytes]", _Measured(stream, limits))
    members = total = 0
    with tarfile.open(fileobj=measured, mode="r:", errors="surrogateescape") as archive:
        for member in archive:
            members += 1
            if members > limits.members:
                raise _too_many(members, limits)
            if member.isdir():
                continue
            content = _tarred(archive, member, limits)
            total += len(content) if isinstance(content, bytes) else 0
            if total > limits.total_bytes:
                raise _too_large(total, limits)
            name = member.name.encode("utf-8", "surrogateescape")
            yield _shown(decode(name).text), content


def _tarred(archive: tarfile.TarFile, member: tarfile.TarInfo, limits: Limits) -> Content:
    if not member.isreg():
        return KifuError("records.unreadable_file", detail="a link is not followed")
    if member.size > limits.member_bytes:
        return _content(b"", member.size, limits)
    opened = archive.extractfile(member)
    if opened is None:
        return KifuError("records.bad_archive", detail="a member without content")
    with opened:
        data = opened.read(limits.member_bytes + 1)
    if len(data) < member.size:
        return KifuError("records.bad_archive", detail="a member is cut off")
    return _content(data, len(data), limits)


# -- files and folders -----------------------------------------------------------------------------


# What file managers leave behind in folders and archives.
_LITTER = frozenset(("thumbs.db", "desktop.ini", "__macosx"))


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
            if not looks_packed(stream.read(600)):
                yield _plain(label, os.fstat(stream.fileno()).st_size, path, limits)
                return
            stream.seek(0)
            yield from _members(label, stream, limits)
    except OSError as error:
        yield _refused(label, "records.unreadable_file", error)


def opened(files: Iterable[tuple[str, bytes]], limits: Limits = LIMITS) -> Iterator[FoundFile]:
    """Every file among (name, bytes), archives unpacked in memory, as :func:`walk` gives them.

    Once archives were unpacked to the limit of one, the others are refused.
    """
    total = 0
    for label, data in files:
        if not looks_packed(data[:600]):
            yield FoundFile(label, data=data)
        elif total > limits.total_bytes:
            yield FoundFile(label, error=_too_large(total, limits))
        else:
            for member in _members(label, io.BytesIO(data), limits):
                total += len(member.data or b"")
                yield member


def _members(label: str, stream: BinaryIO, limits: Limits) -> Iterator[FoundFile]:
    for name, content in unpack(stream, limits):
        if name and is_litter(name):
            continue
        member = f"{label}!{name}" if name else label
        if isinstance(content, KifuError):
            yield FoundFile(member, error=content)
        else:
            yield FoundFile(member, data=content)


def _plain(label: str, size: int, path: Path, limits: Limits) -> FoundFile:
    if size > limits.member_bytes:
        accepted = size_words(limits.member_bytes)
        return FoundFile(label, error=KifuError("records.too_large", value=size, accepted=accepted))
    return FoundFile(label, data=path.read_bytes())


def _refused(label: str, reason: str, why: object) -> FoundFile:
    detail = why.strerror or type(why).__name__ if isinstance(why, OSError) else str(why)
    return FoundFile(label, error=KifuError(reason, detail=detail))

"""Bytes of a record to text.

SGF parsers split bytes at ``]`` and ``\\``; both are also second bytes of Shift-JIS, Big5 and GBK
characters.  A record is therefore decoded first and parsed afterwards.  In order of trust:

1. the encoding that the caller names;
2. a byte order mark, or the NUL bytes of UTF-16 without one;
3. the escape sequences of ISO-2022-JP (they are plain ASCII, so they would pass as anything);
4. UTF-8, if the bytes hold a character of it and nothing else: by chance that hardly happens;
5. CA, if the bytes decode cleanly under it and the text is not absurd there;
6. the most probable of the encodings in use among Go players (:data:`CANDIDATES`).

The seam: :func:`decode` is the only entry; a better guess replaces :func:`guess` and
:mod:`.alphabets` and nothing else.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from .alphabets import model
from .errors import KifuError
from .text import strip_unseen

# (encoding, language, logarithm of how common it is in collections of records)
CANDIDATES = (
    ("cp932", "ja", 0.0),
    ("euc_jp", "ja", -2.0),
    ("gb18030", "zh-hans", 0.0),
    ("big5hkscs", "zh-hant", -1.0),
    ("cp949", "ko", -0.5),
    ("cp1252", "western", 0.0),
    ("cp1250", "central", -0.5),
    ("iso8859_2", "central", -2.0),
    ("cp1251", "cyrillic", -1.0),
    ("koi8_r", "cyrillic", -2.0),
    ("cp866", "cyrillic", -4.0),
    ("cp874", "thai", -0.5),
    ("cp1254", "turkish", -4.0),
    ("latin_1", "western", -6.0),
)
# What a label means in practice: the larger set that the same programs write.
_SUPERSETS = {
    "ascii": "cp1252",
    "latin_1": "cp1252",
    "iso8859_1": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "euc_kr": "cp949",
    "tis_620": "cp874",
    "iso8859_11": "cp874",
}
_ALIASES = {
    "sjis": "cp932",
    "xsjis": "cp932",
    "ksc56011987": "cp949",
    "ksc5601": "cp949",
    "windows949": "cp949",
    "windows31j": "cp932",
    "gb": "gb18030",
    "windows936": "gb18030",
    "windows950": "big5hkscs",
    "windows874": "cp874",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_JIS_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\$\([DOPQ]|\x1b\([JI]")
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_:.\- ]{1,40})\s*\]")
_HIGH = re.compile(rb"[\x80-\xff]")
_SAMPLE = 16_384
_BRACKET = 6.0  # e-folds per bracket without its partner
_LABEL_TRUST = 12.0  # how many e-folds better another reading must be to overrule CA


@dataclass(frozen=True, slots=True)
class Decoded:
    """``text`` without invisible characters; ``encoding`` its Python name; ``source`` one of
    ``named``, ``mark``, ``escape``, ``utf-8``, ``declared``, ``guess``; ``declared`` what CA said
    ("" if nothing); ``damaged`` whether bytes had to be replaced by U+FFFD."""

    text: str
    encoding: str
    source: str
    declared: str = ""
    damaged: bool = False


def decode(data: bytes, *, encoding: str | None = None) -> Decoded:
    """The text of a record, by the order of trust above.

    ``encoding`` forces one (any spelling).  Raises :class:`KifuError` ``bad_encoding``.
    """
    found = _CHARSET.search(data[:_SAMPLE])
    declared = found[1].decode("ascii") if found else ""
    if encoding is not None:
        name = find_codec(encoding)
        if name is None:
            raise KifuError("bad_encoding", value=encoding)
        return _finish(data, name, "named", declared)
    mark = next((name for prefix, name in _MARKS if data.startswith(prefix)), None)
    if mark is not None:
        return _finish(data, mark, "mark", declared)
    if b"\0" in data[:4]:
        return _finish(data, "utf-16-be" if data[:1] == b"\0" else "utf-16-le", "mark", declared)
    if _JIS_ESCAPE.search(data):
        return _finish(data, "iso2022_jp_ext", "escape", declared)
    if _clean(data, "utf-8"):
        return _finish(data, "utf-8", "utf-8", declared)
    label = find_codec(declared) if declared else None
    name, clean = guess(data, label)
    return _finish(data, name, "declared" if name == label and clean else "guess", declared)


def find_codec(label: str) -> str | None:
    """The Python name of the encoding that a label means, or None if it is no text encoding.

    >>> find_codec("Shift-JIS"), find_codec("GB2312"), find_codec("rot13")
    ('cp932', 'gb18030', None)
    """
    plain = re.sub(r"[^a-z0-9]", "", label.lower())
    if plain in _ALIASES:
        return _ALIASES[plain]
    try:
        info = codecs.lookup(label.strip().replace(" ", "_"))
    except (LookupError, ValueError):
        return None
    # Codecs such as unicode_escape, idna or zip are no character sets of files.
    if not re.match(r"utf-?(8|16|32)|ascii|iso|cp\d|latin|koi8|euc|shift|big5|gb|hz|tis|mac|johab",
                    info.name):  # fmt: skip
        return None
    name = info.name.replace("-", "_")
    return _SUPERSETS.get(name, "utf-8" if name == "utf_8" else name)


def guess(data: bytes, label: str | None = None) -> tuple[str, bool]:
    """The most probable encoding of ``data`` (neither ASCII nor UTF-8), and whether it is clean.

    ``label`` is believed unless another reading is very much more probable.
    """
    candidates = list(CANDIDATES)
    if label is not None and all(name != label for name, _, _ in CANDIDATES):
        candidates.append((label, "western", 0.0))
    sample = _telling_part(data)
    ranked = sorted(
        (
            -(_likelihood(text, language) + prior + (_LABEL_TRUST if name == label else 0.0)),
            name,
        )
        for name, language, prior in candidates
        if (text := _strict(sample, name)) is not None
    )
    for _, name in ranked:
        if _clean(data, name):
            return name, True
    damage = {name: data.decode(name, errors="replace").count("\ufffd") for _, name in ranked}
    if label is not None:
        damage.setdefault(label, data.decode(label, errors="replace").count("\ufffd"))
    damage.setdefault("cp1252", len(_HIGH.findall(data)))
    return min(damage, key=lambda name: (damage[name], name != label)), False


def _likelihood(text: str, language: str) -> float:
    """How likely the text is in a language, and as SGF: a wrong reading swallows brackets."""
    lost = abs(text.count("[") - text.count("]"))
    return model(language).score(text) - _BRACKET * min(lost, 10)


def _telling_part(data: bytes) -> bytes:
    """The nodes that hold more than ASCII, up to some kilobytes.

    No encoding here uses ``;`` or a space inside a character, so cutting there is safe.
    """
    if len(data) <= _SAMPLE:
        return data
    parts, size = [], 0
    for part in data.split(b";"):
        if not part.isascii():
            parts.append(part)
            size += len(part) + 1
            if size > _SAMPLE:
                break
    sample = b";".join(parts)
    if len(sample) <= 2 * _SAMPLE:
        return sample
    end = max(sample.rfind(mark, 0, 2 * _SAMPLE) for mark in (b" ", b";", b"\n"))
    return sample[: end if end > 0 else 2 * _SAMPLE]


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _clean(data: bytes, encoding: str) -> bool:
    return _strict(data, encoding) is not None


def _finish(data: bytes, encoding: str, source: str, declared: str) -> Decoded:
    text = _strict(data, encoding)
    damaged = text is None
    if text is None:
        text = data.decode(encoding, errors="replace")
    return Decoded(strip_unseen(text), encoding, source, declared, damaged)

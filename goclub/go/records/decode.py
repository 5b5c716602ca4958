"""Bytes of a record to text.

SGF parsers split bytes at ``]`` and ``\\``; both are also second bytes of Shift-JIS, Big5 and GBK
characters.  A record is therefore decoded first and parsed afterwards.  In order of trust:

1. the encoding that the caller names;
2. a byte order mark, or the NUL bytes of UTF-16 without one;
3. the escape sequences of ISO-2022-JP (they are plain ASCII, so they would pass as anything);
4. UTF-8, if the bytes hold characters of it and nothing else: by chance that hardly happens, and
   many programs write UTF-8 under an old label.  Only where all of them have two bytes, as pairs
   of legacy characters may by chance, the label is asked first;
5. CA, if the bytes decode under just that encoding.  Only what no Western word looks like, or
   what swallows brackets, is left to the guess below: ISO-8859-1 decodes everything;
6. nearly UTF-8: a few bytes of it are broken.  Where CA says UTF-8 it stays UTF-8 unless another
   reading is likelier even so;
7. the most probable of the encodings in use among Go players (:data:`CANDIDATES`), where CA is
   trusted more than the others, and may have a few bytes broken too.

In a collection CA belongs to the game that says it: games under different labels are read apart,
and one without a label like those before it where its bytes fit.

The seam: :func:`decode` is the only entry; a better guess replaces :func:`guess` and
:mod:`.encodings` and nothing else.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from goclub.go.records.encodings import _SUPERSETS, LANGUAGES, _literal, find_codec, model
from goclub.go.records.errors import KifuError
from goclub.go.records.text import strip_unseen

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
    ("cp1253", "greek", -4.0),
    ("cp1257", "baltic", -4.0),
    ("latin_1", "western", -6.0),
)
_LANGUAGES = {name: language for name, language, _ in CANDIDATES} | {
    "koi8_u": "cyrillic",
    "koi8_t": "cyrillic",
    "cp855": "cyrillic",
    "cp1125": "cyrillic",
    "iso8859_5": "cyrillic",
    "mac_cyrillic": "cyrillic",
    "cp1255": "hebrew",
    "cp862": "hebrew",
    "iso8859_8": "hebrew",
    "cp1256": "arabic",
    "iso8859_6": "arabic",
    "iso8859_7": "greek",
    "iso8859_9": "turkish",
    "iso8859_4": "baltic",
    "iso8859_13": "baltic",
    "cp852": "central",
    "iso8859_16": "central",
    "euc_jis_2004": "ja",
    "shift_jis_2004": "ja",
    "johab": "ko",
    "hz": "zh-hans",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The seven bits of HZ: pairs between braces.
_HZ = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])++~\}")
_JIS_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\$\([DOPQ]|\x1b\([JI]")
# CA of SGF; the header of UGF has a language instead.
_CHARSET = re.compile(rb"(?:CA\s*\[\s*|^Lang=)([A-Za-z0-9_:.\- ]{1,40})\s*(?:\]|$)", re.MULTILINE)
# The beginning of a game in bytes: no encoding here uses these two signs inside a character.
_GAME = re.compile(
    rb"\(\s*+;\s*+(?=(?:GM|FF|CA|AP|SZ|PB|PW|BR|WR|EV|RO|DT|GN|KM|HA|RE|RU|PC|TM)\s*+\[)"
)
# Its label, in brackets that are no part of a text.
_LABEL = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_:.\- ]{1,40})\s*\]")
_UTF8_LONG = re.compile(rb"[\xe0-\xf4][\x80-\xbf]{2}")
_UTF8_ANY = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
# So many characters of UTF-8 must be whole for each broken byte.
_WHOLE_PER_BROKEN = 4
_HIGH = re.compile(rb"[\x80-\xff]")
_SAMPLE = 16_384
# Bytes that ISO-8859 keeps for controls; more accents in a row than any word has, and signs that
# are the first bytes of other codes rather than signs.
_CONTROLS = re.compile(r"[\x80-\x9f]")
_NO_WORD = re.compile(r"[^\x00-\x7f]{3,}|[ƒ¤¦¨¬¯±´¶¸¹²³]")
_LABEL_TRUST = 12.0  # how many e-folds better another reading must be to overrule CA


@dataclass(frozen=True, slots=True)
class Decoded:
    """``text`` without invisible characters; ``encoding`` its Python name; ``source`` one of
    ``named``, ``mark``, ``escape``, ``utf-8``, ``declared``, ``guess``; ``declared`` what CA said
    ("" if nothing); ``damaged`` whether bytes had to be replaced by U+FFFD.  ``parts`` of a
    collection under several labels: from which line on (counted from 1) each reading holds."""

    text: str
    encoding: str
    source: str
    declared: str = ""
    damaged: bool = False
    parts: tuple[tuple[int, Decoded], ...] = ()

    def at(self, line: int) -> Decoded:
        """How the game that begins on a line was read."""
        place = bisect_right(self.parts, line, key=lambda part: part[0])
        return self.parts[place - 1][1] if place else self


def decode(data: bytes, *, encoding: str | None = None) -> Decoded:
    """The text of a record, by the order of trust above.

    ``encoding`` forces one (any spelling).  Raises :class:`KifuError` ``bad_encoding``.
    """
    label = _CHARSET.search(data[:_SAMPLE])
    declared = label[1].decode("ascii").strip() if label else ""
    if encoding is not None:
        name = find_codec(encoding)
        if name is None:
            raise KifuError("records.bad_encoding", value=encoding)
        return _finish(data, name, "named", declared)
    mark = next((name for prefix, name in _MARKS if data.startswith(prefix)), None)
    if mark is not None:
        return _decode_marked(data, mark, declared)
    if b"\0" in data[:4]:
        return _finish(data, _utf16(data), "mark", declared)
    if data.isascii():
        return _decode_part(data, declared)
    return _joined(_label_groups(data))


def _decode_marked(data: bytes, mark: str, declared: str) -> Decoded:
    """The text of bytes with a mark, which only speaks for the first of games pasted together."""
    if mark == "utf-8" and not _clean(data, mark):
        groups = _label_groups(data.removeprefix(codecs.BOM_UTF8))
        if len(groups) > 1:
            return _joined([(game, label or "UTF-8") for game, label in groups])
    return _finish(data, mark, "mark", declared)


def _decode_part(data: bytes, declared: str, usual: str = "") -> Decoded:
    """The text of bytes under one label; where a guess is needed, *usual* is it, if given."""
    if b"\x1b" in data and (name := _by_escapes(data)):
        return _finish(data, name, "escape", declared)
    label = find_codec(declared) if declared else None
    if data.isascii():
        # What is labelled UTF-8 may speak of such pairs.
        in_pairs = label == "hz" or (label != "utf-8" and _HZ.search(data) and _clean(data, "hz"))
        if in_pairs:
            return _finish(data, "hz", "escape", declared)
        return _finish(data, "utf-8", "utf-8", declared)
    if _clean(data, "utf-8") and not _label_is_likelier(data, label):
        return _finish(data, "utf-8", "utf-8", declared)
    if label not in (None, "utf-8") and (name := _as_declared(data, declared)):
        return _finish(data, name, "declared", declared)
    if usual:
        return _finish(data, usual, "guess", declared)
    if _nearly_utf8(data) and not (label not in (None, "utf-8") and _clean(data, label or "")):
        return _finish(data, "utf-8", "declared" if label else "guess", declared)
    if label in (None, "utf-8") and _stays_damaged(data, "utf-8"):
        return _finish(data, "utf-8", "declared" if label else "guess", declared)
    name = guess(data, label)
    return _finish(data, name, "declared" if name == label else "guess", declared)


def _label_groups(data: bytes) -> list[tuple[bytes, str]]:
    """The bytes cut where a game begins whose label differs from the one before, or which is
    UTF-8 where that one was not; each with its label."""
    starts = [match.start() for match in _GAME.finditer(data)]
    edges = [0, *starts[1:], len(data)]
    groups: list[tuple[int, str]] = []
    unicode: bool | None = None  # whether the last group is UTF-8, None while it is ASCII
    for start, stop in pairwise(edges):
        pattern = _LABEL if groups else _CHARSET
        label = pattern.search(data, start, min(stop, start + _SAMPLE))
        declared = label[1].decode("ascii").strip() if label else ""
        game = data[start:stop]
        is_utf8 = None if game.isascii() else _is_surely_utf8(game, declared)
        same = None in (unicode, is_utf8) or unicode is is_utf8
        if groups and same and _is_alike(game, declared, groups[-1][1]):
            unicode = is_utf8 if unicode is None else unicode
            continue
        groups.append((start, declared))
        unicode = is_utf8
    ends = [start for start, _ in groups[1:]] + [len(data)]
    return [
        (data[start:end], declared) for (start, declared), end in zip(groups, ends, strict=True)
    ]


def _is_alike(game: bytes, declared: str, before: str) -> bool:
    """Whether a game is read under the same label as the one before it."""
    if declared:
        return find_codec(declared) == find_codec(before)
    label = find_codec(before) if before else None
    if label is None or game.isascii():
        return True
    return _clean(game, label) and (label == "utf-8" or not _clean(game, "utf-8"))


def _is_surely_utf8(game: bytes, declared: str) -> bool:
    """Whether a game is UTF-8 and says so, or has what no pairs of a legacy encoding look like."""
    says_so = bool(declared) and find_codec(declared) == "utf-8"
    return _clean(game, "utf-8") and (says_so or bool(_UTF8_LONG.search(game)))


def _joined(groups: list[tuple[bytes, str]]) -> Decoded:
    """Several groups as one text; so many are guessed at most.

    Each part begins on a line of its own, unless it only looks like a game: in a comment.
    """
    parts: list[Decoded] = []
    guesses: list[str] = []
    for game, declared in groups:
        usual = guesses[-1] if len(guesses) >= 40 else ""
        parts.append(_decode_part(game, declared, usual))
        guesses += [parts[-1].encoding] * (parts[-1].source == "guess")
    if len(parts) == 1:
        return parts[0]
    texts, lines, line = [], [], 1
    for part in parts:
        text = part.text
        is_whole = text.rstrip().endswith((")", "]")) and text.count("[") == text.count("]")
        if part is parts[-1] or is_whole:
            text = text if text.endswith("\n") else text + "\n"
        texts.append(text)
        lines.append(line)
        line += text.count("\n")
    return replace(
        parts[0],
        text="".join(texts),
        damaged=any(part.damaged for part in parts),
        parts=tuple(zip(lines, parts, strict=True)),
    )


def _by_escapes(data: bytes) -> str:
    """The encoding whose escape sequences the bytes hold; "" if they hold none."""
    if b"\x1b$)C" in data and _clean(data, "iso2022_kr"):
        return "iso2022_kr"
    return "iso2022_jp_ext" if _JIS_ESCAPE.search(data) else ""


def _as_declared(data: bytes, declared: str) -> str:
    """The encoding that a label means, if the bytes decode under just that one; "" if not.

    The text is that of the larger set which the same programs write; where both agree, it is
    called by the label's own name.
    """
    literal = _literal(declared) or ""
    text = _strict(data, literal)
    if text is None or (literal.startswith("iso8859") and _CONTROLS.search(text)):
        return ""
    if _is_absurd(text, literal):
        return ""
    wide = _SUPERSETS.get(literal, literal)
    return literal if _strict(data, wide) in (text, None) else wide


def _is_absurd(text: str, encoding: str) -> bool:
    """Whether a clean reading swallowed brackets or, in Latin letters, has hardly a word."""
    if text.count("[") != text.count("]"):
        return True
    if not model(_LANGUAGES.get(_SUPERSETS.get(encoding, encoding), "western")).ascii_kin:
        return False
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return 2 * sum(map(len, _NO_WORD.findall(text))) > beyond


def _stays_damaged(data: bytes, label: str) -> bool:
    """Whether a label is right although some bytes are broken: no other reading is likelier."""
    sample = _telling_part(data)
    if label == "utf-8" and not _UTF8_ANY.search(sample):
        return False
    text = sample.decode(label, errors="replace")
    languages = [_LANGUAGES.get(label, "western")] if label != "utf-8" else LANGUAGES
    best = max(_likelihood(text, language) for language in languages) + _LABEL_TRUST
    ranked = rank(data)
    return not ranked or best >= ranked[0][0]


def _utf16(data: bytes) -> str:
    """Which UTF-16 or UTF-32 it is, from where its first NUL bytes stand."""
    if data[:3] == b"\0\0\0":
        return "utf-32-be"
    if data[1:4] == b"\0\0\0":
        return "utf-32-le"
    return "utf-16-be" if data[:1] == b"\0" else "utf-16-le"


def _label_is_likelier(data: bytes, label: str | None) -> bool:
    """Whether valid UTF-8 is rather what its label says: pairs of a legacy encoding.

    A character of three bytes is no chance; pairs are also Cyrillic or Latin letters.
    """
    if label in (None, "utf-8") or _UTF8_LONG.search(data):
        return False
    sample = _telling_part(data)
    read = _strict(sample, label or "")
    language = _LANGUAGES.get(label or "")
    plain = _strict(sample, "utf-8")
    if read is None or language is None or plain is None:
        return False
    best = max(model(name).score(plain) for name in ("western", "central", "cyrillic", "turkish"))
    return model(language).score(read) > best


def _nearly_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 but for a few, such as a comment cut inside a character."""
    sample = _telling_part(data)
    whole = _UTF8_ANY.findall(sample)
    if not any(len(character) > 2 for character in whole) and len(whole) < 20:
        return False
    broken = len(_HIGH.findall(sample)) - sum(map(len, whole))
    return broken * _WHOLE_PER_BROKEN <= len(whole)


def guess(data: bytes, label: str | None = None) -> str:
    """The most probable encoding of ``data`` (neither ASCII nor UTF-8).

    ``label`` is believed unless another reading is very much more probable.
    """
    ranked = rank(data, label)
    if label is not None and not _clean(data, label) and _stays_damaged(data, label):
        return label
    for _, name in ranked:
        if _clean(data, name):
            return name
    damage = {name: data.decode(name, errors="replace").count("\ufffd") for _, name in ranked}
    if label is not None:
        damage.setdefault(label, data.decode(label, errors="replace").count("\ufffd"))
    damage.setdefault("cp1252", len(_HIGH.findall(data)))
    return min(damage, key=lambda name: (damage[name], name != label))


def rank(
    data: bytes, label: str | None = None, also: Sequence[tuple[str, str, float]] = ()
) -> list[tuple[float, str]]:
    """The encodings under which a sample of ``data`` is clean, as (logarithm of how likely, name),
    best first; ``label`` is what the file says of itself, ``also`` further candidates."""
    candidates = [*CANDIDATES, *also]
    if label is not None and label not in {name for name, _, _ in candidates}:
        candidates.append((label, _LANGUAGES.get(label, "western"), 0.0))
    sample = _telling_part(data)
    likely = [
        (_likelihood(text, language) + prior + (_LABEL_TRUST if name == label else 0.0), name)
        for name, language, prior in candidates
        if (text := _strict(sample, name)) is not None
    ]
    return sorted(likely, key=lambda pair: (-pair[0], pair[1]))


def _likelihood(text: str, language: str) -> float:
    """How likely the text is in a language, and as SGF: a wrong reading swallows brackets."""
    lost = abs(text.count("[") - text.count("]"))
    return model(language).score(text) - 6.0 * min(lost, 10)


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

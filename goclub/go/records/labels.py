"""The encodings that labels of records name."""

from __future__ import annotations

import codecs
import re

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
    "jis": "iso2022_jp_ext",
    "kor": "cp949",
    "chn": "gb18030",
    "big5hk": "big5hkscs",
    "hzgb2312": "hz",
    "gb231280": "gb18030",
    "cnbig5": "big5hkscs",
    "ksc56011989": "cp949",
    "isoir149": "cp949",
    "dos874": "cp874",
    "koi": "koi8_r",
    "koi8": "koi8_r",
    "koi8ru": "koi8_u",
    "mac": "mac_roman",
    "macukrainian": "mac_cyrillic",
    "iso88592": "iso8859_2",
    "visual": "iso8859_8",
    "logical": "iso8859_8",
    "suneugreek": "iso8859_7",
    "unicode11utf8": "utf-8",
}


# What browsers and mail put around a name that Python knows: x-cp1251, csEUCKR, ISO-8859-8-I.
_AROUND = re.compile(r"\A(?:x-|cs)+|(?<=iso-8859-[68])-[ei]\Z", re.IGNORECASE)


def find_codec(label: str) -> str | None:
    """The Python name of the encoding that a label means, or None if it is no text encoding.

    >>> find_codec("Shift-JIS"), find_codec("GB2312"), find_codec("rot13")
    ('cp932', 'gb18030', None)
    """
    name = _literal(label)
    return None if name is None else _SUPERSETS.get(name, name)


def _literal(label: str) -> str | None:
    """The Python name of just the encoding that a label names."""
    label = label.strip()
    bare = _AROUND.sub("", label)
    for spelling in (label, bare):
        plain = re.sub(r"[^a-z0-9]", "", spelling.lower())
        if plain in _ALIASES:
            return _ALIASES[plain]
    info = _codec(label) or _codec(bare)
    if info is None:
        return None
    # Codecs such as unicode_escape, idna or zip are no character sets of files.
    if not re.match(r"utf-?(8|16|32)|ascii|iso|cp\d|latin|koi8|euc|shift|big5|gb|hz|tis|mac|johab",
                    info.name):  # fmt: skip
        return None
    name = info.name.replace("-", "_")
    return "utf-8" if name == "utf_8" else name


def _codec(label: str) -> codecs.CodecInfo | None:
    try:
        return codecs.lookup(label.replace(" ", "_"))
    except (LookupError, ValueError):
        return None

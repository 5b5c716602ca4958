"""Comparing names across scripts, widths and spellings."""

import unicodedata


def fold_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Width, case, accents, tone marks and spaces do not count; letters such as ``ł`` that Unicode
    does not decompose are spelled out.  Vowels that a script writes as marks are letters.

    >>> fold_name("Ｓａｔō  Ken") == fold_name("sato ken")
    True
    >>> fold_name("Wiśniewski, Paweł")
    'wisniewskipawel'
    >>> fold_name("ใจดี") == fold_name("ใจดำ")
    False
    """
    text = unicodedata.normalize("NFKD", name).casefold().translate(_SPELLED_OUT)
    return "".join(character for character in text if _counts(character))


_SPELLED_OUT = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae"})
#: Marks that people leave out: accents and the points of Latin, Greek and Cyrillic, of Hebrew and
#: of Arabic, the tone marks of Thai.
_LEFT_OUT = frozenset(
    chr(code)
    for first, last in ((0x300, 0x36F), (0x591, 0x5C7), (0x64B, 0x652), (0xE48, 0xE4B))
    for code in range(first, last + 1)
)


def _counts(character: str) -> bool:
    return character not in _LEFT_OUT and (
        character.isalnum() or unicodedata.category(character) in ("Mn", "Mc")
    )

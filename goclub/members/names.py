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


#: Letters and signs that are drawn as nothing: fillers of Hangul, the empty cell of Braille.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: Controls, formats, halves of characters, spaces.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


def is_blank(name: str) -> bool:
    """Whether nothing of a name can be seen: spaces, zero-width characters, marks on nothing.

    >>> is_blank(" \\u200b\\u3164\\u0301"), is_blank("☆"), is_blank("ก")
    (True, False, False)
    """
    return not any(_is_seen(one) and unicodedata.category(one)[0] != "M" for one in name)


def same_look(name: str) -> str:
    """The form in which names are equal that a reader takes for one: width, case, the unseen.

    >>> same_look("Ｓato\\u200b  Ken ") == same_look("sato ken")
    True
    >>> same_look("Łucja") == same_look("Lucja")
    False
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    seen = (one if _is_seen(one) else " " if one.isspace() else "" for one in text)
    return " ".join("".join(seen).split())


def _is_seen(character: str) -> bool:
    return character not in _FILLERS and unicodedata.category(character) not in _UNSEEN

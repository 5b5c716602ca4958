"""Comparing names across scripts, widths and spellings."""

import unicodedata

from goclub.common.name_field import FILLERS, plain_letter


def fold_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Width, case, accents, tone marks and spaces do not count; letters such as ``ł`` that Unicode
    does not decompose are spelled out.  Vowels that a script writes as marks are letters.

    >>> fold_name("Ｓａｔō  Ken") == fold_name("sato ken")
    True
    >>> fold_name("Wiśniewski, Paweł")
    'wisniewskipawel'
    >>> [fold_name(name) for name in ("Yıldız", "Œuvre", "Ħal", "Ŧŋ", "Əli", "Ǿ", "ŁÐßﾀ")]
    ['yildiz', 'oeuvre', 'hal', 'tn', 'eli', 'o', 'ldssタ']
    >>> fold_name("ใจดี") == fold_name("ใจดำ")
    False
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(plain_letter(character) for character in text if _counts(character))


#: Two names of this length and a space fill the column ``search_names``.
_LONGEST_SEARCHED = 99


def searched_name(name: str) -> str:
    """Return the folded name as ``search_names`` holds it: one letter may fold to eighteen."""
    return fold_name(name)[:_LONGEST_SEARCHED]


#: Marks that people leave out: accents and the points of Latin, Greek and Cyrillic, of Hebrew and
#: of Arabic, the tone marks of Thai.
_LEFT_OUT = frozenset(
    chr(code)
    for first, last in ((0x300, 0x36F), (0x591, 0x5C7), (0x64B, 0x652), (0xE48, 0xE4B))
    for code in range(first, last + 1)
)


def _counts(character: str) -> bool:
    # Signs such as the ʻ of Kawaʻi and the ʼ of Oʼahu are letters only to Unicode.
    return (
        character not in _LEFT_OUT
        and not "\u02b9" <= character <= "\u02ff"
        and (character.isalnum() or unicodedata.category(character) in ("Mn", "Mc"))
    )


#: Controls, formats, halves of characters, spaces.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


def is_blank(name: str) -> bool:
    """Whether nothing of a name can be seen: spaces, zero-width characters, marks on nothing.

    >>> is_blank(" \\u200b\\u3164\\u0301"), is_blank("☆"), is_blank("ก")
    (True, False, False)
    """
    return not any(_is_seen(letter) and unicodedata.category(letter)[0] != "M" for letter in name)


def same_look(name: str) -> str:
    """The form in which names are equal that a reader takes for one: width, case, the unseen.

    >>> same_look("Ｓato\\u200b  Ken ") == same_look("sato ken")
    True
    >>> same_look("Łucja") == same_look("Lucja")
    False
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    seen = (letter if _is_seen(letter) else " " if letter.isspace() else "" for letter in text)
    return " ".join("".join(seen).split())


def _is_seen(character: str) -> bool:
    return character not in FILLERS and unicodedata.category(character) not in _UNSEEN

"""Comparing names across scripts, widths and spellings."""

import unicodedata


def fold_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Width, case, accents and spaces do not count; letters such as ``ł`` that Unicode does not
    decompose are spelled out.

    >>> fold_name("Ｓａｔō  Ken") == fold_name("sato ken")
    True
    >>> fold_name("Wiśniewski, Paweł")
    'wisniewskipawel'
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    text = text.translate(_SPELLED_OUT)
    kept = (
        character
        for character in text
        if not unicodedata.combining(character) and (character.isalnum() or _is_vowel(character))
    )
    return "".join(kept)


_SPELLED_OUT = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae"})


def _is_vowel(character: str) -> bool:
    """Thai and other scripts write vowels as marks of category Mc or Lo; they are letters here."""
    return unicodedata.category(character) == "Mc"

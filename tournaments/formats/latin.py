"""Names in Latin letters, as the European database keeps them.

Accents and the letters of European alphabets are unfolded; a name in another script cannot be
turned into Latin letters by a table (one Japanese name has several readings, and its owner knows
which), so it has to be supplied.
"""

from __future__ import annotations

import re
import unicodedata

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

# Letters and marks that Unicode does not take for a plain letter with something added.
_UNFOLDED = str.maketrans(
    "łŁøØđĐðÐħĦŧŦıĸəƏ’‘ʼ`´‐‑–—_", "lLoOdDdDhHtTikeE'''''---- "
) | str.maketrans(
    {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
    | {"ŋ": "ng", "Ŋ": "Ng"}
)
# Accents of alphabets; the marks of other scripts (か and が, นิด and นุด) are part of their letters.
_ACCENTS = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_LATIN = re.compile(r"[A-Za-z0-9 .,'()&/-]*")


def unfolded(text: str) -> str:
    """Return a text with the accents off its letters; other scripts stay, but for their width.

    >>> unfolded("Łukasik-Żak, Gößl, Ðorđe"), unfolded("佐藤 ｶﾞ")
    ('Lukasik-Zak, Gossl, Dorde', '佐藤 ガ')
    """
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.translate(_UNFOLDED)))
    return unicodedata.normalize("NFC", " ".join(plain.split()))


def is_latin(text: str) -> bool:
    """Whether a text is in plain Latin letters, digits and the marks that names have."""
    return _LATIN.fullmatch(text) is not None


def latin(text: str, *, field: str = "name") -> str:
    """Return a name in plain Latin letters, words one space apart.

    Raises RuleError E_TYPE (reason ``latin_name_needed``, value: the name) for a name in another
    script.

    >>> latin("  Ångström  Zoë ")
    'Angstrom Zoe'
    """
    plain = unfolded(text)
    if not is_latin(plain):
        raise RuleError(
            Code.TYPE,
            field=field,
            value=text,
            accepted=AcceptedWords("the name in Latin letters, as its owner writes it"),
            reason="formats.latin_name_needed",
        )
    return plain


def folded(text: str) -> str:
    """Return what two spellings of one name have in common: no accents, case, hyphens or spaces.

    >>> folded("Le Goff-Łuk"), folded("LEGOFF LUK")
    ('legoffluk', 'legoffluk')
    >>> folded("นิด") == folded("นุด"), folded("ｻﾄｳ Ｋｅｎ") == folded("サトウ KEN")
    (False, True)
    """
    plain = unfolded(text).casefold()
    return "".join(letter for letter in plain if letter.isalnum() or _is_mark(letter))


def name_key(name: str) -> str:
    """Return the form in which names are compared; one of signs alone is as it is.

    >>> name_key("Le Goff"), name_key(" ?  ? ")
    ('legoff', '? ?')
    """
    return folded(name) or " ".join(name.split())


def _is_mark(letter: str) -> bool:
    """Whether this is a vowel or tone that its script writes as a mark."""
    return unicodedata.category(letter) in ("Mn", "Mc")

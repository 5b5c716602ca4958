"""Countries as notebooks write them: codes of two or three letters, names in four languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils import translation
from django_countries import countries

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import clean, says_nothing
from goclub.games.notebook.services.headings import LANGUAGES
from goclub.members.names import fold_name

#: What people say and no list does.
_ALSO: Final = {
    "england": "GB", "uk": "GB", "greatbritain": "GB", "anglia": "GB", "wielkabrytania": "GB",
    "usa": "US", "america": "US", "stanyzjednoczone": "US", "korea": "KR", "southkorea": "KR",
    "koreapoludniowa": "KR", "czechy": "CZ", "holandia": "NL", "holland": "NL", "rosja": "RU",
    "ไทย": "TH", "韓国": "KR", "中国": "CN", "台湾": "TW", "米国": "US", "英国": "GB",
    "taiwan": "TW", "russia": "RU", "tajwan": "TW", "เกาหลี": "KR", "อังกฤษ": "GB",
}  # fmt: skip


@cache
def _codes() -> Mapping[str, str]:
    """The code of every name, folded."""
    found = {fold_name(name): code for name, code in _ALSO.items()}
    for language in LANGUAGES:
        with translation.override(language):
            for code, name in countries:
                found.setdefault(fold_name(str(name)), code)
    for code, _name in countries:
        found[code.casefold()] = code
        found.setdefault(str(countries.alpha3(code)).casefold(), code)
    return found


def read_country(cell: Cell) -> str | None:
    """The two letters of a country, "" for a blank cell, None for what is no country.

    >>> read_country("Polska"), read_country("日本"), read_country("tha"), read_country("–")
    ('PL', 'JP', 'TH', '')
    >>> read_country("NO"), read_country("no"), read_country("Narnia") is None
    ('NO', '', True)
    """
    text = clean(cell)
    # The codes of Norway and of Namibia are words that say nothing in small letters.
    if text.isupper() and text.isalpha() and text.casefold() in _codes():
        return _codes()[text.casefold()]
    return "" if says_nothing(text) else _codes().get(fold_name(text[:60]))

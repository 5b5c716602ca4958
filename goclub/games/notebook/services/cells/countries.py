"""Countries as notebooks write them: codes of two or three letters, names in four languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils import translation
from django_countries import countries

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.country_names import OTHER_NAMES
from goclub.games.notebook.services.cells.text import clean, says_nothing
from goclub.games.notebook.services.headings import LANGUAGES
from goclub.members.names import fold_name
from ratings.errors import Code, RuleError

#: Thai writes the word for a country before its name.
_BEFORE_A_NAME: Final = "ประเทศ"


@cache
def _codes() -> Mapping[str, str]:
    """The code of every name, folded, and of every code: ours of two letters, theirs of three.

    Where the Olympic Committee and ISO disagree (BRN), ISO is right.
    """
    codes: dict[str, str] = {}
    for names_by_code in OTHER_NAMES.values():
        for code, names in names_by_code.items():
            codes |= dict.fromkeys(map(fold_name, names.split("|")), code)
    for language in LANGUAGES:
        with translation.override(language):
            for code, name in countries:
                codes.setdefault(fold_name(str(name)), code)
    for code, _name in countries:
        codes[code.casefold()] = code
    for code_of in (countries.alpha3, countries.ioc_code):
        for code, _name in countries:
            codes.setdefault(str(code_of(code)).casefold(), code)
    codes.pop("", None)
    return codes


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
    if says_nothing(text):
        return ""
    folded = fold_name(text[:60])
    return _codes().get(folded) or _codes().get(folded.removeprefix(_BEFORE_A_NAME))


def country_code(text: str) -> str:
    """The two letters of a country, "" for nothing; RuleError E_TYPE for what is no country.

    >>> country_code("GER"), country_code("de"), country_code(" ")
    ('DE', 'DE', '')
    """
    code = read_country(text)
    if code is None:
        raise RuleError(
            Code.TYPE, field="country", value=text.strip()[:80], reason="formats.no_country"
        )
    return code

"""Names in the order in which a reader of the page's language looks for them.

The Unicode Collation Algorithm (UTS #10) with its default table: accents and case decide last, kana
stand by their sounds, Thai vowels behind the consonants they are spoken after.  Languages that
count accented letters as letters of their own have them in :data:`LETTERS`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from typing import Any, Final

from django.conf import settings
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import FieldDoesNotExist
from django.db.models import CharField, ForeignKey, Model, TextField
from django.db.models.constants import LOOKUP_SEP
from django.db.models.functions import Collate
from django.utils.translation import get_language
from pyuca import Collator

#: Letters that stand behind all words with the letter they are made from, by language; two made
#: from the same one in their order.
LETTERS = {"pl": {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "z": "źż"}}

#: What is unassigned weighs more than any letter.
_BEHIND = 0xE0F00

SortKey = tuple[int, ...]


@cache
def _collator() -> Collator:
    """Reads its table on first use: a second, and ten megabytes."""
    return Collator()


@cache
def _letters(language: str) -> dict[int, str]:
    small = {
        ord(letter): plain + chr(_BEHIND + place)
        for plain, letters in LETTERS.get(language, {}).items()
        for place, letter in enumerate(letters)
    }
    return small | {ord(chr(letter).upper()): text.capitalize() for letter, text in small.items()}


def name_key(text: str, language: str | None = None) -> tuple[SortKey, str]:
    """The sort key of a name in a language, by default the one that is active; the whole of it.

    >>> names = ["Mizuno", "Pawlak", "Ósmy", "Mączyńska", "Ozga", "Łoś"]
    >>> sorted(names, key=lambda name: name_key(name, "pl"))
    ['Łoś', 'Mączyńska', 'Mizuno', 'Ozga', 'Ósmy', 'Pawlak']
    >>> sorted(["Ozga", "Ósmy"], key=lambda name: name_key(name, "en"))
    ['Ósmy', 'Ozga']
    """
    code = (get_language() or "" if language is None else language).split("-")[0]
    return _key(text, code), text


def by_name(path: str) -> Collate:
    """Return the expression that orders rows by a name as :func:`name_key` does.

    PostgreSQL has the tables of the algorithm under these names; SQLite is taught them.
    """
    return Collate(path, _collation_of((get_language() or "").split("-")[0]))


def with_names_in_order(model: type[Model], ordering: Iterable[Any]) -> list[Any]:
    """Return an ordering of a model with every name in it as :func:`by_name` orders it.

    A key of another row stands for what orders the rows of its model.
    """
    ordered: list[Any] = []
    for part in ordering:
        path = part.removeprefix("-") if isinstance(part, str) else ""
        try:
            field: Any = get_fields_from_path(model, path)[-1] if path else None
        except FieldDoesNotExist:
            field = None
        descending = path != part
        if isinstance(field, ForeignKey) and not path.endswith(field.attname):
            rows = field.related_model._meta.ordering or ()
            inner = [name for name in rows if isinstance(name, str)]
            if len(inner) == len(rows) and inner:
                ordered += with_names_in_order(
                    model, [_below(path, name, flipped=descending) for name in inner]
                )
                continue
        if isinstance(field, CharField | TextField) and not field.choices:
            name = by_name(path)
            part = name.desc() if descending else name.asc()
        ordered.append(part)
    return ordered


def _below(path: str, name: str, *, flipped: bool) -> str:
    """The part of an ordering that names a column of the row at a path."""
    bare = name.removeprefix("-")
    sign = "-" if (bare != name) is not flipped else ""
    return f"{sign}{path}{LOOKUP_SEP}{bare}"


def teach_names(connection: Any, **_kwargs: object) -> None:
    """Receiver of ``connection_created``: let SQLite order names as PostgreSQL does."""
    if connection.vendor != "sqlite":
        return
    for code in {*dict(settings.LANGUAGES), _ANY}:
        compare = partial(_compare, code)
        connection.connection.create_collation(_collation_of(code), compare)


#: The language of the default table alone.
_ANY: Final = "und"


def _collation_of(code: str) -> str:
    return f"{code if code in dict(settings.LANGUAGES) else _ANY}-x-icu"


def _compare(code: str, name: str, second: str) -> int:
    key, other_key = name_key(name, code), name_key(second, code)
    return (key > other_key) - (key < other_key)


@lru_cache(maxsize=20_000)
def _key(text: str, language: str) -> SortKey:
    composed = unicodedata.normalize("NFC", text).translate(_letters(language))
    key: SortKey = _collator().sort_key(composed)
    return key

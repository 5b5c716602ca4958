"""Names that look like what they are: one line, with nothing in it that cannot be seen.

:class:`NameField` is the one place that says so.  Forms of models ask its validator; what comes by
an import, by the API or from a service is refused when it is written, also where many rows are
written at once.  ``plain_letter`` gives what people without the keys for a letter type instead.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.errors import Code, RuleError

UNSEEN: Final = _(
    "This name has a line break, a direction mark or another character that cannot be seen. "
    "Type it again without it."
)
#: Letters and signs that are drawn as nothing: fillers of Hangul, the empty cell of Braille.
FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: Controls, formats, halves of characters, lines and paragraphs.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")
#: Scripts in which a joiner changes how letters are drawn.
_JOINED: Final = frozenset(
    {
        "ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA",
        "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN",
    }
)  # fmt: skip


def unseen_in(name: str) -> bool:
    """Return whether a name has a character that nobody sees, or that turns what follows.

    >>> unseen_in("Jan\\nKowalski"), unseen_in("Jan \\u202eika"), unseen_in("Jan\\u200bKo")
    (True, True, True)
    >>> unseen_in("می\\u200cخواهم"), unseen_in("Łoś-Ito 佐藤"), unseen_in("Ann\\u200d")
    (False, False, True)
    """
    return any(_is_unseen(character, before) for before, character in pairwise(" " + name))


def without_unseen(name: str) -> str:
    """Return a name of a file, whose text is not ours to refuse, as one line that can be seen."""
    name = " ".join(name.split())
    pairs = pairwise(" " + name)
    return "".join(character for before, character in pairs if not _is_unseen(character, before))


def _is_unseen(character: str, before: str) -> bool:
    if character in _JOINERS:
        return unicodedata.name(before, "").partition(" ")[0] not in _JOINED
    return character in FILLERS or unicodedata.category(character) in _UNSEEN


def check_name(name: str) -> None:
    """Raise ValidationError for a name that :func:`unseen_in` speaks of."""
    if unseen_in(name):
        raise ValidationError(UNSEEN, code="unseen")


class _OldName(str):
    """A name that was in its row before this rule."""

    __slots__ = ()


class NameField(models.CharField[str, str]):
    """A text that names a person, a club, an event, a place: see this module."""

    default_validators = [check_name]

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return the name without spaces around it; one of spaces alone is missing."""
        return super().clean(value.strip() if isinstance(value, str) else value, model_instance)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the name to be written; one that was there before this rule stays until somebody
        changes it.
        """
        name = super().pre_save(model_instance, add)
        if isinstance(name, str) and unseen_in(name) and self._is_old(model_instance, name):
            return _OldName(name)
        return name

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return what is written to the column; refuse a name with what cannot be seen."""
        if isinstance(value, _OldName):
            value = str(value)
        elif isinstance(value, str) and unseen_in(value):
            raise RuleError(Code.TYPE, self.name, reason="names.unseen")
        return super().get_db_prep_save(value, connection)

    def _is_old(self, instance: models.Model, name: str) -> bool:
        if hasattr(instance, "history_id"):
            return True
        rows = type(instance)._base_manager.filter(pk=instance.pk)
        return instance.pk is not None and rows.filter(**{self.attname: name}).exists()

    def deconstruct(self) -> Any:
        """Return a plain column: the database knows nothing of this rule."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


#: Letters that their names in Unicode do not lead back to others.
_SPELLED_OUT: Final = {
    "þ": "th", "æ": "ae", "œ": "oe", "ð": "d", "ŋ": "n", "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o",
    "ı": "i", "ȷ": "j", "ĸ": "k", "ƿ": "w", "ȝ": "y", "ʃ": "sh", "ʒ": "zh", "ß": "ss", "ſ": "s",
}  # fmt: skip
#: ``LATIN SMALL LETTER L WITH STROKE``.
_MADE_FROM: Final = re.compile(r"LATIN SMALL LETTER ([A-Z]{1,2}) WITH ")


@cache
def plain_letter(character: str) -> str:
    """Return the plain letters for a small letter, or the character itself.

    >>> plain_letter("ł"), plain_letter("œ"), plain_letter("健")
    ('l', 'oe', '健')
    """
    if character.isascii():
        return character
    match = _MADE_FROM.match(unicodedata.name(character, ""))
    return match[1].lower() if match else _SPELLED_OUT.get(character, character)


def ascii_text(text: str) -> str:
    """Return a text in ASCII; what has no plain letters is left out.

    >>> ascii_text("Łódź 2026"), ascii_text("Größe"), ascii_text("佐藤.csv")
    ('Lodz 2026', 'Grosse', '.csv')
    """
    plain = ""
    for character in unicodedata.normalize("NFKD", text):
        small = plain_letter(character.lower())
        plain += small.capitalize() if character.isupper() else small
    return plain.encode("ascii", "ignore").decode()

"""What a language makes of a few values, worked out once for each: sentences of lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, update_wrapper
from typing import Any, Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import models
from django.template.loader import render_to_string
from django.utils.choices import CallableChoiceIterator
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")

#: So many sentences of a kind are known by heart; a list says the same ones again and again.
MOST: Final = 2_000


def known_by_heart(said: Callable[P, R]) -> Callable[P, R]:
    """Decorates a function of numbers and words whose answer nothing but the language changes.

    1, 1.0 and True are different values here.  Raises TypeError for a value that has no hash.
    """

    @lru_cache(maxsize=MOST, typed=True)
    def in_language(_language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
        return said(*args, **kwargs)

    def known(*args: P.args, **kwargs: P.kwargs) -> R:
        return in_language(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return update_wrapper(known, said)


def rendered(template_name: str, **values: object) -> SafeString:
    """A part of a page that nothing but these values and the language changes, by heart.

    The template gets the values and nothing else.  While the site is worked on (DEBUG) it is
    rendered each time.  Raises TypeError for a value that has no hash.
    """
    render = _rendered_anew if settings.DEBUG else _rendered
    return render(template_name, **values)


def _rendered_anew(template_name: str, **values: object) -> SafeString:
    return render_to_string(template_name, values)


_rendered = known_by_heart(_rendered_anew)


class ChoicesInWords(models.Model):
    """Says the words of its choices; Django's own hashes those of all, translated, each time."""

    class Meta:
        abstract = True

    def _get_FIELD_display(self, field: models.Field[Any, Any]) -> Any:
        value = getattr(self, field.attname)
        # What a function offers may be something else tomorrow.
        offered = isinstance(field.choices, CallableChoiceIterator)
        words = (dict(field.flatchoices) if offered else _words(field)).get(value, value)
        return str(words) if isinstance(words, Promise) else words


@cache
def _words(field: models.Field[Any, Any]) -> dict[object, object]:
    """The words of a field's choices by value, in whatever language they are read."""
    return dict(field.flatchoices)

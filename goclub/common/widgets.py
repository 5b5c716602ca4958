"""The fields of forms as HTML, by heart: lists ask for the same search fields again and again.

A widget goes through a template for itself, for each of its options and for the attributes of each:
0.1 ms for a line to write in, up to 1 ms for a list to choose from.  What the templates made of the
same values in the same language, they would make again.
"""

from __future__ import annotations

from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import get_language

#: So many values of widgets and letters of their HTML are known by heart, in all languages, none of
#: them more than a LARGEST part: the list of all time zones has 50,000 and costs 80 ms to make.
MOST: Final = 4_000_000
LARGEST: Final = 20
_PLACE: Final = "django/forms/widgets/"
#: What is chosen of these shows in their options, which the form offers; the value beside them,
#: and that of all other widgets, is what somebody sent, of any length.
_OFFERING: Final = frozenset(
    f"{_PLACE}{name}.html" for name in ("select", "radio", "checkbox_select")
)


class _Known:
    """What is known by heart, and how large it is; where it grew too large all is forgotten."""

    def __init__(self) -> None:
        self.said: dict[tuple[Any, ...], str] = {}
        self.size = 0

    def learn(self, key: tuple[Any, ...], said: str) -> None:
        size = len(key) + len(said)
        if size > MOST // LARGEST:
            return
        if self.size + size > MOST:
            self.said, self.size = {}, 0
        self.said[key] = said
        self.size += size


_known = _Known()


class WidgetsByHeart(DjangoTemplates):
    """Renders forms as Django does; what is empty, or a choice, by heart."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        key = _key(template_name, context)
        if key is None:
            return super().render(template_name, context, request)
        said = _known.said.get(key)
        if said is None:
            said = super().render(template_name, context, request)
            _known.learn(key, said)
        return said


def _key(template_name: str, context: dict[str, Any]) -> tuple[Any, ...] | None:
    """All that shows in a widget; None where it is none, or is to be made each time."""
    if not template_name.startswith(_PLACE):
        return None
    shows = context
    if template_name in _OFFERING:
        shows = {"widget": {**context["widget"], "value": None}}
    elif context["widget"]["value"] is not None:
        return None
    parts: list[Any] = [template_name, get_language()]
    return tuple(parts) if _take_down(shows, parts) else None


def _take_down(value: Any, parts: list[Any]) -> bool:
    """Add a value, with all that it holds, to the parts; False where it may change unseen."""
    kind = type(value)
    if kind is dict:
        parts += (kind, len(value), *value)
        return all(_take_down(held, parts) for held in value.values())
    if kind is list or kind is tuple:
        parts += (kind, len(value))
        return all(_take_down(held, parts) for held in value)
    if kind is not str and value is not None:
        if isinstance(value, str | Promise):  # safe text is another thing than the same letters
            value = str(value)
        elif kind not in (int, bool, float):  # 1 == True == 1.0
            return False
        parts.append(type(value))
    parts.append(value)
    return True

"""Small parts of every page: icons, addresses, and what each language writes in its own way."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

from django import template
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.forms import BaseForm, BoundField
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from goclub.common import notation
from goclub.common.empty_state import EmptyState, FirstStep
from goclub.common.empty_state import empty_state as state_for
from goclub.common.tables import BaseTable

register = template.Library()

register.filter("rank", notation.rank)
register.filter("short_rank", notation.short_rank)
register.filter("half", notation.half)
register.filter("half_points", notation.half_points)
register.filter("number", notation.number)
register.filter("quoted", notation.quoted)
register.filter("bracketed", notation.bracketed)
register.filter("record_result", notation.record_result)
register.filter("hundredths", notation.percent)
register.filter("short_month", notation.short_month)
register.filter("short_day", notation.short_day)
register.filter("month_name", notation.month_of)

#: The field of a search that asks for words.
WORDS: Final = "q"

#: Nobody wants to come back to these after signing in.
_DOORS: Final = ("/sign-in/", "/sign-out/", "/join/", "/password/", "/invited/", "/found/")


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of the sprite; hidden from screen readers unless it has a label.

    Usage: ``{% icon "check" %}`` or ``{% icon "check" "Confirmed" %}``.
    """
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
            label,
            static("img/icons.svg"),
            name,
        )
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("img/icons.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def sign_in_address(context: Context) -> str:
    """Where one signs in, and comes back to this page afterwards."""
    address = reverse("members:sign-in")
    request = context.get("request")
    if request is None or request.path == reverse("home") or request.path.startswith(_DOORS):
        return address
    return f"{address}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}"


@register.simple_tag
def days(first: date, last: date, style: str = "long") -> str:
    """From the first day to the last: ``{% days event.begins_on event.ends_on "short" %}``."""
    return notation.span(first, last, short=style == "short")


@register.filter
def near_time(moment: datetime) -> str:
    """Write a coming moment as people say it, on its own clocks: Tonight 18:00, Friday 18:00."""
    return notation.near_time(moment, timezone.now())


@register.filter
def near_day(day: date) -> str:
    """Write a coming day as people say it: Today, Tomorrow, Friday; from a week on its date."""
    begins = datetime.combine(day, time(), timezone.get_current_timezone())
    return notation.near_day(begins, timezone.now())


@register.simple_tag
def comma() -> str:
    """What parts the items of a list that is written in a template."""
    return notation.notation().comma


@register.simple_tag
def colon() -> str:
    """What stands behind a label that is put together with its text in a template."""
    return notation.notation().colon


@register.simple_tag
def stop() -> str:
    """What ends a sentence that is put together in a template."""
    return notation.notation().stop


@register.inclusion_tag("common/_empty_state.html", takes_context=True, name="empty_state")
def empty_state_here(
    context: Context,
    text: str,
    step: str = "",
    label: str = "",
    needs: str = "",
    filtered: str = "",
    *,
    may: bool = True,
) -> dict[str, EmptyState]:
    """What an empty place says, inside an element of the class ``empty``.

    Usage: ``{% empty_state _("Games will stand here.") "games:report" _("Report a game") %}``; the
    step is the name of an address or an address, shown to whoever has the right it ``needs`` and
    ``may`` take it; ``filtered`` is said where the address asks for certain rows only.
    """
    first = FirstStep(label, step, needs) if step and may else None
    return {"state": state_for(context.get("request"), text, first, filtered)}


@register.inclusion_tag("common/_filters.html", takes_context=True)
def search_fields(context: Context, form: BaseForm, *, many: bool = False) -> dict[str, object]:
    """The fields of a search: that for words first, the others on a telephone behind one button.

    Usage, inside a form of the class ``filters``: ``{% search_fields filter.form %}``.  *many*
    fields stand behind the button everywhere.  What was asked for stands open.
    """
    fields = list(form)
    others = [field for field in fields if field.name != WORDS]
    request = context.get("request")
    return {
        "first": next((field for field in fields if field.name == WORDS), None),
        "others": others,
        "many": many,
        "open": any(field.errors or form.data.get(field.html_name) for field in others),
        "path": request.path if request and request.GET else "",
    }


@register.filter
def as_search(field: BoundField) -> SafeString:
    """A field for words whose name stands in it too, where there is no room above it."""
    field.field.widget.input_type = "search"
    attrs: dict[str, str | bool] = {"placeholder": str(field.label), "enterkeyhint": "search"}
    return field.as_widget(attrs=attrs)


@register.inclusion_tag("common/_empty_state.html", takes_context=True)
def empty_state_of(context: Context, table: BaseTable) -> dict[str, EmptyState]:
    """What a table without rows says; its class knows."""
    request = context.get("request")
    return {"state": state_for(request, table.first_text, table.first_step, table.no_fit)}

"""Template tag: a moment on the reader's own clock, where that shows another hour."""

from datetime import datetime

from django import template
from django.template import Context
from django.utils import timezone

from goclub.members import club_time

register = template.Library()


@register.simple_tag(takes_context=True)
def own_time(context: Context, moment: datetime | None, zone: str = "") -> str:
    """Write the reader's own hour behind one that is shown in club time or in a named zone."""
    if moment is None:
        return ""
    if not zone and moment.tzinfo is not None and not hasattr(moment.tzinfo, "key"):
        moment = timezone.localtime(moment)
    return club_time.own_time(moment, context.get("me"))

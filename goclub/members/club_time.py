"""Pages whose times are club time, whoever reads them, and the reader's own time beside it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime, tzinfo
from functools import wraps
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from goclub.common import notation
from goclub.members.models import Member
from goclub.members.queries import club_settings, zone_of

#: The reader's zone, while a page in club time is made.
_reader_zone: ContextVar[tzinfo | None] = ContextVar("reader_zone", default=None)


def reader_zone() -> tzinfo:
    """Return the zone of whoever reads the page, in club time or not."""
    return _reader_zone.get() or timezone.get_current_timezone()


def in_club_time(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Read and show every time of a view as the clock on the club's wall shows it."""

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        token = _reader_zone.set(timezone.get_current_timezone())
        try:
            with timezone.override(ZoneInfo(zone_of(club_settings()))):
                response = view(request, *args, **kwargs)
                if isinstance(response, SimpleTemplateResponse):
                    response.render()
                return response
        finally:
            _reader_zone.reset(token)

    return inner


def own_time(moment: datetime, member: Member | None) -> str:
    """Return the hour of a moment on a member's clock, in brackets; "" where it is the same hour.

    *moment* knows the zone in which it is shown beside this.
    """
    if member is None:
        return ""
    own = moment.astimezone(ZoneInfo(member.time_zone))
    if own.utcoffset() == moment.utcoffset():
        return ""
    return notation.bracketed(_("%(hour)s your time") % {"hour": notation.hour(own)})

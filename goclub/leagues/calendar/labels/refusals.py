"""Refusals and notices of the calendar in the reader's words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.members.notices.queries import NoticeKind

REFUSALS: Refusals = {
    "calendar.too_often": _("An event can repeat once a day at most, not every few hours."),
    "calendar.not_taken": _(
        "“%(value)s” cannot be part of a rule. A rule has days, weeks, months or "
        "years; days of the week or month; months; and a last day or a number of times."
    ),
    "calendar.two_ends": _("Set either a last day or a number of dates, not both."),
    "calendar.never": _("No date matches this rule (%(value)s)."),
    "calendar.ends_before": _("The last day is before the first: %(accepted)s."),
    "calendar.no_zone": _("“%(value)s” is not a time zone."),
    "calendar.no_link": _("The map address must begin with https:// or http://."),
    "calendar.over": _("This date is over."),
    "calendar.off": _("This date is cancelled."),
    "calendar.no_date": _("There is no event on this day (%(value)s)."),
    "calendar.moved_back": _("Choose a new time that is still to come."),
    "calendar.left": _("%(value)s is not a member at present."),
    "calendar.too_long": _("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "calendar.ended": _("This event has ended. Create a new one."),
}


KINDS: Final = [
    NoticeKind(
        "meeting.cancelled",
        label=_("An event I am going to was cancelled"),
        text=_("%(title)s on %(day)s has been cancelled. %(reason)s"),
    ),
    NoticeKind(
        "meeting.moved",
        label=_("An event I am going to was moved"),
        text=_("%(title)s on %(day)s has been moved: %(to)s, %(hour)s %(place)s. %(reason)s"),
        days=("day", "to"),
    ),
]

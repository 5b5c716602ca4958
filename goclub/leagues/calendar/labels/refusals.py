"""Refusals of the calendar in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "calendar.too_often": _("A meeting comes again after a day at the earliest, not after hours."),
    "calendar.not_taken": _(
        "“%(value)s” is no part of a rule that is taken here: days, weeks, months or years, days "
        "of the week, days of the month, months, a last day or so many times."
    ),
    "calendar.two_ends": _("Either a last day or so many times, not both."),
    "calendar.never": _("There is no day on which this would begin (%(value)s)."),
    "calendar.ends_before": _("The last day lies before the first: %(accepted)s."),
    "calendar.no_zone": _("“%(value)s” is no time zone."),
    "calendar.no_link": _("A map is an address that begins with https:// or http://."),
    "calendar.over": _("This date is over."),
    "calendar.off": _("This date is called off."),
    "calendar.no_date": _("There is no meeting on this day (%(value)s)."),
    "calendar.moved_back": _("A date is moved to a time that is still to come."),
    "calendar.left": _("%(value)s is not a member at present."),
    "calendar.too_long": _("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "calendar.ended": _("This meeting has ended; begin a new one."),
}

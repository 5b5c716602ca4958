"""What the site does by itself, and ages, in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common import notation

#: What the site does by itself, by the keys of ``goclub.common.schedule.JOBS``.
JOB_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "ledger": gettext_lazy("Late recalculation"),
    "letters": gettext_lazy("Sending e-mail"),
    "club night": gettext_lazy("Opening club nights"),
    "backup": gettext_lazy("Backup"),
    "nightly": gettext_lazy("Check of the rating history"),
    "digest": gettext_lazy("Daily e-mails"),
    "reminders": gettext_lazy("Reminders of league games"),
    "registrations": gettext_lazy("Registrations"),
    "games of OGS": gettext_lazy("Games from OGS"),
}


def age_text(days: int | None) -> str:
    """How long something has waited: “today”, “7 days”."""
    if days is None:
        return ""
    if not days:
        return _("today")
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": notation.number(days)}


def ages_text(youngest: int | None, oldest: int | None) -> str:
    """The ages of alike things: “4–7 days”, or one of them where they are the same."""
    if youngest is None or oldest is None or youngest == oldest:
        return age_text(oldest)
    return ngettext("%(span)s day", "%(span)s days", oldest) % {
        "span": notation.between(youngest, oldest)
    }

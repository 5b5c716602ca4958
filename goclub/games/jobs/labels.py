"""The words of jobs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "jobs.given_up": _("This could not be computed. The log of the site says why; ask once more."),
    "jobs.no_right": _("You may not do this any more."),
}

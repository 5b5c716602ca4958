"""The words of jobs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "jobs.given_up": _("This could not be calculated. The site’s log shows why. Please try again."),
    "jobs.no_right": _("You no longer have permission to do this."),
}

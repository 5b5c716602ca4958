"""Why a sheet is not judged at all, in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "notebook.no_headings": _(
        "No line of this sheet names its columns. Write headings above them, such as Name, Rank, "
        "Joined on, or Date, Black, White, Result."
    ),
    "notebook.no_such_column": _("This column is not in the file. Choose among those shown."),
    "notebook.missing_columns": _("Say first which columns hold these: %(value)s."),
}

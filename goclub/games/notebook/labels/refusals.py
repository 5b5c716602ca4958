"""Why a sheet is not judged at all, in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "notebook.no_headings": _(
        "This sheet has no row of column headings. Add one, such as Name, Rank, Joined "
        "on, or Date, Black, White, Result."
    ),
    "notebook.no_such_column": _("This column is not in the file. Choose one of those shown."),
    "notebook.missing_columns": _("First choose the columns for: %(value)s."),
}

"""Why a sheet is not judged, or a batch not entered or undone, in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "notebook.no_headings": _(
        "This sheet has no row of column headings. Add one, such as Name, Rank, Joined "
        "on, or Date, Black, White, Result."
    ),
    "notebook.missing_columns": _("First choose the columns for: %(value)s."),
    "notebook.two_of_a_kind": _(
        "“%(value)s” is the same kind of file as the other one. Upload one file of "
        "members and one of games."
    ),
    "notebook.draft_no_more": _(
        "You can no longer change this draft: it has been imported, or somebody else uploaded it."
    ),
    "notebook.changed_since": _(
        "Someone added members or games since you looked. Nothing was imported. Check again below."
    ),
    "notebook.nothing_to_enter": _(
        "There is nothing new here: every row is already in the club or has an error."
    ),
    "notebook.undone_already": _("This import was undone. Upload the files again to import them."),
    "notebook.not_entered": _("This import was never carried out, so there is nothing to undo."),
    "notebook.leaned_on": ngettext_lazy(
        "%(value)s later entry depends on this import, so it cannot be undone. See below.",
        "%(value)s later entries depend on this import, so it cannot be undone. See below.",
        "value",
    ),
}

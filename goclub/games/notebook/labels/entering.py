"""Why a batch is not entered, or not undone, in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "notebook.two_of_a_kind": _(
        "“%(value)s” is of the same kind as the other file. Bring one of members and one of games."
    ),
    "notebook.draft_no_more": _(
        "This draft is not yours to change any more: it was entered, or somebody else brought it."
    ),
    "notebook.changed_since": _(
        "The club has changed since you looked: somebody entered members or games. Nothing was "
        "entered; look again below."
    ),
    "notebook.nothing_to_enter": _(
        "Nothing here is new: every row is in the club already, or has a fault."
    ),
    "notebook.undone_already": _(
        "This batch was entered and undone. Bring the files again to enter them."
    ),
    "notebook.not_entered": _("This batch was never entered: there is nothing to undo."),
    "notebook.leaned_on": ngettext_lazy(
        "%(value)s later entry needs what this batch entered, so it cannot be undone; see below.",
        "%(value)s later entries need what this batch entered, so it cannot be undone; see below.",
        "value",
    ),
}

"""The list of invitations."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.tables import BaseTable, CellColumn, DayColumn, at
from goclub.members.models import Invitation

_PARTS = "members/membership"


class InvitationTable(BaseTable):
    """Whom the office invited, and what became of it."""

    whom = CellColumn(
        template_name=f"{_PARTS}/_invited_cell.html",
        verbose_name=_("Invited"),
        orderable=False,
        attrs=at("name"),
    )
    state = CellColumn(
        template_name=f"{_PARTS}/_invitation_state.html",
        verbose_name=_("Status"),
        orderable=False,
        attrs=at("below"),
    )
    made_at = DayColumn(verbose_name=_("Created"), short=True, orderable=False, attrs=at("last"))
    actions = CellColumn(
        template_name=f"{_PARTS}/_invitation_actions.html",
        verbose_name=_("to do"),
        orderable=False,
        attrs=at("more"),
    )

    class Meta(BaseTable.Meta):
        model = Invitation
        fields = ("whom", "state", "made_at", "actions")

    first_text = _("Nobody has been invited yet. Paste some addresses above, or create a link.")

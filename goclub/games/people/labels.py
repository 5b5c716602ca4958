"""What pages about a member's fate say, why something is refused, and the first hour."""

from __future__ import annotations

from collections.abc import Mapping

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.games.models import Batch, Game
from goclub.members.founding.services import Task

REFUSALS: Refusals = {
    "people.gone_already": _("%(value)s has just been merged. Check the list of members again."),
}


def counted(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """How many rows of which table followed; histories left out, the most first."""
    counts_by_name: dict[str, int] = {}
    for name, number in counts.items():
        label, _dot, _field = name.rpartition(".")
        model = apps.get_model(label)
        if model.__name__.startswith("Historical"):
            continue
        plural_name = str(model._meta.verbose_name_plural)
        counts_by_name[plural_name] = counts_by_name.get(plural_name, 0) + number
    return sorted(counts_by_name.items(), key=lambda row: (-row[1], row[0]))


# --- The first hour ---


FIRST_HOUR = (
    Task(
        key="notebook",
        place=30,
        title=_("Import members and games"),
        about=_(
            "Import members, points and games from a spreadsheet. You can preview the "
            "import first and undo it later."
        ),
        button=_("Import members and games"),
        url_name="games:notebook",
        is_done=lambda: Batch.objects.filter(state=Batch.State.ENTERED).exists(),
    ),
    Task(
        key="game",
        place=40,
        title=_("First game"),
        about=_("Report a game, even against a guest, and see what it changes."),
        button=_("Report a game"),
        url_name="games:report",
        is_done=lambda: Game.objects.confirmed().exists(),
    ),
)

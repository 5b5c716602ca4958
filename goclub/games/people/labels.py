"""What pages about a member's fate say, why something is refused, and the first hour."""

from __future__ import annotations

from collections.abc import Mapping

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.games.models import Batch, Game
from goclub.members.founding.services import Task

REFUSALS: Refusals = {
    "people.himself": _("%(value)s cannot be merged with themselves: choose another member."),
    "people.gone_already": _("%(value)s has just been merged. Check the list of members again."),
    "people.not_to_merge": _(
        "%(value)s is not a member, guest or applicant who can be merged this way round."
    ),
    "people.both_there": _(
        "Both are in the same place: %(value)s. Correct it there first, so that only "
        "one of the two is left."
    ),
    "people.which_login": _("Both have accounts. Choose which one stays."),
    "people.which_strength": _("Both declared a strength. Choose which one counts."),
    "people.not_joined": _("%(value)s never joined: a guest has no joining date."),
    "people.no_guest": _("%(value)s is no longer a guest."),
    "people.gone_for_good": _("The name of %(value)s has already been replaced."),
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
def _notebook_entered() -> bool:
    return Batch.objects.filter(state=Batch.State.ENTERED).exists()


def _game_confirmed() -> bool:
    return Game.objects.confirmed().exists()


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
        is_done=_notebook_entered,
    ),
    Task(
        key="game",
        place=40,
        title=_("First game"),
        about=_("Report a game, even against a guest, and see what it changes."),
        button=_("Report a game"),
        url_name="games:report",
        is_done=_game_confirmed,
    ),
)

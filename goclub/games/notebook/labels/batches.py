"""What is said of batches: how far they are, what they entered."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common.notation import number
from goclub.games.notebook.services.progress import ImportProgress, ImportStep
from goclub.games.notebook.services.receipts import Receipt

STEPS: Final[dict[ImportStep, str | Promise]] = {
    ImportStep.JUDGING: gettext_lazy("Reading the files again"),
    ImportStep.MEMBERS: gettext_lazy("Importing members"),
    ImportStep.GAMES: gettext_lazy("Importing games"),
    ImportStep.RATINGS: gettext_lazy("Calculating ratings"),
}


def progress_text(progress: ImportProgress) -> str:
    """What is being done, and how much of it."""
    step_text = str(STEPS[progress.step])
    if progress.total < 2:
        return step_text
    return _("%(step)s: %(done)s of %(total)s") % {
        "step": step_text,
        "done": number(progress.done),
        "total": number(progress.total),
    }


def members_and_games(members: int, games: int) -> str:
    """“62 members and 1,900 games”, without what there is none of."""
    parts = []
    if members:
        message = ngettext("%(n)s member", "%(n)s members", members)
        parts.append(message % {"n": number(members)})
    if games:
        parts.append(ngettext("%(n)s game", "%(n)s games", games) % {"n": number(games)})
    if len(parts) == 2:
        return _("%(members)s and %(games)s") % {"members": parts[0], "games": parts[1]}
    return "".join(parts)


def said_of(receipt: Receipt) -> list[tuple[int, str | Promise]]:
    """A receipt as figures with their words; those without meaning here are left out."""
    figures = [
        (receipt.members, _("members entered")),
        (receipt.guests, _("guests entered")),
        (receipt.games, _("games entered")),
        (receipt.there, _("rows already here")),
        (receipt.faults, _("rows with errors")),
        (receipt.left_out, _("rows skipped")),
    ]
    return [(count, words) for count, words in figures if count]

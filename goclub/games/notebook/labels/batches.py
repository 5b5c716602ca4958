"""What is said of batches: how far they are, what they entered, whose ratings they moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.collation import name_key
from goclub.common.notation import number
from goclub.games.labels import figure
from goclub.games.notebook.services.entering import ImportProgress, ImportStep, Receipt
from goclub.games.rating.ledger.replaying import ChangedStanding
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member

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


#: System, before, after, the ranks.
MovedLine = tuple[StrOrPromise, str, str, str, str]


def moved_of(receipt: Receipt) -> list[tuple[Member, list[MovedLine]]]:
    """Who was here before and moved, in the order of names; those who are gone are left out."""
    members = Member.objects.in_bulk({each.member for each in receipt.moved})
    moved: dict[int, tuple[Member, list[MovedLine]]]
    moved = {pk: (member, []) for pk, member in members.items()}
    for each in receipt.moved:
        if each.member in moved:
            moved[each.member][1].extend(_line(each))
    return sorted(moved.values(), key=lambda row: name_key(row[0].shown_name))


def _line(moved: ChangedStanding) -> Iterator[MovedLine]:
    names = dict(SYSTEMS.names)
    if moved.system in names:
        yield (
            names[moved.system],
            figure(moved.before),
            figure(moved.after),
            moved.rank_before,
            moved.rank_after,
        )

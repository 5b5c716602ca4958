"""What is said of batches: how far they are, what they entered, whose ratings they moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.collation import name_key
from goclub.common.notation import number
from goclub.games.labels import figure
from goclub.games.notebook.services.entering import ImportProgress
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member

#: See ``entering._receipt``; empty for a batch that was never entered.
Receipt = Mapping[str, Any]

STEPS: Final[dict[str, str | Promise]] = {
    "judging": gettext_lazy("Reading the files again"),
    "members": gettext_lazy("Importing members"),
    "games": gettext_lazy("Importing games"),
    "ratings": gettext_lazy("Calculating ratings"),
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
    words = {
        "members": _("members entered"),
        "guests": _("guests entered"),
        "games": _("games entered"),
        "there": _("rows already here"),
        "faults": _("rows with errors"),
        "left_out": _("rows skipped"),
    }
    return [(receipt[name], word) for name, word in words.items() if receipt.get(name)]


#: System, before, after, the ranks.
MovedLine = tuple[StrOrPromise, str, str, str, str]


def moved_of(receipt: Receipt) -> list[tuple[Member, list[MovedLine]]]:
    """Who was here before and moved, in the order of names; those who are gone are left out."""
    names = dict(SYSTEMS.names)
    lines: defaultdict[int, list[MovedLine]] = defaultdict(list)
    for change in receipt.get("moved", ()):
        if change["system"] in names:
            before, after = figure(change["before"]), figure(change["after"])
            ranks = change["rank_before"], change["rank_after"]
            lines[change["member"]].append((names[change["system"]], before, after, *ranks))
    members = Member.objects.in_bulk(lines).values()
    by_name = sorted(members, key=lambda member: name_key(member.shown_name))
    return [(member, lines[member.pk]) for member in by_name]

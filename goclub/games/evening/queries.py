"""Whom a typed name means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q

from goclub.common.collation import by_name
from goclub.members.finding.queries import number_of
from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.queries import match_names

#: How many of several members a refusal names.
MOST_NAMED = 5


def players_named(names: Iterable[str]) -> dict[str, list[Member]]:
    """The members whom each typed name may mean: one where it is certain, several, or none.

    A name as it is shown, with its number where two bear it ("Sato #12"); then names and nicknames
    written otherwise (width, case, accents, order); then a part of a name that only one member
    bears.  Three queries for all, and one for each name that is only a part; of many who may be
    meant one more is read than a refusal names.
    """
    typed = {name.strip() for name in names if name.strip()}
    wanted = {name for name in typed if "\0" not in name}  # which PostgreSQL compares with nothing
    members = {name: [member] for name, member in _shown_so(wanted).items()}
    exact = match_names(wanted - set(members))
    members |= {name: [member] for name, member in exact.items() if member is not None}
    members |= {name: _holding(name) for name in wanted - set(members)}
    return members | {name: [] for name in typed - wanted}


def _shown_so(names: Iterable[str]) -> dict[str, Member]:
    """Return the names that match exactly one member as fields and lists write them."""
    wanted = set(names)
    numbers = {number for name in wanted if (number := number_of(name))}
    bearing: dict[str, list[Member]] = defaultdict(list)
    bears = Q(display_name__in=wanted) | Q(pk__in=numbers)
    for member in Member.objects.active().filter(bears) if wanted else ():
        for name in {member.display_name, f"{member.display_name} #{member.pk}"} & wanted:
            bearing[name].append(member)
    return {name: members[0] for name, members in bearing.items() if len(members) == 1}


def _holding(name: str) -> list[Member]:
    """The first members of whose names this is a part."""
    folded = fold_name(name)
    if not folded:
        return []
    holding = Member.objects.active().filter(search_names__contains=folded)
    return list(holding.order_by(by_name("display_name"), "pk")[: MOST_NAMED + 1])

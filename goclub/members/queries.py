"""Questions about people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q
from django_countries import countries

from goclub.members.models import ClubSettings, Member, Nickname
from goclub.members.names import fold_name, same_look


def club_settings() -> ClubSettings:
    """The club's one row of settings; the defaults where none was saved yet."""
    return ClubSettings.objects.filter(pk=1).first() or ClubSettings(pk=1, key=UUID(int=0))


def match_names(names: Iterable[str]) -> dict[str, Member | None]:
    """Find the member behind each name of a kifu.

    Looks at names, romanised names in both orders, and nicknames given or learned.  A name that
    fits nobody, or more than one member, maps to None: the reporter chooses.
    """
    wanted = {name: fold_name(name) for name in names if name}
    folded = {key for key in wanted.values() if key}
    found: dict[str, set[Member]] = defaultdict(set)
    if folded:
        for member in Member.objects.active():
            for key in _spellings(member) & folded:
                found[key].add(member)
        nicknames = Nickname.objects.filter(folded__in=folded, member__status="member")
        for nickname in nicknames.select_related("member"):
            found[nickname.folded].add(nickname.member)
    return {
        name: next(iter(found[key])) if len(found.get(key, ())) == 1 else None
        for name, key in wanted.items()
    }


def _spellings(member: Member) -> set[str]:
    spellings = {fold_name(member.display_name), fold_name(member.romanised_name)}
    for name in (member.display_name, member.romanised_name):
        words = name.split()
        if len(words) > 1:
            spellings.add(fold_name(" ".join([words[-1], *words[:-1]])))
            spellings.add(fold_name(" ".join([*words[1:], words[0]])))
    return spellings - {""}


def namesakes(member: Member) -> list[Member]:
    """Members, present and former, who bear exactly one of this person's names."""
    mine = {same_look(name) for name in (member.display_name, member.romanised_name) if name}
    known = Member.objects.filter(status__in=[Member.Status.MEMBER, Member.Status.FORMER])
    folded = Q()
    for name in (member.display_name, member.romanised_name):
        if name:
            folded |= Q(search_names__contains=fold_name(name))
    return [
        other
        for other in known.filter(folded).exclude(pk=member.pk)
        if mine & {same_look(other.display_name), same_look(other.romanised_name)}
    ]


def countries_of_members() -> list[tuple[str, str]]:
    """Code and name of the countries that present members come from, by name."""
    codes = Member.objects.active().exclude(country="").values_list("country", flat=True)
    names = {str(code): str(countries.name(str(code))) for code in codes.distinct()}
    return sorted(names.items(), key=lambda item: item[1])

"""Questions about people, and how their letters are doing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Group
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django_countries import countries
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from goclub.common.collation import name_key
from goclub.members.models import ClubSettings, Letter, Member, NameKey, Nickname, Notice, User
from goclub.members.names import LONGEST, fold_name, same_look, searched_name
from goclub.members.roles import CHAIR, ROLES, SECOND_FACTOR_ROLES, SUPERUSER


def club_settings() -> ClubSettings:
    """Return the club's one row of settings; the defaults, without a name, where none was saved."""
    return ClubSettings.objects.filter(pk=1).first() or ClubSettings(
        pk=1, key=UUID(int=0), name="Go club"
    )


def zone_of(club: ClubSettings) -> str:
    """On whose clocks the club meets."""
    return club.time_zone or timezone.get_default_timezone_name()


def lacks_factor(user: User, club: ClubSettings) -> bool:
    """Whether the club demands a second factor of this person's role, and the person has none."""
    demanded = SECOND_FACTOR_ROLES.get(club.second_factor_for, ())
    if not demanded or has_factor(user):
        return False
    return user.is_superuser or user.groups.filter(name__in=demanded).exists()


def with_factor(users: QuerySet[User]) -> QuerySet[User]:
    """Accounts with ``has_factor``, whether each has a second factor."""
    mine = {"user": OuterRef("pk"), "confirmed": True}
    factors = [model.objects.filter(**mine) for model in (TOTPDevice, WebAuthnCredential)]
    return users.annotate(has_factor=Exists(factors[0]) | Exists(factors[1]))


def has_factor(user: User) -> bool:
    """Whether an account has a second factor by now (one query)."""
    account: Any = with_factor(User.objects.all()).get(pk=user.pk)
    return bool(account.has_factor)


def unread_count(member: Member) -> int:
    """How many notices a member has not read."""
    return Notice.objects.filter(member=member, read_at=None).count()


def match_names(names: Iterable[str]) -> dict[str, Member | None]:
    """Find the member behind each name of a kifu.

    Looks at names, romanised names in both orders, and nicknames given or learned.  A name that
    fits nobody, or more than one member, maps to None: the reporter chooses.  Only members of whom
    the index knows such a spelling are looked at.
    """
    wanted = {name: fold_name(name) for name in names if name}
    folded = {key for key in wanted.values() if key}
    members_of: dict[str, set[Member]] = defaultdict(set)
    if folded:
        keys = NameKey.objects.filter(key__in={key[:LONGEST] for key in folded})
        near = keys.filter(member__status=Member.Status.MEMBER).select_related("member")
        for member in {key.member_id: key.member for key in near}.values():
            for key in _spellings(member) & folded:
                members_of[key].add(member)
        nicknames = Nickname.objects.filter(folded__in=folded, member__status="member")
        for nickname in nicknames.select_related("member"):
            members_of[nickname.folded].add(nickname.member)
    return {
        name: next(iter(members_of[key])) if len(members_of.get(key, ())) == 1 else None
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
    return namesakes_of([member]).get(member.pk, [])


def namesakes_of(people: Iterable[Member]) -> dict[int, list[Member]]:
    """For each of these people the members, present and former, who bear one of the same names.

    One query for all; people whose names nobody bears are left out.
    """
    names = {
        person.pk: {n for n in (person.display_name, person.romanised_name) if n}
        for person in people
    }
    folded = Q()
    for name in set().union(*names.values()):
        folded |= Q(search_names__contains=searched_name(name))
    if not folded:
        return {}
    known = Member.objects.filter(status__in=[Member.Status.MEMBER, Member.Status.FORMER])
    bearing: dict[str, list[Member]] = defaultdict(list)
    for namesake in known.filter(folded):
        for look in {same_look(name) for name in (namesake.display_name, namesake.romanised_name)}:
            bearing[look].append(namesake)
    result: dict[int, list[Member]] = {}
    for pk, own in names.items():
        same = dict.fromkeys(o for n in own for o in bearing.get(same_look(n), ()) if o.pk != pk)
        if same:
            result[pk] = list(same)
    return result


def countries_of_members() -> list[tuple[str, str]]:
    """Code and name of the countries that present members come from, by name."""
    language = get_language()
    codes = Member.objects.active().exclude(country="").order_by().distinct()
    names = {
        str(code): _country(str(code), language) for code in codes.values_list("country", flat=True)
    }
    return sorted(names.items(), key=lambda item: name_key(item[1]))


@lru_cache(maxsize=2048)
def _country(code: str, _language: str | None) -> str:
    """Its name in the language of the moment, which all names are looked through for."""
    return str(countries.name(code))


def chairs() -> QuerySet[Member]:
    """Members who can do all that the chair does: present, with a login that is awake."""
    held = Member.objects.active().filter(user__is_active=True, user__groups__name=CHAIR)
    return held.order_by("pk").distinct()


def role_of(member: Member) -> str:
    """The role that a member's login has, the highest where it has several; "" without one."""
    if member.user_id is None:
        return ""
    return _highest(Group.objects.filter(user=member.user_id).values_list("name", flat=True))


def role_of_account(account: User) -> str:
    """Return the role of an account as it is now, above all a superuser's; "" without one."""
    rows = list(User.objects.filter(pk=account.pk).values_list("is_superuser", "groups__name"))
    if any(is_superuser for is_superuser, _name in rows):
        return SUPERUSER
    return _highest(name for _is_superuser, name in rows)


def _highest(names: Iterable[str | None]) -> str:
    held = set(names)
    return next((role for role in reversed(ROLES) if role in held), "")


_ON_THE_WAY = [Letter.State.WAITING, Letter.State.SENDING, Letter.State.HANDED]


def mail_state(now: datetime | None = None) -> dict[str, Any]:
    """Letters that wait, that trouble the office, that went out in a day, and the last one.

    One query.
    """
    day = (now or timezone.now()) - timedelta(days=1)
    sent = Q(state=Letter.State.SENT)
    return Letter.objects.aggregate(
        waiting=Count("pk", filter=Q(state__in=_ON_THE_WAY)),
        troubled=Count("pk", filter=Q(state__in=[Letter.State.FAILED, Letter.State.DOUBTFUL])),
        sent_today=Count("pk", filter=sent & Q(changed_at__gte=day)),
        last_sent_at=Max("changed_at", filter=sent),
    )

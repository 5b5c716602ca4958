"""Guests, nicknames, languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from goclub.common.name_field import unseen_in, without_unseen
from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, Nickname
from goclub.members.names import fold_name, is_blank
from ratings.errors import Code, RuleError


@atomic_retried
def add_guest(*, name: str) -> Member:
    """Find or create a guest of that name: someone to play with who holds no points."""
    if is_blank(name):
        raise RuleError(Code.MISSING, field="name")
    if unseen_in(name.strip()):
        raise RuleError(Code.TYPE, field="name", reason="names.unseen")
    guests = Member.objects.filter(status=Member.Status.GUEST, display_name=name.strip())
    return guests.first() or Member.objects.create(
        status=Member.Status.GUEST, display_name=name.strip()
    )


class Called(NamedTuple):
    """A name under which somebody plays elsewhere, and where."""

    name: str
    server: str = ""


def read_nicknames(text: str) -> tuple[Called, ...]:
    """The names of a line, as a profile or a club's list has them.

    >>> [tuple(one) for one in read_nicknames("kenchan (KGS), sato_k；けん")]
    [('kenchan', 'KGS'), ('sato_k', ''), ('けん', '')]
    """
    parts = (part.strip().partition("(") for part in re.split("[,;、，；]", text))
    return tuple(
        Called(name.strip(), server.strip(" )")) for name, _sep, server in parts if name.strip()
    )


def give_nicknames(*, member: Member, called: Iterable[Called]) -> None:
    """Add the names that the member does not have in another spelling."""
    known = set(member.nicknames.values_list("folded", flat=True))
    for spelling in called:
        nickname = Nickname(member=member, name=spelling.name[:80], server=spelling.server[:40])
        if fold_name(nickname.name)[:80] not in known:
            nickname.save()
            known.add(nickname.folded)


def learn_nickname(*, member: Member, name: str, server: str = "") -> None:
    """Remember that this member appears under that name in kifu."""
    name = without_unseen(name)
    folded = fold_name(name)
    if folded and folded not in member.search_names:
        Nickname.objects.get_or_create(
            member=member,
            folded=folded[:80],
            defaults={"name": name[:80], "server": server[:40], "learned": True},
        )


def choose_language(*, member: Member, language: str) -> None:
    """Keep the language in which the site speaks to a member; one of the site's."""
    if member.language != language:
        member.language = language
        member.save(update_fields=["language"])

"""Whom a typed name may mean."""

from __future__ import annotations

from typing import Final

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from goclub.common.collation import by_name
from goclub.common.reading import read_number
from goclub.members.models import Member, NameKey
from goclub.members.names import fold_name, short_vowels, typed_keys, typed_words

#: How many answers a search gives at most.
MOST_FOUND: Final = 20
#: Shorter parts from the middle of a word say too little, and nearly every name has them.
SHORTEST_PART: Final = 3
#: Keys read for each answer: a name has several that begin alike.
_KEYS_EACH = 4
_LAST = "\U0010ffff"


def find_members(
    text: str, among: QuerySet[Member], *, most: int = MOST_FOUND, parts: bool = True
) -> list[Member]:
    """Those of *among* who have a name or nickname with a word that begins so, whole words first.

    Then, only where nobody has, those who have all of its words or its sounds; then, unless
    *parts* is false, those whose names hold it somewhere.  No text finds the first of the index.
    One query as a rule, three at most; none reads more than a part of the index but the last.
    """
    folded = fold_name(text[:320])
    if not folded:
        return _of_keys(Q(), among, most) if not text.strip() else []
    begun = Q()
    for key in typed_keys(text):
        begun |= _begins(key)
    members = _of_keys(begun, among, most)
    members.sort(key=lambda member: folded not in _words(member))
    if not members and (otherwise := _otherwise(text, folded)):
        members = _of_keys(otherwise, among, most)
    if not members and parts and len(folded) >= SHORTEST_PART:
        holding = among.filter(search_names__contains=folded)
        members = list(holding.order_by(by_name("display_name"), "pk")[:most])
    return members


def matching(text: str, among: QuerySet[Member]) -> QuerySet[Member]:
    """Return those of *among* with a name that begins so or holds all of its words, in one query.

    Those whose name begins so come first.
    """
    folded, words = fold_name(text), typed_words(text)
    if not folded or not words:
        return among.none()
    begun = Q()
    for key in filter(None, [*typed_keys(text), short_vowels(folded)]):
        begun |= _begins(key)
    begins = Q(pk__in=NameKey.objects.filter(begun).values("member"))
    holds = Q()
    for word in words:
        holds &= Q(search_names__contains=word)
    first = Case(When(begins, then=0), default=1)
    return among.filter(begins | holds).order_by(first, by_name("display_name"), "pk")


def _begins(key: str) -> Q:
    return Q(key__gte=key, key__lt=key + _LAST)


def _otherwise(text: str, folded: str) -> Q:
    """All of its words in any order, or its long vowels written short."""
    condition = Q()
    longest, *others = typed_words(text) or [""]
    if others:
        condition = _begins(longest)
        for word in others:
            condition &= Q(member__search_names__contains=word)
    if short := short_vowels(folded):
        condition |= _begins(short)
    return condition


def _of_keys(condition: Q, among: QuerySet[Member], most: int) -> list[Member]:
    """Return the members with these keys, each once, looked up by number."""
    offered = among.order_by().filter(pk=OuterRef("member"))
    keys = NameKey.objects.filter(condition).filter(Exists(offered)).select_related("member")
    rows = keys.order_by("key", "member")[: _KEYS_EACH * most]
    return list({row.member_id: row.member for row in rows}.values())[:most]


def number_of(text: str) -> int | None:
    """The number that is written behind a name where two bear it: ``Sato #12``."""
    before, _mark, number = text.rpartition("#")
    return read_number(number) if before.strip() else None


def is_whole(text: str, member: Member) -> bool:
    """Whether a text is a whole name or nickname of a member's, or a whole word of a name."""
    folded = fold_name(text)
    return folded in _words(member) or NameKey.objects.filter(member=member, key=folded).exists()


def _words(member: Member) -> set[str]:
    """The words of both names."""
    return {*typed_words(member.display_name), *typed_words(member.romanised_name)}

"""Whom a reader may find for which purpose, and as what they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import dotted, short_rank
from goclub.games.labels import label_of
from goclub.games.models import Game, Standing
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.finding.queries import MOST_FOUND, find_members, matching
from goclub.members.models import Member
from goclub.members.models.people import MemberQuerySet
from goclub.members.searching.queries import Finder, Reader

#: How many of a member's latest games are looked through for opponents.
LATEST_GAMES = 60


@dataclass(frozen=True, slots=True)
class FoundMember:
    """Somebody who was found: enough to tell two of one name apart."""

    member: Member
    rank: str
    #: Two of one name are told apart by their numbers where nothing else does.
    numbered: bool = False

    @property
    def label(self) -> str:
        """Return the name as forms and lists write it."""
        return label_of(self.member)

    @property
    def note(self) -> str:
        """Return what distinguishes the member from others with the same name."""
        status = (
            "" if self.member.status == Member.Status.MEMBER else self.member.get_status_display()
        )
        number = f"#{self.member.pk}" if self.numbered else ""
        return dotted((short_rank(self.rank) or self.member.club, status, number))


def as_answers(found_members: Iterable[FoundMember]) -> list[dict[str, object]]:
    """What the script of the field is told of those who were found."""
    return [
        {
            "pk": found_member.member.pk,
            "name": found_member.member.shown_name,
            "label": found_member.label,
            "note": found_member.note,
        }
        for found_member in found_members
    ]


def present(_me: Member | None) -> MemberQuerySet:
    """Everybody who is a member now."""
    return Member.objects.active()


def others(me: Member | None) -> MemberQuerySet:
    """Everybody who is a member now, but me."""
    members = Member.objects.active()
    return members.exclude(pk=me.pk) if me else members


def partners(me: Member | None) -> MemberQuerySet:
    """Whom I can do something with on the site: the others who can sign in."""
    return others(me).filter(user__isnull=False)


def anyone(_me: Member | None) -> MemberQuerySet:
    """Everybody who stands in the club's books: for the office."""
    return Member.objects.all()


def rated(_me: Member | None) -> MemberQuerySet:
    """Members who hold points in the main system."""
    held = Standing.objects.filter(member=OuterRef("pk"), system=MAIN_SYSTEM, points__isnull=False)
    return Member.objects.active().filter(Exists(held))


#: For what a field asks → whom it offers.
SCOPES: dict[str, Callable[[Member | None], MemberQuerySet]] = {
    "present": present,
    "others": others,
    "partners": partners,
    "rated": rated,
    "anyone": anyone,
}
#: Scopes that not every reader may ask for → the permission.
NEEDED = {"anyone": "members.approve_member"}


def with_rank(members: Iterable[Member]) -> list[FoundMember]:
    """These members with their ranks, in their order (one query)."""
    rows = list(members)
    pks = [member.pk for member in rows]
    standings = Standing.objects.filter(system=MAIN_SYSTEM, points__isnull=False, member__in=pks)
    ranks = dict(standings.values_list("member_id", "rank")) if pks else {}
    found_members = [FoundMember(member, ranks.get(member.pk, "")) for member in rows]
    seen = Counter((found_member.label, found_member.note) for found_member in found_members)
    return [
        replace(found_member, numbered=seen[found_member.label, found_member.note] > 1)
        for found_member in found_members
    ]


def found_for(text: str, among: QuerySet[Member], me: Member | None) -> list[FoundMember]:
    """The answers to what was typed; before anything was, those I played last, then others."""
    if text.strip():
        return with_rank(find_members(text, among))
    first = recent_opponents(me, among) if me else []
    if len(first) < MOST_FOUND:
        known = {member.pk for member in first}
        first += [member for member in find_members("", among) if member.pk not in known]
    return with_rank(first[:MOST_FOUND])


def names_of(text: str) -> list[str]:
    """The names in a field that takes several, each once: ``Sato Ken; Anong S.``."""
    return list(dict.fromkeys(name for part in text.split(";") if (name := part.strip())))


def text_of(names: Iterable[str]) -> str:
    """These names as the field takes them."""
    return "; ".join(names)


def recent_opponents(me: Member, among: QuerySet[Member]) -> list[Member]:
    """Those of *among* in my latest games, the last one first."""
    games = Game.objects.filter(Q(black=me) | Q(white=me)).exclude(state=Game.State.VOID)
    pairs = games.order_by("-played_on", "-pk").values_list("black_id", "white_id")[:LATEST_GAMES]
    met = list(dict.fromkeys(pk for pair in pairs for pk in pair if pk != me.pk))
    rows = among.in_bulk(met) if met else {}
    return [rows[pk] for pk in met if pk in rows][:MOST_FOUND]


class MemberFinder(Finder):
    """Members by any of their names, in any script."""

    key = "members"
    title = _("Members")
    place = 10
    need = "table"
    template = "search/_member.html"
    listing = "games:members"

    def find(self, text: str, reader: Reader, most: int) -> list[Member]:
        """Return members with their ``rank`` of today."""
        among = Member.objects.active().shown_to(visitor=reader.rights.visitor)
        held = Standing.objects.filter(
            member=OuterRef("pk"), system=MAIN_SYSTEM, points__isnull=False
        )
        members = matching(text, among).annotate(rank=Subquery(held.values("rank")[:1]))
        return list(members[:most])

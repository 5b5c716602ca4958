"""Starring members and kifu; doing it twice is nothing."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.games.models import Favourite, Game, Kifu
from goclub.members.models import Member
from goclub.members.requests import Act

MOST: int = 500


@atomic_retried
def add_favourite(act: Act, starred: Member | Kifu) -> None:
    """Star a member or a kifu; nobody stars themselves."""
    owner = act.member
    if owner == starred:
        raise Refusal(_("You cannot add yourself to your favourites."), reason="yourself")
    mine = Favourite.objects.filter(owner=owner)
    if mine.count() >= MOST and not mine.filter(**target_of(starred)).exists():
        raise Refusal(
            _("You have as many favourites as possible. Remove one first."), reason="too_many"
        )
    Favourite.objects.get_or_create(owner=owner, **target_of(starred), defaults={"at": act.at})


@atomic_retried
def remove_favourite(act: Act, starred: Member | Kifu) -> None:
    """Take the star away."""
    Favourite.objects.filter(owner=act.member, **target_of(starred)).delete()


def target_of(starred: Member | Kifu) -> dict[str, int]:
    """The column that names a member or a kifu, with its value."""
    return {"member_id" if isinstance(starred, Member) else "kifu_id": starred.pk}


def is_favourite(owner: Member, starred: Member | Kifu) -> bool:
    """Whether the owner has starred it (one query)."""
    return Favourite.objects.filter(owner=owner, **target_of(starred)).exists()


def favourites_of(owner: Member) -> QuerySet[Favourite]:
    """What the owner has starred and may still see, the latest first (one query)."""
    gone = Q(kifu__isnull=False) & (
        Q(kifu__game__state=Game.State.VOID) | Q(kifu__game=None, kifu__filed_at=None)
    )
    rows = Favourite.objects.filter(owner=owner).exclude(gone)
    rows = rows.select_related("member", "kifu__game__black", "kifu__game__white")
    return rows.defer("kifu__original", "kifu__normalised", "kifu__text")

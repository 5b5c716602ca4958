"""Questions about records and what is said about them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from goclub.games.models import Kifu, KifuAddition, KifuNote, KifuVariation
from goclub.games.rating.queries import rank_of
from goclub.members.models import User


def kifu_page(pk: int) -> QuerySet[Kifu]:
    """One kifu that has a page, with its game where it has one."""
    return Kifu.objects.with_page().with_game().filter(pk=pk).defer("original", "text")


def notes_of(kifu: Kifu) -> list[KifuNote]:
    """All comments on a kifu, hidden ones too, in the order in which they came."""
    rows = KifuNote.objects.filter(kifu=kifu)
    rows = rows.select_related("author__member", "hidden_by__member")
    return list(rows.annotate(author_rank=rank_of("author__member")))


def variations_of(kifu: Kifu) -> list[KifuVariation]:
    """All variations that members added to a kifu, hidden ones too."""
    rows = KifuVariation.objects.filter(kifu=kifu)
    rows = rows.select_related("author__member", "hidden_by__member")
    return list(rows.annotate(author_rank=rank_of("author__member")))


def additions_to(kifu: Kifu) -> QuerySet[KifuAddition]:
    """What other records of the game added to a kifu, the oldest first, without those records."""
    return KifuAddition.objects.filter(kifu=kifu).defer("original", "before")


def get_draft(user: User, pk: int) -> Kifu:
    """The draft of this user.  Raises Http404."""
    return get_object_or_404(Kifu.objects.drafts_of(user.pk), pk=pk)

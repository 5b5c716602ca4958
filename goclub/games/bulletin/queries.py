"""Bulletins with their parts, and the standings that a bulletin can print."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import ClassVar, Final

from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils.translation import override
from django_stubs_ext import StrOrPromise

from goclub.common.forms import mark_of
from goclub.common.reading import read_number
from goclub.common.registered import Registered
from goclub.games.models import Bulletin, BulletinItem, Kifu, KifuAddition
from goclub.members.names import shown_as


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table of place, name and figures; ``labels`` of its columns."""

    labels: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""


class StandingsSource(ABC):
    """Standings of one kind, which a higher app adds to :data:`STANDINGS` while it gets ready."""

    key: ClassVar[str]
    title: ClassVar[StrOrPromise]

    @abstractmethod
    def choices(self) -> list[tuple[int, str]]:
        """Return what can be printed, the newest first, by its number."""

    @abstractmethod
    def tables(self, number: int) -> list[PrintedTable]:
        """Return the tables as they are now; none where there is nothing to print any more."""


class StandingsSources(Registered[StandingsSource]):
    """Everything with standings."""

    def choices(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the choices of a field, in groups; keys are ``event:12``."""
        return [
            (str(source.title), [(f"{source.key}:{pk}", name) for pk, name in source.choices()])
            for source in self._all
        ]

    def tables(self, key: str) -> list[PrintedTable]:
        """Return the tables of a key of :meth:`choices`."""
        kind, _colon, text = key.partition(":")
        number = read_number(text) or 0
        return [
            table for source in self._all if source.key == kind for table in source.tables(number)
        ]


STANDINGS: Final = StandingsSources()


def bulletins_for(*, may_edit: bool) -> QuerySet[Bulletin]:
    """The bulletins that a member sees: those that are published, or drafts too."""
    return Bulletin.objects.all() if may_edit else Bulletin.objects.exclude(published_at=None)


def items_of(bulletin: Bulletin) -> QuerySet[BulletinItem]:
    """The parts in their order; ``in_library`` whether a game may still be seen (one query)."""
    in_library = Exists(Kifu.objects.in_library().filter(pk=OuterRef("kifu")))
    items = bulletin.items.select_related("kifu__game__black", "kifu__game__white")
    heavy = ("kifu__original", "kifu__normalised", "kifu__text")
    return items.defer(*heavy).annotate(in_library=in_library)


def is_gone(item: BulletinItem) -> bool:
    """Whether a part of :func:`items_of` is a game that may no longer be seen."""
    return item.kind == BulletinItem.Kind.GAME and not vars(item)["in_library"]


def mark_of_bulletin(bulletin: Bulletin) -> str:
    """Another mark wherever the PDF would have other parts, games or standings."""
    newest = KifuAddition.objects.filter(kifu=OuterRef("kifu")).values("kifu")
    additions = newest.annotate(newest=Max("pk")).values("newest")
    rows = items_of(bulletin).annotate(additions=additions)
    parts = rows.values_list("pk", "kifu__digest", "in_library", "additions", "standings")
    with override(bulletin.language), shown_as(""):
        tables = [astuple(table) for part in parts for table in STANDINGS.tables(part[-1])]
    return mark_of([bulletin.version, *parts, *tables])

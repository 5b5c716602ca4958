"""Why a rating list was refused, and what its players differ in, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.notation import dotted, listed, rank
from goclub.leagues.models import Participant, RatedPlayer
from goclub.leagues.models.participant import rank_text
from goclub.leagues.ratinglist.queries import ListContradiction

REFUSALS: Final = {
    "ratinglist.unknown_list": _(
        "This is no rating list that can be read. Choose the list of the world from the European "
        "database, the ladder of the French federation or the American list for tournament "
        "directors, as text, web page or ZIP."
    ),
    "ratinglist.cut": _(
        "The list ends in the middle, at line %(value)s. Download it again and choose the new file."
    ),
    "ratinglist.many_unread": _(
        "%(value)s lines of this list cannot be read. Download it again and choose the new file."
    ),
}

#: The columns of an entry as differences name them.
COLUMNS: Final = {
    "name": _("Name"),
    "rank": _("Rank"),
    "rating": _("Rating"),
    "club": _("Club"),
    "country": _("Country"),
    "egf_pin": _("European PIN"),
    "ffg_licence": _("French licence"),
    "aga_id": _("AGA ID"),
}


def _value_text(column: str, row: Participant | RatedPlayer | None) -> str:
    """Return a column of an entry, or of its player in a list, as pages show it; – for none."""
    if row is None:
        return "–"
    if column == "name":
        return f"{row.first_name} {row.name}".strip()
    if column == "rank":
        return "–" if row.rank is None else rank(rank_text(row.rank))
    listed = isinstance(row, RatedPlayer) and column in ("egf_pin", "ffg_licence", "aga_id")
    value: Any = row.number if listed and isinstance(row, RatedPlayer) else getattr(row, column)
    return "–" if value in (None, "") else str(value)


@dataclass(frozen=True, slots=True)
class Difference:
    """A column of an entry: what was entered, and what the list says."""

    label: StrOrPromise
    entered: str
    listed: str


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """An entry that differs from a list, as the page of entries shows it."""

    row: ListContradiction
    differences: tuple[Difference, ...]

    @property
    def is_other(self) -> bool:
        """Whether the number is another person's."""
        return "name" in self.row.columns


def difference_lines(rows: Iterable[ListContradiction]) -> list[DifferenceLine]:
    return [
        DifferenceLine(
            row,
            tuple(
                Difference(
                    COLUMNS[column],
                    _value_text(column, row.participant),
                    _value_text(column, row.player),
                )
                for column in row.columns
            ),
        )
        for row in rows
    ]


def listed_label(player: RatedPlayer) -> str:
    """Return a player of a list as a field offers them: "Nowak Ewa, 3k"."""
    return listed((str(player), _value_text("rank", player)))


def listed_note(player: RatedPlayer) -> str:
    """Return what distinguishes players of one name: club, country, number, list."""
    rating_list = player.rating_list
    return dotted((player.club, player.country, player.number, rating_list.source.upper()))

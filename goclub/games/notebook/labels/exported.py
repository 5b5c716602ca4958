"""The tables of an export under headings of the reader's language, and what other rooms add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from django.utils.translation import get_language

from goclub.common.registered import Registered
from goclub.games.notebook.queries import decision_lines, game_lines, member_lines
from goclub.games.notebook.services.cells.results import write_result
from goclub.games.notebook.services.headings import GAMES, LANGUAGES, MEMBERS, heading_of

_MEMBER_FIELDS: Final = (
    "name", "romanised", "status", "joined", "rank", "points", "points_on", "certified", "email",
    "club", "country", "language", "nickname",
)  # fmt: skip
_GAME_FIELDS: Final = (
    "date", "black", "white", "result", "handicap", "komi", "board", "place",
)  # fmt: skip


class Exported(NamedTuple):
    """A table of the export: the name of its file, its headings, its rows."""

    name: str
    header: Iterable[str]
    rows: Iterable[Iterable[object]]


class ExportedParts(Registered[Callable[[], Iterable[Exported]]]):
    """What rooms above add to everything."""

    def __iter__(self) -> Iterator[Exported]:
        for part in self._all:
            yield from part()


PARTS: Final = ExportedParts()


def _language() -> str:
    code = (get_language() or "en").partition("-")[0]
    return code if code in LANGUAGES else "en"


def exported_members(*, with_birth_dates: bool) -> Exported:
    """Everybody; dates of birth only for who may see them."""
    language = _language()
    fields = (*_MEMBER_FIELDS, "born") if with_birth_dates else _MEMBER_FIELDS
    rows = ([line[field] for field in fields] for line in member_lines())
    return Exported("members", [heading_of(each, MEMBERS, language) for each in fields], rows)


def exported_games() -> Exported:
    """Every confirmed game."""
    language = _language()
    rows = (
        [*start, write_result(winner, ending, margin2, language), *end]
        for start, (winner, ending, margin2), end in game_lines()
    )
    return Exported("games", [heading_of(each, GAMES, language) for each in _GAME_FIELDS], rows)


def exported_decisions() -> Exported:
    """Every decision about strength, as the site keeps it."""
    header = (
        "member", "holds_from", "system", "kind", "rank", "points", "decided_by", "decided_at",
        "reason",
    )  # fmt: skip
    return Exported("decisions", header, decision_lines())

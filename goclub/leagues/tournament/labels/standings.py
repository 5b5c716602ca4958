"""The table of an event after a round, its categories and cross table, what parts two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from goclub.common.notation import short_rank
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.labels.figures import CRITERIA, figure_text, match_score, points_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.placement import NAME_ORDER, POOLS, UNPLACED, StandingsRow, parted_by
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, Kind, Settings


@dataclass(frozen=True, slots=True)
class Category:
    """A category: ``number`` from 1 for the strongest, ``highest`` and ``lowest`` its ranks."""

    number: int
    highest: int
    lowest: int

    @property
    def label(self) -> str:
        """Its ranks in words: “1d and up”, “1k–10k”, “11k and below”."""
        if self.highest == HIGHEST_RANK:
            return _("%(rank)s and up") % {"rank": short_rank(rank_text(self.lowest))}
        if self.lowest == LOWEST_RANK:
            return _("%(rank)s and below") % {"rank": short_rank(rank_text(self.highest))}
        if self.highest == self.lowest:
            return short_rank(rank_text(self.lowest))
        return f"{short_rank(rank_text(self.highest))}–{short_rank(rank_text(self.lowest))}"

    @property
    def query(self) -> str:
        """What chooses it in an address."""
        return f"?category={self.number}"

    def holds(self, participant: Participant) -> bool:
        return self.lowest <= participant.rank <= self.highest


def categories_of(settings: Settings) -> tuple[Category, ...]:
    """The categories of an event, strongest first; none where everybody is in one.

    >>> [category.label for category in categories_of(Settings(category_limits=(0, -10)))]
    ['1d and up', '1k–10k', '11k and below']
    """
    if not settings.category_limits:
        return ()
    lowest = (*settings.category_limits, LOWEST_RANK)
    highest = (HIGHEST_RANK, *(limit - 1 for limit in settings.category_limits))
    return tuple(
        Category(number, high, low)
        for number, (high, low) in enumerate(zip(highest, lowest, strict=True), start=1)
    )


@dataclass(frozen=True, slots=True)
class CriterionColumn:
    """A criterion as a column: short name and meaning."""

    name: str
    label: str
    title: str


#: Where a phone shows the first figures (``css/common/rows.css``); it leaves out the others.
_SLOTS = ("at-end", "at-last", "at-below")


class Figure(NamedTuple):
    """A figure; ``parted``: it put this player below the one above.

    ``slot``: where a phone shows it, with the name of its column; "" where it does not.
    """

    text: str
    column: CriterionColumn
    slot: str = ""
    parted: bool = False


class RoundCell(NamedTuple):
    """A round in short: the opponent's number, the result, colour and stones (``12+/w2``).

    ``css`` one of won, lost, jigo, open, none.
    """

    text: str
    css: str
    round: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line; ``place`` with "=" where it is shared; ``start`` the McMahon group (S2-14).

    ``number``: of the line in the table of all, by which opponents are named.  ``overall``: the
    place among all, in the table of a category.
    """

    place: str
    participant: Participant
    rounds: tuple[RoundCell, ...]
    figures: tuple[Figure, ...]
    start: str
    number: int
    overall: str = ""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """A whole table, or a category's; ``rounds`` are the numbers of the rounds it covers.

    ``numbered``: lines show their numbers, which are not their places.
    """

    after: int
    rounds: range
    columns: tuple[CriterionColumn, ...]
    rows: tuple[StandingRow, ...]
    mcmahon: bool
    numbered: bool
    category: Category | None = None


_NO_PLACE = "–"


def column_of(name: str) -> CriterionColumn:
    """A criterion as a column."""
    label, title = CRITERIA[name]
    return CriterionColumn(name, str(label), str(title))


def shown_criteria(snapshot: EventSnapshot) -> tuple[str, ...]:
    """The criteria that place, and the wins where they do not: people look for them."""
    criteria = snapshot.settings.criteria
    if snapshot.placing is not None:
        return (*criteria, "NBW")
    return criteria if {"NBW", "MP"} & set(criteria) else (criteria[0], "NBW", *criteria[1:])


def standings_table(
    snapshot: EventSnapshot, after: int, category: Category | None = None
) -> StandingsTable:
    """The table after a round, counted from 1 (0: before the first).

    The cells of the rounds name opponents by the numbers of their lines among all, which nobody
    shares.  Of a category: its places in it.
    """
    shown = shown_criteria(snapshot)
    columns = tuple(map(column_of, shown))
    rows = snapshot.standings(after, shown)
    numbers = {row.player: number for number, row in enumerate(rows, 1)}
    numbered = category is not None or any(row.shared for row in rows)
    if category is not None:
        rows = tuple(row for row in rows if category.holds(snapshot.participants[row.player]))
    inner = _inner_places(rows)
    cells = {number: _cells(snapshot, number, numbers) for number in range(1, after + 1)}
    mcmahon = snapshot.settings.kind is Kind.MCMAHON
    text = cache(figure_text)  # of few scores in many lines
    lines = []
    before: StandingsRow | None = None
    for row in rows:
        participant = snapshot.participants[row.player]
        parted = parted_by(before, row) if before is not None else NAME_ORDER
        start2 = snapshot.settings.start2(participant.rank, participant.correction)
        lines.append(
            StandingRow(
                place=inner[row.player],
                participant=participant,
                rounds=tuple(cells[number][row.player] for number in range(1, after + 1)),
                figures=tuple(
                    Figure(
                        text(column.name, row.scores[column.name]),
                        column,
                        slot,
                        column.name == parted,
                    )
                    for column, slot in zip(columns, chain(_SLOTS, repeat("")), strict=False)
                ),
                start=points_text(start2) if mcmahon else "",
                number=numbers[row.player],
                overall="" if category is None else str(row.place or _NO_PLACE),
            )
        )
        before = row
    return StandingsTable(
        after,
        range(1, after + 1),
        columns,
        tuple(lines),
        mcmahon,
        numbered,
        category,
    )


def _inner_places(rows: Sequence[StandingsRow]) -> dict[int, str]:
    """The places counted among these rows alone, with "=" where one is shared; "–" for none."""
    shared = Counter(row.place for row in rows)
    places = places_among(rows)
    return {
        row.player: f"{places[row.player]}{'=' if shared[row.place] > 1 else ''}"
        if row.place
        else _NO_PLACE
        for row in rows
    }


def places_among(rows: Sequence[StandingsRow]) -> dict[int, int | None]:
    """The places counted among these rows alone, by player; None for none."""
    first = {place: at for at, place in reversed(list(enumerate((r.place for r in rows), 1)))}
    return {row.player: first[row.place] if row.place else None for row in rows}


def _cells(snapshot: EventSnapshot, number: int, lines: Mapping[int, int]) -> dict[int, RoundCell]:
    cells = dict.fromkeys(snapshot.participants, RoundCell("–", "none", number))
    for pairing in snapshot.pairings[number]:
        white, black = pairing.white.number, pairing.black.number
        for_white, for_black = _OUTCOMES[pairing.counted]
        default = "!" if pairing.counted_default else ""
        default += BY_SANCTION if pairing.verdict else ""
        stones = pairing.handicap or ""
        cells[white] = RoundCell(
            f"{lines[black]}{SIGNS[for_white]}{default}/w{stones}", for_white, number
        )
        cells[black] = RoundCell(
            f"{lines[white]}{SIGNS[for_black]}{default}/b{stones}", for_black, number
        )
    bye = snapshot.free_win(number)
    if bye is not None:
        cells[bye.participant.number] = RoundCell(_("bye"), "won", number)
    return cells


#: Beside a result that a sanction decided.
BY_SANCTION = "§"
SIGNS = {"won": "+", "lost": "−", "jigo": "=", "open": "?"}
#: How a game went for White and for Black.
_OUTCOMES = {
    "white": ("won", "lost"),
    "black": ("lost", "won"),
    "equal": ("jigo", "jigo"),
    "both_win": ("won", "won"),
    "both_lose": ("lost", "lost"),
    "unknown": ("open", "open"),
}


def outcome_for(pairing: Pairing, colour: str) -> str:
    """How a game went for one side ("w" or "b"): won, lost, jigo, open."""
    return _OUTCOMES[pairing.counted]["wb".index(colour)]


def parting(
    snapshot: EventSnapshot, after: int, first: int, second: int
) -> dict[str, object] | None:
    """What separates two players, given by number; None where one of them is not in the table.

    ``column`` None where nothing but the order of names does, or where the lower has no place
    (``unplaced``); ``figures`` of the two in the deciding column; ``equal`` the columns before it,
    in which they are level.
    """
    rows = {row.player: row for row in snapshot.standings(after)}
    if first not in rows or second not in rows or first == second:
        return None
    order = list(rows)
    upper, lower = sorted((first, second), key=order.index)
    name = parted_by(rows[upper], rows[lower])
    lines = {row.participant.number: row for row in standings_table(snapshot, after).rows}
    criteria = snapshot.settings.criteria
    column, figures, equal = None, ("", ""), criteria
    if name not in (NAME_ORDER, UNPLACED, POOLS):
        column = column_of(name)
        figures = (
            figure_text(name, rows[upper].scores[name]),
            figure_text(name, rows[lower].scores[name]),
        )
        equal = criteria[: criteria.index(name)]
    return {
        "upper": lines[upper],
        "lower": lines[lower],
        "column": column,
        "figures": figures,
        "equal": [column_of(criterion) for criterion in equal],
        "unplaced": name == UNPLACED,
        "pools": name == POOLS,
    }


def _place_text(row: StandingsRow | None) -> str:
    """A place with "=" where it is shared; "–" for none, and for a player whom no table names."""
    if row is None or row.place is None:
        return _NO_PLACE
    return f"{row.place}=" if row.shared else str(row.place)


# --- A player's path --------------------------------------------------------------------------
def scores_after(
    snapshot: EventSnapshot, after: int, more2: Mapping[int, int] | None = None
) -> dict[int, str]:
    """The main score of everybody after a round (0: at the start), by number.

    *more2*: half points that the rules do not count, of those who have any.
    """
    main = snapshot.score_name
    rows = snapshot.everybody(after, shown=(main,))
    text = cache(points_text)
    return {row.player: text(row.scores[main] + (more2 or {}).get(row.player, 0)) for row in rows}


def seats_in(snapshot: EventSnapshot, number: int) -> dict[int, Pairing]:
    """The tables of a round by the numbers of their players."""
    return {
        player.number: pairing
        for pairing in snapshot.pairings[number]
        for player in pairing.players
    }


def step_of(
    snapshot: EventSnapshot,
    number: int,
    player: int,
    seats: Mapping[int, Pairing],
    scores: Mapping[int, str],
) -> dict[str, Any]:
    """One round of a player: the table or bye or absence, and the score after it.

    ``kind``: game, bye, absent, unexcused, none; ``css``: won, lost, jigo, open or none;
    ``boards``: of a match of teams, the board points.
    """
    step: dict[str, Any] = {"number": number, "css": "none", "score": scores[player]}
    if pairing := seats.get(player):
        colour = "w" if pairing.white.number == player else "b"
        points = (snapshot.board_points or {}).get(pairing.pk)
        return step | {
            "boards": points and match_score(points, black_first=colour == "b"),
            "kind": "game",
            "pairing": pairing,
            "opponent": pairing.black if colour == "w" else pairing.white,
            "colour": colour,
            "css": outcome_for(pairing, colour),
        }
    bye = snapshot.free_win(number)
    if bye is not None and bye.participant.number == player:
        return step | {"kind": "bye", "css": "won"}
    excused, missed = snapshot.missed(snapshot.participants[player])
    kind = "unexcused" if number in missed else "absent" if number in excused else "none"
    return step | {"kind": kind}


def path_of(snapshot: EventSnapshot, participant: Participant) -> list[dict[str, Any]]:
    """A player's steps through the published rounds, first to last, with the place after each."""
    player, path = participant.number, []
    for number in range(1, snapshot.last_out + 1):
        seats, scores = seats_in(snapshot, number), scores_after(snapshot, number)
        places = {row.player: row for row in snapshot.standings(number, shown=())}
        step = step_of(snapshot, number, player, seats, scores)
        path.append(step | {"place": _place_text(places.get(player))})
    return path


class CrossCell(NamedTuple):
    """Some columns of a line: a game, the diagonal, or ``span`` opponents in a row not met."""

    text: str
    css: str
    span: int = 1


def cross_table(snapshot: EventSnapshot, after: int) -> list[tuple[StandingRow, list[CrossCell]]]:
    """Everybody against everybody, in the order of the standings after a round (from 1).

    Each row of the standings with its cells: the diagonal is blank; of two games of a pair the
    later one is shown.  Opponents in a row who were not met are one cell: of five hundred players
    there would be a quarter of a million.
    """
    table = standings_table(snapshot, after)
    order = [row.participant.number for row in table.rows]
    column = {player: place for place, player in enumerate(order)}
    met: dict[int, dict[int, CrossCell]] = {
        player: {place: CrossCell("", "self")} for player, place in column.items()
    }
    for number in table.rounds:
        for pairing in snapshot.pairings[number]:
            white, black = pairing.white.number, pairing.black.number
            for player, opponent, colour in ((white, black, "w"), (black, white, "b")):
                css = outcome_for(pairing, colour)
                mark = BY_SANCTION if pairing.verdict else ""
                met[player][column[opponent]] = CrossCell(
                    f"{SIGNS[css]}{number}{mark}", f"cell {css}"
                )
    return [(row, _in_columns(met[row.participant.number], len(order))) for row in table.rows]


def _in_columns(known: Mapping[int, CrossCell], columns: int) -> list[CrossCell]:
    """A line's cells, with what lies between them as one."""
    cells, free = [], 0
    for place in sorted(known):
        if place > free:
            cells.append(CrossCell("", "cell none", place - free))
        cells.append(known[place])
        free = place + 1
    if free < columns:
        cells.append(CrossCell("", "cell none", columns - free))
    return cells

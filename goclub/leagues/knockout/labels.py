"""A bracket as a picture and as a table: boxes with their places, rounds with their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from django.utils.translation import gettext as _

from goclub.common.notation import labelled
from goclub.common.pictures import width_of
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.labels.figures import points_text
from goclub.leagues.tournament.labels.qualified import reason_text
from goclub.leagues.tournament.queries.finalists import finalists, in_groups, qualifiers
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.brackets.play import PlayedBracket, PlayedMatch
from tournaments.brackets.tree import BracketStage
from tournaments.events.teams import BoardPoints

#: Of a box and the space between two, in units of the picture.
WIDTH, HEIGHT, GAP, ROW = 208, 52, 28, 68
_HEAD = 30
#: A name has so much room, in units of its size.
_ROOM = 10.8


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A player of a match, None while open; ``text`` fits into the box; ``css`` won, lost or ""."""

    participant: Participant | None
    text: str
    seed: int
    wins: str
    css: str


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match at a place of the picture; ``links``: polylines from the boxes that lead to it.

    ``tables``: its games.  ``mine``: the reader plays in it.
    """

    played: PlayedMatch
    title: str
    x: int
    y: int
    first: BracketLine
    second: BracketLine
    links: tuple[str, ...]
    tables: tuple[Pairing, ...]
    mine: bool

    @property
    def is_own(self) -> bool:
        """Whether the reader plays it now."""
        return self.mine and self.played.open

    @property
    def lines(self) -> tuple[tuple[int, BracketLine], ...]:
        """The two players with the height at which they are written."""
        return (self.y + 21, self.first), (self.y + 43, self.second)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round in a part of the bracket."""

    title: str
    x: int
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of the bracket as a picture of its own."""

    title: str
    width: int
    height: int
    columns: tuple[BracketColumn, ...]


def round_title(match_count: int, stage: BracketStage, number: int, *, double: bool) -> str:
    """Name a round by how many matches it has."""
    if stage is BracketStage.THIRD:
        return _("Third place")
    if stage is BracketStage.RESET:
        return _("Second final")
    if stage is BracketStage.FINAL or (match_count == 1 and not double):
        return _("Final")
    if double:
        return _("Round %(number)s") % {"number": number}
    named = {2: _("Semi-finals"), 4: _("Quarter-finals")}
    return named.get(match_count) or _("Last %(players)s") % {"players": 2 * match_count}


def bracket_parts(
    snapshot: EventSnapshot, bracket: PlayedBracket, *, since: int = 1, mine: int = 0
) -> list[BracketPart]:
    """Return the pictures of a bracket, from the step *since* on; ``mine``: the reader's number."""
    titles = {
        BracketStage.WINNERS: _("Winners’ bracket") if bracket.settings.double else "",
        BracketStage.LOSERS: _("Losers’ bracket"),
        BracketStage.FINAL: _("Final"),
        BracketStage.THIRD: _("Third place"),
    }
    tables = _tables(snapshot)
    parts = []
    for stage, title in titles.items():
        stages = {stage, BracketStage.RESET} if stage is BracketStage.FINAL else {stage}
        matches = [
            played
            for played in bracket.matches
            if played.match.stage in stages and played.match.step >= since
        ]
        hidden = takewhile(lambda group: not any(map(is_shown, group)), _rounds(matches))
        matches = matches[sum(map(len, hidden)) :]
        columns = list(_columns(snapshot, bracket, matches, tables, mine))
        if any(column.boxes for column in columns):
            rows = max(map(len, _rounds(matches)))
            width = columns[-1].x + WIDTH + 1
            parts.append(BracketPart(title, width, _HEAD + rows * ROW, tuple(columns)))
    return parts


def is_shown(played: PlayedMatch) -> bool:
    """Whether a match has a box: not the byes of the first round, nor a match of nobody."""
    bye = played.walkover and played.match.round == 1
    return not bye and played.players != (0, 0)


def _rounds(matches: Sequence[PlayedMatch]) -> list[list[PlayedMatch]]:
    return [list(group) for _key, group in groupby(matches, _round_of)]


def _round_of(played: PlayedMatch) -> tuple[BracketStage, int]:
    return played.match.stage, played.match.round


def _tables(snapshot: EventSnapshot) -> dict[tuple[int, frozenset[int]], Pairing]:
    """The tables of the published rounds by round and players."""
    return {
        (number, frozenset(player.number for player in pairing.players)): pairing
        for number in range(1, snapshot.last_out + 1)
        for pairing in snapshot.pairings[number]
    }


def _columns(
    snapshot: EventSnapshot,
    bracket: PlayedBracket,
    matches: Sequence[PlayedMatch],
    tables: Mapping[tuple[int, frozenset[int]], Pairing],
    mine: int,
) -> Iterator[BracketColumn]:
    """Lay the rounds out from left to right, every match between the two that lead to it."""
    middle: dict[int, float] = {}
    shown: set[int] = set()
    for at, played_here in enumerate(_rounds(matches)):
        (stage, number), x = _round_of(played_here[0]), at * (WIDTH + GAP)
        title = round_title(len(played_here), stage, number, double=bracket.settings.double)
        boxes = []
        for place, played in enumerate(played_here):
            match = played.match
            before = [o.match for o in (match.first, match.second) if o.match in middle]
            before = [] if stage is BracketStage.RESET else before
            height = sum(middle[key] for key in before) / len(before) if before else place * ROW
            middle[match.key] = height
            if not is_shown(played):
                continue
            shown.add(match.key)
            y = int(height) + _HEAD + (ROW - HEIGHT) // 2
            links = tuple(
                f"{x - GAP},{int(middle[key]) + _HEAD + ROW // 2} "
                f"{x - GAP // 2},{int(middle[key]) + _HEAD + ROW // 2} "
                f"{x - GAP // 2},{y + HEIGHT // 2} {x},{y + HEIGHT // 2}"
                for key in before
                if key in shown
            )
            seated = [
                tables.get((n, frozenset(played.players))) for n in played.rounds if played.players
            ]
            games = tuple(table for table in seated if table)
            boxes.append(
                BracketBox(
                    played,
                    title,
                    x,
                    y,
                    _line(snapshot, bracket, played, 0, games),
                    _line(snapshot, bracket, played, 1, games),
                    links,
                    games,
                    bool(mine) and mine in (played.players or ()),
                )
            )
        yield BracketColumn(title, x, tuple(boxes))


def _line(
    snapshot: EventSnapshot,
    bracket: PlayedBracket,
    played: PlayedMatch,
    side: int,
    games: Sequence[Pairing],
) -> BracketLine:
    again = played.match.stage is BracketStage.RESET
    known = (None, None) if again else bracket.coming(played.match)
    player = (played.players or known)[side]
    if not player:
        return BracketLine(None, _("bye") if played.players else "", 0, "", "")
    participant, seed = snapshot.participants[player], bracket.seeds.index(player) + 1
    wins = ""
    if played.match.best_of > 1 and played.rounds:
        wins = str(played.wins[side])
    elif snapshot.board_points:
        wins = _boards_won(snapshot.board_points, games, player)
    css = "" if not played.decided else "won" if played.winner == player else "lost"
    return BracketLine(participant, fitting(participant.shown_name), seed, wins, css)


def _boards_won(
    board_points: Mapping[int, Sequence[BoardPoints | None]], games: Sequence[Pairing], team: int
) -> str:
    """The board points of a team in its games of a match; "" before the first."""
    points2 = [
        pair[team != table.white.number]
        for table in games
        for pair in board_points.get(table.pk, ())
        if pair
    ]
    return points_text(sum(points2)) if points2 else ""


def fitting(name: str) -> str:
    """Return a name as far as a box has room for it.

    >>> fitting("Ewa Nowak"), fitting("Wolfeschlegelsteinhausenbergerdorff")
    ('Ewa Nowak', 'Wolfeschlegelstein…')
    """
    if width_of(name) <= _ROOM:
        return name
    while width_of(f"{name}…") > _ROOM:
        name = name[:-1]
    return f"{name.rstrip()}…"


def steps_of(bracket: PlayedBracket) -> list[tuple[int, str]]:
    """Return the steps of a bracket with their names, for the links of a small screen."""
    names: dict[int, str] = {}
    for matches in _rounds(bracket.matches):
        stage, number = _round_of(matches[0])
        if stage is BracketStage.WINNERS:
            title = round_title(len(matches), stage, number, double=bracket.settings.double)
            names[matches[0].match.step] = title
    if bracket.settings.double:
        names[2 * len(names)] = _("Final")
    return sorted(names.items())


def cut_lines(snapshot: EventSnapshot) -> list[tuple[Participant, str, bool]]:
    """Return the first of every pool and who comes next: why, and whether they go on as it stands.

    A tie that the director decides is drawn here meanwhile.
    """
    rules, source = snapshot.settings.pools, snapshot.event
    if not snapshot.settings.has_pools:
        return []
    groups = in_groups(qualifiers(snapshot))
    first = min(rules.first, *map(len, groups)) if groups else 0
    following = sum(len(group) > first for group in groups)
    on = first and finalists(
        snapshot, first=first, best_next=min(rules.best_next, following), decided=False
    )
    goes_on = {row.participant.pk for group in on or () for row in group}
    return [
        (row.participant, reason_text(source, row), row.participant.pk in goes_on)
        for group in groups
        for row in group[: first + 1]
    ]


def tied_choices(snapshot: EventSnapshot) -> list[tuple[int, str]]:
    """Return the players among whom the director may have to decide: who is tied, or comes next."""
    rules = snapshot.settings.pools
    if not snapshot.settings.has_pools or rules.by_draw:
        return []
    return [
        (
            row.participant.number,
            labelled(row.participant.shown_name, reason_text(snapshot.event, row)),
        )
        for group in in_groups(qualifiers(snapshot))
        for at, row in enumerate(group)
        if row.drawn or (rules.best_next and at == rules.first)
    ]

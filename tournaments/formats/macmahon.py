"""Reading the XML of Christoph Gerlach's MacMahon 3.9 into a Tournament.

The file has an element for every fact: ``IndividualParticipant`` with its ``GoPlayer``, and
``TournamentRound`` with its ``Pairing`` elements, which name players by their ``Id``.  A result is
Black's points, then White's; who has the bye is Black.  ``Player``, ``Round``: other names for the
two in files of programs that took the form over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import (
    EventDetails,
    GameResult,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
    check,
)
from tournaments.events.settings import (
    HIGHEST_RANK,
    LOWEST_RANK,
    MAX_ROUNDS,
    MAX_STONES,
    HandicapSettings,
    Kind,
    Settings,
)
from tournaments.formats.latin import name_key
from tournaments.formats.opengotha_names import RANKS, rank_of
from tournaments.formats.remarks import Remark, RemarkKind, check_player_count, held_stones
from tournaments.formats.xml_reader import XmlNode, names_line, parse

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_HALF = "½"
_RESULTS = {
    "1-0": GameResult.BLACK,
    "0-1": GameResult.WHITE,
    "½-½": GameResult.EQUAL,
    "1-1": GameResult.BOTH_WIN,
    "0-0": GameResult.BOTH_LOSE,
    "?-?": GameResult.UNKNOWN,
    "": GameResult.UNKNOWN,
}
#: Criteria of the wall list by their short names: for McMahon, for Swiss.
_CRITERIA = {
    "Points": ("NBW", "NBW"),
    "Score": ("MMS", "MMS"),
    "ScoreX": ("MMS", "MMS"),
    "SOS": ("SOSM", "SOSW"),
    "SOSOS": ("SOSOSM", "SOSOSW"),
    "SODOS": ("SODOSM", "SODOSW"),
    "CUSS": ("CUSSM", "CUSSW"),
    "Rating": ("RATING", "RATING"),
    "Rank": ("RANK", "RANK"),
}
#: A step of the score adjustment is a quarter of a point.
_STEPS = 4


def is_macmahon(root: XmlNode) -> bool:
    """Whether an XML file is one of MacMahon: its players are elements of their own kind."""
    return next(root.every("GoPlayer"), None) is not None or any(
        "typeversion" in node.attributes for node in (root, *root.every("Tournament"))
    )


def read_macmahon(data: bytes, remarks: list[Remark] | None = None) -> Tournament:
    """Return the tournament of a MacMahon 3.9 XML file; players are numbered in its order.

    Ratings, bars, handicap and the order of the wall list are taken over; a round not played gives
    half a point of McMahon score, as MacMahon counts it.  A result by the referee is one by
    default.  Of two byes in a round the first stays; what is left out is added to ``remarks``.

    Raises RuleError: what :func:`tournaments.formats.xml_reader.parse` raises; E_TYPE (reason
    ``not_macmahon``) for other XML; E_DUPLICATE for an id twice (reason ``same_id``), a name twice
    (``same_player``; namesakes need PINs of their own) or a player twice in a round
    (``twice_in_a_round``, value: round, name); E_UNKNOWN for a pairing
    of nobody in the list, E_SAME_PLAYER; E_RANK, E_TYPE, E_RANGE, E_GRID, E_MISSING for an element
    that cannot be read (field: its name).
    """
    root = parse(data)
    if not is_macmahon(root):
        raise RuleError(Code.TYPE, "file", root.tag, reason="formats.not_macmahon")
    people = [node for node in root.every_of("IndividualParticipant", "Player") if _entry(node)]
    check_player_count(len(people))
    ids: dict[str, int] = {}
    for number, node in enumerate(people, 1):
        if ids.setdefault(_id(node, number), number) != number:
            raise RuleError(
                Code.DUPLICATE, "players", _id(node, number), reason="tournament.same_id"
            )
    players = tuple(_player(node, number) for number, node in enumerate(people, 1))
    _refuse_twins(players)
    spoken = {player.id: player.spoken for player in players}
    rounds = _rounds(root, ids, spoken, [] if remarks is None else remarks)
    return check(Tournament(players, rounds, _settings(root, len(rounds)), _event(root)))


def _refuse_twins(players: tuple[Player, ...]) -> None:
    """Refuse a name that occurs twice, unless each player has a number."""
    seen: dict[tuple[str, str], Player] = {}
    for player in players:
        twin = seen.setdefault((name_key(player.name), name_key(player.first_name)), player)
        namesakes = twin.egf_pin and player.egf_pin and twin.egf_pin != player.egf_pin
        if twin is not player and not namesakes:
            raise RuleError(Code.DUPLICATE, "players", player.spoken, reason="formats.same_player")


def _entry(node: XmlNode) -> XmlNode | None:
    return next((child for child in node.children if child.tag == "GoPlayer"), None)


def _id(node: XmlNode, number: int) -> str:
    return node.said("Id") or str(number)


@names_line
def _player(node: XmlNode, number: int) -> Player:
    entry = _entry(node)
    assert entry is not None
    name, first_name = _words(entry.said("Surname")), _words(entry.said("FirstName"))
    if not name and not first_name:
        raise RuleError(Code.MISSING, "Surname", _id(node, number))
    level = entry.said("GoLevel") or entry.said("Rank") or "30k"
    rank = rank_of(level)
    if rank is None:
        raise RuleError(Code.RANK, "GoLevel", (level, f"{name} {first_name}".strip()), RANKS)
    pin = entry.said("EgdPin")
    return Player(
        id=number,
        name=name,
        first_name=first_name,
        rank=rank,
        rating=_number(entry, "Rating", 0) or None,
        club=entry.said("Club"),
        country=entry.said("Country").upper(),
        correction=_correction(node),
        absent=frozenset(_missed(node)),
        grade=level.upper() if level[-1:] in "pP" else "",
        registered=not _switch(node, "PreliminaryRegistration", False),
        egf_pin=pin if re.fullmatch(r"[0-9]{8}", pin) else "",
    )


def _words(text: str) -> str:
    return " ".join(text.split())


@names_line
def _correction(node: XmlNode) -> int:
    """The adjustment of the starting score, and the point that sets the super group apart."""
    steps = _number(node, "ScoreAdjustmentValue", 0) if _switch(node, "ScoreAdjustment") else 0
    if steps % _STEPS:
        raise RuleError(Code.GRID, "ScoreAdjustmentValue", steps, AcceptedWords("whole points"))
    return steps // _STEPS + _switch(node, "SuperBarMember")


def _missed(node: XmlNode) -> Iterator[int]:
    for child in node.children:
        if child.tag == "NotPlayingInRound":
            yield _round_not_played(child)


@names_line
def _round_not_played(node: XmlNode) -> int:
    """The 0-based round of an element."""
    number = _read_number(node.text, node.tag)
    return whole_number(number, field=node.tag, low=1, high=MAX_ROUNDS) - 1


def _rounds(
    root: XmlNode, ids: dict[str, int], spoken: dict[int, str], remarks: list[Remark]
) -> tuple[TournamentRound, ...]:
    rounds: dict[int, TournamentRound] = {}
    for position, node in enumerate(root.every_of("TournamentRound", "Round"), 1):
        number = _number(node, "RoundNumber", position)
        whole_number(number, field="RoundNumber", low=1, high=MAX_ROUNDS)
        if number in rounds:
            raise RuleError(Code.DUPLICATE, "RoundNumber", number, reason="formats.same_round")
        rounds[number] = _Pairings(number, ids, spoken, remarks).read(node)
    last = max((n for n, each in rounds.items() if each.games or each.bye is not None), default=0)
    return tuple(rounds.get(number, TournamentRound()) for number in range(1, last + 1))


class _Pairings:
    """The pairings of one round, counted from 1."""

    def __init__(
        self, number: int, ids: dict[str, int], spoken: dict[int, str], remarks: list[Remark]
    ) -> None:
        self._number = number
        self._remarks = remarks
        self._ids = ids
        self._spoken = spoken
        self._seated: set[int] = set()

    @names_line
    def read(self, node: XmlNode) -> TournamentRound:
        games: list[TournamentGame] = []
        bye: int | None = None
        for pairing in node.every("Pairing"):
            if not _switch(pairing, "PairingWithBye"):
                games.append(self._game(pairing, len(games) + 1))
                continue
            free = self._seat(self._bye(pairing))
            if bye is None:
                bye = free
            else:
                name = self._spoken[free]
                self._remarks.append(Remark(RemarkKind.SECOND_BYE, name, self._number))
        return TournamentRound(_tabled(games), bye)

    def _bye(self, pairing: XmlNode) -> int:
        side = "Black" if pairing.said("Black", "0") in self._ids else "White"
        return self._find(pairing, side)

    @names_line
    def _find(self, pairing: XmlNode, side: str) -> int:
        reference = pairing.said(side)
        if reference not in self._ids:
            raise RuleError(Code.UNKNOWN, side, (self._number, reference[:80]))
        return self._ids[reference]

    def _seat(self, player: int) -> int:
        if player in self._seated:
            raise RuleError(
                Code.DUPLICATE,
                "games",
                (self._number, self._spoken[player]),
                reason="tournament.twice_in_a_round",
            )
        self._seated.add(player)
        return player

    @names_line
    def _game(self, pairing: XmlNode, position: int) -> TournamentGame:
        white, black = self._find(pairing, "White"), self._find(pairing, "Black")
        if white == black:
            raise RuleError(Code.SAME_PLAYER, "games", (self._number, self._spoken[white]))
        text = pairing.said("Result").replace(" ", "").replace("0.5", _HALF).replace("0,5", _HALF)
        result = _RESULTS.get(text.rstrip("!"))
        if result is None:
            raise RuleError(Code.TYPE, "Result", text[:80], ", ".join(filter(None, _RESULTS)))
        by_default = text.endswith("!") or _switch(pairing, "ResultByReferee")
        stones = _number(pairing, "Handicap", 0)
        spoken = f"{self._spoken[black]} – {self._spoken[white]}: {stones}"
        return TournamentGame(
            table=_number(pairing, "BoardNumber", position),
            white=self._seat(white),
            black=self._seat(black),
            handicap=held_stones(stones, spoken, self._number, self._remarks),
            result=result,
            by_default=by_default and result is not GameResult.UNKNOWN,
        )


def _tabled(games: list[TournamentGame]) -> tuple[TournamentGame, ...]:
    """The games by board; boards are numbered anew where the file's numbers are none."""
    boards = {game.table for game in games}
    if len(boards) < len(games) or min(boards, default=1) < 1:
        games = [replace(game, table=number) for number, game in enumerate(games, 1)]
    return tuple(sorted(games, key=lambda game: game.table))


def _settings(root: XmlNode, paired: int) -> Settings:
    node = _settings_node(root)
    mcmahon = _switch(node, "UseMacMahonStartScores", True)
    criteria = _criteria(root, mcmahon)
    return Settings(
        kind=Kind.MCMAHON if "MMS" in criteria else Kind.SWISS,
        rounds=max(_number(node, "NumberOfRounds", 5), paired, 1),
        floor=_bar(node, "LowerMacMahonBar", LOWEST_RANK),
        bar=_bar(node, "UpperMacMahonBar", HIGHEST_RANK),
        round_down=_switch(node, "HalfScoreGroupsRoundDown", True),
        criteria=criteria,
        handicap=_handicap(node),
    )


def _settings_node(root: XmlNode) -> XmlNode:
    """The element that holds the settings: the root, or the Tournament in it."""
    return root if root.tag == "Tournament" else root.first("Tournament") or root


def _criteria(root: XmlNode, mcmahon: bool) -> tuple[str, ...]:
    """The order of the wall list; criteria that we do not know are passed over."""
    walls = root.first("Walllist") or XmlNode("Walllist", {})
    listed = list(walls.every_of("SortCriterion", "Criterion")) or [walls]
    names = [short.text.strip() for node in listed for short in node.every("ShortName")]
    swiss = not mcmahon or names[:1] == ["Points"]
    order = dict.fromkeys(_CRITERIA[name][swiss] for name in names if name in _CRITERIA)
    if swiss:
        order = dict.fromkeys("NBW" if name == "MMS" else name for name in order)
    return tuple(order) or (("NBW", "SOSW", "SOSOSW") if swiss else ("MMS", "SOSM", "SOSOSM"))


@names_line
def _bar(node: XmlNode, name: str, without: int) -> int:
    level = node.said(f"{name}Level")
    if not _switch(node, name, bool(level)) or not level:
        return without
    return _rank(level, f"{name}Level")


def _rank(level: str, name: str) -> int:
    rank = rank_of(level)
    if rank is None:
        raise RuleError(Code.RANK, name, level[:80], RANKS)
    return rank


@names_line
def _handicap(node: XmlNode) -> HandicapSettings:
    """Stones as MacMahon gives them; its adjustment is added, ours is taken off."""
    below = node.said("HandicapBelowLevel")
    threshold = HIGHEST_RANK
    if below and _switch(node, "HandicapBelow", True):
        threshold = _rank(below, "HandicapBelowLevel")
    adjusted = _switch(node, "HandicapAdjustment", True)
    limited = _switch(node, "HandicapLimit", True)
    limit = _number(node, "HandicapLimitValue", MAX_STONES) if limited else MAX_STONES
    return HandicapSettings(
        on_mms=not _switch(node, "HandicapByLevel"),
        threshold=threshold,
        correction=-_number(node, "HandicapAdjustmentValue", 0) if adjusted else 0,
        ceiling=min(limit, MAX_STONES) if _switch(node, "HandicapUsed") else 0,
    )


def _event(root: XmlNode) -> EventDetails:
    node = _settings_node(root)
    return EventDetails(
        name=_words(node.said("Name")),
        short_name=_words(node.said("ShortDescription")),
        size=_number(node, "Boardsize", 19),
    )


# One element at a time.


@names_line
def _number(node: XmlNode, name: str, default: int) -> int:
    text = node.said(name)
    return _read_number(text, name) if text else default


def _read_number(text: str, name: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise RuleError(Code.TYPE, name, text[:80], AcceptedWords("a whole number"))
    return int(text)


def _switch(node: XmlNode, name: str, default: bool = False) -> bool:
    return node.said(name, str(default)).lower() == "true"

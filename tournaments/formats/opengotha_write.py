"""Writing a Tournament in the shape that OpenGotha 3.52 reads, without losing anything of ours.

What OpenGotha has no room for (long club names, our own numbers, unexcused absences, the CuSS of
S2-9) goes into attributes that begin with "own-", which it passes over.  Where it would refuse a
value (a country of three letters, no first name) it gets a shorter or a made-up one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.criteria import CRITERIA
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
    NO_CRITERION,
    PairingSettings,
    Settings,
)
from tournaments.formats import opengotha_names as names
from tournaments.formats.clock import OvertimeSystem, clock_of_words, overtime_words
from tournaments.formats.opengotha_names import key_of

_RESULT_TEXTS = {result: text for text, result in names.RESULTS.items()}

# What XML 1.0 cannot hold at all, and halves of characters, which no encoding can.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

#: OpenGotha's criteria of teams by ours, and its own order for teams that are placed by another.
_TEAM_CRITERIA = {
    "MP": "TEAMP",
    "BP": "BDW",
    "SOSMP": "SOST",
    "B1": "BDW1U",
    **{name: name for name in CRITERIA if name.startswith("BDW")},
}
_TEAM_ORDER = ("TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "MNR")

_NAMELESS = "-"
_CLUB, _COUNTRY = 4, 2


class WrittenTeam(NamedTuple):
    """A team by id and name, its players' ids with the reserves, and its lineups: round and board,
    both from 1, and the player's id.
    """

    id: int
    name: str
    players: Sequence[int]
    boards: Sequence[tuple[int, int, int]]


def write_opengotha(
    tournament: Tournament,
    teams: Sequence[WrittenTeam] = (),
    *,
    team_criteria: Sequence[str] = (),
) -> bytes:
    """Return the tournament as an OpenGotha XML file, UTF-8, with the teams of its players.

    ``team_criteria``: the order by which the teams are placed, of which OpenGotha gets what it has.
    :func:`~tournaments.formats.opengotha_read.read_opengotha` gives the same tournament back.

    OpenGotha knows players by their names: of namesakes the later ones get a number.

    Raises what :func:`tournaments.events.field.check` raises; RuleError E_DUPLICATE for two games
    on one table of a round (value: round, table), E_RANGE for a table below 1, E_TYPE for a text
    with characters that XML cannot hold.
    """
    check(tournament)
    written = _written_names(tournament.players)
    keys = {player: key_of(*both) for player, both in written.items()}
    root = Element(
        "Tournament",
        dataVersion=str(names.DATA_VERSION),
        fullVersionNumber="3.52",
        runningMode="SAL",
    )
    players = SubElement(root, "Players")
    for number, player in enumerate(tournament.players, 1):
        _add_player(players, player, number, written[player.id])
    _add_rounds(root, tournament.rounds, keys)
    _add_teams(root, teams, keys)
    _add_clubs_groups(root, tournament.system.pairing)
    _add_parameters(root, tournament)
    size = max((board for team in teams for _round, board, _player in team.boards), default=4)
    _add_team_parameters(root, size, team_criteria)
    for element in root.iter():
        _refuse_unwritable(element)
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _written_names(players: Iterable[Player]) -> dict[int, tuple[str, str]]:
    """Name and first name of each player as the file has them, no two with one key."""
    written: dict[int, tuple[str, str]] = {}
    used: set[str] = set()
    for player in players:
        name, first_name = player.name or _NAMELESS, player.first_name or _NAMELESS
        both = name, first_name
        number = 1
        while key_of(*both) in used:
            number += 1
            both = name, f"{first_name} ({number})"
        used.add(key_of(*both))
        written[player.id] = both
    return written


def _add_player(parent: Element, player: Player, number: int, written: tuple[str, str]) -> None:
    attributes = {
        "agaExpirationDate": "",
        "agaId": player.aga_id,
        "club": player.club[:_CLUB],
        "country": player.country[:_COUNTRY] if len(player.country) >= _COUNTRY else "",
        "egfPin": player.egf_pin,
        "ffgLicence": player.ffg_licence,
        "ffgLicenceStatus": "",
        "firstName": written[1],
        "grade": player.grade,
        "name": written[0],
        # OpenGotha gives an absence half a point; present without a game it gives none (S2-11).
        "participating": _participation(player.absent - player.unexcused),
        "rank": names.rank_text(player.rank),
        "ratingOrigin": "",
        "registeringStatus": "FIN" if player.registered else "PRE",
        "smmsCorrection": str(player.correction),
    }
    if player.rating is not None:
        attributes["rating"] = str(player.rating)
    ours = {
        "own-id": (str(player.id), str(number)),
        "own-name": (player.name, written[0]),
        "own-firstName": (player.first_name, written[1]),
        "own-club": (player.club, attributes["club"]),
        "own-country": (player.country, attributes["country"]),
        "own-participating": (_participation(player.absent), attributes["participating"]),
        "own-excused": (_participation(player.unexcused), _participation(frozenset())),
        "own-unplaced": (_switch(player.unplaced), _switch(False)),
        "own-pool": (str(player.pool), "0"),
    }
    attributes |= {name: value for name, (value, without) in ours.items() if value != without}
    SubElement(parent, "Player", attributes)


def _participation(missed: frozenset[int]) -> str:
    return "".join("0" if number in missed else "1" for number in range(names.FILE_ROUNDS))


def _add_rounds(root: Element, rounds: tuple[TournamentRound, ...], keys: dict[int, str]) -> None:
    games = SubElement(root, "Games")
    for number, tournament_round in enumerate(rounds, 1):
        tables: set[int] = set()
        for game in tournament_round.games:
            if game.table < 1:
                raise RuleError(Code.RANGE, "table", game.table, AcceptedRange(1, None))
            if game.table in tables:
                raise RuleError(
                    Code.DUPLICATE, "table", (number, game.table), reason="formats.same_table"
                )
            tables.add(game.table)
            _add_game(games, game, number, keys)
    byes = SubElement(root, "ByePlayers")
    for number, tournament_round in enumerate(rounds, 1):
        if tournament_round.bye is not None:
            SubElement(
                byes, "ByePlayer", player=keys[tournament_round.bye], roundNumber=str(number)
            )


def _add_game(parent: Element, game: TournamentGame, number: int, keys: dict[int, str]) -> None:
    result = _RESULT_TEXTS[game.result]
    if game.by_default and game.result is not GameResult.UNKNOWN:
        result += names.BY_DEFAULT
    node = SubElement(
        parent,
        "Game",
        blackPlayer=keys[game.black],
        handicap=str(game.handicap),
        knownColor=_switch(game.known_colour),
        result=result,
        roundNumber=str(number),
        tableNumber=str(game.table),
        whitePlayer=keys[game.white],
    )
    if game.margin2 is not None:
        node.set("own-margin2", str(game.margin2))
    if game.ending:
        node.set("own-ending", game.ending)


def _add_clubs_groups(root: Element, pairing: PairingSettings) -> None:
    groups = SubElement(root, "ClubsGroups")
    for number, clubs in enumerate(pairing.clubs_groups, 1):
        group = SubElement(groups, "ClubsGroup", name=f"Group {number}")
        for club in clubs:
            SubElement(group, "Club", name=club)


def _add_parameters(root: Element, tournament: Tournament) -> None:
    system = tournament.system
    parameters = SubElement(root, "TournamentParameterSet")
    _add_general(parameters, tournament)
    SubElement(
        parameters,
        "HandicapParameterSet",
        hdBasedOnMMS=_switch(system.handicap.on_mms),
        hdCeiling=str(system.handicap.ceiling),
        hdCorrection=str(system.handicap.correction),
        hdNoHdRankThreshold=names.rank_text(system.handicap.threshold),
    )
    _add_criteria(
        SubElement(parameters, "PlacementParameterSet"),
        [names.criterion_text(name) for name in system.criteria],
    )
    SubElement(parameters, "PairingParameterSet", _pairing(system.pairing))
    SubElement(parameters, "DPParameterSet", gameFormat="full", playerSortType="name")
    SubElement(parameters, "PublishParameterSet", exportToLocalFile="true", print="false")
    ours = _ours(system, tournament.rounds)
    if _is_ours(tournament.event):
        ours["own-overtime"] = tournament.event.overtime
    if ours:
        SubElement(parameters, "OwnParameterSet", ours)


def _add_general(parent: Element, tournament: Tournament) -> None:
    system, event = tournament.system, tournament.event
    general = SubElement(
        parent,
        "GeneralParameterSet",
        {
            "beginDate": event.begin,
            "director": event.director,
            "endDate": event.end,
            "genCountNotPlayedGamesAsHalfPoint": _switch(system.virtual),
            "genMMBar": names.rank_text(system.bar),
            "genMMFloor": names.rank_text(system.floor),
            "genMMS2ValueAbsent": str(system.mms_absent2),
            "genMMS2ValueBye": str(system.mms_bye2),
            "genMMZero": names.rank_text(system.zero),
            "genNBW2ValueAbsent": str(system.nbw_absent2),
            "genNBW2ValueBye": str(system.nbw_bye2),
            "genRoundDownNBWMMS": _switch(system.round_down),
            "komi": f"{event.komi2 / 2}",
            "location": event.location,
            "name": event.name,
            "numberOfCategories": str(system.categories),
            "numberOfRounds": str(system.rounds),
            "shortName": event.short_name,
            "size": str(event.size),
            **_thinking_time(event),
        },
    )
    for attribute in ("beginDate", "endDate"):
        if not general.get(attribute):  # OpenGotha takes today for a missing date, not for ""
            del general.attrib[attribute]
    if system.category_limits:
        categories = SubElement(general, "Categories")
        for number, limit in enumerate(system.category_limits, 1):
            SubElement(
                categories, "Category", lowerLimit=names.rank_text(limit), number=str(number)
            )


def _thinking_time(event: EventDetails) -> dict[str, str]:
    """The clock, as far as OpenGotha has a form for it."""
    attributes = {"bInternet": _switch(event.online)}
    if event.main_minutes is None:
        return attributes
    attributes["basicTime"] = str(event.main_minutes)
    clock = clock_of_words(event.main_minutes, event.overtime)
    if clock is None:
        return attributes
    for word, (overtime, seconds) in names.OVERTIMES.items():
        if overtime is clock.overtime:
            attributes["complementaryTimeSystem"] = word
            if seconds:
                attributes[seconds] = str(clock.seconds)
    if clock.overtime is OvertimeSystem.CANADIAN:
        attributes["nbMovesCanTime"] = str(clock.stones)
    return attributes


def _add_criteria(parent: Element, order: list[str]) -> None:
    criteria = SubElement(parent, "PlacementCriteria")
    padded = [*order, *[NO_CRITERION] * names.FILE_CRITERIA][: names.FILE_CRITERIA]
    for number, name in enumerate(padded, 1):
        SubElement(criteria, "PlacementCriterion", name=name, number=str(number))


def _pairing(pairing: PairingSettings) -> dict[str, str]:
    attributes = {
        attribute: str(getattr(pairing, field))
        for attribute, (field, _) in names.WHOLE_NUMBERS.items()
    }
    for attribute, field in names.SWITCHES.items():
        attributes[attribute] = _switch(getattr(pairing, field))
    for attribute, (field, _) in (names.DRAW_MODES | names.SEED_SYSTEMS).items():
        attributes[attribute] = getattr(pairing, field).value
    for attribute, (field, _) in names.EXTRA_CRITERIA.items():
        attributes[attribute] = names.criterion_text(getattr(pairing, field))
    attributes["paiSeRankThreshold"] = names.rank_text(pairing.rank_threshold)
    attributes["paiStandardNX1Factor"] = str(float(pairing.concavity))
    return dict(sorted(attributes.items()))


def _ours(system: Settings, rounds: tuple[TournamentRound, ...]) -> dict[str, str]:
    """The settings that OpenGotha cannot hold, where they are not what it would assume."""
    ours: dict[str, str] = {}
    known = [name for name in system.criteria if names.in_opengotha(name)]
    if len(known) < len(system.criteria) or len(known) > names.FILE_CRITERIA:
        ours["own-criteria"] = " ".join(system.criteria)
    if system.kind is not names.kind_of(system.criteria):
        ours["own-kind"] = system.kind.value
    if rounds and not rounds[-1].games and rounds[-1].bye is None:
        ours["own-rounds"] = str(len(rounds))
    usual = _own_values(Settings())
    ours |= {key: text for key, text in _own_values(system).items() if text != usual[key]}
    for attribute, (field, _) in names.EXTRA_CRITERIA.items():
        extra = getattr(system.pairing, field)
        if extra != NO_CRITERION and not names.in_opengotha(extra):
            ours[f"own-{attribute}"] = extra
    return ours


def _own_values(system: Settings) -> dict[str, str]:
    """Every setting that has an attribute of ours, as text."""
    pairing = system.pairing
    return {key: str(getattr(system, field)) for key, field in names.SMALL_POINTS.items()} | {
        "own-unexcused2": str(system.unexcused2),
        "own-pools": " ".join(str(int(value)) for value in astuple(system.pools)),
        "own-sodosJigo": system.sodos_jigo.value,
        "own-convention": pairing.convention.value,
        "own-acceleration2": " ".join(map(str, pairing.acceleration2)),
    }


def _is_ours(event: EventDetails) -> bool:
    """Whether the words of the overtime say more than OpenGotha would tell again."""
    if event.main_minutes is None or not event.overtime:
        return False
    clock = clock_of_words(event.main_minutes, event.overtime)
    return clock is None or overtime_words(clock) != event.overtime


def _add_teams(root: Element, teams: Sequence[WrittenTeam], keys: Mapping[int, str]) -> None:
    parent = SubElement(root, "Teams")
    for number, team in enumerate(teams, 1):
        element = SubElement(parent, "Team", teamNumber=str(number), teamName=team.name)
        for round_number, board, player in team.boards:
            SubElement(
                element,
                "Board",
                roundNumber=str(round_number),
                boardNumber=str(board),
                player=keys[player],
            )


def _add_team_parameters(root: Element, size: int, criteria: Sequence[str]) -> None:
    teams = SubElement(root, "TeamTournamentParameterSet")
    SubElement(teams, "TeamGeneralParameterSet", teamSize=str(size))
    known = [_TEAM_CRITERIA[name] for name in criteria if name in _TEAM_CRITERIA]
    order = known if "MP" in criteria else list(_TEAM_ORDER)
    _add_criteria(SubElement(teams, "TeamPlacementParameterSet"), order)


def _refuse_unwritable(element: Element) -> None:
    for attribute, text in element.attrib.items():
        if _UNWRITABLE.search(text):
            raise RuleError(Code.TYPE, attribute, text, reason="formats.unwritable")


def _switch(value: bool) -> str:
    return "true" if value else "false"

"""Reading OpenGotha's XML, releases 3.2x to 3.52, into a Tournament.

Teams and print settings are left aside.  Pairgoth exports this form with differences of its own: a
``ByePlayer`` around its byes, often empty, and other names of criteria.  Attributes that begin with
"own-" are ours: they keep what OpenGotha has no room for (see
:mod:`tournaments.formats.opengotha_write`).
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import (
    CALLED,
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
    Convention,
    DrawMode,
    HandicapSettings,
    JigoInSodos,
    Kind,
    PairingSettings,
    PoolSettings,
    SeedSystem,
    Settings,
)
from tournaments.formats import opengotha_names as names
from tournaments.formats.clock import Clock, OvertimeSystem, overtime_words
from tournaments.formats.opengotha_names import PlayerKeys
from tournaments.formats.remarks import Remark, RemarkKind, check_player_count, held_stones
from tournaments.formats.xml_reader import XmlNode, names_line, parse

_CLUB, _COUNTRY = 4, 2
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")


def read_opengotha(data: bytes, remarks: list[Remark] | None = None) -> Tournament:
    """Return the tournament of an OpenGotha XML file.

    Players are numbered from 1 in the order of the file; clubs are cut to four letters, countries
    to two, as OpenGotha does.  Of two byes in a round the first stays; what is left out is added to
    ``remarks``.

    Raises RuleError: what :func:`tournaments.formats.xml_reader.parse` raises for the file
    itself; E_TYPE (reason ``not_opengotha``) for other XML; E_DUPLICATE for two players of one key
    (value: both names) and for a player twice in a round (value: round, name);
    E_UNKNOWN for a game of nobody in the list; E_RANK, E_TYPE, E_RANGE, E_MISSING for an attribute
    that cannot be read (field: its name), E_INCONSISTENT for an unknown criterion.
    """
    remarks = [] if remarks is None else remarks
    root = parse(data)
    if root.tag != "Tournament":
        raise RuleError(Code.TYPE, "file", root.tag, reason="formats.not_opengotha")
    own = root.first("OwnParameterSet") or XmlNode("OwnParameterSet", {})
    players, keys = _players(root)
    at_least = whole_number(
        _number(own, "own-rounds", 0), field="own-rounds", low=0, high=names.FILE_ROUNDS
    )
    rounds = _rounds(root, keys, remarks, at_least)
    system = _settings(root, own, paired=len(rounds))
    teams = sum(1 for _team in root.every("Team"))
    if teams:
        remarks.append(Remark(RemarkKind.TEAMS, str(teams)))
    return check(Tournament(players, rounds, system, _event(root, own, remarks)))


def _players(root: XmlNode) -> tuple[tuple[Player, ...], PlayerKeys]:
    nodes = list((root.first("Players") or root).every("Player"))
    check_player_count(len(nodes))
    shift = names.RATING_SHIFT if _is_old(root) else 0
    players = tuple(_player(node, number, shift) for number, node in enumerate(nodes, 1))
    keys = PlayerKeys(
        (player.id, node.get("name"), node.get("firstName"))
        for player, node in zip(players, nodes, strict=True)
    )
    return players, keys


def _is_old(root: XmlNode) -> bool:
    """Whether ratings and keys are those of before data version 201.

    Release 3.51.02 wrote no data version but names itself in full; its data are of today.
    """
    if "dataVersion" in root.attributes:
        return _number(root, "dataVersion", 0) < names.DATA_VERSION
    return "fullVersionNumber" not in root.attributes


@names_line
def _player(node: XmlNode, number: int, rating_shift: int) -> Player:
    rating = _number(node, "rating", 0) if node.get("rating") else None
    if rating is not None and rating_shift:
        rating = min(rating + rating_shift, names.HIGHEST_RATING)
    absent = _missed(node.get("participating"))
    return Player(
        id=_number(node, "own-id", number),
        name=node.get("own-name", node.get("name")),
        first_name=node.get("own-firstName", node.get("firstName")),
        rank=_player_rank(node),
        rating=rating,
        club=node.get("own-club", node.get("club")[:_CLUB]),
        country=node.get("own-country", node.get("country")[:_COUNTRY]),
        correction=_number(node, "smmsCorrection", 0),
        absent=_missed(node.get("own-participating")) or absent,
        unexcused=_missed(node.get("own-excused")),
        registered=node.get("registeringStatus", "FIN") == "FIN",
        grade=node.get("grade"),
        egf_pin=node.get("egfPin"),
        ffg_licence=node.get("ffgLicence"),
        aga_id=node.get("agaId"),
        unplaced=_switch(node, "own-unplaced", False),
        pool=_number(node, "own-pool", 0),
    )


def _missed(participation: str) -> frozenset[int]:
    """The 0-based rounds marked "0"."""
    marks = participation[: names.FILE_ROUNDS]
    return frozenset(number for number, mark in enumerate(marks) if mark == "0")


def _player_rank(node: XmlNode) -> int:
    """The rank, or the grade where it is none."""
    for attribute, default in (("rank", "30K"), ("grade", "")):
        rank = names.rank_of(node.get(attribute, default))
        if rank is not None:
            return rank
    player = f"{node.get('name')} {node.get('firstName')}".strip()
    raise RuleError(Code.RANK, "rank", (node.get("rank"), player), names.RANKS)


def _rounds(
    root: XmlNode, keys: PlayerKeys, remarks: list[Remark], at_least: int
) -> tuple[TournamentRound, ...]:
    games: dict[int, list[TournamentGame]] = {}
    byes: dict[int, int] = {}
    seated: set[tuple[int, int]] = set()

    def seat(number: int, player: int) -> None:
        if (number, player) in seated:
            raise RuleError(
                Code.DUPLICATE,
                "games",
                (number, keys.spoken[player]),
                reason="tournament.twice_in_a_round",
            )
        seated.add((number, player))

    for node in (root.first("Games") or root).every("Game"):
        number, game = _round_number(node), _game(node, keys, remarks)
        if game.white == game.black:
            raise RuleError(Code.SAME_PLAYER, "games", (number, keys.spoken[game.white]))
        seat(number, game.white)
        seat(number, game.black)
        games.setdefault(number, []).append(game)
    for node in root.every("ByePlayer"):
        if not node.get("player"):
            continue
        number, player = _round_number(node), keys.find(node.get("player"), "ByePlayer")
        seat(number, player)
        if number in byes:
            remarks.append(Remark(RemarkKind.SECOND_BYE, keys.spoken[player], number))
        else:
            byes[number] = player
    last = max(*games, *byes, at_least, 0, 0)
    return tuple(
        TournamentRound(
            tuple(sorted(games.get(number, []), key=lambda game: game.table)), byes.get(number)
        )
        for number in range(1, last + 1)
    )


@names_line
def _round_number(node: XmlNode) -> int:
    return whole_number(
        _number(node, "roundNumber", 1), field="roundNumber", low=1, high=names.FILE_ROUNDS
    )


@names_line
def _game(node: XmlNode, keys: PlayerKeys, remarks: list[Remark]) -> TournamentGame:
    text = node.get("result", "RESULT_UNKNOWN")
    by_default = text.endswith(names.BY_DEFAULT)
    result = names.RESULTS.get(text.removesuffix(names.BY_DEFAULT))
    if result is None:
        raise RuleError(Code.TYPE, "result", text, ", ".join(names.RESULTS))
    white = keys.find(node.get("whitePlayer"), "whitePlayer")
    black = keys.find(node.get("blackPlayer"), "blackPlayer")
    stones = _number(node, "handicap", 0)
    spoken = f"{keys.spoken[black]} – {keys.spoken[white]}: {stones}"
    return TournamentGame(
        table=_number(node, "tableNumber", 1),
        white=white,
        black=black,
        handicap=held_stones(stones, spoken, _round_number(node), remarks),
        result=result,
        by_default=by_default and result is not GameResult.UNKNOWN,
        known_colour=_switch(node, "knownColor", True),
        margin2=_number(node, "own-margin2", 0) or None,
        # Our files once knew no ending but that of a draw because time was called.
        ending=CALLED if _switch(node, "own-called", False) else node.get("own-ending"),
    )


def _settings(root: XmlNode, own: XmlNode, paired: int) -> Settings:
    general = root.first("GeneralParameterSet") or XmlNode("GeneralParameterSet", {})
    criteria = _criteria(root, own)
    usual = Settings()
    small_points: dict[str, Any] = {
        field: _number(own, attribute, getattr(usual, field))
        for attribute, field in names.SMALL_POINTS.items()
    }
    return Settings(
        **small_points,
        kind=_one_of(Kind, own, "own-kind", names.kind_of(criteria).value),
        rounds=max(_number(general, "numberOfRounds", 5), paired),
        floor=_rank(general, "genMMFloor", "20K"),
        bar=_rank(general, "genMMBar", "4D"),
        zero=_rank(general, "genMMZero", "30K"),
        nbw_absent2=_number(general, "genNBW2ValueAbsent", 0),
        nbw_bye2=_number(general, "genNBW2ValueBye", 0),
        mms_absent2=_number(general, "genMMS2ValueAbsent", 0),
        mms_bye2=_number(general, "genMMS2ValueBye", 0),
        unexcused2=_number(own, "own-unexcused2", 0),
        round_down=_switch(general, "genRoundDownNBWMMS", True),
        virtual=_switch(general, "genCountNotPlayedGamesAsHalfPoint", False),
        sodos_jigo=_one_of(JigoInSodos, own, "own-sodosJigo", JigoInSodos.HALF.value),
        pools=_pools(own),
        criteria=criteria,
        category_limits=_category_limits(root, _number(general, "numberOfCategories", 1)),
        handicap=_handicap(root),
        pairing=_pairing(root, own),
    )


def _criteria(root: XmlNode, own: XmlNode) -> tuple[str, ...]:
    """The order of placement; of a criterion listed twice the first place counts."""
    if own.get("own-criteria"):
        return tuple(own.get("own-criteria").split())
    listed: dict[int, str] = {}
    placement = root.first("PlacementParameterSet")
    for node in placement.every("PlacementCriterion") if placement else ():
        listed[_number(node, "number", 1)] = _criterion(node, "name", NO_CRITERION)
    order = dict.fromkeys(name for _, name in sorted(listed.items()) if name != NO_CRITERION)
    return tuple(order) or ("NBW",)


def _category_limits(root: XmlNode, categories: int) -> tuple[int, ...]:
    whole_number(categories, field="numberOfCategories", low=1, high=9)
    limits = {
        _number(node, "number", 1): _rank(node, "lowerLimit", "30K")
        for node in root.every("Category")
    }
    missing = [number for number in range(1, categories) if number not in limits]
    if missing:
        raise RuleError(Code.MISSING, "Category", missing[0])
    return tuple(limits[number] for number in range(1, categories))


def _handicap(root: XmlNode) -> HandicapSettings:
    node = root.first("HandicapParameterSet") or XmlNode("HandicapParameterSet", {})
    return HandicapSettings(
        on_mms=_switch(node, "hdBasedOnMMS", True),
        threshold=_rank(node, "hdNoHdRankThreshold", "1D"),
        correction=_number(node, "hdCorrection", 1),
        ceiling=_number(node, "hdCeiling", 9),
    )


def _pairing(root: XmlNode, own: XmlNode) -> PairingSettings:
    node = root.first("PairingParameterSet") or XmlNode("PairingParameterSet", {})
    values: dict[str, Any] = {
        field: _number(node, attribute, default)
        for attribute, (field, default) in names.WHOLE_NUMBERS.items()
    }
    for attribute, field in names.SWITCHES.items():
        values[field] = _switch(node, attribute, True)
    for attribute, (field, default) in names.DRAW_MODES.items():
        values[field] = _one_of(DrawMode, node, attribute, default)
    for attribute, (field, default) in names.SEED_SYSTEMS.items():
        values[field] = _one_of(SeedSystem, node, attribute, default)
    for attribute, (field, default) in names.EXTRA_CRITERIA.items():
        values[field] = own.get(f"own-{attribute}") or _criterion(node, attribute, default)
    values["rank_threshold"] = _rank(node, "paiSeRankThreshold", "4D")
    values["concavity"] = _decimal(node, "paiStandardNX1Factor", "0.5")
    values["clubs_groups"] = tuple(
        tuple(club.get("name")[:_CLUB] for club in group.every("Club"))
        for group in root.every("ClubsGroup")
    )
    values["convention"] = _one_of(Convention, own, "own-convention", Convention.V352.value)
    values["acceleration2"] = _numbers(own, "own-acceleration2")
    return PairingSettings(**values)


def _pools(own: XmlNode) -> PoolSettings:
    numbers = zip(fields(PoolSettings), _numbers(own, "own-pools"), strict=False)
    values: dict[str, Any] = {field.name: number for field, number in numbers}
    return PoolSettings(**values | {"by_draw": bool(values.get("by_draw", True))})


def _numbers(node: XmlNode, attribute: str) -> tuple[int, ...]:
    return tuple(
        _number(XmlNode("", {attribute: word}), attribute, 0)
        for word in node.get(attribute).split()
    )


def _event(root: XmlNode, own: XmlNode, remarks: list[Remark]) -> EventDetails:
    node = root.first("GeneralParameterSet") or XmlNode("GeneralParameterSet", {})
    size = re.match(r"[0-9]{1,2}", node.get("size", "19").strip())
    komi2 = 2 * _decimal(node, "komi", "7.5")
    if komi2 != int(komi2):
        raise RuleError(Code.GRID, "komi", node.get("komi"), AcceptedWords("multiples of 0.5"))
    main_minutes, overtime = _thinking_time(node, own, remarks)
    return EventDetails(
        name=node.get("name"),
        short_name=node.get("shortName"),
        begin=node.get("beginDate"),
        end=node.get("endDate"),
        location=node.get("location"),
        director=node.get("director"),
        size=int(size[0]) if size else 19,
        komi2=int(komi2),
        main_minutes=main_minutes,
        overtime=overtime,
        online=_switch(node, "bInternet", False),
    )


def _thinking_time(node: XmlNode, own: XmlNode, remarks: list[Remark]) -> tuple[int | None, str]:
    """The minutes, None where the file has none, and the overtime in words."""
    if "basicTime" not in node.attributes:
        return None, ""
    minutes = whole_number(_number(node, "basicTime", 0), field="basicTime", low=0, high=6_000)
    if "own-overtime" in own.attributes:
        return minutes, own.get("own-overtime")
    system = node.get("complementaryTimeSystem", "SUDDENDEATH")
    if system not in names.OVERTIMES:
        remarks.append(Remark(RemarkKind.OVERTIME, system))
        return minutes, ""
    overtime, attribute = names.OVERTIMES[system]
    seconds = _number(node, attribute, 0) if attribute else 0
    stones = _number(node, "nbMovesCanTime", 15) if overtime is OvertimeSystem.CANADIAN else 1
    return minutes, overtime_words(Clock(minutes, overtime, seconds, stones))


# One attribute at a time.


@names_line
def _number(node: XmlNode, attribute: str, default: int) -> int:
    text = node.attributes.get(attribute)
    if text is None:
        return default
    if not _WHOLE.fullmatch(text.strip()):
        raise RuleError(Code.TYPE, attribute, text[:80], AcceptedWords("a whole number"))
    return int(text)


@names_line
def _decimal(node: XmlNode, attribute: str, default: str) -> float:
    text = node.get(attribute, default).strip().replace(",", ".") or default
    if not re.fullmatch(r"[+-]?[0-9]{1,6}(\.[0-9]{0,6})?", text):
        raise RuleError(Code.TYPE, attribute, text[:80], AcceptedWords("a number"))
    return float(text)


def _switch(node: XmlNode, attribute: str, default: bool) -> bool:
    return node.get(attribute, str(default)).strip().lower() == "true"


@names_line
def _rank(node: XmlNode, attribute: str, default: str) -> int:
    rank = names.rank_of(node.get(attribute, default))
    if rank is None:
        raise RuleError(Code.RANK, attribute, node.get(attribute), names.RANKS)
    return rank


@names_line
def _criterion(node: XmlNode, attribute: str, default: str) -> str:
    return names.read_criterion(node.get(attribute, default), attribute)


@names_line
def _one_of(choices: Any, node: XmlNode, attribute: str, default: str) -> Any:
    text = node.get(attribute, default)
    try:
        return choices(text)
    except ValueError:
        raise RuleError(Code.TYPE, attribute, text, ", ".join(map(str, choices))) from None

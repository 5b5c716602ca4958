"""Reading Pairgoth's own files (".tour"), the JSON in which it keeps a tournament.

Source: the fields that Pairgoth writes for a tournament, its players and its games.  Ranks are
counted as here, times are seconds, tables and rounds begin at 1, a bye is a game against player 0.
"""

from __future__ import annotations

import json
from typing import Any

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError, refusals_within
from ratings.text_files import decoded
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
    EVEN_GAMES,
    HIGHEST_RANK,
    LOWEST_RANK,
    MAX_ROUNDS,
    NO_CRITERION,
    DrawMode,
    HandicapSettings,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)
from tournaments.formats.clock import Clock, OvertimeSystem, overtime_words
from tournaments.formats.opengotha_names import criterion_of, read_criterion
from tournaments.formats.remarks import Remark, RemarkKind, check_player_count, held_stones

KINDS = {
    "MAC_MAHON": Kind.MCMAHON,
    "MACMAHON": Kind.MCMAHON,
    "SWISS": Kind.SWISS,
    "ROUND_ROBIN": Kind.ROUND_ROBIN,
}
RESULTS = {
    "w": GameResult.WHITE,
    "b": GameResult.BLACK,
    "=": GameResult.EQUAL,
    "#": GameResult.BOTH_WIN,
    "0": GameResult.BOTH_LOSE,
    "?": GameResult.UNKNOWN,
    "X": GameResult.UNKNOWN,
}
OVERTIMES = {
    "SUDDEN_DEATH": (OvertimeSystem.SUDDEN_DEATH, ""),
    "JAPANESE": (OvertimeSystem.BYOYOMI, "byoyomi"),
    "STANDARD": (OvertimeSystem.BYOYOMI, "byoyomi"),
    "CANADIAN": (OvertimeSystem.CANADIAN, "byoyomi"),
    "FISCHER": (OvertimeSystem.FISCHER, "increment"),
}
_SEEDS = {
    "SPLIT_AND_RANDOM": SeedSystem.RANDOM,
    "SPLIT_AND_FOLD": SeedSystem.FOLD,
    "SPLIT_AND_SLIP": SeedSystem.SLIP,
}
_DRAWS = {"TOP": DrawMode.TOP, "MIDDLE": DrawMode.MIDDLE, "BOTTOM": DrawMode.BOTTOM}
#: PairingSettings by part and name of Pairgoth's.
WEIGHTS = {
    ("base", "dupWeight"): "duplicate",
    ("base", "random"): "random",
    ("base", "colorBalanceWeight"): "balance",
    ("main", "catWeight"): "category",
    ("main", "scoreWeight"): "score",
    ("main", "upDownWeight"): "draw",
    ("main", "maximizeSeeding"): "seeding",
    ("main", "firstSeedLastRound"): "last_round_system1",
    ("secondary", "secWeight"): "secondary",
    ("geo", "weight"): "geography",
    ("geo", "mmsDiffCountry"): "country_preference",
    ("geo", "mmsDiffClubGroup"): "clubs_group_preference",
    ("geo", "mmsDiffClub"): "club_preference",
    ("handicap", "weight"): "handicap",
}
SWITCHES = {
    ("base", "deterministic"): "deterministic",
    ("main", "upDownCompensate"): "compensate_draws",
    ("secondary", "barThreshold"): "bar_threshold",
    ("secondary", "winsThreshold"): "wins_threshold",
}
CHOICES: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("main", "firstSeed"): ("seed_system1", _SEEDS),
    ("main", "secondSeed"): ("seed_system2", _SEEDS),
    ("main", "upDownUpperMode"): ("draw_upper", _DRAWS),
    ("main", "upDownLowerMode"): ("draw_lower", _DRAWS),
}


def read_pairgoth(data: bytes, remarks: list[Remark] | None = None) -> Tournament:
    """Return the tournament of a Pairgoth file; players keep the order of the file.

    In a tournament of teams the teams are the players.  Of two byes in a round the first stays;
    what is left out is added to ``remarks``.

    Raises what :func:`ratings.text_files.decoded` raises; RuleError E_TYPE on field
    "file" for what is no JSON object (reason ``not_pairgoth``), and on the field's name for one
    that is no number, text or list as it should be; E_UNKNOWN for a game of nobody in the list,
    E_DUPLICATE, E_RANGE and E_INCONSISTENT as :func:`tournaments.events.field.check` raises them.
    """
    remarks = [] if remarks is None else remarks
    whole = _whole_file(data)
    pairing = _object(whole, "pairing")
    teams = _list(whole, "teams")
    people = _list(whole, "players")
    check_player_count(len(people) + len(teams))
    players, ids = _players(people)
    if teams:
        remarks.append(Remark(RemarkKind.TEAM_PLAYERS, str(len(teams))))
        players, ids = _teams(teams, players, ids)
    rounds = _Rounds(ids, players, remarks).read(_list(whole, "games"))
    system = _settings(pairing, max(_number(whole, "rounds", 5), len(rounds)))
    if rules := _text(whole, "rules"):
        remarks.append(Remark(RemarkKind.RULES, rules))
    return check(Tournament(players, rounds, system, _event(whole, remarks)))


def _whole_file(data: bytes) -> dict[str, Any]:
    try:
        whole = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        if isinstance(error, RuleError):
            raise
        whole = None
    if not isinstance(whole, dict) or "pairing" not in whole:
        raise RuleError(Code.TYPE, "file", reason="formats.not_pairgoth")
    return whole


def _players(people: list[Any]) -> tuple[tuple[Player, ...], dict[int, int]]:
    """The players numbered from 1, and their numbers by the ids of the file."""
    players = []
    ids: dict[int, int] = {}
    for number, person in enumerate(people, 1):
        person = _as_object(person, "players")
        name, first_name = _text(person, "name"), _text(person, "firstname")
        with refusals_within(f"{name} {first_name}".strip() or str(number)):
            ids[_id(person, ids)] = number
            players.append(_player(person, number, name, first_name))
    return tuple(players), ids


def _player(person: dict[str, Any], number: int, name: str, first_name: str) -> Player:
    rating = person.get("rating")
    return Player(
        id=number,
        name=name,
        first_name=first_name,
        rank=whole_number(
            _number(person, "rank", LOWEST_RANK), field="rank", low=LOWEST_RANK, high=HIGHEST_RANK
        ),
        rating=None if rating is None else _number(person, "rating", 0),
        club=_text(person, "club"),
        country=_text(person, "country").upper(),
        correction=_number(person, "mmsCorrection", 0),
        absent=_skipped(person),
        registered=person.get("final") is not False,
        egf_pin=_text(person, "egf"),
        ffg_licence=_text(person, "ffg"),
        aga_id=_text(person, "aga"),
    )


def _teams(
    teams: list[Any], people: tuple[Player, ...], ids: dict[int, int]
) -> tuple[tuple[Player, ...], dict[int, int]]:
    """The teams as players, of the mean rank of their members."""
    teams_read = []
    numbers: dict[int, int] = {}
    for number, team in enumerate(teams, 1):
        team = _as_object(team, "teams")
        numbers[_id(team, numbers)] = number
        ranks = [people[ids[member] - 1].rank for member in _list(team, "players") if member in ids]
        teams_read.append(
            Player(
                id=number,
                name=_text(team, "name"),
                rank=round(sum(ranks) / len(ranks)) if ranks else LOWEST_RANK,
                absent=_skipped(team),
                registered=team.get("final") is not False,
            )
        )
    return tuple(teams_read), numbers


def _id(row: dict[str, Any], known: dict[int, int]) -> int:
    number = _number(row, "id", 0)
    if number in known or not number:
        raise RuleError(Code.DUPLICATE, "players", number, reason="tournament.same_id")
    return number


def _skipped(row: dict[str, Any]) -> frozenset[int]:
    rounds = [
        whole_number(number, field="skip", low=1, high=MAX_ROUNDS) for number in _list(row, "skip")
    ]
    return frozenset(number - 1 for number in rounds)


class _Rounds:
    """The games of each round, by the numbers of the players."""

    def __init__(
        self, ids: dict[int, int], players: tuple[Player, ...], remarks: list[Remark]
    ) -> None:
        self._ids = ids
        self._names = {player.id: player.spoken for player in players}
        self._remarks = remarks

    def read(self, rounds: list[Any]) -> tuple[TournamentRound, ...]:
        """All rounds; an empty one at the end is not paired yet."""
        rounds_read = [self._round(number, games) for number, games in enumerate(rounds, 1)]
        while rounds_read and not rounds_read[-1].games and rounds_read[-1].bye is None:
            rounds_read.pop()
        return tuple(rounds_read)

    def _round(self, number: int, games: object) -> TournamentRound:
        if not isinstance(games, list):
            raise RuleError(Code.TYPE, "games", number, "a list")
        read: list[TournamentGame] = []
        bye: int | None = None
        for game_row in games:
            game = _as_object(game_row, "games")
            white, black = self._player(game, "w"), self._player(game, "b")
            if white and black:
                with refusals_within(f"{self._names[black]} – {self._names[white]}"):
                    read.append(self._game(number, game, white, black, len(read) + 1))
            elif bye is None:
                bye = white or black or None
            else:
                spoken = self._names[white or black]
                self._remarks.append(Remark(RemarkKind.SECOND_BYE, spoken, number))
        return TournamentRound(tuple(sorted(read, key=lambda game: game.table)), bye)

    def _player(self, game: dict[str, Any], side: str) -> int:
        """The number of one of the two, 0 for the bye."""
        reference = _number(game, side, 0)
        if reference and reference not in self._ids:
            raise RuleError(Code.UNKNOWN, "games", reference)
        return self._ids[reference] if reference else 0

    def _game(
        self, number: int, game: dict[str, Any], white: int, black: int, table: int
    ) -> TournamentGame:
        text = _text(game, "r") or "?"
        if text not in RESULTS:
            raise RuleError(Code.TYPE, "result", text, ", ".join(RESULTS))
        both = f"{self._names[black]} – {self._names[white]}"
        if text == "X":
            self._remarks.append(Remark(RemarkKind.CANCELLED, both, number))
        stones = _number(game, "h", 0)
        return TournamentGame(
            table=_number(game, "t", table),
            white=white,
            black=black,
            handicap=held_stones(stones, f"{both}: {stones}", number, self._remarks),
            result=RESULTS[text],
        )


def _settings(pairing: dict[str, Any], rounds: int) -> Settings:
    kind = KINDS.get(_text(pairing, "type").upper())
    if kind is None:
        raise RuleError(Code.TYPE, "type", _text(pairing, "type"), ", ".join(KINDS))
    main = _object(pairing, "main")
    mcmahon = kind is Kind.MCMAHON
    placement = [read_criterion(text, "placement") for text in _list(pairing, "placement") if text]
    order = dict.fromkeys(name for name in placement if name != NO_CRITERION)
    return Settings(
        kind=kind,
        rounds=rounds,
        floor=_number(pairing, "mmFloor", -20) if mcmahon else LOWEST_RANK,
        bar=_number(pairing, "mmBar", 0) if mcmahon else HIGHEST_RANK,
        nbw_absent2=_halves(main, "nbwValueAbsent", 0),
        mms_absent2=_halves(main, "mmsValueAbsent", 1),
        round_down=main.get("roundDownScore") is not False,
        criteria=tuple(order) or ("MMS" if mcmahon else "NBW",),
        handicap=_handicap(_object(pairing, "handicap"), mcmahon=mcmahon),
        pairing=_pairing(pairing),
    )


def _handicap(stones: dict[str, Any], *, mcmahon: bool) -> HandicapSettings:
    usual = HandicapSettings() if mcmahon else EVEN_GAMES
    return HandicapSettings(
        on_mms=bool(stones.get("useMMS", usual.on_mms)),
        threshold=_number(stones, "threshold", usual.threshold),
        correction=_number(stones, "correction", usual.correction),
        ceiling=_number(stones, "ceiling", usual.ceiling),
    )


def _pairing(pairing: dict[str, Any]) -> PairingSettings:
    parts = {name: _object(pairing, name) for name in ("base", "main", "secondary", "geo")}
    parts["handicap"] = _object(pairing, "handicap")
    values: dict[str, Any] = {}
    for (part, name), field in WEIGHTS.items():
        if name in parts[part]:
            values[field] = _number(parts[part], name, 0)
    for (part, name), field in SWITCHES.items():
        if name in parts[part]:
            values[field] = bool(parts[part][name])
    for (part, name), (field, choices) in CHOICES.items():
        if name in parts[part]:
            values[field] = _one_of(choices, parts[part], name)
    for name, field in (
        ("firstSeedAddCrit", "extra_criterion1"),
        ("secondSeedAddCrit", "extra_criterion2"),
    ):
        if name in parts["main"]:
            values[field] = criterion_of(_text(parts["main"], name)) or NO_CRITERION
    if "nx1" in parts["base"]:
        values["concavity"] = float(_quantity(parts["base"], "nx1"))
    if "rankThreshold" in parts["secondary"]:
        values["rank_threshold"] = _number(parts["secondary"], "rankThreshold", 0)
    return PairingSettings(**values)


def _event(whole: dict[str, Any], remarks: list[Remark]) -> EventDetails:
    komi2 = 2 * _quantity(whole, "komi") if "komi" in whole else 15
    if komi2 != int(komi2):
        raise RuleError(Code.GRID, "komi", whole.get("komi"), AcceptedWords("multiples of 0.5"))
    minutes, overtime = _thinking_time(_object(whole, "timeSystem"), remarks)
    return EventDetails(
        name=_text(whole, "name"),
        short_name=_text(whole, "shortName"),
        begin=_text(whole, "startDate"),
        end=_text(whole, "endDate"),
        location=_text(whole, "location"),
        director=_text(whole, "director"),
        size=_number(whole, "gobanSize", 19),
        komi2=int(komi2),
        main_minutes=minutes,
        overtime=overtime,
        online=bool(whole.get("online")),
    )


def _thinking_time(time: dict[str, Any], remarks: list[Remark]) -> tuple[int | None, str]:
    if "mainTime" not in time:
        return None, ""
    minutes = _number(time, "mainTime", 0) // 60
    kind = _text(time, "type").upper()
    if kind == "SUDDEN_DEATH" and not minutes:
        return None, ""  # no time at all: none is known
    if kind not in OVERTIMES:
        remarks.append(Remark(RemarkKind.OVERTIME, kind))
        return minutes, ""
    overtime, seconds = OVERTIMES[kind]
    stones = max(_number(time, "stones", 1), 1) if overtime is OvertimeSystem.CANADIAN else 1
    clock = Clock(minutes, overtime, _number(time, seconds, 0) if seconds else 0, stones)
    return minutes, overtime_words(clock, periods=_number(time, "periods", 1))


# One value at a time.


def _object(whole: dict[str, Any], name: str) -> dict[str, Any]:
    return _as_object(whole.get(name) or {}, name)


def _as_object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RuleError(Code.TYPE, name, str(value)[:80], "an object")
    return value


def _list(whole: dict[str, Any], name: str) -> list[Any]:
    value = whole.get(name) or []
    if not isinstance(value, list):
        raise RuleError(Code.TYPE, name, str(value)[:80], "a list")
    return value


def _text(whole: dict[str, Any], name: str) -> str:
    value = whole.get(name)
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        raise RuleError(Code.TYPE, name, str(value)[:80], AcceptedWords("text"))
    return str(value).strip()


def _quantity(whole: dict[str, Any], name: str) -> float:
    value = whole.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e16:
        raise RuleError(Code.TYPE, name, str(value)[:80], AcceptedWords("a number"))
    return value


def _number(whole: dict[str, Any], name: str, default: int) -> int:
    """A whole number, which may be written as 5.0E14; *default* where there is none."""
    if whole.get(name) is None:
        return default
    value = _quantity(whole, name)
    if value != int(value):
        raise RuleError(Code.TYPE, name, value, AcceptedWords("a whole number"))
    return int(value)


def _halves(whole: dict[str, Any], name: str, default2: int) -> int:
    """0, ½ or 1 doubled."""
    return default2 if whole.get(name) is None else int(2 * _quantity(whole, name))


def _one_of(choices: dict[str, Any], whole: dict[str, Any], name: str) -> Any:
    text = _text(whole, name)
    if text not in choices:
        raise RuleError(Code.TYPE, name, text, ", ".join(choices))
    return choices[text]

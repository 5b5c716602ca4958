"""Writing Pairgoth's own files (".tour"), as :mod:`tournaments.formats.pairgoth` reads them.

Pairgoth has no games by default, no second kind of absence and no grades: a game by default keeps
its result, and a round missed is a round skipped.

>>> from tournaments.events.field import Player, Tournament, TournamentGame, TournamentRound
>>> from tournaments.formats.pairgoth import read_pairgoth
>>> pair = (Player(1, "Nowak", "Ewa", rank=2), Player(2, "Łoś", "Jan", rank=-5))
>>> day = Tournament(pair, (TournamentRound((TournamentGame(1, 1, 2, handicap=3),)),))
>>> read_pairgoth(write_pairgoth(day)).rounds == day.rounds
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from tournaments.events.field import EventDetails, Player, Tournament, TournamentRound
from tournaments.events.settings import NO_CRITERION, Kind, Settings
from tournaments.formats.clock import OvertimeSystem, clock_of_words
from tournaments.formats.opengotha_write import WrittenTeam
from tournaments.formats.pairgoth import CHOICES, RESULTS, SWITCHES, WEIGHTS

#: Every other kind is written as a Swiss, in which any two may have met.
_KINDS = {Kind.MCMAHON: "MAC_MAHON", Kind.ROUND_ROBIN: "ROUND_ROBIN"}
#: The criteria that Pairgoth places by, as it calls them.
_CRITERIA = {
    name: name.replace("-", "M")
    for name in (
        *("NBW", "MMS", "STS", "CPS", "CATEGORY", "RANK", "RATING", "EXT", "EXR", "SDC", "DC"),
        *("SOSW", "SOSW-1", "SOSW-2", "SODOSW", "SOSOSW", "CUSSW"),
        *("SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSOSM", "CUSSM"),
    )
}
#: Several results are read as one that is not known; only the first is written.
_LETTERS = {result: letter for letter, result in reversed(RESULTS.items())}
_PERIODS = re.compile(r"\s*([0-9]{1,3})\s*[x×*]")


def write_pairgoth(
    tournament: Tournament,
    teams: Sequence[WrittenTeam] = (),
    matches: tuple[TournamentRound, ...] = (),
) -> bytes:
    """Return the file of a tournament with the rounds paired so far, UTF-8.

    Of ``teams`` the tournament has the games at the boards, and ``matches`` are the rounds of the
    teams by their ids.  Criteria that Pairgoth does not know are left out of the order of
    placement.
    """
    system, poster = tournament.system, tournament.event
    games = _games(matches if teams else tournament.rounds)
    whole = {
        "id": 1,
        "type": f"TEAM{_board_count(teams)}" if teams else "INDIVIDUAL",
        "name": poster.name,
        "shortName": poster.short_name or poster.name,
        "startDate": poster.begin,
        "endDate": poster.end or poster.begin,
        "country": "",
        "location": poster.location,
        "director": poster.director,
        "online": poster.online,
        "komi": poster.komi2 / 2,
        "rules": "FRENCH",
        "gobanSize": poster.size,
        "timeSystem": _time(poster),
        "rounds": system.rounds,
        "pairing": _pairing(system),
        "players": [_player(player) for player in _with_rests(tournament, teams)],
        "games": games,
    }
    if teams:
        whole["teams"] = [
            {"id": team.id, "name": team.name, "players": list(team.players)} for team in teams
        ]
        whole["individualGames"] = _at_boards(games, tournament.rounds, teams)
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def _board_count(teams: Sequence[WrittenTeam]) -> int:
    return max((board for team in teams for _round, board, _player in team.boards), default=2)


def _with_rests(tournament: Tournament, teams: Sequence[WrittenTeam]) -> Iterator[Player]:
    """The players; of teams, whoever has no board in a round misses it, as Pairgoth asks for
    exactly as many players as there are boards."""
    seats = {(number, player) for team in teams for number, _board, player in team.boards}
    rounds = range(tournament.system.rounds if teams else 0)
    for player in tournament.players:
        rests = {number for number in rounds if (number + 1, player.id) not in seats}
        yield replace(player, absent=player.absent | rests)


def _at_boards(
    matches: Sequence[Sequence[Mapping[str, Any]]],
    rounds: Sequence[TournamentRound],
    teams: Sequence[WrittenTeam],
) -> dict[str, list[dict[str, Any]]]:
    """The games at the boards by the id of their match, numbered after all matches."""
    team_of = {player: team.id for team in teams for player in team.players}
    ids = count(1 + sum(map(len, matches)))
    boards: dict[str, list[dict[str, Any]]] = {}
    for of_round, event_round in zip(matches, rounds, strict=True):
        match_of = {match[side]: str(match["id"]) for match in of_round for side in "wb"}
        for game in _round(replace(event_round, bye=None), ids):
            boards.setdefault(match_of[team_of[game["w"]]], []).append(game)
    return boards


def _time(poster: EventDetails) -> dict[str, Any]:
    """The clock in seconds; no time at all where none is known, as Pairgoth asks for one."""
    clock = clock_of_words(poster.main_minutes or 0, poster.overtime)
    main = {"mainTime": 60 * (poster.main_minutes or 0)}
    if clock is None or not clock.seconds:
        return {"type": "SUDDEN_DEATH", **main}
    if clock.overtime is OvertimeSystem.FISCHER:
        return {"type": "FISCHER", **main, "increment": clock.seconds}
    if clock.overtime is OvertimeSystem.CANADIAN:
        return {"type": "CANADIAN", **main, "byoyomi": clock.seconds, "stones": clock.stones}
    periods = _PERIODS.match(poster.overtime)
    number = int(periods[1]) if periods else 1
    return {"type": "JAPANESE", **main, "byoyomi": clock.seconds, "periods": number}


def _pairing(system: Settings) -> dict[str, Any]:
    parts: dict[str, dict[str, Any]] = {
        name: {} for name in ("base", "main", "secondary", "geo", "handicap")
    }
    weights = system.pairing
    for (part, name), field in (*WEIGHTS.items(), *SWITCHES.items()):
        parts[part][name] = getattr(weights, field)
    for (part, name), (field, choices) in CHOICES.items():
        words = {choice: word for word, choice in choices.items()}
        parts[part][name] = words[getattr(weights, field)]
    parts["base"]["nx1"] = weights.concavity
    parts["main"] |= {
        "firstSeedAddCrit": _criterion(weights.extra_criterion1),
        "secondSeedAddCrit": _criterion(weights.extra_criterion2),
        "nbwValueAbsent": system.nbw_absent2 / 2,
        "mmsValueAbsent": system.mms_absent2 / 2,
        "roundDownScore": system.round_down,
    }
    parts["secondary"]["rankThreshold"] = weights.rank_threshold
    parts["handicap"] |= {
        "useMMS": system.handicap.on_mms,
        "threshold": system.handicap.threshold,
        "correction": system.handicap.correction,
        "ceiling": system.handicap.ceiling,
    }
    placement = [_CRITERIA[name] for name in system.criteria if name in _CRITERIA]
    limits = {"mmFloor": system.floor, "mmBar": system.bar}
    return {
        "type": _KINDS.get(system.kind, "SWISS"),
        **parts,
        "placement": placement or [system.main_score],
        **(limits if system.kind is Kind.MCMAHON else {}),
    }


def _criterion(name: str) -> str:
    return "NONE" if name == NO_CRITERION else _CRITERIA.get(name, "NONE")


def _player(player: Player) -> dict[str, Any]:
    skipped = sorted(number + 1 for number in player.absent | player.unexcused)
    numbers = {"egf": player.egf_pin, "ffg": player.ffg_licence, "aga": player.aga_id}
    return {
        "id": player.id,
        "name": player.name,
        "firstname": player.first_name,
        "rank": player.rank,
        "rating": 2100 + 100 * player.rank if player.rating is None else player.rating,
        "country": player.country,
        "club": player.club,
        "final": player.registered,
        **({"skip": skipped} if skipped else {}),
        **({"mmsCorrection": player.correction} if player.correction else {}),
        **{name: number for name, number in numbers.items() if number},
    }


def _games(rounds: tuple[TournamentRound, ...]) -> list[list[dict[str, Any]]]:
    ids = count(1)
    return [list(_round(event_round, ids)) for event_round in rounds]


def _round(event_round: TournamentRound, ids: Iterator[int]) -> Iterator[dict[str, Any]]:
    for game in event_round.games:
        yield {
            "id": next(ids),
            "t": game.table,
            "w": game.white,
            "b": game.black,
            "h": game.handicap,
            "r": _LETTERS[game.result],
            "dd": 0,
        }
    if event_round.bye is not None:
        table = max((game.table for game in event_round.games), default=0) + 1
        yield {"id": next(ids), "t": table, "w": event_round.bye, "b": 0, "h": 0, "r": "w", "dd": 0}

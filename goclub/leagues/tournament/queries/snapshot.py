"""An event as the rules see it: its rows, who places it, and what its organisers do next.

:func:`load` asks the database six times whatever the size of the event, of teams eight times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from goclub.leagues.models import (
    Absence,
    Event,
    ForbiddenPair,
    League,
    LeagueEvent,
    Pairing,
    Participant,
    Round,
    Seat,
)
from goclub.leagues.models.event import settings_from_json
from goclub.leagues.tournament.queries.boards import points_of_matches
from tournaments.brackets.play import PlayedBracket
from tournaments.events import field as rules
from tournaments.events.placement import StandingsRow, standings
from tournaments.events.scores.bracket import bracket_of
from tournaments.events.scores.league import LEAGUE_ORDER
from tournaments.events.settings import EVEN_GAMES, Kind, Settings
from tournaments.events.teams import BoardPoints

#: What orders the players of teams among themselves.
BOARD_ORDER = ("NBW", "SOSW", "SODOSW")
#: Criteria that are shown as a team's score where they place first.
TEAM_SCORES = ("MP", "BP")


@dataclass(frozen=True, slots=True)
class Placing:
    """The league that places an event: points, then small points worth so much (S4-9, S4-16)."""

    row: LeagueEvent
    off_board2: int
    bye2: int

    @property
    def league(self) -> League:
        return self.row.league

    def applied_to(self, settings: Settings) -> Settings:
        """The settings of an event with the league's order of placement."""
        return replace(
            settings, criteria=LEAGUE_ORDER, off_board2=self.off_board2, small_bye2=self.bye2
        )


def placing_of(event: Event) -> Placing | None:
    """The league that places an event; None where its own criteria do.

    No query for an event that says that it counts for no league, else two.
    """
    if not event.for_league:
        return None
    row = LeagueEvent.objects.select_related("league").filter(event=event).order_by("pk").first()
    if row is None:
        return None
    rules = row.league.rules_on(event.begins_on)
    return Placing(row, rules.off_board2, rules.bye2)


def settings_of(event: Event) -> Settings:
    """The settings that an event's organisers chose, whatever places it."""
    return settings_from_json(event.settings, kind=event.system, rounds=event.rounds_planned)


@dataclass
class EventSnapshot:
    """All rows of an event, joined in memory: participants by number, rounds in order.

    ``pairings`` and ``byes`` go by the round's number, counted from 1.  The participants of a
    pairing are the very objects of ``participants``.  Of teams these are the teams and their
    matches, with the ``board_points`` of each match by key, which single players have none of;
    ``of_boards``: the players of the teams and the games at the boards instead, which nothing pairs
    or places.
    """

    event: Event
    participants: dict[int, Participant]
    absences: dict[int, list[Absence]]
    rounds: list[Round]
    pairings: dict[int, list[Pairing]]
    byes: dict[int, Seat]
    forbidden: list[ForbiddenPair] = field(default_factory=list)
    board_points: Mapping[int, list[BoardPoints | None]] | None = None
    of_boards: bool = False

    @cached_property
    def meetings(self) -> Mapping[frozenset[int], list[int]]:
        """Return the rounds (from 1) in which two players, by their numbers, have a table."""
        rounds: dict[frozenset[int], list[int]] = defaultdict(list)
        for number in sorted(self.pairings):
            for pairing in self.pairings[number]:
                rounds[frozenset(player.number for player in pairing.players)].append(number)
        return rounds

    @cached_property
    def placing(self) -> Placing | None:
        """The league whose rules place the event (S4-16), None where its own criteria do."""
        return placing_of(self.event)

    @cached_property
    def settings(self) -> Settings:
        own = settings_of(self.event)
        if self.of_boards:
            own = replace(own, kind=Kind.SWISS, criteria=BOARD_ORDER)
        if self.event.has_boards:
            own = replace(own, handicap=EVEN_GAMES)  # stones are given at the boards
        return own if self.placing is None else self.placing.applied_to(own)

    @cached_property
    def at_boards(self) -> EventSnapshot:
        """Those who sit down and their games: of teams their players, else the event itself."""
        return load(self.event, boards=True) if self.event.has_boards else self

    @property
    def everyone(self) -> dict[int, Participant]:
        """The entries by number, and of teams their players too."""
        return self.participants | self.at_boards.participants

    @property
    def score_name(self) -> str:
        """The criterion that is shown as a player's score."""
        settings = self.settings
        if self.placing is not None or settings.criteria[0] in TEAM_SCORES:
            return settings.criteria[0]
        return settings.main_score

    def round(self, number: int) -> Round | None:
        """The round of this number, counted from 1."""
        return next((row for row in self.rounds if row.number == number), None)

    @cached_property
    def drawn(self) -> list[int]:
        """The numbers of the players in a knock-out by seed; none before the draw."""
        first = self.round(1)
        if self.settings.kind is not Kind.KNOCKOUT or first is None:
            return []
        return list(first.request.get("places", ()))

    def bracket(self, after: int, drawn: list[int] | None = None) -> PlayedBracket | None:
        """The bracket after a round (from 1); None before the draw.

        ``drawn``: the players by seed instead of those of :attr:`drawn`.
        """
        seed_of = {number: seed for seed, number in enumerate(drawn or self.drawn, 1)}
        tournament = self.tournament(rounds=after)
        players = [replace(p, seed=seed_of.get(p.id, 0)) for p in tournament.players]
        return bracket_of(players, tournament.rounds, self.settings)

    def rounds_left(self) -> int:
        """How many rounds are still to be paired, of a knock-out at least."""
        bracket = self.bracket(self.last_out) if self.drawn else None
        return self.event.rounds_planned - self.last_out if bracket is None else bracket.rounds_left

    def expected(self, number: int) -> set[int]:
        """The numbers of those who have a game in a round if they are here."""
        bracket = self.bracket(number - 1) if self.drawn else None
        if bracket is None:
            return set(self.participants)
        return {player for match in bracket.to_play() for player in match.players or ()}

    def seated(self, number: int) -> set[int]:
        """The numbers of all who have a table or the bye in a round."""
        seats = {player.number for pairing in self.pairings[number] for player in pairing.players}
        bye = self.byes.get(number)
        return seats | ({bye.participant.number} if bye else set())

    @property
    def last_out(self) -> int:
        """The number of the last round that everybody may see; 0 before the first."""
        return max((row.number for row in self.rounds if row.is_out), default=0)

    def tournament(self, *, rounds: int | None = None) -> rules.Tournament:
        """The event as the rules see it, with its first *rounds* rounds (None: those published).

        Players go by their number in the event; rounds are 0-based there.
        """
        upto = self.last_out if rounds is None else rounds
        return rules.Tournament(
            players=tuple(self._player(participant) for participant in self.participants.values()),
            rounds=tuple(self._round(number) for number in range(1, upto + 1)),
            system=self.settings,
            event=rules.EventDetails(
                name=self.event.name,
                short_name=self.event.short_name or self.event.slug,
                begin=self.event.begins_on.isoformat(),
                end=self.event.ends_on.isoformat(),
                location=self.event.place,
                director=self.event.director,
                size=self.event.board,
                komi2=self.event.komi2,
                main_minutes=self.event.main_minutes,
                overtime=self.event.overtime,
                online=self.event.egf_class == Event.EgfClass.D,
            ),
        )

    def standings(
        self, after: int, shown: tuple[str, ...] | None = None
    ) -> tuple[StandingsRow, ...]:
        """The published table after a round, counted from 1 (0: before the first).

        Everything that names a place or a winner asks here.  With ``shown`` only these criteria and
        those that place are computed.
        """
        return standings(self.published_after(after), after - 1, shown=shown)

    def everybody(
        self, after: int, shown: tuple[str, ...] | None = None
    ) -> tuple[StandingsRow, ...]:
        """The scores of all who are entered after a round, players who never came among them.

        Their places are those of OpenGotha, for whoever compares the two.
        """
        return standings(self._out, after - 1, shown=shown)

    @property
    def published(self) -> rules.Tournament:
        """Return the published rounds with the players of the last standings."""
        return self.published_after(self.last_out)

    def published_after(self, after: int) -> rules.Tournament:
        """The published rounds up to one (from 1) with the players whom the table after it names.

        A player in no game, no bye and no pool is left out: an entry alone wins nothing.  Points
        without a game (a bye, a win by forfeit, a win for both) keep the place only of those who
        have a round to come.  Before the first round the table names those who are entered.
        """
        whole, gone = self._out, Participant.State.WITHDRAWN
        tournament = replace(whole, rounds=whole.rounds[:after])
        games = [game for event_round in tournament.rounds for game in event_round.games]
        named = placed = {
            n for n, participant in self.participants.items() if participant.state != gone
        }
        if self.drawn and tournament.rounds:  # of a bracket everybody has a place
            named = placed = set(self.drawn)
        elif tournament.rounds:
            seats = [(number, game) for game in games for number in (game.white, game.black)]
            free = {
                event_round.bye for event_round in tournament.rounds if event_round.bye is not None
            }
            free |= {n for n in named if self.participants[n].pool}
            named = free | {number for number, _game in seats}
            played = {number for number, game in seats if game.at_board}
            free |= {number for number, game in seats if game.points2(number)}
            placed = played | {number for number in free - played if self._to_come(number, after)}
        system = tournament.system
        if self.placing is not None:
            # The league gives nothing for an absence; the wins beside its points are wins.
            system = replace(system, nbw_absent2=0, mms_absent2=0)
        return replace(
            tournament,
            system=system,
            players=tuple(
                player if player.unplaced or player.id in placed else replace(player, unplaced=True)
                for player in tournament.players
                if player.id in named or player.unplaced
            ),
        )

    @cached_property
    def _out(self) -> rules.Tournament:
        return self.tournament()

    def _to_come(self, number: int, after: int) -> bool:
        """Return whether a player is here for a round after one; an event may have ended early."""
        participant, closed = self.participants[number], self.event.state == Event.State.CLOSED
        last = self.last_out if closed else self.event.rounds_planned
        left = set(range(after + 1, last + 1)) - set().union(*self.missed(participant))
        return participant.state == Participant.State.FINAL and bool(left)

    def first_of(self, after: int) -> list[Participant]:
        """Who is first in the table after a round; all who share that place."""
        rows = self.standings(after, shown=())
        return [self.participants[row.player] for row in rows if row.place == 1]

    def _player(self, participant: Participant) -> rules.Player:
        excused, missed = self.missed(participant)
        return rules.Player(
            id=participant.number,
            name=participant.name,
            first_name=participant.first_name,
            rank=participant.rank,
            rating=participant.rating,
            club=participant.club,
            country=participant.country,
            correction=participant.correction,
            absent=frozenset(number - 1 for number in excused | missed),
            unexcused=frozenset(number - 1 for number in missed | self._removed_from(participant)),
            registered=participant.state != Participant.State.PRELIMINARY,
            grade=participant.grade,
            egf_pin=participant.egf_pin,
            ffg_licence=participant.ffg_licence,
            aga_id=participant.aga_id,
            unplaced=self.placing is not None and participant.removed_in is not None,
            seed=self._seeds.get(participant.number, 0),
            pool=participant.pool or 0,
        )

    @cached_property
    def _seeds(self) -> dict[int, int]:
        return {number: seed for seed, number in enumerate(self.drawn, 1)}

    def _removed_from(self, participant: Participant) -> set[int]:
        """The rounds after a removal: agreed with nobody, they earn nothing (S2-11, S4-18)."""
        if participant.removed_in is None:
            return set()
        later = range(participant.removed_in, self.event.rounds_planned + 1)
        return {n for n in later if n > self.last_out or participant.number not in self.seated(n)}

    def missed(self, participant: Participant) -> tuple[set[int], set[int]]:
        """The rounds somebody sits out, counted from 1: by agreement, and without (S2-11).

        Late entry, withdrawal and removal count as agreed unless said otherwise.
        """
        listed = self.absences[participant.pk]
        missed = {absence.number for absence in listed if not absence.excused}
        excused = {absence.number for absence in listed if absence.excused}
        if participant.late_from:
            excused |= set(range(1, participant.late_from))
        if participant.withdrawn_from:
            excused |= set(range(participant.withdrawn_from, self.event.rounds_planned + 1))
        if participant.removed_in:
            # Not in a round in which the player was already seated when removed (S4-18).
            excused |= self._removed_from(participant)
        return excused - missed, missed

    def free_win(self, number: int) -> Seat | None:
        """The bye of a round (from 1), unless a sanction took it from its player (S4-18)."""
        bye = self.byes.get(number)
        removed = bye.participant.removed_in if bye else None
        return None if removed is not None and removed <= number else bye

    def _round(self, number: int) -> rules.TournamentRound:
        bye = self.free_win(number)
        return rules.TournamentRound(
            games=tuple(
                game_of(pairing, boards=self._boards(pairing)) for pairing in self.pairings[number]
            ),
            bye=bye.participant.number if bye else None,
        )

    def _boards(self, match: Pairing) -> tuple[BoardPoints, ...]:
        """The points of two teams at each board; whoever won without play won every board."""
        if self.board_points is None:
            return ()
        points = self.board_points.get(match.pk)
        if points is None and match.has_result:
            result = _RESULTS[match.counted]
            return ((result.white2, result.black2),) * self.event.team_size
        return tuple(pair or (0, 0) for pair in points or ())


#: The call of an enumeration costs more than all else in a game.
_RESULTS = {result.value: result for result in rules.GameResult}


def _ending_of(pairing: Pairing) -> str:
    if not pairing.verdict:
        return pairing.ending if pairing.ending in rules.ENDINGS else ""
    return "" if pairing.counted_default else "penalty"


def game_of(
    pairing: Pairing,
    sides: tuple[int, int] | None = None,
    boards: tuple[BoardPoints, ...] = (),
) -> rules.TournamentGame:
    """A pairing as the rules see it; ``sides``: White and Black by other numbers; ``boards``: of a
    match of teams, the doubled points of White and Black at each board."""
    white, black = sides or (pairing.white.number, pairing.black.number)
    return rules.TournamentGame(
        table=pairing.table,
        white=white,
        black=black,
        handicap=pairing.handicap,
        result=_RESULTS[pairing.counted],
        by_default=pairing.counted_default,
        known_colour=pairing.known_colour,
        margin2=None if pairing.verdict else pairing.margin2,
        ending=_ending_of(pairing),
        boards=boards,
    )


def load(event: Event, *, boards: bool = False) -> EventSnapshot:
    """Read everything of an event: participants, absences, rounds, pairings, byes, bans.

    Of teams: the teams and their matches, or with ``boards`` their players and the games.
    """
    entries = event.participants.filter(team__isnull=not boards)
    entries = entries.order_by("number").select_related("member", *["team"][: int(boards)])
    people = {entry.pk: entry for entry in entries}
    absences: dict[int, list[Absence]] = defaultdict(list)
    for absence in Absence.objects.filter(participant__event=event).order_by("number"):
        absences[absence.participant_id].append(absence)
    rounds = {event_round.pk: event_round for event_round in event.rounds.order_by("number")}
    pairings: dict[int, list[Pairing]] = defaultdict(list)
    tables = Pairing.objects.filter(round__event=event, match__isnull=not boards)
    for pairing in tables.order_by("round__number", "table"):
        pairing.round = rounds[pairing.round_id]
        pairing.white, pairing.black = people[pairing.white_id], people[pairing.black_id]
        pairings[pairing.round.number].append(pairing)
    byes: dict[int, Seat] = {}
    free = Seat.objects.filter(round__event=event, pairing__isnull=True)
    for seat in free.none() if boards else free:
        seat.round, seat.participant = rounds[seat.round_id], people[seat.participant_id]
        byes[seat.round.number] = seat
    bans = ForbiddenPair.objects.filter(event=event).order_by("pk")
    forbidden = list(bans.none() if boards else bans)
    for ban in forbidden:
        ban.event, ban.first, ban.second = event, people[ban.first_id], people[ban.second_id]
    return EventSnapshot(
        event=event,
        participants={entry.number: entry for entry in people.values()},
        absences=absences,
        rounds=list(rounds.values()),
        pairings=pairings,
        byes=byes,
        forbidden=forbidden,
        board_points=None if boards or not event.has_boards else points_of_matches(event, pairings),
        of_boards=boards,
    )


class Next(StrEnum):
    """The step that comes next.

    ENTER players, PAIR the next round (BY_HAND: some tables of it are fixed already), PUBLISH the
    preview, RESULTS to come in, CLOSE; nothing more when DONE.
    """

    ENTER = "enter"
    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    CLOSE = "close"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Stage:
    """``number`` is the round it is about (from 1); ``open_tables`` those without a result.

    ``can_close``: the event may be closed now, early where a round could still be paired.
    """

    next: Next
    number: int
    open_tables: int = 0
    can_undo: bool = False
    can_close: bool = False

    @property
    def marks(self) -> dict[str, str]:
        """How the line of stages marks each step: done, now, or "" for what is still to come."""
        steps = list(Next)
        here = steps.index(self.next)
        return {
            step.value: "done" if at < here else "now" if at == here else ""
            for at, step in enumerate(steps)
        }


def stage_of(snapshot: EventSnapshot) -> Stage:
    """Return what comes next in an event."""
    event = snapshot.event
    if event.state in (Event.State.CLOSED, Event.State.CANCELLED):
        return Stage(Next.DONE, snapshot.last_out)
    early = bool(snapshot.last_out) and event.state == Event.State.RUNNING
    last = snapshot.rounds[-1] if snapshot.rounds else None
    if last is None:
        here = [entry for entry in snapshot.participants.values() if entry.state != _GONE]
        return Stage(Next.PAIR if len(here) > 1 else Next.ENTER, 1)
    if last.state == Round.State.PAIRED:
        return Stage(Next.PUBLISH, last.number, can_undo=True)
    if last.state == Round.State.OPEN:
        return Stage(Next.PAIR, last.number, can_undo=True, can_close=early)
    waiting = [pairing for pairing in snapshot.pairings[last.number] if not pairing.has_result]
    if waiting:
        return Stage(Next.RESULTS, last.number, len(waiting), can_undo=True)
    if snapshot.rounds_left() > 0:
        return Stage(Next.PAIR, last.number + 1, can_undo=True, can_close=early)
    return Stage(Next.CLOSE, last.number, can_undo=True, can_close=True)


_GONE = Participant.State.WITHDRAWN

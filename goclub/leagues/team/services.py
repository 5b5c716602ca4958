"""Entering teams and pairs, their players and captains, and their lineups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal, describe
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, LineupPlace, Participant
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.models.participant import PLAYERS_FROM, full_name, is_family_first
from goclub.leagues.tournament.queries.snapshot import settings_of
from goclub.leagues.tournament.queries.strength import rank_number, strength_of, usual_rating
from goclub.leagues.tournament.services.boards import players_here, seat_boards
from goclub.leagues.tournament.services.entries import (
    checked_columns,
    columns_of,
    next_unpublished,
    weigh_team,
)
from goclub.leagues.tournament.services.events import change_rules
from goclub.leagues.tournament.services.registration import register_guest
from goclub.leagues.tournament.services.results import settle_round
from goclub.leagues.tournament.services.steps import (
    OPEN,
    entry_json,
    lock,
    lock_event,
    lock_for_step,
    may_run,
    need_state,
    record,
)
from goclub.members.models import Member, User
from goclub.members.names import fold_name
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.events.teams import moved_up

What = Change.What
#: More matches than this in a round would give their boards the numbers of other tables.
MOST_TEAMS = 198
MOST_PLAYERS = 20
#: Above the numbers of all players.
_ASIDE = 15_000
#: Letters of a country.
_COUNTRY = 2


# --- Entering ---------------------------------------------------------------------------------
@atomic_retried
def enter_teams(act: Act, event: Event, *, text: str) -> list[Participant]:
    """Enter a team for each line, “Team; Ewa Nowak 3d; 佐藤 健 1d; …”: all of them, or none.

    The first player of a line is captain.  Raises RuleError with the line where one is at fault,
    E_MISSING without any line, and what :func:`enter_team` raises.
    """
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip(" ;\t")]
    if not lines:
        raise Refusal(_("Paste at least one line with a team."), code=Code.MISSING, field="text")
    teams = []
    for at, line in lines:
        name, *players = line.replace("\t", ";").split(";")
        try:
            teams.append(enter_team(act, event, name=name, players="\n".join(players)))
        except RuleError as error:
            raise Refusal(
                _("Line %(line)s: %(problem)s"),
                code=error.code,
                field="text",
                value=line[:80],
                reason="team_line",
                line=at,
                problem=describe(error),
            ) from error
    return teams


def need_room(event: Event) -> None:
    """Refuse one team more than the numbers of tables allow: E_RANGE."""
    if event.participants.entries().count() >= MOST_TEAMS:
        raise Refusal(
            _("A tournament has room for %(value)s teams. Remove a team before you enter another."),
            code=Code.RANGE,
            field="name",
            value=MOST_TEAMS,
        )


@atomic_retried
def enter_team(act: Act, event: Event, *, name: str, players: str = "") -> Participant:
    """Enter a team with the players of a text, one in a line: a name and a rank.

    Its rank is the mean of its boards; it has their country and club where they share them.
    Raises RuleError E_MISSING without a name, E_RANK for a line without a rank, E_DUPLICATE for a
    name that is entered already, E_RANGE for too many, E_STATE, and PermissionDenied.
    """
    event = lock_event(act, event)
    if not event.team_size:
        raise Refusal(
            _("Single players enter this tournament. Enter each player on the page “Entries”."),
            field="name",
        )
    need_room(event)
    people = [read_player(line) for line in players.splitlines() if line.strip()]
    ranks = [person["rank"] for person in people] or [LOWEST_RANK]
    team = register_guest(act, event, name=name.strip(), rank=ranks[0], **shared_by(people))
    for person in people:
        add_player(act, team, person)
    return team


def shared_by(people: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the country and the club of a team: those that all its players have."""
    return {
        column: people[0][column]
        for column in ("country", "club")
        if len({person[column] for person in people}) == 1
    }


def read_player(line: str) -> dict[str, Any]:
    """Return the columns of a player from “Ewa Nowak 3d”, “Nowak, Ewa 3d”, “Ewa Nowak 3d PL AZS”.

    The family name comes last, but before a comma and in the writings that put it first; country
    (two capitals) and club may follow the rank.  Raises RuleError E_RANK without a rank, E_MISSING
    without a name.

    >>> read_player("Ewa Anna Nowak 3d")["name"], read_player("佐藤 健 1k")["first_name"]
    ('Nowak', '健')
    >>> [read_player("Ewa Nowak 3d PL Nowa Huta")[column] for column in ("country", "club")]
    ['PL', 'Nowa Huta']
    """
    words = line.split()
    ranks = [rank_number(word) for word in words]
    rank = next((rank for rank in ranks if rank is not None), None)
    if rank is None:
        raise Refusal(
            _("“%(value)s” has no rank. Write each player like Ewa Nowak 3d."),
            code=Code.RANK,
            field="players",
            value=line.strip()[:80],
            reason="no_rank",
        )
    words, club = words[: ranks.index(rank)], words[ranks.index(rank) + 1 :]
    has_country = bool(club) and len(club[0]) == _COUNTRY and club[0].isupper()
    country = club.pop(0) if has_country else ""
    written = " ".join(words)
    family, comma, first = (part.strip() for part in written.partition(","))
    if not comma:
        at = 1 if is_family_first(written) else len(words) - 1
        before, after = " ".join(words[:at]), " ".join(words[at:])
        family, first = (before, after) if is_family_first(written) else (after, before)
    if not family:
        raise RuleError(Code.MISSING, "name")
    columns = {"name": family, "first_name": first, "rank": rank}
    return columns | {"country": country, "club": " ".join(club)}


@atomic_retried
def add_member(act: Act, team: Participant, *, member: Member) -> Participant:
    """Add a member to a team at the rank of their standing.

    Raises RuleError E_DUPLICATE for one who is in the event already, E_MISSING for one without a
    rank, and what :func:`add_guest` raises.
    """
    lock_event(act, team.event)
    rank, rating = strength_of(member)
    if rank is None:
        raise Refusal(
            _("%(value)s has no rank here yet. Add them by name and rank."),
            code=Code.MISSING,
            field="member",
            value=member.shown_name,
            reason="member_without_rank",
        )
    if team.event.participants.filter(member=member).exists():
        raise RuleError(
            Code.DUPLICATE, "member", member.shown_name, reason="tournament.entered_already"
        )
    return add_player(act, team, {**columns_of(member), "rank": rank, "rating": rating})


@atomic_retried
def add_guest(act: Act, team: Participant, *, name: str, rank: int, **columns: Any) -> Participant:
    """Add somebody who is no member to a team.

    Raises RuleError E_DUPLICATE for a name of another player, E_RANGE, E_STATE, PermissionDenied.
    """
    lock_event(act, team.event)
    return add_player(act, team, {**columns, "name": name, "rank": rank})


def add_player(
    act: Act, team: Participant, columns: dict[str, Any], *, another: bool = False
) -> Participant:
    """Add somebody at the end of a team of an event that the caller has locked.

    Raises what :func:`add_guest` raises; no E_DUPLICATE where it is ``another`` of that name.
    """
    event = team.event
    whole_number(columns["rank"], field="rank", low=LOWEST_RANK, high=HIGHEST_RANK)
    shown = columns.get("display_name") or full_name(columns["name"], columns.get("first_name", ""))
    players = event.participants.exclude(team=None).select_related("team")
    for player in players:
        if not another and fold_name(player.display_name) == fold_name(shown):
            raise Refusal(
                _(
                    "%(value)s is in %(team)s too. Remove them from one of the two teams. If they "
                    "are two people, add something to one of the names."
                ),
                code=Code.DUPLICATE,
                field="name",
                value=shown,
                reason="plays_for_a_team",
                team=player.team.shown_name if player.team else "",
            )
    if sum(player.team_id == team.pk for player in players) >= MOST_PLAYERS:
        raise Refusal(
            _("A team has room for %(value)s players. Remove a player first."),
            code=Code.RANGE,
            field="name",
            value=MOST_PLAYERS,
        )
    last = players.aggregate(last=Max("number"))["last"] or PLAYERS_FROM
    values = checked_columns({**columns, "display_name": shown})
    if values.get("rating") is None:
        values["rating"] = usual_rating(values["rank"])
    player = Participant.objects.create(
        event=event,
        team=team,
        number=last + 1,
        captain=not team.players.exists(),
        entered_at=act.at,
        **values,
    )
    record(act, event, What.ENTERED, step=False, subject=shown, after=entry_json(player))
    weigh_team(team)
    return player


# --- A team -----------------------------------------------------------------------------------
def _changed(act: Act, player: Participant, change: Callable[[Participant], None]) -> Participant:
    """Change a player of a team under the lock of the event, with its record; return the team."""
    event = lock_event(act, player.event)
    player = Participant.objects.select_related("team__event").get(pk=player.pk)
    team = player.team
    if team is None:
        raise RuleError(Code.UNKNOWN, "player", str(player))
    before = entry_json(player)
    change(player)
    after = entry_json(player) if player.pk else None
    record(act, event, What.ALTERED, step=False, subject=str(player), before=before, after=after)
    weigh_team(team)
    return team


@atomic_retried
def remove_player(act: Act, player: Participant) -> Participant:
    """Take a player who has not sat down yet out of a team.

    Raises RuleError E_STATE (``player_has_games``) for one who has.
    """

    def take_out(player: Participant) -> None:
        past = player.places.filter(number__lt=next_unpublished(player.event))
        if player.seats.exists() or past.exists():
            raise Refusal(
                _("%(value)s has already played. Leave them out of the lineups instead."),
                field="player",
                value=str(player),
                reason="player_has_games",
            )
        # Without the whole lineup, the team's order fills the empty board.
        rounds = list(player.places.values_list("number", flat=True))
        LineupPlace.objects.filter(team=player.team, number__in=rounds).delete()
        player.delete()

    return _changed(act, player, take_out)


@atomic_retried
def move_up(act: Act, player: Participant) -> Participant:
    """Let a player change places with the one above in the order of the team."""

    def change_places(player: Participant) -> None:
        above = Participant.objects.filter(team=player.team, number__lt=player.number)
        upper = above.order_by("-number").first()
        if upper is None:
            return
        place, player.number, upper.number = player.number, upper.number, 0
        upper.save(update_fields=["number"])
        player.save(update_fields=["number"])
        upper.number = place
        upper.save(update_fields=["number"])

    return _changed(act, player, change_places)


@atomic_retried
def set_order(act: Act, players: Sequence[Participant]) -> None:
    """Let players of one team sit in this order, at the places that they have together."""
    numbers = sorted(player.number for player in players)
    if numbers == [player.number for player in players]:
        return
    _changed(act, players[0], lambda _first: _renumber(players, numbers))


def _renumber(players: Sequence[Participant], numbers: Iterable[int]) -> None:
    """Give players these numbers; for a moment they have others, since each is there once."""
    rows = Participant.objects.filter(pk__in=[player.pk for player in players])
    rows.update(number=F("number") + _ASIDE)
    for player, number in zip(players, numbers, strict=True):
        player.number = number
        player.save(update_fields=["number"])


@atomic_retried
def make_captain(act: Act, player: Participant) -> Participant:
    """Let a player be the one captain of the team."""

    def name_captain(player: Participant) -> None:
        Participant.objects.filter(team=player.team).update(captain=False)
        player.captain = True
        player.save(update_fields=["captain"])

    return _changed(act, player, name_captain)


# --- Lineups ----------------------------------------------------------------------------------
def may_lead(team: Participant, user: User) -> bool:
    """The organisers, and the team's captain where that is a member."""
    return (
        may_run(team.event, user)
        or team.players.filter(captain=True, member__user=user, member__isnull=False).exists()
    )


def is_drawn(event: Event, number: int) -> bool:
    """Whether the matches of a round (from 1) are drawn, so that lineups are locked."""
    return event.rounds.filter(number=number, pairings__isnull=False).exists()


@atomic_retried
def set_lineup(
    act: Act,
    team: Participant,
    *,
    number: int,
    players: Sequence[Participant | None],
    reason: str = "",
) -> Participant:
    """Say who sits at boards 1, 2 … of a team in a round (from 1); None leaves a board empty.

    Where the order is the team's own, those below move up.  The captain says it before the draw;
    afterwards organisers alone, with a reason that is kept, and boards with a result stay.  Raises
    RuleError E_STATE (``lineup_is_locked``, ``board_has_result``), E_MISSING without the reason,
    E_DUPLICATE for a player at two boards, E_UNKNOWN for one of another team, PermissionDenied.
    """
    event = lock(team.event)
    if act.by is not None and not may_lead(team, act.by):
        raise PermissionDenied
    need_state(event, OPEN)
    whole_number(number, field="round", low=1, high=event.rounds_planned)
    drawn = is_drawn(event, number)
    if drawn:
        _need_reason(act, event, number, reason)
        _need_last_round(event, number)
    own = {player.pk: player for player in players_here(event, number).get(team.pk, [])}
    chosen = [player.pk for player in players if player is not None]
    for player in chosen:
        if player not in own:
            raise RuleError(Code.UNKNOWN, "players", player)
        if chosen.count(player) > 1:
            raise Refusal(
                _("%(value)s can sit at one board only. Choose someone else for the second."),
                code=Code.DUPLICATE,
                field="players",
                value=own[player],
                reason="two_boards",
            )
    order = [player and player.pk for player in players][: event.team_size]
    if not event.free_order:
        order = list(moved_up(list(own), chosen, event.team_size))
    lineup = {board: player for board, player in enumerate(order, 1) if player}
    rows = LineupPlace.objects.filter(team=team, number=number)
    before = {place.board: place.player_id for place in rows}
    rows.delete()
    LineupPlace.objects.bulk_create(
        LineupPlace(team=team, number=number, board=board, player_id=player)
        for board, player in lineup.items()
    )
    event_round = event.rounds.filter(number=number).first()
    if event_round is not None and event_round.is_out:
        seat_boards(act, event, event_round)
        settle_round(event_round, act.at)
    known = {player.pk: player.number for player in team.players.all()}
    record(
        act,
        event,
        What.LINEUP,
        step=False,
        round_number=number,
        subject=str(team),
        before={board: known.get(player) for board, player in before.items()},
        after={board: known[player] for board, player in lineup.items()},
        reason=reason,
    )
    return team


def _need_reason(act: Act, event: Event, number: int, reason: str) -> None:
    if act.by is not None and not may_run(event, act.by):
        raise Refusal(
            _("Round %(value)s is drawn, so its lineups are locked. Ask an organiser."),
            field="players",
            value=number,
            reason="lineup_is_locked",
        )
    if not reason.strip():
        raise Refusal(
            _("Round %(value)s is drawn. Say why its lineup changes."),
            code=Code.MISSING,
            field="reason",
            value=number,
            reason="lineup_reason",
        )


def _need_last_round(event: Event, number: int) -> None:
    later = event.rounds.filter(number__gt=number)
    if event.system == Event.System.KNOCKOUT and later.exists():
        raise Refusal(
            _(
                "The bracket has gone on after round %(value)s, so its lineups stay as they are. "
                "Correct a result on the desk’s page “Bracket”."
            ),
            field="players",
            value=number,
            reason="bracket_went_on",
        )


def lineup_now(team: Participant, number: int) -> dict[int, Participant]:
    """Who sits at which board of a team in a round (from 1): as said, else in its order."""
    places = team.lineups.filter(number=number).select_related("player")
    if lineup := {place.board: place.player for place in places}:
        return lineup
    players = players_here(team.event, number).get(team.pk, [])
    return dict(enumerate(players[: team.event.team_size], 1))


# --- Settings ---------------------------------------------------------------------------------
@atomic_retried
def change_team_rules(
    act: Act, event: Event, *, free_order: bool, match_points: tuple[int, ...], bye_boards2: int
) -> Event:
    """Change what teams play under.  Raises what the settings refuse, E_STATE, PermissionDenied."""
    event = lock_for_step(act, event)
    rules = change_rules(event, match_points=match_points, bye_boards2=bye_boards2)
    before = {"free_order": event.free_order, "settings": event.settings}
    event.free_order, event.settings = free_order, settings_to_json(rules)
    event.save(update_fields=["free_order", "settings"])
    after = {"free_order": event.free_order, "settings": event.settings}
    record(act, event, What.EDITED, before=before, after=after)
    return event


def team_rules(event: Event) -> dict[str, Any]:
    """What teams play under, as the form has it."""
    rules = settings_of(event)
    won, drawn, lost = rules.match_points
    return {
        "free_order": event.free_order,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "bye_boards2": rules.bye_boards2,
    }

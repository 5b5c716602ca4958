"""Tournaments in and out as files: read, look at, store; write what is here."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import unseen_in, without_unseen
from goclub.common.notation import listed
from goclub.common.reading import has_neighbours
from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.text import decoded, is_in_one_encoding
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Game
from goclub.games.notebook.services.cells.countries import read_country
from goclub.leagues.league.services.persons import person_of_entry, person_of_member
from goclub.leagues.models import Absence, Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.models.participant import full_name
from goclub.leagues.tournament.queries.boards import lineups_of, players_by_team
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.events import SEEDS, free_slug, may_create
from goclub.leagues.tournament.services.results import fitting_ending
from goclub.leagues.tournament.services.steps import record, seats_of
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from ratings.text_files import decoded as decoded_text
from ratings.text_files import too_large
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, check
from tournaments.events.settings import CATEGORY_WEIGHT, Kind, Settings
from tournaments.formats.latin import NamedPerson, match_people
from tournaments.formats.opengotha_columns import GENERATED
from tournaments.formats.opengotha_write import WrittenTeam, write_opengotha
from tournaments.formats.pairgoth_write import write_pairgoth
from tournaments.formats.remarks import Remark, RemarkKind
from tournaments.formats.sniffing import read_tournament

What = Change.What

_XML = re.compile(rb"\s*<")
_LATIN_1 = re.compile(rb"^;\s*(?:name|comm|vill)=|" + re.escape(GENERATED.encode()), re.MULTILINE)
#: More than any tournament's file needs.
MAX_BYTES = 8 * 1024 * 1024


def read_file(
    data: bytes, remarks: list[Remark] | None = None, *, encoding: str = ""
) -> Tournament:
    """Return the tournament of a file of any kind that is read here, told by what is in it.

    What of it is not kept is added to ``remarks``; *encoding* is that of a text, if it was chosen.

    Raises what :func:`goclub.common.sheets.text.decoded` raises for letters that cannot be told,
    RuleError E_RANGE (``too_large``) for too large a file, E_TYPE (``unknown_format``) for a
    format that is not read here, and (``unseen``) for a name that does not look like what it is;
    what the reader of the format raises.
    """
    if len(data) > MAX_BYTES:
        raise too_large(len(data), MAX_BYTES)
    data = _in_utf_8(data, encoding)
    tournament = check(read_tournament(data, remarks))
    _check_seen(tournament, data)
    remarks = [] if remarks is None else remarks
    _remark_draws(tournament, remarks)
    if (begin := tournament.event.begin.strip()) and _date(begin) is None:
        remarks.append(Remark(RemarkKind.DATE, begin[:40]))
    return _with_countries(tournament, remarks)


def _check_seen(tournament: Tournament, data: bytes) -> None:
    """Refuse a name with a character that cannot be seen, by its line where the file shows it."""
    poster = tournament.event
    names = [poster.name, poster.short_name, poster.location, poster.director]
    for player in tournament.players:
        names += [player.name, player.first_name, player.club]
    for name in filter(unseen_in, names):
        error = Refusal(
            _("“%(value)s” has a character that cannot be seen. Remove it from the file."),
            code=Code.TYPE,
            field="file",
            value=without_unseen(name),
            reason="unseen",
        )
        words = [word for word in name.split(" ") if unseen_in(word)]
        lines = enumerate(decoded_text(data).split("\n"), 1)
        where = next((at for at, line in lines if any(word in line for word in words)), None)
        raise error if where is None else error.within(where)


def _remark_draws(tournament: Tournament, remarks: list[Remark]) -> None:
    """Remark upon the draws that can be no jigo, by round."""
    event = Event(komi2=tournament.event.komi2)
    for number, event_round in enumerate(tournament.rounds, 1):
        games = (game for game in _numbered(event_round.games) if not game.called)
        if tables := [game.table for game in games if _is_called(game, event)]:
            remarks.append(Remark(RemarkKind.DRAWS, listed(tables), number))


def _is_called(game: TournamentGame, event: Event) -> bool:
    """Whether a draw is one because time was called: half a point of komi allows no jigo."""
    half = event.komi2_for(game.handicap) % 2 == 1
    return game.result is GameResult.EQUAL and not game.by_default and (game.called or half)


def _ending(game: TournamentGame, event: Event) -> str:
    """How a game of a file ended, as its table keeps it; a margin says that it was counted."""
    if _is_called(game, event):
        return str(Game.Ended.CALLED)
    ending = game.ending or ("points" if game.margin2 else "")
    return fitting_ending(game.result.value, ending, by_default=game.by_default)


def _with_countries(tournament: Tournament, remarks: list[Remark]) -> Tournament:
    """The tournament with the two letters of each country; what is none is remarked upon."""
    codes = {player.country: read_country(player.country) for player in tournament.players}
    if strange := sorted(country for country, code in codes.items() if code is None):
        remarks.append(Remark(RemarkKind.COUNTRIES, listed(strange[:20])))
    players = (
        replace(player, country=codes[player.country] or "") for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def _in_utf_8(data: bytes, encoding: str) -> bytes:
    """The file, a text with its letters as they are meant.

    XML names its encoding, and readers know that of OpenGotha and of the French list.
    """
    known = is_in_one_encoding(data) or _XML.match(data) or _LATIN_1.search(data)
    return data if known else decoded(data, encoding)[0].encode()


@atomic_retried
def import_tournament(
    act: Act,
    tournament: Tournament,
    *,
    name: str = "",
    for_ledger: bool = False,
    fallback: date | None = None,
    members: Collection[tuple[int, int]] = (),
    token: str = "",
    rng: random.Random | None = None,
) -> Event:
    """Store a tournament as an event under way; returns it.

    Everybody becomes a guest of the event, but for those of ``members`` (number in the file,
    primary key), of whom somebody said so; who else is one is said afterwards, by hand
    (:func:`suggest_members`).  ``fallback``: the day where the file names none.  Its games count
    for the ledger only if asked for.  ``rng`` draws the seed of its draws.  ``token``: of the page
    that was sent; sent again, it stores nothing and the event is returned that is here.

    Raises PermissionDenied, E_MISSING for a player without any name, E_DUPLICATE for a player said
    to be two members (``two_members``) or a member said to be two players (``who_twice``),
    E_UNKNOWN for somebody whom :func:`members_for` does not propose.
    """
    if act.by is not None and not may_create(act.by):
        raise PermissionDenied
    if token and act.by is not None and (stored := _stored_before(act, token)):
        return stored
    links = _links(tournament, members)
    event = _event_of(act, tournament, name=name, for_ledger=for_ledger, day=fallback)
    event.seed = rng.randrange(1, SEEDS) if rng else None
    event.save()
    people = _enter_all(event, tournament.players, links, act.at)
    _store_rounds(event, tournament, people, act.at)
    record(
        act,
        event,
        What.IMPORTED,
        after={"players": len(people), "rounds": len(tournament.rounds), "form": token},
    )
    return event


def _stored_before(act: Act, token: str) -> Event | None:
    """The event that the same page stored, waiting for it if that is going on."""
    lock_row(act.user)
    imported = Change.objects.filter(by=act.user, what=What.IMPORTED, after__form=token)
    change = imported.select_related("event").first()
    return None if change is None else change.event


def _links(tournament: Tournament, chosen: Collection[tuple[int, int]]) -> dict[int, Member]:
    """The members behind players of the file, by number in it."""
    proposed = members_for(tournament) if chosen else {}
    links: dict[int, Member] = {}
    for number, pk in chosen:
        member = next(
            (candidate for candidate in proposed.get(number, ()) if candidate.pk == pk), None
        )
        if member is None:
            raise RuleError(Code.UNKNOWN, "file", number)
        if number in links:
            name = links[number].shown_name
            raise Refusal(
                _("%(value)s can only be one member: tick one of them."),
                code=Code.DUPLICATE,
                field="file",
                value=name,
            )
        if member in links.values():
            name = member.shown_name
            raise Refusal(
                _(
                    "%(value)s is ticked for two players in the file. One of them must "
                    "be someone else."
                ),
                code=Code.DUPLICATE,
                field="file",
                value=name,
            )
        links[number] = member
    return links


def _event_of(
    act: Act, tournament: Tournament, *, name: str, for_ledger: bool, day: date | None
) -> Event:
    poster = tournament.event
    title = (name or poster.name or poster.short_name or "Tournament").strip()[:120]
    begins = _date(poster.begin) or day or timezone.localdate(act.at)
    ends = max(_date(poster.end) or begins, begins)
    board = poster.size if poster.size in (9, 13, 19) else 19
    return Event(
        slug=free_slug(poster.short_name or title),
        name=title,
        short_name=poster.short_name[:40],
        place=poster.location[:80],
        director=poster.director[:80],
        begins_on=begins,
        ends_on=ends,
        system=tournament.system.kind.value,
        preset="OpenGotha",
        rounds_planned=tournament.system.rounds,
        settings=settings_to_json(_weighed(tournament.system, 0)),
        board=board,
        komi2=poster.komi2,
        main_minutes=poster.main_minutes,
        overtime=poster.overtime[:60],
        egf_class=Event.EgfClass.D if poster.online else Event.EgfClass.NONE,
        for_ledger=for_ledger,
        self_registration=False,
        state=Event.State.RUNNING if tournament.rounds else Event.State.REGISTRATION,
        created_at=act.at,
        created_by=act.by,
    )


def _weighed(settings: Settings, category: int) -> Settings:
    """Return settings without categories with another weight of theirs, which changes no pairing.

    Every file of OpenGotha has that weight; here categories that are entered later steer nothing.
    """
    if settings.category_limits or settings.kind is Kind.SWISS_CAT:
        return settings
    return replace(settings, pairing=replace(settings.pairing, category=category))


def _date(text: str) -> date | None:
    """The day of a file; None for what is none, and for one at the edge of the calendar."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if has_neighbours(day) else None


def _enter_all(
    event: Event, players: tuple[Player, ...], links: Mapping[int, Member], at: datetime
) -> dict[int, Participant]:
    """Store the players; returns them by the number they have in the file."""
    rows = [
        Participant(
            event=event,
            member=links.get(player.id),
            number=player.id,
            display_name=full_name(player.name, player.first_name),
            name=(player.name or player.first_name)[:80],
            first_name=(player.first_name if player.name else "")[:80],
            rank=player.rank,
            rating=player.rating,
            grade=player.grade[:8],
            club=player.club[:80],
            country=player.country,
            egf_pin=player.egf_pin[:12],
            ffg_licence=player.ffg_licence[:12],
            aga_id=player.aga_id[:12],
            correction=player.correction,
            state="final" if player.registered else "preliminary",
            entered_at=at,
        )
        for player in players
    ]
    Participant.objects.bulk_create(rows)
    Absence.objects.bulk_create(
        Absence(participant=row, number=number + 1, excused=number not in player.unexcused)
        for row, player in zip(rows, players, strict=True)
        for number in sorted(player.absent | player.unexcused)
    )
    return {player.id: row for row, player in zip(rows, players, strict=True)}


def _store_rounds(
    event: Event, tournament: Tournament, people: dict[int, Participant], at: datetime
) -> None:
    rounds = [
        Round(
            event=event,
            number=number,
            state=Round.State.COMPLETE if event_round.complete else Round.State.PUBLISHED,
            played_on=event.begins_on,
            published_at=at,
            completed_at=at if event_round.complete else None,
        )
        for number, event_round in enumerate(tournament.rounds, 1)
    ]
    Round.objects.bulk_create(rounds)
    pairings = [
        Pairing(
            round=row,
            table=game.table,
            black=people[game.black],
            white=people[game.white],
            handicap=game.handicap,
            komi2=event.komi2_for(game.handicap),
            known_colour=game.known_colour,
            result=game.result.value,
            by_default=game.by_default,
            ending=(ending := _ending(game, event)),
            margin2=game.margin2 if ending == Game.Ended.POINTS else None,
            source="" if game.result is GameResult.UNKNOWN else "file",
        )
        for row, event_round in zip(rounds, tournament.rounds, strict=True)
        for game in _numbered(event_round.games)
    ]
    Pairing.objects.bulk_create(pairings)
    seats = [seat for pairing in pairings for seat in seats_of(pairing)]
    seats += [
        Seat(round=row, participant=people[event_round.bye], colour="-")
        for row, event_round in zip(rounds, tournament.rounds, strict=True)
        if event_round.bye is not None
    ]
    Seat.objects.bulk_create(seats)


def _numbered(games: tuple[TournamentGame, ...]) -> list[TournamentGame]:
    """The games with a table of their own each: files know tables 0 and tables twice."""
    used: set[int] = set()
    numbered = []
    free = (number for number in range(1, 2 * len(games) + 2))
    wanted = {game.table for game in games}
    for game in games:
        table = game.table
        if table < 1 or table in used:
            table = next(number for number in free if number not in wanted | used)
        used.add(table)
        numbered.append(replace(game, table=table))
    return numbered


# --- Guests and members -----------------------------------------------------------------------
def suggest_members(snapshot: EventSnapshot) -> list[tuple[Participant, tuple[Member, ...]]]:
    """Guests of an event with the members who may be behind them; nobody is merged by this.

    Compared as :func:`tournaments.formats.latin.match_people` does.
    """
    linked = {
        participant.member_id
        for participant in snapshot.participants.values()
        if participant.member_id
    }
    guests = [
        participant
        for participant in snapshot.participants.values()
        if participant.member_id is None
    ]
    proposed = propose_members(map(person_of_entry, guests), linked)
    return [(snapshot.participants[number], members) for number, members in proposed.items()]


def members_for(tournament: Tournament) -> dict[int, tuple[Member, ...]]:
    """Members who may be players of a file, by their number in it; strangers are left out."""
    people = (
        NamedPerson(player.id, player.name, player.first_name, pin=player.egf_pin)
        for player in tournament.players
    )
    return propose_members(people, ())


def propose_members(
    guests: Iterable[NamedPerson], linked: Collection[int | None]
) -> dict[int, tuple[Member, ...]]:
    """Return the members who may be these people, by the people's id; *linked* are taken."""
    members = {member.pk: member for member in Member.objects.active() if member.pk not in linked}
    matches = match_people(guests, map(person_of_member, members.values()))
    return {
        match.id: tuple(members[candidate.id] for candidate in match.candidates)
        for match in matches
        if match.candidates
    }


# --- Out --------------------------------------------------------------------------------------
def export_opengotha(event: Event) -> bytes:
    """The event as an OpenGotha file: players, published rounds, settings, teams."""
    snapshot = load(event)
    tournament = snapshot.at_boards.tournament()
    system = _weighed(tournament.system, CATEGORY_WEIGHT)
    return write_opengotha(
        replace(tournament, system=system),
        _teams_of(snapshot),
        team_criteria=snapshot.settings.criteria,
    )


def export_pairgoth(event: Event) -> bytes:
    """The event as Pairgoth’s own file: players, published rounds, settings, teams."""
    snapshot = load(event)
    matches = snapshot.tournament().rounds if event.has_boards else ()
    return write_pairgoth(snapshot.at_boards.tournament(), _teams_of(snapshot), matches)


def _teams_of(snapshot: EventSnapshot) -> list[WrittenTeam]:
    """The teams with their lineups, in their order where no lineup was chosen."""
    event = snapshot.event
    if not event.has_boards:
        return []
    lineups, players = lineups_of(event), players_by_team(event)
    numbers = {player.pk: player.number for team in players.values() for player in team}
    teams = []
    for team in snapshot.participants.values():
        order = dict(enumerate((player.pk for player in players[team.pk][: event.team_size]), 1))
        boards = [
            (number, board, numbers[player])
            for number in range(1, event.rounds_planned + 1)
            for board, player in sorted(lineups.get((team.pk, number), order).items())
        ]
        own = [numbers[player.pk] for player in players[team.pk]]
        teams.append(WrittenTeam(team.number, team.shown_name, own, boards))
    return teams

"""Players from a table: a look at every line first, then all of them in one step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.name_field import unseen_in
from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.text import read_text
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.persons import person_of_entry, person_of_member
from goclub.leagues.league.services.sheet_tables import entries_table
from goclub.leagues.models import Absence, Change, Event, Participant
from goclub.leagues.models.participant import full_name
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.queries.strength import fits, strengths, usual_rating
from goclub.leagues.tournament.services.entries import columns_of, too_long
from goclub.leagues.tournament.services.registration import enter_all
from goclub.leagues.tournament.services.steps import lock_event, record, record_all
from goclub.leagues.tournament.services.table_plans import (
    Plan,
    fingerprint,
    need_few_lines,
    need_same_plan,
)
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.field import Player
from tournaments.formats.latin import (
    Candidate,
    Doubt,
    MatchReason,
    NamedPerson,
    PersonMatch,
    match_people,
)
from tournaments.formats.registrations import read_registrations
from tournaments.formats.sheets import SheetRow

What = Change.What

GUEST, SKIP = "guest", "skip"

#: The ratings that the form of an entry takes.
_RATINGS = range(-900, 4001)


class PlayerFileKind(StrEnum):
    """What a line comes to: a new guest, a member by exactly that name or number, somebody who has
    to be told apart, entered, refused."""

    NEW = "new"
    KNOWN = "known"
    ASK = "ask"
    ENTERED = "entered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Offer:
    """A member who may be meant, by a rank: ``choice`` as the form sends it.

    ``own``: the rank is the one the member has in the club.
    """

    choice: str
    member: Member
    rank: int
    rating: int | None
    own: bool
    reason: MatchReason
    doubts: tuple[Doubt, ...]

    @property
    def is_exact(self) -> bool:
        """Whether number or name are the member's to the letter and nothing speaks against it."""
        return self.reason in (MatchReason.PIN, MatchReason.NAME) and not self.doubts


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """A line of the table and what would become of it.

    ``entered``: who of the event has this name or number already; ``before``: the earlier line
    of the same name; ``choices``: what may be said about it, the first of them unless something
    is ("" is to be decided); ``ordinal``: which line of just this name and number it is.
    """

    at: int
    kind: PlayerFileKind
    player: Player | None
    problems: tuple[RuleError, ...] = ()
    entered: Participant | None = None
    before: int | None = None
    offers: tuple[Offer, ...] = ()
    choices: tuple[str, ...] = ()
    ordinal: int = 0

    @property
    def key(self) -> str:
        """What the form calls the line: the same after other lines were mended."""
        player = self.player
        name_and_ordinal = (
            "" if player is None else "\n".join((*_called(player), str(self.ordinal)))
        )
        return "who-" + sha256(name_and_ordinal.encode("utf-8", "replace")).hexdigest()[:16]

    def chosen(self, answers: Mapping[str, str]) -> str:
        """What was said about the line, or what goes without saying."""
        choice = answers.get(self.key, "")
        return choice if choice in self.choices else self.choices[0]


def _called(player: Player) -> tuple[str, str, str]:
    return player.name, player.first_name, player.egf_pin


def plan_players(snapshot: EventSnapshot, data: bytes) -> Plan:
    """Return what a table of players would do to an event; nothing is stored.

    Raises RuleError E_RANGE for more than :data:`MAX_LINES` lines (``too_many_lines``), and what
    :func:`tournaments.formats.registrations.read_registrations` raises for a table that cannot be
    read at all.
    """
    table = entries_table(read_text(data, "", "utf-8"))
    sheet = read_registrations(table, rounds=snapshot.event.rounds_planned)
    need_few_lines(sheet)
    lines = _lines(snapshot, [_within_room(row) for row in sheet.rows])
    facts = [
        (line.at, line.kind.value, line.entered and line.entered.pk, line.before, line.choices)
        for line in lines
    ]
    return Plan(lines, sheet.unknown, fingerprint(data, facts))


def _within_room(row: SheetRow[Player]) -> SheetRow[Player]:
    """The line, refused where an entry has no room for it."""
    player = row.entry
    if player is None:
        return row
    problems = too_long(asdict(player))
    problems += [
        RuleError(Code.TYPE, name, reason="names.unseen")
        for name in ("name", "first_name", "club")
        if unseen_in(getattr(player, name))
    ]
    if player.rating is not None and player.rating not in _RATINGS:
        accepted = AcceptedRange(_RATINGS[0], _RATINGS[-1])
        problems.append(RuleError(Code.RANGE, "rating", player.rating, accepted))
    return SheetRow(row.at, None, tuple(problems)) if problems else row


def _lines(snapshot: EventSnapshot, rows: Sequence[SheetRow[Player]]) -> tuple[PlannedPlayer, ...]:
    players = {row.at: row.entry for row in rows if row.entry is not None}
    people = [
        NamedPerson(at, player.name, player.first_name, pin=player.egf_pin)
        for at, player in players.items()
    ]
    here = _by_line(match_people(people, map(person_of_entry, snapshot.participants.values())))
    twins = _by_line(match_people(people, people))
    offers = _offers(snapshot, players, people)
    matched: set[int] = set()
    times: Counter[tuple[str, str, str]] = Counter()
    lines = []
    for row in rows:
        player = row.entry
        if player is None:
            lines.append(
                PlannedPlayer(row.at, PlayerFileKind.REFUSED, None, row.problems, choices=(SKIP,))
            )
            continue
        before = [candidate.id for candidate in twins[row.at] if candidate.id < row.at]
        # Each entry is one line's: of two namesakes in the file both may be entered.
        entered = next(
            (candidate.id for candidate in here[row.at] if candidate.id not in matched), None
        )
        if entered is None and here[row.at] and not before:
            entered = here[row.at][0].id
        if entered is not None:
            matched.add(entered)
        line = _line(snapshot, row, entered, before, offers[row.at])
        lines.append(replace(line, ordinal=times[_called(player)]))
        times[_called(player)] += 1
    return tuple(lines)


def _by_line(matches: Iterable[PersonMatch]) -> dict[int, tuple[Candidate, ...]]:
    """Who each line may be; two numbers of the European database are two people."""
    return {
        match.id: tuple(
            candidate for candidate in match.candidates if Doubt.OTHER_PIN not in candidate.doubts
        )
        for match in matches
    }


def _line(
    snapshot: EventSnapshot,
    row: SheetRow[Player],
    entered: int | None,
    before: Sequence[int],
    offers: tuple[Offer, ...],
) -> PlannedPlayer:
    """A readable line: whether its player is here already, may be a member, or is new."""
    if entered is not None:
        entry = snapshot.participants[entered]
        same_pin = bool(row.entry and row.entry.egf_pin and row.entry.egf_pin == entry.egf_pin)
        choices: tuple[str, ...] = (SKIP,) if same_pin else (SKIP, GUEST)
        return PlannedPlayer(
            row.at, PlayerFileKind.ENTERED, row.entry, entered=entry, choices=choices
        )
    named = tuple(offer.choice for offer in offers)
    if before:
        choices = ("", *named, GUEST, SKIP)
        return PlannedPlayer(
            row.at, PlayerFileKind.ASK, row.entry, before=before[0], offers=offers, choices=choices
        )
    if len(offers) == 1 and offers[0].is_exact:
        choices = (*named, GUEST, SKIP)
        return PlannedPlayer(
            row.at, PlayerFileKind.KNOWN, row.entry, offers=offers, choices=choices
        )
    if offers:
        choices = ("", *named, GUEST, SKIP)
        return PlannedPlayer(row.at, PlayerFileKind.ASK, row.entry, offers=offers, choices=choices)
    return PlannedPlayer(row.at, PlayerFileKind.NEW, row.entry, choices=(GUEST,))


def _offers(
    snapshot: EventSnapshot, players: Mapping[int, Player], people: Sequence[NamedPerson]
) -> dict[int, tuple[Offer, ...]]:
    """The members who may be meant by each line; those who are entered are not offered."""
    entered = {participant.member_id for participant in snapshot.participants.values()}
    members = {member.pk: member for member in Member.objects.active() if member.pk not in entered}
    matches = _by_line(match_people(people, map(person_of_member, members.values())))
    wanted = {candidate.id for candidates in matches.values() for candidate in candidates}
    known = strengths(members[pk] for pk in sorted(wanted))
    offers: dict[int, tuple[Offer, ...]] = {}
    for at, candidates in matches.items():
        rank = players[at].rank
        options: list[Offer] = []
        for candidate in candidates:
            own, rating = known[candidate.id]
            member_facts = (members[candidate.id], rating, candidate)
            if own is None or fits(rank, own):
                options.append(_offer("m", rank, own is not None, *member_facts))
            else:
                options.append(_offer("m", own, True, *member_facts))
                options.append(_offer("f", rank, False, *member_facts))
        offers[at] = tuple(options)
    return offers


def _offer(
    prefix: str, rank: int, own: bool, member: Member, rating: int | None, candidate: Candidate
) -> Offer:
    return Offer(
        f"{prefix}{member.pk}", member, rank, rating, own, candidate.reasons[0], candidate.doubts
    )


# --- Storing ----------------------------------------------------------------------------------
@atomic_retried
def enter_players(
    act: Act,
    event: Event,
    *,
    data: bytes,
    said: Mapping[str, str],
    seen: str,
    others_are_guests: bool = False,
) -> list[Participant]:
    """Enter the players of a table as its plan and what was said about its lines have it.

    ``said``: choices by :attr:`PlannedPlayer.key`; ``seen``: the plan that was looked at;
    ``others_are_guests``: whoever is left undecided comes in as a guest.  Returns the new entries.

    Raises RuleError E_STATE where the table or the entries are no longer those of the plan
    (``plan_is_old``, which also stops a form sent twice), E_MISSING with lines undecided
    (``say_who``) or nothing to enter (``nothing_to_store``), E_DUPLICATE for a member said twice
    (``member_twice``), PermissionDenied, and what :func:`plan_players` raises.
    """
    event = lock_event(act, event)
    plan = plan_players(load(event), data)
    need_same_plan(plan.seen, seen)
    chosen = {line.at: line.chosen(said) for line in plan.lines}
    if others_are_guests:
        chosen = {number: choice or GUEST for number, choice in chosen.items()}
    _need_decided(plan, chosen)
    lines = [line for line in plan.lines if chosen[line.at] != SKIP]
    people = enter_all(act, event, [_columns(line, chosen[line.at]) for line in lines])
    _store_absences(act, event, zip(people, lines, strict=True))
    record(act, event, What.IMPORTED, after={"entries": [participant.pk for participant in people]})
    return people


def _need_decided(plan: Plan, chosen: Mapping[int, str]) -> None:
    waiting = [at for at, choice in chosen.items() if not choice]
    if waiting:
        text = listed(waiting[:20]) + (" …" if len(waiting) > 20 else "")
        raise Refusal(
            _("Choose the right person in line %(value)s, or add the undecided players as guests."),
            code=Code.MISSING,
            field="file",
            value=text,
            reason="say_who",
        )
    by_member: dict[int, int] = {}
    for line in plan.lines:
        offer = _offer_of(line, chosen[line.at])
        if offer and by_member.setdefault(offer.member.pk, line.at) != line.at:
            raise Refusal(
                _(
                    "%(value)s is chosen in two lines (%(lines)s). One of them must be "
                    "someone else."
                ),
                code=Code.DUPLICATE,
                field="file",
                value=offer.member.shown_name,
                reason="member_twice",
                lines=f"{by_member[offer.member.pk]} / {line.at}",
            )
    if all(choice == SKIP for choice in chosen.values()):
        raise RuleError(Code.MISSING, "file", reason="tournament.nothing_to_store")


def _offer_of(line: PlannedPlayer, choice: str) -> Offer | None:
    return next((offer for offer in line.offers if offer.choice == choice), None)


def _columns(line: PlannedPlayer, choice: str) -> dict[str, Any]:
    """The columns of a line's entry: a guest's, or a member's filled up from the file."""
    player, offer = line.player, _offer_of(line, choice)
    assert player is not None
    columns: dict[str, Any] = {
        "display_name": full_name(player.name, player.first_name),
        "name": player.name,
        "first_name": player.first_name,
        "rank": player.rank,
        "rating": usual_rating(player.rank) if player.rating is None else player.rating,
        "club": player.club,
        "country": player.country,
        "egf_pin": player.egf_pin,
        "ffg_licence": player.ffg_licence,
        "aga_id": player.aga_id,
        "grade": player.grade,
        "correction": player.correction,
        "state": Participant.State.FINAL if player.registered else Participant.State.PRELIMINARY,
    }
    if offer is None:
        return columns
    own = columns_of(offer.member)
    return {
        **columns,
        "member": own["member"],
        "display_name": own["display_name"],
        "name": own["name"] or player.name,
        "first_name": own["first_name"] or player.first_name,
        "club": own["club"] or player.club,
        "country": own["country"] or player.country,
        "rank": offer.rank,
        "rating": player.rating if offer.rating is None else offer.rating,
        "rank_source": "" if offer.own else _("from a player file"),
    }


def _store_absences(
    act: Act, event: Event, people: Iterable[tuple[Participant, PlannedPlayer]]
) -> None:
    """The rounds that the lines say are sat out, agreed or not (S2-11), with their record."""
    absences: list[Absence] = []
    facts: list[tuple[str, object, object]] = []
    for participant, line in people:
        player = line.player
        excused = (
            {}
            if player is None
            else {number + 1: number not in player.unexcused for number in sorted(player.absent)}
        )
        absences += [
            Absence(participant=participant, number=number, excused=agreed)
            for number, agreed in excused.items()
        ]
        if excused:
            facts.append(
                (participant.display_name, {}, {str(n): agreed for n, agreed in excused.items()})
            )
    Absence.objects.bulk_create(absences)
    record_all(act, event, What.ABSENT, facts)

"""Places and the waiting list of an event: who has one, who moves up, who becomes a player.

All of it happens with the event locked, so that nobody gets a place twice and the order is kept.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Max

from goclub.leagues.models import Absence, Event, Participant, Registration
from goclub.leagues.models.participant import full_name
from goclub.leagues.models.signup import TypedPerson
from goclub.leagues.signup.services.letters import write_to
from goclub.leagues.team.services import add_player, need_room, set_order
from goclub.leagues.tournament.queries.strength import fits, strength_of, usual_rating
from goclub.leagues.tournament.services.entries import columns_of
from goclub.leagues.tournament.services.registration import (
    alter_entry,
    bring_back,
    enter_all,
    places_left,
)
from goclub.members.names import initials_of
from goclub.members.notices.services import tell
from goclub.members.requests import Act

State = Registration.State
_COPIED = ("club", "country", "egf_pin", "ffg_licence", "aga_id")
#: What of a guest's entry follows when the registration changes.
SHOWN: Final = ("display_name", "name", "first_name", *_COPIED)


def settle(act: Act, event: Event) -> None:
    """Bring the registrations of an event, which the caller has locked, in line with its places.

    Who is a player no more has withdrawn; who did not confirm in time loses the place; as long as
    registration lasts, the first of the waiting list take what is free.
    """
    entered = event.registrations.filter(state=State.ENTERED)
    gone = entered.filter(participant=None) | entered.filter(
        participant__state=Participant.State.WITHDRAWN
    )
    _move(act, gone.values_list("pk", flat=True), State.WITHDRAWN)
    back = event.registrations.filter(state=State.WITHDRAWN, participant__isnull=False).exclude(
        participant__state=Participant.State.WITHDRAWN
    )
    _move(act, back.values_list("pk", flat=True), State.ENTERED)
    lapsed = event.registrations.unconfirmed().filter(held_until__lte=act.at)
    _move(act, lapsed.values_list("pk", flat=True), State.EXPIRED)
    if event.state != Event.State.REGISTRATION:
        return
    while (first := event.registrations.waiting().select_related("member").first()) and (
        places_left(event) != 0
    ):
        first.event = event
        _move_up(act, first)


def _move(act: Act, rows: Any, state: State) -> None:
    if pks := list(rows):
        Registration.objects.filter(pk__in=pks).update(state=state, changed_at=act.at)


def _move_up(act: Act, registration: Registration) -> None:
    """Give the first of the waiting list a place, and write to them."""
    registration.state = State.PLACE
    registration.changed_at = act.at
    registration.save(update_fields=["state", "changed_at"])
    member, event = registration.member, registration.event
    if member is not None:
        enter(act, event, registration)
        url = event.get_absolute_url()
        tell(Act(None, act.at), member, "event.moved_up", url=url, event=str(event))
    elif registration.is_confirmed:
        write_to(registration, "place", act.at)


def give_number(act: Act, event: Event, registration: Registration) -> None:
    """Put somebody at the end of the order: with a place if one is free, else on the waiting list.

    The caller has locked and settled the event, so that nobody who waits is passed over.
    """
    last = event.registrations.aggregate(last=Max("number"))["last"] or 0
    registration.event = event
    registration.number = last + 1
    registration.state = State.WAITING if places_left(event) == 0 else State.PLACE
    registration.changed_at = act.at


def enter(act: Act, event: Event, registration: Registration) -> Participant:
    """Make somebody who registered a player of the event, which the caller has locked.

    Raises what entering raises: RuleError E_STATE where nobody can enter any more.
    """
    participant = registration.participant
    if participant is None and registration.member is not None:
        participant = event.participants.filter(member=registration.member).first()
    if participant is None:
        if event.team_size:
            need_room(event)
        participant = enter_all(act, event, [entry_columns(registration)])[0]
        Absence.objects.bulk_create(
            Absence(participant=participant, number=number)
            for number in registration.absent
            if number <= event.rounds_planned
        )
    registration.participant = participant
    registration.state = State.ENTERED
    registration.changed_at = act.at
    registration.save(update_fields=["participant", "state", "changed_at"])
    enter_players(act, registration)
    if participant.state == Participant.State.WITHDRAWN:
        bring_back(Act(None, act.at), participant)
    return participant


def enter_players(act: Act, registration: Registration) -> None:
    """Bring the players of a team that is entered in line with its registration.

    Names of members, whom the organisers ticked, stay theirs; ranks stay as they were entered.
    """
    team = registration.participant
    players = list(registration.players.select_related("participant"))
    if team is None or not players:
        return
    team.event = registration.event
    entries = []
    for player in players:
        columns = guest_columns(player, is_public=registration.consent)
        entry = player.participant
        if entry is None:
            entry = add_player(act, team, columns, another=not registration.consent)
            player.participant = entry
            player.save(update_fields=["participant"])
        elif entry.member_id is None:
            entry = alter_entry(act, entry, changes={name: columns[name] for name in SHOWN})
        entries.append(entry)
    set_order(act, entries)


def entry_columns(registration: Registration) -> dict[str, Any]:
    """Return the columns of an entry: a member's as the club knows them, else what was typed."""
    rank = registration.rank
    if (member := registration.member) is not None:
        own, rating = strength_of(member)
        source = "" if own is None or fits(rank, own) else "registration"
        columns = {**columns_of(member), "rank": rank, "rating": rating, "rank_source": source}
    else:
        is_public = registration.consent or bool(registration.event.team_size)
        columns = guest_columns(registration, is_public=is_public)
    if registration.birth_year is not None:  # else the year that organisers entered stays
        columns["birth_year"] = registration.birth_year
    return columns


def guest_columns(person: TypedPerson, *, is_public: bool) -> dict[str, Any]:
    """Return what was typed as the columns of an entry: only initials unless it is public."""
    rank = person.rank
    columns: dict[str, Any] = {"member": None, "rank": rank, "rating": usual_rating(rank)}
    if is_public:
        names = {"name": person.name, "first_name": person.first_name}
        copied = {name: getattr(person, name) for name in _COPIED}
        return columns | names | copied | {"display_name": person.display_name}
    names = {name: _initial(getattr(person, name)) for name in ("name", "first_name")}
    names["display_name"] = full_name(**names)
    return columns | names | dict.fromkeys(_COPIED, "")


def _initial(name: str) -> str:
    return f"{initials_of(name)[:1]}." if name else ""

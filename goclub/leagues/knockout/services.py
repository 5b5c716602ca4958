"""What the organisers of a knock-out decide: how it is played, seeds, corrections, play-offs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.knockout.queries import qualifiers
from goclub.leagues.models import Change, Event, Pairing, Participant
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.models.participant import PLAYERS_FROM
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, settings_of
from goclub.leagues.tournament.services.brackets import games_resting, with_rounds_planned
from goclub.leagues.tournament.services.events import create_event
from goclub.leagues.tournament.services.registration import enter_all
from goclub.leagues.tournament.services.results import check_result, set_result, settle_round
from goclub.leagues.tournament.services.schedules import schedule_places
from goclub.leagues.tournament.services.steps import (
    lock,
    lock_for_step,
    need_organiser,
    need_published,
    record,
    round_json,
)
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code
from tournaments.brackets.draw import cross_seeded
from tournaments.brackets.settings import MOST_PLAYERS, BracketSettings
from tournaments.events.presets import preset as preset_of
from tournaments.events.settings import Kind

What = Change.What
#: Columns of an event and of an entry that a play-off takes over.
_EVENT = (
    "place", "time_zone", "director", "board", "komi2", "komi2_handicap", "main_minutes",
    "overtime", "egf_class", "for_ledger", "is_test", "team_size", "free_order",
)  # fmt: skip
_ENTRY = (
    "member", "display_name", "name", "first_name", "rank", "rank_source", "rating", "grade",
    "club", "country", "egf_pin", "ffg_licence", "aga_id",
)  # fmt: skip


@atomic_retried
def set_bracket(
    act: Act, event: Event, *, bracket: BracketSettings, seeds: Mapping[int, int | None]
) -> Event:
    """Decide how a knock-out is played, and seeds by hand, by the players' numbers.

    Raises RuleError E_STATE once the draw is published (``bracket_is_drawn``), E_RANGE for a seed
    that is none; PermissionDenied; Stale.
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    if snapshot.last_out:
        raise Refusal(
            _("The draw is published. Unpublish round 1 first, then change the bracket."),
            field="double",
            value=event.name,
            reason="bracket_is_drawn",
        )
    before = _facts(snapshot)
    for number, seed in seeds.items():
        if seed is not None:
            whole_number(seed, field=f"seed_{number}", low=1, high=MOST_PLAYERS)
        participant = snapshot.participants.get(number)
        if participant is not None and participant.seed != seed:
            participant.seed = seed
            participant.version += 1
            participant.save(update_fields=["seed", "version"])
    event.settings = settings_to_json(replace(settings_of(event), bracket=bracket))
    event.save(update_fields=["settings"])
    after = _facts(load(event))
    if after != before:
        record(act, event, What.EDITED, before=before, after=after)
    return event


def _facts(snapshot: EventSnapshot) -> dict[str, object]:
    return {
        "bracket": snapshot.event.settings.get("bracket"),
        "seeds": {str(n): p.seed for n, p in snapshot.participants.items() if p.seed},
    }


@atomic_retried
def correct_result(act: Act, pairing: Pairing, *, result: str, by_default: bool = False) -> Pairing:
    """Set another result, and cancel the games of later rounds that rested on the old one.

    Rounds at the end that are left without a game go too; what is missing is paired anew.  Raises
    what :func:`~goclub.leagues.tournament.services.results.set_result` raises, and Stale.
    """
    event = lock_for_step(act, pairing.round.event)
    need_published(event, pairing.round)
    result = check_result(result)
    snapshot = load(event)
    resting = resting_on(snapshot, pairing, result=result, by_default=by_default)
    for number in sorted({table.round.number for table in resting}, reverse=True):
        event_round = snapshot.round(number)
        assert event_round is not None
        gone = [table for table in resting if table.round.number == number]
        record(
            act,
            event,
            What.BROKE_UP,
            round_number=number,
            subject=", ".join(map(str, gone)),
            before=round_json(load(event), event_round),
        )
        Pairing.objects.filter(pk__in=[table.pk for table in gone]).delete()
        if event_round == event.rounds.last() and not event_round.pairings.exists():
            event_round.delete()
        else:
            settle_round(event_round, act.at)
    table = Pairing.objects.select_related("round__event").get(pk=pairing.pk)
    return set_result(Act(act.by, act.at), table, result=result, by_default=by_default)


def resting_on(
    snapshot: EventSnapshot, pairing: Pairing, *, result: str, by_default: bool
) -> list[Pairing]:
    """Return the games of later rounds that another result of a table would cancel."""
    facts = {"result": result, "by_default": by_default, "verdict": ""}
    return games_resting(snapshot, [(pairing, facts)])


@atomic_retried
def start_playoff(
    act: Act,
    events: Sequence[Event],
    *,
    name: str,
    begins_on: date,
    first: int,
    bracket: BracketSettings,
    rng: random.Random,
) -> Event:
    """Create a knock-out of the first players of closed events, seeded by their places there.

    Of several events, pools of one tournament, players of one pool meet as late as possible.
    Raises RuleError E_STATE for an event that is not closed (``not_closed_yet``), E_RANGE for more
    players than an event placed or a bracket holds, E_DUPLICATE for a name that a play-off of that
    day has (``same_play_off``); PermissionDenied.
    """
    groups = []
    for event in events:
        need_organiser(act, event)
        if event.state != Event.State.CLOSED:
            raise Refusal(
                _("Close %(value)s first, so that its places are final."),
                field="first",
                value=event.name,
                reason="not_closed_yet",
            )
        placed = [row.participant for row in qualifiers(load(event)) if row.place is not None]
        whole_number(first, field="first", low=1, high=min(len(placed), MOST_PLAYERS))
        groups.append(placed[:first])
    qualified = Participant.objects.filter(qualified_from__event=lock(events[0]))
    twins = qualified.filter(event__name=name.strip(), event__begins_on=begins_on)
    if twins.exclude(event__state=Event.State.CANCELLED).exists():
        raise Refusal(
            _(
                "There is already a play-off called “%(value)s” on this day. Choose a different "
                "name to create a second play-off."
            ),
            code=Code.DUPLICATE,
            field="name",
            value=name,
            reason="same_play_off",
        )
    whole_number(first * len(groups), field="first", low=2, high=MOST_PLAYERS)
    people = {participant.pk: participant for group in groups for participant in group}
    order = cross_seeded([[participant.pk for participant in group] for group in groups])
    rules = replace(preset_of(events[0].preset, Kind.KNOCKOUT, rounds=1), bracket=bracket)
    playoff = create_event(
        act,
        name,
        begins_on=begins_on,
        preset=events[0].preset,
        settings=rules,
        organisers=list(events[0].organisers.all()),
        rng=rng,
        self_registration=False,
        **{column: getattr(events[0], column) for column in _EVENT},
    )
    entries = enter_all(
        act,
        playoff,
        [
            {column: getattr(people[pk], column) for column in _ENTRY}
            | {"seed": seed, "qualified_from": people[pk]}
            for seed, pk in enumerate(order, 1)
        ],
    )
    enter_players(act, playoff, {entry.qualified_from_id: entry for entry in entries})
    snapshot = load(playoff)
    return with_rounds_planned(snapshot, schedule_places(snapshot, 1), 1).event


def enter_players(act: Act, event: Event, teams: Mapping[int | None, Participant]) -> None:
    """Let the players of earlier teams (their keys) play for the teams of an event."""
    players = Participant.objects.present().filter(team__in=list(teams)).order_by("team", "number")
    Participant.objects.bulk_create(
        Participant(
            event=event,
            team=teams[player.team_id],
            number=number,
            captain=player.captain,
            entered_at=act.at,
            **{column: getattr(player, column) for column in _ENTRY},
        )
        for number, player in enumerate(players, PLAYERS_FROM + 1)
    )

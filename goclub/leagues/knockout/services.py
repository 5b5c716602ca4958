"""What the organisers of a knock-out decide: how it is played, seeds, corrections, play-offs."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.models.participant import PLAYERS_FROM
from goclub.leagues.tournament.queries.finalists import finalists
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
from tournaments.events.presets import for_teams
from tournaments.events.presets import preset as preset_of
from tournaments.events.settings import MAX_ROUNDS, Kind, PoolSettings

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
    best_next: int = 0,
    chosen: Collection[int] = (),
    system: Kind = Kind.KNOCKOUT,
    bracket: BracketSettings,
    rng: random.Random,
) -> Event:
    """Create a knock-out or a round robin of the first players of closed events, seeded by their
    places there.

    Of pools, or of several events that were the pools of one tournament, players of one pool meet
    as late as possible.  ``best_next``: so many of those who are placed next in the pools of the
    first event; ``chosen``: whom the director lets go on where players are tied there.

    Raises RuleError E_STATE for an event that is not closed (``not_closed_yet``), E_RANGE for more
    players than an event placed or the finals hold, E_DUPLICATE for a name that a play-off of that
    day has (``same_play_off``); PermissionDenied.
    """
    groups = []
    for number, event in enumerate(events):
        need_organiser(act, event)
        if event.state != Event.State.CLOSED:
            raise Refusal(
                _("Close %(value)s first, so that its places are final."),
                field="first",
                value=event.name,
                reason="not_closed_yet",
            )
        extra = {} if number else {"best_next": best_next, "chosen": chosen}
        groups += finalists(load(event), first=first, **extra)  # type: ignore[arg-type]
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
    people = {row.participant.pk: row.participant for group in groups for row in group}
    most = MOST_PLAYERS if system is Kind.KNOCKOUT else MAX_ROUNDS
    size = whole_number(len(people), field="first", low=2, high=most)
    order = cross_seeded([[row.participant.pk for row in group] for group in groups])
    rounds = 1 if system is Kind.KNOCKOUT else size - 1 + size % 2
    rules = for_teams(preset_of(events[0].preset, system, rounds=rounds), events[0].team_size)
    rules = replace(rules, bracket=bracket, pools=PoolSettings())
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
    if system is not Kind.KNOCKOUT:
        return playoff
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

"""Creating an event from a preset, changing its settings, calling it off."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.timetable import checked
from goclub.leagues.models import Change, Event
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.tournament.queries.snapshot import settings_of
from goclub.leagues.tournament.services.files import check_class
from goclub.leagues.tournament.services.registration import on_places_changed
from goclub.leagues.tournament.services.steps import OPEN, lock_for_step, may_run, record
from goclub.members.models import Member, User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.presets import for_teams
from tournaments.events.presets import preset as preset_of
from tournaments.events.settings import MOST_BRACKET_ROUNDS, Kind, Settings

__all__ = ["cancel_event", "create_event", "edit_event", "free_slug", "may_create", "may_run"]

What = Change.What

#: A seed that people can read out to each other.
SEEDS = 1_000_000

#: Pages beside the events.
RESERVED = frozenset({"new", "import", "lists", "try"})

#: What :func:`edit_event` may change of the event's own columns.
_PLAIN = (
    "name", "short_name", "place", "begins_on", "ends_on", "time_zone", "timetable", "notes",
    "director",
    "board", "komi2", "komi2_handicap", "main_minutes", "overtime", "egf_class", "for_ledger",
    "for_league", "self_registration", "places", "seed", "no_show_minutes", "referees", "room",
    "unused_tables", "free_order",
)  # fmt: skip


def may_create(user: User | AnonymousUser) -> bool:
    return bool(user.is_authenticated and user.has_perm("leagues.add_event"))


def free_slug(name: str) -> str:
    """An address made from the name that no event has yet."""
    stem = slugify(name, allow_unicode=True)[:50].strip("-") or "event"
    slug, number = stem, 1
    while slug in RESERVED or Event.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


@atomic_retried
def create_event(
    act: Act,
    name: str,
    *,
    begins_on: date,
    ends_on: date | None = None,
    preset: str = "S2",
    system: str = Kind.MCMAHON.value,
    rounds: int = 5,
    settings: Settings | None = None,
    categories: tuple[int, ...] = (),
    organisers: Collection[Member] = (),
    rng: random.Random | None = None,
    **columns: Any,
) -> Event:
    """Create an event that is open for registration, and return it.

    ``settings`` replaces the preset's; ``categories``: the lowest rank of each category but the
    last, strongest first.  ``rng`` draws the seed of the draws, so that it is known
    before anybody is entered; without it chance comes from the players' names.
    Raises RuleError E_MISSING, E_RANGE, E_INCONSISTENT (dates), E_UNKNOWN (preset), and
    PermissionDenied.
    """
    if act.by is not None and not may_create(act.by):
        raise PermissionDenied
    if not name.strip():
        raise RuleError(Code.MISSING, "name")
    _check_dates(begins_on, ends_on or begins_on)
    chosen = settings or preset_of(preset, Kind(system), rounds=rounds)
    if categories:
        chosen = replace(chosen, category_limits=categories)
    if boards := columns.get("team_size", 0):
        columns["self_registration"] = False  # captains come with their teams
        chosen = for_teams(chosen, boards) if settings is None else chosen
    event = Event(
        slug=free_slug(name),
        name=name.strip(),
        begins_on=begins_on,
        ends_on=ends_on or begins_on,
        preset=preset,
        system=chosen.kind.value,
        rounds_planned=chosen.rounds,
        settings=settings_to_json(chosen),
        seed=rng.randrange(1, SEEDS) if rng else None,
        created_at=act.at,
        created_by=act.by,
        **columns,
    )
    check_timetable(event)
    check_class(event)
    event.save()
    event.organisers.set(organisers)
    record(act, event, What.CREATED, after=_facts(event))
    return event


@atomic_retried
def edit_event(
    act: Act,
    event: Event,
    *,
    changes: dict[str, Any],
    settings: Settings | None = None,
    organisers: Collection[Member] | None = None,
) -> Event:
    """Change what the poster says and, with ``settings``, what is played under.

    The system and rounds already published stay: ``E_STATE`` for fewer rounds than are paired, or
    another system once a round is.  Raises what :func:`create_event` raises, and
    :class:`~goclub.leagues.tournament.services.steps.Stale`.
    """
    event = lock_for_step(act, event)
    before = _facts(event)
    _need_day_kept(act, event, changes)
    for name, value in changes.items():
        if name not in _PLAIN:
            raise RuleError(Code.UNKNOWN, name, name)
        setattr(event, name, value)
    if event.is_test:
        event.for_ledger = event.for_league = False
    if not event.name.strip():
        raise RuleError(Code.MISSING, "name")
    _check_dates(event.begins_on, event.ends_on)
    if settings is not None:
        _change_settings(event, settings)
    check_timetable(event)
    if changes.keys() & {"egf_class", "main_minutes", "overtime"}:
        check_class(event)
    event.save()
    if organisers is not None:
        event.organisers.set(organisers)
    after = _facts(event)
    if after != before:
        record(act, event, What.EDITED, before=before, after=after)
    if after["places"] != before["places"]:
        on_places_changed(act, event)
    return event


@atomic_retried
def use_preset(
    act: Act, event: Event, *, preset: str, system: str, categories: tuple[int, ...] = ()
) -> Event:
    """Start over from a preset, before the first round, with another system if wanted.

    Who is kept apart stays.  ``categories`` as in :func:`create_event`.  Raises what
    :func:`edit_event` raises.
    """
    event = lock_for_step(act, event)
    settings = preset_of(preset, Kind(system), rounds=event.rounds_planned)
    settings = for_teams(settings, event.team_size)
    settings = replace(settings, apart=settings_of(event).apart)
    if categories:
        settings = replace(settings, category_limits=categories)
    event = edit_event(act, event, changes={}, settings=settings)
    event.preset = preset
    event.save(update_fields=["preset"])
    return event


def may_be_deleted(event: Event) -> bool:
    """Whether no league knows it, and it is empty or still holds what its file brought alone.

    Settings that were changed and guests who were named as members are no reason to keep it; a
    closed event has games in the histories and is reopened first.
    """
    if event.state not in (*OPEN, Event.State.CANCELLED) or hasattr(event, "league_event"):
        return False
    if _built_on_import(event) == []:  # what came from a file, and nothing since
        return True
    filled = event.participants, event.rounds, event.registrations
    return not any(rows.exists() for rows in filled)


def _built_on_import(event: Event) -> list[What] | None:
    """What was done on an event since its file came, each once; None for one without a file."""
    steps = [What(step) for step in event.changes.order_by("pk").values_list("what", flat=True)]
    if steps[:1] != [What.IMPORTED]:
        return None
    harmless = {What.EDITED, What.ALTERED}
    return list(dict.fromkeys(step for step in steps[1:] if step not in harmless))


def why_import_stays(event: Event) -> RuleError | None:
    """Why an event's import cannot be taken back; None where it can, or there was none."""
    return why_kept(event) if _built_on_import(event) is not None else None


def why_kept(event: Event) -> RuleError | None:
    """The refusal of deleting an event, None where it may be deleted."""
    if event.is_test or may_be_deleted(event):
        return None
    built = _built_on_import(event)
    if built:
        return Refusal(
            _(
                "The import of “%(value)s” cannot be undone: later changes depend on "
                "it (%(since)s). The event can be cancelled instead."
            ),
            field="state",
            value=event.name,
            since=listed(step.label for step in built),
        )
    return Refusal(
        _("“%(value)s” has entries, rounds or a league. You can cancel it but not delete it."),
        field="state",
        value=event.name,
        reason="not_empty",
    )


@atomic_retried
def delete_event(act: Act, event: Event) -> None:
    """Delete a test, or an event with nothing but what a file brought (:func:`may_be_deleted`).

    Raises RuleError E_STATE (``not_empty``; ``built_on_import`` names what was done since its file
    came), PermissionDenied, Stale.
    """
    states = Event.State.values if event.is_test else [*OPEN, Event.State.CANCELLED]
    event = lock_for_step(act, event, states=states)
    if refusal := why_kept(event):
        raise refusal
    event.rounds.all().delete()  # their tables hold on to the entries
    event.delete()


@atomic_retried
def cancel_event(act: Act, event: Event, *, reason: str) -> Event:
    """Call an event off; what was played stays on record, nothing is posted."""
    event = lock_for_step(act, event, states=OPEN)
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")
    before = event.state
    event.state = Event.State.CANCELLED
    event.save(update_fields=["state"])
    record(act, event, What.CANCELLED, before=before, after=event.state, reason=reason)
    return event


def _need_day_kept(act: Act, event: Event, changes: dict[str, Any]) -> None:
    """Refuse another day of an event of a league: E_STATE ``league_day``.

    Its members move it on the league's page, which keeps the seven days (S4-11); whoever organises
    for the club may correct it.
    """
    moved = changes.get("begins_on", event.begins_on) != event.begins_on
    if moved and hasattr(event, "league_event") and not act.user.has_perm("leagues.change_event"):
        raise Refusal(
            _("Change the first day of %(value)s on the page of its league."),
            field="begins_on",
            value=event.name,
            reason="league_day",
        )


def _change_settings(event: Event, settings: Settings) -> None:
    paired = event.rounds.filter(pairings__isnull=False).order_by("-number").first()
    if paired is not None and settings.rounds < paired.number:
        raise Refusal(
            ngettext_lazy(
                "More than %(value)s round has already been paired. Undo the extra "
                "pairing first, or keep the number.",
                "More than %(value)s rounds have already been paired. Undo the extra "
                "pairings first, or keep the number.",
                "value",
            ),
            field="rounds",
            value=settings.rounds,
        )
    if paired is not None and settings.kind.value != event.system:
        raise Refusal(
            _(
                "A round has already been paired with the system “%(value)s”, so it "
                "cannot be changed."
            ),
            field="system",
            value=event.get_system_display(),
            reason="system_is_fixed",
        )
    event.system = settings.kind.value
    event.rounds_planned = settings.rounds
    event.settings = settings_to_json(settings)


def change_rules(event: Event, **changes: Any) -> Settings:
    """The event's settings with some of them changed; raises what the settings refuse."""
    return replace(settings_of(event), **changes)


def _check_dates(begins_on: date, ends_on: date) -> None:
    if ends_on < begins_on:
        raise Refusal(
            _("The last day, %(value)s, is before the first. Choose the first day or a later one."),
            code=Code.INCONSISTENT,
            field="ends_on",
            value=ends_on,
        )


def check_timetable(event: Event) -> None:
    is_knockout = event.system == Event.System.KNOCKOUT  # the draw decides how many rounds it has
    event.timetable = checked(
        event.timetable,
        begins_on=event.begins_on,
        ends_on=event.ends_on,
        rounds=MOST_BRACKET_ROUNDS if is_knockout else event.rounds_planned,
    )


def _facts(event: Event) -> dict[str, object]:
    plain = {name: getattr(event, name) for name in _PLAIN}
    facts = {name: v.isoformat() if isinstance(v, date) else v for name, v in plain.items()}
    facts |= {
        "system": str(event.system),
        "rounds": event.rounds_planned,
        "settings": event.settings,
    }
    if event.pk:
        facts["organisers"] = sorted(event.organisers.values_list("pk", flat=True))
    return facts

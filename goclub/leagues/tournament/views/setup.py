"""Creating an event, reading one from a file, changing its settings."""

from __future__ import annotations

import random

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import carried_out, form_page
from goclub.common.limits import limited
from goclub.common.notation import clock_note, labelled, short_day
from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal, describe
from goclub.common.sheets.text import ENCODING_REFUSALS
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Event
from goclub.leagues.models.participant import full_name, rank_text
from goclub.leagues.tournament.forms.criteria import is_step
from goclub.leagues.tournament.forms.events import POSTER_COLUMNS, EventForm, PosterForm, SystemForm
from goclub.leagues.tournament.forms.files import FileForm
from goclub.leagues.tournament.forms.rules import EventRulesForm
from goclub.leagues.tournament.labels.bars import bar_picture
from goclub.leagues.tournament.labels.lines import remark_texts, remarks_text
from goclub.leagues.tournament.labels.presets import preset_cards
from goclub.leagues.tournament.queries.snapshot import load, placing_of, settings_of
from goclub.leagues.tournament.services import events, exchange
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.queries import club_settings, zone_of
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError
from tournaments.events.field import Tournament
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.formats.remarks import Remark

#: The seed of a draw is chosen by the machine's own chance, and then stored and shown.
_CHANCE = random.SystemRandom()


@login_required
@require_http_methods(["GET", "POST"])
def event_new(request: MemberRequest) -> HttpResponse:
    """Create an event from a preset."""
    if not events.may_create(request.user):
        raise PermissionDenied
    member = getattr(request, "member", None)
    initial = {
        "begins_on": timezone.localdate(),
        "time_zone": zone_of(club_settings()),
        "organisers": [member.pk] if member else [],
    }
    form = EventForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            event = events.create_event(
                act_of(request),
                preset=data["preset"],
                system=data["system"],
                rounds=data["rounds"],
                categories=data["category_limits"],
                organisers=list(data["organisers"]),
                rng=_CHANCE,
                team_size=data["team_size"] or Event.TeamSize.PLAYERS,
                **form.poster(),
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request,
                _("Event created. Now add the teams.")
                if event.team_size
                else _("Event created. Now add the players."),
            )
            _note_clocks(request, event)
            return redirect("leagues:event-entries", slug=event.slug)
    context = {"form": form, "presets": preset_cards()}
    return form_page(request, "leagues/tournament/event_new.html", context)


def _note_clocks(request: MemberRequest, event: Event) -> None:
    """Say which round begins in an hour that the change of the clocks skips or gives twice."""
    for start in starts_of(event):
        if note := clock_note(start.written):
            messages.warning(request, labelled(short_day(start.day), note))


@login_required
@require_http_methods(["GET", "POST"])
@limited("upload")
def event_import(request: MemberRequest) -> HttpResponse:
    """Read an event from a file: first a look, then the real thing."""
    if not events.may_create(request.user):
        raise PermissionDenied
    form = FileForm(request.POST or None, request.FILES or None)
    imported: Tournament | None = None
    remarks: list[Remark] = []
    ticked = _ticked(request)
    if request.method == "POST" and form.is_valid():
        try:
            imported = exchange.read_file(
                form.cleaned_data["data"], remarks, encoding=form.cleaned_data["encoding"]
            )
            if "look" not in request.POST:
                event = exchange.import_tournament(
                    act_of(request),
                    imported,
                    name=form.cleaned_data["name"],
                    fallback=timezone.localdate(),
                    members=ticked,
                    token=form.cleaned_data["token"],
                    rng=_CHANCE,
                )
                messages.success(
                    request, _("Tournament imported. Choose below which of its guests are members.")
                )
                if remarks:
                    messages.warning(request, remarks_text(remarks))
                return redirect("leagues:event-entries", slug=event.slug)
        except RuleError as error:
            if imported is not None or error.reason in ENCODING_REFUSALS:
                form = form.keeping(form.cleaned_data["data"])
            form.add_error("file", describe(error))
        else:
            form = form.keeping(form.cleaned_data["data"])
    return form_page(
        request,
        "leagues/tournament/event_import.html",
        {"form": form, "found": imported, "remarks": remark_texts(remarks)}
        | (_holdings(imported, ticked) if imported else {}),
    )


def _ticked(request: MemberRequest) -> list[tuple[int, int]]:
    """Who of the file is said to be which member: number in the file, primary key."""
    pairs = (text.partition(":")[::2] for text in request.POST.getlist("member"))
    read = ((read_number(number), read_number(pk)) for number, pk in pairs)
    return [(number, pk) for number, pk in read if number is not None and pk is not None]


def _holdings(imported: Tournament, ticked: list[tuple[int, int]]) -> dict[str, object]:
    """What a file holds, and who of it may be a member."""
    proposed = exchange.members_for(imported)
    return {
        "games": sum(len(event_round.games) for event_round in imported.rounds),
        "people": [
            {
                "player": player,
                "name": full_name(player.name, player.first_name),
                "rank": rank_text(player.rank),
                "members": [
                    {"member": candidate, "ticked": (player.id, candidate.pk) in ticked}
                    for candidate in proposed.get(player.id, ())
                ],
            }
            for player in sorted(imported.players, key=lambda player: player.id not in proposed)
        ],
        "proposed": len(proposed),
    }


@organiser_event
@require_http_methods(["GET", "POST"])
def event_settings(request: MemberRequest, event: Event) -> HttpResponse:
    """The poster and the rules of an event."""
    if "system" in request.POST:
        return _another_system(request, event)
    poster, rules = _forms(request, event)
    if is_step(request.POST):
        return _settings_page(request, event, poster, rules)
    chosen = poster if "poster" in request.POST else rules
    if request.method == "POST" and carried_out(
        request, chosen, lambda: _save(request, event, poster, rules, chosen), _("Saved.")
    ):
        _note_clocks(request, event)
        return redirect("leagues:event-settings", slug=event.slug)
    return _settings_page(request, event, poster, rules)


def _settings_page(
    request: MemberRequest,
    event: Event,
    poster: PosterForm,
    rules: EventRulesForm,
    system: SystemForm | None = None,
) -> HttpResponse:
    snapshot = load(event)
    chosen = {
        "system": event.system,
        "preset": event.preset,
        "category_limits": snapshot.settings.category_limits,
    }
    levels = {
        name: read_number(rules[name].value(), low=LOWEST_RANK, high=HIGHEST_RANK)
        for name in ("bar", "floor")
    }
    context = {
        "bars": None if snapshot.rounds else bar_picture(snapshot, **levels),
        "poster": poster,
        "presets": preset_cards(),
        "previewed": is_step(request.POST),
        "rules": rules,
        "rules_apart": len(snapshot.settings.apart),
        "scheduled": snapshot.settings.kind.is_scheduled,
        # Once a round is there, the system stays.
        "system": system or (None if snapshot.rounds else SystemForm(initial=chosen)),
    }
    return event_page(request, snapshot, "leagues/tournament/event_settings.html", context)


@organiser_event
@require_safe
def event_bars(request: MemberRequest, event: Event) -> HttpResponse:
    """How many would start above and below a bar that is not saved yet (``?bar=3&floor=-20``)."""
    levels = {
        name: read_number(request.GET.get(name), low=LOWEST_RANK, high=HIGHEST_RANK)
        for name in ("bar", "floor")
    }
    context = {"event": event, "bars": bar_picture(load(event), **levels)}
    return render(request, "leagues/tournament/_bars.html", context)


def _another_system(request: MemberRequest, event: Event) -> HttpResponse:
    """Start over from the preset of another system."""
    form = SystemForm(request.POST)
    if carried_out(
        request,
        form,
        lambda: events.use_preset(
            act_of(request),
            event,
            preset=form.cleaned_data["preset"],
            system=form.cleaned_data["system"],
            categories=form.cleaned_data["category_limits"],
        ),
        _("The rules have been reset to the preset."),
    ):
        return redirect("leagues:event-settings", slug=event.slug)
    poster, rules = _forms(request, event, sent=False)
    return _settings_page(request, event, poster, rules, form)


def _forms(
    request: MemberRequest, event: Event, *, sent: bool = True
) -> tuple[PosterForm, EventRulesForm]:
    posted = request.POST if sent and request.method == "POST" else None
    on_poster = posted if posted and "poster" in posted else None
    on_rules = posted if posted and "poster" not in posted else None
    step = on_rules if on_rules and is_step(on_rules) else None
    initial = {name: getattr(event, name) for name in POSTER_COLUMNS}
    initial["organisers"] = list(event.organisers.values_list("pk", flat=True))
    return (
        PosterForm(on_poster, initial=initial),
        EventRulesForm(
            None if step else on_rules,
            typed=step,
            settings=settings_of(event),
            preset_name=event.preset,
            placed=placing_of(event) is not None,
            boards=event.team_size,
        ),
    )


def _save(
    request: MemberRequest,
    event: Event,
    poster: PosterForm,
    rules: EventRulesForm,
    chosen: PosterForm | EventRulesForm,
) -> None:
    on_poster = chosen is poster
    events.edit_event(
        act_of(request),
        event,
        changes=poster.poster() if on_poster else {},
        organisers=list(poster.cleaned_data["organisers"]) if on_poster else None,
        settings=None if on_poster else rules.rules(),
    )

"""Files: an event for other programs and lists; players and results from a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.export import XLSX_TYPE, csv_response, workbook
from goclub.common.http import attachment, download
from goclub.common.limits import limited
from goclub.common.reading import read_numbers
from goclub.common.refusals.registry import describe
from goclub.games.notebook.services.headings import RESULTS
from goclub.leagues.league.services.table_texts import read_players, read_upload
from goclub.leagues.models import Event, Round
from goclub.leagues.tournament.forms.files import ReadTable, TableForm
from goclub.leagues.tournament.labels.lines import player_line, result_line, sheet_questions
from goclub.leagues.tournament.labels.sending import federation_checks
from goclub.leagues.tournament.queries.events import said_ends
from goclub.leagues.tournament.queries.sanctions import cases_of, why_by_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services import exchange, files, player_files, result_files
from goclub.leagues.tournament.services.table_plans import Plan
from goclub.leagues.tournament.views.public import file_name, standings_rows
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    organiser_event,
    public_event,
    published_round,
)
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError
from tournaments.formats.registrations import registration_table
from tournaments.formats.results_table import results_table

PLAYERS_EXAMPLE = "name;first_name;rank;club;country;egf_pin\nNowak;Ewa;3k;Krak;PL;12345678"
RESULTS_EXAMPLE = "table;white;black;result\n1;Nowak, Ewa;Sato, Ken;white"


@organiser_event
@require_http_methods(["GET", "POST"])
@limited("upload")
def players(request: MemberRequest, event: Event) -> HttpResponse:
    """Players from a table."""
    form = _form(
        request,
        PLAYERS_EXAMPLE,
        lambda data, name, encoding: read_players(
            data, name, rounds=event.rounds_planned, encoding=encoding
        ),
    )
    guests = "guests" in request.POST
    refusal = ""
    if "store" in request.POST and form.is_valid():
        try:
            people = player_files.enter_players(
                act_of(request),
                event,
                data=form.table,
                said=request.POST.dict(),
                seen=form.cleaned_data["seen"],
                others_are_guests=guests,
            )
        except RuleError as error:
            refusal = describe(error)
        else:
            text = ngettext("%(n)s player has entered.", "%(n)s players have entered.", len(people))
            messages.success(request, text % {"n": len(people)})
            return redirect("leagues:event-entries", slug=event.slug)
    snapshot = load(event)
    plan = _looked_at(form, lambda data: player_files.plan_players(snapshot, data))
    context: dict[str, object] = {"form": form, "plan": plan, "refusal": refusal, "guests": guests}
    if plan is not None:
        typed = request.POST.dict()
        for kind in player_files.PlayerFileKind:
            context[f"lines_{kind.value}"] = [
                player_line(line, typed, others_are_guests=guests) for line in plan.of(kind)
            ]
    return event_page(request, snapshot, "leagues/tournament/event_entries_file.html", context)


@organiser_event
@published_round
@require_http_methods(["GET", "POST"])
@limited("upload")
def results(request: MemberRequest, event: Event, event_round: Round) -> HttpResponse:
    """Results of a round from a table."""
    number = event_round.number
    form = _form(
        request,
        RESULTS_EXAMPLE,
        lambda data, name, encoding: read_upload(data, name, kind=RESULTS, encoding=encoding),
    )
    replace = read_numbers(request.POST.getlist("replace"), high=999_999)
    answers = {name: request.POST.get(name, "")[:20] for name in result_files.QUESTIONS}
    refusal = ""
    if "store" in request.POST and form.is_valid():
        try:
            changed = result_files.store_results(
                act_of(request),
                event_round,
                data=form.table,
                replace=replace,
                answers=answers,
                seen=form.cleaned_data["seen"],
            )
        except RuleError as error:
            refusal = describe(error)
        else:
            text = ngettext("%(n)s result was saved.", "%(n)s results were saved.", len(changed))
            messages.success(request, text % {"n": len(changed)})
            return redirect("leagues:event-results", slug=event.slug, number=number)
    snapshot = load(Event.objects.get(pk=event.pk))
    plan = _looked_at(
        form, lambda data: result_files.plan_results(snapshot, number, data, answers=answers)
    )
    context: dict[str, object] = {
        "form": form,
        "plan": plan,
        "refusal": refusal,
        "number": number,
    }
    if plan is not None:
        context["questions"] = sheet_questions(plan.questions)
        for kind in result_files.ResultFileKind:
            context[f"lines_{kind.value}"] = [result_line(line, replace) for line in plan.of(kind)]
    return event_page(request, snapshot, "leagues/tournament/event_results_file.html", context)


def _form(request: MemberRequest, example: str, read: ReadTable) -> TableForm:
    posted = request.method == "POST"
    return TableForm(
        request.POST if posted else None,
        request.FILES if posted else None,
        read=read,
        example=example,
    )


def _looked_at(form: TableForm, look: Callable[[bytes], Plan]) -> Plan | None:
    """The plan of the form's table; None where it cannot be read, which the form then says."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        plan = look(form.table)
    except RuleError as error:
        form.add_error("text", describe(error))
        return None
    form.show_plan(plan.seen)
    return plan


#: What other programs and lists read: how it is written, the end of its name, its type.
_EXPORTS: Final[Mapping[str, tuple[Callable[[Event], bytes], str, str]]] = {
    "opengotha": (exchange.export_opengotha, "xml", "text/xml"),
    "h9": (files.export_h9, "h9", "text/plain; charset=utf-8"),
    "tou": (files.export_tou, "tou", "text/plain; charset=iso-8859-1"),
    "aga": (files.export_aga, "txt", "text/plain; charset=utf-8"),
    "pairgoth": (exchange.export_pairgoth, "tour", "application/json"),
}


@require_safe
@public_event
def exported(request: MemberRequest, snapshot: EventSnapshot, kind: str) -> HttpResponseBase:
    """A file for another program or list, or back to the event with what is missing for it."""
    write, suffix, content_type = _EXPORTS[kind]
    try:
        data = write(snapshot.event)
    except RuleError as error:
        messages.error(
            request, _("This file cannot be created yet. %(why)s") % {"why": describe(error)}
        )
        return redirect("leagues:event", slug=snapshot.event.slug)
    return download(data, content_type, file_name(snapshot, "", suffix))


@require_safe
@public_event
def results_csv(_request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """Every published game as a line."""
    return csv_response(file_name(snapshot, "results"), *_games(snapshot))


def _games(snapshot: EventSnapshot) -> tuple[Iterable[str], Iterable[Iterable[object]]]:
    event, tournament = snapshot.event, snapshot.at_boards.tournament()
    if event.for_league:
        return results_table(tournament, said_ends(snapshot), why_by_table(cases_of(event)))
    return results_table(tournament)


def _tables(
    snapshot: EventSnapshot,
) -> dict[str, tuple[Iterable[str], Iterable[Iterable[object]]]]:
    """The whole event as tables by name."""
    return {
        "players": registration_table(snapshot.at_boards.tournament().players),
        "games": _games(snapshot),
        "standings": standings_rows(snapshot, snapshot.last_out),
    }


@require_safe
@public_event
def event_xlsx(_request: MemberRequest, snapshot: EventSnapshot) -> HttpResponse:
    """Players, games and standings as the sheets of a workbook."""
    return download(workbook(_tables(snapshot)), XLSX_TYPE, file_name(snapshot, "", "xlsx"))


@require_safe
@public_event
def event_json(_request: MemberRequest, snapshot: EventSnapshot) -> JsonResponse:
    """What the event is, its players, games and standings, for programs."""
    event = snapshot.event
    whole: dict[str, object] = {
        "event": {
            "name": event.name,
            "place": event.place,
            "begins_on": event.begins_on,
            "ends_on": event.ends_on,
            "system": event.system,
            "rounds": event.rounds_planned,
            "board": event.board,
            "komi": event.komi,
            "komi_with_handicap": event.komi2_handicap / 2,
            "main_minutes": event.main_minutes,
            "overtime": event.overtime,
            "egf_class": files.european_class(event),
            "state": event.state,
        }
    }
    for name, (header, rows) in _tables(snapshot).items():
        names = list(header)
        whole[name] = [dict(zip(names, row, strict=True)) for row in rows]
    return JsonResponse(
        whole,
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": attachment(file_name(snapshot, "", "json"))},
    )


@organiser_event
@require_safe
def sending(request: MemberRequest, event: Event) -> HttpResponse:
    """What each federation would refuse, before anything is sent."""
    snapshot = load(event)
    today = timezone.localdate(timezone=event.zone)
    context: dict[str, object] = {}
    try:
        context["checks"] = federation_checks(event, today)
    except RuleError as error:
        context["unrated"] = describe(error)
    return event_page(request, snapshot, "leagues/tournament/event_sending.html", context)


@require_safe
@public_event
def players_csv(_request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """Every entry as a line."""
    return csv_response(
        file_name(snapshot, "players"), *registration_table(snapshot.at_boards.tournament().players)
    )

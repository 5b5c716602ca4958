"""Results from the organisers' keyboard, one table at the desk, and why two players meet."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import carried_out
from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal, describe
from goclub.games.models import Toss
from goclub.leagues.models import Claim, Event, Pairing, Round
from goclub.leagues.models.round import BOARDS_FROM
from goclub.leagues.tournament.forms.desk import BoardForm, EndForm
from goclub.leagues.tournament.labels.figures import outcome_text
from goclub.leagues.tournament.labels.frame import EventRequest
from goclub.leagues.tournament.labels.rounds import round_tables, tables_found
from goclub.leagues.tournament.labels.why import why_page
from goclub.leagues.tournament.queries.events import kept_until_changed, tosses_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services import results as services
from goclub.leagues.tournament.services import seating
from goclub.leagues.tournament.services.claims import claims_of
from goclub.leagues.tournament.services.ends import hour_of, rounds_to_ask, say_end
from goclub.leagues.tournament.services.explaining import explain_pairing
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    organiser_event,
    public_event,
    published_round,
    round_or_404,
)
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import Code, RuleError
from ratings.halves import parse_half

#: So many tables are named one by one after a line of results.
_MOST_SAID = 3


@organiser_event
@published_round
@require_http_methods(["GET", "POST"])
def results(request: MemberRequest, event: Event, event_round: Round) -> HttpResponse:
    """Every table of a round with its result: type a number and a key, or press a button."""
    number = event_round.number
    typed, refusal, part = "", "", ""
    if request.method == "POST":
        typed = request.POST.get("keys", "")
        try:
            tables = _set(request, event_round)
        except RuleError as error:
            refusal, part = describe(error), str(error.params.get("part", ""))
        else:
            if len(tables) > _MOST_SAID:
                messages.success(
                    request,
                    ngettext("%(n)s result saved.", "%(n)s results saved.", len(tables))
                    % {"n": len(tables)},
                )
            else:
                for pairing in tables:
                    messages.success(
                        request,
                        _("Table %(table)s: %(result)s.")
                        % {"table": pairing, "result": outcome_text(pairing)},
                    )
            row = f"#table-{tables[0].table}" if "set" in request.POST else ""
            return redirect(f"{request.get_full_path()}{row}")
    return _page(request, event, number, typed=typed, refusal=refusal, wrong_part=part)


@organiser_event
@published_round
@require_POST
def ended(request: MemberRequest, event: Event, event_round: Round) -> HttpResponse:
    """Say when the games of a round ended, or that of one table."""
    number = event_round.number
    tables = event_round.pairings.values_list("table", flat=True)
    form = EndForm(request.POST, event_round=event_round, tables=tables, zone=event.time_zone)
    if carried_out(
        request,
        form,
        lambda: say_end(act_of(request), event_round, **form.cleaned_data),
        _("End time saved."),
    ):
        return redirect("leagues:event-results", slug=event.slug, number=number)
    return _page(request, event, number, form=form)


def _page(
    request: MemberRequest,
    event: Event,
    number: int,
    *,
    typed: str = "",
    refusal: str = "",
    wrong_part: str = "",
    form: EndForm | None = None,
) -> HttpResponse:
    snapshot = load(Event.objects.get(pk=event.pk))
    event_round = snapshot.round(number)
    assert event_round is not None
    tables = round_tables(snapshot.at_boards, number, claims_of(snapshot.at_boards, number))
    hour = hour_of(event)
    numbers = [line["pairing"].table for line in tables]
    sought, only_open = request.GET.get("q", "").strip()[:40], "open" in request.GET
    context = {
        "hour": hour,
        "asked": event_round in rounds_to_ask(snapshot, hour),
        "end": event_round.ended_at,
        "ends": [line["pairing"] for line in tables if line["pairing"].ended_at],
        "end_form": form
        or EndForm(event_round=event_round, tables=numbers, zone=snapshot.event.time_zone),
        "number": number,
        "tables": tables_found(tables, sought, only_open=only_open),
        "sought": sought,
        "only_open": only_open,
        "open": [line for line in tables if not line["pairing"].has_result],
        "conflicts": [line for line in tables if line["claim"] and line["claim"].conflict],
        "typed": typed,
        "refusal": refusal,
        "wrong_part": wrong_part,
    }
    return event_page(request, snapshot, "leagues/tournament/event_results.html", context)


def _set(request: MemberRequest, event_round: Round) -> list[Pairing]:
    """A button says table, result and what the page showed; otherwise something was typed."""
    button = request.POST.get("set", "")
    if not button:
        return services.type_results(
            act_of(request), event_round, text=request.POST.get("keys", "")
        )
    table, _colon, rest = button.partition(":")
    result, _colon, seen = rest.partition(":")
    by_default = result.endswith("!")
    called = result == Claim.CALLED
    number = read_number(table, high=99_999)
    pairing = None if number is None else event_round.pairings.filter(table=number).first()
    if pairing is None:
        raise RuleError(Code.UNKNOWN, "keys", table[:20], reason="tournament.no_such_table")
    typed = request.POST.get(f"margin-{pairing.table}", "").strip()
    margin2 = parse_half(typed, "margin") if typed else None
    wins = result in (Pairing.Outcome.BLACK, Pairing.Outcome.WHITE)
    if not wins and (result == Pairing.Outcome.UNKNOWN or margin2 == pairing.margin2):
        margin2 = None  # the page's own figure, not one typed beside this button
    decided = services.set_result(
        act_of(request),
        pairing,
        margin2=margin2,
        result=Pairing.Outcome.EQUAL if called else result.removesuffix("!"),
        ending=Claim.CALLED if called else "points" if margin2 else "",
        by_default=by_default,
        expected=seen,
    )
    return [decided]


@require_safe
@public_event
def why(request: EventRequest, snapshot: EventSnapshot, number: int, table: int) -> HttpResponse:
    """Why these two players meet."""
    number = round_or_404(snapshot, number, runs=request.runs)
    if snapshot.event.has_boards and table > BOARDS_FROM:
        table //= BOARDS_FROM  # those at a board meet because their teams do
    pairing = next(
        (pairing for pairing in snapshot.pairings[number] if pairing.table == table), None
    )
    if pairing is None:
        raise Http404
    explained = kept_until_changed(
        snapshot.event, f"why:{pairing.pk}", lambda: explain_pairing(snapshot, pairing)
    )
    line = next(row for row in round_tables(snapshot, number) if row["pairing"] == pairing)
    context = {
        "pairing": pairing,
        "number": number,
        "why": why_page(snapshot, pairing, explained, (line["black"].score, line["white"].score)),
    }
    return event_page(request, snapshot, "leagues/tournament/event_why.html", context)


@organiser_event
@require_http_methods(["GET", "POST"])
def table(request: MemberRequest, event: Event, number: int, table: int) -> HttpResponse:
    """One table by hand: colours, stones, komi, its number."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__event", "black", "white"),
        round__event=event,
        round__number=number,
        table=table,
    )
    initial: dict[str, object] = {
        "handicap": pairing.handicap,
        "komi2": pairing.komi2,
        "table": pairing.table,
    }
    swap = any(name in request.POST for name in ("swap", "release", "toss"))
    form = BoardForm(request.POST if request.method == "POST" and not swap else None,
                     initial=initial)  # fmt: skip
    if request.method == "POST" and (swap or form.is_valid()):
        try:
            _change_table(request, pairing, form)
        except RuleError as error:
            if not form.is_bound:
                form = BoardForm(initial, initial=initial)
                form.is_valid()
            add_refusal(form, error, {"komi": "komi2"})
        else:
            messages.success(request, _("Saved."))
            return redirect("leagues:event-desk", slug=event.slug)
    tossing = event.for_league and not pairing.handicap and not pairing.has_result
    context = {
        "pairing": pairing,
        "form": form,
        "number": number,
        "tossing": tossing,
        "tosses": tosses_of(pairing, pairing.round) if tossing and not pairing.toss else [],
    }
    return event_page(request, load(event), "leagues/tournament/event_table.html", context)


def _change_table(request: MemberRequest, pairing: Pairing, form: BoardForm) -> None:
    act = act_of(request)
    if "toss" in request.POST:
        toss = get_object_or_404(Toss, pk=read_number(request.POST["toss"]))
        seating.take_toss(act, pairing, toss=toss)
    elif "swap" in request.POST:
        seating.swap_colours(act, pairing)
    elif "release" in request.POST:
        seating.release_pair(act, pairing)
    else:
        data = form.cleaned_data
        komi2 = data["komi2"] if data["komi2"] != pairing.komi2 else None
        seating.set_conditions(
            act, pairing, handicap=data["handicap"], komi2=komi2, table=data["table"]
        )

"""The calculator, and its table for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.games.calculator.forms import (
    CalculatorForm,
    ConditionsTableForm,
    EstimateForm,
    SeriesForm,
)
from goclub.games.calculator.labels import OWN, NoOffer, OfferedConditions, offers_of, own_offer
from goclub.games.calculator.services import (
    SEATS,
    CalculatorSeat,
    compare,
    explained,
    game_of,
    outcomes,
    rules_by_system,
    series,
)
from goclub.games.finding.queries import rated
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.calculation import ONE, OTHER, ConditionsSuggestion
from goclub.games.rating.systems.igs.system import IGS
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of
from ratings.halves import half_text
from ratings.system import MOST_KOMI2, Ending, Outcome


class CalculatorAnswer(TypedDict, total=False):
    """What the page says of two strengths; the results only where a game could be recorded."""

    offers: list[dict[str, object]]
    chosen: OfferedConditions | None
    text: str
    suggestions: list[dict[str, str]]
    link: str
    black: CalculatorSeat
    white: CalculatorSeat
    outcomes: list[str]
    half_komi: bool
    results: Sequence[object]
    explained: object
    report_link: str
    toss_link: str


_ESTIMATE = ("known", "habit", "side")
_SERIES = ("wins", "losses")


@require_safe
def calculator(request: MemberRequest) -> HttpResponse:
    """Conditions of two strengths, what each result would do in every system, and estimates."""
    may_choose = rights_of(request).table
    among = rated(request.member) if may_choose else Member.objects.none()
    members = among.shown_to(visitor=rights_of(request).visitor)
    rules = rules_by_system(rules_timeline(), timezone.localdate())
    form = CalculatorForm(members=members, rules=rules)
    seats = [name for name in form.fields if name.startswith(SEATS)]
    asked = any(request.GET.get(name) for name in (*seats, *(f"{seat}_text" for seat in SEATS)))
    if asked:
        form = CalculatorForm(request.GET, members=members, rules=rules)
    elif request.member:
        form.initial[ONE] = str(request.member.pk)
    estimate_form = _estimate_form(request)
    context: dict[str, object] = {
        "form": form,
        "may_choose": may_choose,
        "estimate_form": estimate_form,
        "series_form": SeriesForm(initial={"wins": 5, "losses": 3}),
        "kept": _kept(request, ()),
    }
    wrong = bool(estimate_form.errors)
    if asked and form.is_valid():
        answer = _answer(request, form)
        series_form = _series_form(request, answer)
        context |= {"answer": answer} | _series(form, series_form, answer)
        wrong |= bool(series_form and series_form.errors)
    wrong |= bool(form.errors)
    return render(
        request, "games/calculator/calculator.html", context, status=422 if wrong else 200
    )


def _estimate_form(request: MemberRequest) -> EstimateForm:
    asked = any(request.GET.get(name) for name in ("known", "habit"))
    return EstimateForm(request.GET if asked else None)


def _kept(request: MemberRequest, but: tuple[str, ...]) -> list[tuple[str, str]]:
    """The query as hidden fields of the page's other forms, so that nothing typed is lost."""
    left = (*_ESTIMATE, *_SERIES, *but)
    parameters = [(name, str(value)) for name, value in request.GET.items()]
    return [(name, value) for name, value in parameters if value and name not in left]


def _answer(request: MemberRequest, form: CalculatorForm) -> CalculatorAnswer:
    """Conditions side by side, the chosen ones, and what their results would change."""
    first, second = form.seats[ONE], form.seats[OTHER]
    offers = offers_of(first, second, form.rules)
    base = _base(form.cleaned_data["by"], offers)
    chosen: OfferedConditions | None = base
    if form.asks_own:
        chosen = own_offer(first, second, base, form.own, form.rules)
        offers[OWN] = chosen
    answer: CalculatorAnswer = {
        "offers": [
            {"offer": offer, "key": key, "link": _link(request, {"by": key}, key)}
            for key, offer in offers.items()
        ],
        "chosen": chosen,
        "text": chosen.terms.text if chosen else "",
        "suggestions": [
            {"text": suggestion.text, "link": _link(request, suggestion.fields, OWN)}
            for suggestion in _suggestions(offers)
        ],
        "results": [],
        "link": _link(request, {}, OWN),
    }
    if chosen is not None:
        answer.update(_results(form, chosen))
    return answer


def _base(by: str, offers: dict[str, OfferedConditions | NoOffer]) -> OfferedConditions | None:
    """The conditions asked for, else those of the first system that has any."""
    candidates = [offers[by]] if by in offers else offers.values()
    return next((offer for offer in candidates if isinstance(offer, OfferedConditions)), None)


def _suggestions(offers: dict[str, OfferedConditions | NoOffer]) -> list[ConditionsSuggestion]:
    return [s for offer in offers.values() if isinstance(offer, NoOffer) for s in offer.suggestions]


def _link(request: MemberRequest, fields: dict[str, str], key: str) -> str:
    """The same calculation under other conditions; what a system gives replaces one's own."""
    query = QueryDict(mutable=True)
    dropped = ("by", "stones", "komi", "black") if key != OWN else ()
    for name, value in _kept(request, dropped):
        query[name] = value
    for name, value in fields.items():
        query[name] = value
    return f"{reverse('games:calculator')}?{query.urlencode()}"


def _in_colours(
    form: CalculatorForm, chosen: OfferedConditions
) -> tuple[CalculatorSeat, CalculatorSeat]:
    black, white = form.seats[ONE], form.seats[OTHER]
    return (black, white) if chosen.terms.black == ONE else (white, black)


def _results(form: CalculatorForm, chosen: OfferedConditions) -> CalculatorAnswer:
    """What each result would do to both in every system; none where it cannot be recorded.

    Beyond 414 points of difference the komi leaves the range in which a game can be recorded.
    """
    black, white = _in_colours(form, chosen)
    answer: CalculatorAnswer = {"black": black, "white": white}
    if abs(chosen.terms.komi2) > MOST_KOMI2:
        return answer
    ending = form.ending_chosen
    possible = outcomes(chosen.terms.komi2, ending)
    games = [
        game_of(
            chosen.terms.handicap,
            chosen.terms.komi2,
            outcome,
            board=form.board_chosen,
            ending=ending,
            occasion=form.cleaned_data["occasion"],
        )
        for outcome, _label in possible
    ]
    labels = [label for _outcome, label in possible]
    results = compare((black, white), games, form.rules)
    shown: CalculatorAnswer = {
        "outcomes": labels,
        "half_komi": bool(chosen.terms.komi2 % 2) and ending is Ending.RESIGNATION,
        "results": results,
        "explained": explained(results, labels),
        "report_link": _report_link(chosen, black, white),
        "toss_link": _toss_link(black, white) if chosen.terms.toss else "",
    }
    answer.update(shown)
    return answer


def _series_form(request: MemberRequest, answer: CalculatorAnswer) -> SeriesForm | None:
    """The form of the estimator of several games, once the query asks for it."""
    asked = any(request.GET.get(name) for name in _SERIES)
    return SeriesForm(request.GET) if answer["results"] and asked else None


def _series(
    form: CalculatorForm, series_form: SeriesForm | None, answer: CalculatorAnswer
) -> dict[str, object]:
    """What several games would come to."""
    chosen = answer["chosen"]
    if series_form is None or chosen is None:
        return {}
    series_context: dict[str, object] = {"series_form": series_form}
    if not series_form.is_valid():
        return series_context
    games = {
        outcome: game_of(
            chosen.terms.handicap,
            chosen.terms.komi2,
            outcome,
            board=form.board_chosen,
            ending=form.ending_chosen,
            occasion=form.cleaned_data["occasion"],
        )
        for outcome in (Outcome.BLACK, Outcome.WHITE)
    }
    data = series_form.cleaned_data
    series_context["series"] = series(
        _in_colours(form, chosen), ONE, games, data["wins"], data["losses"], form.rules
    )
    series_context["series_orders"] = bool(data["wins"] and data["losses"])
    return series_context


def _report_link(chosen: OfferedConditions, black: CalculatorSeat, white: CalculatorSeat) -> str:
    """One tap takes the conditions into a new report."""
    values: dict[str, object] = {
        "handicap": chosen.terms.handicap,
        "komi": half_text(chosen.terms.komi2),
    }
    for colour, seat in (("black", black), ("white", white)):
        if seat.member:
            values[colour] = seat.member.pk
    return f"{reverse('games:report')}?{urlencode(values)}"


def _toss_link(*seats: CalculatorSeat) -> str:
    """One tap names the two for a toss, as far as they are members."""
    members = [seat.member.pk for seat in seats if seat.member]
    return f"{reverse('games:toss-list')}?{urlencode({'with': members}, doseq=True)}"


@require_safe
def conditions_table(request: MemberRequest) -> HttpResponse:
    """A table of conditions to print, for any range of differences or of ranks."""
    first = {"system": IGS.key, "by": "difference", "low": "0", "high": "9"}
    asked = any(request.GET.get(name) for name in first)
    form = ConditionsTableForm(request.GET if asked else first)
    form.is_valid()
    context = {"form": form, "table": form.table}
    status = 422 if form.errors else 200
    return render(request, "games/calculator/conditions_table.html", context, status=status)

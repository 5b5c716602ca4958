"""The calculator, and its table for the wall."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.http import form_page
from goclub.games.calculator.forms import (
    CalculatorForm,
    ConditionsTableForm,
    EstimateForm,
    SeriesForm,
)
from goclub.games.calculator.services import (
    OWN,
    SEATS,
    CalculatorSeat,
    compare,
    in_colours,
    offers_of,
    outcomes,
    own_offer,
    rules_by_system,
    series,
)
from goclub.games.finding.queries import rated
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.igs.system import IGS
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of
from ratings.halves import half_text
from ratings.system import MOST_KOMI2, Ending, Outcome

_ESTIMATE = ("known", "habit", "side")
_SERIES = ("wins", "losses")


@require_safe
def calculator(request: MemberRequest) -> HttpResponse:
    """Conditions of two strengths, what each result would do in every system, and estimates."""
    may_choose = rights_of(request).table
    among = rated(request.member) if may_choose else Member.objects.none()
    members = among.shown_to(visitor=rights_of(request).visitor)
    timeline = rules_timeline()
    rules = rules_by_system(timeline, timezone.localdate())
    form = CalculatorForm(members=members, rules=rules)
    seats = [name for name in form.fields if name.startswith(SEATS)]
    asked = any(request.GET.get(name) for name in (*seats, *(f"{seat}_text" for seat in SEATS)))
    if asked:
        form = CalculatorForm(request.GET, members=members, rules=rules)
    elif request.member:
        form.initial[ONE] = str(request.member.pk)
    estimate_asked = any(request.GET.get(name) for name in ("known", "habit"))
    estimate_form = EstimateForm(request.GET if estimate_asked else None)
    series_form = SeriesForm(initial={"wins": 5, "losses": 3})
    context: dict[str, object] = {}
    if asked and form.is_valid():
        answer, chosen = _answer(request, form)
        context["answer"] = answer
        if chosen and "results" in answer and any(request.GET.get(name) for name in _SERIES):
            series_form = SeriesForm(request.GET)
            if series_form.is_valid():
                context |= _series(form, chosen, **series_form.cleaned_data)
    context |= {
        "timeline": timeline,
        "form": form,
        "may_choose": may_choose,
        "estimate_form": estimate_form,
        "series_form": series_form,
        "kept": _kept(request, ()),
    }
    return form_page(request, "games/calculator/calculator.html", context)


def _kept(request: MemberRequest, but: tuple[str, ...]) -> list[tuple[str, str]]:
    """The query as hidden fields of the page's other forms, so that nothing typed is lost."""
    left = (*_ESTIMATE, *_SERIES, *but)
    parameters = [(name, str(value)) for name, value in request.GET.items()]
    return [(name, value) for name, value in parameters if value and name not in left]


def _answer(
    request: MemberRequest, form: CalculatorForm
) -> tuple[dict[str, object], GameTerms | None]:
    """Conditions side by side and what results of the chosen ones would change, and these."""
    offers = offers_of(form.pair, form.rules)
    by = form.cleaned_data["by"]
    # The conditions asked for, else those of the first system that has any.
    candidates = [by] if by in offers else list(offers)
    key = next((key for key in candidates if offers[key].terms), "")
    if form.asks_own:
        base = offers[key].terms if key else None
        offers[OWN] = own_offer(form.pair, base, *form.own, form.rules)
        key = OWN
    chosen = offers[key].terms if key else None
    answer: dict[str, object] = {
        "offers": [
            (each, offer, each == key, _link(request, {"by": each}, each))
            for each, offer in offers.items()
        ],
        "chosen": chosen,
        "suggestions": [
            (suggestion.text, _link(request, suggestion.fields, OWN))
            for offer in offers.values()
            if offer.refused
            for suggestion in offer.refused.suggestions
        ],
        "link": _link(request, {}, OWN),
    }
    return answer | (_results(form, chosen) if chosen else {}), chosen


def _link(request: MemberRequest, fields: dict[str, str], key: str) -> str:
    """The same calculation under other conditions; what a system gives replaces one's own."""
    query = QueryDict(mutable=True)
    dropped = ("by", "stones", "komi", "black") if key != OWN else ()
    for name, value in _kept(request, dropped):
        query[name] = value
    for name, value in fields.items():
        query[name] = value
    return f"{reverse('games:calculator')}?{query.urlencode()}"


def _results(form: CalculatorForm, chosen: GameTerms) -> dict[str, object]:
    """What each result would do to both in every system; none where it cannot be recorded.

    Beyond 414 points of difference the komi leaves the range in which a game can be recorded.
    """
    seats = black, white = in_colours(form.pair, chosen)
    players: dict[str, object] = {"black": black, "white": white}
    if abs(chosen.komi2) > MOST_KOMI2:
        return players
    possible = outcomes(chosen.komi2, form.ending_chosen)
    games = [form.game(chosen, outcome) for outcome, _label in possible]
    labels = [label for _outcome, label in possible]
    return {
        **players,
        **compare(seats, games, form.rules, labels),
        "outcomes": labels,
        "half_komi": bool(chosen.komi2 % 2) and form.ending_chosen is Ending.RESIGNATION,
        "report_link": _report_link(chosen, black, white),
        "toss_link": _toss_link(black, white) if chosen.toss else "",
    }


def _series(form: CalculatorForm, chosen: GameTerms, wins: int, losses: int) -> dict[str, object]:
    """What several games would come to."""
    games = {outcome: form.game(chosen, outcome) for outcome in (Outcome.BLACK, Outcome.WHITE)}
    seats = in_colours(form.pair, chosen)
    return {
        "series": series(seats, ONE, games, wins, losses, form.rules),
        "series_orders": bool(wins and losses),
    }


def _report_link(chosen: GameTerms, black: CalculatorSeat, white: CalculatorSeat) -> str:
    """One tap takes the conditions into a new report."""
    values: dict[str, object] = {
        "handicap": chosen.handicap,
        "komi": half_text(chosen.komi2),
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
    return form_page(request, "games/calculator/conditions_table.html", context)

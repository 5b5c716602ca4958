"""An ordinary game of today in four presses: the opponent first, then what happened."""

from __future__ import annotations

import uuid
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.games.finding.queries import others
from goclub.games.models import Game
from goclub.games.playing.forms import KifuForm, ReportForm
from goclub.games.playing.queries import ShortResult, results_of, told_by, usual_terms
from goclub.games.playing.views.report import Enclosures, store_report
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from ratings.halves import half_text

BOARD: Final = 19
#: What the page says and does not ask, and what it asks; all else is asked by the long form.
_SAID: Final = ("played_on", "handicap", "komi", "board")
_ASKED_HERE: Final = frozenset({"ending", "margin", "pairing"})
_NOTHING: Final = Enclosures(None, None, None)


@login_required
@require_http_methods(["GET", "POST"])
def report_short(request: MemberRequest, pk: int) -> HttpResponse:
    """The short form; what it does not ask is said on the page, or else the long form asks it."""
    me = request.member
    if me is None:
        raise PermissionDenied
    opponent = get_object_or_404(others(me), pk=pk)
    terms = usual_terms(me, opponent)
    results = results_of(me, opponent, terms)
    context: dict[str, object] = {"other": opponent, "terms": terms, "results": results}
    if request.method == "POST":
        result = told_by(request.POST.get("told", ""), me, opponent)
        form = ReportForm(_told_in_full(request.POST, result, me, opponent))
        if result is None:
            messages.error(request, _("Choose who won."))
        elif form.is_valid() and (done := store_report(request, form, _NOTHING, context)):
            return redirect(done)
        if result is not None and (set(form.errors) - _ASKED_HERE or _has_moved(form, terms)):
            context |= {"form": form, "kifu_form": KifuForm()}
            return render(request, "games/playing/report.html", context, status=422)
        context["told"] = result
    else:
        form = ReportForm(initial=_initial(me, opponent, terms))
    context["longer"] = _longer(me, opponent, terms)
    context |= {"form": form, "hidden": [form[name].as_hidden() for name in _SAID]}
    status = 422 if form.is_bound else 200
    return render(request, "games/playing/report_short.html", context, status=status)


def _has_moved(form: ReportForm, terms: GameTerms) -> bool:
    """Whether the form was shown under other conditions than those of now."""
    sent = str(form["handicap"].value()), str(form["komi"].value())
    return sent != (str(terms.handicap), half_text(terms.komi2))


def _initial(me: Member, opponent: Member, terms: GameTerms) -> dict[str, object]:
    black, white = (me, opponent) if terms.black == ONE else (opponent, me)
    return {
        "key": uuid.uuid4(),
        "black": str(black.pk),
        "white": str(white.pk),
        "played_on": timezone.localdate(),
        "handicap": terms.handicap,
        "komi": half_text(terms.komi2),
        "board": BOARD,
        "ending": Game.Ended.RESIGNATION,
    }


def _longer(me: Member, opponent: Member, terms: GameTerms) -> str:
    """The long form, filled with what this page says."""
    names = ("black", "white", "handicap", "komi")
    values = {name: value for name, value in _initial(me, opponent, terms).items() if name in names}
    return f"{reverse('games:report')}?{urlencode(values)}"


def _told_in_full(
    sent: QueryDict, result: ShortResult | None, me: Member, opponent: Member
) -> QueryDict:
    """What the long form would have been sent."""
    data = sent.copy()
    data["black"] = str(result.black.pk if result else me.pk)
    data["white"] = str(result.white.pk if result else opponent.pk)
    data["winner"] = result.winner if result else ""
    if result and result.is_jigo:
        data["ending"] = data["margin"] = ""
    elif data.get("ending") != Game.Ended.POINTS:
        data["margin"] = ""
    return data

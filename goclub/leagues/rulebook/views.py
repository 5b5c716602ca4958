"""The rules of the leagues and of scores, as pages."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.notation import short_rank
from goclub.leagues.ladder import labels as ladder
from goclub.leagues.ladder.queries import ladder_settings
from goclub.leagues.models.participant import rank_text
from goclub.leagues.rulebook.labels.present import present_values
from goclub.leagues.rulebook.labels.texts import OFFICIAL, SCORES, SEASONS
from goclub.leagues.rulebook.labels.worked import (
    KIND_NAMES,
    columns,
    lines_shown,
    rounds_shown,
    width,
)
from goclub.leagues.rulebook.services import BARS, KINDS, chosen, worked
from goclub.members.requests import MemberRequest


@require_safe
def league_rules(request: MemberRequest) -> HttpResponse:
    """The official league, the season leagues and the ladder, each rule with what is set."""
    context: dict[str, object] = {
        "sections": [
            ("official", _("The official league"), OFFICIAL),
            ("season", _("Season leagues"), SEASONS),
            ("ladder", _("Rules of the ladder"), ladder.TEXTS),
        ],
        "present": present_values(timezone.now()) | ladder.present_values(ladder_settings()),
    }
    return render(request, "leagues/rulebook/leagues.html", context)


@require_safe
def score_rules(request: MemberRequest) -> HttpResponse:
    """Scores and tie-breaks, with a small event whose results the reader sets."""
    choice = chosen(request.GET.dict())
    lines = lines_shown(choice, worked(choice))
    context: dict[str, object] = {
        "texts": SCORES,
        "present": {},
        "choice": choice,
        "kinds": [(kind.value, KIND_NAMES[kind.value]) for kind in KINDS],
        "bars": [(bar, short_rank(rank_text(bar))) for bar in BARS],
        "mcmahon": choice.kind.value == "mcmahon",
        "rounds": rounds_shown(choice),
        "columns": columns(choice),
        "lines": lines,
        "width": width(lines),
        "opened": choice.player or lines[0]["number"],
    }
    return render(request, "leagues/rulebook/scores.html", context)

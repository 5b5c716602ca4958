"""One pairing: its conditions, its appointment, its report, its forfeit."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from goclub.common.forms import WhyForm
from goclub.common.pictures import picture_response
from goclub.common.reading import read_number
from goclub.games.models import Game
from goclub.games.rating.systems.paa.conditions import conditions_text
from goclub.leagues.league.services.rights import league_day, need_runner, runs
from goclub.leagues.models import Match, Term
from goclub.leagues.official.forms import ArrangeForm, ForfeitForm, MatchReportForm
from goclub.leagues.official.labels.standings import correction_of_term, match_picture, shared_match
from goclub.leagues.official.queries import match_page, toss_of
from goclub.leagues.official.services import matches
from goclub.leagues.official.services.matches import (
    black_of,
    candidates,
    conditions_of,
    link_game,
    report_match,
)
from goclub.leagues.official.services.standings import TermStandings, terms_with_corrections
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest, user_of
from goclub.members.visitors import shown_to_visitors


def _get(pk: int) -> Match:
    return get_object_or_404(match_page(pk))


def _context(request: MemberRequest, match: Match) -> dict[str, Any]:
    """Return what every page of a pairing shows."""
    term = match.division.term
    user = user_of(request) if request.user.is_authenticated else None
    conditions = conditions_of(match)
    black = black_of(match, conditions)
    toss = toss_of(match) if black is None else None
    may_run = runs(request.user, term.league)
    plays = matches.plays(match, user)
    closed = term.state == Term.State.CLOSED
    return {
        "league": term.league,
        "term": term,
        "match": match,
        "is_open": matches.takes_result(match, term, runs=may_run),
        "may_report": (plays and not closed)
        or (may_run and request.user.has_perm("games.report_for_others")),
        "unfilled": closed and matches.is_open(match),
        "may_reopen": may_run and not plays and _may_reopen(match, term),
        "plays": plays,
        "runs": may_run,
        "conditions": conditions,
        "conditions_text": conditions_text(conditions),
        "black": black if toss is None else toss.black,
        "toss": toss,
    }


def _may_reopen(match: Match, term: Term) -> bool:
    if term.state == Term.State.RUNNING:
        return not matches.is_open(match)
    return matches.decided_since(match, term)


@require_safe
@shown_to_visitors
def show_match(request: MemberRequest, pk: int) -> HttpResponse:
    """A pairing, and what the reader may do about it."""
    match = _get(pk)
    context = _context(request, match)
    term = context["term"]
    if term.state == Term.State.CLOSED and terms_with_corrections([term.pk]):
        context["waits"] = correction_of_term(TermStandings(term), request.user)
    if context["is_open"] and (context["plays"] or context["runs"]):
        if not context["unfilled"]:
            context["arrange"] = ArrangeForm(
                zone=term.league.zone,
                initial={"arranged_for": match.arranged_for, "place": match.place},
            )
        context["candidates"] = candidates(match)
    context["history"] = match.history.select_related("history_user").order_by("history_id")
    context["shared_page"] = shared_match(match, request.club)
    return render(request, "leagues/official/match.html", context)


@require_safe
@shown_to_visitors
def picture(request: MemberRequest, pk: int) -> HttpResponse:
    """A pairing before its game, for those who share it elsewhere."""
    match = _get(pk)
    conditions = conditions_text(conditions_of(match))
    return picture_response(request, match_picture(match, conditions, request.club))


class MatchActionView(ActionView):
    """A page about a pairing, for the two who play it and those who run the league."""

    def find(self, pk: int) -> None:
        self.match = _get(pk)
        if not matches.plays(self.match, user_of(self.request)):
            need_runner(self.request.user, self.match.division.term.league)

    def context_for(self, form: Any) -> dict[str, Any]:
        return super().context_for(form) | _context(self.request, self.match)


class ArrangeMatch(MatchActionView):
    """Note when and where the two will play."""

    http_method_names = ["post"]
    form_class = ArrangeForm
    template_name = "leagues/official/match.html"
    done = gettext_lazy("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"zone": self.match.division.term.league.zone}

    def context_for(self, form: ArrangeForm) -> dict[str, Any]:
        return super().context_for(form) | {"arrange": form}

    def carry_out(self, act: Act, form: ArrangeForm) -> Match:
        return matches.arrange(act, self.match, **form.cleaned_data)


class ReportMatch(MatchActionView):
    """Report the game: the ordinary form, filled with players and conditions."""

    form_class = MatchReportForm
    template_name = "leagues/official/report.html"
    done = gettext_lazy("Reported. It counts once your opponent confirms it.")

    def get(self, request: Any, *args: Any, **address: Any) -> HttpResponse:
        term = self.match.division.term
        if not matches.takes_result(self.match, term, runs=runs(request.user, term.league)):
            messages.info(request, gettext("This pairing already has a result or a report."))
            return redirect(self.match)
        return super().get(request, *args, **address)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"match": self.match}

    def get_initial(self) -> dict[str, Any]:
        match, term = self.match, self.match.division.term
        context = _context(self.request, match)
        initial = {
            "key": uuid.uuid4(),
            "played_on": min(league_day(term.league, timezone.now()), term.ends_on),
            "handicap": context["conditions"].handicap,
            "komi": context["conditions"].komi2,
            "place": match.place,
        }
        if (black := context["black"]) is not None:
            white = match.second.member if black == match.first.member else match.first.member
            initial |= {"black": str(black.pk), "white": str(white.pk)}
        return initial

    def carry_out(self, act: Act, form: MatchReportForm) -> Game:
        assert form.facts is not None
        sent = form.cleaned_data
        return report_match(
            act,
            self.match,
            facts=form.facts,
            key=sent["key"],
            other_conditions=sent["other_conditions"],
        )


class LinkGame(ButtonView):
    """Make a game that is stored already the game of the pairing."""

    done = gettext_lazy("This game now counts for the pairing.")
    match: Match

    def find(self, pk: int) -> None:
        self.match = self.back = _get(pk)
        number = read_number(self.request.POST.get("game"))
        self.game = get_object_or_404(Game.objects.with_players(), pk=number)

    def carry_out(self, act: Act, _form: object) -> Match:
        return link_game(act, self.match, game=self.game)


class ForfeitMatch(MatchActionView):
    """Record a forfeit; players may only concede their own game."""

    form_class = ForfeitForm
    template_name = "leagues/official/match_form.html"
    done = gettext_lazy("Recorded. It counts for the standings but not for points.")

    def get_form_kwargs(self) -> dict[str, Any]:
        user = user_of(self.request)
        only = matches.own_side(self.match, user) if matches.plays(self.match, user) else ""
        return super().get_form_kwargs() | {"match": self.match, "only": only}

    def context_for(self, form: Any) -> dict[str, Any]:
        concedes = matches.plays(self.match, user_of(self.request))
        return super().context_for(form) | {
            "title": gettext("Concede the game?") if concedes else gettext("Record a forfeit"),
            "button": gettext("Concede") if concedes else gettext("Record"),
        }

    def carry_out(self, act: Act, form: ForfeitForm) -> Match:
        return matches.forfeit(act, self.match, **form.cleaned_data)


class ReopenMatch(MatchActionView):
    """Undo a forfeit, or remove the game."""

    form_class = WhyForm
    template_name = "leagues/official/match_form.html"
    done = gettext_lazy("Pairing reopened.")

    def find(self, pk: int) -> None:
        super().find(pk)
        if matches.plays(self.match, user_of(self.request)):
            raise PermissionDenied

    def context_for(self, form: Any) -> dict[str, Any]:
        title, button = gettext("Reopen this pairing?"), gettext("Reopen")
        return super().context_for(form) | {"title": title, "button": button}

    def carry_out(self, act: Act, form: WhyForm) -> Match:
        return matches.reopen(act, self.match, **form.cleaned_data)

"""The prizes of an event: its list with what the rule proposes, papers, and every step."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.confirmation import Question
from goclub.leagues.models import Event, Prize, PrizeGroup
from goclub.leagues.tournament.forms.prizes import (
    ChooseWinnerForm,
    PrizeForm,
    PrizeGivingForm,
    PrizeGroupForm,
)
from goclub.leagues.tournament.labels.prizes import (
    given_lines,
    prize_name,
    proposed_lines,
    wrong_text,
)
from goclub.leagues.tournament.queries.prizes import giving_of, plan_of, winners_given
from goclub.leagues.tournament.queries.snapshot import load, settings_of
from goclub.leagues.tournament.services import prizes
from goclub.leagues.tournament.views.event_actions import RunnerActionView, RunnerButtonView
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    in_language,
    language_links,
    organiser_event,
    participant_or_404,
)
from goclub.members.requests import Act, MemberRequest


class EventPrizes(RunnerActionView):
    """The list of the prizes with their winners; its form has the rules and the photographs."""

    template_name = "leagues/tournament/event_prizes.html"
    form_class = PrizeGivingForm
    done = gettext_lazy("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": giving_of(self.event)}

    def carry_out(self, act: Act, form: Any) -> Any:
        prizes.save_rules(act, self.event, **form.cleaned_data)
        return self.back

    def context_for(self, form: Any) -> dict[str, Any]:
        snapshot = load(self.event)
        plan = plan_of(snapshot)
        proposed = proposed_lines(snapshot, plan)
        confirmed = given_lines(snapshot, winners_given(self.event))
        context: dict[str, object] = {
            "giving": plan.giving,
            "lines": confirmed or proposed,
            "differs": bool(confirmed) and _winners(confirmed) != _winners(proposed),
            "wrong": [wrong_text(wrong, plan, snapshot.settings) for wrong in plan.wrong],
            "groups": self.event.prize_groups.prefetch_related("participants"),
            "back": self.back,
        }
        return super().context_for(form) | context


def _winners(lines: Any) -> list[tuple[int, str]]:
    winners = {(line.prize.number, line.participant.number) for line in lines if line.participant}
    return sorted(winners)


class PrizePage(RunnerActionView):
    """A new prize, or one that is changed."""

    form_class = PrizeForm
    done = gettext_lazy("Prize saved.")

    def find(self, number: int | None = None, **address: Any) -> None:
        super().find(**address)
        self.prize = Prize(event=self.event)
        self.heading = gettext("New prize")
        if number is not None:
            self.prize = get_object_or_404(self.event.prizes, number=number)
            self.heading = gettext("Prize %(number)s") % {"number": number}

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"event": self.event, "instance": self.prize}

    def carry_out(self, act: Act, form: Any) -> Any:
        prizes.save_prize(act, self.prize, **form.cleaned_data)
        return self.back


class GroupPage(RunnerActionView):
    """A group of the organiser's with its players ticked."""

    form_class = PrizeGroupForm
    done = gettext_lazy("Group saved.")
    heading = gettext_lazy("Group for prizes")

    def find(self, pk: int | None = None, **address: Any) -> None:
        super().find(**address)
        self.group = PrizeGroup(event=self.event)
        if pk is not None:
            self.group = get_object_or_404(self.event.prize_groups, pk=pk)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"event": self.event, "instance": self.group}

    def carry_out(self, act: Act, form: Any) -> Any:
        prizes.save_group(act, self.group, **form.cleaned_data)
        return self.back


class ChooseWinner(RunnerActionView):
    """Give a prize to another player than the rule proposes, for a reason."""

    form_class = ChooseWinnerForm
    done = gettext_lazy("Winner chosen.")

    def find(self, number: int, **address: Any) -> None:
        super().find(**address)
        self.prize = get_object_or_404(self.event.prizes.select_related("group"), number=number)
        name = prize_name(self.prize, settings_of(self.event))
        self.heading = gettext("Who gets prize %(number)s (%(name)s)?") % {
            "number": number,
            "name": name,
        }

    def get_form_kwargs(self) -> dict[str, Any]:
        people = list(load(self.event).participants.values())
        return super().get_form_kwargs() | {"people": people}

    def carry_out(self, act: Act, form: Any) -> Any:
        typed = form.cleaned_data
        prizes.choose_winner(act, self.prize, participant=typed["player"], reason=typed["reason"])
        return self.back


class PrizeStep(RunnerButtonView):
    """A button of one prize: delete it, move it up, let the rule decide again."""

    steps = {
        "delete": (prizes.delete_prize, gettext_lazy("Prize deleted.")),
        "up": (prizes.raise_prize, gettext_lazy("Prize moved up.")),
        "rule": (prizes.follow_rule, gettext_lazy("The rule decides again.")),
    }

    def find(self, number: int, **address: Any) -> None:  # type: ignore[override]
        super().find(**address)
        self.row = get_object_or_404(self.event.prizes, number=number)


class PrizesStep(RunnerButtonView):
    """A button of all prizes: confirm them, reopen them, send the results."""

    steps = {
        "confirm": (prizes.confirm_prizes, gettext_lazy("Prizes confirmed.")),
        "reopen": (prizes.reopen_prizes, gettext_lazy("Prizes reopened.")),
        "send": (prizes.send_results, gettext_lazy("Results sent.")),
    }

    def question(self) -> Question | None:
        if self.kwargs["step"] != "send":
            return None
        return Question(
            title=gettext("Send the results to the players?"),
            effects=[
                gettext(
                    "Members who played are notified of their place, as their settings say: on "
                    "the site, by e-mail, each in their own language."
                ),
                gettext("Guests who registered with an e-mail address get one e-mail."),
            ],
            then=gettext("Results are sent only once. This cannot be undone."),
            button=gettext("Send results"),
            back=self.back,
        )


class DeleteGroup(RunnerButtonView):
    """Delete a group that no prize needs."""

    steps = {"": (prizes.delete_group, gettext_lazy("Group deleted."))}

    def find(self, pk: int, **address: Any) -> None:  # type: ignore[override]
        super().find(**address)
        self.row = get_object_or_404(self.event.prize_groups, pk=pk)


@never_cache
@require_safe
@in_language
@organiser_event
def print_list(request: MemberRequest, event: Event) -> HttpResponse:
    """The list for the prize-giving, from the last prize to the first."""
    return _paper(request, event, "leagues/tournament/print_prizes.html")


@never_cache
@require_safe
@in_language
@organiser_event
def print_certificates(request: MemberRequest, event: Event) -> HttpResponse:
    """A certificate for each winner, one to a page; ``?player=3`` for one of them."""
    return _paper(request, event, "leagues/tournament/print_certificates.html")


def _paper(request: MemberRequest, event: Event, template: str) -> HttpResponse:
    snapshot = load(event)
    confirmed = given_lines(snapshot, winners_given(event))
    lines = confirmed or proposed_lines(snapshot, plan_of(snapshot))
    if request.GET.get("player", "").isdecimal():
        player = participant_or_404(snapshot, int(request.GET["player"][:6]))
        lines = [line for line in lines if line.participant == player]
    context = {
        "lines": lines,
        "is_final": bool(confirmed),
        "languages": language_links(request),
        "printed_at": timezone.now(),
        "last": snapshot.last_out,
    }
    return event_page(request, snapshot, template, context)

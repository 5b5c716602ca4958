"""Pages of teams: their list, a team, its lineup of a round, what they play under."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.collation import by_name
from goclub.games.finding.forms import offer_members
from goclub.leagues.team import services
from goclub.leagues.team.forms import (
    LineupForm,
    TeamForm,
    TeamGuestForm,
    TeamMemberForm,
    TeamRulesForm,
    TeamsForm,
)
from goclub.leagues.tournament.labels.boards import teams_of
from goclub.leagues.tournament.labels.frame import EventRequest, find_event, frame_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.boards import players_here
from goclub.leagues.tournament.services.entries import next_unpublished
from goclub.leagues.tournament.services.exchange import suggest_members
from goclub.members.actions import ActionView, ButtonView
from goclub.members.models import Member
from goclub.members.requests import Act, user_of


class TeamEventView(ActionView):
    """A page about the teams of an event, for those who run it."""

    request: EventRequest

    def find(self, slug: str, **address: Any) -> Any:
        self.event, runs = find_event(self.request, slug)
        if not runs:
            raise PermissionDenied
        if not self.event.team_size:
            raise Http404
        self.request.runs = runs
        if "number" in address:
            self.team = self.back = get_object_or_404(
                self.event.participants.entries(), number=address["number"]
            )
            self.team.event = self.event
            self.back = self.team_page()

    def team_page(self) -> str:
        return reverse("leagues:team", args=[self.event.slug, self.team.number])

    def context_for(self, form: Any) -> dict[str, Any]:
        snapshot = load(self.event)
        return super().context_for(form) | frame_of(self.request, snapshot)


class Teams(TeamEventView):
    """The list of teams, with a form for one and one for many."""

    form_class = TeamForm
    template_name = "leagues/team/teams.html"
    done = _("Team entered.")

    def get_form_class(self) -> Any:
        return TeamsForm if "text" in self.request.POST else TeamForm

    def carry_out(self, act: Act, form: Any) -> str:
        if isinstance(form, TeamsForm):
            services.enter_teams(act, self.event, **form.cleaned_data)
            self.done = _("Teams entered.")
        else:
            services.enter_team(act, self.event, **form.cleaned_data)
        return reverse("leagues:teams", args=[self.event.slug])

    def context_for(self, form: Any) -> dict[str, Any]:
        context = super().context_for(form)
        many = isinstance(form, TeamsForm)
        return context | {
            "one_form": TeamForm() if many else form,
            "many_form": form if many else TeamsForm(),
            "teams": teams_of(context["snapshot"]),
            "suggestions": suggest_members(load(self.event, boards=True)),
        }


class Team(TeamEventView):
    """A team with its players, and the forms that add one."""

    form_class = TeamGuestForm
    template_name = "leagues/team/team.html"
    done = _("Player added.")

    def get_form_class(self) -> Any:
        return TeamMemberForm if "member" in self.request.POST else TeamGuestForm

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        return self._offering(form) if isinstance(form, TeamMemberForm) else form

    def _offering(self, form: TeamMemberForm) -> TeamMemberForm:
        members = Member.objects.active().exclude(participations__event=self.event)
        offer_members(form, "member", members.order_by(by_name("display_name"), "pk"))
        return form

    def carry_out(self, act: Act, form: Any) -> str:
        add = services.add_member if isinstance(form, TeamMemberForm) else services.add_guest
        add(act, self.team, **form.cleaned_data)
        return self.team_page()

    def context_for(self, form: Any) -> dict[str, Any]:
        by_member = isinstance(form, TeamMemberForm)
        return super().context_for(form) | {
            "team": self.team,
            "players": list(self.team.players.order_by("number")),
            "member_form": form if by_member else self._offering(TeamMemberForm()),
            "guest_form": TeamGuestForm() if by_member else form,
            "lineup_round": min(next_unpublished(self.event), self.event.rounds_planned),
        }


class TeamPlayerStep(TeamEventView, ButtonView):
    """A button beside a player: up, captain, remove."""

    done = _("Saved.")
    steps = {
        "up": services.move_up,
        "captain": services.make_captain,
        "remove": services.remove_player,
    }

    def find(self, slug: str, **address: Any) -> Any:
        super().find(slug, number=address["number"])
        if address["step"] not in self.steps:
            raise Http404
        self.step = self.steps[address["step"]]
        self.player = get_object_or_404(self.team.players, number=address["player"])

    def carry_out(self, act: Act, form: Any) -> str:  # noqa: ARG002
        self.step(act, self.player)
        return self.team_page()


class Lineup(TeamEventView):
    """Who sits where in a round: for the organisers, and for the captain before the draw."""

    form_class = LineupForm
    template_name = "leagues/team/lineup.html"
    done = _("Lineup saved.")

    def find(self, slug: str, **address: Any) -> Any:
        self.event, self.request.runs = find_event(self.request, slug)
        self.team = get_object_or_404(self.event.participants.entries(), number=address["number"])
        self.team.event = self.event
        self.round_number = address["round_number"]
        if not services.may_lead(self.team, user_of(self.request)):
            raise PermissionDenied
        if not (self.event.has_boards and 1 <= self.round_number <= self.event.rounds_planned):
            raise Http404

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {
            "players": players_here(self.event, self.round_number).get(self.team.pk, []),
            "lineup": services.lineup_now(self.team, self.round_number),
            "boards": self.event.team_size,
            "drawn": services.is_drawn(self.event, self.round_number),
        }

    def carry_out(self, act: Act, form: LineupForm) -> str:
        services.set_lineup(act, self.team, number=self.round_number, **form.lineup())
        return self.request.path

    def context_for(self, form: Any) -> dict[str, Any]:
        return super().context_for(form) | {
            "team": self.team,
            "number": self.round_number,
            "rounds": range(1, self.event.rounds_planned + 1),
            "drawn": services.is_drawn(self.event, self.round_number),
            "may_change": self.request.runs or not services.is_drawn(self.event, self.round_number),
        }


class TeamRules(TeamEventView):
    """Board order and points; the order of placement stands in the settings of the event."""

    form_class = TeamRulesForm
    template_name = "leagues/team/rules.html"
    done = _("Saved.")

    def get_initial(self) -> dict[str, Any]:
        return services.team_rules(self.event)

    def carry_out(self, act: Act, form: TeamRulesForm) -> str:
        services.change_team_rules(act, self.event, **form.rules())
        return reverse("leagues:teams", args=[self.event.slug])

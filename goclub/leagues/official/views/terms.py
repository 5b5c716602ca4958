"""Running a term: settings, sign-up, divisions, start, close, organisers, rollover."""

from __future__ import annotations

from copy import copy
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from goclub.common.confirmation import Question
from goclub.common.forms import WhyForm
from goclub.common.notation import labelled
from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal, describe
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import league_day, need_runner, runs
from goclub.leagues.models import Entry, League, Rollover, Snapshot, Term
from goclub.leagues.official.forms import (
    EnterForm,
    OrganiserForm,
    RolloverForm,
    SizesForm,
    TermForm,
    WithdrawForm,
    read_order,
)
from goclub.leagues.official.labels.overview import close_question, start_question
from goclub.leagues.official.labels.standings import correction_of_term
from goclub.leagues.official.queries import get_term, signed_up, withdrawals_of
from goclub.leagues.official.services import divisions, terms
from goclub.leagues.official.services.organisers import confirm_organisers, propose_organisers
from goclub.leagues.official.services.standings import TermStandings, close_term, correct_term
from goclub.members.actions import ActionView, ButtonView
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import RuleError
from tournaments.official.divisions import Moved


# --- Settings ---------------------------------------------------------------------------------
class OpenTerm(ActionView):
    """Open a term for sign-up, with the settings of the one before."""

    form_class = TermForm
    template_name = "leagues/official/term_form.html"
    done = gettext_lazy("Sign-up is now open to members.")

    def find(self, slug: str) -> None:
        self.league = get_league(slug)
        need_runner(self.request.user, self.league)
        if self.league.kind != League.Kind.OFFICIAL:
            raise Http404

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": Term.next_for(self.league)}

    def context_for(self, form: Any) -> dict[str, Any]:
        title = gettext("Open a new term")
        return super().context_for(form) | {"league": self.league, "title": title}

    def carry_out(self, act: Act, form: TermForm) -> Term:
        return terms.open_term(act, form.instance)


class TermActionView(ActionView):
    """A page about a term, for those who run its league."""

    def find(self, slug: str, number: int) -> Any:
        self.term = self.back = get_term(slug, number)
        need_runner(self.request.user, self.term.league)

    def context_for(self, form: Any) -> dict[str, Any]:
        return super().context_for(form) | {"league": self.term.league, "term": self.term}


class ChangeTerm(TermActionView):
    """Change the settings that may still change."""

    form_class = TermForm
    template_name = "leagues/official/term_form.html"
    done = gettext_lazy("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": copy(self.term)}

    def context_for(self, form: Any) -> dict[str, Any]:
        title = gettext("Settings for %(term)s") % {"term": self.term.name}
        return super().context_for(form) | {"title": title}

    def carry_out(self, act: Act, form: TermForm) -> Term:
        return terms.change_term(act, form.instance)


# --- Signing up -------------------------------------------------------------------------------
class SignUp(ButtonView):
    """Members enter themselves, or say whether they would organise."""

    done = gettext_lazy("You are in. Good games!")

    def find(self, slug: str, number: int) -> None:
        self.term = self.back = get_term(slug, number)

    def carry_out(self, act: Act, _form: object) -> Term:
        member = self.request.member
        if member is None:
            raise PermissionDenied
        terms.sign_up(act, self.term, member=member, willing="willing" in self.request.POST)
        return self.term


class SignOff(ButtonView):
    """Delete an entry before the start."""

    done = gettext_lazy("Removed from the list of players.")

    def find(self, slug: str, number: int, pk: int) -> None:
        self.entry = _entry_of(get_term(slug, number), pk)
        self.back = self.entry.term

    def carry_out(self, act: Act, _form: object) -> Term:
        terms.sign_off(act, self.entry)
        return self.entry.term


class TermPlayers(TermActionView):
    """Players and divisions before the start: enter a member, or divide by points."""

    template_name = "leagues/official/players.html"

    def post(self, request: Any, *args: Any, **address: Any) -> HttpResponse:
        if "place" in request.POST:
            return MovePlayer.as_view()(request, *args, **address)  # type: ignore[return-value]
        return super().post(request, *args, **address)

    def get_form_class(self) -> type[EnterForm | SizesForm]:
        return SizesForm if "seed" in self.request.POST else EnterForm

    def get_form_kwargs(self) -> dict[str, Any]:
        options = super().get_form_kwargs()
        return options if self.get_form_class() is SizesForm else options | {"term": self.term}

    def context_for(self, form: EnterForm | SizesForm) -> dict[str, Any]:
        divides = isinstance(form, SizesForm)
        return super().context_for(form) | {
            "enter": EnterForm(term=self.term) if divides else form,
            "sizes": form if divides else SizesForm(),
            "signed_up": signed_up(self.term),
            "divisions": list(self.term.divisions.order_by("level")),
            "count": self.term.entries.count(),
        }

    def carry_out(self, act: Act, form: EnterForm | SizesForm) -> str:
        if isinstance(form, SizesForm):
            terms.seed_divisions(act, self.term, **form.cleaned_data)
            self.done = gettext_lazy("Divisions assigned by today’s points.")
        else:
            terms.sign_up(act, self.term, **form.cleaned_data)
            self.done = gettext_lazy("Player entered.")
        return self.request.path


class MovePlayer(ButtonView):
    """Move one player to another division."""

    done = gettext_lazy("Moved.")
    entry: Entry

    def find(self, slug: str, number: int) -> None:
        term, sent = get_term(slug, number), self.request.POST
        entries = Entry.objects.filter(term=term, division__isnull=False)
        self.entry = get_object_or_404(entries, pk=read_number(sent.get("place")))
        self.division = get_object_or_404(term.divisions, pk=read_number(sent.get("division")))
        self.back = self.request.path

    def carry_out(self, act: Act, _form: object) -> str:
        terms.place_entry(act, self.entry, division=self.division)
        return self.request.path


class StartTerm(ButtonView, TermActionView):
    """Fix the points and draw up the pairings; asked once more."""

    done = gettext_lazy("The term has started. Everyone can see the games to play.")

    def question(self) -> Question | None:
        return start_question(self.term, timezone.now())

    def carry_out(self, act: Act, _form: object) -> Term:
        return terms.start_term(act, self.term)


class WithdrawPlayer(ActionView):
    """Leave a term that is played, or let somebody leave; undo it."""

    template_name = "leagues/official/withdraw.html"
    done = gettext_lazy("Done. The standings have been recalculated; the history is kept.")

    def find(self, slug: str, number: int, pk: int) -> None:
        self.entry = _entry_of(get_term(slug, number), pk)
        own = self.entry.member.user_id == self.request.user.pk
        if (not own or self.returns) and not runs(self.request.user, self.entry.term.league):
            raise PermissionDenied

    @property
    def returns(self) -> bool:
        """Whether the player has left, and comes back."""
        return self.entry.withdrawn_on is not None

    def get_form_class(self) -> type[WhyForm | WithdrawForm]:
        return WhyForm if self.returns else WithdrawForm

    def get_initial(self) -> dict[str, Any]:
        return {"on": league_day(self.entry.term.league, timezone.now())}

    def context_for(self, form: Any) -> dict[str, Any]:
        entry = self.entry
        return super().context_for(form) | {
            "league": entry.term.league,
            "term": entry.term,
            "entry": entry,
            "back": self.returns,
        }

    def carry_out(self, act: Act, form: WhyForm | WithdrawForm) -> Entry:
        service = terms.reinstate if self.returns else terms.withdraw
        return service(act, self.entry, **form.cleaned_data)


def _entry_of(term: Term, member: int) -> Entry:
    entry = get_object_or_404(term.entries.select_related("member"), member=member)
    entry.term = term
    return entry


# --- The end ----------------------------------------------------------------------------------
class CloseTerm(ButtonView, TermActionView):
    """Close the term and keep its tables for good; asked once more."""

    done = gettext_lazy("Closed. The final table is kept for good.")

    def question(self) -> Question | None:
        return close_question(self.term, timezone.now())

    def carry_out(self, act: Act, _form: object) -> Term:
        close_term(act, self.term)
        return self.term


class ClosedTermView(TermActionView):
    """A page about a closed term, with what a correction of its record would change."""

    def find(self, slug: str, number: int) -> Any:
        super().find(slug, number)
        if self.term.state != Term.State.CLOSED:
            raise Http404

    def context_for(self, form: Any) -> dict[str, Any]:
        standings = TermStandings(self.term)
        waits = correction_of_term(standings, self.request.user)
        return super().context_for(form) | {"standings": standings, "waits": waits}


class CorrectTerm(ClosedTermView):
    """Record what a later correction of a game changed, and why."""

    form_class = WhyForm
    template_name = "leagues/official/correct.html"
    done = gettext_lazy("Recorded. The previous table is kept beside it.")

    def carry_out(self, act: Act, form: WhyForm) -> Snapshot:
        return correct_term(act, self.term, **form.cleaned_data)


class ConfirmOrganisers(ClosedTermView):
    """The next two organisers with the reasoning, for the chair to confirm (S1-25, S1-26)."""

    form_class = OrganiserForm
    template_name = "leagues/official/organisers.html"
    done = gettext_lazy("Confirmed: both are organisers from tomorrow.")

    def find(self, slug: str, number: int) -> Any:
        if not self.request.user.has_perm("leagues.confirm_organisers"):
            raise PermissionDenied
        super().find(slug, number)
        self.rows = TermStandings(self.term).recorded[0].rows
        sent = self.request.POST or self.request.GET
        self.decided = read_order(sent, [row.entry for row in self.rows])
        self.proposal, self.problem = None, None
        try:
            today = league_day(self.term.league, timezone.now())
            self.proposal = propose_organisers(self.term, on=today, decided=self.decided)
        except RuleError as error:
            self.problem = error

    def get_initial(self) -> dict[str, Any]:
        if self.proposal is None:
            return {}
        return {"winner": self.proposal.winner, "booby": self.proposal.booby}

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"term": self.term}

    def context_for(self, form: Any) -> dict[str, Any]:
        sharing, problem = [], ""
        if self.problem is not None:
            problem, players = describe(self.problem), self.problem.value
            if self.problem.reason == "official.shared_place":
                sharing = [row for row in self.rows if row.entry in players]  # type: ignore[operator]
            elif self.problem.field == "born":
                name = next(row.name for row in self.rows if row.entry == players)
                problem = labelled(name, problem)
        return super().context_for(form) | {
            "proposal": self.proposal,
            "problem": problem,
            "sharing": sharing,
            "order": [(entry, place) for place, entry in enumerate(self.decided, 1)],
        }

    def carry_out(self, act: Act, form: OrganiserForm) -> Term:
        confirm_organisers(act, self.term, proposal=self.proposal, **form.cleaned_data)
        return self.term


class RollOver(ClosedTermView):
    """Promotion and relegation: look at it, then carry it out once."""

    form_class = RolloverForm
    template_name = "leagues/official/rollover.html"
    done = gettext_lazy("The next term is open, with new divisions.")

    def find(self, slug: str, number: int) -> Any:
        super().find(slug, number)
        rollover = Rollover.objects.filter(term=self.term).select_related("into__league").first()
        if rollover is not None:
            messages.info(self.request, gettext("This term has already been carried over."))
            return redirect(rollover.into)
        return None

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"term": self.term}

    def form_valid(self, form: RolloverForm) -> HttpResponse:
        if "carry" in self.request.POST:
            return super().form_valid(form)
        context = self.get_context_data(form=form)
        return self.render_to_response(context, status=422 if context["problem"] else 200)

    def context_for(self, form: RolloverForm) -> dict[str, Any]:
        plan, problem, choices = None, "", self._choices(form)
        if not form.is_bound or hasattr(form, "cleaned_data"):
            try:
                plan = divisions.plan_rollover(self.term, **choices)
            except RuleError as error:
                problem = describe(error)
                if error.field in form.fields:
                    add_refusal(form, error)
        return super().context_for(form) | {
            "plan": plan,
            "problem": problem,
            "order": [(pk, place) for place, pk in enumerate(choices["decided"], 1)],
            "undecided": _undecided(plan) if plan else [],
            "moves": _moves(plan, self.term) if plan else [],
        }

    def _choices(self, form: RolloverForm) -> dict[str, list[int]]:
        """Return who leaves and who joins, and the order of those who share a place."""
        sent = getattr(form, "cleaned_data", {})
        members = list(self.term.entries.values_list("member_id", flat=True))
        return {
            "leaving": [member.pk for member in sent.get("leaving", ())],
            "joining": [member.pk for member in sent.get("joining", ())],
            "decided": read_order(self.request.POST, members),
        }

    def carry_out(self, act: Act, form: RolloverForm) -> Term:
        choices = self._choices(form)
        return divisions.carry_out(act, self.term, into=form.instance, **choices).into


def _undecided(plan: divisions.DivisionPlan) -> list[tuple[str, str, int, list[Member]]]:
    return [
        (
            shared.division,
            shared.move.value,
            shared.seats,
            [plan.members[int(pk)] for pk in shared.players],
        )
        for shared in plan.preview.undecided
    ]


def _moves(plan: divisions.DivisionPlan, term: Term) -> list[tuple[Moved, Member, date | None]]:
    """Return the moves, each with the member and the day on which they withdrew from the term."""
    withdrawals = withdrawals_of(term)
    return [
        (move, plan.members[int(move.player)], withdrawals.get(int(move.player)))
        for move in plan.preview.moves
    ]

"""An event of a season league: announced, judged, approved, moved; sanctions and appeals."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from goclub.common.forms import WhyForm
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import need_runner, runs
from goclub.leagues.models import League, LeagueEvent, Sanction
from goclub.leagues.season.forms import AnnounceForm, DecisionForm, SanctionForm, SeasonMoveForm
from goclub.leagues.season.labels.wording import correction_of_season
from goclub.leagues.season.services import announcing, sanctions
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.season.services.standings import judge_recorded
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest
from goclub.members.visitors import shown_to_visitors


def get_event(pk: int) -> LeagueEvent:
    """Return an event of a league with all that its page says of it."""
    rows = LeagueEvent.objects.select_related(
        "league", "event", "format", "announced_by", "run_by", "approved_by__member"
    )
    return get_object_or_404(rows, pk=pk)


class Announce(ActionView):
    """Announce an event; whether it would count is said at once."""

    form_class = AnnounceForm
    template_name = "leagues/season/announce.html"
    done = _("Announced. The league’s organiser will look at it.")

    def find(self, slug: str) -> None:
        self.league = get_league(slug)
        if self.request.member is None:
            raise PermissionDenied
        if self.league.kind != League.Kind.SEASON:
            raise Http404

    def get_form_kwargs(self) -> dict[str, Any]:
        league, me = self.league, self.request.member
        row = LeagueEvent(league=league, run_by=me, format=league.formats.first())
        return super().get_form_kwargs() | {"instance": row}

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"league": self.league}

    def carry_out(self, act: Act, form: AnnounceForm) -> LeagueEvent:
        return announcing.announce_event(act, form.instance, **form.about())


@require_safe
@shown_to_visitors
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """An event of the league: whether it counts, its order, its sanctions."""
    row = get_event(pk)
    me = request.member
    judged, pending = judge_recorded(row, at=timezone.now())
    may_run = runs(request.user, row.league)
    cases = cases_of(row.event)
    context: dict[str, object] = {
        "league": row.league,
        "row": row,
        "judged": judged,
        "runs": may_run,
        "may_move": may_run or (me is not None and me.pk == row.announced_by_id),
        "sanctions": cases,
        "may_judge": me is not None and me.pk in sanctions.judges_of(row, timezone.now()),
        "decides": {
            case.row.pk
            for case in cases
            if me is not None
            and case.row.appeal
            and case.row.upheld is None
            and me.pk in sanctions.deciders_of(case.row, timezone.now())
        },
        "history": row.history.select_related("history_user").order_by("history_id"),
    }
    if pending:
        context["waits"] = correction_of_season(pending, request.user)
    if row.held:
        context["table"] = event_rows(load_played([row])[row.pk], row.rules)
    return render(request, "leagues/season/event.html", context)


class EventActionView(ActionView):
    """A form about an event; ``case`` a sanction of it, which is shown beside."""

    template_name = "leagues/league/form.html"
    title: StrOrPromise
    button: StrOrPromise
    case: Sanction | None = None

    def find(self, pk: int) -> None:
        self.row = self.back = get_event(pk)

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        cases = cases_of(self.row.event) if self.case else []
        return {
            "title": self.title,
            "button": self.button,
            "back": self.row.get_absolute_url(),
            "case": next((case for case in cases if case.row == self.case), None),
        }


class ApproveEvent(ButtonView, EventActionView):
    """Approve an announced event."""

    done = _("Approved.")

    def carry_out(self, act: Act, _form: object) -> LeagueEvent:
        return announcing.approve_event(act, self.row)


class DeclineEvent(EventActionView):
    """Say why an event does not count."""

    form_class = WhyForm
    title = _("Decline this event?")
    button = _("Decline")
    done = _("Declined for the league. The event itself still takes place.")

    def find(self, pk: int) -> None:
        super().find(pk)
        need_runner(self.request.user, self.row.league)

    def carry_out(self, act: Act, form: WhyForm) -> LeagueEvent:
        return announcing.decline_event(act, self.row, **form.cleaned_data)


class MoveEvent(EventActionView):
    """Another day, as long as the seven days are kept."""

    form_class = SeasonMoveForm
    title = _("Change the date of this event")
    button = _("Change date")
    done = pgettext_lazy("to another day", "Moved.")

    def find(self, pk: int) -> None:
        super().find(pk)
        if self.row.announced_by.user_id != self.request.user.pk:
            need_runner(self.request.user, self.row.league)
        self.initial = {"to": self.row.on}

    def carry_out(self, act: Act, form: SeasonMoveForm) -> LeagueEvent:
        return announcing.move_event(act, self.row, **form.cleaned_data)


# --- Sanctions --------------------------------------------------------------------------------
class GiveSanction(EventActionView):
    """Record a case; nobody judges their own game."""

    form_class = SanctionForm
    title = _("Record a sanction")
    button = _("Record")
    done = _("Recorded. The table and the rating will be updated.")

    def find(self, pk: int) -> None:
        super().find(pk)
        me = self.request.member
        if me is None or me.pk not in sanctions.judges_of(self.row, timezone.now()):
            raise PermissionDenied

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": Sanction(league_event=self.row, round=1)}

    def carry_out(self, act: Act, form: SanctionForm) -> LeagueEvent:
        sanctions.give_sanction(act, self.row, **form.cleaned_data)
        return self.row


class CaseActionView(EventActionView):
    """A form about a sanction, for members."""

    case: Sanction

    def find(self, pk: int) -> None:
        rows = Sanction.objects.select_related(
            "league_event__league", "league_event__event", "player"
        )
        self.case = get_object_or_404(rows, pk=pk)
        self.row = self.case.league_event
        if self.request.member is None:
            raise PermissionDenied


class AppealSanction(CaseActionView):
    """Appeal against a sanction."""

    form_class = WhyForm
    title = _("Appeal against this sanction")
    button = _("Appeal")

    def find(self, pk: int) -> None:
        super().find(pk)
        me = self.request.member
        if me is None or me.pk not in (self.case.player.member_id, self.row.announced_by_id):
            raise PermissionDenied

    def carry_out(self, act: Act, form: WhyForm) -> LeagueEvent:
        sanction = sanctions.appeal(act, self.case, **form.cleaned_data)
        self.done = _("A league organiser will decide.")
        if not sanctions.deciders_of(sanction, act.at):
            self.done = _(
                "Every league organiser has a part in this case. Another one will be appointed "
                "and decides."
            )
        return self.row


class DecideAppeal(CaseActionView):
    """Decide an appeal, with the reason."""

    form_class = DecisionForm
    title = _("Decide the appeal")
    button = _("Decide")
    done = _("Decided. The standings and ratings are being updated.")

    def find(self, pk: int) -> None:
        super().find(pk)
        need_runner(self.request.user, self.row.league)

    def carry_out(self, act: Act, form: DecisionForm) -> LeagueEvent:
        sanctions.decide_appeal(act, self.case, **form.cleaned_data)
        return self.row

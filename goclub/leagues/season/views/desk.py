"""Running a season league: seasons, settings, formats, closing, corrections."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common.confirmation import Question
from goclub.common.forms import WhyForm, remember
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import need_runner
from goclub.leagues.models import EventFormat, League, Season
from goclub.leagues.season.forms import (
    FormatForm,
    PresetForm,
    RulesForm,
    SeasonDaysForm,
    SeasonForm,
)
from goclub.leagues.season.labels.wording import correction_of_season
from goclub.leagues.season.services.looking import look_at_rules
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.rules import (
    add_format,
    add_preset,
    change_rules,
    free_from,
    remove_season,
    save_season,
)
from goclub.leagues.season.services.standings import (
    SeasonStandings,
    close_season,
    close_year,
    correct_season,
    season_standings,
)
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act
from ratings.errors import RuleError


class LeagueDesk(ActionView):
    """Seasons, settings and formats in one place: several forms, of which one is sent."""

    template_name = "leagues/season/desk.html"
    DONE = {
        "season": gettext_lazy("Season added."),
        "preset": gettext_lazy("Three seasons added."),
        "rules": gettext_lazy("Saved. The tables are being recalculated."),
        "format": gettext_lazy("Format added."),
    }
    look: dict[str, Any] | None = None

    def find(self, slug: str) -> None:
        self.league = find_season_league(self.request, slug)
        self.asked = self.request.POST.get("do", "")

    def form_named(self, name: str, data: Any = None) -> Any:
        """One of the forms, each with ids of its own."""
        match name:
            case "preset":
                return PresetForm(data, auto_id="preset_%s")
            case "rules":
                today = self.league.today
                first = max(today, free_from(self.league) or today)
                return RulesForm(data, instance=self.league.rules_from(first))
            case "format":
                row = EventFormat(league=self.league)
                return FormatForm(data, instance=row, auto_id="format_%s")
        return SeasonForm(data, instance=Season(league=self.league), auto_id="season_%s")

    def get_form(self, form_class: Any = None) -> Any:  # noqa: ARG002
        return self.form_named(self.asked, self.request.POST or None)

    def context_for(self, form: Any) -> dict[str, Any]:
        forms = {
            f"{name}_form": form if name == self.asked else self.form_named(name)
            for name in self.DONE
        }
        return forms | {
            "league": self.league,
            "look": self.look,
            "settings": self.league.season_rules.order_by("-valid_from"),
            "seasons": self.league.seasons.order_by("first"),
            "formats": self.league.formats.order_by("pk"),
        }

    def form_valid(self, form: Any) -> HttpResponse:
        """Settings are looked at first, and stored when what was seen is sent again."""
        seen = not isinstance(form, RulesForm) or form.cleaned_data["seen"] == form.mark
        if seen and "again" not in self.request.POST:
            return super().form_valid(form)
        try:
            self.look = look_at_rules(form.instance, at=timezone.now())
        except RuleError as error:
            add_refusal(form, error)
            return self.form_invalid(form)
        remember(form, "seen", form.mark)
        return self.render_to_response(self.get_context_data(form=form))

    def carry_out(self, act: Act, form: Any) -> str:
        match form:
            case RulesForm():
                change_rules(act, form.instance, reason=form.cleaned_data["reason"])
            case FormatForm():
                add_format(act, form.instance)
            case PresetForm():
                add_preset(act, self.league, **form.cleaned_data)
            case _:
                save_season(act, form.instance)
        self.done = self.DONE[self.asked]
        return self.request.path


def find_season_league(request: Any, slug: str) -> League:
    """Return a season league, for those who run it."""
    league = get_league(slug)
    need_runner(request.user, league)
    if league.kind != League.Kind.SEASON:
        raise Http404
    return league


class SeasonActionView(ActionView):
    """A page about a season, for those who run its league."""

    def find(self, slug: str, pk: int) -> None:
        rows = Season.objects.select_related("league")
        self.season = self.back = get_object_or_404(rows, pk=pk, league__slug=slug)
        need_runner(self.request.user, self.season.league)


class ChangeSeason(SeasonActionView):
    """Give a season other days, or delete it, before it begins."""

    form_class = SeasonDaysForm
    template_name = "leagues/season/change.html"
    done = gettext_lazy("Saved.")

    def post(self, request: Any, *args: Any, **address: Any) -> HttpResponse:
        if "remove" in request.POST:
            return RemoveSeason.as_view()(request, *args, **address)  # type: ignore[return-value]
        return super().post(request, *args, **address)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": self.season}

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"league": self.season.league, "season": self.season}

    def carry_out(self, act: Act, form: SeasonDaysForm) -> str:
        save_season(act, form.instance)
        return reverse("leagues:season-desk", args=[self.season.league.slug])


class RemoveSeason(ButtonView, SeasonActionView):
    """Delete a season before it begins."""

    done = gettext_lazy("Season deleted.")

    def carry_out(self, act: Act, _form: object) -> str:
        self.back = self.request.path
        remove_season(act, self.season)
        return reverse("leagues:season-desk", args=[self.season.league.slug])


class CloseSeason(ButtonView, SeasonActionView):
    """Keep the final table of a season for good; asked once more, with the events still played."""

    done = gettext_lazy("Season closed. The standings at closing time are now final.")

    def question(self) -> Question | None:
        """Nothing before the closing hour or behind a record, which the service says."""
        season, standings = self.season, SeasonStandings(self.season, at=timezone.now())
        if standings.record is not None or not standings.is_over:
            return None
        events, count = standings.still_played(), len(standings.lines)
        title, why = _("Close %(season)s?"), ""
        then = _("A later correction is recorded beside it, with its reason.")
        if events:
            title = _("Close %(season)s anyway?")
            why = _("These events count for the season but are not closed yet:")
            then = _(
                "The standings would be saved without their games. Close these events first, "
                "or cancel any that will not take place."
            )
        effect = ngettext(
            "The standings of %(n)s player become final.",
            "The standings of %(n)s players become final.",
            count,
        )
        return Question(
            title=title % {"season": season},
            why=why,
            items=events,
            effects=[effect % {"n": count}],
            then=then,
            button=_("Close season"),
            back=season.get_absolute_url(),
        )

    def carry_out(self, act: Act, _form: object) -> Season:
        close_season(act, self.season)
        return self.season


class CorrectSeason(SeasonActionView):
    """Record what a later correction changed, and why."""

    form_class = WhyForm
    template_name = "leagues/league/form.html"
    done = gettext_lazy("Recorded. The previous table is kept beside it.")

    def find(self, slug: str, pk: int) -> None:
        super().find(slug, pk)
        if not self.season.snapshots.exists():
            raise Http404

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        standings = SeasonStandings(self.season, at=timezone.now())
        return {
            "title": _("Record a correction to %(season)s") % {"season": self.season},
            "waits": correction_of_season(standings, self.request.user),
            "button": _("Record"),
            "back": self.season.get_absolute_url(),
        }

    def carry_out(self, act: Act, form: WhyForm) -> Season:
        correct_season(act, self.season, **form.cleaned_data)
        return self.season


class CloseYear(ButtonView):
    """Name the champion of a year for good; asked once more."""

    done = gettext_lazy("The champion is recorded permanently.")

    def find(self, slug: str) -> None:
        self.league = find_season_league(self.request, slug)
        self.cycle = self.request.POST.get("cycle", "")
        self.back = reverse("leagues:archive", args=[slug])

    def question(self) -> Question:
        years = season_standings(progress_of(self.league), at=timezone.now(), cycle=self.cycle)
        seasons = [standings.season for standings in years if standings.is_pending][::-1]
        title, why, then = _("Name the champion of %(cycle)s?"), "", ""
        if seasons:
            title = _("Name the champion of %(cycle)s anyway?")
            why = _("These seasons have changed since they were recorded:")
            then = _(
                "The champion is determined from the recorded tables. Record the corrections "
                "first so that they count."
            )
        return Question(
            title=title % {"cycle": self.cycle},
            why=why,
            items=seasons,
            effects=[_("The champion and the order of the year are recorded permanently.")],
            then=then,
            button=_("Champion of %(cycle)s") % {"cycle": self.cycle},
            back=self.back,
        )

    def carry_out(self, act: Act, _form: object) -> str:
        reason = self.request.POST.get("reason", "")
        close_year(act, self.league, cycle=self.cycle, reason=reason)
        return str(self.back)

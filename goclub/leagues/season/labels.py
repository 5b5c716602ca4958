"""What a season league says: why an event does not count, what is missing, what is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code
from tournaments.seasons.calendar import Month
from tournaments.seasons.champions import SeasonRow
from tournaments.seasons.events import Finding, NotCounted


def finding_text(finding: Finding) -> str:
    """Why an event does not count, with what was found and what would do."""
    value, accepted = finding.value, finding.accepted
    shown = date_format(value, "SHORT_DATE_FORMAT") if isinstance(value, date) else value
    texts = {
        NotCounted.BETWEEN_SEASONS: _("%(value)s lies in no season."),
        NotCounted.LATE_REPORT: _(
            "Announced on %(value)s, fewer than seven days before; the last day was %(accepted)s."
        ),
        NotCounted.NOT_APPROVED: _("The league's organiser has not approved it."),
        NotCounted.NOT_RUN_BY_APPROVED: _(
            "Neither its announcer nor an organiser or approved judge runs it."
        ),
        NotCounted.TOO_FEW_PLAYERS: _("%(value)s players; four are needed."),
        NotCounted.ROUNDS: _("%(value)s rounds; for so many players: %(accepted)s."),
        NotCounted.FORMAT_UNKNOWN: _("The league has no such format."),
        NotCounted.FORMAT_LIMITS: _("%(value)s minutes; the format allows %(accepted)s."),
        NotCounted.THEME_MISSING: _("The theme that binds all games is missing."),
        NotCounted.SECOND_NATIONAL: _(
            "A second national event of this organiser; the first was on %(value)s."
        ),
    }
    return texts[finding.code] % {"value": shown, "accepted": accepted.lstrip("…")}


def missing_text(row: SeasonRow) -> str:
    """What a player still needs to be classified: “one event in April, or two more anywhere”."""
    status = row.classification
    if status.every_month:
        return _("classified: an event in every month")
    if status.enough:
        return _("classified: %(n)d events") % {"n": status.events}
    missing = status.missing
    ways = []
    if missing is not None and missing.months is not None:
        months = ", ".join(month_name(month) for month in missing.months)
        if len(missing.months) == 1:
            ways.append(_("one event in %(month)s") % {"month": months})
        else:
            ways.append(_("an event in each of %(months)s") % {"months": months})
    if missing is not None and missing.anywhere is not None:
        n = missing.anywhere
        ways.append(ngettext("%(n)d more anywhere", "%(n)d more anywhere", n) % {"n": n})
    return _(", or ").join(ways) if ways else _("can no longer be classified")


def month_name(month: Month | tuple[int, int]) -> str:
    """The name of a month."""
    year, number = month
    return str(date_format(date(year, number, 1), "F"))


def rating_text(value: float) -> str:
    """A rating with one decimal (S4-8)."""
    return str(number_format(f"{value:.1f}"))


def small_text(doubled: int) -> str:
    """Small points with their sign."""
    from goclub.leagues.official.labels import margin

    return margin(doubled)


LEVELS = {
    "warning": lambda: _("warning"),
    "game_lost": lambda: _("game lost"),
    "removed": lambda: _("removed from the event"),
}


def level_text(judged: Any) -> str:
    """What a sanction amounts to."""
    return LEVELS[judged.level.value]() if judged.level else _("lifted on appeal")


# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "season.not_seasonal": gettext_lazy("This league is played in terms, not in seasons."),
    "season.overlap": gettext_lazy(
        "Two seasons would overlap; the later one may begin: %(accepted)s."
    ),
    "season.not_closed": gettext_lazy(
        "The season closes at %(accepted)s; before that nobody has won it."
    ),
    "season.season_open": gettext_lazy("Every season of the year has to be closed first."),
    "season.late_report": gettext_lazy(
        "That day is too near: an event is announced seven days before. Possible: %(accepted)s"
    ),
    "season.held": gettext_lazy("The day of the event has come: it stays."),
    "season.past": gettext_lazy("That day lies in the past. Possible: %(accepted)s"),
    "season.not_run_by_approved": gettext_lazy(
        "Only who announces an event, an organiser or an approved judge of the league may run it."
    ),
    "season.rounds": gettext_lazy("%(value)s rounds do not fit. Possible: %(accepted)s."),
    "season.format_limits": gettext_lazy(
        "%(value)s minutes do not fit the format. Possible: %(accepted)s."
    ),
    "season.theme_missing": gettext_lazy("Please write the theme that binds all games."),
    "season.second_national": gettext_lazy(
        "There is a national event on %(value)s already: one in a season for each organiser."
    ),
    "season.removed": gettext_lazy("%(value)s was removed from the event already."),
    "season.no_game": gettext_lazy("There is no game to lose in round %(value)s."),
    "season.appealed_already": gettext_lazy("There is an appeal against this sanction already."),
    "season.no_appeal": gettext_lazy("There is no open appeal to decide."),
    "season.not_approved": gettext_lazy("%(value)s is no approved judge of this event."),
    "season.no_such_round": gettext_lazy(
        "The event has no round %(value)s. Possible: %(accepted)s."
    ),
    "season.order": GENERIC[Code.STATE],
    "season.format_unknown": GENERIC[Code.UNKNOWN],
}

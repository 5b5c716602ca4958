"""What a season league says: why an event does not count, what is missing, what is refused."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.games.labels import margin
from goclub.leagues.season.services.announcing import Judged
from tournaments.seasons import sanctions
from tournaments.seasons.calendar import Month
from tournaments.seasons.champions import SeasonRow
from tournaments.seasons.events import Finding, NotCounted


def counts_word(judged: Judged) -> str:
    """Whether an event counts, as its line in a list begins."""
    closed = judged.row.event.state == "closed"
    if judged.counts:
        return _("counts") if closed else _("will count")
    return _("does not count:") if closed else _("would not count:")


def counts_heading(judged: Judged) -> str:
    """Whether an event counts, as the heading of its page."""
    closed = judged.row.event.state == "closed"
    if judged.counts:
        return _("It counts") if closed else _("It will count")
    return _("It does not count") if closed else _("It would not count")


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
    return margin(doubled)


LEVELS = {
    "warning": lambda: _("warning"),
    "game_lost": lambda: _("game lost"),
    "removed": lambda: _("removed from the event"),
}


def level_text(judged: sanctions.Judged) -> str:
    """What a sanction amounts to."""
    return LEVELS[judged.level.value]() if judged.level else _("lifted on appeal")

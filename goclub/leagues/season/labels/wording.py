"""What a season league says: why an event does not count, what is missing; its pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.common.notation import span
from goclub.common.refusals.words import accepted_text
from goclub.common.sharing import Shared
from goclub.games.labels import ComputationLine
from goclub.games.rating.systems.elo import lines_of, reason_text
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels import (
    PictureLine,
    pending_correction,
    shared_part,
    table_card,
)
from goclub.leagues.models import Season, SeasonRules, Snapshot
from goclub.leagues.season.services.announcing import JudgedEvent
from goclub.leagues.season.services.rating import Move, SeasonLine
from goclub.leagues.season.services.standings import FinalRow, SeasonStandings, YearStandings
from goclub.leagues.tournament.queries import sanctions as words
from goclub.members.models import ClubSettings, User
from ratings.accepted import AcceptedRange
from tournaments.seasons import sanctions
from tournaments.seasons.calendar import Month
from tournaments.seasons.champions import SeasonRow
from tournaments.seasons.events import Finding, NotCounted


def counts_word(judged: JudgedEvent) -> str:
    """Whether an event counts, as its line in a list begins."""
    closed = judged.row.event.state == "closed"
    if judged.counts:
        if not closed and _is_past(judged):
            return _("will count once it is closed")
        return _("counts") if closed else _("will count")
    if _is_waiting(judged):
        return _("waiting for approval:")
    return _("does not count:") if closed else _("would not count:")


def counts_heading(judged: JudgedEvent) -> str:
    """Whether an event counts, as the heading of its page."""
    closed = judged.row.event.state == "closed"
    if judged.counts:
        if not closed and _is_past(judged):
            return _("It will count once it is closed")
        return _("It counts") if closed else _("It will count")
    if _is_waiting(judged):
        return _("Waiting for approval")
    return _("It does not count") if closed else _("It would not count")


def _is_past(judged: JudgedEvent) -> bool:
    return judged.row.event.ends_on < timezone.localdate()


def _is_waiting(judged: JudgedEvent) -> bool:
    """Whether nothing but the organiser's approval is missing to an event that is to come."""
    codes = {finding.code for finding in judged.findings}
    over = judged.row.event.state == "closed" or bool(judged.row.declined)
    return codes == {NotCounted.NOT_APPROVED} and not over


def finding_text(finding: Finding) -> str:
    """Why an event does not count, with what was found and what would do."""
    value, accepted = finding.value, finding.accepted
    n = value if isinstance(value, int) else 0
    shown = notation.short_day(value) if isinstance(value, date) else value
    texts = {
        NotCounted.BETWEEN_SEASONS: _("%(value)s is not in any season."),
        NotCounted.LATE_REPORT: _(
            "Announced on %(value)s, less than seven days ahead; the last possible day was "
            "%(accepted)s."
        ),
        NotCounted.NOT_APPROVED: _("The league’s organiser has not approved it."),
        NotCounted.NOT_RUN_BY_APPROVED: _(
            "It is not run by the person who announced it, an organiser or an approved judge."
        ),
        NotCounted.TOO_FEW_PLAYERS: ngettext(
            "%(value)s player; at least four are needed.",
            "%(value)s players; at least four are needed.",
            n,
        ),
        NotCounted.ROUNDS: ngettext(
            "%(value)s round; for this number of players: %(accepted)s.",
            "%(value)s rounds; for this number of players: %(accepted)s.",
            n,
        ),
        NotCounted.FORMAT_LIMITS: ngettext(
            "%(value)s minute; the format allows %(accepted)s.",
            "%(value)s minutes; the format allows %(accepted)s.",
            n,
        ),
        NotCounted.THEME_MISSING: _("Enter the theme that applies to all games."),
        NotCounted.SECOND_NATIONAL: _(
            "This is the organiser’s second national event. The first was on %(value)s."
        ),
    }
    if isinstance(accepted, AcceptedRange) and isinstance(accepted.high, date):
        limit = notation.short_day(accepted.high)
    else:
        limit = accepted_text(accepted)
    return texts[finding.code] % {"value": shown, "accepted": limit}


def missing_text(row: SeasonRow) -> str:
    """What a player still needs to be classified: “one event in April, or two more anywhere”."""
    status = row.classification
    if status.every_month:
        return _("qualified: an event in every month")
    if status.enough:
        n = status.events
        return ngettext("qualified: %(n)d event", "qualified: %(n)d events", n) % {"n": n}
    missing = status.missing
    ways = []
    if missing is not None and missing.months is not None:
        months = notation.listed_and(month_name(month) for month in missing.months)
        if len(missing.months) == 1:
            ways.append(_("one event in %(month)s") % {"month": months})
        else:
            ways.append(_("an event in each of %(months)s") % {"months": months})
    if missing is not None and missing.anywhere is not None:
        n = missing.anywhere
        ways.append(
            ngettext("%(n)d more event in any month", "%(n)d more events in any month", n)
            % {"n": n}
        )
    return notation.listed_or(ways) if ways else _("can no longer qualify")


def move_lines(move: Move) -> list[ComputationLine]:
    """Why a line of the league's Elo is what it is, a line a step."""
    lines = list(lines_of(move.reason.code, move.reason.rules, move.reason.inputs))
    if move.penalty:
        lines.insert(0, ComputationLine(_("Decided by sanction; counts as a normal loss."), "S4-6"))
    return lines


def move_text(move: Move) -> str:
    """The same in a few words."""
    return reason_text(move.reason.code, move.reason.inputs)


def bonus_text(settings: SeasonRules) -> str:
    """How much a national event brings to everybody who takes part (S4-7)."""
    if not settings.bonus:
        return _("no bonus set")
    points = settings.bonus
    text = ngettext("%(n)s rating point", "%(n)s rating points", math.ceil(points))
    return text % {"n": notation.number(points, 0 if points == int(points) else 1)}


def since_of(settings: SeasonRules) -> date | None:
    """From which day settings apply; None where the league never set any."""
    return settings.valid_from if settings.pk else None


def title_of(record: Snapshot) -> str:
    """The title that the first of a final table holds (S4-23, S4-24)."""
    if record.season is not None:
        return _("Champion of %(season)s") % {"season": record.season}
    return _("Champion of %(league)s %(year)s") % {"league": record.league, "year": record.cycle}


def month_name(month: Month | tuple[int, int]) -> str:
    """The name of a month."""
    return notation.month_name(month[1])


def rating_text(value: float) -> str:
    """A rating with one decimal (S4-8)."""
    return notation.number(value, 1)


def level_text(judged: sanctions.Judged) -> str:
    """What a sanction amounts to."""
    return words.level_text(judged.level.value if judged.level else "")


# --- Corrections ------------------------------------------------------------------------------
def correction_of_season(
    standings: SeasonStandings, user: User | AnonymousUser
) -> dict[str, Any] | None:
    """Return what a page with the record of a season says of a correction that waits."""
    address = reverse("leagues:season-correct", args=[standings.league.slug, standings.season.pk])
    return pending_correction(standings, user, address=address, figures=figures_text)


def correction_of_year(
    standings: YearStandings, user: User | AnonymousUser
) -> dict[str, Any] | None:
    """Return the same of a year, of which a season was corrected since."""
    return pending_correction(
        standings,
        user,
        address=reverse("leagues:archive", args=[standings.league.slug]),
        otherwise=_("the year’s standings: one of its seasons has been corrected since"),
    )


def figures_text(row: FinalRow) -> str:
    """The rating, and the place among the classified where there is one: 1104.2, classified 2."""
    rating = rating_text(row.rating)
    if row.classified_place is None:
        return rating
    return _("%(rating)s, place %(place)s among the qualified") % {
        "rating": rating,
        "place": row.classified_place,
    }


# --- Shared elsewhere -------------------------------------------------------------------------
def shared_season(season: Season, club: ClubSettings) -> Shared:
    """A season as others see it."""
    picture = reverse("leagues:season-picture", args=[season.league.slug, season.pk])
    return shared_part(season, club, first=season.first, last=season.last, picture=picture)


def season_picture(season: Season, lines: Sequence[SeasonLine], club: ClubSettings) -> SafeSvg:
    """Who is first in the season, with the league's Elo."""
    facts = (season.league.name, span(season.first, season.last))
    labels = ("", "", _("League Elo")) if lines else ()
    return table_card(club, season.name, facts, labels, [picture_line(line) for line in lines])


def picture_line(season_line: SeasonLine) -> PictureLine:
    shared = "=" if season_line.row.shared else ""
    figures = ("", "", rating_text(season_line.row.rating))
    return PictureLine(
        f"{season_line.row.place}{shared}", season_line.member.shown_name, "", figures
    )

"""Refusals of season leagues in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext_lazy

from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "season.not_seasonal": gettext_lazy("This league is played in terms, not in seasons."),
    "season.overlap": gettext_lazy(
        "Two seasons would overlap; the later one may begin: %(accepted)s."
    ),
    "season.not_closed": gettext_lazy(
        "The season closes at %(closing)s (%(zone)s); before that nobody has won it."
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
    "season.rounds": ngettext_lazy(
        "%(value)s round does not fit. Possible: %(accepted)s.",
        "%(value)s rounds do not fit. Possible: %(accepted)s.",
        "value",
    ),
    "season.format_limits": ngettext_lazy(
        "%(value)s minute does not fit the format. Possible: %(accepted)s.",
        "%(value)s minutes do not fit the format. Possible: %(accepted)s.",
        "value",
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
    "season.events_open": gettext_lazy(
        "These events count for the season and are not closed yet: %(value)s."
    ),
    "season.seasons_differ": gettext_lazy(
        "These seasons differ from their record by now: %(value)s."
    ),
    "season.closed_keeps": gettext_lazy(
        "“%(value)s” is recorded and keeps the settings it was closed with. Possible: %(accepted)s."
    ),
    "season.toss_after_start": gettext_lazy(
        "This game has its result or a claim already: colours are tossed for before the start."
    ),
    "season.toss_without_consent": gettext_lazy(
        "Colours are tossed for only if both players and the organiser agree: the two of this "
        "table toss with each other after the round was published."
    ),
    "season.no_such_round": gettext_lazy(
        "The event has no round %(value)s. Possible: %(accepted)s."
    ),
    "season.order": GENERIC[Code.STATE],
    "season.format_unknown": GENERIC[Code.UNKNOWN],
}

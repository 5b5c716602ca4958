"""What season leagues refuse, and what their notices say."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.common.refusals.texts import GENERIC
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind
from ratings.errors import Code

REFUSALS: Refusals = {
    "season.late_report": gettext_lazy(
        "That date is too soon: events are announced at least seven days ahead. "
        "Possible: %(accepted)s"
    ),
    "season.held_unmoved": gettext_lazy(
        "The event takes place today or is over, so it can no longer be moved."
    ),
    "season.past": gettext_lazy("That date is in the past. Possible: %(accepted)s"),
    "season.not_run_by_approved": gettext_lazy(
        "Only the person announcing the event, an organiser or an approved judge of "
        "the league can run it."
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
    "season.theme_missing": gettext_lazy("Enter the theme for all games."),
    "season.second_national": gettext_lazy(
        "There is already a national event on %(value)s. Each organiser may hold one per season."
    ),
    "season.removed": gettext_lazy("%(value)s has already been removed from the event."),
    "season.no_game": gettext_lazy("This player has no game in round %(value)s to lose."),
    "season.closed_keeps": gettext_lazy(
        "“%(value)s” is recorded and keeps the settings it was closed with. Possible: %(accepted)s."
    ),
    "season.toss_after_start": gettext_lazy(
        "This game already has a result or a claim. Nigiri is done before the start."
    ),
    "season.toss_without_consent": gettext_lazy(
        "Nigiri is used only if both players and the organiser agree. The two players "
        "at this table do it with each other after the round is published."
    ),
    "season.order": GENERIC[Code.STATE],
}


KINDS: Final = [
    NoticeKind(
        "season.approved",
        NoticeGroup.LEAGUES,
        label=_("My event was approved"),
        text=_("Your event %(event)s was approved."),
    ),
    NoticeKind(
        "season.declined",
        NoticeGroup.LEAGUES,
        label=_("My event was declined"),
        text=_("Your event %(event)s does not count for the league: %(reason)s"),
    ),
    NoticeKind(
        "season.appealed",
        NoticeGroup.LEAGUES,
        label=_("An appeal is waiting for my decision"),
        text=_("%(name)s appealed against a sanction in %(event)s."),
    ),
    NoticeKind(
        "season.closed",
        NoticeGroup.LEAGUES,
        label=_("A season was closed"),
        text=_("The season %(season)s is closed: see the final table."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "season.announced",
        NoticeGroup.LEAGUES,
        label=_("An event is waiting for approval"),
        text=_("%(name)s announced %(event)s."),
        office=True,
    ),
]

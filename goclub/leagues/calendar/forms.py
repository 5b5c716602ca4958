"""Forms of the calendar: a meeting in plain words, one date, a holiday, an answer for somebody."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from crispy_forms.layout import Column, Row
from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm, Sent, bare_helper, offer
from goclub.common.recurrence import MONTHLY, WEEKLY, Rule
from goclub.games.finding.forms import MemberField
from goclub.leagues.calendar.labels.entries import PLACES, is_plain, rule_text
from goclub.leagues.calendar.queries import Occurrence, rule_of
from goclub.leagues.league.forms import day_field
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.models import time_zone_choices

ONCE, KEPT = "once", "kept"
_DAY: Final = timedelta(days=1)


def hour_field(label: Any) -> forms.TimeField:
    """An hour, typed or chosen in the browser's own way."""
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    return forms.TimeField(label=label, widget=widget)


def minutes_between(begins: time, ends: time) -> int:
    """How long a meeting is; one that ends no later than it begins ends on the next day.

    >>> minutes_between(time(19), time(22)), minutes_between(time(20), time(1))
    (180, 300)
    """
    day = date(2000, 1, 1)
    span = datetime.combine(day, ends) - datetime.combine(day, begins)
    return int((span if span > timedelta() else span + _DAY) / timedelta(minutes=1))


class MeetingForm(BareForm):
    """A meeting: what, when, how often, where; the rule is made of what is ticked."""

    title = forms.CharField(label=_("Title"), max_length=120)
    kind = forms.ChoiceField(
        label=pgettext_lazy("of a meeting", "Type"), choices=MeetingSeries.Kind.choices
    )
    first = day_field(_("First day"))
    begins_at = hour_field(_("Begins at"))
    ends_at = hour_field(_("Ends at"))
    repeat = forms.ChoiceField(
        label=_("Repeats"),
        choices=[
            (ONCE, _("once")),
            (WEEKLY, _("weekly")),
            (MONTHLY, _("monthly")),
        ],
        widget=forms.RadioSelect,
    )
    every = forms.IntegerField(
        label=_("Every … weeks or months"), min_value=1, max_value=52, initial=1, required=False
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these days"),
        choices=[(number, name) for number, name in WEEKDAYS.items()],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If no day is ticked, the weekday of the first day is used."),
    )
    which = forms.TypedChoiceField(
        label=_("If monthly, which one"),
        choices=list(PLACES.items()),
        coerce=int,
        required=False,
    )
    until = day_field(_("Last day"))
    place = forms.CharField(label=pgettext_lazy("where", "Place"), max_length=200, required=False)
    map_link = forms.CharField(
        label=_("Map"), max_length=500, required=False, help_text=_("Link to a map.")
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("Who visitors can contact. Everyone can see it."),
    )
    remark = forms.CharField(label=_("Note"), max_length=500, required=False)
    zone = forms.ChoiceField(label=_("Time zone"))
    since = day_field(_("New time or rule applies from"))

    def __init__(
        self,
        data: Sent = None,
        *,
        zone: str,
        series: MeetingSeries | None = None,
        **kwargs: Any,
    ) -> None:
        initial: dict[str, object] = {"zone": zone, "repeat": WEEKLY, "every": 1}
        initial |= {"begins_at": time(19), "ends_at": time(22)}
        if series is not None:
            initial |= _said_of(series)
        kwargs["initial"] = initial | dict(kwargs.get("initial") or {})
        super().__init__(data, **kwargs)
        self.series = series
        offer(self, "zone", time_zone_choices())
        for name in ("until", "since"):
            self.fields[name].required = False
        self.fields["until"].help_text = _("Leave empty for no end date.")
        self.fields["since"].help_text = _(
            "Leave empty to start today. Earlier dates are not changed."
        )
        if series is None:
            del self.fields["since"]
        elif series.rrule and not is_plain(rule_of(series)):
            field = self.fields["repeat"]
            assert isinstance(field, forms.ChoiceField)
            offer(self, "repeat", [(KEPT, rule_text(series)), *field.choices])  # type: ignore[misc]
        self.helper = bare_helper(
            Row(Column("title", css_class="col-md-8"), Column("kind")),
            Row(Column("first"), Column("begins_at"), Column("ends_at")),
            "repeat",
            Row(Column("every", css_class="col-md-5"), Column("which")),
            "weekdays",
            "until",
            *(["since"] if series is not None else []),
            "place",
            "map_link",
            Row(Column("contact"), Column("remark")),
            "zone",
        )

    def details(self) -> dict[str, Any]:
        """The columns of the meeting."""
        sent = self.cleaned_data
        names = (
            "title",
            "kind",
            "first",
            "begins_at",
            "zone",
            "place",
            "map_link",
            "contact",
            "remark",
        )
        return {name: sent[name] for name in names} | {
            "minutes": minutes_between(sent["begins_at"], sent["ends_at"]),
            "rrule": self._rrule(),
            "until": None if sent["repeat"] == ONCE else sent["until"],
        }

    def _rrule(self) -> str:
        sent = self.cleaned_data
        if sent["repeat"] == ONCE:
            return ""
        if sent["repeat"] == KEPT and self.series is not None:
            return self.series.rrule
        place = int(sent["which"] or 1) if sent["repeat"] == MONTHLY else 0
        weekdays = sent["weekdays"] or [sent["first"].weekday()]
        days = tuple((place, weekday) for weekday in weekdays)
        return Rule(sent["repeat"], interval=sent["every"] or 1, days=days).text()


def _said_of(series: MeetingSeries) -> dict[str, object]:
    """A meeting as its form shows it."""
    names = ("title", "kind", "first", "place", "map_link", "contact", "remark", "zone")
    initial: dict[str, object] = {name: getattr(series, name) for name in names}
    ends = datetime.combine(series.first, series.begins_at) + timedelta(minutes=series.minutes)
    initial |= {"begins_at": series.begins_at, "ends_at": ends.time()}
    if not series.rrule:
        return initial | {"repeat": ONCE}
    rule = rule_of(series)
    initial |= {"until": series.until, "repeat": rule.frequency if is_plain(rule) else KEPT}
    return initial | {
        "every": rule.interval,
        "weekdays": [weekday for _place, weekday in rule.days],
        "which": (rule.days[0][0] if rule.days else 0) or 1,
    }


class CancelForm(BareForm):
    """Why a date is called off."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


class MoveForm(BareForm):
    """Where and when a date takes place instead."""

    to = day_field(_("Day"))
    begins_at = hour_field(_("Begins at"))
    ends_at = hour_field(_("Ends at"))
    place = forms.CharField(
        label=pgettext_lazy("where", "Place"),
        max_length=200,
        required=False,
        help_text=_("Leave empty for the usual place."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, data: Sent = None, *, occurrence: Occurrence, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "to": occurrence.starts_at.date(),
            "begins_at": occurrence.starts_at.time(),
            "ends_at": occurrence.ends_at.time(),
        }
        super().__init__(data, **kwargs)
        self.helper = bare_helper(
            Row(Column("to"), Column("begins_at"), Column("ends_at")), "place", "reason"
        )

    def values(self) -> dict[str, Any]:
        """What the service wants to know."""
        sent = self.cleaned_data
        minutes = minutes_between(sent["begins_at"], sent["ends_at"])
        names = ("to", "begins_at", "place", "reason")
        return {name: sent[name] for name in names} | {"minutes": minutes}


class HolidayForm(BareForm):
    """A day on which the club does not meet."""

    day = day_field(_("Day"))
    name = forms.CharField(label=_("Name"), max_length=80)


class AnswerForm(BareForm):
    """An answer to a date: one's own, or an organiser's for somebody."""

    member = MemberField(label=_("Member"), required=False)
    answer = forms.ChoiceField(
        label=_("Answer"), choices=[("", "–"), *Coming.Answer.choices], required=False
    )
    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(self, data: Sent = None, *, others: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if not others:
            del self.fields["member"]

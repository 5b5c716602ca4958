"""What waits of the members themselves: people who ask to join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from goclub.common import notation
from goclub.members.desk.queries.sources import (
    LATELY_MOST,
    Decision,
    DeskStep,
    Matter,
    Source,
    Urgency,
)
from goclub.members.desk.queries.traces import Trace, traced
from goclub.members.forms import AdmitForm
from goclub.members.models import Member, StrengthDecision, User
from goclub.members.queries import namesakes_of


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who asks, with the form for another start and the members who bear the same name."""

    person: Member
    form: AdmitForm
    namesakes: Sequence[Member]


class Applicants(Source):
    """People who ask to join: admitted as they declare, with another start, or declined."""

    key = "applicants"
    gravity = Urgency.PERSON
    permission = "members.approve_member"
    template = "members/desk/_applicant.html"
    late_after = 3
    title = ngettext_lazy("%(n)s membership request", "%(n)s membership requests", "count")

    def rows(self) -> QuerySet[Member]:
        """Requests, the oldest first."""
        return Member.objects.applying().order_by("applied_at", "pk")

    def matters(self, rows: Sequence[Member], user: User) -> list[Matter]:  # noqa: ARG002
        """Everybody by himself, with what a decision needs."""
        known = namesakes_of(rows)
        return [_applicant(person, known) for person in rows]

    def decided(self, since: datetime) -> QuerySet[StrengthDecision]:
        """Who was admitted, and what the office decided about strength."""
        rows = (
            StrengthDecision.objects.filter(decided_at__gte=since, decided_by__isnull=False)
            .exclude(kind=StrengthDecision.Kind.REVISED)
            .exclude(decided_by=F("member__user"))
        )
        return traced(
            rows,
            at="decided_at",
            by="decided_by",
            about="member",
            first="member__display_name",
            second="kind",
        )

    def lately(self, traces: Sequence[Trace], user: User) -> list[Decision]:
        """Each with the member's name."""
        return [
            Decision(
                at=trace.at,
                title=_decided(trace),
                who=trace.who,
                mine=trace.by == user.pk,
                url=Member(pk=trace.about).get_absolute_url(),
            )
            for trace in traces[:LATELY_MOST]
        ]


def _decided(trace: Trace) -> str:
    if trace.second == StrengthDecision.Kind.DECLARED:
        return _("%(name)s was admitted") % {"name": trace.first}
    label = StrengthDecision.Kind(trace.second).label
    return _("%(name)s: %(what)s") % {"name": trace.first, "what": label}


def _applicant(person: Member, known: Mapping[int, Sequence[Member]]) -> Matter:
    prefix = f"a{person.pk}"
    declared: dict[str, object] = {"rank": person.declared_rank, "points": person.declared_points}
    form = AdmitForm(initial=declared, prefix=prefix)
    others = known.get(person.pk, ())
    admit = DeskStep(
        _admit_label(person),
        reverse("games:admit", args=[person.pk]),
        sent={f"{prefix}-{name}": value for name, value in declared.items() if value is not None},
    )
    steps = [
        # Somebody who bears a member's name is a question first: no single press admits him.
        *(() if others else (admit,)),
        DeskStep(_("Different start"), opens="members/desk/_other_start.html"),
        DeskStep(_("Decline"), opens="members/desk/_decline.html"),
    ]
    title = _("Membership request from %(name)s") % {"name": person.display_name}
    return Matter(person.pk, title, person.applied_at, Applicant(person, form, others), steps)


def _admit_label(person: Member) -> str:
    if person.declared_points is not None:
        text = ngettext("Admit with %(n)s point", "Admit with %(n)s points", person.declared_points)
        return text % {"n": notation.number(person.declared_points)}
    if person.declared_rank:
        return _("Admit as %(rank)s") % {"rank": notation.short_rank(person.declared_rank)}
    return _("Admit with 0 points")


DESK: Final = (Applicants(),)

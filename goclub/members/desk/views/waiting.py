"""What waits of the members themselves: requests to join, unanswered invitations, webhooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from goclub.common import notation
from goclub.members.desk.queries import (
    LATELY_MOST,
    Choice,
    Decision,
    DeskStep,
    HouseState,
    Matter,
    PressOutcome,
    Source,
    Trace,
    Urgency,
    spelled,
    traced,
)
from goclub.members.desk.services import each
from goclub.members.forms import AdmitForm
from goclub.members.hooks.labels import trouble_text
from goclub.members.hooks.services.keeping import RIGHT, discard_messages, resend_messages
from goclub.members.membership.services.invitations import send_again, withdraw_invitation
from goclub.members.models import Delivery, Invitation, Member, StrengthDecision, User, Webhook
from goclub.members.queries import namesakes_of
from goclub.members.requests import Act


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

    def matters(self, rows: Sequence[Member]) -> list[Matter]:
        """Return each person separately, with what a decision needs."""
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
            first=spelled("member"),
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
        # An applicant with a member's name is a question first and is not admitted with one click.
        *(() if others else (admit,)),
        DeskStep(_("Different strength"), opens="members/desk/_other_start.html"),
        DeskStep(_("Decline"), opens="members/desk/_decline.html"),
    ]
    title = _("Membership request from %(name)s") % {"name": person.shown_name}
    # With the form for another start, and the members who bear the same name.
    thing = {"person": person, "form": form, "namesakes": others}
    return Matter(person.pk, title, person.applied_at, thing, steps)


def _admit_label(person: Member) -> str:
    if person.declared_points is not None:
        text = ngettext("Admit with %(n)s point", "Admit with %(n)s points", person.declared_points)
        return text % {"n": notation.number(person.declared_points)}
    if person.declared_rank:
        return _("Admit as %(rank)s") % {"rank": notation.short_rank(person.declared_rank)}
    return _("Admit with 0 points")


#: After so many days without an answer a letter may have gone astray.
UNANSWERED: Final = timedelta(days=7)


class Unanswered(Source):
    """Letters of invitation that still hold and were not followed."""

    key = "invitations"
    gravity = Urgency.ROUTINE
    permission = "members.approve_member"
    template = "members/desk/_invitation.html"
    ticked = True
    shown = 5
    late_after = 14
    title = ngettext_lazy("%(n)s unanswered invitation", "%(n)s unanswered invitations", "count")
    joined = ("made_by__member",)
    choices = (
        Choice("again", gettext_lazy("Resend"), gettext_lazy("Resend %(n)s")),
        Choice(
            "withdraw",
            pgettext_lazy("invitation", "Withdraw"),
            gettext_lazy("Withdraw %(n)s"),
        ),
    )

    def values(self, user: User) -> dict[str, datetime]:  # noqa: ARG002
        """The moment, and the last one whose letters should have been answered."""
        now = timezone.now()
        return {"now": now, "sent": now - UNANSWERED}

    def rows(self, now: datetime, sent: datetime) -> QuerySet[Invitation]:
        """Open letters sent long enough ago, the oldest first."""
        letters = Invitation.objects.open(now).letters().filter(accepted_at=None)
        return letters.filter(sent_at__lte=sent).order_by("sent_at", "pk")

    def matter(self, row: Invitation) -> Matter:
        """Each with its address, since the last letter."""
        return Matter(row.pk, row.email, row.sent_at, row)

    def press(
        self,
        act: Act,
        name: str,
        rows: Sequence[int],
        *,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Write once more to those who still did not answer, or withdraw what they were sent."""
        invitations = list(self.rows(**self.values(act.user)).filter(pk__in=rows).order_by("pk"))
        if name == "withdraw":
            return each(
                invitations,
                lambda row: withdraw_invitation(act, row),
                lambda n: (
                    ngettext(
                        "%(n)s invitation was withdrawn.", "%(n)s invitations were withdrawn.", n
                    )
                    % {"n": notation.number(n)}
                ),
            )
        return each(
            invitations,
            lambda row: send_again(act, row, site=f"{settings.SITE_URL}/"),
            lambda n: (
                ngettext("%(n)s e-mail is on its way.", "%(n)s e-mails are on their way.", n)
                % {"n": notation.number(n)}
            ),
        )


#: How long it is remembered how the webhooks are.
_CACHED: Final = "desk-hooks"
_SECONDS: Final = 60


class GivenUp(Source):
    """Messages that no try could deliver, of webhooks that are on."""

    key = "messages"
    gravity = Urgency.ROUTINE
    permission = RIGHT
    template = "members/desk/_delivery.html"
    ticked = True
    shown = 5
    title = ngettext_lazy(
        "%(n)s webhook message was not accepted",
        "%(n)s webhook messages were not accepted",
        "count",
    )
    joined = ("hook",)
    choices = (
        Choice("again", gettext_lazy("Resend"), gettext_lazy("Resend %(n)s")),
        Choice("drop", gettext_lazy("Discard"), gettext_lazy("Discard %(n)s")),
    )

    def rows(self) -> QuerySet[Delivery]:
        """Messages that were given up, the oldest first."""
        failed = Delivery.objects.filter(state=Delivery.State.FAILED, hook__off="")
        return failed.order_by("changed_at", "pk")

    def matter(self, row: Delivery) -> Matter:
        """Each with its webhook, and why."""
        return Matter(row.pk, row.hook.name, row.changed_at, (row, trouble_text(row)))

    def press(
        self,
        act: Act,
        name: str,
        rows: Sequence[int],
        *,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Put them back into the outbox, or let them go."""
        if name == "drop":
            done = discard_messages(act, rows)
            text = ngettext("%(n)s message was discarded.", "%(n)s messages were discarded.", done)
        else:
            done = resend_messages(act, rows)
            text = ngettext(
                "%(n)s message will be sent again.", "%(n)s messages will be sent again.", done
            )
        return PressOutcome(done, text % {"n": notation.number(done)} if done else "")


class SwitchedOff(Source):
    """Webhooks that the site switched off, because nothing was taken for days."""

    key = "hooks"
    gravity = Urgency.PERSON
    permission = RIGHT
    template = "members/desk/_hook.html"
    title = ngettext_lazy(
        "%(n)s webhook was switched off", "%(n)s webhooks were switched off", "count"
    )

    def rows(self) -> QuerySet[Webhook]:
        """Those that nobody has switched off by hand."""
        return Webhook.objects.exclude(off__in=["", Webhook.Off.HAND]).order_by("pk")

    def matter(self, row: Webhook) -> Matter:
        """Each with why, and its page."""
        return Matter(
            row.pk,
            _("A webhook was switched off"),
            row.failing_since,
            row,
            [DeskStep(_("View webhook"), row.get_absolute_url())],
        )

    def state(self, user: User) -> HouseState | None:  # noqa: ARG002
        """How many there are, and whether all take what they are told."""
        rows = cache.get_or_set(
            _CACHED, lambda: list(Webhook.objects.values_list("off", "failures")), _SECONDS
        )
        if not rows:
            return None
        on = sum(1 for off, _failures in rows if not off)
        failing = sum(1 for off, failures in rows if not off and failures)
        title = ngettext("%(n)s webhook is on", "%(n)s webhooks are on", on)
        text = ""
        if failing:
            text = ngettext("%(n)s failing", "%(n)s failing", failing)
            text %= {"n": notation.number(failing)}
        return HouseState(
            "bell",
            title % {"n": notation.number(on)},
            text,
            bool(failing),
            reverse("members:hooks"),
        )


DESK: Final = (Applicants(), Unanswered(), SwitchedOff(), GivenUp())

"""The admin's list of members: with strength, account and last game, and actions for many."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.admin import ask_in_office
from goclub.common.confirmation import Question, is_confirmed
from goclub.common.export import csv_response
from goclub.common.forms import ShortReasonForm
from goclub.common.notation import lazy_rank
from goclub.common.refusals.registry import describe
from goclub.games.models import Game, Standing
from goclub.games.rating.services import certify_members
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.admin import CountryFilter, MemberAdmin
from goclub.members.membership.forms import InvitationMessageForm
from goclub.members.membership.labels import ROLE_NAMES, outcome_text
from goclub.members.membership.services.invitations import InvitationResult, invite_members
from goclub.members.models import Member
from goclub.members.requests import act_of, user_of
from goclub.members.roles import ROLES

Choices = list[tuple[str, StrOrPromise]]


class StatusFilter(admin.SimpleListFilter):
    """Everyone of the club; guests of tournaments are a list of their own."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return every status."""
        return list(Member.Status.choices)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Name the first choice for what it shows."""
        everyone, *statuses = super().choices(changelist)
        yield {**everyone, "display": _("All but guests")}
        yield from statuses

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members of one status, or all but guests."""
        if self.value() is None:
            return queryset.exclude(status=Member.Status.GUEST)
        return queryset.filter(status=self.value())


class RankFilter(admin.SimpleListFilter):
    """The ranks that members hold now, strongest first."""

    title = gettext_lazy("rank")
    parameter_name = "rank"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return the ranks that somebody holds, and "none"."""
        held = Standing.objects.filter(system=MAIN_SYSTEM).exclude(rank="").order_by()
        best = held.values("rank").annotate(most=Max("points")).order_by("-most")
        return [*((row["rank"], lazy_rank(row["rank"])) for row in best), ("-", _("none"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members of one rank."""
        rank = self.value()
        if rank is None:
            return queryset
        held = _standing().exclude(rank="")
        if rank == "-":
            return queryset.filter(~Exists(held))
        return queryset.filter(Exists(held.filter(rank=rank)))


class PointsFilter(admin.SimpleListFilter):
    """Points in steps of fifty."""

    title = gettext_lazy("points")
    parameter_name = "points"
    STEP, HIGHEST = 50, 150

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return the steps, and "none"."""
        steps: Choices = [
            (str(low), f"{low}–{low + self.STEP - 1}") for low in range(0, self.HIGHEST, self.STEP)
        ]
        return [*steps, (str(self.HIGHEST), f"{self.HIGHEST}+"), ("-", _("none"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members of one step."""
        step = self.value()
        if step is None:
            return queryset
        held = _standing().filter(points__isnull=False)
        if not step.isdecimal():
            return queryset.filter(~Exists(held))
        held = held.filter(points__gte=int(step[:4]))
        if int(step[:4]) < self.HIGHEST:
            held = held.filter(points__lt=int(step[:4]) + self.STEP)
        return queryset.filter(Exists(held))


class CertifiedFilter(admin.SimpleListFilter):
    """Whether the points are official."""

    title = gettext_lazy("official points")
    parameter_name = "certified"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return yes and no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members whose points are official, or are not."""
        certified = Exists(_standing().filter(certified=True))
        match self.value():
            case "yes":
                return queryset.filter(certified)
            case "no":
                return queryset.filter(~certified)
        return queryset


class RoleFilter(admin.SimpleListFilter):
    """The roles."""

    title = gettext_lazy("Role")
    parameter_name = "role"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return every role."""
        return [(role, ROLE_NAMES[role]) for role in ROLES]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members with a role, whatever other role they have."""
        return queryset.filter(user__groups__name=self.value()) if self.value() else queryset


class AccountFilter(admin.SimpleListFilter):
    """Filter members by account: can sign in, can be invited, or cannot get e-mail."""

    title = gettext_lazy("e-mail")
    parameter_name = "email"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return the three kinds."""
        return [
            ("account", _("has an account")),
            ("address", _("address, no account")),
            ("none", _("no address")),
        ]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members of one kind."""
        match self.value():
            case "account":
                return queryset.filter(user__isnull=False)
            case "address":
                return queryset.filter(user=None).exclude(contact_email="")
            case "none":
                return queryset.filter(user=None, contact_email="")
        return queryset


class LastGameFilter(admin.SimpleListFilter):
    """How long ago the last game was."""

    title = gettext_lazy("last game")
    parameter_name = "last_game"
    DAYS = (30, 90, 365)

    def lookups(self, _request: HttpRequest, _model_admin: object) -> Choices:
        """Return the spans, and "longer ago or never"."""
        spans: Choices = [
            (str(days), _("in the last %(n)d days") % {"n": days}) for days in self.DAYS
        ]
        return [*spans, ("never", _("longer ago, or never"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """Return members who played within a span, or within none."""
        span = self.value()
        if span is None:
            return queryset
        days = int(span) if span in map(str, self.DAYS) else self.DAYS[-1]
        since = timezone.localdate() - timedelta(days=days)
        games = Game.objects.confirmed().filter(played_on__gte=since).order_by()
        played = Exists(games.filter(black=OuterRef("pk"))) | Exists(
            games.filter(white=OuterRef("pk"))
        )
        return queryset.filter(~Q(played)) if span == "never" else queryset.filter(played)


def _standing() -> QuerySet[Standing]:
    return Standing.objects.filter(member=OuterRef("pk"), system=MAIN_SYSTEM)


def _last_game(side: str) -> Subquery:
    games = Game.objects.confirmed().filter(**{side: OuterRef("pk")}).order_by().values(side)
    return Subquery(games.annotate(last=Max("played_on")).values("last"))


admin.site.unregister(Member)


@admin.register(Member)
class ClubMemberAdmin(MemberAdmin):
    """Members with strength, account and last game; invite, certify and export many at once."""

    list_display = [
        "display_name", "romanised_name", "status", "rank_now", "points_now", "certified_now",
        "role_now", "email", "last_game", "country", "joined_on", "strength_link",
    ]  # fmt: skip
    list_filter = [
        StatusFilter, RankFilter, PointsFilter, CertifiedFilter, RoleFilter, AccountFilter,
        LastGameFilter, CountryFilter, "language",
    ]  # fmt: skip
    actions = [*MemberAdmin.actions, "invite", "certify", "export"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        """Return members with what the columns show of their strength and games."""
        first, second = _last_game("black"), _last_game("white")
        members: QuerySet[Member] = (
            super()
            .get_queryset(request)
            .select_related("user")
            .prefetch_related("user__groups")
            .annotate(
                held_rank=Subquery(_standing().values("rank")[:1]),
                held_points=Subquery(_standing().values("points")[:1]),
                held_certified=Subquery(_standing().values("certified")[:1]),
                # On SQLite the greatest of a date and nothing is nothing.
                played_last=Coalesce(Greatest(first, second), first, second),
            )
        )
        return members

    @admin.display(
        description=gettext_lazy("rank"), ordering=F("held_points").asc(nulls_first=True)
    )
    def rank_now(self, member: Any) -> StrOrPromise:
        """Return the rank in the main system."""
        return lazy_rank(member.held_rank) if member.held_rank else "–"

    @admin.display(
        description=gettext_lazy("points"), ordering=F("held_points").asc(nulls_first=True)
    )
    def points_now(self, member: Any) -> int | None:
        """Return the points in the main system."""
        points: int | None = member.held_points
        return points

    @admin.display(description=gettext_lazy("official"), boolean=True, ordering="held_certified")
    def certified_now(self, member: Any) -> bool:
        """Return whether the points are official."""
        return bool(member.held_certified)

    @admin.display(description=gettext_lazy("Role"))
    def role_now(self, member: Member) -> StrOrPromise:
        """Return the role, the highest where there are several."""
        held = {group.name for group in member.user.groups.all()} if member.user else set()
        return ROLE_NAMES[next((role for role in reversed(ROLES) if role in held), "")]

    @admin.display(description=gettext_lazy("e-mail"), ordering="user__email")
    def email(self, member: Member) -> str:
        """Return the address of the account, else the one an invitation would go to."""
        return str(member.user.email if member.user else member.contact_email)

    @admin.display(
        description=gettext_lazy("last game"), ordering=F("played_last").asc(nulls_first=True)
    )
    def last_game(self, member: Any) -> date | None:
        """Return the day of the last confirmed game."""
        day: date | None = member.played_last
        return day

    # --- Actions --------------------------------------------------------------------------------
    def has_approve_permission(self, request: HttpRequest) -> bool:
        """Return whether this login may invite."""
        return user_of(request).has_perm("members.approve_member")

    def has_certify_permission(self, request: HttpRequest) -> bool:
        """Return whether this login may make points official."""
        return user_of(request).has_perm("members.certify_strength")

    @admin.action(description=gettext_lazy("Invite"), permissions=["approve"])
    def invite(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Send the chosen members without an account an invitation, after asking for a message."""
        form = InvitationMessageForm(request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            count = queryset.count()
            question = Question(
                title=ngettext("Invite %(n)s member?", "Invite %(n)s members?", count)
                % {"n": count},
                items=list(queryset),
                effects=[_("Members without an account get an e-mail with a link.")],
                button=_("Send invitations"),
                back=request.path,
                form=form,
            )
            return ask_in_office(self, request, question)
        outcomes = invite_members(
            act_of(request),
            queryset,
            site=f"{settings.SITE_URL}/",
            message=form.cleaned_data["message"],
        )
        for outcome in outcomes:
            level = (
                messages.SUCCESS if outcome.result == InvitationResult.SENT else messages.WARNING
            )
            self.message_user(request, f"{outcome.name}: {outcome_text(outcome)}", level)
        return None

    @admin.action(description=gettext_lazy("Make the points official"), permissions=["certify"])
    def certify(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Make the points of the chosen members official, after asking for the reason (S1-6)."""
        form = ShortReasonForm(request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            count = queryset.count()
            question = Question(
                title=ngettext(
                    "Make the points of %(n)s member official?",
                    "Make the points of %(n)s members official?",
                    count,
                )
                % {"n": count},
                items=list(queryset),
                button=_("Make the points official"),
                back=request.path,
                form=form,
            )
            return ask_in_office(self, request, question)
        certified, refused = certify_members(
            act_of(request),
            [member.pk for member in queryset],
            on=timezone.localdate(),
            reason=form.cleaned_data["reason"],
        )
        if certified:
            text = ngettext(
                "%(n)s member has official points now.",
                "%(n)s members have official points now.",
                certified,
            )
            self.message_user(request, text % {"n": certified}, messages.SUCCESS)
        for member, refusal in refused:
            self.message_user(request, f"{member}: {describe(refusal)}", messages.ERROR)
        return None

    @admin.action(description=gettext_lazy("Export as CSV"), permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponseBase:  # noqa: ARG002
        """Download the chosen members with the columns of the list."""
        header = [
            _("name"), _("romanised name"), _("status"), _("rank"), _("points"), _("official"),
            _("Role"), _("e-mail"), _("last game"), _("country"), _("joined on"),
        ]  # fmt: skip
        rows = (
            [
                member.display_name, member.romanised_name, member.get_status_display(),
                str(self.rank_now(member)), self.points_now(member),
                _("Yes") if self.certified_now(member) else _("No"), str(self.role_now(member)),
                self.email(member), self.last_game(member), str(member.country), member.joined_on,
            ]
            for member in queryset
        )  # fmt: skip
        return csv_response("members.csv", header, rows)

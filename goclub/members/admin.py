"""Members in the office's admin."""

from __future__ import annotations

from typing import Any, Unpack

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from goclub.common.admin import HistoryAdmin, NoHardDelete, ReadOnly
from goclub.common.forms import Files, RowFormArguments, Sent
from goclub.common.refusals.registry import describe
from goclub.members import services
from goclub.members.forms import NamesMixin
from goclub.members.models import (
    ClubSettings,
    Member,
    Nickname,
    StrengthDecision,
    User,
    time_zone_choices,
)
from goclub.members.queries import namesakes
from goclub.members.roles import ROLES
from goclub.members.theme import PAPER_LIGHT, READABLE, contrast
from ratings.errors import RuleError


class NicknameInline(admin.TabularInline[Nickname, Member]):
    """Names under which a member plays elsewhere."""

    model = Nickname
    extra = 0
    readonly_fields = ["learned"]


class DecisionInline(ReadOnly, admin.TabularInline[StrengthDecision, Member]):
    """What was decided about a member's strength, to look at."""

    model = StrengthDecision
    extra = 0
    fields = ("system", "kind", "points", "rank", "effective_on", "decided_by", "reason")
    readonly_fields = fields


class CountryFilter(admin.SimpleListFilter):
    """The countries that members come from, not all there are."""

    title = gettext_lazy("country")
    parameter_name = "country"

    def lookups(self, _request: HttpRequest, _model_admin: object) -> list[tuple[str, str]]:
        """What the list may be narrowed to."""
        codes = Member.objects.exclude(country="").values_list("country", flat=True)
        names = {str(code): str(countries.name(str(code))) for code in codes.distinct()}
        return sorted(names.items(), key=lambda item: item[1])

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """The rows that the choice leaves."""
        return queryset.filter(country=self.value()) if self.value() else queryset


class MemberForm(NamesMixin, forms.ModelForm[Member]):
    """A member, with the role among the fields."""

    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        required=False,
        choices=[("", "–"), *((role, role) for role in ROLES)],
    )

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=time_zone_choices)

    def __init__(
        self, data: Sent = None, files: Files = None, **more: Unpack[RowFormArguments[Member]]
    ) -> None:
        super().__init__(data, files, **more)
        if self.instance.pk and self.instance.user:
            group = self.instance.user.groups.first()
            self.initial["role"] = group.name if group else ""


@admin.register(Member)
class MemberAdmin(NoHardDelete, HistoryAdmin):
    """Search, filter, admit; points are set on the member's page, so that a reason is given."""

    form = MemberForm
    list_display = [
        "display_name",
        "romanised_name",
        "status",
        "country",
        "joined_on",
        "strength_link",
    ]
    list_filter = ["status", CountryFilter, "language"]
    search_fields = ["display_name", "romanised_name", "search_names", "nicknames__name"]
    autocomplete_fields = ["user"]
    date_hierarchy = "joined_on"
    inlines = [NicknameInline, DecisionInline]
    actions = ["admit", "make_former"]
    view_on_site = True

    @admin.display(description=gettext_lazy("points"))
    def strength_link(self, member: Member) -> str:
        """Points are set or certified with a reason, on the member's own page."""
        if member.status != Member.Status.MEMBER:
            return "–"
        url = reverse("games:strength", args=[member.pk])
        return format_html('<a href="{}">{}</a>', url, _("set or certify"))

    def get_readonly_fields(self, request: HttpRequest, _obj: Member | None = None) -> list[str]:
        """What this role may look at and not change."""
        fixed = ["status", "joined_on", "applied_at"]
        if not request.user.has_perm("members.set_role"):
            fixed.append("user")
        return fixed

    def hidden_fields(self, request: HttpRequest) -> set[str]:
        """A date of birth is seen by the chair alone."""
        return set() if request.user.has_perm("members.see_birth_date") else {"birth_date"}

    def get_form(
        self,
        request: HttpRequest,
        obj: Member | None = None,
        change: bool = False,
        **kwargs: object,
    ) -> Any:
        """The form without what this role may not see."""
        form = super().get_form(request, obj, change, **kwargs)
        if not request.user.has_perm("members.set_role"):
            form.base_fields.pop("role", None)
        return form

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        """Store the row, with what the office alone decides about it."""
        if not change:
            obj.status = Member.Status.APPLICANT
            obj.applied_at = timezone.now()
        super().save_model(request, obj, form, change)
        role = form.cleaned_data.get("role")
        if role and obj.user and role != form.initial.get("role"):
            services.set_role(member=obj, role=role, by=_user(request))

    @admin.action(description=gettext_lazy("Admit with the declared strength"))
    def admit(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """Admit the chosen applicants."""
        for member in queryset:
            if namesakes(member):
                text = _("%(name)s: a member bears exactly this name. Please answer on the desk.")
                self.message_user(request, text % {"name": member}, messages.ERROR)
                continue
            try:
                services.admit_member(
                    member=member,
                    by=_user(request),
                    at=timezone.now(),
                    on=timezone.localdate(),
                    rank=member.declared_rank,
                    points=member.declared_points,
                )
            except RuleError as error:
                self.message_user(request, f"{member}: {describe(error)}", messages.ERROR)
            else:
                self.message_user(request, _("%(name)s is a member now.") % {"name": member})

    @admin.action(description=gettext_lazy("Let go as former members"))
    def make_former(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """Note that the chosen members have left."""
        for member in queryset.filter(status=Member.Status.MEMBER):
            services.retire_member(member=member, by=_user(request))
            self.message_user(request, _("%(name)s is a former member now.") % {"name": member})


@admin.register(User)
class UserAdmin(NoHardDelete, DjangoUserAdmin[User]):
    """Logins."""

    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    search_fields = ["username", "email"]
    fieldsets = [
        (None, {"fields": ("username", "email", "password")}),
        (gettext_lazy("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    ]
    add_fieldsets = [
        (None, {"classes": ("wide",), "fields": ("username", "email", "password1", "password2")})
    ]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A superuser's login, its password and its address are a superuser's business."""
        theirs = obj is None or not obj.is_superuser or _user(request).is_superuser
        return theirs and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Nobody raises himself: a role is given on the member's page, the rest by a superuser."""
        fixed = [] if _user(request).is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*super().get_readonly_fields(request, obj), *fixed]


@admin.register(StrengthDecision)
class StrengthDecisionAdmin(ReadOnly, admin.ModelAdmin[StrengthDecision]):
    """Decisions are append-only; they are made on the member's page."""

    list_display = [
        "member", "system", "kind", "points", "rank", "effective_on", "decided_by", "reason",
    ]  # fmt: skip
    list_filter = ["system", "kind", "effective_on"]
    search_fields = ["member__display_name", "member__romanised_name", "reason"]
    list_select_related = ["member", "decided_by"]


class ClubSettingsForm(forms.ModelForm[ClubSettings]):
    """The club's settings, with its colour checked for contrast."""

    def clean_accent(self) -> str:
        """A colour with enough contrast, or the refusal beside its field."""
        accent: str = self.cleaned_data["accent"]
        reached = contrast(accent, PAPER_LIGHT)
        if reached < READABLE:
            raise ValidationError(
                _("Too pale to read on paper: contrast %(reached).1f to 1, needed 4.5 to 1.")
                % {"reached": reached}
            )
        return accent.lower()


@admin.register(ClubSettings)
class ClubSettingsAdmin(NoHardDelete, HistoryAdmin):
    """The one row of the club's settings."""

    form = ClubSettingsForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only where there is no row yet."""
        return super().has_change_permission(request) and not ClubSettings.objects.exists()

    def save_model(self, request: HttpRequest, obj: ClubSettings, form: Any, change: bool) -> None:
        """Store the row, with what the office alone decides about it."""
        obj.pk = 1
        super().save_model(request, obj, form, change)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

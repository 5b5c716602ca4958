"""Members in the office's admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import (
    AdminPasswordChangeForm,
    AdminUserCreationForm,
    UserChangeForm,
)
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries
from django_otp.plugins.otp_static.admin import StaticDevice
from django_otp.plugins.otp_totp.admin import TOTPDevice

from goclub.common.admin import (
    HistoryAdmin,
    NamedCells,
    NoHardDelete,
    ReadOnly,
    ask_in_office,
)
from goclub.common.collation import name_key
from goclub.common.confirmation import is_confirmed
from goclub.common.forms import ShortReasonForm
from goclub.common.refusals.registry import Refusal, describe
from goclub.members.forms import NamesMixin
from goclub.members.membership.labels import ROLE_NAMES, letting_go
from goclub.members.membership.services.admission import admit_member
from goclub.members.membership.services.leaving import retire_member
from goclub.members.membership.services.roles import close_invitations, keep_a_chair
from goclub.members.models import (
    ClubSettings,
    Member,
    NewsPost,
    Nickname,
    StrengthDecision,
    User,
    time_zone_choices,
)
from goclub.members.names import fold_name
from goclub.members.queries import namesakes, role_of, role_of_account
from goclub.members.recent import recent_sign_in
from goclub.members.requests import Act, user_of
from goclub.members.rights import keeps_account_from
from goclub.members.roles import MEMBER
from goclub.members.signing.services import tell_of_address, tell_of_change
from goclub.members.theme import PAPER_LIGHT, READABLE, contrast
from ratings.errors import RuleError

# Roles are the groups; what each may do is written in ``roles`` of the apps, not typed in here.
admin.site.unregister(Group)
# Second factors are their owners' alone: nobody looks at their secrets.
for secret in (TOTPDevice, StaticDevice):
    admin.site.unregister(secret)


class NicknameRows(NamedCells):
    """The nicknames of a member, each in one spelling."""

    def clean(self) -> None:
        """Refuse a name that is there in another spelling; the database would not store it."""
        super().clean()
        seen: set[str] = set()
        for form in self.forms:
            name = form.cleaned_data.get("name") if form.is_valid() else None
            if not name or form in self.deleted_forms:
                continue
            folded = fold_name(name)[:80]
            if folded in seen:
                form.add_error("name", _("This name is already in the list."))
            seen.add(folded)


class NicknameInline(admin.TabularInline[Nickname, Member]):
    """Names under which a member plays elsewhere."""

    model = Nickname
    formset = NicknameRows
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
        return sorted(names.items(), key=lambda item: name_key(item[1]))

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        """The rows that the choice leaves."""
        return queryset.filter(country=self.value()) if self.value() else queryset


class MemberForm(NamesMixin, forms.ModelForm[Member]):
    """A member; the role is given on a page of its own, which says what it opens."""

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=time_zone_choices)

    def clean_user(self) -> User | None:
        """The login; whoever holds a role keeps the one that they have."""
        user: User | None = self.cleaned_data["user"]
        if self.instance.user_id != (user.pk if user else None):
            if self.instance.pk:
                refuse_in_form(lambda: keep_a_chair(self.instance))
            refuse_in_form(lambda: _keep_roles(self.instance, user))
        return user


def _keep_roles(member: Member, account: User | None) -> None:
    """Refuse to hand a role on by linking an account to somebody else: that has its own page."""
    for linked in (member.user, account):
        if linked is not None and role_of_account(linked) not in ("", MEMBER):
            raise Refusal(
                _(
                    "%(value)s holds a role, so this account stays where it is. Change "
                    "the role to member first, on the page of the member."
                ),
                field="user",
                value=str(linked),
                reason="role_moves",
            )


def refuse_in_form(act: Callable[[], object]) -> None:
    """Ask a rule; its refusal becomes the field's.  Within the transaction of the office."""
    try:
        act()
    except RuleError as error:
        raise ValidationError(describe(error), code=error.name) from None


@admin.register(Member)
class MemberAdmin(NoHardDelete, HistoryAdmin):
    """Search, filter, admit; points are set on the member's page, so that a reason is given."""

    task = "people"
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

    def has_change_permission(self, request: HttpRequest, obj: Member | None = None) -> bool:
        """A member whose account is above one's own is only looked at: names, privacy, address."""
        theirs = obj is None or not keeps_account_from(user_of(request), obj.user)
        return theirs and super().has_change_permission(request, obj)

    def get_readonly_fields(
        self,
        request: HttpRequest,
        obj: Member | None = None,  # noqa: ARG002 - Django's signature
    ) -> list[str]:
        """What this role may look at and not change."""
        fixed = ["status", "joined_on", "applied_at"]
        if not request.user.has_perm("members.set_role"):
            fixed.append("user")
        return [*fixed, "role_link"]

    @admin.display(description=gettext_lazy("Role"))
    def role_link(self, member: Member) -> str:
        """The role, and the one page where it is given."""
        role = role_of(member)
        if member.pk is None or not role:
            return "–"
        return format_html(
            '{} <a href="{}">{}</a>',
            ROLE_NAMES[role],
            reverse("games:role", args=[member.pk]),
            _("change role"),
        )

    def hidden_fields(self, request: HttpRequest) -> set[str]:
        """A date of birth is seen by the chair alone."""
        return set() if request.user.has_perm("members.see_birth_date") else {"birth_date"}

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        """Store the row, with what the office alone decides about it."""
        if not change:
            obj.status = Member.Status.APPLICANT
            obj.applied_at = timezone.now()
        elif "contact_email" in form.changed_data:
            close_invitations(Act(user_of(request)), Member.objects.get(pk=obj.pk))
        super().save_model(request, obj, form, change)

    @admin.action(description=gettext_lazy("Admit with the declared strength"))
    def admit(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """Admit the chosen applicants."""
        for member in queryset:
            if namesakes(member):
                text = _(
                    "%(name)s: there is already a member with exactly this name. Please answer on "
                    "the desk."
                )
                self.message_user(request, text % {"name": member}, messages.ERROR)
                continue
            try:
                admit_member(
                    Act(user_of(request)),
                    member,
                    on=timezone.localdate(),
                    rank=member.declared_rank,
                    points=member.declared_points,
                )
            except RuleError as error:
                self.message_user(request, f"{member}: {describe(error)}", messages.ERROR)
            else:
                self.message_user(request, _("%(name)s is now a member.") % {"name": member})

    @admin.action(description=gettext_lazy("End memberships"))
    def make_former(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Note that the chosen members have left, after a question."""
        leaving = list(queryset.filter(status=Member.Status.MEMBER))
        # Oneself goes last: afterwards one may end nobody’s.
        leaving.sort(key=lambda member: member.user_id == request.user.pk)
        if not leaving:
            self.message_user(request, _("None of these is currently a member."), messages.ERROR)
            return None
        form = ShortReasonForm(request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            return ask_in_office(self, request, letting_go(leaving, form, request.path))
        for member in leaving:
            try:
                retire_member(Act(user_of(request)), member, reason=form.cleaned_data["reason"])
            except RuleError as error:
                self.message_user(request, f"{member}: {describe(error)}", messages.ERROR)
            else:
                self.message_user(request, _("%(name)s is now a former member.") % {"name": member})
        return None


class OneAccountMixin:
    """A user name and an address that sign in to one account alone."""

    cleaned_data: dict[str, Any]
    instance: User

    def clean_email(self) -> str:
        """An address that is nobody else's address or user name."""
        return self._alone("email")

    def clean_username(self) -> str:
        """The same for the user name."""
        return self._alone("username")

    def _alone(self, field: str) -> str:
        name: str = self.cleaned_data[field]
        same = Q(username__iexact=name) | Q(email__iexact=name)
        if name and User.objects.filter(same).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("Another account already has this name or address."))
        return name


class NewLoginForm(OneAccountMixin, AdminUserCreationForm):  # type: ignore[type-arg]
    """Another login."""


class LoginForm(OneAccountMixin, UserChangeForm[User]):
    """A login; the last chair's stays awake."""

    def clean_is_active(self) -> bool:
        """Whether it may be shut."""
        active: bool = self.cleaned_data["is_active"]
        member = Member.objects.filter(user=self.instance.pk).first()
        if not active and member is not None:
            refuse_in_form(lambda: keep_a_chair(member))
        return active


class AccountPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """Another password for somebody; the last chair keeps one."""

    def clean(self) -> dict[str, Any]:
        """Whether the account may be left without one: no e-mail resets what is not there."""
        cleaned: dict[str, Any] = super().clean() or {}
        member = Member.objects.filter(user=self.user.pk).first()
        if cleaned.get("set_usable_password") is False and member is not None:
            try:
                keep_a_chair(member)
            except RuleError as error:
                self.add_error("usable_password", describe(error))  # Django shows those of fields
        return cleaned

    def save(self, commit: bool = True) -> User:
        """Store it; Django's validators tell the owner of a new one, and of none this does."""
        user: User = super().save(commit)
        if not user.has_usable_password():
            tell_of_change(user=user, change="password", at=timezone.now())
        return user


@admin.register(User)
class UserAdmin(NoHardDelete, DjangoUserAdmin[User]):
    """Logins."""

    task = "people"
    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["username", "email"]
    form = LoginForm
    add_form = NewLoginForm
    change_password_form = AccountPasswordForm
    fieldsets = [
        (None, {"fields": ("username", "email", "password")}),
        (gettext_lazy("Permissions"), {"fields": ("is_active",)}),
    ]
    add_fieldsets = [
        (None, {"classes": ("wide",), "fields": ("username", "email", "password1", "password2")})
    ]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """An account that is above one's own, its password and its address, is only looked at."""
        theirs = not keeps_account_from(user_of(request), obj)
        return theirs and super().has_change_permission(request, obj)

    @method_decorator(recent_sign_in)
    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show and store an account; an open session could take it over, one's own as well."""
        return super().changeform_view(request, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store it; the old and the new address hear that the address was changed."""
        before = form.initial.get("email", "") if change else ""
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            tell_of_address(user=obj, before=before, at=timezone.now())
            if member := Member.objects.filter(user=obj).first():
                close_invitations(Act(user_of(request)), member)

    @method_decorator(recent_sign_in)
    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set a password; Django escapes the name in the title once more than the page does."""
        with transaction.atomic():
            page = super().user_change_password(request, id, form_url)
        if isinstance(page, TemplateResponse) and page.context_data:
            user: User = page.context_data["original"]
            title = "Change password: %s" if user.has_usable_password() else "Set password: %s"
            page.context_data["title"] = _(title) % user.get_username()
        return page

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Rights come with the role, on the member's page; a superuser is made by another one."""
        shown = super().get_fieldsets(request, obj)
        if obj is None or not user_of(request).is_superuser or obj == user_of(request):
            return shown
        return [*shown, (gettext_lazy("Superuser"), {"fields": ("is_superuser",)})]


@admin.register(StrengthDecision)
class StrengthDecisionAdmin(ReadOnly, admin.ModelAdmin[StrengthDecision]):
    """Decisions are append-only; they are made on the member's page."""

    task = "people"

    list_display = [
        "member", "system", "kind", "points", "rank", "effective_on", "decided_by", "reason",
    ]  # fmt: skip
    list_filter = ["system", "kind", "effective_on"]
    search_fields = ["member__display_name", "member__romanised_name", "reason"]
    list_select_related = ["member", "decided_by"]


@admin.register(NewsPost)
class NewsPostAdmin(ReadOnly, HistoryAdmin):
    """Posts with their older versions; they are written and deleted on their own pages."""

    task = "people"
    list_display = ["title", "author", "at", "readers", "pinned_until"]
    list_filter = ["readers", "at"]
    list_select_related = ["author"]
    search_fields = ["title", "text", "author__member__display_name", "author__username"]
    date_hierarchy = "at"


class ClubSettingsForm(forms.ModelForm[ClubSettings]):
    """The club's settings, with its colour checked for contrast."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        choices=lambda: [("", "–"), *time_zone_choices()],
    )

    def clean_accent(self) -> str:
        """A colour with enough contrast, or the refusal beside its field."""
        accent: str = self.cleaned_data["accent"]
        validator = ClubSettings._meta.get_field("accent").validators[0]
        validator(accent)
        reached = contrast(accent, PAPER_LIGHT)
        if reached < READABLE:
            raise ValidationError(
                _(
                    "Too pale to read on paper: the contrast is %(reached).1f to 1; it must be at "
                    "least 4.5 to 1."
                )
                % {"reached": reached}
            )
        return accent.lower()


@admin.register(ClubSettings)
class ClubSettingsAdmin(NoHardDelete, HistoryAdmin):
    """The one row of the club's settings."""

    task = "rules"
    form = ClubSettingsForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only where there is no row yet."""
        return super().has_change_permission(request) and not ClubSettings.objects.exists()

    def save_model(self, request: HttpRequest, obj: ClubSettings, form: Any, change: bool) -> None:
        """Store the row, with what the office alone decides about it."""
        obj.pk = 1
        super().save_model(request, obj, form, change)

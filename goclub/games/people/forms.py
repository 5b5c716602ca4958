"""Forms about what becomes of a member."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, Sent, offer
from goclub.common.reading import DayField
from goclub.games.finding.forms import MemberField, offer_members
from goclub.games.people.services.merging import MergeChoice, MergeSide
from goclub.members.forms import RANKS
from goclub.members.membership.labels import ROLE_NAMES
from goclub.members.models import Member
from goclub.members.names import same_look
from goclub.members.roles import ROLES


class RoleForm(BareForm):
    """Another role, and why."""

    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("For example, who decided it and when. Admins can see it."),
    )

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        offer(self, "role", [(role, ROLE_NAMES[role]) for role in ROLES])


class MergeForm(BareForm):
    """Which other row is the same person, and what holds where both have something."""

    other = MemberField(
        label=_("The same person is also listed as"),
        scope="anyone",
        help_text=_("That entry will be removed; this one stays."),
    )
    login = forms.ChoiceField(label=_("Account to keep"), required=False)
    strength = forms.ChoiceField(label=_("Declared strength to keep"), required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        others: QuerySet[Member],
        **arguments: Any,
    ) -> None:
        super().__init__(data, **arguments)
        offer_members(self, "other", others)
        sides = [
            ("", _("choose …")),
            (MergeSide.KEPT.value, _("this member’s")),
            (MergeSide.GONE.value, _("the duplicate’s")),
        ]
        offer(self, "login", sides)
        offer(self, "strength", sides)

    @property
    def choice(self) -> MergeChoice:
        """What was chosen; call when the form is valid."""
        return MergeChoice(self.cleaned_data["login"], self.cleaned_data["strength"])


class GuestForm(BareForm):
    """From when a guest is a member, and with which strength."""

    on = DayField(
        label=_("Joined on"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    rank = forms.ChoiceField(label=_("Starting rank"), required=False)
    points = forms.IntegerField(label=_("or points"), required=False, min_value=0, max_value=999)
    count_before = forms.BooleanField(
        label=_("Also count earlier games (joined on the day of the first)"), required=False
    )

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        offer(self, "rank", [("", _("not known: 0 points")), *RANKS[:-1]])


class JoiningForm(BareForm):
    """Another day of joining."""

    on = DayField(
        label=_("Joined on"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )


class FarewellForm(BareForm):
    """The last word before a name is replaced: it has to be typed."""

    name = forms.CharField(
        label=_("The current name"),
        max_length=80,
        help_text=_("Type it again, so that this cannot happen by mistake."),
    )

    def __init__(self, data: Sent = None, *, member: Member, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        self.member = member

    def clean_name(self) -> str:
        """The very name."""
        typed: str = self.cleaned_data["name"]
        if same_look(typed) not in map(same_look, filter(None, self.member.spellings)):
            raise forms.ValidationError(
                _("That is not the current name. Type “%(name)s” exactly as it is shown here."),
                code="other_name",
                params={"name": self.member.shown_name},
            )
        return typed

"""The public form of registration, and the organisers’ forms for its settings."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BaseFormSet
from django.forms.models import BaseInlineFormSet, model_to_dict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    Bare,
    BareForm,
    BareModelForm,
    Sent,
    SiteMeta,
    TypedDecimalField,
)
from goclub.common.notation import dotted, labelled
from goclub.common.refusals.registry import add_refusal
from goclub.games.finding.forms import MemberField, offer_members
from goclub.leagues.league.forms import LeagueMomentField
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import (
    Event,
    FeeCategory,
    RegisteredPlayer,
    Registration,
    SignupQuestion,
    SignupSettings,
)
from goclub.leagues.signup.labels import money
from goclub.leagues.team.services import MOST_PLAYERS
from goclub.leagues.tournament.forms.events import CountryField, RankField
from goclub.leagues.tournament.services.entries import checked_columns
from goclub.members.models import Member
from ratings.errors import RuleError
from tournaments.prizes import PrizeScope

#: What a member is asked: the rest the club knows.
_OF_MEMBERS = ("rank", "birth_year", "absent", "fee", "remarks")
#: What is asked of the players of a team, not of the team.
_OF_PLAYERS = (
    *("first_name", "other_name", "rank", "egf_pin", "ffg_licence", "aga_id", "birth_year"),
)


class FeeChoice(forms.ModelChoiceField[FeeCategory]):
    """A category of fee with its amount."""

    currency = ""

    def label_from_instance(self, obj: FeeCategory) -> str:
        return labelled(obj.name, money(obj.amount, self.currency))


class RegistrationForm(BareModelForm[Registration]):
    """What somebody types who registers; ``website`` is for robots, and people never see it."""

    rank = RankField(label=_("Rank"), empty=_("choose …"))
    country = CountryField(help_text=_("Its name, or a code such as PL."))
    absent = forms.TypedMultipleChoiceField(
        label=_("Rounds I cannot play"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    website = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"tabindex": -1, "autocomplete": "off"})
    )

    class Meta(SiteMeta):
        model = Registration
        fields = (
            *("first_name", "name", "other_name", "rank", "club", "country", "email"),
            *("egf_pin", "ffg_licence", "aga_id", "birth_year"),
            *("absent", "fee", "remarks", "consent"),
        )
        field_classes = {"fee": FeeChoice}
        widgets = {"remarks": forms.Textarea(attrs={"rows": 2})}

    def __init__(
        self, data: Sent = None, *, signup: SignupSettings, asks_rank: bool = True, **options: Any
    ) -> None:
        super().__init__(data, **options)
        event, registration = signup.event, self.instance
        self.questions = list(event.signup_questions.all())
        if self.instance.member_id is not None:
            for name in self.fields.keys() - set(_OF_MEMBERS):
                del self.fields[name]
        elif self.instance.pk:
            del self.fields["email"]
        else:
            self.fields["email"].required = True
        if not asks_rank:
            del self.fields["rank"]
        if not event.prizes.filter(scope=PrizeScope.YOUNGEST).exists():
            del self.fields["birth_year"]
        begins = {
            start.number: date_format(start.written, "SHORT_DATETIME_FORMAT")
            for start in starts_of(event)
        }
        rounds = range(1, event.rounds_planned + 1)
        self._offer(
            "absent", [(number, dotted((str(number), begins.get(number, "")))) for number in rounds]
        )
        self._offer_fees(event, signup.currency)
        for question in self.questions:
            self.fields[f"question_{question.pk}"] = _question_field(
                question, (registration.answers or {}).get(str(question.pk))
            )

    def _offer(self, name: str, choices: list[tuple[int, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices
        self.initial.setdefault(name, self.instance.absent)

    def _offer_fees(self, event: Event, currency: str) -> None:
        field = self.fields["fee"]
        assert isinstance(field, FeeChoice)
        fees = event.fees.all()
        if not fees or self.instance.paid_at is not None:
            del self.fields["fee"]
            return
        field.queryset, field.currency, field.required = fees, currency, True
        field.empty_label = None if len(fees) == 1 else str(_("choose …"))
        if len(fees) == 1:
            self.initial.setdefault("fee", fees[0])

    @property
    def is_robot(self) -> bool:
        """Whether the field was filled that no person sees."""
        return bool(self.data.get(self.add_prefix("website")))

    @property
    def question_fields(self) -> list[forms.BoundField]:
        """The organisers' own questions."""
        return [self[f"question_{question.pk}"] for question in self.questions]

    def columns(self) -> dict[str, Any]:
        """What was typed, as columns of the registration."""
        answers = {
            str(question.pk): self.cleaned_data[f"question_{question.pk}"]
            for question in self.questions
        }
        names = set(self.Meta.fields) & self.cleaned_data.keys()
        return {name: self.cleaned_data[name] for name in names} | {"answers": answers}


class PlayerForm(BareModelForm[RegisteredPlayer]):
    """A player of a team that registers."""

    rank = RankField(label=_("Rank"), empty=_("choose …"))
    country = CountryField()

    class Meta(SiteMeta):
        model = RegisteredPlayer
        fields = ("first_name", "name", "rank", "other_name", "club", "country", "egf_pin")

    def clean(self) -> dict[str, Any]:
        """Refuse what no entry may have, beside its field."""
        columns = super().clean() or self.cleaned_data
        try:
            return checked_columns(columns)
        except RuleError as error:
            add_refusal(self, error)
            return columns


class PlayerRows(BaseFormSet[PlayerForm]):
    """The players of a team in their order, the reserves last."""

    def __init__(self, data: Sent = None, *, registration: Registration) -> None:
        self.registration = registration
        stored = registration.players.all() if registration.pk else ()
        names = PlayerForm.Meta.fields
        self.extra = 2 if stored else registration.event.least_players + 2
        rows = [model_to_dict(player, names) for player in stored]
        super().__init__(data, prefix="players", initial=rows)

    def add_fields(self, form: PlayerForm, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["ORDER"].label = _("Place in the team")
        form.fields["DELETE"].label = _("Remove")
        is_entered = self.registration.participant_id is not None
        form.fields["rank"].disabled = is_entered and bool(form.initial)

    def clean(self) -> None:
        """Refuse a team that cannot fill its boards."""
        least = self.registration.event.least_players
        if self.is_valid() and len(self.columns()) < least:
            raise forms.ValidationError(_("Enter at least %(n)s players."), params={"n": least})

    def columns(self) -> list[dict[str, Any]]:
        """What was typed of each player, in the team’s order."""
        typed = [form.cleaned_data for form in self.ordered_forms]
        names = PlayerForm.Meta.fields
        return [{name: columns[name] for name in names} for columns in typed if columns]


PlayerFormSet: Any = forms.formset_factory(
    PlayerForm,
    formset=PlayerRows,
    can_order=True,
    can_delete=True,
    max_num=MOST_PLAYERS,
    absolute_max=MOST_PLAYERS + 2,
    validate_max=True,
)


class TeamRegistrationForm(RegistrationForm):
    """What a captain types who registers a team, with its players below."""

    def __init__(self, data: Sent = None, *, signup: SignupSettings, **options: Any) -> None:
        super().__init__(data, signup=signup, **options)
        for name in self.fields.keys() & set(_OF_PLAYERS):
            del self.fields[name]
        self.fields["name"].label, self.fields["name"].help_text = _("Name of the team"), ""
        self.fields["absent"].label = _("Rounds we cannot play")
        consent = self.fields["consent"]
        consent.label = _("Names, ranks, clubs and results of our players may be published")
        consent.help_text = _(
            "On this site and in rating lists. Without it only their initials are shown there."
        )
        if "email" in self.fields:
            self.fields["email"].label = _("E-mail address of the captain")
        self.players: PlayerRows = PlayerFormSet(data, registration=self.instance)

    def clean(self) -> dict[str, Any]:
        """Say above the form that a player is not right yet."""
        if not self.players.is_valid():
            raise forms.ValidationError(_("Correct the players below."))
        return self.cleaned_data

    def columns(self) -> dict[str, Any]:
        return super().columns() | {"players": self.players.columns()}


def _question_field(question: SignupQuestion, answer: Any) -> forms.Field:
    options: dict[str, Any] = {
        "label": question.text,
        "required": question.required,
        "initial": answer,
    }
    match question.kind:
        case SignupQuestion.Kind.YES_NO:
            return forms.BooleanField(**options)
        case SignupQuestion.Kind.CHOICE:
            chosen = [("", _("choose …")), *((text, text) for text in question.choices)]
            return forms.ChoiceField(choices=chosen, **options)
    return forms.CharField(max_length=300, **options)


class SignupForm(BareModelForm[SignupSettings]):
    """When and how people register; moments are on the event's clocks."""

    class Meta(SiteMeta):
        model = SignupSettings
        fields = ("is_on", "opens_at", "closes_at", "hold_hours", "currency", "notes")
        field_classes = {"opens_at": LeagueMomentField, "closes_at": LeagueMomentField}
        widgets = {
            "opens_at": LeagueMomentField.widget,
            "closes_at": LeagueMomentField.widget,
            "notes": forms.Textarea(attrs={"rows": 3}),
        }

    def __init__(self, data: Sent = None, *, instance: SignupSettings) -> None:
        super().__init__(data, instance=instance)
        for name in ("opens_at", "closes_at"):
            field = self.fields[name]
            assert isinstance(field, LeagueMomentField)
            field.zone = ZoneInfo(instance.event.time_zone)


class QuestionForm(BareModelForm[SignupQuestion]):
    """One of the organisers' own questions."""

    class Meta(SiteMeta):
        model = SignupQuestion
        fields = ("text", "kind", "options", "required")


class FeeForm(BareModelForm[FeeCategory]):
    """One category of fee."""

    class Meta(SiteMeta):
        model = FeeCategory
        fields = ("name", "amount")
        field_classes = {"amount": TypedDecimalField}
        widgets = {"amount": TypedDecimalField.widget}


QuestionFormSet = forms.inlineformset_factory(
    Event, SignupQuestion, form=QuestionForm, extra=2, max_num=20, validate_max=True
)
FeeFormSet = forms.inlineformset_factory(
    Event, FeeCategory, form=FeeForm, extra=2, max_num=12, validate_max=True
)
EventRows = BaseInlineFormSet[Any, Event, Any]


class TickForm(BareForm):
    """The ticked rows of the organisers' list, and what to do with them."""

    do = forms.ChoiceField(
        choices=[(name, name) for name in ("take_in", "decline", "paid", "unpaid", "delete")]
    )
    rows = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Tick at least one row first.")}
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, data: Sent = None, *, registrations: list[Registration]) -> None:
        super().__init__(data)
        field = self.fields["rows"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(row.pk, str(row)) for row in registrations]


class WhichMemberForm(Bare, forms.Form):
    """Which member somebody is who registered."""

    member = MemberField(label=_("Member"), required=False)

    def __init__(self, data: Sent = None, *, event: Event) -> None:
        super().__init__(data)
        free = Member.objects.active().exclude(registrations__event=event)
        offer_members(self, "member", free)

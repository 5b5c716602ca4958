"""The prizes of an event: what there is, by which rules, among whom, and who gets one by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    BareModelForm,
    RowsField,
    Sent,
    SiteMeta,
    TypedDecimalField,
    offer_rows,
)
from goclub.common.notation import dotted, short_rank
from goclub.leagues.models import Event, Participant, Prize, PrizeGiving, PrizeGroup
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.forms.events import EntryField
from goclub.leagues.tournament.labels.standings import categories_of
from goclub.leagues.tournament.queries.snapshot import settings_of


class PrizeGivingForm(BareModelForm[PrizeGiving]):
    """How the prizes of an event are given, and the photographs."""

    class Meta(SiteMeta):
        model = PrizeGiving
        fields = forms.ALL_FIELDS

    def __init__(self, data: Sent = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if self.instance.confirmed_at:
            for name in ("ties", "one_each", "currency"):
                self.fields[name].disabled = True


class PrizeForm(BareModelForm[Prize]):
    """A prize; the model says what its scope asks for."""

    class Meta(SiteMeta):
        model = Prize
        fields = forms.ALL_FIELDS
        field_classes = {"amount": TypedDecimalField}

    def __init__(self, data: Sent = None, *, event: Event, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer_rows(self, "group", event.prize_groups.all())
        categories = categories_of(settings_of(event))
        self.fields["category"] = forms.TypedChoiceField(
            label=_("Category"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "–"), *((c.number, c.label) for c in categories)],
        )


class ParticipantsField(RowsField[Participant]):
    """Players of an event, ticked one by one."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Any) -> str:
        return dotted((obj.shown_name, short_rank(rank_text(obj.rank)), obj.club))


class PrizeGroupForm(BareModelForm[PrizeGroup]):
    """A group of the organiser's with its players."""

    class Meta:
        model = PrizeGroup
        fields = forms.ALL_FIELDS
        field_classes = {"participants": ParticipantsField}
        widgets = {"participants": forms.CheckboxSelectMultiple}

    def __init__(self, data: Sent = None, *, event: Event, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer_rows(self, "participants", event.participants.select_related("member"))


class ChooseWinnerForm(BareForm):
    """Another player than the rule proposes, or nobody."""

    player = EntryField(label=_("Player"), required=False, empty=_("nobody"))
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, data: Sent = None, *, people: list[Participant], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, EntryField)
        field.offer(people)

"""The form behind a table's QR code."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import HalfField, Sent
from goclub.common.refusals.registry import describe
from goclub.leagues.models import Claim, Pairing
from ratings.errors import RuleError
from ratings.halves import parse_half

RESULTS = ("black", "white", "equal", Claim.CALLED)


class PhoneForm(forms.Form):
    """Who presses, what came out, by how much; ``seen`` and ``expected`` are what the page showed.

    ``seen`` holds the primary keys of Black and White, ``expected`` the result an organiser saw.
    """

    who = forms.ChoiceField(
        choices=[("B", _("Black")), ("W", _("White"))],
        required=False,
        error_messages={"invalid_choice": _("First choose which of the two players you are.")},
    )
    result = forms.ChoiceField(
        choices=[(value, value) for value in RESULTS],
        error_messages={"required": _("Choose who won.")},
    )
    margin = HalfField(label=_("By how many points?"), required=False)
    seen = forms.RegexField(r"^\d+-\d+$", max_length=40)
    expected = forms.ChoiceField(choices=Pairing.Outcome.choices, required=False)

    def __init__(self, data: Sent = None, *, komi2: int = 0) -> None:
        super().__init__(data)
        self._komi2 = komi2
        self.fields["margin"].widget.attrs["placeholder"] = "4.5" if komi2 % 2 else "5"

    def clean_margin(self) -> int | None:
        text = self.cleaned_data["margin"]
        if not text:
            return None
        try:
            return parse_half(text, field="margin")
        except RuleError as error:
            raise ValidationError(describe(error), code=str(error.code)) from None

    def clean_result(self) -> str:
        result: str = self.cleaned_data["result"]
        if result == "equal" and self._komi2 % 2:
            raise ValidationError(
                _("A jigo needs a whole-number komi: with half a point, someone has won.")
            )
        return result

    def clean_seen(self) -> tuple[int, int]:
        black, white = self.cleaned_data["seen"].split("-")
        return int(black), int(white)

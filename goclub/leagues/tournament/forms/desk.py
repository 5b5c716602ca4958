"""The small forms of the organisers' desk, and the one behind a table's QR code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, HalfField, Sent, offer
from goclub.common.refusals.registry import describe
from goclub.leagues.league.forms import LeagueMomentField
from goclub.leagues.models import Claim, Pairing, Participant, Round
from goclub.leagues.tournament.forms.events import EntryField, KomiField
from ratings.errors import RuleError
from ratings.halves import parse_half
from tournaments.events.settings import MAX_STONES


class DeskForm(BareForm):
    """A form that may offer participants and needs no tag of its own."""

    def __init__(
        self,
        data: Sent = None,
        *,
        people: list[Participant] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.offer(people or [])


class PairForm(DeskForm):
    """How to pair: the seed of the draw, and whether somebody may sit out."""

    seed = forms.IntegerField(label=_("Draw seed"), required=False, min_value=0, max_value=2**62)
    no_bye = forms.BooleanField(label=_("No bye (needs an even number of players)"), required=False)


class FixForm(DeskForm):
    """Two players to sit together."""

    white = EntryField(label=_("White"))
    black = EntryField(label=_("Black"))
    handicap = forms.IntegerField(
        label=_("Stones"),
        required=False,
        min_value=0,
        max_value=MAX_STONES,
        help_text=_("Leave empty to follow the rules."),
    )
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=5000)


class LateForm(DeskForm):
    """A late player who sits down with whoever has the bye."""

    late = EntryField(label=_("Late player"))


class SeatListForm(DeskForm):
    """Many tables at once, a line each."""

    lines = forms.CharField(
        label=_("One pair per line"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "12 7\n5: 12 7 2"}),
        help_text=_(
            "White’s and Black’s numbers from the entry list. You can put the table number in "
            "front and the handicap stones at the end; without stones, the tournament’s rules "
            "apply."
        ),
    )


class ByeForm(DeskForm):
    """Who sits out; nobody to take the bye back."""

    bye = EntryField(label=_("Bye"), required=False, empty=_("nobody"))


class ForbidForm(DeskForm):
    """Two players to be kept apart."""

    first = EntryField(label=_("Keep apart"))
    second = EntryField(label=_("Not with"))
    always = forms.BooleanField(label=_("In every round"), required=False)
    why = forms.CharField(label=_("Reason"), required=False, max_length=200)


class BoardForm(DeskForm):
    """Stones, komi and the number of a table."""

    handicap = forms.IntegerField(label=_("Stones"), min_value=0, max_value=MAX_STONES)
    komi2 = KomiField(label=_("Komi"), required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=5000)


class DeskReasonForm(DeskForm):
    """A reason, where a step needs one."""

    reason = forms.CharField(label=_("Reason"), max_length=300)


class EndForm(BareForm):
    """When the games of a round ended, or that of one table, on the event's clocks."""

    ended_at = LeagueMomentField(
        label=_("Ended at"), required=False, help_text=_("Leave empty if not known.")
    )
    table = forms.TypedChoiceField(
        label=_("Applies to"), required=False, coerce=int, empty_value=None, choices=()
    )

    def __init__(
        self, data: Sent = None, *, event_round: Round, tables: Iterable[int], zone: str
    ) -> None:
        super().__init__(data, auto_id="end_%s", initial={"ended_at": event_round.ended_at})
        moment = self.fields["ended_at"]
        assert isinstance(moment, LeagueMomentField)
        moment.zone = ZoneInfo(zone)
        of_tables = [(str(table), _("table %(n)s") % {"n": table}) for table in tables]
        offer(self, "table", [("", _("the whole round")), *of_tables])


RESULTS = ("black", "white", "equal", Claim.CALLED)


class SeenTableForm(forms.Form):
    """``seen``: the primary keys of Black and White, as the page showed the table."""

    seen = forms.RegexField(r"^\d+-\d+$", max_length=40)

    def clean_seen(self) -> tuple[int, int]:
        black, white = self.cleaned_data["seen"].split("-")
        return int(black), int(white)


class PhoneForm(SeenTableForm):
    """Who presses, what came out, by how much; ``expected`` is the result an organiser saw."""

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


class OwnResultForm(SeenTableForm):
    """What a player reports of their own game."""

    result = forms.ChoiceField(choices=[("won", _("I won")), ("lost", _("I lost"))])

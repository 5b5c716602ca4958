"""The calculator's query string, read and refused field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import HalfField, read_whole
from goclub.common.refusals.forms import add_refusal
from goclub.games.calculator.forms.conditions_table import Table, make_table
from goclub.games.calculator.forms.typed import read_strength
from goclub.games.calculator.services.seats import SEATS, Seat, name_of, states_of
from goclub.games.playing.forms import label_of
from goclub.members.models import Member
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.halves import parse_half
from ratings.igs.conditions import check_conditions
from ratings.paa.conditions import estimate_points
from ratings.system import Ending

#: Fields of a seat after its name, in order: label, help, mode of the phone's keys.
_TYPED: dict[str, tuple[StrOrPromise, StrOrPromise, str]] = {
    "points": (_("PAA points or rank"), "", "text"),
    "igs": (_("IGS rank"), "", "text"),
    "record": (
        _("Record since the PAA rank"),
        _("Wins–losses–jigo, such as 12–7–1."),
        "text",
    ),
    "igs_points": (_("IGS points"), _("Empty: those with which the rank begins."), "numeric"),
    "igs_games": (_("Rated IGS games"), _("Empty: 100, so that the table counts once."), "numeric"),
    "elo": (_("Elo"), _("Empty: 1000, where everybody starts."), "decimal"),
    "egf": (_("EGF rating or rank"), _("Empty: the middle of the rank."), "text"),
}
_TITLES: dict[str, StrOrPromise] = {"one": _("First player"), "other": _("Second player")}
_MORE = ("record", "igs_points", "igs_games", "elo", "egf")
_LONGEST = 20


class CalculatorForm(forms.Form):
    """Two members or two typed strengths, in any mixture; conditions; the kind of game.

    When valid: ``seats`` the two :class:`Seat`, ``own`` what was asked of conditions.
    """

    by = forms.ChoiceField(
        label=_("Conditions"),
        required=False,
        choices=[
            ("", _("PAA, else IGS")),
            ("paa", _("PAA, by points")),
            ("igs", _("IGS, by rank")),
            ("own", _("our own")),
        ],
    )
    stones = forms.CharField(
        label=_("Stones"), required=False, max_length=6, help_text=_("0, or 2 to 9.")
    )
    komi = HalfField(
        label=_("Komi"), required=False, help_text=_("From Black; −5.5: White gives 5½.")
    )
    black = forms.ChoiceField(
        label=_("Black is"),
        required=False,
        choices=[
            ("", _("the weaker")),
            ("one", _("the first player")),
            ("other", _("the second player")),
        ],
    )
    board = forms.TypedChoiceField(
        label=_("Board"),
        required=False,
        coerce=int,
        empty_value="",
        choices=[("", "19×19"), ("13", "13×13"), ("9", "9×9")],
    )
    ending = forms.ChoiceField(
        label=_("How it ends"),
        required=False,
        choices=[
            ("", _("by points or resignation")),
            ("time", _("on time")),
            ("forfeit", _("by forfeit (no-show)")),
        ],
    )
    occasion = forms.ChoiceField(
        label=_("Played as"),
        required=False,
        choices=[
            ("", _("a club game")),
            ("league", _("a league game")),
            ("free", _("off record")),
            ("pair", _("pair go")),
            ("computer", _("a game with a computer")),
        ],
    )

    def __init__(
        self, *args: Any, members: list[Member], rules: dict[str, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.members = {str(member.pk): member for member in members}
        choices: list[tuple[str, StrOrPromise]] = [("", _("choose …"))]
        choices += [(str(m.pk), f"{label_of(m)} · {getattr(m, 'paa_points', '')}") for m in members]
        for seat in SEATS:
            self.fields[seat] = forms.ChoiceField(
                label=_("Member"), required=False, choices=choices
            )
            for name, (label, words, mode) in _TYPED.items():
                self.fields[f"{seat}_{name}"] = forms.CharField(
                    label=label,
                    help_text=words,
                    required=False,
                    max_length=_LONGEST,
                    widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"}),
                )
        self.fields["stones"].widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})
        self.seats: dict[str, Seat] = {}

    # --- What the page lays out ---
    @property
    def halves(self) -> list[dict[str, Any]]:
        """Each seat's fields: those always shown, those behind "more", and whether that is open."""
        return [
            {
                "key": seat,
                "title": _TITLES[seat],
                "member": self[seat],
                "main": [self[f"{seat}_points"], self[f"{seat}_igs"]],
                "more": [self[f"{seat}_{name}"] for name in _MORE],
                "open": any(self._in_use(f"{seat}_{name}") for name in _MORE),
            }
            for seat in SEATS
        ]

    @property
    def conditions(self) -> list[Any]:
        return [self[name] for name in ("by", "stones", "komi", "black")]

    @property
    def kind(self) -> list[Any]:
        return [self[name] for name in ("board", "ending", "occasion")]

    @property
    def conditions_open(self) -> bool:
        return any(self._in_use(bound.name) for bound in [*self.conditions, *self.kind])

    def _in_use(self, name: str) -> bool:
        return bool(self[name].value()) or name in self.errors

    # --- Reading ---
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = {seat: self.members.get(data.get(seat, "")) for seat in SEATS}
        if chosen["one"] and chosen["one"] == chosen["other"]:
            add_refusal(self, RuleError(Code.SAME_PLAYER, field="other"))
        held = states_of(member for member in chosen.values() if member)
        for seat in SEATS:
            self._read_seat(seat, chosen[seat], held, data)
        self._read_conditions(data)
        return data

    def _read_seat(
        self,
        seat: str,
        member: Member | None,
        held: dict[int, dict[str, Any]],
        data: dict[str, Any],
    ) -> None:
        typed = {name: (data.get(f"{seat}_{name}") or "").strip() for name in _TYPED}
        if any(f"{seat}_{name}" in self.errors for name in _TYPED) or seat in self.errors:
            return
        if member is None and not any(typed.values()):
            self.add_error(seat, _("Choose a member or type a strength."))
            return
        states, assumed, refused = read_strength(
            typed, held.get(member.pk, {}) if member else {}, self.rules
        )
        for error in refused:
            add_refusal(self, error, {name: f"{seat}_{name}" for name in _TYPED})
        if not refused:
            name = name_of(member, states, str(_TITLES[seat]))
            self.seats[seat] = Seat(seat, name, member, states, assumed)

    def _read_conditions(self, data: dict[str, Any]) -> None:
        readers: dict[str, Callable[[str], int]] = {
            "stones": lambda text: check_conditions(read_whole(text, "stones"), 0)[0],
            "komi": lambda text: check_conditions(0, parse_half(text, "komi"))[1],
        }
        found: dict[str, int | None] = {}
        for name, read in readers.items():
            text = (data.get(name) or "").strip()
            found[name] = None
            if text and name not in self.errors:
                try:
                    found[name] = read(text)
                except RuleError as error:
                    add_refusal(self, error)
        self.own = {
            "stones": found["stones"],
            "komi2": found["komi"],
            "black": data.get("black", ""),
        }

    @property
    def asks_own(self) -> bool:
        """Whether conditions of the players' own were asked for."""
        return self.cleaned_data.get("by") == "own" or any(
            value not in (None, "") for value in self.own.values()
        )

    @property
    def board_chosen(self) -> int:
        return self.cleaned_data.get("board") or 19

    @property
    def ending_chosen(self) -> Ending:
        text = self.cleaned_data.get("ending")
        return Ending(text) if text else Ending.RESIGNATION


class EstimateForm(forms.Form):
    """Estimating points from a habitual handicap (S1-17); ``estimates`` when valid."""

    known = forms.CharField(label=_("Known points"), max_length=6)
    habit = forms.CharField(
        label=_("Stones"), max_length=3, help_text=_("1 to 7; 1 means that Black moves first.")
    )
    side = forms.ChoiceField(
        label=_("The player with known points"),
        choices=[("stronger", _("gives the stones")), ("weaker", _("takes the stones"))],
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, (low, high) in {"known": (0, 999), "habit": (1, 7)}.items():
            if name in data:
                try:
                    data[name] = whole_number(
                        read_whole(data[name], name), field=name, low=low, high=high
                    )
                except RuleError as error:
                    add_refusal(self, error)
        if not self.errors:
            try:
                self.estimates = estimate_points(
                    data["known"], data["habit"], data["side"] == "stronger"
                )
            except RuleError as error:
                add_refusal(self, error, {"points": "known"})
        return data


MOST_SERIES = 100


class SeriesForm(forms.Form):
    """How many games the first player wins and loses."""

    wins = forms.CharField(label=_("Wins"), max_length=6)
    losses = forms.CharField(label=_("Losses"), max_length=6)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("wins", "losses"):
            if name in data:
                try:
                    data[name] = whole_number(
                        read_whole(data[name], name), field=name, low=0, high=MOST_SERIES
                    )
                except RuleError as error:
                    add_refusal(self, error)
        if not self.errors and not data["wins"] + data["losses"]:
            self.add_error("wins", _("At least one game is needed."))
        return data


class TableForm(forms.Form):
    """Which conditions to print: a system, and a range of differences or of ranks."""

    system = forms.ChoiceField(
        label=_("System"), choices=[("paa", _("PAA points")), ("igs", _("IGS ranks"))]
    )
    by = forms.ChoiceField(
        label=_("Range of"), choices=[("difference", _("differences")), ("rank", _("ranks"))]
    )
    low = forms.CharField(label=_("From"), max_length=_LONGEST)
    high = forms.CharField(label=_("To"), max_length=_LONGEST)

    table: Table | None = None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.table = make_table(data["system"], data["by"], data["low"], data["high"])
            except RuleError as error:
                add_refusal(self, error)
        return data

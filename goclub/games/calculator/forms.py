from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.forms import HalfField, Sent, read_whole
from goclub.common.refusals.registry import Refusal, add_refusal, read_fields, read_given
from goclub.games.calculator.services import (
    OCCASIONS,
    OWN,
    SEATS,
    CalculatorSeat,
    RulesBySystem,
    Seats,
    States,
    name_of,
    read_strength,
    states_of,
)
from goclub.games.finding.forms import MemberField, offer_members
from goclub.games.rating.systems.calculation import (
    ONE,
    OTHER,
    GameTerms,
    SeatKey,
    SystemWall,
    WallCell,
)
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.halves import parse_half
from ratings.igs.conditions import check_conditions
from ratings.paa.conditions import estimate_points
from ratings.system import Ending, Outcome, RatedGame

# The table of conditions for the wall: any range of differences or of ranks.


#: Columns that fit on a sheet beside each other.
ACROSS = 10


def walls() -> Mapping[str, SystemWall]:
    """The systems that have a table of conditions, by key."""
    return {system.key: system.wall for system in SYSTEMS if system.wall is not None}


def make_table(wall: SystemWall, by: str, low: str, high: str) -> dict[str, object]:
    """The conditions of a system from *low* to *high*.

    *by* "difference", of points or of ranks, as the system measures: ``rows``.  *by* "rank", every
    rank against every other of the range: ``blocks``.  Raises RuleError on ``low`` or ``high``.
    """
    if by == "rank":
        first, last = wall.read_rank(low, "low"), wall.read_rank(high, "high")
        shown = f"{wall.ranks[first]} > {wall.ranks[last]}"
    else:
        first, last = wall.read_difference(low, "low"), wall.read_difference(high, "high")
        shown = f"{wall.difference_text(first)} > {wall.difference_text(last)}"
    if first > last:
        text = _("“From” is higher than “to” (%(value)s). Swap the two.")
        raise Refusal(text, field="low", value=shown, reason="low_above_high")
    if by == "rank":
        return {"wall": wall, "blocks": _blocks(wall, range(last, first - 1, -1))}
    return {"wall": wall, "rows": [wall.row(number) for number in range(first, last + 1)]}


def _blocks(
    wall: SystemWall, ranks: range
) -> list[tuple[list[str], list[tuple[str, list[WallCell | Literal["far"] | None]]]]]:
    """The cross table in parts that fit on a sheet: (stronger ranks across, weaker down).

    Cells are None where White would be the weaker; ``"far"`` where no conditions exist.
    """
    names = wall.ranks
    blocks = []
    for start in range(0, len(ranks), ACROSS):
        across = ranks[start : start + ACROSS]
        # A weaker rank than every one across, or one of them: above that all cells are empty.
        down = [rank for rank in ranks if rank <= across[0]]
        rows = [(names[rank], [wall.pair(rank, white) for white in across]) for rank in down]
        kept = [row for row in rows if any(isinstance(cell, WallCell) for cell in row[1])]
        blocks.append(([names[white] for white in across], kept))
    return blocks


# The calculator's query string, read and refused field by field.


_TITLES: dict[SeatKey, StrOrPromise] = {"one": _("First player"), "other": _("Second player")}
_LONGEST = 20


def _terms_choices() -> list[tuple[str, StrOrPromise]]:
    offered = [(system.key, system.terms_title) for system in SYSTEMS if system.terms_title]
    return [("", _("PAA, otherwise IGS")), *offered, (OWN, _("our own"))]


class CalculatorForm(forms.Form):
    """Two members or two typed strengths, in any mixture; conditions; the kind of game.

    When valid: ``seats`` the two :class:`CalculatorSeat`, ``own`` what was asked of conditions.
    """

    by = forms.ChoiceField(
        label=_("Conditions"),
        required=False,
        choices=_terms_choices,
    )
    stones = forms.CharField(
        label=_("Stones"), required=False, max_length=6, help_text=_("0, or 2 to 9.")
    )
    komi = HalfField(
        label=_("Komi"), required=False, help_text=_("Given by Black; −5.5 means reverse komi 5½.")
    )
    black = forms.ChoiceField(
        label=_("Black is"),
        required=False,
        choices=[
            ("", _("the weaker player")),
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
            ("left", _("by forfeit (left)")),
        ],
    )
    occasion = forms.ChoiceField(
        label=_("Played as"),
        required=False,
        choices=[
            ("", _("a club game")),
            ("league", _("a league game")),
            ("free", _("unrated")),
            ("pair", _("pair go")),
            ("computer", _("a game against a computer")),
        ],
    )

    def __init__(
        self, data: Sent = None, *, members: QuerySet[Member], rules: RulesBySystem
    ) -> None:
        super().__init__(data)
        self.rules = rules
        self.typed = [field for system in SYSTEMS for field in system.typed_fields]
        for seat in SEATS:
            self.fields[seat] = MemberField(
                label=_("Member"), required=False, scope="rated", part_is_enough=True
            )
            offer_members(self, seat, members)
            for typed in self.typed:
                attrs = {"inputmode": typed.keys, "autocomplete": "off"}
                self.fields[f"{seat}_{typed.name}"] = forms.CharField(
                    label=typed.label,
                    help_text=typed.help_text,
                    required=False,
                    max_length=_LONGEST,
                    widget=forms.TextInput(attrs=attrs),
                )
        self.fields["stones"].widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})
        self.seats: dict[str, CalculatorSeat] = {}

    # --- What the page lays out ---
    @property
    def halves(self) -> list[dict[str, object]]:
        """Each seat's fields: those always shown, those behind "more", and whether that is open."""
        main = [typed.name for typed in self.typed if typed.main]
        further = [typed.name for typed in self.typed if not typed.main]
        return [
            {
                "key": seat,
                "title": _TITLES[seat],
                "member": self[seat],
                "main": [self[f"{seat}_{name}"] for name in main],
                "more": [self[f"{seat}_{name}"] for name in further],
                "open": any(self._in_use(f"{seat}_{name}") for name in further),
            }
            for seat in SEATS
        ]

    @property
    def conditions(self) -> list[forms.BoundField]:
        return [self[name] for name in ("by", "stones", "komi", "black")]

    @property
    def kind(self) -> list[forms.BoundField]:
        return [self[name] for name in ("board", "ending", "occasion")]

    @property
    def conditions_open(self) -> bool:
        return any(self._in_use(bound.name) for bound in [*self.conditions, *self.kind])

    def _in_use(self, name: str) -> bool:
        return bool(self[name].value()) or name in self.errors

    # --- Reading ---
    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        chosen: dict[SeatKey, Member | None] = {seat: data.get(seat) for seat in SEATS}
        if chosen["one"] and chosen["one"] == chosen["other"]:
            add_refusal(self, RuleError(Code.SAME_PLAYER, "other"))
        held = states_of(member for member in chosen.values() if member)
        for seat in SEATS:
            self._read_seat(seat, chosen[seat], held)
        read_given(
            self,
            stones=lambda text: check_conditions(read_whole(text, "stones"), 0)[0],
            komi=lambda text: check_conditions(0, parse_half(text, "komi"))[1],
        )
        return data

    def _read_seat(
        self,
        seat: SeatKey,
        member: Member | None,
        held: Mapping[int, States],
    ) -> None:
        names = {typed.name: f"{seat}_{typed.name}" for typed in self.typed}
        data = self.cleaned_data
        typed = {name: (data.get(field) or "").strip() for name, field in names.items()}
        if any(name in self.errors for name in (seat, *names.values())):
            return
        if member is None and not any(typed.values()):
            self.add_error(seat, _("Choose a member or type a strength."))
            return
        states, assumed, refused = read_strength(
            typed, held.get(member.pk, {}) if member else {}, self.rules
        )
        for error in refused:
            add_refusal(self, error, names)
        if not refused:
            called = name_of(member, states, str(_TITLES[seat]))
            self.seats[seat] = CalculatorSeat(seat, called, member, states, assumed)

    @property
    def pair(self) -> Seats:
        """The two, once the form is valid."""
        return self.seats[ONE], self.seats[OTHER]

    @property
    def own(self) -> tuple[int | None, int | None, str]:
        """Conditions of the players' own, as far as they were given: stones, komi, Black's seat."""
        return tuple(self.cleaned_data[name] for name in ("stones", "komi", "black"))

    @property
    def asks_own(self) -> bool:
        """Whether conditions of the players' own were asked for."""
        stones, komi2, black = self.own
        return self.cleaned_data["by"] == OWN or black != "" or (stones, komi2) != (None, None)

    def game(self, terms: GameTerms, outcome: Outcome) -> RatedGame:
        """The game of a calculation as the rules see it."""
        how = self.ending_chosen if outcome in (Outcome.BLACK, Outcome.WHITE) else Ending.NONE
        return RatedGame(
            self.cleaned_data["board"] or 19,
            terms.handicap,
            terms.komi2,
            outcome,
            how,
            None,
            **OCCASIONS[self.cleaned_data["occasion"]],
        )

    @property
    def ending_chosen(self) -> Ending:
        text = self.cleaned_data.get("ending")
        return Ending(text) if text else Ending.RESIGNATION


def _whole(name: str, low: int, high: int) -> Callable[[str], int]:
    return lambda text: whole_number(read_whole(text, name), field=name, low=low, high=high)


class EstimateForm(forms.Form):
    """Estimating points from a habitual handicap (S1-17); ``estimates`` when valid."""

    known = forms.CharField(label=_("Known points"), max_length=6)
    habit = forms.CharField(
        label=_("Stones"), max_length=3, help_text=_("1 to 7; 1 means that Black moves first.")
    )
    side = forms.ChoiceField(
        label=_("The player whose points are known"),
        choices=[("stronger", _("gives the stones")), ("weaker", _("takes the stones"))],
    )

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        read_fields(self, known=_whole("known", 0, 999), habit=_whole("habit", 1, 7))
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

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        for field in self.fields.values():
            field.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        read_fields(self, **{name: _whole(name, 0, MOST_SERIES) for name in ("wins", "losses")})
        if not self.errors and not data["wins"] + data["losses"]:
            self.add_error("wins", _("Enter at least one game."))
        return data


class ConditionsTableForm(forms.Form):
    """Which conditions to print: a system, and a range of differences or of ranks."""

    system = forms.ChoiceField(
        label=_("System"), choices=lambda: [(key, wall.name) for key, wall in walls().items()]
    )
    by = forms.ChoiceField(
        label=_("Range of"), choices=[("difference", _("differences")), ("rank", _("ranks"))]
    )
    low = forms.CharField(label=pgettext_lazy("a range", "From"), max_length=_LONGEST)
    high = forms.CharField(label=pgettext_lazy("a range", "To"), max_length=_LONGEST)

    table: dict[str, object] | None = None

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.table = make_table(
                    walls()[data["system"]], data["by"], data["low"], data["high"]
                )
            except RuleError as error:
                add_refusal(self, error)
        return data

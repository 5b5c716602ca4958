"""The rules an event is played under: points, handicap, categories and every weight of a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.forms import BareForm, Sent, offer
from goclub.common.name_field import without_unseen
from goclub.common.notation import bracketed, dotted, labelled
from goclub.common.refusals.registry import describe
from goclub.leagues.tournament.forms.criteria import CriteriaList, criteria_rows
from goclub.leagues.tournament.forms.events import CategoriesField, RankField
from goclub.leagues.tournament.labels.figures import CRITERIA, WEIGHTS, points_text
from ratings.errors import RuleError
from ratings.halves import parse_half
from tournaments.events.criteria import CRITERIA as ORDERED_BY
from tournaments.events.presets import PRESETS, for_teams, opengotha, preset
from tournaments.events.settings import (
    CATEGORY_WEIGHT,
    MAX_ROUNDS,
    NO_CRITERION,
    DrawMode,
    HandicapSettings,
    Kind,
    SeedSystem,
    Settings,
)
from tournaments.events.weights.criteria import Criterion

_ABSENCE = [("0", "0"), ("1", "½"), ("2", "1")]
_SEEDS = [
    (SeedSystem.RANDOM.value, _("top half against bottom half, at random")),
    (SeedSystem.FOLD.value, _("top against bottom")),
    (SeedSystem.SLIP.value, _("top half against bottom half, in order")),
]
_DRAWS = [
    (DrawMode.TOP.value, _("from the top")),
    (DrawMode.MIDDLE.value, _("from the middle")),
    (DrawMode.BOTTOM.value, _("from the bottom")),
]
_EXTRA = [(NO_CRITERION, _("no further criterion"))] + [
    (name, CRITERIA[name][0]) for name in ("RATING", "RANK", "NUM")
]
#: The choice that leaves the order to the field below it.
OWN_ORDER = "own"
_ON, _OFF = _("on"), _("off")


@dataclass(frozen=True, slots=True)
class Switch:
    """A criterion of the pairing: what it does, how much it weighs where nobody said, its details.

    ``usual`` counts where neither the event nor its preset nor OpenGotha has a weight for it.
    """

    criterion: Criterion
    usual: int
    says: StrOrPromise
    details: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        return f"w_{self.criterion.value}"


@dataclass(frozen=True, slots=True)
class CriterionGroup:
    """Criteria of one importance, the heaviest first."""

    title: StrOrPromise
    switches: tuple[Switch, ...]


#: In the order of PAIRING.md, "Weight of a pair"; the numbers are its defaults.
GROUPS = (
    CriterionGroup(
        _("Most important"),
        (
            Switch(
                Criterion.DUPLICATE,
                500_000_000_000_000,
                _("Highest weight: two players meet twice only if nothing else is left."),
            ),
            Switch(
                Criterion.RANDOM,
                1_000_000_000,
                _(
                    "A random draw that outweighs seeding and the choice of who is drawn up or "
                    "down."
                ),
            ),
            Switch(
                Criterion.BALANCE,
                1_000_000,
                _(
                    "In even games, players who have had White more often meet players who have "
                    "had Black more often."
                ),
            ),
        ),
    ),
    CriterionGroup(
        _("Strength"),
        (
            Switch(
                Criterion.CATEGORY,
                CATEGORY_WEIGHT,
                _(
                    "Players are paired within their category for as long as possible. The "
                    "drawback: players with equal scores in two categories do not meet, and a "
                    "small category runs out of new opponents. When this is off, categories "
                    "are only for lists and prizes."
                ),
            ),
            Switch(
                Criterion.SCORE,
                100_000_000_000,
                _(
                    "Players with the same score are paired; the bigger the gap, the higher the "
                    "cost."
                ),
            ),
            Switch(
                Criterion.DRAW,
                100_000_000,
                _("Between two groups: nobody is drawn up or down twice if someone else can be."),
                ("draw_upper", "draw_lower", "compensate_draws"),
            ),
            Switch(
                Criterion.SEEDING,
                5_000_000,
                _("Within a group: their order in the group decides who plays whom."),
                (
                    "seed_system1",
                    "extra_criterion1",
                    "last_round_system1",
                    "seed_system2",
                    "extra_criterion2",
                ),
            ),
        ),
    ),
    CriterionGroup(
        _("Other settings"),
        (
            Switch(
                Criterion.HANDICAP,
                20_000_000_000_000,
                _("Pairings with fewer handicap stones are preferred."),
            ),
            Switch(
                Criterion.GEOGRAPHY,
                100_000_000_000,
                _("Players from the same club or country are paired later."),
                ("country_preference", "club_preference", "clubs_groups"),
            ),
        ),
    ),
)
#: Who is left out of handicap and geography: the strong ones, whose games decide the places.
THRESHOLDS = ("bar_threshold", "wins_threshold", "rank_threshold")
SWITCHES = tuple(switch for group in GROUPS for switch in group.switches)

_PLAIN = ("rounds", "mms_absent2", "nbw_absent2", "mms_bye2", "nbw_bye2", "round_down", "virtual",
          "criteria", "category_limits")  # fmt: skip
_RANKS = ("zero", "floor", "bar")
_HANDICAP = ("ceiling", "correction", "threshold", "on_mms")
_PAIRING = ("acceleration2", *(name for switch in SWITCHES for name in switch.details), *THRESHOLDS)


class VirtualPointsField(forms.CharField):
    """Virtual points round by round, in any spelling of halves; its value is doubled."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Virtual points of the top half, round by round"),
            required=False,
            max_length=80,
            help_text=_(
                "1 1 adds a point in rounds 1 and 2, 1 ½ a point and then half of one. They count "
                "for the pairing only, never in the standings. Leave empty for none."
            ),
        )

    def prepare_value(self, value: object) -> object:
        return " ".join(map(points_text, value)) if isinstance(value, tuple) else value

    def clean(self, value: object) -> tuple[int, ...]:
        try:
            words = str(super().clean(value)).split()
            return tuple(parse_half(word, field="acceleration2") for word in words)
        except RuleError as error:
            raise forms.ValidationError(describe(error), code=str(error.code)) from None


class ClubsGroupsField(forms.CharField):
    """Clubs that are treated as one, a group per line; its value is that of the rules."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Clubs treated as one"),
            required=False,
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 3, "placeholder": "Berlin, Berlin Mitte"}),
            help_text=_("One group per line, the clubs separated by commas."),
        )

    def prepare_value(self, value: object) -> object:
        return "\n".join(map(", ".join, value)) if isinstance(value, tuple) else value

    def clean(self, value: object) -> tuple[tuple[str, ...], ...]:
        lines = str(super().clean(value)).replace("、", ",").splitlines()
        groups = [
            tuple(name for word in line.split(",") if (name := without_unseen(word)))
            for line in lines
            if line.strip()
        ]
        if any(len(group) < 2 for group in groups):
            raise forms.ValidationError(_("Write at least two clubs in each line."))
        names = Counter(name for group in groups for name in {club.casefold() for club in group})
        if any(count > 1 for count in names.values()):
            raise forms.ValidationError(_("A club can be in one line only."))
        return tuple(groups)


class EventRulesForm(BareForm):
    """What an event is played under; without criteria where its league places it (``placed``).

    ``boards`` of a match of teams, whose criteria are offered with as many as they need.
    """

    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"), min_value=1, max_value=MAX_ROUNDS
    )
    order = forms.ChoiceField(label=_("Ordered by"), required=False)
    criteria = forms.CharField(
        label=_("Placement criteria, in order"),
        help_text=_("Move them with the arrows, by dragging, or with Alt and the arrow keys."),
        max_length=200,
        required=False,
        widget=CriteriaList,
    )
    zero = RankField(label=_("Zero"), required=False)
    floor = RankField(label=_("Floor"), required=False)
    bar = RankField(label=_("Bar"), required=False)
    category_limits = CategoriesField()
    mms_absent2 = forms.TypedChoiceField(
        label=_("Agreed absence, score"), choices=_ABSENCE, coerce=int
    )
    nbw_absent2 = forms.TypedChoiceField(
        label=_("Agreed absence, wins"), choices=_ABSENCE, coerce=int
    )
    mms_bye2 = forms.TypedChoiceField(label=_("Bye, score"), choices=_ABSENCE, coerce=int)
    nbw_bye2 = forms.TypedChoiceField(label=_("Bye, wins"), choices=_ABSENCE, coerce=int)
    round_down = forms.BooleanField(
        label=_("Round these points down to whole numbers"), required=False
    )
    virtual = forms.BooleanField(
        label=_("Unplayed games count as half a point in the opponents’ SOS"), required=False
    )
    ceiling = forms.IntegerField(
        label=_("Maximum handicap stones"), min_value=0, max_value=9, help_text=_("0: even games.")
    )
    correction = forms.IntegerField(label=_("Handicap reduction"), min_value=-9, max_value=9)
    threshold = RankField(label=_("No handicap from"), required=False)
    on_mms = forms.BooleanField(label=_("Handicap by score instead of rank"), required=False)

    acceleration2 = VirtualPointsField()
    compensate_draws = forms.BooleanField(
        label=_("Compensate for an earlier draw up or down"), required=False
    )
    draw_upper = forms.TypedChoiceField(
        label=_("Players taken from the upper group"), choices=_DRAWS, coerce=DrawMode
    )
    draw_lower = forms.TypedChoiceField(
        label=_("From the lower group"), choices=_DRAWS, coerce=DrawMode
    )
    seed_system1 = forms.TypedChoiceField(
        label=_("Seeding in early rounds"), choices=_SEEDS, coerce=SeedSystem
    )
    extra_criterion1 = forms.ChoiceField(
        label=_("Seeding tie-break in early rounds"), choices=_EXTRA
    )
    last_round_system1 = forms.IntegerField(
        label=_("Number of early rounds"), min_value=0, max_value=MAX_ROUNDS
    )
    seed_system2 = forms.TypedChoiceField(
        label=_("Seeding in later rounds"), choices=_SEEDS, coerce=SeedSystem
    )
    extra_criterion2 = forms.ChoiceField(
        label=_("Seeding tie-break in later rounds"), choices=_EXTRA
    )
    country_preference = forms.IntegerField(
        label=_("Extra score groups allowed to find another country"), min_value=0, max_value=30
    )
    club_preference = forms.IntegerField(
        label=_("Extra score groups allowed to find another club"), min_value=0, max_value=30
    )
    clubs_groups = ClubsGroupsField()
    bar_threshold = forms.BooleanField(label=_("Not for players at the bar"), required=False)
    wins_threshold = forms.BooleanField(
        label=_("Not for players who have won half of the rounds"), required=False
    )
    rank_threshold = RankField(label=_("Not from this rank up, counting wins"), required=False)

    def __init__(
        self,
        data: Sent = None,
        *,
        settings: Settings,
        preset_name: str,
        placed: bool = False,
        typed: Sent = None,
        boards: int = 0,
    ) -> None:
        self.settings, self.boards = settings, boards
        self.usual = preset(preset_name, settings.kind).pairing
        super().__init__(data, initial=_initial(settings))
        orders = dict.fromkeys(
            for_teams(preset(name, settings.kind), boards).criteria for name in PRESETS
        )
        own = (OWN_ORDER, _("another order, entered below"))
        # “MMS · SOS · SODOS”: criteria under the names that the tables have.
        named = [(" ".join(it), dotted(CRITERIA[name][0] for name in it)) for it in orders]
        offer(self, "order", [*named, own])
        self.initial["order"] = (
            " ".join(settings.criteria) if settings.criteria in orders else OWN_ORDER
        )
        if placed:
            del self.fields["criteria"], self.fields["order"]
        if settings.kind is Kind.KNOCKOUT:  # its bracket decides
            del self.fields["rounds"]
        if settings.kind not in (Kind.SWISS, Kind.SWISS_CAT):
            del self.fields["acceleration2"]
        for switch in SWITCHES:
            usual = _ON if getattr(self.usual, switch.criterion.value) else _OFF
            self.fields[switch.field] = forms.BooleanField(
                label=capfirst(str(WEIGHTS[switch.criterion])),
                required=False,
                help_text=f"{switch.says}{bracketed(labelled(preset_name, usual))}",
            )
        for name in ("extra_criterion1", "extra_criterion2"):
            value = getattr(settings.pairing, name)
            if value not in dict(_EXTRA):  # what a file brought along
                offer(self, name, [*_EXTRA, (value, CRITERIA[value][0])])
        if typed is not None:  # shown again as it was typed, and judged when it is saved
            for name, field in self.fields.items():
                self.initial[name] = field.widget.value_from_datadict(typed, {}, name)

    def groups(
        self,
    ) -> Iterator[tuple[StrOrPromise, list[tuple[BoundField, list[BoundField], bool]]]]:
        """The criteria of the pairing as the page sets them: a title, then the switches.

        Each switch with its details and whether one of those is wrong.
        """
        for group in GROUPS:
            lines = []
            for switch in group.switches:
                details = [self[name] for name in switch.details]
                wrong = any(field.errors for field in details)
                lines.append((self[switch.field], details, wrong))
            yield group.title, lines

    def order_of_criteria(self) -> dict[str, object]:
        """The list of criteria as the page sets it, and those that can be added."""
        words = str(self["criteria"].value() or "").split()
        return {
            "rows": criteria_rows(words),
            "others": criteria_rows(
                name
                for name, criterion in ORDERED_BY.items()
                if name not in words and criterion.boards <= self.boards
            ),
        }

    def thresholds(self) -> list[BoundField]:
        return [self[name] for name in THRESHOLDS]

    def clean_criteria(self) -> tuple[str, ...]:
        """What was written anew, else the order that was chosen."""
        written = tuple(self.cleaned_data["criteria"].replace(",", " ").upper().split())
        order = self.cleaned_data.get("order") or OWN_ORDER
        if order != OWN_ORDER and written in ((), self.settings.criteria):
            return tuple(order.split())
        if not written:
            text = self.fields["criteria"].error_messages["required"]
            raise forms.ValidationError(text, code="required")
        return written

    def rules(self) -> Settings:
        """The settings as typed; raises RuleError where they contradict each other."""
        data, old = self.cleaned_data, self.settings
        handicap = {name: data[name] for name in _HANDICAP}
        if handicap["threshold"] is None:
            handicap["threshold"] = old.handicap.threshold
        pairing = {name: data[name] for name in _PAIRING if name in data}
        if pairing["rank_threshold"] is None:
            pairing["rank_threshold"] = old.pairing.rank_threshold
        pairing |= {
            switch.criterion.value: self._weight(switch) if data[switch.field] else 0
            for switch in SWITCHES
        }
        ranks = {name: getattr(old, name) if data[name] is None else data[name] for name in _RANKS}
        return replace(
            old,
            handicap=HandicapSettings(**handicap),
            pairing=replace(old.pairing, **pairing),
            **ranks,
            **{name: data[name] for name in _PLAIN if name in data},
        )

    def _weight(self, switch: Switch) -> int:
        """The event's own weight of a criterion, else its preset's, else the usual one."""
        known = (self.settings.pairing, self.usual, opengotha(self.settings.kind).pairing)
        own = (int(getattr(group, switch.criterion.value)) for group in known)
        return next((weight for weight in own if weight), switch.usual)


def _initial(settings: Settings) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(settings, name) for name in (*_PLAIN, *_RANKS)}
    values["criteria"] = " ".join(settings.criteria)
    values |= {name: getattr(settings.handicap, name) for name in _HANDICAP}
    values |= {name: getattr(settings.pairing, name) for name in _PAIRING}
    values |= {s.field: bool(getattr(settings.pairing, s.criterion.value)) for s in SWITCHES}
    return values

"""How a knock-out is played, seeds by hand, a correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, RowsField, offer
from goclub.leagues.league.forms import day_field
from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.brackets.settings import BEST_OF, MOST_PLAYERS, BracketSettings
from tournaments.events.settings import MOST_POOLS, Kind

_GAMES = [(games, format_lazy(_("best of {games}"), games=games)) for games in BEST_OF[1:]]
_BEST_OF = [(1, _("one game")), *_GAMES]


def _best_of(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=_BEST_OF, coerce=int, initial=1)


class BracketRulesForm(BareForm):
    """How the matches of a knock-out are played."""

    double = forms.TypedChoiceField(
        label=_("Out of the bracket after"),
        choices=[(0, _("their first defeat")), (1, _("their second defeat (double elimination)"))],
        coerce=lambda text: bool(int(text)),
        initial=0,
    )
    third_place = forms.BooleanField(
        label=_("Match for the third place"),
        required=False,
        help_text=_("Only if one defeat is enough to go out."),
    )
    reset = forms.BooleanField(
        label=_("Second final if the unbeaten finalist loses the first"),
        required=False,
        initial=True,
        help_text=_("Only if it takes two defeats to go out."),
    )
    final = _best_of(_("Final"))
    semifinal = _best_of(_("Semi-finals and third place"))
    earlier = _best_of(_("Earlier rounds"))

    def settings(self, *, by_draw: bool = False) -> BracketSettings:
        """Return what was chosen."""
        data = self.cleaned_data
        return BracketSettings(
            double=data["double"],
            reset=data["reset"],
            third_place=data["third_place"],
            best_of=(data["final"], data["semifinal"], data["earlier"]),
            by_draw=by_draw,
        )


class BracketForm(BracketRulesForm):
    """The same with the draw and a seed for every player."""

    by_draw = forms.TypedChoiceField(
        label=_("Without a seed, placed"),
        choices=[(0, _("by rank and rating")), (1, _("by draw"))],
        coerce=lambda text: bool(int(text)),
    )

    def __init__(self, *args: Any, snapshot: EventSnapshot, **kwargs: Any) -> None:
        bracket = snapshot.settings.bracket
        kwargs.setdefault("initial", initial_of(bracket))
        super().__init__(*args, **kwargs)
        self.people = sorted(
            (p for p in snapshot.participants.values() if p.state != Participant.State.WITHDRAWN),
            key=lambda p: (p.seed is None, p.seed or 0, -p.rank, p.number),
        )
        for player in self.people:
            self.fields[f"seed_{player.number}"] = forms.IntegerField(
                label=_("Seed of %(name)s") % {"name": player.shown_name},
                min_value=1,
                max_value=MOST_PLAYERS,
                required=False,
                initial=player.seed,
            )

    def seed_fields(self) -> list[tuple[Participant, forms.BoundField]]:
        """Return every player with the field of the seed."""
        return [(player, self[f"seed_{player.number}"]) for player in self.people]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen: set[int] = set()
        for player in self.people:
            seed = data.get(f"seed_{player.number}")
            if seed in seen:
                text = _("Seed %(seed)s is there twice.") % {"seed": seed}
                self.add_error(f"seed_{player.number}", text)
            if seed is not None:
                seen.add(seed)
        return data

    def seeds(self) -> dict[int, int | None]:
        """Return the seeds by the players' numbers."""
        return {p.number: self.cleaned_data[f"seed_{p.number}"] for p in self.people}


class PlayOffForm(BracketRulesForm):
    """A play-off after an event, or after several that were its pools."""

    name = forms.CharField(label=_("Name"), max_length=120)
    begins_on = day_field(_("Begins on"))
    system = forms.TypedChoiceField(
        label=_("Finals as"),
        choices=[
            (kind.value, Event.System(kind).label) for kind in (Kind.KNOCKOUT, Kind.ROUND_ROBIN)
        ],
        coerce=Kind,
        initial=Kind.KNOCKOUT,
        required=False,
        empty_value=Kind.KNOCKOUT,
    )
    first = forms.IntegerField(
        label=_("How many qualify"),
        min_value=1,
        max_value=MOST_PLAYERS,
        initial=4,
        help_text=_("The first of the standings; with pools, of each pool."),
    )
    best_next = forms.IntegerField(
        label=_("Best of those placed next"),
        min_value=0,
        max_value=MOST_POOLS,
        required=False,
        help_text=_("They are compared by their averages per game."),
    )
    chosen = forms.TypedMultipleChoiceField(
        label=_("Who goes on in a tie"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tick only where a tie at the cut has to be decided."),
    )
    pools = RowsField(
        label=_("Other pools"),
        queryset=Event.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Closed tournaments whose first places qualify too."),
    )
    field_order = ["name", "begins_on", "system", "first", "best_next", "chosen", "pools"]

    def __init__(
        self,
        *args: Any,
        others: QuerySet[Event],
        tied: Sequence[tuple[int, str]] = (),
        in_pools: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not in_pools:
            del self.fields["best_next"]
        if tied:
            offer(self, "chosen", tied)
        else:
            del self.fields["chosen"]
        if others.exists():
            field = self.fields["pools"]
            assert isinstance(field, RowsField)
            field.queryset = others
        else:
            del self.fields["pools"]


def initial_of(bracket: BracketSettings) -> dict[str, Any]:
    """Return a bracket as the form shows it."""
    final, semifinal, earlier = bracket.best_of
    return {
        "double": int(bracket.double),
        "third_place": bracket.third_place,
        "reset": bracket.reset,
        "final": final,
        "semifinal": semifinal,
        "earlier": earlier,
        "by_draw": int(bracket.by_draw),
    }


_RESULTS = [
    choice for choice in Pairing.Outcome.choices if choice[0] not in ("unknown", "both_win")
]


class CorrectionForm(BareForm):
    """Another result of a table."""

    table = forms.ChoiceField(label=_("Game"))
    result = forms.ChoiceField(label=_("Result"), choices=_RESULTS)
    by_default = forms.BooleanField(label=_("By forfeit"), required=False)

    def __init__(self, *args: Any, snapshot: EventSnapshot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = {
            str(pairing.pk): pairing
            for number in range(snapshot.last_out, 0, -1)
            for pairing in snapshot.at_boards.pairings[number]
            if pairing.has_result
        }
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (
                key,
                _("Round %(round)s, table %(table)s: %(black)s (Black) – %(white)s (White)")
                % {
                    "round": pairing.round.number,
                    "table": pairing.table,
                    "black": pairing.black.shown_name,
                    "white": pairing.white.shown_name,
                },
            )
            for key, pairing in self.tables.items()
        ]

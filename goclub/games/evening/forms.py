"""The slips of an evening: one line a game, and what all of them share."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, HalfField, Sent, offer, read_whole
from goclub.common.notation import listed
from goclub.common.reading import DayField
from goclub.common.refusals.registry import Refusal, add_refusal, read_given
from goclub.games.evening.services import EveningSlip
from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.members.models import Member
from goclub.members.names import is_blank
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.halves import parse_half

#: Names of the rules' arguments → names of the fields here.
FIELD_OF = {"played_on": "black"}
_NAMED = 5
NOBODY_NAMED = _(
    "There is no member called “%(value)s”. Choose from the list, or tick the box for a guest."
)


class EveningForm(BareForm):
    """What all slips of the list share."""

    played_on = DayField(
        label=_("Played on"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    place = forms.CharField(label=_("Where"), required=False, max_length=80)
    board = forms.TypedChoiceField(label=_("Board"), choices=Game.BOARDS, coerce=int, initial=19)

    def clean_played_on(self) -> object:
        """A day that has been."""
        day = self.cleaned_data["played_on"]
        today = timezone.localdate()
        if day > today:
            accepted = AcceptedRange(None, today)
            reason = "playing.date_in_future"
            add_refusal(self, RuleError(Code.RANGE, "played_on", day, accepted, reason=reason))
        return day


class SlipForm(BareForm):
    """One slip; a line in which nobody is named is no slip."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    black = forms.CharField(label=_("Black"), required=False, max_length=120)
    white = forms.CharField(label=_("White"), required=False, max_length=120)
    handicap = forms.CharField(label=_("Stones"), required=False, max_length=6, initial="0")
    komi = HalfField(label=_("Komi"), required=False, initial=11)
    winner = forms.ChoiceField(label=_("Result"), required=False)
    ending = forms.ChoiceField(label=_("How it ended"), required=False)
    margin = HalfField(label=_("Margin"), required=False)
    black_guest = forms.BooleanField(label=_("Black is a guest"), required=False)
    white_guest = forms.BooleanField(label=_("White is a guest"), required=False)
    own = forms.BooleanField(label=_("This is a different game from the pairing"), required=False)
    another = forms.BooleanField(
        label=_("This is a different game from the one here"), required=False
    )

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        for name in ("black", "white"):
            widget = self.fields[name].widget
            widget.attrs.update({"data-member-text": "", "autocomplete": "off"})
        self.fields["handicap"].widget.attrs.update({"inputmode": "numeric", "size": "2"})
        self.fields["komi"].widget.attrs["size"] = "4"
        self.fields["margin"].widget.attrs["size"] = "4"
        offer(self, "winner", [("", "–"), *Game.Winner.choices])
        endings = [c for c in Game.Ended.choices if c[0] != Game.Ended.PENALTY]
        offer(self, "ending", [("", "–"), *endings])
        self.players: dict[str, list[Member]] = {}
        self.slip: EveningSlip | None = None
        self.shared: Mapping[str, Any] = {}
        self.game: Game | None = None

    @property
    def names(self) -> list[str]:
        """The names as they were typed, Black's first."""
        return [str(self[name].value() or "").strip() for name in ("black", "white")]

    @property
    def is_blank(self) -> bool:
        """Whether this line was left empty."""
        return not any(self.names)

    @property
    def asks_guests(self) -> list[str]:
        """The ticks for guests that the line shows: where a name was refused, or was ticked."""
        return [
            f"{name}_guest"
            for name in ("black", "white")
            if name in self.errors or self[f"{name}_guest"].value()
        ]

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields of the line, in the order of the table."""
        names = ("black", "white", "handicap", "komi", "winner", "ending", "margin")
        return [self[name] for name in names]

    @property
    def refusals(self) -> list[str]:
        """Why the line was not taken."""
        if not self.is_bound or self.is_blank:
            return []
        return [str(text) for errors in self.errors.values() for text in errors]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """What the organiser may answer to a refusal."""
        ticked = [name for name in ("own", "another") if name in self.errors or self[name].value()]
        return [self[name] for name in (*self.asks_guests, *ticked)]

    def judge(self, players: dict[str, list[Member]], shared: Mapping[str, Any]) -> bool:
        """Whether the line holds by itself; *players* whom the typed names may mean."""
        self.players, self.shared = players, shared
        return self.is_valid()

    def clean(self) -> dict[str, object]:
        """Read the line into a slip."""
        data = super().clean() or {}
        black, white = self._player("black"), self._player("white")
        read_given(
            self,
            handicap=lambda text: read_whole(text, "handicap"),
            komi=lambda text: parse_half(text, "komi"),
            margin=lambda text: parse_half(text, "margin"),
        )
        if not data.get("winner"):
            add_refusal(self, RuleError(Code.MISSING, "winner"))
        if self.errors or black is None or white is None:
            return data
        decisive = data["winner"] in (Game.Winner.BLACK, Game.Winner.WHITE)
        ending = data["ending"] or (Game.Ended.POINTS if data["margin"] else "")
        if decisive and not ending:
            ending = Game.Ended.UNKNOWN
        facts = GameFacts(
            black=black,
            white=white,
            winner=data["winner"],
            ending=ending,
            handicap=data["handicap"] or 0,
            komi2=11 if data["komi"] is None else data["komi"],
            margin2=data["margin"],
            **self.shared,
        )
        try:
            facts.check(today=timezone.localdate())
        except RuleError as error:
            add_refusal(self, error, FIELD_OF)
        else:
            self.slip = EveningSlip(facts, data["key"], another=data["another"], own=data["own"])
        return data

    def _player(self, name: str) -> Member | None:
        typed = self.cleaned_data.get(name, "").strip()
        if not typed or is_blank(typed):
            add_refusal(self, RuleError(Code.MISSING, name))
            return None
        if self.cleaned_data.get(f"{name}_guest"):
            return Member(status=Member.Status.GUEST, display_name=typed)
        meant = self.players.get(typed, [])
        if len(meant) == 1:
            return meant[0]
        text = _("“%(value)s” matches several: %(accepted)s.") if meant else NOBODY_NAMED
        names, reason = listed(meant[:_NAMED]), "several_named" if meant else "nobody_named"
        error = Refusal(text, field=name, value=typed, reason=reason, accepted=names)
        add_refusal(self, error)
        return None

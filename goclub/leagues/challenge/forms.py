"""Forms of challenges: the opponent, the conditions and the times."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, HalfField, Sent, offer, read_whole
from goclub.common.reading import MomentField
from goclub.common.refusals.registry import add_refusal
from goclub.games.finding.forms import MemberField, offer_members
from goclub.games.finding.queries import partners
from goclub.games.models import Game
from goclub.leagues.challenge.labels import choice_text, table_name
from goclub.leagues.challenge.queries import EVEN, OWN, conditions_between
from goclub.leagues.challenge.services.proposals import ChallengeProposal
from goclub.leagues.models import Challenge
from goclub.leagues.models.challenge import LONGEST
from goclub.members.models import Member
from ratings.errors import RuleError
from ratings.halves import parse_half

Side = Challenge.Side
_TIMES: Final = ("first_time", "second_time", "third_time")
#: Who takes Black, as the form says it: from the writer's side.
_TOSS, _ME, _OTHER = "", "me", "other"


class ChooseForm(BareForm):
    """Whom to challenge."""

    to = MemberField(label=_("Opponent"), scope="partners")

    def __init__(self, data: Sent = None, *, me: Member, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer_members(self, "to", partners(me))


class ProposalForm(BareForm):
    """A game between two: conditions from a table or their own, and up to three times."""

    conditions = forms.ChoiceField(label=_("Handicap and komi"), widget=forms.RadioSelect)
    handicap = forms.CharField(
        label=_("Handicap stones"), max_length=6, initial="0", required=False
    )
    komi = HalfField(label=_("Komi"), initial=13, required=False)
    board = forms.TypedChoiceField(
        label=_("Board"), choices=Game.BOARDS, coerce=int, initial=19, required=False
    )
    black = forms.ChoiceField(label=_("Black"), required=False)
    rated = forms.BooleanField(label=_("Rated game"), required=False, initial=True)
    first_time = MomentField(label=_("Day and time"))
    second_time = MomentField(label=_("or"), required=False)
    third_time = MomentField(label=_("or"), required=False)
    message = forms.CharField(
        label=_("Message"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        me: Member,
        opponent: Member,
        ladder: str = "",
        **kwargs: Any,
    ) -> None:
        """*ladder* the table by which the club's ladder is played, where the game is one of it."""
        self.me, self.other = me, opponent
        self.found = {conditions.key: conditions for conditions in conditions_between(me, opponent)}
        if ladder:
            held = self.found.get(ladder, self.found[EVEN])
            self.found = {held.key: held}
        kwargs["initial"] = {"conditions": next(iter(self.found))} | dict(
            kwargs.get("initial") or {}
        )
        super().__init__(data, **kwargs)
        known = [
            (conditions.key, choice_text(conditions, me, opponent))
            for conditions in self.found.values()
        ]
        self.fields["first_time"].help_text = _("In your own time zone.")
        if ladder:
            offer(self, "conditions", known)
            for name in ("handicap", "komi", "board", "black", "rated"):
                del self.fields[name]
            return
        offer(self, "conditions", [*known, (OWN, table_name(OWN))])
        offer(
            self,
            "black",
            [
                (_TOSS, _("nigiri")),
                (_ME, str(me)),
                (_OTHER, str(opponent)),
            ],
        )
        self.fields["handicap"].widget.attrs["inputmode"] = "numeric"

    @property
    def own_open(self) -> bool:
        """Whether the fields of conditions of their own are to be seen at once."""
        refused = self.errors.keys() & {"handicap", "komi", "board", "black"}
        return bool(refused) or self["conditions"].value() == OWN

    def clean(self) -> dict[str, object]:
        """Numbers are read where the conditions are their own."""
        data = super().clean() or {}
        if data.get("conditions") == OWN:
            for name in ("handicap", "komi"):
                self._read(name)
        return data

    def _read(self, name: str) -> None:
        if name in self.errors:
            return
        text = self.cleaned_data.get(name) or "0"
        try:
            number = read_whole(text, name) if name == "handicap" else parse_half(text, name)
        except RuleError as error:
            add_refusal(self, error)
        else:
            self.cleaned_data[name] = number

    def proposal(self, *, challenger: bool) -> ChallengeProposal:
        """What was filled in; *challenger* whether the writer is the one who began."""
        data = self.cleaned_data
        times = tuple(data[name] for name in _TIMES if data.get(name))
        shared = {"times": times, "rated": data.get("rated", True), "message": data["message"]}
        mine, theirs = Side.CHALLENGER, Side.CHALLENGED
        if not challenger:
            mine, theirs = theirs, mine
        sides = {_ME: mine, _OTHER: theirs}
        table = self.found.get(data["conditions"])
        if table is None:
            return ChallengeProposal(
                conditions=OWN,
                handicap=data["handicap"],
                komi2=data["komi"],
                board=data["board"] or 19,
                black=sides.get(data["black"], Side.TOSS),
                **shared,
            )
        black = Side.TOSS if table.mine is None else mine if table.mine else theirs
        return ChallengeProposal(
            conditions=table.key,
            handicap=table.handicap,
            komi2=table.komi2,
            black=black,
            **shared,
        )


def initial_of(challenge: Challenge, me: Member) -> dict[str, object]:
    """The terms that stand, to propose others."""
    black = challenge.black_player
    colour = _TOSS if black is None else _ME if black == me else _OTHER
    return {
        "conditions": challenge.conditions,
        "handicap": challenge.handicap,
        "komi": challenge.komi2,
        "board": challenge.board,
        "black": colour,
        "rated": challenge.rated,
        **{name: getattr(challenge, name) for name in _TIMES},
    }

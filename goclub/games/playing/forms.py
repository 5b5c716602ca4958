"""Forms about games: they turn what was typed into facts, and refusals into messages."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Unpack

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import (
    BareForm,
    Files,
    FormArguments,
    HalfField,
    Sent,
    offer,
    read_whole,
)
from goclub.common.reading import read_number
from goclub.common.refusals.forms import add_refusal
from goclub.games.labels import KIFU_FILES, half, kifu_formats, label_of, result_text
from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.queries import MemberStrength
from goclub.go.records.record import Record
from goclub.members.models import Member
from goclub.members.names import is_blank
from goclub.members.services import add_guest
from ratings.errors import RuleError
from ratings.halves import parse_half

GUEST = "guest"

#: Names of the rules' arguments → names of the fields here.
FIELD_OF = {"ending": "ending", "komi2": "komi", "margin2": "margin", "board": "board"}


class PlayerField(forms.ChoiceField):
    """A member, or “guest” with the name typed beside it."""

    def to_member(self, value: str) -> Member | None:
        return self.members.get(read_number(value) or 0)

    def offer(self, members: list[MemberStrength]) -> None:
        self.members = {one.member.pk: one.member for one in members}
        people = [(str(one.member.pk), label_of(one.member, one.rank)) for one in members]
        self.choices = [
            ("", _("choose …")),
            (GUEST, _("someone who is not a member")),
            (_("Members"), people),
        ]


class GameForm(BareForm):
    """One game: who, when, under which conditions, with which result."""

    black = PlayerField(label=_("Black"))
    black_guest = forms.CharField(label=_("Guest's name"), required=False, max_length=80)
    white = PlayerField(label=_("White"))
    white_guest = forms.CharField(label=_("Guest's name"), required=False, max_length=80)
    played_on = forms.DateField(
        label=_("Played on"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    place = forms.CharField(
        label=_("Where"), required=False, max_length=80, help_text=_("Club room, or a server.")
    )
    board = forms.TypedChoiceField(
        label=_("Board"), choices=Game.BOARDS, coerce=int, initial=19, widget=forms.Select
    )
    handicap = forms.CharField(
        label=_("Handicap stones"),
        max_length=6,
        initial="0",
        help_text=_("0, or 2 to 9. Black moving first without stones is 0."),
    )
    komi = HalfField(
        label=_("Komi"), initial=11, help_text=_("From Black; −5.5 means that White gives 5½.")
    )
    winner = forms.ChoiceField(label=_("Result"), choices=Game.Winner.choices)
    ending = forms.ChoiceField(
        label=_("How it ended"),
        required=False,
        # Whoever reports a game knows how it ended; only lists of results leave it out.
        choices=[("", "–"), *(c for c in Game.Ended.choices if c[0] != Game.Ended.UNKNOWN)],
    )
    margin = HalfField(
        label=_("Margin"), required=False, help_text=_("The margin after komi, such as 4.5.")
    )
    #: Whether two guests may have played: only at a tournament.
    guests_alone = False

    black_free = forms.BooleanField(label=_("off record by Black's wish"), required=False)
    white_free = forms.BooleanField(label=_("off record by White's wish"), required=False)

    def __init__(
        self, data: Sent = None, *, members: list[MemberStrength], **more: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **more)
        for name in ("black", "white"):
            self._chooser(name).offer(members)
        self.fields["handicap"].widget.attrs.update({"inputmode": "numeric"})
        offer(self, "winner", [("", _("choose …")), *Game.Winner.choices])
        self.facts: GameFacts | None = None

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        self._read_numbers()
        if not self.errors:
            self.facts = self._read_facts()
            try:
                self.facts.check(today=timezone.localdate())
            except RuleError as error:
                add_refusal(self, error, FIELD_OF)
        return data

    def _read_numbers(self) -> None:
        data = self.cleaned_data
        readers: dict[str, Callable[[str], int | None]] = {
            "komi": lambda text: parse_half(text, "komi"),
            "margin": lambda text: parse_half(text, "margin") if text else None,
            "handicap": lambda text: read_whole(text, "handicap"),
        }
        for name, read in readers.items():
            if name in self.errors:
                continue
            try:
                data[name] = read(data.get(name, ""))
            except RuleError as error:
                add_refusal(self, error)
        for colour in ("black", "white"):
            if data.get(colour) == GUEST and is_blank(data.get(f"{colour}_guest", "")):
                self.add_error(f"{colour}_guest", _("Please give the guest's name."))
        both = data.get("black") == GUEST and data.get("white") == GUEST
        if both and not self.guests_alone:
            self.add_error("white", _("At least one of the two must be a member."))

    def _read_facts(self) -> GameFacts:
        data = self.cleaned_data
        return GameFacts(
            black=self._player("black"),
            white=self._player("white"),
            played_on=data["played_on"],
            board=data["board"],
            handicap=data["handicap"],
            komi2=data["komi"],
            winner=data["winner"],
            ending=data["ending"],
            margin2=data["margin"],
            black_free=data["black_free"],
            white_free=data["white_free"],
            place=data["place"].strip(),
        )

    def _chooser(self, colour: str) -> PlayerField:
        field = self.fields[colour]
        assert isinstance(field, PlayerField)
        return field

    def _player(self, colour: str) -> Member:
        """The chosen member; a guest stays unsaved until the game itself is stored."""
        data = self.cleaned_data
        if data[colour] == GUEST:
            return Member(status=Member.Status.GUEST, display_name=data[f"{colour}_guest"].strip())
        member = self._chooser(colour).to_member(data[colour])
        assert member is not None
        return member

    def stored_facts(self) -> GameFacts:
        """The facts, with guests found or created; call when the form is valid."""
        assert self.facts is not None
        facts = self.facts
        if facts.black.is_guest:
            facts = replace(facts, black=add_guest(name=facts.black.display_name))
        if facts.white.is_guest:
            facts = replace(facts, white=add_guest(name=facts.white.display_name))
        return facts


class ReportForm(GameForm):
    """A report: the game, its kifu's draft, its toss, and a key: sending it twice is harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    kifu = forms.IntegerField(widget=forms.HiddenInput, required=False)
    toss = forms.IntegerField(widget=forms.HiddenInput, required=False)
    another = forms.BooleanField(
        label=_("This is another game; report it all the same"), required=False
    )
    differs = forms.BooleanField(
        label=_("The kifu is wrong there; report what the form says"), required=False
    )


class DecideForm(GameForm):
    """An organiser's decision: the game as it shall stand, and the reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed when you change the report or settle a dispute. Both players see it."),
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        members: list[MemberStrength],
        game: Game,
        **more: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, members=members, **more)
        self.guests_alone = game.black.is_guest and game.white.is_guest
        if game.ending == Game.Ended.UNKNOWN:  # as lists of results leave it, and tournaments
            offer(self, "ending", [("", "–"), *Game.Ended.choices])

    @classmethod
    def initial_of(cls, game: Game) -> dict[str, object]:
        return {
            **{colour: _player_value(getattr(game, colour)) for colour in ("black", "white")},
            "black_guest": game.black.display_name if game.black.is_guest else "",
            "white_guest": game.white.display_name if game.white.is_guest else "",
            "played_on": game.played_on,
            "place": game.place,
            "board": game.board,
            "handicap": game.handicap,
            "komi": game.komi2,
            "winner": game.winner,
            "ending": game.ending,
            "margin": game.margin2,
            "black_free": game.black_free,
            "white_free": game.white_free,
            "reason": game.reason if game.state == Game.State.CONFIRMED else "",
        }


def _player_value(member: Member) -> str:
    return GUEST if member.is_guest else str(member.pk)


# --- From a kifu to the form, and back --------------------------------------------------------
def initial_from_record(
    record: Record, found: Mapping[str, Member | None], me: Member | None
) -> dict[str, object]:
    """What the kifu says, as initial values of the report form."""
    header = record.header
    black, white = found.get(header.black), found.get(header.white)
    if me and not black and white and white.pk != me.pk:
        black = me
    elif me and not white and black and black.pk != me.pk:
        white = me
    initial: dict[str, object] = {
        "black": str(black.pk) if black else "",
        "white": str(white.pk) if white else "",
        "black_guest": "" if black else header.black[:80],
        "white_guest": "" if white else header.white[:80],
        "place": header.place[:80],
        "board": record.width,
        "handicap": header.handicap or 0,
    }
    if header.date:
        initial["played_on"] = header.date
    if header.komi2 is not None:
        initial["komi"] = header.komi2
    if header.result:
        initial["winner"] = header.result.outcome
        initial["ending"] = header.result.ending
        initial["margin"] = header.result.margin2
    return initial


def differences(record: Record, facts: GameFacts) -> list[tuple[str, str, str]]:
    """Where the form contradicts the kifu: (field, what the kifu says, what the form says)."""
    header = record.header
    found: list[tuple[str, str, str]] = []
    if (record.width, record.height) != (facts.board, facts.board):
        found.append(
            (str(_("Board")), f"{record.width}×{record.height}", f"{facts.board}×{facts.board}")
        )
    if header.date and header.date != facts.played_on:
        found.append((str(_("Played on")), str(header.date), str(facts.played_on)))
    if header.handicap is not None and header.handicap != facts.handicap:
        found.append((str(_("Handicap stones")), str(header.handicap), str(facts.handicap)))
    if header.komi2 is not None and header.komi2 != facts.komi2:
        found.append((str(_("Komi")), half(header.komi2), half(facts.komi2)))
    result = header.result
    if result and _result_differs(result, facts):
        found.append(
            (
                str(_("Result")),
                result_text(result.outcome, result.ending, result.margin2),
                result_text(facts.winner, facts.ending, facts.margin2),
            )
        )
    return found


def _result_differs(result: Any, facts: GameFacts) -> bool:
    if result.outcome != facts.winner:
        return True
    if result.ending and result.ending != facts.ending:
        return True
    return result.margin2 is not None and result.margin2 != facts.margin2


# --- The toss -----------------------------------------------------------------------------------
class TossForm(forms.Form):
    """With whom to toss; the key makes sending it twice harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    against = forms.ChoiceField(label=_("With"))

    def __init__(
        self, data: Sent = None, *, members: list[MemberStrength], **more: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **more)
        self.members = {str(one.member.pk): one.member for one in members}
        choices: list[tuple[str, StrOrPromise]] = [("", _("choose …"))]
        choices += [(str(one.member.pk), label_of(one.member, one.rank)) for one in members]
        offer(self, "against", choices)

    def other(self) -> Member:
        """The chosen member; call when the form is valid."""
        return self.members[self.cleaned_data["against"]]


class KifuForm(forms.Form):
    """An uploaded record."""

    file = forms.FileField(widget=forms.FileInput(attrs={"accept": KIFU_FILES}))
    legal_part = forms.BooleanField(
        required=False, label=_("Take the moves before the illegal one (choose the file again)")
    )

    def __init__(
        self, data: Sent = None, files: Files = None, **more: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, files, **more)
        names = {"formats": kifu_formats().all}
        self.fields["file"].label = gettext("Kifu (%(formats)s)") % names


class EncodingForm(forms.Form):
    """Another reading of an uploaded file."""

    encoding = forms.CharField(max_length=40)

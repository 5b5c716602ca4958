"""Forms about games: they turn what was typed into facts, and refusals into messages."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    Choice,
    Files,
    HalfField,
    ReasonForm,
    Sent,
    UploadField,
    offer,
    read_whole,
)
from goclub.common.http import packed, unpacked
from goclub.common.notation import half
from goclub.common.reading import DayField
from goclub.common.refusals.registry import add_refusal, read_fields, read_given
from goclub.games.finding.forms import GUEST, MemberField, member_meant, offer_members
from goclub.games.finding.queries import partners
from goclub.games.labels import KIFU_FILES, kifu_formats, result_text
from goclub.games.models import Game
from goclub.games.playing.services.facts import ClaimedResult, GameFacts
from goclub.games.playing.services.pairings import ORDINARY, PAIRINGS, PairingOffer
from goclub.games.playing.services.reports import sent_before
from goclub.go.records.reading import MAX_BYTES
from goclub.go.records.record import Record
from goclub.members.models import Member
from goclub.members.names import is_blank
from ratings.errors import RuleError
from ratings.halves import parse_half

_WINS = (Game.Winner.BLACK, Game.Winner.WHITE)
#: Whoever reports a game knows how it ended; only lists of results leave it out.  No sanction is
#: given by a report, and time is called at tournaments only (S4-15).
_NOT_REPORTED = (Game.Ended.UNKNOWN, Game.Ended.PENALTY, Game.Ended.CALLED)

#: How a game ended, as whoever reports it may say.
ENDINGS: list[Choice] = [("", "–"), *(c for c in Game.Ended.choices if c[0] not in _NOT_REPORTED)]


class GameForm(BareForm):
    """One game: who, when, under which conditions, with which result."""

    black = MemberField(label=_("Black"), guests=True)
    black_guest = forms.CharField(label=_("Guest’s name"), required=False, max_length=80)
    black_partner = forms.CharField(label=_("Black’s partner"), required=False, max_length=80)
    white = MemberField(label=_("White"), guests=True)
    white_guest = forms.CharField(label=_("Guest’s name"), required=False, max_length=80)
    white_partner = forms.CharField(label=_("White’s partner"), required=False, max_length=80)
    kind = forms.ChoiceField(
        label=_("Kind of game"),
        required=False,
        choices=Game.Kind.choices,
        help_text=_("Pair go and games against a computer are recorded but unrated."),
    )
    played_on = DayField(
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
        help_text=_("0, or 2 to 9. Enter 0 if Black only moves first, without stones."),
    )
    komi = HalfField(
        label=_("Komi"), initial=11, help_text=_("Given by Black; −5.5 means reverse komi 5½.")
    )
    winner = forms.ChoiceField(label=_("Result"), choices=Game.Winner.choices)
    ending = forms.ChoiceField(
        label=_("How it ended"),
        required=False,
        choices=ENDINGS,
    )
    margin = HalfField(
        label=_("Margin"), required=False, help_text=_("The margin after komi, such as 4.5.")
    )
    #: Whether two guests may have played: only at a tournament.
    guests_alone = False

    black_free = forms.BooleanField(label=_("unrated at Black’s request"), required=False)
    white_free = forms.BooleanField(label=_("unrated at White’s request"), required=False)

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
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
                add_refusal(self, error)
        return data

    def _read_numbers(self) -> None:
        data = self.cleaned_data
        read_given(self, margin=lambda text: parse_half(text, "margin"))
        read_fields(
            self,
            komi=lambda text: parse_half(text, "komi"),
            handicap=lambda text: read_whole(text, "handicap"),
        )
        for colour in ("black", "white"):
            if data.get(colour) == GUEST and is_blank(data.get(f"{colour}_guest") or ""):
                self.add_error(f"{colour}_guest", _("Enter the guest’s name."))
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
            **self._read_kind(),
        )

    def _read_kind(self) -> dict[str, str]:
        """Who sits at the board; partners are read for pair go alone."""
        data = self.cleaned_data
        kind = data.get("kind", "")
        names = ("black_partner", "white_partner") if kind == Game.Kind.PAIR else ()
        return {"kind": kind, **{name: data[name].strip() for name in names}}

    def _player(self, colour: str) -> Member:
        """The chosen member; a guest stays unsaved until the game itself is stored."""
        data = self.cleaned_data
        if data[colour] == GUEST:
            return Member(status=Member.Status.GUEST, display_name=data[f"{colour}_guest"].strip())
        member = data[colour]
        assert isinstance(member, Member)
        return member

    def stored_facts(self) -> GameFacts:
        """The facts, with guests found or created; call when the form is valid."""
        assert self.facts is not None
        return self.facts.with_guests()


class ReportForm(GameForm):
    """A report: the game, its kifu's draft, its toss, and a key: sending it twice is harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    kifu = forms.IntegerField(widget=forms.HiddenInput, required=False)
    toss = forms.IntegerField(widget=forms.HiddenInput, required=False)
    another = forms.BooleanField(
        label=_("This is a different game; report it anyway"), required=False
    )
    differs = forms.BooleanField(
        label=_("The kifu is wrong; report what the form says"), required=False
    )
    pairing = forms.ChoiceField(label=_("Which game is this?"), required=False)
    other_conditions = forms.BooleanField(
        label=_("We agreed on different conditions from the pairing’s"), required=False
    )

    def __init__(self, data: Sent = None, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        self.offers: list[PairingOffer] = []
        self.fields["pairing"].widget = forms.RadioSelect()
        self.offer_pairings(self._named(), self._day())

    def offer_pairings(self, players: list[Member], on: date | None) -> None:
        """Ask which game it is where these two are paired by a league or a tournament."""
        if len(players) == 2 and on is not None and players[0] != players[1]:
            self.offers = PAIRINGS.offers(players, on)
        choices: list[Choice] = [(offer.key, offer.text) for offer in self.offers]
        if pairing := self._pairing_of_before():
            choices.append((pairing, pairing))
        offer(self, "pairing", [*choices, (ORDINARY, _("a separate game"))])

    def _pairing_of_before(self) -> str:
        """The pairing that a form names which is sent again: with its game it is open no more."""
        sent = str(self.data.get("pairing") or "") if self.is_bound else ""
        if not sent or sent == ORDINARY or sent in {offer.key for offer in self.offers}:
            return ""
        try:
            key = self.fields["key"].clean(self["key"].value())
        except ValidationError:
            return ""
        return sent if sent_before(key) else ""

    def _named(self) -> list[Member]:
        """Return the members that the form names so far."""
        named = (member_meant(self, name) for name in ("black", "white"))
        return [member for member in named if member is not None]

    def _day(self) -> date | None:
        try:
            day: date | None = self.fields["played_on"].clean(self["played_on"].value())
        except ValidationError:
            return None
        return day

    def clean(self) -> dict[str, object]:
        data = super().clean()
        if not self.errors and self.offers and not self.cleaned_data["pairing"]:
            self.add_error(
                "pairing",
                ValidationError(gettext("Choose which game this is."), code="required"),
            )
        return data

    def chosen_pairing(self) -> str:
        """The key of the pairing whose game it is, "" for a game of their own."""
        key: str = self.cleaned_data["pairing"]
        return key if self.offers and key != ORDINARY else ""


class DisputeForm(ReasonForm):
    """What is wrong with a report, and if one likes what is right."""

    winner = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("leave it to an organiser")), *Game.Winner.choices],
    )
    ending = forms.ChoiceField(label=_("How it ended"), required=False, choices=ENDINGS)
    margin = HalfField(
        label=_("Margin"), required=False, help_text=_("The margin after komi, such as 4.5.")
    )

    @classmethod
    def initial_of(cls, game: Game) -> dict[str, object]:
        """What was said before, to say it better."""
        return {
            "reason": game.reason,
            "winner": game.claimed_winner,
            "ending": game.claimed_ending,
            "margin": game.claimed_margin2,
        }

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        read_given(self, margin=lambda text: parse_half(text, "margin"))
        return data

    def claim(self, game: Game) -> ClaimedResult | None:
        """The right result, None where none of it was said; call when the form is valid.

        Where the report does not say how the game ended, the claim need not say it either.
        """
        data = self.cleaned_data
        result = (data["winner"], data["ending"], data["margin"])
        if game.ending == Game.Ended.UNKNOWN and result[1:] == ("", None) and result[0] in _WINS:
            return ClaimedResult(data["winner"], game.ending)
        return None if result == ("", "", None) else ClaimedResult(*result)


class DecideForm(GameForm):
    """An organiser's decision: the game as it shall stand, and the reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_(
            "Required if you change the report or settle a dispute. Both players will see it."
        ),
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        game: Game,
        **arguments: Any,
    ) -> None:
        super().__init__(data, **arguments)
        stays = [player.pk for player in game.players if not player.is_guest]
        for name in ("black", "white"):  # the players of this game even where they have left
            offer_members(self, name, Member.objects.active() | Member.objects.filter(pk__in=stays))
        self.guests_alone = game.black.is_guest and game.white.is_guest
        offer(self, "ending", [("", "–"), *_decided_endings(game)])

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
            "kind": game.kind,
            "black_partner": game.black_partner,
            "white_partner": game.white_partner,
            "reason": game.reason if game.state == Game.State.CONFIRMED else "",
        }


def _decided_endings(game: Game) -> list[Choice]:
    """How a game may end by a decision; UNKNOWN only where lists of results left it so."""
    unknown = [] if game.ending == Game.Ended.UNKNOWN else [Game.Ended.UNKNOWN]
    return [c for c in Game.Ended.choices if c[0] not in (Game.Ended.PENALTY, *unknown)]


def _player_value(member: Member) -> str:
    return GUEST if member.is_guest else str(member.pk)


# --- From a kifu to the form, and back --------------------------------------------------------
def initial_from_record(
    record: Record, members_by_name: Mapping[str, Member | None], me: Member | None
) -> dict[str, object]:
    """What the kifu says, as initial values of the report form."""
    header = record.header
    black, white = members_by_name.get(header.black), members_by_name.get(header.white)
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
    contradictions: list[tuple[str, str, str]] = []
    if (record.width, record.height) != (facts.board, facts.board):
        contradictions.append(
            (str(_("Board")), f"{record.width}×{record.height}", f"{facts.board}×{facts.board}")
        )
    if header.date and header.date != facts.played_on:
        contradictions.append((str(_("Played on")), str(header.date), str(facts.played_on)))
    if header.handicap is not None and header.handicap != facts.handicap:
        contradictions.append(
            (str(_("Handicap stones")), str(header.handicap), str(facts.handicap))
        )
    if header.komi2 is not None and header.komi2 != facts.komi2:
        contradictions.append((str(_("Komi")), half(header.komi2), half(facts.komi2)))
    result = header.result
    if result and _result_differs(result, facts):
        contradictions.append(
            (
                str(_("Result")),
                result_text(result.outcome, result.ending, result.margin2),
                result_text(facts.winner, facts.ending, facts.margin2),
            )
        )
    return contradictions


def _result_differs(result: Any, facts: GameFacts) -> bool:
    if result.outcome != facts.winner:
        return True
    if result.ending and result.ending != facts.ending:
        return True
    return result.margin2 is not None and result.margin2 != facts.margin2


# --- The toss -----------------------------------------------------------------------------------
class TossForm(forms.Form):
    """Choose an opponent for nigiri; the key makes sending the form twice harmless."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    against = MemberField(label=_("With"), scope="partners")

    def __init__(self, data: Sent = None, *, me: Member, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        offer_members(self, "against", partners(me))

    def other(self) -> Member:
        """The chosen member; call when the form is valid."""
        member = self.cleaned_data["against"]
        assert isinstance(member, Member)
        return member


class KifuForm(forms.Form):
    """An uploaded record; one that was refused stays chosen (``kept``).

    When valid, ``cleaned_data`` has ``data`` (at most one byte more than is read) and ``filename``;
    of a link that was pasted ``text`` alone.
    """

    file = UploadField(
        required=False, widget=forms.FileInput(attrs={"accept": KIFU_FILES, "data-at-once": ""})
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=_("Or paste a game record, or a link to a game on OGS"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    kept_name = forms.CharField(required=False, widget=forms.HiddenInput, max_length=255)
    legal_part = forms.BooleanField(required=False, label=_("Use the moves before the illegal one"))
    #: Whether the record is in ``text``.
    pasted = False

    def __init__(self, data: Sent = None, files: Files = None, **arguments: Any) -> None:
        super().__init__(data, files, **arguments)
        names = {"formats": kifu_formats()["all"]}
        self.fields["file"].label = gettext("Kifu (%(formats)s)") % names

    def clean(self) -> dict[str, object]:
        """The file that was chosen now, or else the one that was kept."""
        data = super().clean() or self.cleaned_data
        upload = data.get("file")
        if upload:
            upload.seek(0)
            data["data"], data["filename"] = upload.read(MAX_BYTES + 1), upload.name or ""
        elif (text := data.get("text", "")).strip():
            self.pasted = True
            # The mark says UTF-8, whatever the record says of itself.
            data["data"], data["filename"] = f"\ufeff{text.strip()}".encode(), gettext("pasted")
        else:
            data["data"] = unpacked(data.get("kept", ""), most=MAX_BYTES)
            data["filename"] = data.get("kept_name", "")
        if not data["data"] and not self.errors:
            refusal = self.fields["file"].error_messages["required"]
            self.add_error("file", forms.ValidationError(refusal, code="required"))
        return data

    def keep(self) -> None:
        """Put the file that was read into the form that is shown again, unless it is too large."""
        data = b"" if self.pasted else self.cleaned_data.get("data", b"")
        if isinstance(self.data, QueryDict) and 0 < len(data) <= MAX_BYTES:
            self.data = self.data.copy()
            self.data["kept"] = packed(data)
            self.data["kept_name"] = self.cleaned_data["filename"][:255]


class EncodingForm(forms.Form):
    """Another reading of an uploaded file."""

    encoding = forms.CharField(max_length=40)

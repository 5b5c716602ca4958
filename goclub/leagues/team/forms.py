"""Forms of teams: entering them, their players, lineups, and what they play under."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, HalfPointsFormField, Sent
from goclub.common.notation import dotted, short_rank
from goclub.games.finding.forms import MemberField
from goclub.leagues.models import Participant
from goclub.leagues.tournament.forms.events import CountryField, RankField
from tournaments.events.settings import MAX_BOARDS

_PLAYERS = forms.Textarea(attrs={"rows": 5, "autocomplete": "off"})


class TeamForm(BareForm):
    """A team by its name and its players, the strongest first."""

    name = forms.CharField(label=_("Name of the team"), max_length=80)
    players = forms.CharField(
        label=_("Players, one in each line"),
        max_length=2000,
        required=False,
        widget=_PLAYERS,
        help_text=_(
            "A name and a rank, then country and club if you like: Ewa Nowak 3d PL Kraków. Board 1 "
            "first, then reserves."
        ),
    )


class TeamsForm(BareForm):
    """Many teams, one in each line."""

    text = forms.CharField(
        label=_("Teams, one in each line"),
        max_length=100_000,
        strip=False,
        widget=_PLAYERS,
        help_text=_("Kraków; Ewa Nowak 3d; Jan Kowalski 1d; 佐藤 健 2k"),
    )


class TeamMemberForm(BareForm):
    """A member of the club as a player of a team."""

    member = MemberField(label=_("Member"))


class TeamGuestForm(BareForm):
    """Somebody who is no member as a player of a team."""

    first_name = forms.CharField(label=_("First name"), max_length=80, required=False)
    name = forms.CharField(label=_("Family name"), max_length=80)
    rank = RankField(label=_("Rank"), initial="-10")
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = CountryField(help_text=_("Its name, or a code such as PL."))
    egf_pin = forms.CharField(label=_("European PIN"), max_length=12, required=False)


class LineupForm(BareForm):
    """Who sits at each board; the reason once the round is drawn."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    field_order = [f"board_{board}" for board in range(1, MAX_BOARDS + 1)]

    def __init__(
        self,
        data: Sent = None,
        *,
        players: list[Participant],
        lineup: dict[int, Participant],
        boards: int,
        drawn: bool,
    ) -> None:
        super().__init__(data)
        self._players = {str(player.number): player for player in players}
        choices = [
            ("", _("nobody")),
            *(
                (number, dotted((player.shown_name, short_rank(player.rank_text))))
                for number, player in self._players.items()
            ),
        ]
        for board in range(1, boards + 1):
            player = lineup.get(board)
            self.fields[f"board_{board}"] = forms.ChoiceField(
                label=_("Board %(number)s") % {"number": board},
                choices=choices,
                required=False,
                initial=str(player.number) if player else "",
            )
        self.boards = boards
        self.order_fields(self.field_order)
        if not drawn:
            del self.fields["reason"]

    def lineup(self) -> dict[str, Any]:
        """The players board by board, None at an empty one, and the reason."""
        numbers = [self.cleaned_data[f"board_{board}"] for board in range(1, self.boards + 1)]
        players = [self._players.get(number) for number in numbers]
        return {"players": players, "reason": self.cleaned_data.get("reason", "")}


class TeamRulesForm(BareForm):
    """What teams play under; the order of placement stands among the event's settings."""

    free_order = forms.BooleanField(
        label=_("Captains choose the board order each round"),
        required=False,
        help_text=_(
            "Otherwise players sit in the order in which the team was entered; a reserve moves "
            "those below up."
        ),
    )
    won = forms.IntegerField(label=_("Match points for a win"), min_value=0, max_value=9)
    drawn = forms.IntegerField(label=_("For a draw"), min_value=0, max_value=9)
    lost = forms.IntegerField(label=_("For a loss"), min_value=0, max_value=9)
    bye_boards2 = HalfPointsFormField(
        label=_("Board points of a bye"),
        validators=[MinValueValidator(0), MaxValueValidator(2 * MAX_BOARDS)],
    )

    def rules(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        return {
            "free_order": data["free_order"],
            "match_points": (data["won"], data["drawn"], data["lost"]),
            "bye_boards2": data["bye_boards2"],
        }

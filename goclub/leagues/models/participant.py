"""Who takes part in an event: members and guests, with the strength they play under."""

from __future__ import annotations

import re
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.name_field import NameField
from goclub.leagues.models.event import Event
from goclub.members.models import Member
from goclub.members.names import HasTwoSpellings
from tournaments.events.field import MAX_CORRECTION
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, MOST_BRACKET_ROUNDS, MOST_POOLS


def rank_text(rank: int) -> str:
    """Return 30k … 1k, 1d … 9d for −30 … 8.

    >>> rank_text(-1), rank_text(0)
    ('1k', '1d')
    """
    return f"{-rank}k" if rank < 0 else f"{rank + 1}d"


def pool_name(pool: int) -> str:
    """Return the letter of a pool.

    >>> pool_name(1), pool_name(26), pool_name(27)
    ('A', 'Z', 'AA')
    """
    return f"{'A' * (pool > _LETTERS)}{chr(ord('A') + (pool - 1) % _LETTERS)}"


_LETTERS: Final = 26


#: The writings of China, Japan and Korea.
_FAMILY_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def is_family_first(name: str) -> bool:
    """Whether a name is in a writing in which the family name comes first.

    >>> is_family_first("佐藤"), is_family_first("Sato"), is_family_first("ใจดี")
    (True, False, False)
    """
    return _FAMILY_FIRST.search(name) is not None


#: How much of a name is shown: two of the longest and the space between them are one more.
LONGEST_SHOWN: Final = 160


def full_name(name: str, first_name: str) -> str:
    """Return a name as people of its writing say it.

    >>> full_name("佐藤", "健"), full_name("Nowak", "Ewa")
    ('佐藤 健', 'Ewa Nowak')
    """
    both = (name, first_name) if is_family_first(f"{name}{first_name}") else (first_name, name)
    return " ".join(filter(None, map(str.strip, both)))[:LONGEST_SHOWN]


RANKS = [(rank, rank_text(rank)) for rank in range(HIGHEST_RANK, LOWEST_RANK - 1, -1)]


#: Numbers of the players of teams begin above it, so that those of the teams run on.
PLAYERS_FROM = 1000


class ParticipantQuerySet(models.QuerySet["Participant"]):
    """Adjectives for participants."""

    def present(self) -> ParticipantQuerySet:
        return self.exclude(state=Participant.State.WITHDRAWN)

    def entries(self) -> ParticipantQuerySet:
        """Those who are paired: players, or the teams without their players."""
        return self.filter(team=None)

    def final(self) -> ParticipantQuerySet:
        return self.filter(state=Participant.State.FINAL)


class Participant(HasTwoSpellings, models.Model):
    """Somebody entered for an event.

    ``number`` is the player's number within the event, from 1; the rules use it as their key.
    A member's rank is kept as it was on entering: what was printed stays true.  The name is the
    member's current one, unless an organiser chose another for the entry
    (``tournament/services/renaming.py``).
    """

    class State(models.TextChoices):
        PRELIMINARY = "preliminary", _("announced")
        FINAL = "final", _("here")
        WITHDRAWN = "withdrawn", _("withdrawn")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="participants")
    number = models.PositiveSmallIntegerField(_("number"))
    team = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("team"),
        help_text=_("For the players of a team, who stand in the order of their numbers."),
    )
    captain = models.BooleanField(_("captain"), default=False)
    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="participations",
        verbose_name=_("member"),
    )
    guest = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The guest under whose name the games were recorded."),
    )
    display_name = NameField(_("name as shown"), max_length=LONGEST_SHOWN)
    name = NameField(
        _("family name"),
        max_length=80,
        help_text=_("In Latin letters if available: for lists, draws and files."),
    )
    first_name = NameField(_("first name"), max_length=80, blank=True)
    rank = models.SmallIntegerField(_("rank"), choices=RANKS)
    rank_source = models.CharField(
        _("where the rank comes from"),
        max_length=200,
        blank=True,
        help_text=_("Why it differs from the member’s own rank."),
    )
    rating = models.IntegerField(_("rating"), null=True, blank=True)
    grade = models.CharField(_("grade"), max_length=8, blank=True)
    club = NameField(_("club"), max_length=80, blank=True)
    # As text: files know codes that no list of countries has.
    country = models.CharField(_("country"), max_length=3, blank=True)
    egf_pin = models.CharField(_("European PIN"), max_length=12, blank=True)
    ffg_licence = models.CharField(_("French licence"), max_length=12, blank=True)
    aga_id = models.CharField(_("AGA ID"), max_length=12, blank=True)
    #: For the prize of the youngest alone; no page shows it but the organisers' own.
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
        help_text=_("Only for the prize of the youngest. Other players never see it."),
    )
    correction = models.SmallIntegerField(
        _("starting score correction"),
        default=0,
        help_text=_("Added to the McMahon start after floor and bar."),
    )
    seed = models.PositiveSmallIntegerField(
        _("seed"),
        null=True,
        blank=True,
        help_text=_("In a knock-out; leave empty to be placed by rank or by draw."),
    )
    pool = models.PositiveSmallIntegerField(
        _("pool"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_POOLS)],
        help_text=_("In a round robin with pools; leave empty to be placed by the draw."),
    )
    #: The entry in the event before, whose place there brought the player into a play-off.
    qualified_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="qualified",
        verbose_name=_("qualified from"),
        editable=False,
    )
    state = models.CharField(
        _("state"), max_length=12, choices=State.choices, default=State.FINAL, db_index=True
    )
    late_from = models.PositiveSmallIntegerField(
        _("enters in round"), null=True, blank=True, help_text=_("Leave empty for the first round.")
    )
    withdrawn_from = models.PositiveSmallIntegerField(_("out from round"), null=True, blank=True)
    #: A projection of the sanctions, like the verdicts of pairings; one service alone writes them.
    removed_in = models.PositiveSmallIntegerField(
        _("removed in round"), null=True, blank=True, editable=False
    )
    #: A projection of the final table, for lists (``tournament.services.closing.py``).
    won = models.BooleanField(_("won the event"), default=False, editable=False)
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(5000)],
        help_text=_("The table at which this player always sits. Leave empty for any table."),
    )
    entered_at = models.DateTimeField(_("entered at"))
    version = models.PositiveIntegerField(_("version"), default=1)

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="participant_number_once"),
            models.UniqueConstraint(
                fields=["event", "member"],
                condition=Q(member__isnull=False),
                name="participant_member_once",
            ),
            models.CheckConstraint(
                name="participant_named", condition=~Q(name="") & ~Q(display_name="")
            ),
            models.CheckConstraint(
                name="participant_rank_range",
                condition=Q(rank__gte=LOWEST_RANK, rank__lte=HIGHEST_RANK),
            ),
            models.CheckConstraint(
                name="participant_correction_range",
                condition=Q(correction__gte=-MAX_CORRECTION, correction__lte=MAX_CORRECTION),
            ),
            models.CheckConstraint(
                name="participant_withdrawn_has_round",
                condition=Q(state="withdrawn", withdrawn_from__isnull=False)
                | (~Q(state="withdrawn") & Q(withdrawn_from__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def spellings(self) -> tuple[str, str]:
        return self.display_name, self.second_name

    @property
    def rank_text(self) -> str:
        return rank_text(self.rank)

    @property
    def pool_name(self) -> str:
        return pool_name(self.pool) if self.pool else ""

    @property
    def is_guest(self) -> bool:
        return self.member_id is None

    @property
    def second_name(self) -> str:
        """The name in Latin letters where it says more than the name as shown."""
        latin = f"{self.first_name} {self.name}".strip()
        turned = f"{self.name} {self.first_name}".strip()
        return "" if self.display_name in (latin, turned) else turned


class Absence(models.Model):
    """A round that somebody sits out: agreed on beforehand, or not (S2-11).  Counted from 1."""

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="absences")
    number = models.PositiveSmallIntegerField(_("round"))
    excused = models.BooleanField(_("agreed"), default=True)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["participant", "number"]
        constraints = [
            models.UniqueConstraint(fields=["participant", "number"], name="absence_once"),
            models.CheckConstraint(
                name="absence_round_range",
                condition=Q(number__gte=1, number__lte=MOST_BRACKET_ROUNDS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.number}"


class LineupPlace(models.Model):
    """Who sits at a board of a team in a round, both counted from 1.

    Captains say it before the draw; what they left open is filled in when the round is published.
    A board without a row is empty: the team loses it.
    """

    team = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="lineups")
    number = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveSmallIntegerField(pgettext_lazy("of a team", "board"))
    player = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="places")

    class Meta:
        verbose_name = _("place in a lineup")
        verbose_name_plural = _("places in lineups")
        ordering = ["team", "number", "board"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number", "board"], name="lineup_board_once"),
            models.UniqueConstraint(fields=["number", "player"], name="lineup_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.number}/{self.board}: {self.player}"

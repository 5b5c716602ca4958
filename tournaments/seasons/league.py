"""A season league: its calendar, people and house settings; the league of 2017 ready-made."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from tournaments.seasons.calendar import Calendar, SeasonDates
from tournaments.seasons.formats import CLOCK, STANDARD, THEMED, Format
from tournaments.seasons.order import PlayerId, check_rating
from tournaments.seasons.scoring import USUAL_SMALL_POINTS, SmallPoints

START_RATING = 1000.0


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """What a league's regulation fixes.

    ``organisers`` and ``judges`` approved people (S4-12).  ``bonus`` rating points for taking part
    in a national event; None while nobody has set it, which amounts to 0 (S4-7).  ``carry_over``
    ratings go on from season to season, or start anew (S4-25).  ``prize_places`` (S4-24).

    Raises RuleError E_MISSING (name; formats), E_DUPLICATE (two formats of one key), E_RANGE
    (negative bonus or places), E_TYPE.
    """

    name: str
    calendar: Calendar
    organisers: frozenset[PlayerId] = frozenset()
    judges: frozenset[PlayerId] = frozenset()
    formats: tuple[Format, ...] = (STANDARD, CLOCK, THEMED)
    small_points: SmallPoints = USUAL_SMALL_POINTS
    bonus: float | None = None
    carry_over: bool = True
    prize_places: int = 5

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise RuleError(Code.MISSING, field="name", value=self.name)
        if not self.formats:
            raise RuleError(Code.MISSING, field="formats", value=self.formats)
        keys = [event_format.key for event_format in self.formats]
        for key in keys:
            if keys.count(key) > 1:
                raise RuleError(Code.DUPLICATE, field="formats", value=key)
        if self.bonus is not None and check_rating(self.bonus, "bonus") < 0:
            raise RuleError(
                Code.RANGE, field="bonus", value=self.bonus, accepted=AcceptedRange(0, None)
            )
        flag(self.carry_over, field="carry_over")
        whole_number(self.prize_places, field="prize_places", low=0)

    @property
    def bonus_points(self) -> float:
        """The bonus of a national event, 0 while it is unset (S4-7)."""
        return 0.0 if self.bonus is None else float(self.bonus)

    def format(self, key: str) -> Format:
        """Return the format of that key; raises RuleError E_UNKNOWN."""
        for event_format in self.formats:
            if event_format.key == key:
                return event_format
        accepted = ", ".join(event_format.key for event_format in self.formats)
        raise RuleError(Code.UNKNOWN, field="format", value=key, accepted=accepted)

    def opening_rating(self, closing: float | None) -> float:
        """Return the rating with which a player starts a season (S4-1, S4-25).

        *closing* his rating at the end of the season before, None for a newcomer.
        """
        if closing is None or not self.carry_over:
            return START_RATING
        return check_rating(closing, "closing")

    def may_run(self, person: PlayerId, organiser: PlayerId) -> bool:
        """Return whether somebody may run an event that *organiser* reported (S4-12)."""
        return person == organiser or person in self.judges or person in self.organisers

    def check_judge(
        self, judge: PlayerId, *, organiser: PlayerId, players: Collection[PlayerId] = ()
    ) -> None:
        """Refuse somebody who may not judge a game of *players* in *organiser*'s event (S4-12).

        Raises RuleError E_FORBIDDEN on ``judge`` with reason ``not_approved`` or ``own_game``.
        """
        if not self.may_run(judge, organiser):
            raise RuleError(
                Code.FORBIDDEN, field="judge", value=judge, reason="season.not_approved"
            )
        if judge in players:
            raise RuleError(Code.FORBIDDEN, field="judge", value=judge, reason="league.own_game")

    def check_appeal(self, by: PlayerId) -> None:
        """Refuse a decision on an appeal by anybody but an organiser; raises E_FORBIDDEN."""
        if by not in self.organisers:
            raise RuleError(
                Code.FORBIDDEN, field="by", value=by, accepted=AcceptedWords("an organiser")
            )


#: S4-21: the league whose regulation is the source; its people and prizes are the site's to name.
LEAGUE_2017 = LeagueSettings(
    name="Liga 2017",
    calendar=Calendar(
        (
            SeasonDates("Iluzji", date(2017, 1, 12), date(2017, 4, 30)),
            SeasonDates("Uroku", date(2017, 5, 5), date(2017, 8, 30)),
            SeasonDates("Natury", date(2017, 9, 1), date(2017, 12, 31)),
        )
    ),
)

"""What a season league goes by: its settings from a day on, its formats, its seasons."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.leagues import publish_regulation
from goclub.leagues.league.services.rights import league_day, need_organiser
from goclub.leagues.models import Event, EventFormat, League, LeagueEvent, Season, SeasonRules
from goclub.leagues.tournament.services.closing import settle_winners_of
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons.events import Per, TimeUp

#: S4-14 as 5.5 reads it; a league may add its own.  Themed keeps the rules of Standard and adds one
#: constraint.
STANDARD_FORMATS = (
    {"key": "standard", "name": "Standard", "low": 40, "high": 60, "default": 50},
    {
        "key": "clock", "name": "Clock", "low": 15, "high": 30,
        "per": Per.SIDE.value, "time_up": TimeUp.LOSS.value,
    },
    {"key": "themed", "name": "Themed", "low": 40, "high": 60, "default": 50, "themed": True},
)  # fmt: skip
#: The league of 2017 whose regulation is the source of S4 (S4-21).
SEASONS_2017 = (
    ("Iluzji", date(2017, 1, 12), date(2017, 4, 30)),
    ("Uroku", date(2017, 5, 5), date(2017, 8, 30)),
    ("Natury", date(2017, 9, 1), date(2017, 12, 31)),
)
REGULATION = """\
# How this league is played

**Seasons.** The year has three seasons; the days in between belong to none. You qualify in a season
by playing in at least one counted event in every calendar month that the season touches, or in five
of its events in any months.

**Events.** An event is announced at least seven days ahead and approved by the league’s organiser.
It is run by the person who announced it, by an organiser or by an approved judge. It needs at least
four players.

| players | rounds |
|---|---|
| 4 | 3 |
| 5 to 8 | 3 or 4 |
| 9 to 16 | 3 to 5 |
| 17 to 32 | 3 to 6 |
| more | 3 to 8 |

**Formats.** *Standard*: rounds of 40 to 60 minutes. When time is called, the player to move
completes the move, then each player has two more; a game still undecided is a draw. *Clock*: 15 to
30 minutes a side; a player who runs out of time loses. *Themed*: one constraint applies to all
games.

**Points.** A win and a bye earn 3 points, a draw 1, a loss 0. Players with equal points are ordered
by the margins on the board, won minus lost; a resignation counts 20.

**Rating.** Everyone starts at 1000. A game moves at most 25 points from the loser to the winner; a
draw changes nothing.

**Winners.** The qualified player with the highest rating at the closing hour of the season’s last
day wins the season; the league’s settings give the hour. The champion of the year has the highest
mean of the three closing ratings; only players who qualified in all three seasons are considered.

**Slow play and similar offences.** The first time is a warning, the second costs the game, the
third means exclusion from the event. The organiser decides appeals and gives a reason.
"""


# --- Settings from a day on -------------------------------------------------------------------
@atomic_retried
def change_rules(act: Act, rules: SeasonRules, *, reason: str = "") -> SeasonRules:
    """Let other settings hold from their day on; what held before stays on record.

    The same day again corrects it.  Raises what :func:`check_free` raises, and ValidationError.
    """
    league = rules.league
    need_organiser(act, league)
    lock_row(league)
    check_free(league, rules.valid_from)
    if stored := league.season_rules.filter(valid_from=rules.valid_from).first():
        rules.pk, rules._state.adding = stored.pk, False
    rules.set_by, rules.reason = act.by, reason.strip()
    rules.full_clean()
    rules.save()
    league.__dict__.pop("dated_rules", None)  # to be asked for again
    settle_winners_of(league)
    return rules


def free_from(league: League) -> date | None:
    """The first day from which settings may change; None where no season is recorded."""
    last = _last_closed(league)
    return None if last is None else last.last + timedelta(days=1)


def check_free(league: League, valid_from: date) -> None:
    """Refuse a day of a season that is recorded: it keeps the settings it was closed with."""
    last = _last_closed(league)
    if last is not None and valid_from <= last.last:
        raise RuleError(
            Code.STATE,
            "valid_from",
            last.name,
            AcceptedRange(last.last + timedelta(days=1), None),
            reason="season.closed_keeps",
        )


def _last_closed(league: League) -> Season | None:
    return league.seasons.exclude(snapshots=None).order_by("last").last()


def closing_within(event: Event) -> datetime | None:
    """When a season closes on a day of its league's event; there it matters when games ended."""
    row = event.for_league and (
        LeagueEvent.objects.filter(event=event).select_related("league").first()
    )
    if not row:
        return None
    ending = row.league.seasons.filter(last__gte=event.begins_on, last__lte=event.ends_on)
    season = ending.order_by("first").first()
    return season.closing if season else None


# --- Formats ----------------------------------------------------------------------------------
def add_standard_formats(league: League) -> None:
    """Standard, Clock and Themed, where the league has no formats yet."""
    if not league.formats.exists():
        EventFormat.objects.bulk_create(
            EventFormat(league=league, **values) for values in STANDARD_FORMATS
        )


@atomic_retried
def add_format(act: Act, row: EventFormat) -> EventFormat:
    """Add a format with its own limits; raises RuleError E_DUPLICATE, ValidationError."""
    need_organiser(act, row.league)
    if row.league.formats.filter(key=row.key).exists():
        raise RuleError(Code.DUPLICATE, "key", row.key)
    row.full_clean()
    row.save()
    return row


# --- Seasons ----------------------------------------------------------------------------------
@atomic_retried
def save_season(act: Act, season: Season) -> Season:
    """Add a season, or give it other dates before it begins; raises what its ``clean`` raises."""
    need_organiser(act, season.league)
    lock(season.league)
    season.cycle = season.cycle or str(season.first.year)
    season.full_clean()
    season.save()
    return season


@atomic_retried
def remove_season(act: Act, season: Season) -> None:
    """Delete a season before it begins."""
    need_organiser(act, season.league)
    if season.first <= league_day(season.league, act.at):
        raise Refusal(
            _("It has already begun, so this can no longer be changed."),
            field="season",
            value=season.name,
            reason="began",
        )
    season.delete()


@atomic_retried
def add_preset(act: Act, league: League, *, start: date | None = None) -> list[Season]:
    """Give a season league the three seasons of 2017, each as long and as far apart as it was.

    *start* the first day of the first season; None for 2017 itself.  Publishes the regulation
    where the league has none.  Raises what adding a season raises.
    """
    first_day = SEASONS_2017[0][1]
    begin = start or first_day
    shift = begin - first_day
    added = [
        save_season(
            act,
            Season(
                league=league,
                name=f"Sezon {name} {begin.year}" if shift else f"Sezon {name}",
                first=first + shift,
                last=last + shift,
                cycle=str(begin.year),
            ),
        )
        for name, first, last in SEASONS_2017
    ]
    if not league.regulations.exists():
        publish_regulation(act, league, text=REGULATION)
    return added


def lock(league: League) -> None:
    if league.kind != League.Kind.SEASON:
        raise Refusal(_("This league is played in terms, not in seasons."))
    lock_row(league)

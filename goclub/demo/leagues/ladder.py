"""The demo club's ladder and its challenges: games of the story that were played for a rung."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from goclub.demo.leagues.cast import evening, members
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.systems.paa.system import PAA
from goclub.leagues.ladder.queries import decision_of, ladder_at
from goclub.leagues.models import Challenge, ClubNight, LadderSettings, LadderStay
from goclub.members.models import Member
from ratings.paa.conditions import paa_conditions
from tournaments.ladder import Decided, Joined, bar_between, replay

State = Challenge.State
#: How long there has been a ladder, how many stand on it, and how many days lay between
#: a challenge and its game.
_SINCE, _MOST, _BEFORE = timedelta(days=120), 12, timedelta(days=5)
#: So many joined before the demo's member.
_MIDST: Final = 5
#: Whom the demo's member meets besides.
_OTHERS: Final = "seo lu"


def rungs(today: date) -> None:
    """A ladder since four months, with the story's games that were played on it."""
    settings = LadderSettings.objects.create(pk=1, open=True, conditions=ClubNight.Terms.PAA)
    since = evening(today - _SINCE)
    # Lately nobody played for a rung, so that everybody may be challenged.
    games = _games(since, evening(today) - settings.rules.rest)
    stays = _joined(games, since)
    happened: list[Joined | Decided] = [Joined(one.joined_at, one.member_id) for one in stays]
    busy: dict[int, datetime] = {}
    for game in games:
        order = replay(happened).order
        pair = _challenge_between(game, order, settings.reach)
        asked_at = game.reported_at - _BEFORE
        if pair is None or any(busy.get(one.pk, since) > asked_at for one in pair):
            continue
        row = _played(*pair, game, asked_at, settings)
        decided = decision_of(row, game.reported_at)
        if decided is not None:
            happened.append(decided)
            rest = decided.at + settings.rules.rest
            busy |= dict.fromkeys((one.pk for one in pair), rest)


def challenges(today: date) -> None:
    """What waits for the demo's member: one to answer on the ladder, one agreed, one sent."""
    [me] = members("member")
    agreed, sent = members(_OTHERS)
    at = evening(today)
    now = ladder_at(at)
    below = next((key for key in now.ladder.order if now.bar(key, me.pk) is None), None)
    if below is not None:  # the story may have left him on the lowest rung
        play_by = at + now.settings.rules.play
        _proposed(now.people[below], me, at, message="Shall we?", play_by=play_by)
    row = _proposed(me, agreed, at - timedelta(days=2), message="")
    row.state, row.agreed_for = State.ACCEPTED, row.second_time
    row.lapses_at = (row.second_time or at) + timedelta(days=14)
    row.save()
    _proposed(me, sent, at, message="A game before the tournament?")


def _games(since: datetime, until: datetime) -> list[Game]:
    plain = Game.objects.confirmed().filter(kind="", official=False, for_league=False, board=19)
    plain = plain.filter(winner__in="BW", black_free=False, white_free=False)
    plain = plain.exclude(ending__in=Game.FORFEITS)
    there = Member.Status.MEMBER
    plain = plain.filter(confirmed_at__gt=since + _BEFORE, confirmed_at__lt=until)
    both = plain.filter(black__status=there, white__status=there)
    rows = both.exclude(black__user=None).exclude(white__user=None).with_players()
    return _by_the_table(list(rows.order_by("confirmed_at", "pk")))


def _by_the_table(games: list[Game]) -> list[Game]:
    """Those played under the conditions of the ladder: those of PAA's table for the points held."""
    entries = RatingEntry.objects.filter(game__in=games, system=PAA.key)
    held = {(entry.game_id, entry.member_id): entry.points_before for entry in entries}
    found = []
    for game in games:
        black, white = (held.get((game.pk, player.pk)) for player in game.players)
        if black is None or white is None:
            continue
        due = paa_conditions(black, white)
        if (due.handicap, due.komi2) == (game.handicap, game.komi2) and due.weaker != "b":
            found.append(game)
    return found


def _joined(games: list[Game], since: datetime) -> list[LadderStay]:
    """Those who play most; the demo's member in their midst, with some above and some below."""
    played: dict[Member, int] = {}
    for game in games:
        for player in game.players:
            played[player] = played.get(player, 0) + 1
    [me] = members("member")
    most = sorted(played, key=lambda one: (-played[one], one.pk))[:_MOST]
    others = [one for one in most if one != me]
    chosen = [*others[:_MIDST], me, *others[_MIDST:]][:_MOST]
    return [
        LadderStay.objects.create(member=one, joined_at=since + timedelta(minutes=place))
        for place, one in enumerate(chosen)
    ]


def _challenge_between(
    game: Game, order: tuple[int, ...], reach: int
) -> tuple[Member, Member] | None:
    """Challenger and challenged, where the lower of the two could challenge the other."""
    for one, other in ((game.black, game.white), (game.white, game.black)):
        if bar_between(order, one.pk, other.pk, reach=reach) is None:
            return one, other
    return None


def _played(
    one: Member, other: Member, game: Game, at: datetime, settings: LadderSettings
) -> Challenge:
    row = _proposed(
        one, other, at, message="", play_by=at + settings.rules.play, hour=evening(game.played_on)
    )
    row.state, row.agreed_for, row.game = State.ACCEPTED, row.first_time, game
    row.handicap, row.komi2, row.board = game.handicap, game.komi2, game.board
    row.changed_at, row.lapses_at = game.reported_at, game.reported_at + timedelta(days=14)
    row.black = Challenge.Side.CHALLENGER if game.black_id == one.pk else Challenge.Side.CHALLENGED
    row.save()
    return row


def _proposed(
    one: Member,
    other: Member,
    at: datetime,
    *,
    message: str,
    play_by: datetime | None = None,
    hour: datetime | None = None,
) -> Challenge:
    return Challenge.objects.create(
        challenger=one,
        challenged=other,
        conditions=ClubNight.Terms.PAA if play_by else ClubNight.Terms.EVEN,
        first_time=hour or at + timedelta(days=3),
        second_time=None if hour else at + timedelta(days=5),
        message=message,
        opened_at=at,
        changed_at=at,
        lapses_at=at + timedelta(days=7),
        play_by=play_by,
    )

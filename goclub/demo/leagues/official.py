"""The demo's official leagues: one just finished, with a three-way tie, a forfeit and an exempt
winner; one under way, for the demo's own player.
"""

from __future__ import annotations

from datetime import date, timedelta

from simple_history.utils import bulk_create_with_history

from goclub.common.gate import gate_open
from goclub.demo.leagues.cast import evening, game, members
from goclub.games.models import Game, RatingEntry
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.reports import report_game
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.directory.services import found_league
from goclub.leagues.league.services import leagues
from goclub.leagues.models import Entry, League, Match, Term
from goclub.leagues.official.services.matches import forfeit
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import (
    open_term,
    seed_divisions,
    set_conditions,
    sign_up,
    start_term,
)
from goclub.members.models import Member
from goclub.members.requests import Act

#: From the first place down.  The first is past seventy; 2 to 4 beat each other in a circle.
PLAYERS = "haskins he krzyz mizuno weiss odowd wichai joao"
#: Who beat whom by how much within the circle; everything else is resigned.
CIRCLE = {("he", "krzyz"), ("krzyz", "mizuno"), ("mizuno", "he")}
CIRCLE_MARGIN2 = 11
FORFEIT = ("wichai", "joao")
ORGANISERS = "organiser secretary"

REGULATION = """\
# The official league

Everybody meets everybody once within the term. The two arrange day and place themselves; the game
is reported like any other, and a kifu is welcome.

1. Win rate decides.
2. Then the sum of the margins, won less lost. A resignation and every margin from 20 points on
   count 20.
3. Exactly two equal: the winner of their game.
4. Three or more equal: the points at the start of the term.

Who does not come loses by 20, which counts for the order and moves nobody's points. The winner and
the booby, second from last, organise next time; whoever is seventy or older need not.
"""


def _league(name: str, summary: str) -> League:
    return found_league(
        by=None, kind=League.Kind.OFFICIAL, name=name, zone="Asia/Tokyo", summary=summary,
        prizes="The cup, for a year\nA set of teacups\nA book of problems",
    )  # fmt: skip


def _open(league: League, people: list[Member], name: str, first: date, last: date) -> Term:
    before = evening(first - timedelta(days=21))
    term = Term.next_for(
        league, name=name, sign_up_until=first - timedelta(days=1),
        starts_on=first, ends_on=last,
    )  # fmt: skip
    open_term(Act(None, before), term)
    for member in people:
        sign_up(Act(None, before), term, member=member)
    term = start_term(Act(None, evening(first)), term)
    _points_of(term, first)
    return term


def _points_of(term: Term, day: date) -> None:
    """Points and conditions as they were on that day, not as they are now."""
    entries = {}
    for entry in Entry.objects.filter(term=term).select_related("member"):
        row = RatingEntry.objects.filter(member=entry.member, system=MAIN_SYSTEM, on__lt=day)
        last = row.order_by("-on", "-at", "-pk").first()
        entry.points = last.points_after if last and last.points_after is not None else 0
        entries[entry.pk] = entry
    Entry.objects.bulk_update(entries.values(), ["points"])
    matches = list(Match.objects.filter(division__term=term))
    for match in matches:
        match.first, match.second = entries[match.first_id], entries[match.second_id]
        set_conditions(match)
    Match.objects.bulk_update(matches, ["handicap", "komi2", "black"])


def finished(today: date) -> None:
    """A term that closed three days ago; its organisers wait for the chair's word."""
    league = _league("Official League 公式戦", "Everybody meets everybody, once a term.")
    founded = evening(today - timedelta(days=130))
    leagues.publish_regulation(league=league, text=REGULATION, by=None, at=founded)
    for member in members(ORGANISERS):
        leagues.appoint(league=league, member=member, role="organiser", by=None, at=founded)
    people = members(PLAYERS)
    first, last = today - timedelta(days=105), today - timedelta(days=4)
    term = _open(league, people, f"Term of {last:%B %Y}", first, last)
    keys = dict(zip((member.pk for member in people), PLAYERS.split(), strict=True))
    order = {member.pk: place for place, member in enumerate(people)}
    matches = list(
        Match.objects.filter(division__term=term)
        .select_related("first__member__user", "second__member__user", "black")
        .order_by("pk")
    )
    games, played = [], []
    for number, match in enumerate(matches):
        two = sorted((match.first.member, match.second.member), key=lambda one: order[one.pk])
        names = (keys[two[0].pk], keys[two[1].pk])
        if set(names) == set(FORFEIT):
            loser = "second" if keys[match.second.member_id] == FORFEIT[1] else "first"
            forfeit(Act(None, evening(last)), match, loser=loser, reason="ill in the last week")
            continue
        circle = names in CIRCLE or names[::-1] in CIRCLE
        winner = two[0] if not circle or names in CIRCLE else two[1]
        day = first + timedelta(days=3 + (7 * number) // 2 % 96)
        games.append(game_of(match, winner, day, CIRCLE_MARGIN2 if circle else None, number))
        played.append(match)
    store(games, played)
    close_term(Act(None, evening(today - timedelta(days=3))), term)


def game_of(match: Match, winner: Member, day: date, margin2: int | None, minute: int) -> Game:
    """The game of a pairing under its conditions."""
    black = match.black.member if match.black else match.first.member
    black = match.first.member if black.pk == match.first.member_id else match.second.member
    white = match.second.member if black.pk == match.first.member_id else match.first.member
    return game(
        black, white, day, winner="B" if winner.pk == black.pk else "W", margin2=margin2,
        handicap=match.handicap or 0, komi2=11 if match.komi2 is None else match.komi2,
        official=True, minute=minute,
    )  # fmt: skip


def _keys(match: Match) -> set[str]:
    people = (match.first.member.user, match.second.member.user)
    return {user.username for user in people if user}


def store(games: list[Game], matches: list[Match]) -> None:
    with gate_open():
        stored = bulk_create_with_history(games, Game)
    for match, one in zip(matches, stored, strict=True):
        match.game = one
        match.save()


def under_way(today: date) -> None:
    """A small term that is being played: open games for the demo's own player, two divisions."""
    league = _league("Thursday League", "Two small divisions, one up and one down.")
    for member in members("organiser"):
        leagues.appoint(
            league=league, member=member, role="organiser", by=None,
            at=evening(today - timedelta(days=60)),
        )  # fmt: skip
    people = members("member ngoc zofia odowd hayakawa ando garconnet goleb fujimoto holub")
    first = today - timedelta(days=30)
    before = evening(first - timedelta(days=14))
    term = Term.next_for(
        league, name=f"Thursdays of {first:%B}",
        sign_up_until=first, starts_on=first, ends_on=today + timedelta(days=40),
    )  # fmt: skip
    open_term(Act(None, before), term)
    for member in people:
        sign_up(Act(None, before), term, member=member)
    seed_divisions(Act(None, before), term, sizes=[5, 5])
    term = start_term(Act(None, evening(first)), term)
    matches = list(
        Match.objects.filter(division__term=term)
        .select_related("first__member__user", "second__member__user", "black")
        .order_by("pk")
    )
    games, played = [], []
    for number, match in enumerate(matches):
        if number % 5 in (1, 4) or (number % 2 and "member" in _keys(match)):
            continue
        winner = match.first.member if (number * 7) % 3 else match.second.member
        margin2 = None if number % 3 == 0 else 5 + 6 * (number % 7)
        day = first + timedelta(days=1 + number)
        games.append(game_of(match, winner, day, margin2, number))
        played.append(match)
    # One of them was reported by forfeit: it stands in the order and moves nobody (S1-24).
    games[0].ending, games[0].margin2 = Game.Ended.FORFEIT, None
    store(games, played)
    _plain_report(next(m for m in matches if m not in played and "member" in _keys(m)), today)
    for number, match in enumerate(match for match in matches if match not in played):
        if number % 3 == 0:
            match.arranged_for = evening(today + timedelta(days=3 + 2 * number), 30)
            match.place = "Club room"
            match.save()


def _plain_report(match: Match, today: date) -> None:
    """An ordinary report between two who are paired: the demo's player is asked which it is."""
    told = game_of(match, match.first.member, today, None, 0)
    first, second = match.first.member.user, match.second.member.user
    by = second if first is not None and first.username == "member" else first
    assert by is not None
    report_game(facts=GameFacts.of(told), by=by, at=evening(today), another=True)

"""An official league lived over two terms, from November to May, as a chair and members would.

The clock is moved, everything is done on pages, and every table, every member's points, the
organisers and the divisions of the next term are compared with the small computation below.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import time_machine

from goclub.common.tests.reading import read
from goclub.games.models import Game, Standing
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import League, Match, Term
from goclub.leagues.official.labels.standings import result_in_words
from goclub.leagues.tests.league_factories import match_of
from goclub.leagues.tests.living import Hands, filled, refusals
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member

pytestmark = pytest.mark.extended

TOKYO = ZoneInfo("Asia/Tokyo")


def here(day: str, hour: str = "10:00") -> datetime:
    """A moment on the league's clocks."""
    return datetime.fromisoformat(f"{day}T{hour}").replace(tzinfo=TOKYO)


# --- The small computation --------------------------------------------------------------------
@dataclass
class Told:
    """A game as it was told: who won ("" for a jigo), by how much of at most 20 points."""

    pair: tuple[str, str]
    winner: str
    margin: float
    #: Whether it moves the members' points (S1-24: a forfeit does not).
    moves: bool = True


def table(names: list[str], games: list[Told], points: dict[str, int]) -> list[tuple[int, str]]:
    """Win rate, margins, the game of exactly two, points at the start (S1-20 … S1-23)."""

    def of(name: str) -> tuple[Fraction, float]:
        mine = [game for game in games if name in game.pair]
        won = sum(2 if game.winner == name else game.winner == "" for game in mine)
        margins = sum(
            0 if game.winner == "" else game.margin if game.winner == name else -game.margin
            for game in mine
        )
        return (Fraction(won, 2 * len(mine)) if mine else Fraction(-1)), margins

    figures = {name: of(name) for name in names}

    def key(name: str) -> tuple[Fraction, float, int, int]:
        tied = [one for one in names if figures[one] == figures[name]]
        direct = 0
        if len(tied) == 2:
            [other] = [one for one in tied if one != name]
            met = [game for game in games if set(game.pair) == {name, other}]
            direct = sum((game.winner == name) - (game.winner == other) for game in met)
        return (*figures[name], direct, points[name])

    return [
        (1 + sum(key(other) > key(name) for other in names), name)
        for name in sorted(names, key=key, reverse=True)
    ]


# --- The league -------------------------------------------------------------------------------
POINTS = {"Aoi": 124, "Bun": 121, "Chie": 119, "Dai": 116, "Eri": 105, "Fumi": 103, "Goro": 100}


class Life:
    """Chair and members with the league, and what this file knows of it."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.chair = make_member("Chair", role=CHAIR)
        # Aoi is 72 and need not organise; the others are forty.
        self.members = {name: make_member(name, points=value) for name, value in POINTS.items()}
        for name, member in self.members.items():
            member.birth_date = date(1953 if name == "Aoi" else 1985, 6, 1)
            member.save()
        self.points = dict(POINTS)
        self.at_start: dict[str, int] = {}
        self.games: list[Told] = []
        self.divisions: list[list[str]] = []
        hands.at(here("2025-11-01"), self.chair)
        hands.post("found", kind="official", name="Liga", zone="Asia/Tokyo")
        self.league = League.objects.get()

    @property
    def term(self) -> Term:
        return self.league.terms.latest("number")

    def do(self, name: str, *more: object, **data: object):
        return self.hands.post(name, self.league.slug, self.term.number, *more, **data)

    def start(self, at: datetime) -> None:
        """Asked first; the points of that day hold for the whole term."""
        self.hands.at(at, self.chair)
        assert self.do("term-start").templates[0].name.endswith("confirm.html")
        assert self.term.state == Term.State.SIGN_UP
        self.do("term-start", confirmed="1")
        assert self.term.state == Term.State.RUNNING
        self.games, self.at_start = [], dict(self.points)

    def play(self, day: str, winner: str, loser: str, how: str) -> Game:
        """The winner reports on the filled form, the loser confirms the next morning."""
        match = match_of(self.term, self.members[winner], self.members[loser])
        self.hands.at(here(day, "20:00"), self.members[winner])
        data = filled(self.hands.get("match-report", match.pk))
        data.setdefault("black", self.members[winner].pk)
        data.setdefault("white", self.members[loser].pk)
        black = str(data["black"]) == str(self.members[winner].pk)
        data |= (
            {"winner": "J", "ending": ""} if how == "jigo" else {"winner": "B" if black else "W"}
        )
        if how == "jigo":
            data |= {"komi": "6", "handicap": "0", "other_conditions": "on"}
        elif how in ("resign", "forfeit"):
            data |= {"ending": how}
        else:
            data |= {"ending": "points", "margin": how}
        self.hands.post("match-report", match.pk, **data)
        self.compare()  # a report that waits is in no table
        self.hands.at(here(day, "20:00") + timedelta(hours=12), self.members[loser])
        assert fresh(match).game is not None
        self.hands.post("games:confirm", match.game.pk)
        margin = (
            20.0 if how in ("resign", "forfeit") else 0 if how == "jigo" else min(float(how), 20)
        )
        moves = how != "forfeit" and int(str(data["handicap"])) < 7
        self.games.append(
            Told((winner, loser), "" if how == "jigo" else winner, margin, moves=moves)
        )
        if moves and how != "jigo":
            self.points[winner] += 1
            self.points[loser] -= 1
        self.compare()
        return Game.objects.get(pk=match.game.pk)

    def forfeit(self, day: str, winner: str, loser: str) -> None:
        """The chair records that somebody did not come."""
        match = match_of(self.term, self.members[winner], self.members[loser])
        self.hands.at(here(day), self.chair)
        side = "first" if match.first.member.display_name == loser else "second"
        self.hands.post("match-forfeit", match.pk, loser=side, reason="did not come")
        self.games.append(Told((winner, loser), winner, 20.0, moves=False))
        self.compare()

    def compare(self) -> None:
        """Term's page, its file, and everybody's points."""
        groups = self.hands.get("term", self.league.slug, self.term.number).context["groups"]
        shown = [[(row.place, row.name) for row in group.rows] for group in groups]
        assert shown == self.tables()
        answer = self.hands.get("export", self.league.slug, self.term.number, "table", "json")
        rows = answer.json()["rows"]
        assert [one["player"] for one in rows] == [name for t in shown for _place, name in t]
        held = Standing.objects.filter(system="paa", member__in=self.members.values())
        assert {one.member.display_name: one.points for one in held.select_related("member")} == (
            self.points
        )

    def tables(self) -> list[list[tuple[int, str]]]:
        return [table(names, self.games, self.at_start) for names in self.divisions]

    def close(self, at: datetime) -> None:
        self.hands.at(at, self.chair)
        self.do("term-close")
        assert self.term.state == Term.State.RUNNING
        self.do("term-close", confirmed="1")
        assert self.term.state == Term.State.CLOSED
        self.compare_record(1)

    def compare_record(self, version: int) -> None:
        record = self.term.snapshots.latest("version")
        assert record.version == version
        page = self.hands.get("snapshot", record.pk).context["groups"]
        for groups in (page, [_Kept(one) for one in record.table]):
            assert [[(r.place, r.name) for r in group.rows] for group in groups] == self.tables()


class _Kept:
    """A table of a record as it lies in the database."""

    def __init__(self, group: dict[str, list[dict[str, object]]]) -> None:
        self.rows = [type("Row", (), row) for row in group["rows"]]


def test_an_official_league_lived_from_november_to_may(client):
    with time_machine.travel(here("2025-11-01"), tick=False) as clock:
        life = Life(Hands(client, clock))
        first_term(life)
        between_the_terms(life)
        second_term(life)
        assert rebuild() == 0


def first_term(life: Life) -> None:
    hands = life.hands
    page = hands.get("term-new", life.league.slug)
    hands.post("term-new", life.league.slug, **filled(page) | {
        "name": "Winter", "sign_up_until": "2025-11-14", "starts_on": "2025-11-15",
        "ends_on": "2026-01-31"})  # fmt: skip
    for number, member in enumerate(life.members.values()):
        hands.at(here("2025-11-02", f"{10 + number}:00"), member)
        life.do("sign-up")
    hands.at(here("2025-11-14", "23:00"), life.chair)
    life.do("term-players", seed="1", sizes="4, 3")
    life.divisions = [["Aoi", "Bun", "Chie", "Dai"], ["Eri", "Fumi", "Goro"]]
    life.start(here("2025-11-15", "00:01"))
    life.compare()
    life.play("2025-11-16", "Bun", "Aoi", "4.5")
    life.play("2025-11-20", "Aoi", "Chie", "resign")
    life.play("2025-11-29", "Chie", "Bun", "8.5")
    # Three with one win each and the same margins: the points at the start part them (S1-20 (4)).
    life.play("2025-12-01", "Eri", "Fumi", "resign")
    life.play("2025-12-08", "Fumi", "Goro", "30.5")
    life.play("2025-12-15", "Goro", "Eri", "resign")
    # A report by forfeit counts in the order and moves nobody, in no system.
    assert not life.play("2025-12-20", "Aoi", "Dai", "forfeit").entries.exists()
    # Two equal: the game of the two decides; with the jigo their rate is the same.
    life.forfeit("2025-12-28", "Bun", "Dai")
    hands.at(here("2026-01-05"), life.chair)
    hands.refused("term-close", life.league.slug, life.term.number, confirmed="1")
    life.play("2026-01-06", "Dai", "Chie", "jigo")
    life.close(here("2026-02-01"))


def between_the_terms(life: Life) -> None:
    """A correction waits until it is recorded; organisers; the rollover."""
    hands, term = life.hands, life.term
    kept = [[(r["place"], r["name"]) for r in g["rows"]] for g in term.snapshots.get().table]
    game = match_of(term, life.members["Chie"], life.members["Bun"]).game
    assert game is not None
    data = filled(hands.get("games:decide", game.pk))
    other = "W" if game.winner == "B" else "B"
    hands.post("games:decide", game.pk, **data | {"winner": other, "reason": "swapped"})
    told = next(one for one in life.games if set(one.pair) == {"Chie", "Bun"})
    told.winner = "Bun"
    life.points["Bun"] += 2
    life.points["Chie"] -= 2
    page = hands.get("term", life.league.slug, term.number).context
    assert [[(row.place, row.name) for row in group.rows] for group in page["groups"]] == kept
    assert page["waits"] is not None
    life.do("term-correct", reason="swapped")
    life.compare_record(2)
    life.compare()
    organisers(life)
    [top, low] = life.tables()
    down, up = top[-1][1], low[0][1]
    page = hands.get("rollover", life.league.slug, term.number)
    data = {"name": "Spring", "sign_up_until": "2026-02-10", "starts_on": "2026-02-12",
            "ends_on": "2026-05-10"}  # fmt: skip
    look = hands.client.post(page.request["PATH_INFO"], data)
    assert look.status_code == 200, refusals(look)
    fingerprint = look.context["plan"].fingerprint
    hands.post("rollover", life.league.slug, term.number, carry="1", version=fingerprint, **data)
    found = [
        {entry.member.display_name for entry in one.entries.select_related("member")}
        for one in life.term.divisions.order_by("level")
    ]
    names = [{name for _place, name in one} for one in (top, low)]
    assert found == [names[0] - {down} | {up}, names[1] - {up} | {down}]
    life.divisions = [
        [
            one.member.display_name
            for one in division.entries.select_related("member").order_by("seed")
        ]
        for division in life.term.divisions.order_by("level")
    ]


def organisers(life: Life) -> None:
    """The winner and the second from last; who is seventy is passed over (S1-25, S1-26)."""
    top = [name for _place, name in life.tables()[0]]
    willing = [name for name in top if name != "Aoi"]
    booby = next(name for name in [*reversed(top[:-1]), top[-1]] if name not in ("Aoi", willing[0]))
    found = life.hands.get("organisers", life.league.slug, life.term.number).context["proposal"]
    assert (found.winner.display_name, found.booby.display_name) == (willing[0], booby)
    life.do(
        "organisers", winner=life.members[willing[0]].pk, booby=life.members[booby].pk, reason=""
    )
    assert Term.objects.get(pk=life.term.pk).choice.booby.display_name == booby


def second_term(life: Life) -> None:
    hands = life.hands
    # Before its day a term asks once more; begun, it takes the points of that moment.
    life.start(here("2026-02-11"))
    life.compare()
    top, low = (list(names) for names in life.divisions)
    life.play("2026-02-14", top[0], top[1], "2.5")
    life.play("2026-03-01", top[2], top[0], "2.5")
    leaves(life, top[3], top[0])
    life.play("2026-03-29", top[1], top[2], "11.5")
    for day, winner, loser in (("04-10", 0, 1), ("04-20", 0, 2), ("04-30", 2, 1)):
        life.play(f"2026-{day}", low[winner], low[loser], "resign")
    assert Match.objects.filter(division__term=life.term, game=None, forfeit="").count() == 2
    hands.at(here("2026-05-01"), life.chair)
    asked = life.do("term-close")
    assert "2026" in read(asked).one("main").text  # before its last day: both days are named
    life.close(here("2026-05-11"))
    hands.at(here("2026-05-11"), life.chair)
    winners = [table[0][1] for table in life.tables()]
    home = hands.get("league", life.league.slug).context["champions"]
    assert [names for _division, names in home[0]["winners"]] == [(name,) for name in winners]
    shown = read(hands.get("league", life.league.slug)).text
    assert all(name in shown for name in winners)
    archive = hands.get("archive", life.league.slug).context["rows"]
    assert [row["record"].term.name for row in archive] == ["Spring", "Winter"]
    # Feed, calendar and file of games go on over both terms.
    feed = hands.get("results", life.league.slug).content.decode()
    played = Match.objects.exclude(game=None)
    assert feed.count("<entry>") == played.count() + 1
    assert result_in_words(played.latest("pk")) in feed
    file = hands.get("games", life.league.slug, "json").json()["rows"]
    assert {one["term"] for one in file} == {"Winter", "Spring"}


def leaves(life: Life, name: str, other: str) -> None:
    """Who leaves after fewer than half of his games is in no table, nor are his games."""
    life.play("2026-03-08", other, name, "6.5")
    life.hands.at(here("2026-03-10"), life.members[name])
    life.do("withdraw", life.members[name].pk, on="2026-03-10", reason="moves away")
    life.games = [game for game in life.games if name not in game.pair]
    life.divisions[0].remove(name)
    life.compare()


def test_the_small_computation_itself():
    """The four players of RULEBOOK 2.6."""
    games = [
        Told(("K", "L"), "K", 20), Told(("K", "M"), "K", 3.5), Told(("N", "K"), "N", 20),
        Told(("L", "M"), "L", 0.5), Told(("L", "N"), "L", 10.5), Told(("N", "M"), "N", 20),
    ]  # fmt: skip
    points = {"K": 120, "L": 140, "M": 110, "N": 130}
    assert [name for _place, name in table(list(points), games, points)] == ["N", "K", "L", "M"]

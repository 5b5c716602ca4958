"""A season league lived from its founding in November to its champion in May, as a chair would.

The clock is moved, everything is done on pages, and every table, Elo, mean and closing second is
compared with the small computation of ``reckoned``, which knows nothing of the site's rules.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import time_machine

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, League, LeagueEvent, Pairing, Participant, Season
from goclub.leagues.season.tests.reckoned import Cup, Told, classified, elo
from goclub.leagues.tests.living import Hands, filled
from goclub.leagues.tournament.services.verdicts import settle_event
from goclub.leagues.tournament.tests.table_desk import sent
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member

pytestmark = [pytest.mark.postgres, pytest.mark.extended, pytest.mark.django_db]

WARSAW = ZoneInfo("Europe/Warsaw")
SECOND = timedelta(seconds=1)
YEAR = "2025/26"


def here(day: str, hour: str = "10:00:00") -> datetime:
    """A moment on the league's clocks."""
    return datetime.fromisoformat(f"{day}T{hour}").replace(tzinfo=WARSAW)


# --- The league -------------------------------------------------------------------------------
class Life:
    """The chair with the league, and what this file knows of it."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.chair = make_member("Chair", role=CHAIR)
        names = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay")
        self.members = {name: make_member(name, points=100) for name in names}
        self.cups: list[Cup] = []
        self.bonus: dict[date, float] = {}
        hands.at(here("2025-11-01"), self.chair)
        hands.post("found", kind="season", name="Liga", zone="Europe/Warsaw")
        self.league = League.objects.get()
        for name, first, last in (
            ("Jesień", "2025-11-05", "2025-12-31"),
            ("Zima", "2026-01-02", "2026-02-28"),
            ("Wiosna", "2026-03-01", "2026-05-10"),
        ):
            hands.post("season-desk", self.league.slug, do="season", name=name, cycle=YEAR,
                       first=first, last=last)  # fmt: skip
        self.seasons = list(Season.objects.order_by("first"))

    @property
    def counted(self) -> list[Cup]:
        return [cup for cup in self.cups if cup.counts]

    def set_rules(self, at: datetime, valid_from: str, **change: object) -> None:
        """Other settings from a day on: looked at first, then saved."""
        self.hands.at(at, self.chair)
        page = self.hands.get("season-desk", self.league.slug)
        data = filled(page, "rules_form") | {"do": "rules", "valid_from": valid_from,
                                             "reason": "agreed"} | change  # fmt: skip
        url = ("season-desk", self.league.slug)
        looked = self.hands.client.post(f"/leagues/{self.league.slug}/desk/", data)
        assert looked.context["look"] is not None
        self.hands.post(*url, **data | {"seen": looked.context["rules_form"]["seen"].value()})

    # --- One event ---------------------------------------------------------------------------
    def announce(self, cup: Cup, days: int = 10) -> LeagueEvent:
        """Announced and approved so many days before."""
        self.hands.at(here(str(cup.day - timedelta(days=days))), self.chair)
        data = {"name": cup.name, "on": str(cup.day), "rounds": 3, "run_by": self.chair.pk,
                "format": self.league.formats.get(key="standard").pk}  # fmt: skip
        if cup.national:
            data["national"] = "on"
        self.hands.post("announce", self.league.slug, **data)
        row = LeagueEvent.objects.latest("pk")
        self.hands.post("event-approve", row.pk)
        self.cups.append(cup)
        return row

    def step(self, event: Event, name: str, **data: object) -> None:
        self.hands.post("event-step", fresh(event).slug, name, version=event.version, **data)

    def enter(self, cup: Cup, row: LeagueEvent, at: datetime) -> None:
        self.hands.at(at, self.chair)
        for name in cup.players:
            data = {"member_form": "1", "m-member": self.members[name].pk}
            self.hands.post("event-entries", row.event.slug, **data)

    def open_round(self, cup: Cup, row: LeagueEvent, number: int, at: datetime) -> list[Pairing]:
        """Pair and publish; the winner of each table is drawn up here, one draw in November."""
        self.hands.at(at, self.chair)
        self.step(row.event, "pair")
        self.step(row.event, "publish")
        tables = Pairing.objects.filter(round__event=row.event, round__number=number)
        found = list(tables.select_related("black", "white").order_by("table"))
        for one in found:
            pair = (one.black.display_name, one.white.display_name)
            strong = min(pair) if (number + cup.day.month) % 3 else max(pair)
            drawn = cup.day.month == 11 and number == 2 and one.table == 2
            cup.games.append(Told(number, one.table, pair, "" if drawn else strong, at))
        here_now = set(cup.players) - set(cup.removed)
        seated = {name for one in found for name in (one.black.display_name,
                                                     one.white.display_name)}  # fmt: skip
        cup.byes += here_now - seated
        return found

    def press_results(self, cup: Cup, row: LeagueEvent, number: int) -> None:
        """The organiser's buttons, table by table."""
        for game in [one for one in cup.games if one.round == number]:
            said = {game.pair[0]: "black", game.pair[1]: "white"}.get(game.winner, "called")
            self.hands.post("event-results", row.event.slug, number,
                            set=f"{game.table}:{said}:unknown")  # fmt: skip

    def hold(self, cup: Cup, *, days: int = 10) -> LeagueEvent:
        """An event from its announcement to its closing in the evening."""
        row = self.announce(cup, days)
        morning = here(str(cup.day), "09:30:00")
        self.enter(cup, row, morning)
        for number in (1, 2, 3):
            self.open_round(cup, row, number, morning + timedelta(hours=2 * number - 1))
            self.press_results(cup, row, number)
        self.close(row, morning + timedelta(hours=8))
        return row

    def close(self, row: LeagueEvent, at: datetime) -> None:
        self.hands.at(at, self.chair)
        self.step(row.event, "close")
        self.compare_event(row)

    def hold_to_the_second(self, cup: Cup, ends: tuple[str, str], closing: datetime) -> None:
        """On the last day: results come the next morning, by a file that says when games ended."""
        row = self.announce(cup)
        morning = here(str(cup.day), "15:00:00")
        self.enter(cup, row, morning)
        for number in (1, 2):
            self.open_round(cup, row, number, morning + timedelta(hours=number))
            self.press_results(cup, row, number)
        tables = self.open_round(cup, row, 3, morning + timedelta(hours=3))
        season = self.season_of(cup)
        # A second before the hour nobody has won, and the site says so; at the hour it asks first,
        # for an event is still played.
        self.hands.at(closing - SECOND, self.chair)
        assert (
            not self.hands.get("season", self.league.slug, season.pk).context["standings"].is_over
        )
        self.hands.refused("season-close", self.league.slug, season.pk, confirmed="1")
        self.hands.at(closing, self.chair)
        assert self.hands.get("season", self.league.slug, season.pk).context["standings"].is_over
        asked = self.hands.post("season-close", self.league.slug, season.pk)
        assert row.get_absolute_url() in read(asked).values("form.card-paper li a", "href")
        assert not season.snapshots.exists()
        self.hands.at(here(str(cup.day + timedelta(days=1)), "09:00:00"), self.chair)
        for number in (1, 2):
            moment = morning + timedelta(hours=number, minutes=50)
            self.hands.post("event-ended", row.event.slug, number, table="",
                            ended_at=moment.strftime("%Y-%m-%dT%H:%M"))  # fmt: skip
            for game in cup.games:
                game.end = moment if game.round == number else game.end
        lines = ["white;black;result;ended_at"]
        for pairing, end in zip(tables, ends, strict=True):
            [game] = [one for one in cup.games if (one.round, one.table) == (3, pairing.table)]
            game.end = here(str(cup.day), end)
            said = "0-1" if game.winner == game.pair[0] else "1-0"
            lines.append(f"{game.pair[1]};{game.pair[0]};{said};{game.end.isoformat()}")
        self.store_file(row, "\n".join(lines))
        self.close(row, here(str(cup.day + timedelta(days=1)), "09:30:00"))

    def store_file(self, row: LeagueEvent, text: str) -> None:
        where = ("event-results-file", row.event.slug, 3)
        looked = self.hands.post(*where, text=sent(text), look="1")
        self.hands.post(*where, text=sent(text), store="1",
                        seen=looked.context["form"].data["seen"])  # fmt: skip

    # --- Comparing ---------------------------------------------------------------------------
    def season_of(self, cup: Cup) -> Season:
        return next(one for one in self.seasons if one.first <= cup.day <= one.last)

    def compare_event(self, row: LeagueEvent) -> None:
        """The league's page of the event and the tournament's interface against :meth:`table`."""
        mine = next(cup for cup in self.cups if cup.name == row.event.name).table()
        shown = [
            (line.place, who.display_name, line.big, line.small2 / 2)
            for line, who in self.hands.get("league-event", row.pk).context["table"]
        ]
        assert shown == mine
        told = self.hands.client.get(f"/api/v1/events/{row.event_id}").json()["standings"]
        assert [(one["place"], one["name"]) for one in told] == [one[:2] for one in mine]

    def compare_season(self, season: Season, at: datetime) -> None:
        """A season's page and file at a moment: Elo, places, who is classified."""
        self.hands.at(at, self.chair)
        mine = self.lines_of(season, at)
        lines = self.hands.get("season", self.league.slug, season.pk).context["standings"].lines
        assert [
            (one.row.place, one.member.display_name, one.row.classified_place) for one in lines
        ] == [one[:3] for one in mine]
        assert [one.row.rating for one in lines] == pytest.approx(
            [one[3] for one in mine], abs=1e-9
        )
        found = self.hands.get("season-export", self.league.slug, season.pk, "table", "json").json()
        assert [one["player"] for one in found["rows"]] == [one[1] for one in mine]
        assert [one["rating"] for one in found["rows"]] == pytest.approx(
            [one[3] for one in mine], abs=1e-6
        )

    def lines_of(self, season: Season, at: datetime) -> list[tuple[int, str, int | None, float]]:
        """Place, name, place among the classified, Elo, as this file finds them."""
        ratings = elo(self.counted, self.bonus, min(at, closing_of(season)))
        cups = [cup for cup in self.counted if season.first <= cup.day <= season.last]
        names = sorted({name for cup in cups for name in cup.players})
        among = [n for n in names if classified(self.counted, n, season.first, season.last)]
        rows = []
        for name in names:
            above = [one for one in names if ratings[one] > ratings[name] + 1e-9]
            here_too = 1 + len(set(above) & set(among)) if name in among else None
            rows.append((1 + len(above), name, here_too, ratings[name]))
        keys = {name: self.members[name].pk for name in names}
        return sorted(rows, key=lambda one: (one[0], keys[one[1]]))

    def close_season(self, season: Season, at: datetime) -> None:
        self.hands.at(at, self.chair)
        self.hands.post("season-close", self.league.slug, season.pk, confirmed="1")
        self.compare_record(season, 1, at)

    def compare_record(self, season: Season, version: int, at: datetime) -> None:
        record = season.snapshots.latest("version")
        mine = self.lines_of(season, at)
        assert record.version == version
        assert [(row["place"], row["name"], row["classified_place"]) for row in record.table] == [
            one[:3] for one in mine
        ]
        assert [row["rating"] for row in record.table] == pytest.approx(
            [one[3] for one in mine], abs=1e-9
        )

    def compare_players(self, at: datetime) -> None:
        """Everybody's page: the Elo, and that its lines add up to it."""
        self.hands.at(at, self.chair)
        ratings = elo(self.counted, self.bonus, at)
        for name, member in self.members.items():
            page = self.hands.get("season-player", self.league.slug, member.pk).context
            assert page["rating"] == pytest.approx(ratings[name], abs=1e-9)
            total = 1000 + sum(move.delta for move, _opponent in page["moves"])
            assert total == pytest.approx(ratings[name], abs=1e-9)

    def sanction(self, row: LeagueEvent, name: str, number: int) -> None:
        entry = Participant.objects.get(event=row.event, display_name=name)
        self.hands.post("sanction", row.pk, player=entry.pk, round=number, reason="slow play")


def closing_of(season: Season) -> datetime:
    """22:00 in Warsaw, and 21:00 from March on, as the chair sets it below; in universal time."""
    return {
        date(2025, 12, 31): datetime(2025, 12, 31, 21, 0, tzinfo=UTC),
        date(2026, 2, 28): datetime(2026, 2, 28, 21, 0, tzinfo=UTC),
        date(2026, 5, 10): datetime(2026, 5, 10, 19, 0, tzinfo=UTC),
    }[season.last]


FOUR = ["Ada", "Bo", "Cy", "Di"]


def test_a_season_league_lived_from_november_to_may(client):
    with time_machine.travel(here("2025-11-01"), tick=False) as clock:
        live(Life(Hands(client, clock)))


def live(life: Life) -> None:
    autumn, winter, spring = life.seasons
    november = life.hold(Cup("Listopad", date(2025, 11, 16), [*FOUR, "Ed", "Fay"]))
    life.compare_season(autumn, here("2025-11-20"))
    # The last evening of the year: one game ends in the closing second, the other one later.
    cup = Cup("Sylwester", date(2025, 12, 31), FOUR)
    life.hold_to_the_second(cup, ("22:00:00", "22:00:01"), closing_of(autumn))
    assert len([game for game in cup.games if game.end > closing_of(autumn)]) == 1
    life.compare_season(autumn, here("2026-01-01", "09:40:00"))
    life.close_season(autumn, here("2026-01-01"))
    # A bonus from the second season on; the first one, recorded, keeps that there was none.
    life.set_rules(here("2026-01-01", "11:00:00"), "2026-01-02", bonus="7.5")
    life.bonus[date(2026, 1, 2)] = 7.5
    life.hold(Cup("Puchar", date(2026, 1, 10), [*FOUR, "Ed"], national=True))
    life.compare_season(winter, here("2026-01-12"))
    life.compare_record(autumn, 1, here("2026-01-12"))
    sanctions_in_february(life)
    correction_of_november(life, november, autumn)
    life.compare_season(winter, closing_of(winter) - SECOND)
    life.close_season(winter, closing_of(winter))
    # Another closing hour for what comes; announced too late, an event counts for nothing.
    life.set_rules(here("2026-03-01"), "2026-03-01", closes_at="21:00")
    sanction_that_falls(life, life.hold(Cup("Marzec", date(2026, 3, 14), FOUR)))
    before = elo(life.counted, life.bonus, here("2026-04-01"))
    life.hold(Cup("Za późno", date(2026, 3, 29), FOUR, counts=False), days=5)
    assert elo(life.counted, life.bonus, here("2026-04-01")) == before
    life.hold(Cup("Kwiecień", date(2026, 4, 18), [*FOUR, "Fay"]))
    life.compare_season(spring, here("2026-04-20"))
    cup = Cup("Finał", date(2026, 5, 10), FOUR)
    life.hold_to_the_second(cup, ("21:00:00", "21:00:01"), closing_of(spring))
    life.compare_season(spring, here("2026-05-11", "09:45:00"))
    life.close_season(spring, here("2026-05-11"))
    life.compare_players(here("2026-05-11", "10:30:00"))
    champion(life)
    assert rebuild() == 0
    assert [settle_event(event, at=here("2026-05-12")) for event in Event.objects.all()] == [0] * 8


def sanctions_in_february(life: Life) -> None:
    """A warning, the game lost, the event lost; who is sent away is not paired again (S4-18)."""
    cup = Cup("Luty", date(2026, 2, 14), [*FOUR, "Ed"])
    row = life.announce(cup)
    morning = here("2026-02-14", "09:30:00")
    life.enter(cup, row, morning)
    for number in (1, 2):
        life.open_round(cup, row, number, morning + timedelta(hours=number))
        life.press_results(cup, row, number)
    second = [game for game in cup.games if game.round == 2]
    game = next(one for one in second if one.winner and one.winner not in cup.byes)
    name, other = game.winner, game.pair[game.pair[0] == game.winner]
    for of_round in (1, 2):
        life.sanction(row, name, of_round)
    game.winner = other
    life.compare_event(row)
    life.sanction(row, name, 2)
    cup.removed.append(name)
    life.compare_event(row)
    assert len(life.open_round(cup, row, 3, morning + timedelta(hours=3))) == 2
    life.press_results(cup, row, 3)
    life.close(row, morning + timedelta(hours=6))
    [kept] = Game.objects.filter(ending="penalty", pairing__round__event=row.event)
    assert {kept.black.display_name, kept.white.display_name} == set(game.pair)
    moves = life.hands.get("season-player", life.league.slug, life.members[name].pk).context[
        "moves"
    ]
    assert [move.result for move, _opponent in moves if move.penalty] == ["L"]


def sanction_that_falls(life: Life, row: LeagueEvent) -> None:
    """A game lost by sanction after the close; the appeal is upheld, and all is as before."""
    cup = next(one for one in life.cups if one.name == row.event.name)
    game = next(one for one in cup.games if one.round == 1 and one.winner)
    name, before = game.winner, game.winner
    life.hands.at(here("2026-03-15"), life.chair)
    for _case in range(2):
        life.sanction(row, name, 1)
    game.winner = game.pair[game.pair[0] == name]
    life.compare_event(row)
    life.compare_season(life.seasons[2], here("2026-03-16"))
    case = row.sanctions.latest("pk")
    life.hands.at(here("2026-03-17"), life.members[name])
    life.hands.post("sanction-appeal", case.pk, reason="the clock stood still")
    # The chair gave it, so another organiser of the league decides.
    life.hands.at(here("2026-03-17", "11:00:00"), life.chair)
    other = make_member("Otto")
    life.hands.post("people", life.league.slug, member=other.pk, role="organiser")
    life.hands.at(here("2026-03-18"), other)
    life.hands.post("sanction-decide", case.pk, upheld="yes", reason="it did")
    game.winner = before
    life.compare_event(row)
    life.compare_season(life.seasons[2], here("2026-03-19"))


def correction_of_november(life: Life, row: LeagueEvent, season: Season) -> None:
    """The record stands everywhere until the correction of it is recorded (one rule)."""
    cup = next(one for one in life.cups if one.name == row.event.name)
    told = next(one for one in cup.games if one.round == 3 and one.winner)
    recorded = replace(told)
    kept = season.snapshots.get().table
    game = Pairing.objects.get(round__event=row.event, round__number=3, table=told.table).game
    life.hands.at(here("2026-02-20"), life.chair)
    page = life.hands.get("games:decide", game.pk)
    won = "W" if told.winner == game.black.display_name else "B"
    data = filled(page) | {"winner": won, "ending": "points", "margin": "3.5", "reason": "swapped"}
    life.hands.post("games:decide", game.pk, **data)
    told.winner, told.margin = told.pair[told.pair[0] == recorded.winner], 3.5
    life.compare_event(row)
    shown = life.hands.get("season", life.league.slug, season.pk)
    assert shown.context["waits"] is not None
    assert [
        (one.member.display_name, one.row.rating) for one in shown.context["standings"].lines
    ] == [(one["name"], one["rating"]) for one in kept]
    life.hands.post("season-correct", life.league.slug, season.pk, reason="swapped")
    life.compare_record(season, 2, here("2026-02-20"))
    assert life.hands.get("season", life.league.slug, season.pk).context["waits"] is None
    life.compare_season(life.seasons[1], here("2026-02-21"))


def champion(life: Life) -> None:
    """The mean of the three closing ratings of those classified in all three (S4-24)."""
    life.hands.at(here("2026-05-12"), life.chair)
    life.hands.post("year-close", life.league.slug, cycle=YEAR, confirmed="1")
    closings = [
        {name: rating for _place, name, among, rating in life.lines_of(season, here("2026-05-12"))
         if among}
        for season in life.seasons
    ]  # fmt: skip
    in_all = set.intersection(*(set(one) for one in closings))
    means = {name: float(sum(Fraction(one[name]) for one in closings) / 3) for name in in_all}
    order = sorted(means, key=lambda name: -means[name])
    record = life.league.champions.get()
    assert [row["name"] for row in record.table] == order
    assert len(order) == 4
    assert [row["mean"] for row in record.table] == pytest.approx(
        [means[name] for name in order], abs=1e-9
    )
    winners = [
        next(name for _p, name, among, _r in life.lines_of(one, here("2026-05-12")) if among == 1)
        for one in reversed(life.seasons)
    ]
    home = read(life.hands.get("league", life.league.slug)).one(
        "section[aria-labelledby=champions]"
    )
    assert home.texts("dd bdi") == [order[0], *winners]
    archive = life.hands.get("archive", life.league.slug).context
    assert [row.name for year in archive["years"] for row in year.champions] == order[:1]
    assert [row.name for season in archive["seasons"] for row in season.winners] == winners
    page = life.hands.get("season-player", life.league.slug, life.members[order[0]].pk).context
    assert len(page["titles"]) == 1 + winners.count(order[0])

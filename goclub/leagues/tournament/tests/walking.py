"""An organiser's hands in a real Chromium: every step by links, forms and keys of the pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from goclub.common.notation import rank
from goclub.games.playing.tests.test_walk import sign_in
from goclub.leagues.models.participant import rank_text
from tournaments.events.field import EventDetails, GameResult, Player, TournamentGame
from tournaments.events.settings import Settings

_HALVES = {"¼": ".25", "½": ".5", "¾": ".75"}
_KEYS = {
    (GameResult.WHITE, False): "w",
    (GameResult.BLACK, False): "b",
    (GameResult.EQUAL, False): "=",
    (GameResult.BOTH_WIN, False): "+",
    (GameResult.BOTH_LOSE, True): "x",
    (GameResult.WHITE, True): "W",
    (GameResult.BLACK, True): "B",
}


def number_of(text: str) -> Decimal:
    """A figure as the tables print it.

    >>> number_of("33½"), number_of("½"), number_of("7=")
    (Decimal('33.5'), Decimal('0.5'), Decimal('7'))
    """
    plain = text.strip().removesuffix("=").replace("−", "-")
    for sign, part in _HALVES.items():
        plain = plain.replace(sign, part)
    return Decimal(plain)


def open_desk_page(page: Page, name: str) -> None:
    """Follow a link of the desk's menu, out of its group where it is in a closed group."""
    menu = page.locator("nav.desk-nav")
    link = page.get_by_role("link", name=name, exact=True, include_hidden=True)
    group = menu.locator("details").filter(has=link)
    if group.count():
        group.locator("summary").click()
    with page.expect_navigation():
        menu.get_by_role("link", name=name, exact=True).click()


@dataclass
class Desk:
    """The page of an organiser who has signed in."""

    page: Page

    # --- Before the first round -----------------------------------------------------------------
    def create(
        self,
        member: Any,
        event: EventDetails,
        settings: Settings,
        *,
        preset: str,
        team_size: int = 0,
    ) -> None:
        """From the start page to the empty list of entries."""
        page = self.page
        sign_in(page, member)
        page.get_by_role("link", name="Tournaments").first.click()
        page.get_by_role("link", name="New tournament").first.click()
        page.get_by_label("Name", exact=False).first.fill(event.name)
        page.locator("#id_begins_on").fill(event.begin)
        page.locator("#id_ends_on").fill(event.end)
        page.locator("#id_system").select_option(settings.kind.value)
        page.locator("#id_rounds").fill(str(settings.rounds))
        page.locator("#id_preset").select_option(preset)
        page.locator("#id_team_size").select_option(str(team_size))
        page.get_by_text("More", exact=True).click()
        page.locator("#id_komi2").fill(f"{event.komi2 / 2:g}")
        page.locator("#id_main_minutes").fill("40")
        page.locator("#id_overtime").fill("+20 s")
        page.get_by_role("button", name="Create").click()
        page.get_by_text(f"Now add the {'teams' if team_size else 'players'}.").wait_for()

    def open(self, tab: str, link: str = "") -> None:
        """Go to a tab of the event, and from there to a page of the desk."""
        with self.page.expect_navigation():
            self.page.locator("nav.tabs").get_by_role("link", name=tab, exact=True).click()
        if link:
            open_desk_page(self.page, link)

    def set_rules(self, fields: Mapping[str, str | bool]) -> None:
        """Change the rules: fields by name, a text or a choice's value, or a tick."""
        self.open("Desk", "Settings")
        form = self.page.locator("form[aria-labelledby=rules]")
        self._unfold(form)
        for name, value in fields.items():
            if name == "criteria":
                self._order(form, str(value).split())
                continue
            field = form.locator(f"[name={name}]")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.get_by_role("button", name="Save rules").click()
        self.page.get_by_text("Saved.").wait_for()

    def _unfold(self, form: Locator) -> None:
        closed = form.locator("details:not([open]) > summary")
        while closed.count():
            closed.first.click()

    def _order(self, form: Locator, words: Iterable[str]) -> None:
        """Remove every criterion of the standings, and add these."""
        removing = form.locator("[name=criteria_remove]")
        while removing.count():
            with self.page.expect_navigation():
                removing.first.click()
            self._unfold(form)
        for word in words:
            form.locator("[name=criteria_new]").select_option(word)
            with self.page.expect_navigation():
                form.locator("[name=criteria_add]").click()
            self._unfold(form)

    def enter_guests(self, players: Iterable[Player], rounds: int) -> None:
        """Everybody by the form for guests, absences on the page of the entry."""
        self.open("Desk", "Entries")
        page = self.page
        form = page.locator("[aria-labelledby=add-guest]")
        for one in players:
            form.locator("[name=g-first_name]").fill(one.first_name)
            form.locator("[name=g-name]").fill(one.name)
            form.locator("[name=g-rank]").select_option(str(one.rank))
            form.locator("[name=g-club]").fill(one.club)
            form.locator("[name=g-country]").fill(one.country)
            page.keyboard.press("Enter")
            shown = f"{one.first_name} {one.name}".strip()
            page.get_by_text(f"{shown} has been entered as {rank(rank_text(one.rank))}").wait_for()
            away = [n for n in range(rounds) if n in one.absent]
            if away:
                self._excuse(shown, away)

    def _excuse(self, shown: str, away: Iterable[int]) -> None:
        page = self.page
        page.get_by_role("link", name=f"Change the entry of {shown}", exact=True).click()
        for number in away:
            page.locator(f"[name=round_{number + 1}]").select_option("agreed")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved.").wait_for()

    # --- Round by round -------------------------------------------------------------------------
    def seat(
        self, games: Iterable[TournamentGame], names: Mapping[int, str], bye: int | None
    ) -> None:
        """Every pair by hand, one after the other, and the bye."""
        self.open("Desk")
        page = self.page
        form = page.locator("form[action$='/do/fix/']")
        for game in games:
            self._choose(form.locator("[name=fix-white]"), names[game.white])
            self._choose(form.locator("[name=fix-black]"), names[game.black])
            form.locator("[name=fix-handicap]").fill(str(game.handicap))
            form.get_by_role("button", name="Seat players").click()
            page.get_by_text(f"Seated at table {game.table}.").wait_for()
        self._give_bye(names, bye)

    def seat_all(
        self, games: Collection[TournamentGame], names: Mapping[int, str], bye: int | None
    ) -> None:
        """All pairs by hand at once, by the numbers of the list of entries, and the bye."""
        self.open("Desk", "Entries")
        numbers = self.numbers()
        self.open("Desk")
        page = self.page
        page.get_by_text("Seat several tables at once").click()
        page.locator("[name=seat-all-lines]").fill(
            "\n".join(
                f"{g.table}: {numbers[names[g.white]]} {numbers[names[g.black]]} {g.handicap}"
                for g in games
            )
        )
        page.get_by_role("button", name="Seat all").click()
        page.get_by_text(f"{len(games)} tables have been set up.").wait_for()
        self._give_bye(names, bye)

    def numbers(self) -> dict[str, int]:
        """The numbers of the list of entries by the name as shown."""
        rows = self.page.locator("table.club-table tbody tr")
        return dict(
            rows.evaluate_all(
                """rows => rows.map(row => [
                  row.querySelector(".name").innerText, Number(row.cells[0].innerText)])"""
            )
        )

    def _give_bye(self, names: Mapping[int, str], bye: int | None) -> None:
        if bye is not None:
            self._choose(self.page.locator("[name=bye-bye]"), names[bye])
            self.page.get_by_role("button", name="Assign bye").click()
            self.page.get_by_text("Bye assigned.").wait_for()

    def _choose(self, field: Any, shown: str) -> None:
        option = field.locator("option").filter(has_text=re.compile(rf"^{re.escape(shown)} · "))
        field.select_option(option.get_attribute("value"))

    def pair(self, number: int) -> None:
        """Leave what is not seated yet to the site."""
        self.page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
        self.page.get_by_text(f"Round {number} is paired.").wait_for()

    def break_up(self, tables: Iterable[int]) -> None:
        for table in tables:
            self.page.get_by_role("checkbox", name=f"Table {table}", exact=True).check()
        self.page.get_by_role("button", name="Break up the chosen tables").click()
        self.page.get_by_text("Broken up.").wait_for()

    def pair_free_players(self) -> None:
        """Those who were set free, among themselves."""
        for box in self.page.locator("tr.unseated [type=checkbox]").all():
            box.check()
        self.page.get_by_role("button", name="Pair selected players").click()
        self.page.get_by_text("paired again among themselves").wait_for()

    def publish(self, number: int) -> None:
        self.page.get_by_role("button", name="Publish", exact=True).click()
        self.page.get_by_text(f"Round {number} is published.").wait_for()

    def tables(self) -> list[tuple[int, str, str, int]]:
        """The tables on the desk: number, Black, White, stones."""
        rows = self.page.locator("section[aria-labelledby=tables] tbody tr:has(.c-white)")
        found = rows.evaluate_all(
            """rows => rows.map(row => [
              row.querySelector(".c-table").innerText,
              row.querySelector(".c-black .name").innerText,
              row.querySelector(".c-white .name").innerText,
              row.querySelector(".c-stones").innerText])"""
        )
        return [(int(t), b, w, 0 if s.strip() == "–" else int(s)) for t, b, w, s in found]

    def type_results(self, games: Iterable[TournamentGame]) -> None:
        """The table's number and one key, which sends the form."""
        page = self.page
        with page.expect_navigation():  # the script that reads the keys has loaded
            page.get_by_role("link", name="Enter results").click()
        for game in games:
            page.locator("#keys").wait_for()
            with page.expect_navigation():
                page.keyboard.type(f"{game.table}{_KEYS[game.result, game.by_default]}")
        page.get_by_text("All results are in.").wait_for()

    def standings(self) -> dict[str, dict[str, Decimal]]:
        """The table after the last round: place and figures by the name as shown."""
        self.open("Standings")
        head, rows = self.page.locator("table.standings").evaluate(
            """table => [
              [...table.tHead.rows[0].cells].map(cell => cell.innerText),
              [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText))]"""
        )
        rounds = sum(title.isdigit() for title in head)
        start = len(head) - head[::-1].index(str(rounds)) if rounds else 4
        place, name = head.index("Place"), head.index("Player")
        return {
            row[name]: {"place": number_of(row[place])}
            | {title: number_of(row[at]) for at, title in enumerate(head) if at >= start}
            for row in rows
        }

    # --- After the last round -------------------------------------------------------------------
    def close(self) -> None:
        self.open("Desk")
        self.page.get_by_role("button", name="Close the tournament").click()
        self.page.get_by_text("Closed.").first.wait_for()

    def download(self, link: str, into: Path) -> bytes:
        """A file as the page of details offers it."""
        self.open("Overview")
        with self.page.expect_navigation():
            self.page.get_by_role("link", name="Details and downloads").click()
        with self.page.expect_download() as waiting:
            self.page.get_by_role("link", name=link).click()
        waiting.value.save_as(into)
        return into.read_bytes()

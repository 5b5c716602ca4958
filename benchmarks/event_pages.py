"""Public pages of an event with 500 players: processor time and size as sent.

    .venv/bin/python benchmarks/event_pages.py
    .venv/bin/python benchmarks/event_pages.py --players 200 --repeat 3

A visitor opens each page through the whole stack while a round is played, each time by another
address, so that no page that is kept for visitors is counted.  Exit status 1 where the median takes
more than 100 ms, or a page has more than 120 kB.
"""

from __future__ import annotations

import statistics
import sys
from datetime import date
from functools import partial

import club

MOST_MS, MOST_KB = 100, 120
ROUNDS = 5
PAGES = (
    "", "players/", "players/1/", "rounds/3/", "rounds/3/?by=name", "standings/", "cross/",
    "details/", "clock/", "screen/",
)  # fmt: skip


def main() -> int:
    options = club.parser(__doc__, players=500, repeat=7).parse_args()
    with club.site():
        return measure(make_event(options.players), options.repeat)


def make_event(players: int) -> str:
    """Make an event with two rounds played and the third half done; return its address."""
    from goclub.leagues.models import Event
    from goclub.leagues.tournament.services import events, hall, registration, results, rounds
    from goclub.members.models import ClubSettings
    from goclub.members.requests import Act

    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    act = Act(None)
    event = events.create_event(act, "Large Open", begins_on=date(2026, 1, 10), rounds=ROUNDS)
    people = [
        {"display_name": f"Given{n:03} Family{n:03}", "name": f"Family{n:03}",
         "first_name": f"Given{n:03}", "rank": 5 - n * 30 // players, "club": f"Club {n % 40}"}
        for n in range(players)
    ]  # fmt: skip
    registration.enter_all(act, event, people)
    for number in (1, 2, 3):
        event = Event.objects.get()
        rounds.pair_round(act, event, seed=number)
        event_round = rounds.publish_round(act, Event.objects.get())
        half = event_round.pairings.count() // 2 if number == 3 else 5000
        tables = event_round.pairings.order_by("table")[:half]
        line = " ".join(f"{row.table}{'bw'[row.table % 2]}" for row in tables)
        results.type_results(act, event_round, text=line)
    hall.start_clock(act, Event.objects.get(), minutes=90)
    hall.announce_text(act, Event.objects.get(), text="Lunch is ready.")
    return Event.objects.get().get_absolute_url()


def measure(address: str, repeat: int) -> int:
    """Print a row for each page; return the exit status."""
    from django.core.cache import cache

    exceeded = []
    print("| page | processor ms | kB |\n|---|---|---|")
    for page in PAGES:
        path, _mark, query = f"{address}{page}".partition("?")
        spent: list[float] = []
        club.open_page(path, "", query)  # loads modules and templates
        for turn in range(repeat):
            if turn == 0:
                cache.clear()  # once with a table that nobody has looked at yet
            look = partial(club.open_page, path, "", f"{query}&turn={turn}")
            size, times = club.timed(look)
            spent += times
        median = statistics.median(spent)
        print(f"| {page or 'overview'} | {median:.1f} (first {spent[0]:.1f}) | {size:.1f} |")
        if median > MOST_MS or size > MOST_KB:
            exceeded.append(page or "overview")
    return club.judge(exceeded)


if __name__ == "__main__":
    sys.exit(main())

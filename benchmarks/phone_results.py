"""20 phones enter a round of 500 results at once, both players of every table, on the served site.

    .venv/bin/python benchmarks/phone_results.py                     SQLite, then PostgreSQL
    .venv/bin/python benchmarks/phone_results.py --phones 8 --tables 40 --only sqlite

For each database: publish a round, serve the site with waitress, let the phones loose on the links
of the slips (each page is opened, then its form sent; every tenth form is sent twice; the two
players of a table press on different phones at about the same time), then look: every table has the
result that its players gave, set once, by the two of them; every claim is there once; the round is
complete.  No answer may be anything but a page or the redirect of a success.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import sys
import time
from collections import Counter
from urllib.parse import urlencode

import serving

PORT = 8124
NAME = "goclub_phones"
RESULTS = ("black", "white")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--tables", type=int, default=500)
    return serving.main(run, {"fill": fill, "look": look}, parser, NAME)


def run(vendor: str, url: str, options: argparse.Namespace) -> int:
    sizes = ["--phones", str(options.phones), "--tables", str(options.tables)]
    site = serving.Site(url, __file__, sizes, PORT)
    work = site.fill()
    with site.served():
        shares = [work[n :: options.phones] for n in range(options.phones)]
        started = time.perf_counter()
        with multiprocessing.Pool(options.phones) as pool:
            told = pool.map(press_all, shares)
        seconds = time.perf_counter() - started
    answers = sum((answers for answers, _waits in told), Counter())
    waits = sorted(wait for _answers, ws in told for wait in ws)
    print(f"\n{vendor}: {options.phones} phones, {options.tables} tables, two answers each")
    print(f"  answers                {dict(answers)}")
    print(f"  results per second     {options.tables / seconds:8.1f}   ({seconds:.1f} s)")
    print(f"  a press took           {1000 * waits[len(waits) // 2]:8.0f} ms in the middle, "
          f"{1000 * waits[int(len(waits) * 0.95)]:.0f} ms for 95 of 100", flush=True)  # fmt: skip
    return 0 if site.looks_well() and set(answers) == {"GET 200", "POST 302"} else 1


def press_all(share: list[dict[str, str]]) -> tuple[Counter[str], list[float]]:
    """Open and press, one table after another; every tenth form is sent twice."""
    answers: Counter[str] = Counter()
    waits = []
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
    token = "a" * 32
    for number, job in enumerate(share):
        connection.request("GET", job["link"])
        answer = connection.getresponse()
        answer.read()
        answers[f"GET {answer.status}"] += 1
        body = urlencode({name: job[name] for name in ("who", "result", "seen", "margin")})
        headers = {
            "Cookie": f"csrftoken={token}",
            "X-CSRFToken": token,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        for _ in range(2 if number % 10 == 0 else 1):
            started = time.perf_counter()
            connection.request("POST", job["link"], body, headers)
            answer = connection.getresponse()
            answer.read()
            waits.append(time.perf_counter() - started)
            answers[f"POST {answer.status}"] += 1
    return answers, waits


# --- Inside a process that has Django ---------------------------------------------------------
def outcome(table: int) -> tuple[str, str]:
    """What both players of a table say."""
    return RESULTS[table * 7 % 3 % 2], f"{table % 20}.5"


def fill(options: argparse.Namespace) -> int:
    """A published round; prints what the phones do, the two of a table next to each other."""
    from django.urls import reverse
    from django.utils import timezone

    from goclub.leagues.models import Event, Pairing, Participant, Round, Seat
    from goclub.leagues.tests.factories import make_event
    from goclub.leagues.tournament.services.claims import token_of
    from goclub.leagues.tournament.services.rounds import seats_of

    event, at = make_event(name="Phones"), timezone.now()
    Participant.objects.bulk_create(
        Participant(
            event=event, number=n, display_name=f"Guest {n:04}", name=f"Guest {n:04}",
            rank=0, entered_at=at,
        )
        for n in range(1, 2 * options.tables + 1)
    )  # fmt: skip
    people = list(event.participants.order_by("number"))
    a_round = Round.objects.create(event=event, number=1, state="published", published_at=at)
    Pairing.objects.bulk_create(
        Pairing(round=a_round, table=n + 1, black=people[2 * n], white=people[2 * n + 1])
        for n in range(options.tables)
    )
    tables = list(a_round.pairings.order_by("table"))
    Seat.objects.bulk_create(seat for table in tables for seat in seats_of(table))
    Event.objects.filter(pk=event.pk).update(state="running")
    jobs = []
    for table in tables:
        result, margin = outcome(table.table)
        jobs += [
            {
                "link": reverse("leagues:phone", args=[token_of(table)]),
                "who": who, "result": result, "margin": margin,
                "seen": f"{table.black_id}-{table.white_id}",
            }
            for who in "BW"
        ]  # fmt: skip
    print(json.dumps(jobs))
    return 0


def look(options: argparse.Namespace) -> int:
    """Nothing lost, nothing doubled."""
    from django.db.models import Count

    from goclub.leagues.models import Change, Claim, Pairing, Round

    tables = Pairing.objects.order_by("table")
    right = sum(
        (one.result, f"{one.margin2 / 2:g}" if one.margin2 else "") == outcome(one.table)
        and one.source == "players"
        for one in tables
    )
    twice = Claim.objects.values("pairing").annotate(n=Count("pk")).exclude(n=2).count()
    changes = Change.objects.filter(what="result")
    found = {
        "tables with their result": (right, options.tables),
        "claims": (Claim.objects.count(), 2 * options.tables),
        "tables without exactly two": (twice, 0),
        "records of a result": (changes.count(), options.tables),
        "tables on record once": (
            changes.values("subject").distinct().count(), options.tables
        ),
        "complete rounds": (Round.objects.filter(state="complete").count(), 1),
    }  # fmt: skip
    good = serving.compare(found)
    print("  all well" if good else "  FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

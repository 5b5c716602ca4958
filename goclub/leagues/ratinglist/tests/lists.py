"""Rating lists of nobody, as the federations publish theirs."""

from __future__ import annotations

from datetime import UTC, date, datetime

from goclub.games.jobs.services import result_of, run_jobs
from goclub.leagues.models import RatingList
from goclub.leagues.ratinglist.services import add_list
from goclub.members.requests import Act
from goclub.members.roles import SECRETARY
from goclub.members.tests.factories import make_member

NOW = datetime(2026, 4, 1, 9, tzinfo=UTC)
PEOPLE = (
    ("10000001", "Nowak Ewa", "PL", "Krak", "3k", 1823),
    ("10000002", "Nowakowski Jan", "PL", "Wars", "1d", 2104),
    ("10000003", "Müller Jörg", "DE", "Berl", "5k", 1588),
    ("10000004", "Mueller Anne_Marie", "DE", "xxxx", "2d", 2211),
    ("10000005", "Van_Dam Kees", "NL", "Amst", "12k", 905),
    ("10000006", "Sato Ken", "JP", "Toky", "4d", 2390),
    ("10000007", "Kowalski Adam", "PL", "Krak", "7k", 1402),
    ("10000008", "Kowalski Adam", "PL", "Gdan", "20k", 120),
)  # fmt: skip


def european_line(pin, name, country, club, rank, rating):
    return f" {pin}  {name:<38}{country}  {club}  {rank:>3}  --  {rating:>4}    12  T260301A"


def european(people=PEOPLE, day="1 Mar 2026", *, end="</pre></body></html>\n"):
    lines = ["<html><body><pre>", f"({day})", "", *(european_line(*row) for row in people)]
    return ("\n".join(lines) + "\n" + end).encode()


FRENCH = (
    "Echelle du 01/03/2026\n"
    "NOWAK Ewa                              -250 C 1234567 38Gr FR\n"
    "SATO Ken (toky)                         350 e ------- xxxx JP\n"
    "LE_GOFF Anne-Marie                    -9999 X 7654321 75Pa FR\n"
).encode("latin-1")
AMERICAN = (
    b"Nowak, Ewa\t12345\tFull\t-3.24\t1/1/2030\tNone\tCA\t0.5\t1/1/2020\n"
    b"Lee, Ann\t23\tFull\t5.60\t1/1/2031\tBAY\tNY\t0.5\t1/1/2020\n"
)


def secretary():
    return make_member(role=SECRETARY).user


def load(data, source="egd", *, by=None, at=NOW, **more):
    """Upload a list and load it; raises what the job was refused with."""
    job = add_list(Act(by or secretary(), at), source=source, data=data, **more)
    run_jobs()
    result_of(job)
    return RatingList.objects.get(pk=job.asked["list"])


def european_of(day: date, people=PEOPLE, **more):
    return load(european(people, f"{day.day} {day:%b} {day.year}"), **more)

"""Collections with what a member solved, the problem of the day, and a member's own record."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

from django.db.models import Avg, Count, Exists, F, OuterRef, Q, QuerySet, Sum

from goclub.games.models import GuessedGame, Kifu, Problem, ProblemCollection, ProblemResult
from goclub.go.problems import HIT, NEAR
from goclub.members.models import Member

#: Above all keys, so that no two problems have the same place.
_PRIME = 2**31 - 1


def collections_for(member: Member | None) -> QuerySet[ProblemCollection]:
    """The collections, with how many problems each has and how many the member solved."""
    solved = Q(problems__results__member=member, problems__results__solved_in__isnull=False)
    collections = ProblemCollection.objects.defer("original").annotate(
        total=Count("problems", distinct=True),
        solved=Count("problems", filter=solved, distinct=True),
    )
    return collections.order_by("title", "pk")


def problems_of(collection: ProblemCollection, member: Member | None) -> QuerySet[Problem]:
    """The problems of a collection in the order of its file, each with the member's result."""
    problems = with_difficulty(collection.problems.defer("normalised"))
    mine = Q(results__member=member)
    return problems.annotate(
        solved_in=Sum("results__solved_in", filter=mine), tries=Sum("results__tries", filter=mine)
    ).order_by("number")


def next_unsolved(collection: ProblemCollection, member: Member) -> Problem | None:
    """The first problem that the member has not solved; None where all are solved."""
    solved = ProblemResult.objects.filter(member=member, solved_in__isnull=False)
    problems = collection.problems.exclude(pk__in=solved.values("problem")).order_by("number")
    return problems.only("collection", "number").first()


def with_difficulty(problems: QuerySet[Problem]) -> QuerySet[Problem]:
    """Each with its difficulty from 1 to 5 as members voted; None where nobody did."""
    return problems.annotate(difficulty=Avg("results__vote"))


def problems_of_day(day: date, member: Member | None = None) -> QuerySet[Any]:
    """The problems in the order of a day, the same for everyone, with ``is_solved`` by the member.

    New problems leave the order of the others as it is.
    """
    solved = ProblemResult.objects.filter(member=member, solved_in__isnull=False)
    rng = random.Random(day.toordinal())  # noqa: S311
    place = (F("pk") * rng.randrange(1, _PRIME) + rng.randrange(_PRIME)) % _PRIME
    problems = Problem.objects.only("collection", "number").order_by(place)
    return problems.annotate(is_solved=Exists(solved.filter(problem=OuterRef("pk"))))


def record_of(member: Member) -> dict[str, int]:
    """What a member solved, also at the first try, and how well they guess, in percent."""
    results = ProblemResult.objects.filter(member=member).aggregate(
        tried=Count("pk"), solved=Count("solved_in"), first=Count("pk", Q(solved_in=1))
    )
    guessed = GuessedGame.objects.filter(member=member).aggregate(
        games=Count("pk"), guesses=Sum("guesses"), points=Sum(HIT * F("hits") + NEAR * F("near"))
    )
    most = HIT * (guessed["guesses"] or 0)
    percent = round(100 * guessed["points"] / most) if most else 0
    return {**results, "games": guessed["games"], "percent": percent}


def games_guessed(member: Member | None) -> QuerySet[GuessedGame]:
    """The games in which a member guessed, the latest first."""
    heavy = ("kifu__original", "kifu__normalised", "kifu__text")
    rows = GuessedGame.objects.filter(member=member, kifu__in=Kifu.objects.in_library())
    return rows.select_related("kifu__game__black", "kifu__game__white").defer(*heavy)

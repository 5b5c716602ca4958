"""What a check is, what it finds, and who asks them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from itertools import chain

from django.apps import apps
from django.db import Error


class Gravity(StrEnum):
    """How much a finding weighs."""

    STOPS = "stops"  # the site must not start so
    FAULT = "fault"  # it starts, and something does not work or is not safe
    ADVICE = "advice"  # worth knowing


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One thing that is wrong, in words, and how to put it right."""

    what: str
    cure: str
    gravity: Gravity = Gravity.FAULT


@dataclass(frozen=True, slots=True)
class Check:
    """A question about the site.

    ``asks_database``: has no answer where the database, or its tables, are not there.
    ``mended_by_start``: what it finds, ``script/production`` puts right by itself.
    """

    name: str
    ask: Callable[[], Iterable[CheckFinding]]
    asks_database: bool = False
    mended_by_start: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What one check found; nothing where all is well."""

    name: str
    findings: tuple[CheckFinding, ...]


def registry() -> tuple[Check, ...]:
    """Every check of every app, in the order of the apps."""
    modules = chain.from_iterable(getattr(app, "production", ()) for app in apps.get_app_configs())
    return tuple(chain.from_iterable(import_module(name).CHECKS for name in modules))


def asked(checks: Iterable[Check], *, before_start: bool = False) -> Iterator[Answer]:
    """The answers in order; with ``before_start`` of those that the start does not mend itself.

    Where the database, or a table, is not there, one check says so and the others are left out.
    """
    answers = True
    for check in checks:
        if (before_start and check.mended_by_start) or (check.asks_database and not answers):
            continue
        findings = tuple(_asked(check))
        if check.name in ("database", "migrations"):
            answers = answers and all(finding.gravity is not Gravity.STOPS for finding in findings)
        yield Answer(check.name, findings)


def _asked(check: Check) -> Iterator[CheckFinding]:
    try:
        yield from check.ask()
    except Error as error:
        cure = "Run manage.py migrate; if the error stays, look at the log of the database."
        yield CheckFinding(f"could not be checked: {error}".strip(), cure)

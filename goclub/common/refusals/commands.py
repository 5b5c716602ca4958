"""Refusals on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from goclub.common.refusals.registry import describe
from ratings.errors import RuleError


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a refusal into one line on the error stream and exit status 2."""
    try:
        yield
    except RuleError as error:
        text = f"{error.code.value}: {error.field}: {describe(error)}"
        raise CommandError(" ".join(text.split()), returncode=2) from error

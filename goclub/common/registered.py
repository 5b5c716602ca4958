"""What apps register while they get ready; from then on it is only read."""

from __future__ import annotations

from typing import Generic, TypeVar

from django.apps import apps

T = TypeVar("T")


class Registered(Generic[T]):
    """What the apps enter, in the order in which they get ready."""

    def __init__(self, *first: T) -> None:
        self._all: tuple[T, ...] = first

    def add(self, entry: T) -> None:
        """Take an entry in; raises RuntimeError once the site has started."""
        if apps.ready:
            raise RuntimeError(f"{type(self).__name__}: apps register while they get ready")
        self._all = (*self._all, entry)

"""The criteria of placement as a list that is moved by buttons, keys or dragging."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.leagues.tournament.labels.figures import CRITERIA

#: Buttons of the form that show it again as it was typed, and save nothing.
STEPS = ("criteria_up", "criteria_down", "criteria_remove", "criteria_add", "preview")


def is_step(data: Mapping[str, object]) -> bool:
    """Whether a form was sent by one of its :data:`STEPS`."""
    return any(name in data for name in STEPS)


class CriteriaList(forms.TextInput):
    """One field or several, in order, each with one criterion or several."""

    def value_from_datadict(self, data: Mapping[str, Any], _files: object, name: str) -> str:
        texts = data.getlist(name) if hasattr(data, "getlist") else [data.get(name) or ""]
        words = " ".join(texts).replace(",", " ").upper().split()
        return " ".join(_moved(words, data))


def criteria_rows(words: Iterable[str]) -> list[tuple[str, StrOrPromise, StrOrPromise]]:
    """The criteria of a list with their short names and meanings."""
    return [(word, *CRITERIA.get(word, (word, _("unknown")))) for word in words]


def _moved(words: list[str], data: Mapping[str, Any]) -> list[str]:
    """The list after the step that the pressed button names."""
    for step, by in (("criteria_up", -1), ("criteria_down", 1)):
        if data.get(step) in words:
            place = words.index(data[step])
            target = min(max(place + by, 0), len(words) - 1)
            words.insert(target, words.pop(place))
    if data.get("criteria_remove") in words:
        words.remove(data["criteria_remove"])
    if "criteria_add" in data and data.get("criteria_new") in CRITERIA:
        words = [*dict.fromkeys((*words, data["criteria_new"]))]
    return words

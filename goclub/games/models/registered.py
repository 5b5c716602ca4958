"""The choices that the rating systems bring: their keys, and those of their house rules.

The systems stand above the models, which therefore ask the app for them when a choice is shown or
checked.  Migrations name these functions, so that another system changes none.
"""

from __future__ import annotations

from typing import Protocol, cast

from django.apps import apps
from django_stubs_ext import StrOrPromise

#: Stored value and name of a choice.
Choices = list[tuple[str, StrOrPromise]]


class RatingChoices(Protocol):
    """What the config of this app knows once it is ready."""

    def system_choices(self) -> Choices: ...

    def house_rule_choices(self) -> Choices: ...

    def house_rule_words(self, key: str, value: int) -> str: ...


def _registered() -> RatingChoices:
    return cast(RatingChoices, apps.get_app_config("games"))


def system_choices() -> Choices:
    """Every rating system of the site."""
    return _registered().system_choices()


def house_rule_choices() -> Choices:
    """Every house rule of the rating systems that is a setting."""
    return _registered().house_rule_choices()


def house_rule_words(key: str, value: int) -> str:
    """The value of a house rule as a person would say it."""
    return _registered().house_rule_words(key, value)

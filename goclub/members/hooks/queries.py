"""What a webhook is told, and how the deliveries are doing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Count, Q, QuerySet

from goclub.members.models import Delivery, HookKind, Webhook

#: So many deliveries stand on a webhook's page.
LATEST = 30
#: So many changes of webhooks are looked through.
VERSIONS = 200


@dataclass(frozen=True, slots=True)
class Telling:
    """A fact as a visitor would see it now: for programs, and as a sentence for people."""

    data: Mapping[str, object]
    sentence: str


#: What is told of a delivery; None where visitors may not see it (any more).
Tell = Callable[[Delivery], Telling | None]


@cache
def tellings() -> Mapping[str, Tell]:
    """By kind, who tells of it: the ``TELLINGS`` of the modules in ``AppConfig.hooks``."""
    modules = chain.from_iterable(getattr(app, "hooks", ()) for app in apps.get_app_configs())
    known: dict[str, Tell] = {}
    for name in modules:
        known.update(import_module(name).TELLINGS)
    if missing := [kind.value for kind in HookKind if kind.value not in known]:
        raise ImproperlyConfigured(f"nobody tells of: {', '.join(missing)}")
    return known


def hooks_listed() -> QuerySet[Webhook]:
    """Every webhook, with how many of its messages wait and were given up."""
    waits = Q(deliveries__state__in=[Delivery.State.WAITING, Delivery.State.SENDING])
    return Webhook.objects.annotate(
        waiting=Count("deliveries", filter=waits),
        given_up=Count("deliveries", filter=Q(deliveries__state=Delivery.State.FAILED)),
    ).order_by("pk")


def versions() -> Sequence[Any]:
    """What was done with webhooks, those that are gone among them, the newest first (one query)."""
    rows = Webhook.history.select_related("history_user__member")
    return list(rows.order_by("-history_id")[:VERSIONS])


def latest(hook: Webhook) -> Sequence[Delivery]:
    """The last messages to a webhook, the newest first."""
    return list(hook.deliveries.order_by("-pk")[:LATEST])

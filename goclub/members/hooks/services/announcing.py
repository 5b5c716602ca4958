"""Writing down what the webhooks are to be told, with the fact itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import timezone

from goclub.members.models import Delivery, HookKind, Webhook
from goclub.members.notices.services.telling import OLD_NEWS

#: Key of the game, member or tournament, and what the fact adds.
Fact = tuple[int, Mapping[str, object]]


def announce(kind: HookKind, facts: Iterable[Fact], *, at: datetime) -> int:
    """Write a message for each fact and each webhook that hears of it; returns how many.

    Inside the transaction of the fact: they go out if it stays, and only then.  What happened
    more than two days ago is no news.
    """
    about, now = list(facts), timezone.now()
    if not about or now - at > OLD_NEWS:
        return 0
    hooks = [hook for hook in Webhook.objects.filter(off="") if kind.topic in hook.topics]
    written = Delivery.objects.bulk_create(
        (
            Delivery(
                hook=hook,
                kind=kind,
                about=pk,
                said=dict(payload),
                at=at,
                next_try_at=now,
                written_at=now,
                changed_at=now,
            )
            for pk, payload in about
            for hook in hooks
        ),
        batch_size=500,
    )
    return len(written)

"""Webhooks as an admin keeps them, and what they are told: events become messages that wait."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.members.hooks.services.posting import found_at, new_secret, place_of
from goclub.members.models import Delivery, HookKind, HookTopic, Webhook
from goclub.members.notices.services import OLD_NEWS
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code, RuleError

#: Webhooks of the club.
MOST: Final = 10
#: Who may do all this.
RIGHT: Final = "members.change_clubsettings"

#: What the history says of a renewed secret, which is not in it.
RENEWED: Final = "renewed"

State = Delivery.State


def make_hook(act: Act, name: str, *, address: str, topics: Collection[str], form: str) -> Webhook:
    """Enter a webhook, with a secret of its own.

    Raises ``E_MISSING`` without a name or a topic, ``E_RANGE`` beyond :data:`MOST`, and what
    :mod:`.posting` refuses.
    """
    need(act.by, RIGHT)
    chosen = _checked(name, address, topics)  # a name is looked for before anything is locked
    return _enter(
        Webhook(
            name=name.strip(),
            address=address.strip(),
            topics=chosen,
            form=form,
            secret=new_secret(),
            made_by=act.by,
            made_at=act.at,
        )
    )


def change_hook(
    act: Act, hook: Webhook, *, name: str, address: str, topics: Collection[str], form: str
) -> Webhook:
    """Change a webhook; what waits goes to the new address.  Raises what entering one raises."""
    need(act.by, RIGHT)
    chosen = _checked(name, address, topics)
    return _change(
        hook,
        name=name.strip(),
        address=address.strip(),
        topics=chosen,
        form=form,
        rests_until=None,
    )


@atomic_retried
def renew_secret(act: Act, hook: Webhook) -> Webhook:
    """A new secret; from now on the old one signs nothing."""
    need(act.by, RIGHT)
    return _change(hook, why=RENEWED, secret=new_secret())


@atomic_retried
def switch_hook(act: Act, hook: Webhook, *, on: bool) -> Webhook:
    """Switch a webhook on, as if nothing had failed, or off; what waits then is let go."""
    need(act.by, RIGHT)
    if on:
        return _change(hook, off="", failures=0, failing_since=None, rests_until=None)
    hook = _change(hook, off=Webhook.Off.HAND)
    waiting = hook.deliveries.filter(state__in=[State.WAITING, State.SENDING])
    waiting.update(state=State.DROPPED, changed_at=act.at)
    return hook


@atomic_retried
def delete_hook(act: Act, hook: Webhook) -> None:
    """A webhook hears nothing any more; what waits is gone with it."""
    need(act.by, RIGHT)
    lock_row(hook).delete()


@atomic_retried
def send_test(act: Act, hook: Webhook) -> Delivery:
    """A message that shows whether a webhook works, also to one that rests.

    Raises ``E_STATE`` where it is switched off.
    """
    need(act.by, RIGHT)
    hook = lock_row(hook)
    if hook.off:
        raise Refusal(
            _("“%(value)s” is switched off. Switch it on first."), field="hook", value=hook.name
        )
    Webhook.objects.filter(pk=hook.pk).update(rests_until=None)
    return Delivery.objects.create(
        hook=hook,
        kind=HookKind.TEST,
        at=act.at,
        next_try_at=act.at,
        written_at=act.at,
        changed_at=act.at,
    )


@atomic_retried
def resend_messages(act: Act, deliveries: Collection[int]) -> int:
    """Try messages again that were given up, of webhooks that are on; returns how many."""
    need(act.user, RIGHT)
    failed = Delivery.objects.filter(pk__in=deliveries, state=State.FAILED, hook__off="")
    again = {
        "tries": 0,
        "next_try_at": act.at,
        "written_at": act.at,
        "changed_at": act.at,
        "worker": "",
    }
    return failed.update(state=State.WAITING, **again)


@atomic_retried
def discard_messages(act: Act, deliveries: Collection[int]) -> int:
    """Messages that were given up are seen; returns how many."""
    need(act.user, RIGHT)
    failed = Delivery.objects.filter(pk__in=deliveries, state=State.FAILED)
    return failed.update(state=State.DROPPED, changed_at=act.at)


@atomic_retried
def _enter(hook: Webhook) -> Webhook:
    # Two who enter the last one at once wait for each other here, and the second counts anew.
    lock_rows(Webhook.objects.all())
    if Webhook.objects.count() >= MOST:
        raise Refusal(
            _("You can have at most %(value)s webhooks. Delete one first."),
            code=Code.RANGE,
            field="name",
            value=MOST,
            reason="enough",
        )
    hook.save()
    return hook


@atomic_retried
def _change(hook: Webhook, *, why: str = "", **values: object) -> Webhook:
    hook = lock_row(hook)
    hook._change_reason = why or None
    for name, value in values.items():
        setattr(hook, name, value)
    hook.save(update_fields=[*values])
    return hook


def _checked(name: str, address: str, topics: Collection[str]) -> list[str]:
    if not name.strip():
        raise RuleError(Code.MISSING, "name")
    chosen = [topic.value for topic in HookTopic if topic.value in topics]
    if not chosen:
        raise RuleError(Code.MISSING, "topics")
    if not address.strip():
        raise RuleError(Code.MISSING, "address")
    found_at(place_of(address.strip()))
    return chosen


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

"""What the page of an event says of registration by anyone."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from goclub.leagues.models import Event
from goclub.leagues.signup.labels import money
from goclub.leagues.signup.queries import own_registration, phase_of, position_of, signup_of

register = template.Library()
register.filter("money", money)


@register.simple_tag(takes_context=True)
def signup_state(context: Context, event: Event) -> dict[str, Any]:
    """Return ``phase``, ``signup``, ``waiting``, and the reader's ``mine`` with ``position``."""
    signup = signup_of(event)
    phase = phase_of(signup, timezone.now())
    if phase == "off":
        return {"phase": phase.value}
    mine = own_registration(event, getattr(context["request"], "member", None))
    return {
        "phase": phase.value,
        "signup": signup,
        "waiting": event.registrations.waiting().count(),
        "mine": mine,
        "position": position_of(mine) if mine else 0,
    }

"""What challenges add to pages below the leagues: the start page and a member's own."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils import timezone

from goclub.leagues.challenge.labels import lines_of
from goclub.leagues.challenge.queries import pending_of
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from goclub.members.queries import zone_of

register = template.Library()


@register.inclusion_tag("leagues/challenge/_home.html", takes_context=True)
def my_challenges(context: Context) -> dict[str, object]:
    """What the signed-in member has to answer, to report, to play (one query)."""
    me, now = context.get("me"), timezone.now()
    lines = lines_of(pending_of(me, now), me, now, zone_of(context["club"])) if me else []
    return {
        "waiting": [line for line in lines if line.mine or line.due],
        "ahead": [
            line
            for line in lines
            if line.challenge.state == Challenge.State.ACCEPTED and not line.due
        ],
    }


@register.filter
def may_be_challenged(member: Member, me: Member | None) -> bool:
    """Whether the reader may challenge this one: both are members, and he can sign in."""
    there = member.status == Member.Status.MEMBER and member.user_id is not None
    return there and me is not None and me.pk != member.pk

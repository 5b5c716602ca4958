"""What webhooks are told of a fact: what the interface answers a visitor when it is sent.

A fact that was overtaken meanwhile is told no more: a result that was made void is not confirmed,
and what took its place has a message of its own.
"""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _

from goclub.api.access import ApiReader
from goclub.api.events import event_out
from goclub.api.games import game_out
from goclub.api.people import link_of
from goclub.common import notation
from goclub.games.labels import result_code
from goclub.games.models import Game
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.leagues.models import Event, Round
from goclub.members.hooks.queries import Tell, Telling
from goclub.members.models import Delivery, HookKind, Member
from goclub.members.queries import club_settings

#: What Discord would take for its own marks, for somebody to be called, or for an address.
_MARKS: Final = re.compile(r"([\\*_~`|<>\[\]()#:@])")
_OUT: Final = (Round.State.PUBLISHED, Round.State.COMPLETE)
#: The states in which an event still is what was told of it.
_STILL: Final = {
    HookKind.OPENED: (Event.State.REGISTRATION, Event.State.RUNNING),
    HookKind.ROUND: (Event.State.RUNNING, Event.State.CLOSED),
    HookKind.CLOSED: (Event.State.CLOSED,),
    HookKind.CANCELLED: (Event.State.CANCELLED,),
}


def result(delivery: Delivery) -> Telling | None:
    """Return the game as it is now, if the message's fact still holds."""
    reader = ApiReader.visitor()
    games = Game.objects.with_players().select_related("kifu").defer("kifu__normalised")
    game = games.filter(pk=delivery.about or 0).first()
    if game is None or not reader.rights.games:
        return None
    counts = game.state == Game.State.CONFIRMED
    if counts == (delivery.kind == HookKind.VOIDED):
        return None
    facts = {
        "black": _plain(game.black.display_name),
        "white": _plain(game.white.display_name),
        "result": _plain(result_code(game)),
    }
    if delivery.kind == HookKind.CONFIRMED:
        text = _("%(black)s (Black) – %(white)s (White): %(result)s")
    elif delivery.kind == HookKind.CORRECTED:
        text = _("Corrected: %(black)s (Black) – %(white)s (White): %(result)s")
    else:
        text = _("The result of %(black)s (Black) – %(white)s (White) no longer counts.")
    data = game_out(reader, game)
    return Telling(data, _with_address(text % facts, data["url"]))


def rank(delivery: Delivery) -> Telling | None:
    """Return a member's rank before and after, if visitors find the member in the ranking."""
    reader = ApiReader.visitor()
    listed = Member.objects.active().shown_to(visitor=True)
    member = listed.filter(pk=delivery.about or 0).first()
    if member is None or not reader.rights.table:
        return None
    link = link_of(reader, member)
    text = _("%(name)s is now %(rank)s (%(system)s; before: %(before)s).") % {
        "name": _plain(member.display_name),
        "rank": notation.rank(delivery.said["rank_after"]),
        "before": notation.rank(delivery.said["rank_before"]),
        "system": SYSTEMS.of(delivery.said["system"]).name,
    }
    address = reader.absolute(member.get_absolute_url()) if link["id"] else ""
    return Telling({"member": link, **delivery.said}, _with_address(text, address))


def event(delivery: Delivery) -> Telling | None:
    """Return the tournament as it is now, if the message's fact still holds."""
    reader = ApiReader.visitor()
    kind = HookKind(delivery.kind)
    shown = Event.objects.shown().filter(pk=delivery.about or 0, state__in=_STILL[kind]).first()
    if shown is None or not reader.rights.games:
        return None
    number = delivery.said.get("round")
    if number is not None and not shown.rounds.filter(number=number, state__in=_OUT).exists():
        return None
    texts = {
        HookKind.OPENED: _("%(event)s is open: %(days)s."),
        HookKind.ROUND: _("%(event)s: the pairings for round %(round)s are out."),
        HookKind.CLOSED: _("%(event)s is over. The standings are final."),
        HookKind.CANCELLED: _("%(event)s has been cancelled."),
    }
    facts = {
        "event": _plain(shown.name),
        "days": notation.span(shown.begins_on, shown.ends_on),
        "round": notation.number(number or 0),
    }
    data = {**event_out(reader, shown), **delivery.said}
    return Telling(data, _with_address(texts[kind] % facts, data["url"]))


def trial(_delivery: Delivery) -> Telling:
    """Return the content of a test message."""
    name = club_settings().name
    text = _("A test from the site of %(club)s: everything works.") % {"club": _plain(name)}
    return Telling({"club": name}, text)


#: By kind, who tells of it (see ``members.hooks.queries.tellings``).
TELLINGS: Final[dict[str, Tell]] = {
    HookKind.CONFIRMED: result,
    HookKind.CORRECTED: result,
    HookKind.VOIDED: result,
    HookKind.RANK: rank,
    HookKind.OPENED: event,
    HookKind.ROUND: event,
    HookKind.CLOSED: event,
    HookKind.CANCELLED: event,
    HookKind.TEST: trial,
}


def _plain(text: str) -> str:
    """Return a name without any special meaning on Discord.

    >>> _plain("*Kō* @everyone")
    '\\\\*Kō\\\\* \\\\@everyone'
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _with_address(text: str, address: object) -> str:
    """Return a sentence and a link; Discord shows no preview for a link between < and >."""
    return f"{text}\n<{address}>" if address else text

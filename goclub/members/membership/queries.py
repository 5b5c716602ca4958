"""Reading addresses from a box, and what is known of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Lower

from goclub.common.collation import by_name
from goclub.common.columns import validate_address
from goclub.common.name_field import without_unseen
from goclub.members.models import Invitation, Member, User

#: Between two addresses: a comma, a semicolon or a line's end, in the forms of any keyboard.
_BETWEEN = re.compile(r"[,;\n\r，；、]")
_NAMED = re.compile(r"^(?P<name>.*?)<(?P<address>[^<>]*)>$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Address:
    """A piece of what was pasted: address and name; ``good`` where mail can go."""

    typed: str
    email: str
    name: str
    good: bool


def read_addresses(text: str) -> list[Address]:
    """Every address of a pasted text, in its order, each judged by itself.

    >>> [(one.email, one.name, one.good) for one in read_addresses('"Żak, Ewa" <e@a.pl>; x@y')]
    [('e@a.pl', 'Żak, Ewa', True), ('x@y', '', False)]
    """
    return [_read(piece) for piece in _pieces(text)]


def _pieces(text: str) -> Iterator[str]:
    """Cut at separators outside quotes and brackets; a quote that is never closed is a letter."""
    quoted, start = False, 0
    for place, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted and '"' in text[place + 1 :].split("\n", 1)[0]
        elif not quoted and _BETWEEN.match(letter):
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _read(piece: str) -> Address:
    named = _NAMED.match(piece.strip())
    email = (named["address"] if named else piece).strip().removeprefix("mailto:")
    name = without_unseen((named["name"] if named else "").replace('"', " "))[:80].strip()
    try:
        validate_address(email)
        good = len(email) <= 254
    except ValidationError:
        good = False
    return Address(typed=piece.strip()[:254], email=email, name=name, good=good)


def login_of(email: str) -> User | None:
    """Return the account that has this address, in any case.

    Asks with the expression of the constraint ``user_email_once``: ``iexact`` compares upper-case
    letters, and misses or adds accounts where the two cases are not one pair.
    """
    accounts = User.objects.alias(folded=Lower("email")).exclude(email="")
    return accounts.filter(folded=Lower(Value(email))).select_related("member").first()


def member_of_login(user: User | None) -> Member | None:
    """The person behind a login; None for a login without one."""
    return Member.objects.filter(user=user).first() if user else None


def invitable(at: datetime) -> QuerySet[Member]:
    """Return members without an account whose address is known and who have no open invitation."""
    waiting = Invitation.objects.open(at).filter(member=OuterRef("pk"))
    return (
        Member.objects.active()
        .filter(user=None)
        .exclude(contact_email="")
        .exclude(Exists(waiting))
        .order_by(by_name("display_name"), "pk")
    )


def without_address() -> QuerySet[Member]:
    """Return members who cannot get e-mail: they have neither an account nor an address."""
    return Member.objects.active().filter(user=None, contact_email="")


def without_login(email: str) -> Member | None:
    """The one person without a login whose address this is, no guest; None for nobody or several.

    What a guest has played is counted anew by an admin, who makes them a member.
    """
    known = Member.objects.filter(user=None, contact_email__iexact=email)
    members = list(known.exclude(status=Member.Status.GUEST)[:2])
    return members[0] if len(members) == 1 else None

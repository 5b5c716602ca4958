"""What players are told about tournaments."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "event.paired",
        label=_("I am paired in a tournament"),
        text=_("%(event)s, round %(round)s: you play %(other)s at table %(table)s."),
        mail=Mail.NEVER,
    ),
    NoticeKind(
        "event.withdrawn",
        label=_("A player of my tournament left the club and was withdrawn"),
        text=_("%(name)s has left the club and was withdrawn from %(event)s."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "event.left",
        label=_("A player of my tournament left the club after its start"),
        text=_("%(name)s has left the club and is still entered in %(event)s. Withdraw them?"),
        mail=Mail.NOW,
    ),
]

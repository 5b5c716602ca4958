"""What happened to a way of signing in, in the reader's words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "account.changed",
        label=_("My password, e-mail address or second factor was changed"),
        text=_(
            "Your password, e-mail address or second factor was changed. If that was not you, tell"
            " the club at once."
        ),
        mail=Mail.NEVER,  # the e-mail about it goes out whatever a member has switched off
    ),
]

REFUSALS: Refusals = {
    "factor.code": _("This code is not right. Enter the newest one from the app."),
    "factor.own": _("Remove your own second factor on the page of your account."),
    "factor.none": _("This member has no second factor."),
}

"""What happened to a way of signing in, in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import Refusals
from goclub.members.notices.queries import Mail, NoticeKind

#: What an e-mail says of each change.
CHANGES: Final[Mapping[str, StrOrPromise]] = {
    "password": _("The password of your account was changed."),
    "app_added": _(
        "An authenticator app was added to your account. Its code is asked for at each sign-in."
    ),
    "passkey_added": _("A passkey was added to your account. It is asked for at each sign-in."),
    "factor_removed": _("A second factor was removed from your account."),
    "codes_renewed": _("New recovery codes were created. The old ones no longer work."),
    "code_used": _("A recovery code was used to sign in to your account."),
    "reset": _(
        "The club removed the second factor of your account. Sign in with your password and set up"
        " a new one."
    ),
}

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
    "factor.none": _("This member has no second factor."),
}

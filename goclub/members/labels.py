"""Refusals about members in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "member.admitted_already": _("%(value)s is a member already."),
    "member.no_login": _("%(value)s has no login yet, and a role needs one."),
}

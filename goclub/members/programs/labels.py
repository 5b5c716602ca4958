"""What is refused about keys of programs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "programs.enough": _("You can have at most %(value)s keys. Revoke one first."),
}

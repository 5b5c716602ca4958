"""Refusals about letters in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "mail.no_address": _("“%(value)s” is not an e-mail address."),
}

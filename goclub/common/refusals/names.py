"""What is said of a name that cannot be read as it is."""

from __future__ import annotations

from goclub.common.name_field import UNSEEN
from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {"names.unseen": UNSEEN}

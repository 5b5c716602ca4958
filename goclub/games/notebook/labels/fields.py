"""What the columns of a notebook are called on our pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

FIELD_LABELS: Final[Mapping[str, StrOrPromise]] = {
    "name": pgettext_lazy("of a person", "name"),
    "family": _("family name"),
    "given": _("given name"),
    "romanised": _("romanised name"),
    "nickname": _("nickname"),
    "rank": _("rank"),
    "points": _("points"),
    "points_on": _("points as of"),
    "certified": _("points are official"),
    "joined": _("joined on"),
    "born": _("date of birth"),
    "email": _("e-mail address"),
    "club": _("club"),
    "country": _("country"),
    "language": _("language"),
    "status": _("status"),
    "note": _("remarks"),
    "date": _("played on"),
    "black": _("Black"),
    "white": _("White"),
    "result": _("result"),
    "handicap": _("handicap stones"),
    "komi": _("komi"),
    "board": _("board"),
    "place": _("place"),
    "event": _("event"),
    "moves": _("number of moves"),
    "rules": _("rules"),
    "kind": _("kind of game"),
}


def field_label(field: str) -> str:
    """A field in the reader's words."""
    return str(FIELD_LABELS.get(field, field))

"""Why a round cannot be paired better, and what of it people decided themselves."""

from __future__ import annotations

from django.core.cache import cache
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted
from goclub.leagues.tournament.labels.figures import PROOFS, weight_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.explaining import ByHand, decided_by_hand

_PROVEN = ("prices", "dense")
_KEPT_SECONDS = 3600


def proof_text(snapshot: EventSnapshot, number: int) -> str:
    """What is proven of a paired round; "" where it was not paired by weight."""
    event_round = snapshot.round(number)
    if event_round is None or not event_round.weight or event_round.proof not in _PROVEN:
        return ""
    newest = snapshot.event.changes.order_by("-pk").values_list("pk", flat=True).first()
    key = f"leagues:by-hand:{event_round.pk}:{newest}"
    text: ByHand | str | None = cache.get(key)
    if text is None:
        text = decided_by_hand(snapshot, number) or ""
        cache.set(key, text, _KEPT_SECONDS)
    return by_hand_text(text) if isinstance(text, ByHand) else str(PROOFS[event_round.proof])


def by_hand_text(by_hand: ByHand) -> str:
    """How far the proof goes, with what the round weighs and what it could."""
    tables = [localize(table) for table in by_hand.tables]
    if not tables:
        text = _(
            "Best possible pairing with the forbidden pairs: weight %(total)s, or %(best)s "
            "without them."
        )
    elif by_hand.bans:
        text = ngettext(
            "Best possible pairing apart from table %(tables)s, set by hand, and the "
            "forbidden pairs: weight %(total)s, or %(best)s without both.",
            "Best possible pairing apart from tables %(tables)s, set by hand, and the "
            "forbidden pairs: weight %(total)s, or %(best)s without both.",
            len(tables),
        )
    else:
        text = ngettext(
            "Best possible pairing apart from table %(tables)s, set by hand: weight "
            "%(total)s, or %(best)s without the change.",
            "Best possible pairing apart from tables %(tables)s, set by hand: weight "
            "%(total)s, or %(best)s without the changes.",
            len(tables),
        )
    return text % {
        "tables": dotted(tables),
        "total": weight_text(by_hand.total),
        "best": weight_text(by_hand.best),
    }

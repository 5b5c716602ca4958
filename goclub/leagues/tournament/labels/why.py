"""“Why this pair?” in words with its figures, and why a round cannot be paired better."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, percent
from goclub.leagues.models import Pairing
from goclub.leagues.tournament.labels.apart import apart_sentences, virtual_sentences
from goclub.leagues.tournament.labels.figures import PROOFS, WEIGHTS, weight_text
from goclub.leagues.tournament.labels.pools import pool_sentences
from goclub.leagues.tournament.queries.events import kept_until_changed
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.explaining import ByHand, Explained, decided_by_hand
from tournaments.events.explain import Alternative, CriterionRow
from tournaments.events.weights.criteria import Criterion

_PROVEN = ("prices", "dense")


def proof_text(snapshot: EventSnapshot, number: int) -> str:
    """What is proven of a paired round; "" where it was not paired by weight."""
    event_round = snapshot.round(number)
    if event_round is None or not event_round.weight or event_round.proof not in _PROVEN:
        return ""
    by_hand = kept_until_changed(
        snapshot.event,
        f"by-hand:{event_round.pk}",
        lambda: decided_by_hand(snapshot, number) or "",
    )
    return by_hand_text(by_hand) if isinstance(by_hand, ByHand) else str(PROOFS[event_round.proof])


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


def why_page(
    snapshot: EventSnapshot, pairing: Pairing, explained: Explained, scores: tuple[str, str]
) -> dict[str, object]:
    """Lay out why a pair meets; ``scores`` of Black and White before the round.

    ``sentences`` say it first: what the two had, what speaks for the pair, what it gives up.
    ``others``: the next best partners; ``bans``: the forbidden pairs that cost something; ``off``:
    the criteria that the event has switched off.
    """
    explanation = explained.explanation
    rows = tuple(row for row in explanation.rows if row.largest) if explanation else ()
    return {
        "sentences": (
            *_sentences(pairing, rows, scores),
            *virtual_sentences(snapshot, pairing),
            *apart_sentences(snapshot, pairing),
            *pool_sentences(snapshot, pairing),
        ),
        "rows": [_row(row) for row in rows],
        "weight": weight_text(explanation.weight) if explanation else "",
        "total": "" if explained.total is None else weight_text(explained.total),
        "others": [_other(snapshot, alternative) for alternative in explanation.alternatives]
        if explanation
        else [],
        "bans": [(ban, weight_text(cost)) for ban, cost in explained.bans],
        "proof": proof_text(snapshot, pairing.round.number) or PROOFS.get(explained.proof, ""),
        "by_hand": pairing.fixed,
        "changed": explained.changed,
        "schedule": explanation is None,
        "off": [
            WEIGHTS[criterion]
            for criterion in Criterion
            if not getattr(snapshot.settings.pairing, criterion.value, True)
        ],
    }


def _row(row: CriterionRow) -> dict[str, object]:
    """One criterion: what the pair earned of the most there is, in words too, and what it cost."""
    return {
        "label": WEIGHTS[row.criterion],
        "earned": weight_text(row.points),
        "largest": weight_text(row.largest),
        "cost": weight_text(row.cost),
        "free": row.cost == 0,
        "share": _("all") if row.cost == 0 else share_text(row.points, row.largest),
    }


def share_text(part: int, whole: int) -> str:
    """A part of a whole in percent, never rounded to nothing nor to all.

    >>> share_text(1, 4), share_text(1, 10_000), share_text(9_999, 10_000), share_text(0, 5)
    ('25%', 'under 1%', '99%', '0%')
    """
    if not part:
        return percent(0)
    share = 100 * part // whole
    return percent(share) if share else _("under 1%")


def _sentences(
    pairing: Pairing, rows: tuple[CriterionRow, ...], scores: tuple[str, str]
) -> tuple[str, ...]:
    """Who with which scores, what speaks for the pair, what it gives up."""
    black, white = scores
    names = {
        "black": pairing.black.shown_name,
        "white": pairing.white.shown_name,
        "b": black,
        "w": white,
    }
    if black == white:
        sentences = [_("%(black)s and %(white)s were level on %(b)s before the round.") % names]
    else:
        sentences = [_("Before the round %(black)s was on %(b)s, %(white)s on %(w)s.") % names]
    kept = _phrases(row for row in rows if not row.cost)
    short = _phrases(row for row in rows if row.cost)
    if kept:
        sentences.append(_("In favour of this pair: %(what)s.") % {"what": kept})
    if short:
        sentences.append(_("Only partly met: %(what)s.") % {"what": short})
    return tuple(sentences)


def _phrases(rows: Iterable[CriterionRow]) -> str:
    return " · ".join(str(WEIGHTS[row.criterion]) for row in rows)


def _other(snapshot: EventSnapshot, alternative: Alternative) -> dict[str, object]:
    """The next best partner of a player, and what the whole round would have lost by it."""
    return {
        "player": snapshot.participants[alternative.player],
        "partner": snapshot.participants[alternative.partner],
        "text": _loss_text(alternative),
        "loss": weight_text(alternative.loss),
        "exact": alternative.exact,
    }


def _loss_text(alternative: Alternative) -> str:
    """What the whole round would have lost, measured by the least criterion that is as large."""
    if not alternative.loss:
        return _("The round as a whole would have been just as good.")
    scale = min(
        (row for row in alternative.rows if row.largest >= alternative.loss),
        key=lambda row: row.largest,
        default=None,
    )
    if scale is None:
        return _("The round as a whole would have lost more than any single criterion is worth.")
    return _(
        "The round as a whole would have lost %(share)s of what one table can earn for “%(what)s”."
    ) % {
        "share": share_text(alternative.loss, scale.largest),
        "what": WEIGHTS[scale.criterion],
    }

"""“Why this pair?” in words with its figures, and why a round cannot be paired better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, percent
from goclub.leagues.models import ForbiddenPair, Pairing, Participant
from goclub.leagues.tournament.labels.figures import PROOFS, WEIGHTS, weight_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.explaining import ByHand, Explained, decided_by_hand
from tournaments.events.explain import Alternative, CriterionRow
from tournaments.events.weights.criteria import Criterion

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


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One criterion: what the pair earned of the most there is, and what it cost.

    ``share``: what it earned in words.
    """

    label: str | Promise
    earned: str
    largest: str
    cost: str
    free: bool
    share: str


@dataclass(frozen=True, slots=True)
class Other:
    """The next best partner of a player, and what the whole round would have lost with him.

    ``text``: that in a sentence; ``loss`` in figures.
    """

    player: Participant
    partner: Participant
    text: str
    loss: str
    exact: bool


@dataclass(frozen=True, slots=True)
class PairingWhy:
    """The page: rows of criteria, the next best partners, bans that cost something, the proof.

    ``sentences`` say it first: what the two had, what speaks for the pair, what it gives up.
    ``off``: the criteria that the event has switched off.
    """

    sentences: tuple[str, ...]
    rows: tuple[WhyRow, ...]
    weight: str
    total: str
    others: tuple[Other, ...]
    bans: tuple[tuple[ForbiddenPair, str], ...]
    proof: str | Promise
    by_hand: bool
    changed: bool
    schedule: bool
    off: tuple[str | Promise, ...]


def why_page(
    snapshot: EventSnapshot, pairing: Pairing, explained: Explained, scores: tuple[str, str]
) -> PairingWhy:
    """Lay out why a pair meets; ``scores`` of Black and White before the round."""
    explanation = explained.explanation
    rows = tuple(row for row in explanation.rows if row.largest) if explanation else ()
    return PairingWhy(
        _sentences(pairing, rows, scores),
        tuple(map(_row, rows)),
        weight_text(explanation.weight) if explanation else "",
        "" if explained.total is None else weight_text(explained.total),
        tuple(_other(snapshot, alternative) for alternative in explanation.alternatives)
        if explanation
        else (),
        tuple((ban, weight_text(cost)) for ban, cost in explained.bans),
        proof_text(snapshot, pairing.round.number) or PROOFS.get(explained.proof, ""),
        pairing.fixed,
        explained.changed,
        explained.explanation is None,
        tuple(
            WEIGHTS[criterion]
            for criterion in Criterion
            if not getattr(snapshot.settings.pairing, criterion.value)
        ),
    )


def _row(row: CriterionRow) -> WhyRow:
    return WhyRow(
        WEIGHTS[row.criterion],
        weight_text(row.points),
        weight_text(row.largest),
        weight_text(row.cost),
        row.cost == 0,
        _("all") if row.cost == 0 else share_text(row.points, row.largest),
    )


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
        "black": pairing.black.display_name,
        "white": pairing.white.display_name,
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


def _other(snapshot: EventSnapshot, alternative: Alternative) -> Other:
    player, partner = (
        snapshot.participants[alternative.player],
        snapshot.participants[alternative.partner],
    )
    return Other(
        player, partner, _loss_text(alternative), weight_text(alternative.loss), alternative.exact
    )


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

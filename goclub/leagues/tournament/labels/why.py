"""“Why this pair?” in words, and the figures for whoever asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from goclub.common.notation import percent
from goclub.leagues.models import ForbiddenPair, Pairing, Participant
from goclub.leagues.tournament.labels.figures import PROOFS, WEIGHTS, weight_text
from goclub.leagues.tournament.labels.proof import proof_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.explaining import Explained
from tournaments.events.explain import Alternative, CriterionRow
from tournaments.events.weights.criteria import Criterion


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

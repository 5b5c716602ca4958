"""Prizes in words: among whom they are given, what they are worth, why somebody gets one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_countries import countries

from goclub.common.notation import dotted, listed, number, sentences, short_rank
from goclub.leagues.models import Participant, Prize, PrizeGiving, PrizeWinner
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.labels.standings import categories_of
from goclub.leagues.tournament.queries.prizes import PrizePlan
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.settings import Settings
from tournaments.prizes import Contradiction, Contradictory, PrizeAward, PrizeScope, TieRule

#: Names of those who are passed over or tied, at most.
NAMED: Final = 5


def scope_text(prize: Prize, rules: Settings) -> str:
    """Return among whom a prize is given: “1–5 kyu”, “Krakow”, “4 wins or more”."""
    match prize.scope:
        case PrizeScope.CATEGORY:
            categories = {category.number: category for category in categories_of(rules)}
            category = categories.get(prize.category or 0)
            unknown = _("Category %(number)s") % {"number": prize.category}
            return category.label if category else unknown
        case PrizeScope.BAND:
            high, low = (
                None if rank is None else short_rank(rank_text(rank))
                for rank in (prize.highest, prize.lowest)
            )
            if high is None:
                return _("%(rank)s and up") % {"rank": low}
            return _("%(rank)s and below") % {"rank": high} if low is None else f"{high}–{low}"
        case PrizeScope.YOUNGEST:
            return _("the youngest")
        case PrizeScope.COUNTRY:
            return str(countries.name(prize.subject))
        case PrizeScope.CLUB:
            return prize.subject
        case PrizeScope.GROUP:
            return str(prize.group)
        case PrizeScope.WINS:
            text = ngettext("%(n)s win or more", "%(n)s wins or more", prize.wins or 0)
            return text % {"n": prize.wins}
    return _("everyone")


def prize_name(prize: Prize, rules: Settings) -> str:
    """Return what a prize is for: “Place 2 among 1–5 kyu”."""
    among = scope_text(prize, rules)
    if prize.scope == PrizeScope.WINS:
        return among
    if prize.scope == PrizeScope.ALL:
        return _("Place %(place)s") % {"place": prize.place}
    return _("Place %(place)s among %(among)s") % {"place": prize.place, "among": among}


def worth_text(amount: Decimal | None, item: str, giving: PrizeGiving) -> str:
    """Return what a prize is worth: “150 zł · Cup”."""
    money = ""
    if amount is not None:
        text = number(amount, 0 if amount == int(amount) else 2)
        money = f"{text} {giving.currency}".strip()
    return dotted((money, item))


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize or a share of it as pages and papers show it; ``participant`` None for nobody."""

    prize: Prize
    name: str
    worth: str
    participant: Participant | None
    why: str
    by_hand: bool = False


def proposed_lines(snapshot: EventSnapshot, plan: PrizePlan) -> list[PrizeLine]:
    """Return the prizes with the winners that the rule and the organisers' choices give."""
    prizes = {prize.number: prize for prize in plan.prizes}
    reasons = {number: winner.reason for number, winner in plan.by_hand.items()}
    return [
        PrizeLine(
            prize=(prize := prizes[award.prize]),
            name=prize_name(prize, snapshot.settings),
            worth=worth_text(
                prize.amount if award.player is None else award.amount,
                prize.item if award.with_item else "",
                plan.giving,
            ),
            participant=None if award.player is None else snapshot.participants[award.player],
            why=why_text(
                award, prize, snapshot, TieRule(plan.giving.ties), reasons.get(award.prize, "")
            ),
            by_hand=award.by_hand,
        )
        for award in plan.awards
    ]


def given_lines(snapshot: EventSnapshot, winners: Iterable[PrizeWinner]) -> list[PrizeLine]:
    """Return the confirmed winners."""
    lines = []
    for winner in winners:
        prize, giving = winner.prize, winner.prize.event.prize_giving
        item = prize.item if winner.with_item else ""
        lines.append(
            PrizeLine(
                prize,
                prize_name(prize, snapshot.settings),
                worth_text(winner.amount, item, giving),
                winner.participant,
                why_text(award_of(winner), prize, snapshot, TieRule(giving.ties), winner.reason),
            )
        )
    return lines


def award_of(winner: PrizeWinner) -> PrizeAward:
    """Return a stored winner as the rule gave it, but for the amount."""
    kept: Mapping[str, Any] = winner.why
    player = winner.participant.number if winner.participant else None
    if winner.by_hand:
        return PrizeAward(winner.prize.number, player, by_hand=True)
    return PrizeAward(**kept)


def why_text(
    award: PrizeAward, prize: Prize, snapshot: EventSnapshot, ties: TieRule, reason: str
) -> str:
    """Return why a player gets a prize, or why nobody does, in sentences."""
    people = snapshot.participants
    tied = listed(people[number].shown_name for number in award.tied[:NAMED] if number in people)
    if award.by_hand:
        return _("Chosen by the organisers: %(reason)s") % {"reason": reason}
    if award.player is None and award.tied:
        return _("Not given: %(names)s share the place above, and each got a whole prize.") % {
            "names": tied
        }
    if award.player is None:
        return _("Nobody is left for this prize.")
    parts = [_("Place %(place)s among them.") % {"place": award.position}]
    if prize.scope == PrizeScope.WINS:
        parts = []
    if award.passed:
        held = [
            _("%(name)s has prize %(prize)s") % {"name": people[number].shown_name, "prize": better}
            for number, better in award.passed[-NAMED:]
            if number in people
        ]
        parts.append(_("Already with a better prize: %(names)s.") % {"names": listed(held)})
    if award.tied:
        parts.append(_TIED[ties] % {"names": tied})
    return sentences(parts)


_TIED: Final = {
    TieRule.SHARE: gettext_lazy("Tied: %(names)s. They share the prizes of their places."),
    TieRule.NEXT: gettext_lazy("Tied: %(names)s. The next tie-break decides."),
    TieRule.BOTH: gettext_lazy("Tied: %(names)s. Each gets the whole prize."),
    TieRule.ORDER: gettext_lazy("Tied: %(names)s. The order of the standings decides."),
}

_WRONG: Final = {
    Contradiction.SAME: gettext_lazy(
        "Prizes %(against)s and %(prize)s are for the same place. Change one of them."
    ),
    Contradiction.NOBODY: gettext_lazy(
        "Prize %(prize)s (%(among)s): nobody belongs there. Change or delete it."
    ),
    Contradiction.TOO_MANY: gettext_lazy(
        "Prize %(prize)s is for place %(place)s among %(among)s, but their number is %(count)s."
    ),
    Contradiction.ORDER: gettext_lazy(
        "Prize %(prize)s is for a better place than prize %(against)s, but stands below it. "
        "Move it up."
    ),
    Contradiction.WORTH_LESS: gettext_lazy(
        "Prize %(prize)s is worth more than prize %(against)s, which is for a better place."
    ),
    Contradiction.INDIVISIBLE: gettext_lazy(
        "Prize %(prize)s has an item, which cannot be divided in a tie. Whoever is listed first "
        "gets it."
    ),
    Contradiction.TOO_MANY_WINS: gettext_lazy(
        "Prize %(prize)s asks for more wins than there are rounds (%(count)s)."
    ),
}


def wrong_text(wrong: Contradictory, plan: PrizePlan, rules: Settings) -> str:
    """Return a contradiction as a sentence."""
    prize = next(prize for prize in plan.prizes if prize.number == wrong.prize)
    return _WRONG[wrong.kind] % {
        "prize": wrong.prize,
        "against": wrong.against,
        "count": wrong.count,
        "place": prize.place,
        "among": scope_text(prize, rules),
    }

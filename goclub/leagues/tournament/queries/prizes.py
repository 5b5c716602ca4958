"""The prizes of an event with their winners, as proposed by the rule or as confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goclub.leagues.models import Event, Prize, PrizeGiving, PrizeGroup, PrizeWinner
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.prizes import (
    Contradictory,
    PrizeAward,
    PrizeContender,
    TieRule,
    award_prizes,
    contradictions,
)

#: What may decide between tied players when the event says so: those that do not place yet.
NEXT_CRITERIA: Final = ("SOSM", "SOSW", "SOSOSM", "SODOSM", "SODOSW", "CUSSM", "CUSSW")


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """The prizes of an event, the contenders in the order of the standings, what the rule says.

    ``by_hand``: what the organisers chose themselves, by the number of the prize.
    """

    giving: PrizeGiving
    prizes: list[Prize]
    contenders: list[PrizeContender]
    by_hand: dict[int, PrizeWinner]
    awards: tuple[PrizeAward, ...]
    wrong: list[Contradictory]


def giving_of(event: Event) -> PrizeGiving:
    """Return the rules of an event's prizes; not saved where nobody chose any yet."""
    return PrizeGiving.objects.filter(event=event).first() or PrizeGiving(event=event)


def winners_given(event: Event) -> list[PrizeWinner]:
    """Return the confirmed winners, in the order of the prizes; none before the confirmation."""
    winners = PrizeWinner.objects.filter(
        prize__event=event, prize__event__prize_giving__confirmed_at__isnull=False
    )
    related = ("prize__event__prize_giving", "prize__group", "participant__member")
    return list(winners.select_related(*related).order_by("prize__number", "pk"))


def plan_of(snapshot: EventSnapshot) -> PrizePlan:
    """Return who gets which prize by the standings after the last published round."""
    event, giving = snapshot.event, giving_of(snapshot.event)
    prizes = list(event.prizes.select_related("group"))
    rows = PrizeWinner.objects.filter(prize__event=event, by_hand=True)
    chosen = {winner.prize.number: winner for winner in rows.select_related("prize", "participant")}
    contenders = contenders_of(snapshot)
    ties = TieRule(giving.ties)
    by_hand = {
        number: winner.participant.number if winner.participant else None
        for number, winner in chosen.items()
    }
    return PrizePlan(
        giving,
        prizes,
        contenders,
        chosen,
        award_prizes(prizes, contenders, ties=ties, one_each=giving.one_each, by_hand=by_hand),
        contradictions(prizes, contenders, ties=ties, rounds=event.rounds_planned),
    )


def contenders_of(snapshot: EventSnapshot) -> list[PrizeContender]:
    """Return the placed players of the published standings; none before the first round."""
    if not snapshot.last_out:
        return []
    further = [name for name in NEXT_CRITERIA if name not in snapshot.settings.criteria]
    ticked: dict[int, set[int]] = {}
    groups = PrizeGroup.participants.through.objects.filter(prizegroup__event=snapshot.event)
    for group, participant in groups.values_list("prizegroup", "participant"):
        ticked.setdefault(participant, set()).add(group)
    limits = snapshot.settings.category_limits
    contenders = []
    for row in snapshot.standings(snapshot.last_out, ("NBW", *further)):
        player = snapshot.participants[row.player]
        if row.place is None:
            continue
        contenders.append(
            PrizeContender(
                number=player.number,
                place=row.place,
                rank=player.rank,
                category=1 + sum(player.rank < limit for limit in limits) if limits else None,
                club=player.club,
                country=player.country,
                birth_year=player.birth_year,
                wins2=int(row.scores["NBW"]),
                groups=frozenset(ticked.get(player.pk, ())),
                further=tuple(float(row.scores[name]) for name in further),
            )
        )
    return contenders

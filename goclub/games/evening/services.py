"""What an organiser enters for an evening: many results in one press."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.collation import by_name
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.models import Game
from goclub.games.playing.services.decisions import may_decide
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import confirm_games
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.playing.services.reports import report_game, sent_before
from goclub.members.finding.queries import number_of
from goclub.members.models import Member, User
from goclub.members.names import fold_name
from goclub.members.queries import match_names
from goclub.members.requests import Act
from ratings.errors import RuleError


@dataclass(frozen=True, slots=True)
class EveningSlip:
    """One slip of the evening: what was played, and under which key it was sent.

    Guests may be unsaved.  ``another``: it is no second telling of a game that is here; ``own``:
    it is none of the pairing that is open between the two.
    """

    facts: GameFacts
    key: UUID
    another: bool = False
    own: bool = False


PAIRED = _(
    "These two are paired: %(value)s. Report the game there, or tick the box if "
    "this is a different game."
)
#: What became of a slip: its game, or why it was not taken.
Outcome: TypeAlias = Game | RuleError


@atomic_retried
def enter_slips(act: Act, slips: Sequence[EveningSlip]) -> list[Outcome]:
    """Store every slip that holds, confirmed by the organiser who entered it; one replay for all.

    Each is judged by itself, and answered in the order given: its game, or the RuleError that
    refused it.  The same slip sent again gives the same game.  A game in which *by* played waits
    for the opponent, as a report does.
    """
    need_organiser(act.user)
    slips = [replace(slip, facts=_known_guests(slip.facts)) for slip in slips]
    players = {
        player.pk for slip in slips for player in (slip.facts.black, slip.facts.white) if player.pk
    }
    lock_rows(Member.objects.filter(pk__in=players).only("pk"))
    outcomes = [_take(act, slip) for slip in slips]
    theirs = [
        outcome.pk
        for outcome in outcomes
        if isinstance(outcome, Game) and may_decide(outcome, act.user)
    ]
    done, _refused = confirm_games(act, theirs, asked=True)
    confirmed = {game.pk: game for game in done}
    return [
        confirmed.get(outcome.pk, outcome) if isinstance(outcome, Game) else outcome
        for outcome in outcomes
    ]


def _take(act: Act, slip: EveningSlip) -> Outcome:
    """Store one slip as a report; the savepoint takes a guest back with a game that was refused."""
    if sent := sent_before(slip.key):
        return sent
    try:
        with transaction.atomic():
            facts = slip.facts
            if not slip.own and (
                offers := PAIRINGS.offers((facts.black, facts.white), facts.played_on)
            ):
                raise Refusal(PAIRED, field="own", value=offers[0].text)
            facts.check(today=timezone.localdate(act.at))
            return report_game(act, facts.with_guests(), key=slip.key, another=slip.another)
    except RuleError as error:
        return error


def need_organiser(by: User) -> None:
    """Raise PermissionDenied for anybody who may not enter and decide the games of others."""
    if not (by.has_perm("games.report_for_others") and by.has_perm("games.decide_game")):
        raise PermissionDenied


def _known_guests(facts: GameFacts) -> GameFacts:
    """The facts with guests who are here already, so that all players are locked in their order."""
    black, white = (_known(player) for player in (facts.black, facts.white))
    return replace(facts, black=black, white=white)


def _known(player: Member) -> Member:
    if player.pk or not player.is_guest:
        return player
    guests = Member.objects.filter(status=Member.Status.GUEST, display_name=player.display_name)
    return guests.first() or player


#: How many of several members a refusal names.
MOST_NAMED = 5


def players_named(names: Iterable[str]) -> dict[str, list[Member]]:
    """The members whom each typed name may mean: one where it is certain, several, or none.

    A name as it is shown, with its number where two bear it ("Sato #12"); then names and nicknames
    written otherwise (width, case, accents, order); then a part of a name that only one member
    bears.  Three queries for all, and one for each name that is only a part; of many who may be
    meant one more is read than a refusal names.
    """
    typed = {name.strip() for name in names if name.strip()}
    wanted = {name for name in typed if "\0" not in name}  # which PostgreSQL compares with nothing
    members = {name: [member] for name, member in _shown_so(wanted).items()}
    exact = match_names(wanted - set(members))
    members |= {name: [member] for name, member in exact.items() if member is not None}
    members |= {name: _holding(name) for name in wanted - set(members)}
    return members | {name: [] for name in typed - wanted}


def _shown_so(names: Iterable[str]) -> dict[str, Member]:
    """Return the names that match exactly one member as fields and lists write them."""
    wanted = set(names)
    numbers = {number for name in wanted if (number := number_of(name))}
    bearing: dict[str, list[Member]] = defaultdict(list)
    bears = Q(display_name__in=wanted) | Q(romanised_name__in=wanted) | Q(pk__in=numbers)
    for member in Member.objects.active().filter(bears) if wanted else ():
        spellings = set(filter(None, member.spellings))
        for name in wanted & (spellings | {f"{name} #{member.pk}" for name in spellings}):
            bearing[name].append(member)
    return {name: members[0] for name, members in bearing.items() if len(members) == 1}


def _holding(name: str) -> list[Member]:
    """The first members of whose names this is a part."""
    folded = fold_name(name)
    if not folded:
        return []
    holding = Member.objects.active().filter(search_names__contains=folded)
    return list(holding.order_by(by_name("display_name"), "pk")[: MOST_NAMED + 1])

"""The prizes of an event: set, proposed, overruled, confirmed; the results sent to the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

from django.db.models import F, Max
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.models import (
    Change,
    Event,
    Participant,
    Prize,
    PrizeGiving,
    PrizeGroup,
    PrizeWinner,
)
from goclub.leagues.tournament.queries.prizes import giving_of, plan_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.closing import need_results
from goclub.leagues.tournament.services.steps import OPEN, lock_event, record
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code
from tournaments.prizes import PrizeScope, scope_key

What = Change.What
_STATES = (*OPEN, Event.State.CLOSED)
#: Called with the act, the event and the places by number; write to guests and return how many.
RESULTS_SENT: Final[list[Callable[[Act, Event, Mapping[int, int]], int]]] = []


def _lock(act: Act, event: Event) -> tuple[Event, PrizeGiving]:
    """Lock an event whose prizes are not confirmed; raises PermissionDenied, RuleError E_STATE."""
    event = lock_event(act, event, states=_STATES)
    giving = giving_of(event)
    if giving.confirmed_at:
        raise Refusal(
            _("The prizes of %(value)s are confirmed. Reopen them first."),
            field="prizes",
            value=event.name,
            reason="prizes_confirmed",
        )
    return event, giving


@atomic_retried
def save_rules(act: Act, event: Event, **columns: Any) -> PrizeGiving:
    """Store how the prizes are given, and the link to the photographs.

    After the confirmation the photographs alone may change.
    """
    event = lock_event(act, event, states=_STATES)
    giving = giving_of(event)
    if giving.confirmed_at:
        columns = {"photos_url": columns["photos_url"]}
    for name, value in columns.items():
        setattr(giving, name, value)
    giving.full_clean()
    giving.save()
    record(act, event, What.PRIZES, step=False, after=columns)
    return giving


@atomic_retried
def save_prize(act: Act, prize: Prize, **columns: Any) -> Prize:
    """Store a new prize at the end of the list, or a changed one.

    Raises ValidationError, and RuleError E_DUPLICATE (``same_prize``) for what another prize is
    given for, E_UNKNOWN for a group of another event, E_TYPE for what is no country.
    """
    event, _giving = _lock(act, prize.event)
    for name, value in columns.items():
        setattr(prize, name, value)
    if prize.scope == PrizeScope.COUNTRY:
        prize.subject = country_code(prize.subject)
    if prize.group is not None and prize.group.event_id != event.pk:
        prize.group = None
    rows = event.prizes.exclude(pk=prize.pk)
    if prize.pk is None:
        prize.number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    else:
        prize.number = event.prizes.values_list("number", flat=True).get(pk=prize.pk)
    prize.full_clean()
    for twin in rows:
        if scope_key(twin) == scope_key(prize) and twin.place == prize.place:
            raise Refusal(
                _("Prize %(value)s is already for this place. Change one of them."),
                code=Code.DUPLICATE,
                field="place",
                value=twin.number,
                reason="same_prize",
            )
    prize.save()
    record(act, event, What.PRIZES, step=False, after=_prize_json(prize))
    return prize


def _prize_json(prize: Prize) -> dict[str, object]:
    names = ("number", "scope", "place", "category", "highest", "lowest", "subject", "wins", "item")
    return {name: getattr(prize, name) for name in names} | {
        "amount": None if prize.amount is None else str(prize.amount)
    }


@atomic_retried
def delete_prize(act: Act, prize: Prize) -> Event:
    """Delete a prize; those below it move up."""
    event, _giving = _lock(act, prize.event)
    before = _prize_json(prize)
    prize.delete()
    for row in event.prizes.filter(number__gt=prize.number).order_by("number"):
        Prize.objects.filter(pk=row.pk).update(number=F("number") - 1)
    record(act, event, What.PRIZES, step=False, before=before)
    return event


@atomic_retried
def raise_prize(act: Act, prize: Prize) -> Event:
    """Swap a prize with the one above it, which is then the better one no longer."""
    event, _giving = _lock(act, prize.event)
    above = event.prizes.filter(number__lt=prize.number).last()
    if above is not None:
        number = prize.number
        for row, place in ((prize, 0), (above, number), (prize, above.number)):
            Prize.objects.filter(pk=row.pk).update(number=place)
        record(act, event, What.PRIZES, step=False, before=number, after=above.number)
    return event


@atomic_retried
def save_group(
    act: Act, group: PrizeGroup, *, name: str, participants: Iterable[Participant]
) -> PrizeGroup:
    """Store a group with the players ticked; raises ValidationError for a name that is there."""
    event, _giving = _lock(act, group.event)
    group.event, group.name = event, name
    group.full_clean()
    group.save()
    own = event.participants.filter(pk__in=[participant.pk for participant in participants])
    group.participants.set(own)
    numbers = sorted(own.values_list("number", flat=True))
    record(act, event, What.PRIZES, step=False, subject=name, after=numbers)
    return group


@atomic_retried
def delete_group(act: Act, group: PrizeGroup) -> Event:
    """Delete a group; E_STATE (``group_has_prizes``) while prizes are given among it."""
    event, _giving = _lock(act, group.event)
    if numbers := list(group.prizes.values_list("number", flat=True)):
        raise Refusal(
            _("%(value)s has prizes: %(prizes)s. Delete or change them first."),
            field="group",
            value=group.name,
            reason="group_has_prizes",
            prizes=listed(numbers),
        )
    group.delete()
    record(act, event, What.PRIZES, step=False, subject=group.name)
    return event


@atomic_retried
def choose_winner(
    act: Act, prize: Prize, *, participant: Participant | None, reason: str
) -> PrizeWinner:
    """Give a prize to a player of the organisers' choice, or to nobody.

    Raises RuleError E_MISSING without a reason, E_STATE for a prize by wins (``prize_for_wins``).
    """
    event, _giving = _lock(act, prize.event)
    if not reason.strip():
        raise Refusal(_("Enter the reason."), code=Code.MISSING, field="reason", reason="no_reason")
    if prize.scope == PrizeScope.WINS:
        raise Refusal(
            _("Everyone with enough wins gets prize %(value)s. Change the wins needed instead."),
            field="player",
            value=prize.number,
            reason="prize_for_wins",
        )
    if participant is not None and participant.event_id != event.pk:
        participant = None
    prize.winners.all().delete()
    winner = PrizeWinner.objects.create(
        prize=prize,
        participant=participant,
        amount=prize.amount,
        by_hand=True,
        reason=reason.strip()[:200],
    )
    subject = participant.display_name if participant else ""
    record(act, event, What.PRIZES, step=False, subject=subject, reason=reason, after=prize.number)
    return winner


@atomic_retried
def follow_rule(act: Act, prize: Prize) -> Event:
    """Drop the organisers' own choice: the rule proposes the winner again."""
    event, _giving = _lock(act, prize.event)
    prize.winners.all().delete()
    record(act, event, What.PRIZES, step=False, before=prize.number)
    return event


@atomic_retried
def confirm_prizes(act: Act, event: Event) -> PrizeGiving:
    """Store the winners as proposed; from now on the event's page shows them.

    Raises RuleError E_STATE without a prize (``no_prizes``) or a finished round (``no_round``),
    and with open games (``open_games``; the value names the tables).
    """
    event, giving = _lock(act, event)
    snapshot = load(event)
    plan = plan_of(snapshot)
    if not plan.prizes:
        raise Refusal(_("There are no prizes yet. Add one first."), field="prizes")
    if not plan.contenders:
        raise Refusal(
            _("No round has been played yet. Publish a round and enter its results first."),
            field="prizes",
        )
    need_results(snapshot)
    prizes = {prize.number: prize for prize in plan.prizes}
    PrizeWinner.objects.bulk_create(
        PrizeWinner(
            prize=prizes[award.prize],
            participant=snapshot.participants[award.player],
            amount=award.amount,
            with_item=award.with_item,
            why=asdict(award) | {"amount": None},
        )
        for award in plan.awards
        if award.player is not None and not award.by_hand
    )
    giving.confirmed_at, giving.confirmed_by = act.at, act.by
    giving.save()
    winners = [[award.prize, award.player] for award in plan.awards]
    record(act, event, What.AWARDED, step=False, after=winners)
    return giving


@atomic_retried
def reopen_prizes(act: Act, event: Event) -> PrizeGiving:
    """Take the confirmation back; what the organisers chose themselves stays."""
    event = lock_event(act, event, states=_STATES)
    giving = giving_of(event)
    PrizeWinner.objects.filter(prize__event=event, by_hand=False).delete()
    if giving.confirmed_at:
        giving.confirmed_at = giving.confirmed_by = None
        giving.save()
        record(act, event, What.PRIZES, step=False, before="confirmed")
    return giving


@atomic_retried
def send_results(act: Act, event: Event) -> int:
    """Notify everyone who played and can be reached of their place, once; return how many.

    Members in their own language, as their settings say; guests by :data:`RESULTS_SENT`.  Raises
    RuleError E_STATE unless the event is closed (``not_closed``), or where the results were sent
    before (``sent_before``).
    """
    event = lock_event(act, event, states=_STATES)
    if event.state != Event.State.CLOSED:
        raise Refusal(
            _("Close %(value)s first: until then its results may change."),
            field="state",
            value=event.name,
            reason="not_closed",
        )
    giving = giving_of(event)
    if giving.mailed_at:
        raise Refusal(_("The results have already been sent."), field="mailed_at")
    giving.mailed_at = act.at
    giving.save()
    snapshot = load(event)
    standings = snapshot.standings(snapshot.last_out, ())
    places = {row.player: row.place for row in standings if row.place}
    entered = {p.member_id: p for p in snapshot.participants.values() if p.number in places}
    members = Member.objects.active().filter(pk__in=[pk for pk in entered if pk])
    hearers = [
        Told(
            member,
            reverse("leagues:event-player", args=[event.slug, entered[member.pk].number]),
            {"event": event.name, "place": places[entered[member.pk].number]},
            key=f"results:{event.pk}",
        )
        for member in members.select_related("user")
    ]
    members_notified = len(tell_each(act, "event.results", hearers))
    return members_notified + sum(write(act, event, places) for write in RESULTS_SENT)

"""A challenge from its first word to its end, and its offer to the report of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.finding.queries import with_rank
from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.pairings import (
    Due,
    Meeting,
    PairingOffer,
    PairingReport,
    gone,
    members_of,
)
from goclub.games.playing.services.reports import report_game
from goclub.leagues.challenge.queries import EVEN
from goclub.leagues.challenge.services.proposals import LAPSE, ChallengeProposal, LadderTerms
from goclub.leagues.ladder.queries import ladder_settings
from goclub.leagues.ladder.services import need_in_reach, tell_decided
from goclub.leagues.models import Challenge, LadderSettings
from goclub.leagues.models.challenge import ChallengeQuerySet
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

State = Challenge.State
#: So many unanswered challenges of one member at a time: each writes to somebody.
MOST_OPEN: Final = 20
#: They come along with the lock; the game does not, as a row that one waited for would bring none.
_PEOPLE = ("challenger", "challenged")


@atomic_retried
def challenge_member(
    act: Act,
    challenger: Member,
    *,
    challenged: Member,
    proposal: ChallengeProposal,
    ladder: bool = False,
) -> Challenge:
    """Challenge a member under these terms; on the *ladder* the game is one for the rung.

    Raises PermissionDenied for somebody else's name, E_SAME_PLAYER, RuleError ``challenge.left``
    for who is no member at present or cannot sign in, ``challenge.already`` where something is
    under way between the two, ``many``, what :meth:`Proposal.values` raises and, on the
    ladder, what :func:`need_in_reach` raises.
    """
    if challenger.user_id != act.user.pk or challenger.status != Member.Status.MEMBER:
        raise PermissionDenied
    if challenger.pk == challenged.pk:
        raise RuleError(Code.SAME_PLAYER, "", str(challenged), reason="challenge.oneself")
    terms = None
    if ladder:
        held = need_in_reach(challenger, challenged, act.at)
        terms = ladder_terms(held, act.at + held.rules.play)
    values = proposal.values(act.at, terms)
    # Challenges come before people in the order of locks; those that begin at this moment are seen
    # under the lock of the two.
    known = lock_rows(Challenge.objects.between(challenger, challenged).filter(state=State.OPEN))
    pair = Member.objects.filter(pk__in=[challenger.pk, challenged.pk])
    locked = {member.pk: member for member in lock_rows(pair)}
    for member in (challenger, challenged):
        _need_present(locked.get(member.pk), str(member))
    for row in known:
        if row.has_lapsed(act.at):
            _end(row, State.LAPSED, act.at)
            tell_decided(row, at=act.at)
    if Challenge.objects.between(challenger, challenged).pending(act.at).exists():
        raise RuleError(Code.DUPLICATE, "", str(challenged), reason="challenge.already")
    mine = Challenge.objects.filter(challenger=challenger, state=State.OPEN).pending(act.at)
    if mine.count() >= MOST_OPEN:
        raise Refusal(
            _("You have %(value)s unanswered challenges. Wait for some answers first."),
            code=Code.RANGE,
            field="",
            value=MOST_OPEN,
            reason="many",
        )
    row = Challenge.objects.create(
        challenger=challenger, challenged=challenged, opened_at=act.at, changed_at=act.at, **values
    )
    _tell_made(act, row)
    return row


@atomic_retried
def change_terms(
    act: Act, challenge: Challenge, *, proposal: ChallengeProposal, seen: int
) -> Challenge:
    """Answer with other terms: it is the other one's turn then.

    Raises what :func:`accept` raises of turns and states, and what a proposal may not say.
    """
    row = _lock(act, challenge)
    me = _need_turn(act, row, seen)
    terms = ladder_terms(ladder_settings(), row.play_by) if row.play_by else None
    for name, value in proposal.values(act.at, terms).items():
        setattr(row, name, value)
    row.by_challenger = me.pk == row.challenger_id
    row.version += 1
    row.changed_at = act.at
    row.save()
    _tell(act, row, "changed", row.due, me)
    return row


@atomic_retried
def accept(act: Act, challenge: Challenge, *, time: int, seen: int) -> Challenge:
    """Accept the terms, and one of the times: *time* its place among them, from 1.

    *seen* the version of the terms that were on the page.  Raises PermissionDenied for others than
    the two, RuleError ``not_your_turn``, ``moved_on`` where the terms changed
    since, ``challenge.lapsed``, ``over``, ``challenge.left``, E_UNKNOWN for no time of
    these, ``challenge.time_past``.
    """
    row = _lock(act, challenge)
    me = _need_turn(act, row, seen)
    if not 1 <= time <= len(row.times):
        raise RuleError(Code.UNKNOWN, "time", time, reason="challenge.no_time")
    chosen = row.times[time - 1]
    if chosen <= act.at:
        raise RuleError(Code.RANGE, "time", chosen, reason="challenge.time_past")
    row.state = State.ACCEPTED
    row.agreed_for = chosen
    row.lapses_at = chosen + LAPSE
    row.changed_at = act.at
    row.save()
    _tell(act, row, "accepted", row.other_than(me), me)
    return row


@atomic_retried
def decline(act: Act, challenge: Challenge, *, seen: int) -> Challenge:
    """Say no to the terms, and to the challenge.  Raises what :func:`accept` raises."""
    row = _lock(act, challenge)
    me = _need_turn(act, row, seen)
    return _closed(act, row, State.DECLINED, "declined", me)


@atomic_retried
def withdraw(act: Act, challenge: Challenge) -> Challenge:
    """Take a challenge back that was not accepted, whoever's turn it is.

    Raises PermissionDenied for others than the challenger, RuleError ``over``,
    ``challenge.lapsed``.
    """
    row = _lock(act, challenge)
    if row.challenger.user_id != act.user.pk:
        raise PermissionDenied
    _need_state(row, State.OPEN, act.at)
    return _closed(act, row, State.WITHDRAWN, "withdrawn", row.challenger)


@atomic_retried
def call_off(act: Act, challenge: Challenge) -> Challenge:
    """Call an agreed game off; either of the two may.

    Raises RuleError ``over`` where there is none, ``challenge.lapsed``.
    """
    row = _lock(act, challenge)
    _need_state(row, State.ACCEPTED, act.at)
    me = row.challenger if row.challenger.user_id == act.user.pk else row.challenged
    row.off_by_challenger = me.pk == row.challenger_id
    return _closed(act, row, State.OFF, "off", me)


@atomic_retried
def settle_lapsed(*, at: datetime) -> int:
    """Close what lapsed without an answer or a game, and tell both; returns how many."""
    late = Challenge.objects.unplayed().filter(
        state__in=[State.OPEN, State.ACCEPTED], lapses_at__lte=at
    )
    rows = [row for row in _lock_all(late) if row.has_lapsed(at)]
    for row in rows:
        _end(row, State.LAPSED, at)
    tell_each(Act(None, at), "challenge.lapsed", _both(rows))
    for row in rows:
        tell_decided(row, at=at)
    return len(rows)


@atomic_retried
def settle_left(*, at: datetime) -> int:
    """Close challenges of which one member has left the club; return how many.

    An agreed game is called off, a challenge without an answer lapses, and who stayed is told.
    Neither revives when the other one comes back.
    """
    rows = _lock_all(Challenge.objects.underway(at).absent())
    _close_left(rows, at)
    tell_each(Act(None, at), "challenge.left", _both(rows))
    return len(rows)


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: the same at once, and who stays is told."""
    rows = _lock_all(Challenge.objects.underway(at).of(member))
    _close_left(rows, at)
    staying = [(row, row.other_than(member), member) for row in rows]
    tell_each(Act(None, at), "challenge.left", _hearing(staying))


def _close_left(rows: list[Challenge], at: datetime) -> None:
    for row in rows:
        row._change_reason = "left"
        _end(row, State.OFF if row.state == State.ACCEPTED else State.LAPSED, at)


def _lock_all(challenges: ChallengeQuerySet) -> list[Challenge]:
    """Lock those that were found; of these, the ones that still are what was looked for."""
    lock_rows(Challenge.objects.filter(pk__in=list(challenges.values_list("pk", flat=True))))
    return list(challenges.with_people())


# --- Who and when ---------------------------------------------------------------------------------
def _lock(act: Act, challenge: Challenge) -> Challenge:
    row = lock_row(challenge, *_PEOPLE)
    if not row.plays(act.user):
        raise PermissionDenied
    return row


def _need_present(member: Member | None, name: str) -> None:
    there = member is not None and member.status == Member.Status.MEMBER and member.user_id
    if not there:
        raise RuleError(Code.STATE, "", name, reason="challenge.left")


def _need_state(row: Challenge, state: str, at: datetime) -> None:
    """Refuse what is over; what lapsed does not come back, whether or not that was said."""
    if row.has_lapsed(at):
        raise RuleError(Code.STATE, "", str(row), reason="challenge.lapsed")
    if row.state != state or row.is_played:
        raise Refusal(
            _("This challenge has already been answered: %(value)s."),
            field="",
            value=row.get_state_display(),
            reason="over",
        )


def _need_turn(act: Act, row: Challenge, seen: int) -> Member:
    """Return the member who answers; raises a refusal if they may not."""
    _need_state(row, State.OPEN, act.at)
    if seen != row.version:
        raise Refusal(
            _("The conditions have changed. Please check them again."),
            field="",
            value=str(row),
            reason="moved_on",
        )
    if row.due.user_id != act.user.pk:
        raise Refusal(
            _("It is not your turn: %(value)s has to answer."),
            code=Code.FORBIDDEN,
            field="",
            value=str(row.due),
            reason="not_your_turn",
        )
    for member in (row.challenger, row.challenged):
        _need_present(member, str(member))
    return row.due


def ladder_terms(held: LadderSettings, play_by: datetime) -> LadderTerms:
    """What the club's ladder asks of a proposal; an even game where its table gives nothing."""
    return LadderTerms(held.rules.answer, play_by, tuple(dict.fromkeys((held.conditions, EVEN))))


# --- What is kept and told ------------------------------------------------------------------------
def _end(row: Challenge, state: str, at: datetime) -> None:
    row.state = state
    row.changed_at = at
    row.save()


def _closed(act: Act, row: Challenge, state: str, kind: str, me: Member) -> Challenge:
    _end(row, state, act.at)
    _tell(act, row, kind, row.other_than(me), me)
    tell_decided(row, at=act.at)
    return row


def _tell_made(act: Act, row: Challenge) -> None:
    if row.play_by is None:
        _tell(act, row, "made", row.challenged, row.challenger)
        return
    day = timezone.localdate(row.lapses_at, ZoneInfo(row.challenged.time_zone)).isoformat()
    letters = _hearing([(row, row.challenged, row.challenger)], day=day)
    tell_each(act, "ladder.challenged", letters)


def _both(rows: list[Challenge]) -> list[Told]:
    """What each of the two is told of an end that neither of them brought about."""
    pairs = [(row, row.challenger, row.challenged) for row in rows]
    return _hearing([hearer for row, a, b in pairs for hearer in ((row, a, b), (row, b, a))])


def _hearing(hearers: list[tuple[Challenge, Member, Member]], **params: str) -> list[Told]:
    """What members hear of others in their challenges: name and rank (one query)."""
    opponents = with_rank(opponent for _row, _member, opponent in hearers)
    return [
        Told(
            member,
            row.get_absolute_url(),
            {"name": ranked.member, "name_rank": ranked.rank, **params},
        )
        for (row, member, _other), ranked in zip(hearers, opponents, strict=True)
    ]


def _tell(act: Act, row: Challenge, kind: str, member: Member, opponent: Member) -> None:
    tell_each(act, f"challenge.{kind}", _hearing([(row, member, opponent)]))


class ChallengeGames:
    """Agreed games, as offers to a report (``playing.services.pairings``)."""

    kind = "challenge"

    def offers(self, meetings: Sequence[Meeting]) -> list[list[PairingOffer]]:
        """The agreed game of two members, from the day on which it was proposed (one query)."""
        members = members_of(meetings)
        rows = Challenge.objects.filter(challenger__in=members, challenged__in=members)
        agreed = rows.pending(timezone.now()).filter(state=Challenge.State.ACCEPTED)
        offers: dict[frozenset[int], list[Challenge]] = {}
        for row in agreed.order_by("agreed_for", "pk"):
            pair = frozenset((row.challenger_id, row.challenged_id))
            offers.setdefault(pair, []).append(row)
        return [
            [
                PairingOffer(self.key_of(row), _named(row), row.get_absolute_url())
                for row in offers.get(meeting.pair, ())
                if timezone.localdate(row.opened_at) <= meeting.on
            ]
            for meeting in meetings
        ]

    def among(self, members: Collection[int], on: date) -> list[Due]:
        """The games that two of these members agreed for a day (one query)."""
        rows = Challenge.objects.pending(timezone.now()).filter(
            state=Challenge.State.ACCEPTED, challenger__in=members, challenged__in=members
        )
        return [
            self._due(row)
            for row in rows.order_by("agreed_for", "pk")
            if row.agreed_for and timezone.localdate(row.agreed_for) == on
        ]

    def _due(self, row: Challenge) -> Due:
        black = row.black_player
        return Due(
            key=self.key_of(row),
            pair=frozenset((row.challenger_id, row.challenged_id)),
            name=_("a game they arranged"),
            board=row.board,
            handicap=row.handicap,
            komi2=row.komi2,
            black=black.pk if black else None,
        )

    def key_of(self, challenge: Challenge) -> str:
        """What a form sends that reports its game."""
        return f"{self.kind}-{challenge.pk}"

    def take(self, act: Act, pk: int, report: PairingReport) -> Game:
        """Report the game of a challenge; both may have played under other conditions."""
        facts = report.facts
        row = self._locked(pk, facts.black, facts.white, act.at)
        game = report_game(act, facts, key=report.key, kifu=report.kifu, another=True)
        return _linked(row, game, act.at)

    def adopt(self, act: Act, pk: int, game: Game) -> Game:
        """Let a reported game be that of a challenge, and confirm it."""
        row = self._locked(pk, game.black, game.white, act.at)
        if Challenge.objects.filter(game=game).exclude(pk=row.pk).exists():
            raise gone(self.key_of(row))
        _linked(row, game, act.at)
        return confirm_game(act, game)

    def _locked(self, pk: int, black: Member, white: Member, at: datetime) -> Challenge:
        """The agreed challenge of these two; raises what says that there is none any more."""
        challenge = Challenge.objects.between(black, white).filter(pk=pk).first()
        if challenge is None:
            raise gone(f"{self.kind}-{pk}")
        # Not with its game: one that was linked while we waited would not come along.
        row = lock_row(challenge, "challenger", "challenged")
        if row.state != Challenge.State.ACCEPTED or not row.is_pending(at):
            raise gone(self.key_of(row))
        return row


CHALLENGES: Final = ChallengeGames()


def _linked(row: Challenge, game: Game, at: datetime) -> Game:
    row.game = game
    row.changed_at = at
    row.save()
    return game


def _named(row: Challenge) -> str:
    assert row.agreed_for is not None
    day = date_format(timezone.localtime(row.agreed_for), "SHORT_DATE_FORMAT")
    return _("our challenge for %(day)s") % {"day": day}

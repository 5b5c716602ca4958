"""Two rows of one person made one: games, points and everything else follow.

Facts are pointed to the kept member, and the ledger is replayed from the first of them; the merged
row goes, and a :class:`Merge` remembers it.  There is no way back, so a dry run comes first.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import groupby
from operator import attrgetter, or_
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BigIntegerField, Case, F, Model, Q, Value, When
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from goclub.common.gate import gate_open
from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.models import Game, Merge, RatingEntry, Standing
from goclub.games.people import queries
from goclub.games.people.services.moves import (
    first_key,
    opponents_of,
    replay_all_of,
    rewrite_values,
    standings_now,
)
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.members.finding.services import write_name_keys
from goclub.members.membership.services.roles import (
    close_account,
    close_invitations,
    end_role,
    lock_accounts,
    note_role,
    refuse_last_chair,
    wake_account,
)
from goclub.members.models import Member, Nickname, ProgramKey, PushDevice, StrengthDecision, User
from goclub.members.people.services import learn_nickname
from goclub.members.queries import role_of
from goclub.members.requests import Act
from goclub.members.rights import need, need_above
from goclub.members.signals import member_renamed
from ratings.errors import Code, RuleError

Kind = StrengthDecision.Kind
#: Who may be kept, and who may go into another.
KEPT = (Member.Status.MEMBER, Member.Status.FORMER)
GONE = (*KEPT, Member.Status.GUEST, Member.Status.APPLICANT, Member.Status.DECLINED)
PERMISSION = "members.approve_member"


class MergeSide(StrEnum):
    """Whose login stays, or whose declared strength holds."""

    KEPT = "kept"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class MergeChoice:
    """What the office chose where both have something; empty: it was not asked."""

    login: str = ""
    strength: str = ""


@dataclass(frozen=True, slots=True)
class MergeOutcome:
    """What a merge did: its record, the affected members, and the rows moved per table."""

    merge: Merge
    done: ReplayReport
    counts: Mapping[str, int]


@atomic_retried
def merge_members(
    act: Act, kept: Member, *, gone: Member, reason: str, choice: MergeChoice
) -> MergeOutcome:
    """Merge *gone* into *kept*, to whom everything belongs from then on.

    Where both have a login, one of them stays with its own role, which a merge never raises.

    Raises PermissionDenied, E_FORBIDDEN where a login is above *by*, E_MISSING (no reason; both
    have a login or declared a strength and nobody chose), E_SAME_PLAYER, E_UNKNOWN where one is
    gone already, E_STATE for the last chair, for somebody who cannot be merged, and where both
    stand in one game, event or term (``value`` names them); and whatever the rules say to the
    history of the one that results.
    """
    need(act.by, PERMISSION)
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")
    if kept.pk == gone.pk:
        raise Refusal(
            _("%(value)s cannot be merged with themselves: choose another member."),
            code=Code.SAME_PLAYER,
            field="other",
            value=kept.shown_name,
            reason="same_member",
        )
    lock_accounts(kept, gone, by=act.by, permission=PERMISSION)
    kept, gone = _locked(kept, gone)
    for member in (kept, gone):  # it may have got its account since the caller read it
        need_above(act.by, member)
    check_merge(kept, gone, choice)
    _keep_a_chair(kept, gone, choice)
    # Before the member's entries are deleted: the background job has finished its step.
    locks.enter(alone=True)
    before = standings_now()
    merge = Merge(kept=kept, gone=gone.pk, name=gone.display_name, at=act.at, by=act.by)
    merge.reason = reason.strip()
    key, concerned = first_key(kept.pk, gone.pk), opponents_of(kept.pk, gone.pk)
    _revoke_keys(kept, gone, choice)
    with gate_open():
        merge.dropped = _drop_projections_and_twins(kept, gone, choice)
        merge.moved = _move_rows(kept, gone, merge.dropped)
        # What a login said and decided is written beside facts, and kept from writing as they are.
        _move_login(act, kept, gone, choice, merge.reason)
    if kept.user_id:  # whoever has come in needs no letter of the other
        close_invitations(act, kept)
    _move_nicknames(kept, gone)
    for model, field in queries.told():
        rewrite_values(model, field, lambda value: _renumber(value, kept.pk, gone.pk))
    member_renamed.send(sender=Member, member=kept, before=gone)
    _settle_days(kept, gone)
    number = gone.pk
    gone.delete()
    merge.save()
    done = replay_all_of(key, (concerned | {kept.pk}) - {number}, before, [number])
    return MergeOutcome(merge, done, {name: len(pks) for name, pks in merge.moved.items()})


def conflicts(kept: Member, gone: Member) -> list[Model]:
    """Games, events and terms in which both stand: those are corrected first."""
    apart = queries.apart()
    rows = []
    for reference in queries.member_references():
        if reference.model._meta.label in apart:
            rows += queries.clashes(reference, kept.pk, gone.pk)
    return rows


def both_declared(kept: Member, gone: Member) -> bool:
    """Whether either declared a strength, so that one of the two must hold."""
    return all(member.decisions.filter(kind=Kind.DECLARED).exists() for member in (kept, gone))


def _locked(kept: Member, gone: Member) -> tuple[Member, Member]:
    rows = {
        member.pk: member for member in lock_rows(Member.objects.filter(pk__in=[kept.pk, gone.pk]))
    }
    for member in (kept, gone):
        if member.pk not in rows:
            raise RuleError(Code.UNKNOWN, "other", member.shown_name, reason="people.gone_already")
    return rows[kept.pk], rows[gone.pk]


def check_merge(kept: Member, gone: Member, choice: MergeChoice) -> None:
    """Raise what forbids it, as :func:`merge_members` does."""
    for member, allowed in ((kept, KEPT), (gone, GONE)):
        if member.status not in allowed:
            raise Refusal(
                _(
                    "%(value)s is not a member, guest or applicant who can be merged "
                    "this way round."
                ),
                field="other",
                value=member.shown_name,
                reason="not_to_merge",
            )
    if both_in := conflicts(kept, gone):
        raise Refusal(
            _(
                "Both are in the same place: %(value)s. Correct it there first, so "
                "that only one of the two is left."
            ),
            field="other",
            value=listed(both_in[:5]),
            reason="both_there",
            n=len(both_in),
        )
    if kept.user_id and gone.user_id and choice.login not in list(MergeSide):
        raise Refusal(
            _("Both have accounts. Choose which one stays."),
            code=Code.MISSING,
            field="login",
            reason="which_login",
        )
    if both_declared(kept, gone) and choice.strength not in list(MergeSide):
        raise Refusal(
            _("Both declared a strength. Choose which one counts."),
            code=Code.MISSING,
            field="strength",
            reason="which_strength",
        )


# --- Rows -----------------------------------------------------------------------------------------
def _drop_projections_and_twins(kept: Member, gone: Member, choice: MergeChoice) -> dict[str, Any]:
    """Take away what the replay makes anew, and the second of two declarations; as values."""
    RatingEntry.objects.filter(member=gone).delete()
    Standing.objects.filter(member=gone).delete()
    dropped: dict[str, Any] = defaultdict(list)
    declared = StrengthDecision.objects.filter(member__in=[kept, gone], kind=Kind.DECLARED)
    both = list(declared.order_by("effective_on", "decided_at", "pk"))
    if len(both) > 1:
        first, second = both[0], both[-1]
        holds = kept if choice.strength == MergeSide.KEPT else gone
        dropped["members.StrengthDecision"] = [_values(decision) for decision in both]
        if first.member_id != holds.pk:
            # It stands where the first fact stood, so that no game comes before it.
            first.points, first.rank = second.points, second.rank
            first.save(update_fields=["points", "rank"])
        RatingEntry.objects.filter(decision=second).delete()
        second.delete()
    return dropped


def _move_rows(kept: Member, gone: Member, dropped: dict[str, Any]) -> dict[str, list[Any]]:
    """Point every row that refers to *gone* to *kept*; what both cannot have is dropped."""
    moved: dict[str, list[Any]] = {}
    for model, group in groupby(queries.member_references(), key=attrgetter("model")):
        references = list(group)
        for reference in references:
            if model._meta.get_field(reference.field).one_to_one:
                twins = list(reference.rows(gone.pk))
            else:
                twins = queries.clashes(reference, kept.pk, gone.pk)
            for row in twins:
                dropped.setdefault(model._meta.label, []).append(_values(row))
                row.delete()
        held = {
            reference: list(reference.rows(gone.pk).values_list("pk", flat=True))
            for reference in references
        }
        moved |= {reference.name: pks for reference, pks in held.items() if pks}
        _point(model, [reference.field for reference, pks in held.items() if pks], kept, gone)
    return moved


def _point(model: type[Model], fields: Sequence[str], kept: Member, gone: Member) -> None:
    """Name *kept* in these fields wherever *gone* stands.

    All in one statement: a toss names who takes Black and who called or opened it, and the
    database keeps the one in step with the other.
    """
    if not fields:
        return
    anywhere = reduce(or_, (Q(**{name: gone.pk}) for name in fields))
    values = {}
    for name in fields:
        here = When(Q(**{name: gone.pk}), then=Value(kept.pk))
        values[name] = Case(here, default=F(name), output_field=BigIntegerField())
    model._base_manager.filter(anywhere).update(**values)


def _values(row: Model) -> dict[str, Any]:
    plain = {"pk": row.pk, **model_to_dict(row, [f.name for f in row._meta.local_fields])}
    values: dict[str, Any] = json.loads(json.dumps(plain, cls=DjangoJSONEncoder, default=str))
    return values


def _move_nicknames(kept: Member, gone: Member) -> None:
    for nickname in gone.nicknames.all():
        if not kept.nicknames.filter(folded=nickname.folded).exists():
            Nickname.objects.filter(pk=nickname.pk).update(member=kept)
    for name in (gone.display_name, gone.romanised_name):
        learn_nickname(member=kept, name=name)
    write_name_keys([kept.pk])


def login_that_stays(kept: Member, gone: Member, choice: MergeChoice) -> Member | None:
    """Whose login is left after a merge; None where neither has one."""
    return _accounts(kept, gone, choice)[0]


def _accounts(
    kept: Member, gone: Member, choice: MergeChoice
) -> tuple[Member | None, Member | None]:
    """Whose login stays, and whose falls; None where there is none."""
    if kept.user_id is None or gone.user_id is None:
        return next((member for member in (kept, gone) if member.user_id is not None), None), None
    return (gone, kept) if choice.login == MergeSide.GONE else (kept, gone)


def _revoke_keys(kept: Member, gone: Member, choice: MergeChoice) -> None:
    """A key of a program was made by one login, and opens nothing in the name of another; nor do
    the devices of one hear what concerns another.
    """
    stays = login_that_stays(kept, gone, choice)
    owners = [member for member in (kept, gone) if member is not stays]
    ProgramKey.objects.filter(member__in=owners).delete()
    PushDevice.objects.filter(member__in=owners).delete()


def _keep_a_chair(kept: Member, gone: Member, choice: MergeChoice) -> None:
    """Refuse what would take the last chair's login; after the locks."""
    stays, falls = _accounts(kept, gone, choice)
    if falls is not None:
        refuse_last_chair(falls)
    if stays is gone and kept.status != Member.Status.MEMBER:
        refuse_last_chair(gone)


def _move_login(act: Act, kept: Member, gone: Member, choice: MergeChoice, reason: str) -> None:
    """Leave one login, with the role that it has; what the other wrote is its from now on."""
    stays, falls = _accounts(kept, gone, choice)
    before = role_of(kept)
    if falls is None and stays is not gone:
        return
    assert stays is not None
    login = stays.user
    assert login is not None
    Member.objects.filter(pk=gone.pk).update(user=None)
    if falls is not None and falls.user is not None:
        _close_login(falls.user, login)
    if stays is gone:
        kept.user = login
        kept.save(update_fields=["user"])
        _settle_login(act, kept, gone, reason)
    gone.user = None
    note_role(act, kept, before=before, after=role_of(kept), reason=reason)


def _close_login(falls: User, stays: User) -> None:
    for reference in queries.login_references():
        for row in queries.clashes(reference, stays.pk, falls.pk):
            row.delete()
        reference.rows(falls.pk).update(**{reference.field: stays.pk})
    close_account(falls)


def _settle_login(act: Act, kept: Member, gone: Member, reason: str) -> None:
    """The login that another member had opens what this one may do, and no more than it did."""
    login = kept.user
    assert login is not None
    if kept.status != Member.Status.MEMBER:
        end_role(act, kept, reason=reason)
        login.is_active = False
        login.save(update_fields=["is_active"])
    elif gone.status != Member.Status.MEMBER:
        wake_account(act, kept)


def _renumber(value: Any, kept: int, gone: int) -> bool:
    """Put one number in the place of the other wherever a value says ``member``."""
    changed = False
    if isinstance(value, dict):
        if value.get("member") == gone:
            value["member"] = kept
            changed = True
        parts = list(value.values())
    else:
        parts = value if isinstance(value, list) else []
    for part in parts:
        changed |= _renumber(part, kept, gone)
    return changed


def _settle_days(kept: Member, gone: Member) -> None:
    """The one joined when the first of the two did; games before any strength are a guest's."""
    days = [day for day in (kept.joined_on, gone.joined_on) if day]
    kept.joined_on = min(days, default=None)
    first = kept.decisions.order_by("effective_on").first()
    earliest = Game.objects.confirmed().of(kept).order_by("played_on").first()
    starts = [day for day in (kept.rated_from, gone.rated_from) if day]
    if first is not None and earliest is not None and earliest.played_on < first.effective_on:
        starts.append(first.effective_on)
    kept.rated_from = max(starts, default=None)
    if not kept.birth_date:
        kept.birth_date = gone.birth_date
    with gate_open():
        kept.save()

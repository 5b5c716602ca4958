"""Entering a batch, and undoing it: each in one transaction, a large one as a job."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from simple_history.utils import bulk_create_with_history

from goclub.common.gate import gate_open
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.models import Batch, BroughtGame, BroughtMember, Game
from goclub.games.notebook.queries import Seat, batches_of, what_leans_on
from goclub.games.notebook.services.judged import GameEntry
from goclub.games.notebook.services.plans import ImportPlan, Newcomer, plan_of
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.posting import PostedFacts, delete_facts, post_facts
from goclub.games.rating.ledger.replaying import ChangedStanding, Progress
from goclub.members.membership.services.admission import bring_member, take_out_members
from goclub.members.models import Member, Nickname, StrengthDecision
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code, RuleError

#: Each step, and which part of the whole it takes in per cent: the ratings take most of the time.
STEPS: Final = {"judging": (0, 15), "members": (15, 20), "games": (20, 35), "ratings": (35, 100)}


class ImportProgress(NamedTuple):
    """A step, and how much of it is done."""

    step: str
    done: int = 0
    total: int = 0

    @property
    def percent(self) -> int:
        """How much of the whole is done."""
        begins, ends = STEPS[self.step]
        part = min(1.0, self.done / self.total) if self.total else 0.0
        return round(begins + (ends - begins) * part)


#: Called with a step, how much of it is done, and how much there is.
Tell = Callable[[str, int, int], None]


def progress_key(batch: int) -> str:
    """Under what the cache has how far the work on a batch is; nothing where nobody works on it."""
    return f"notebook-{batch}"


def progress_of(batch: int) -> ImportProgress | None:
    """How far the work on a batch is; None where nobody works on it."""
    stored = cache.get(progress_key(batch))
    return ImportProgress(*stored) if stored else None


# -- what was entered ------------------------------------------------------------------------------


def moved_of(moved: Iterable[ChangedStanding], new: Collection[int]) -> list[dict[str, Any]]:
    """Whose standing shows something else now, newcomers apart."""
    return [
        asdict(change)
        for change in moved
        if change.member not in new
        and (_shown(change.before), change.rank_before) != (_shown(change.after), change.rank_after)
    ]


def _shown(value: int | float | None) -> int | float | None:
    return round(value, 1) if isinstance(value, float) else value


State = Batch.State
_AT_ONCE = 500


def enter_batch(act: Act, batch: Batch, *, seen: str, job: Progress | None = None) -> Batch:
    """Enter a batch as :func:`_enter` does; meanwhile its page, and a *job*, say how far it is."""

    def tell(step: str, done: int, total: int) -> None:
        progress = ImportProgress(step, done, total)
        cache.set(progress_key(batch.pk), tuple(progress), 600)
        if job is not None:
            job(progress.percent, 100)

    try:
        return _enter(act, batch, seen, tell)
    finally:
        cache.delete(progress_key(batch.pk))


@atomic_retried
def _enter(act: Act, batch: Batch, seen: str, tell: Tell) -> Batch:
    """Enter all that the files of a draft hold and that no fault keeps out.

    *seen* the mark of the plan that was looked at: where the club has changed since, so that
    another plan would be carried out, nothing is entered (``changed_since``).  Entering
    again changes nothing.  Raises ``nothing_to_enter``, ``undone_already`` and
    what the services of members refuse.
    """
    need(act.user, "games.bring_notebook")
    batch = lock_row(batch)
    if batch.state == State.ENTERED:
        return batch
    if batch.state != State.DRAFT:
        raise Refusal(
            _("This import was undone. Upload the files again to import them."), field="batch"
        )
    # Someone who reports one of these games at the same moment sees ours, or we see theirs.
    lock_rows(Member.objects.only("pk"))
    locks.enter(alone=True)
    tell("judging", 0, 1)
    plan = plan_of(batch, by=act.user, today=timezone.localdate(act.at))
    if plan.mark != seen:
        raise Refusal(
            _(
                "Someone added members or games since you looked. Nothing was "
                "imported. Check again below."
            ),
            field="batch",
            value=batch.pk,
            reason="changed_since",
        )
    if plan.is_empty:
        raise Refusal(
            _("There is nothing new here: every row is already in the club or has an error."),
            field="batch",
            value=batch.pk,
            reason="nothing_to_enter",
        )
    people, decisions = _enter_people(act, batch, plan.newcomers, tell)
    games = _enter_games(act, batch, plan.games, people, tell)
    posted = post_facts(
        games=games,
        decisions=decisions,
        progress=lambda done, total: tell("ratings", done, total),
        batch=batch,
    )
    batch.state = State.ENTERED
    batch.entered_by, batch.entered_at = act.user, act.at
    batch.receipt = _receipt(plan, people, decisions, posted)
    batch.save()
    return batch


def _enter_people(
    act: Act, batch: Batch, newcomers: Sequence[Newcomer], tell: Tell
) -> tuple[dict[str, Member], list[StrengthDecision]]:
    people: dict[str, Member] = {}
    decisions: list[StrengthDecision] = []
    for done, newcomer in enumerate(newcomers):
        if done % 20 == 0:
            tell("members", done, len(newcomers))
        member, strengths = bring_member(act, newcomer.past)
        people[newcomer.key] = member
        decisions += strengths
    BroughtMember.objects.bulk_create(
        BroughtMember(batch=batch, member=people[each.key], row=each.row) for each in newcomers
    )
    return people, decisions


def _enter_games(
    act: Act, batch: Batch, entries: Sequence[GameEntry], people: dict[str, Member], tell: Tell
) -> list[Game]:
    """Confirmed facts of the office, in the order of the file."""
    players = _players(entries, people)
    today = timezone.localdate(act.at)
    file = batch.files.filter(kind="games").values_list("name", flat=True).first() or ""
    games = [_game(act, each, players, today, file) for each in entries]
    stored: list[Game] = []
    for start in range(0, len(games), _AT_ONCE):
        tell("games", start, len(games))
        with gate_open():
            stored += bulk_create_with_history(
                games[start : start + _AT_ONCE], Game, default_user=act.user, default_date=act.at
            )
    BroughtGame.objects.bulk_create(
        (
            BroughtGame(batch=batch, game=game, row=each.row)
            for game, each in zip(stored, entries, strict=True)
        ),
        batch_size=_AT_ONCE,
    )
    return stored


def _players(games: Sequence[GameEntry], people: dict[str, Member]) -> dict[Seat, Member]:
    seats = {seat for game in games for seat in (game.black, game.white)}
    known = Member.objects.in_bulk([seat for seat in seats if isinstance(seat, int)])
    return {**known, **people}


def _game(act: Act, past: GameEntry, players: dict[Seat, Member], today: date, file: str) -> Game:
    facts = GameFacts(
        black=players[past.black],
        white=players[past.white],
        played_on=past.played_on,
        board=past.board,
        handicap=past.handicap,
        komi2=past.komi2,
        winner=past.winner,
        ending=past.ending,
        margin2=past.margin2,
        place=past.place[:80],
    )
    facts.check(today=today)
    origin = _("Imported: %(file)s, row %(row)s") % {"file": file, "row": past.row}
    game = Game(
        state=Game.State.CONFIRMED,
        reported_by=act.user,
        reported_at=act.at,
        confirmed_by=act.user,
        confirmed_at=act.at,
        reason=origin[:300],
    )
    return facts.write_to(game)


def _receipt(
    plan: ImportPlan,
    people: dict[str, Member],
    decisions: list[StrengthDecision],
    posted: PostedFacts,
) -> dict[str, Any]:
    """How much was entered, and what the undo needs.

    ``there`` rows that were known already, ``left_out`` rows that are no data (totals, blank),
    ``faults`` those kept out by a fault; ``decisions``, ``nicknames`` and ``revisions`` primary
    keys.
    """
    guests = sum(person.is_guest for person in people.values())
    new = {person.pk for person in people.values()}
    return {
        "members": len(people) - guests,
        "guests": guests,
        "games": len(plan.games),
        "there": plan.there,
        "left_out": plan.left_out,
        "faults": plan.faulty,
        "decisions": [decision.pk for decision in decisions],
        "nicknames": list(Nickname.objects.filter(member__in=new).values_list("pk", flat=True)),
        "revisions": posted.revisions,
        "moved": moved_of(posted.report.moved, new),
    }


def complete_receipt(
    batch: int, moved: Sequence[ChangedStanding], revisions: Sequence[int], **_more: object
) -> None:
    """Receiver of ``games.signals.batch_recalculated``: store what the receipt could not know."""
    entered = Batch.objects.filter(pk=batch, state=State.ENTERED)
    if kept := entered.first():
        new = set(kept.brought_members.values_list("member_id", flat=True))
        late = {"moved": moved_of(moved, new), "revisions": list(revisions)}
        entered.update(receipt=kept.receipt | late)


# -- undoing ---------------------------------------------------------------------------------------


@atomic_retried
def undo_batch(act: Act, batch: Batch) -> Batch:
    """Take out what a batch entered; the batch itself stays on record as undone.

    Undoing again changes nothing.  Raises ``leaned_on`` where something came later that
    needs a member or a game of the batch (:func:`what_leans_on` says what), and
    ``not_entered`` for a draft.
    """
    need(act.user, "games.bring_notebook")
    batch = lock_row(batch)
    if batch.state == Batch.State.UNDONE:
        return batch
    if batch.state != Batch.State.ENTERED:
        raise Refusal(
            _("This import was never carried out, so there is nothing to undo."),
            field="batch",
            value=batch.pk,
            reason="not_entered",
        )
    members = list(batch.brought_members.values_list("member_id", flat=True))
    games = list(batch.brought_games.values_list("game_id", flat=True))
    # Whoever reports with one of them waits here, or has been before us and is found below.
    lock_rows(Member.objects.filter(pk__in=members).only("pk"))
    lock_rows(Game.objects.filter(pk__in=batch.brought_games.values("game")).only("pk"))
    locks.enter(alone=True)
    if leaning := what_leans_on(batch):
        raise Refusal(
            ngettext_lazy(
                "%(value)s later entry depends on this import, so it cannot be undone. See below.",
                "%(value)s later entries depend on this import, so it cannot be undone. See below.",
                "value",
            ),
            field="batch",
            value=sum(each.count for each in leaning),
            reason="leaned_on",
        )
    decisions, revisions = (batch.receipt.get(name, []) for name in ("decisions", "revisions"))
    delete_facts(games=games, decisions=decisions, revisions=revisions, leaving=members)
    take_out_members(act, members)
    batch.state = Batch.State.UNDONE
    batch.undone_by, batch.undone_at = act.user, act.at
    batch.save()
    return batch


# -- jobs ------------------------------------------------------------------------------------------


#: Files of so many bytes, and games of a batch, are entered and undone within the request.
BYTES: Final = 60_000
GAMES: Final = 500


def is_large(batch: Batch) -> bool:
    """Whether entering it takes longer than somebody should wait for a page."""
    return sum(len(file.data) for file in batch.files.all()) > BYTES


def enter(act: Act, asked: Mapping[str, Any], tell: Progress) -> None:
    """Enter a batch as a job: *asked* the batch and the plan that was looked at."""
    enter_batch(act, _batch(act, asked["batch"]), seen=asked["seen"], job=tell)


def undo(act: Act, asked: Mapping[str, Any], tell: Progress) -> None:  # noqa: ARG001 - one step
    """Undo a batch as a job: *asked* the batch."""
    undo_batch(act, _batch(act, asked["batch"]))


def _batch(act: Act, pk: int) -> Batch:
    batch = batches_of(act.user).filter(pk=pk).first()
    if batch is None:
        raise RuleError(Code.UNKNOWN, "batch", pk, reason="notebook.draft_no_more")
    return batch


#: See ``goclub.games.jobs``.
JOBS = {"enter_batch": (enter, False), "undo_batch": (undo, False)}

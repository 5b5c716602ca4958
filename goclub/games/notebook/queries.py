from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from django.db.models import Case, ForeignKey, Model, Prefetch, QuerySet, When
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils.text import capfirst

from goclub.games.models import (
    Batch,
    BatchFile,
    BroughtGame,
    BroughtMember,
    Game,
    Kifu,
    RatingEntry,
    Recalculation,
    Revision,
    Standing,
)
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.paa.system import PAA
from goclub.members.models import Letter, Member, NameKey, Nickname, Notice, StrengthDecision, User
from ratings.halves import half_text
from ratings.paa.rules import PaaRules

# Batches as pages show them.


def batches_of(user: User) -> QuerySet[Batch]:
    """All that the office entered, and the user's own drafts, the newest first.

    Their files come along without the bytes.
    """
    files = Prefetch("files", BatchFile.objects.defer("data", "columns", "choices"))
    people = ("by__member", "entered_by__member", "undone_by__member")
    return (
        Batch.objects.seen_by(user).select_related(*people).prefetch_related(files).order_by("-pk")
    )


def people_of(batch: Batch) -> QuerySet[BroughtMember]:
    """Whom a batch made, in the order of the file; guests of its games last."""
    guests_last = Case(When(row=0, then=1), default=0)
    return batch.brought_members.select_related("member").order_by(guests_last, "row", "pk")


def games_of(batch: Batch) -> QuerySet[BroughtGame]:
    """The games that a batch made, in the order of the file."""
    return batch.brought_games.select_related("game__black", "game__white").order_by("row", "pk")


# Everything of the club as rows of values, in the form in which it can be brought along again.


_AT_ONCE = 500


def member_lines() -> Iterator[dict[str, object]]:
    """Members, former members and guests by the fields of a notebook, in the order they came.

    ``points_on`` is None for the declaration on joining; ``nickname`` has none that a kifu taught.
    """
    decisions = StrengthDecision.objects.filter(system=StrengthDecision.System.PAA).order_by(
        "effective_on", "decided_at", "pk"
    )
    people = (
        Member.objects.players()
        .select_related("user")
        .prefetch_related(Prefetch("decisions", decisions), "nicknames")
        .order_by("pk")
    )
    for member in people.iterator(_AT_ONCE):
        known = list(member.decisions.all())
        last = known[-1] if known else None
        by_office = last is not None and last.kind != StrengthDecision.Kind.DECLARED
        yield {
            "name": member.display_name,
            "romanised": member.second_name,
            "status": member.status,
            "joined": member.joined_on,
            "rank": last.rank if last else "",
            "points": last.points if last else None,
            "points_on": last.effective_on if last and by_office else None,
            "certified": "yes" if last and last.kind == StrengthDecision.Kind.CERTIFIED else "",
            "email": (member.user.email if member.user else "") or member.contact_email,
            "born": member.birth_date,
            "club": member.club,
            "country": str(member.country or ""),
            "language": member.language,
            "nickname": "; ".join(
                str(nickname) for nickname in member.nicknames.all() if not nickname.learned
            ),
        }


def game_lines() -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]]:
    """Confirmed games between two players, in the order of the ledger: day and players; winner,
    ending and doubled margin; handicap, komi, board and place."""
    games = Game.objects.confirmed().filter(kind=Game.Kind.ORDINARY)
    rows = games.order_by("played_on", "confirmed_at", "pk").values_list(
        "played_on", "black__display_name", "white__display_name", "winner", "ending", "margin2",
        "handicap", "komi2", "board", "place",
    )  # fmt: skip
    for row in rows.iterator(_AT_ONCE * 4):
        handicap, komi2, *rest = row[6:]
        yield row[:3], row[3:6], (handicap, half_text(komi2), *rest)


def decision_lines() -> Iterator[tuple[object, ...]]:
    """Every decision about strength: who, when it holds, its kind, system, rank, points, why."""
    rows = StrengthDecision.objects.order_by("effective_on", "decided_at", "pk")
    yield from rows.values_list(
        "member__display_name",
        "effective_on",
        "system",
        "kind",
        "rank",
        "points",
        "decided_by__username",
        "decided_at",
        "reason",
    ).iterator(_AT_ONCE * 4)


def kifu_files() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every record as it was uploaded, one at a time."""
    for kifu in Kifu.objects.select_related("source").order_by("pk").iterator(50):
        stem, _dot, suffix = kifu.filename.rpartition(".")
        yield f"{kifu.pk}.{suffix[:8] if stem and suffix.isalnum() else 'sgf'}", kifu.file_bytes


# Whom and what the club knows already, loaded once for the judging of a whole file.


#: A player: the primary key of somebody whom the club knows, the key of one who comes along
#: ("row:17"), or a guest by name ("guest:Jan Gość").
Seat: TypeAlias = int | str
#: Black, White, day, board, stones, komi doubled, winner, ending, margin doubled.
GameKey: TypeAlias = tuple[Seat, Seat, date, int, int, int, str, str, int | None]


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who may be meant by a name."""

    seat: Seat
    name: str
    romanised: str = ""
    nicknames: tuple[str, ...] = ()
    joined_on: date | None = None
    born_on: date | None = None
    email: str = ""
    is_guest: bool = False


@dataclass(frozen=True)
class Known:
    """People of the club, present, former and guests, and how often each game stands there.

    ``rules`` those of PAA by day, which say where a game may be lost on time.  ``accounts``: whose
    sign-in name or address each is, in small letters.
    """

    people: tuple[KnownPerson, ...] = ()
    games: Mapping[GameKey, int] = field(default_factory=dict)
    rules: Callable[[date], PaaRules] = field(default=lambda _day: PaaRules())
    accounts: Mapping[str, str] = field(default_factory=dict)


def load_known() -> Known:
    """Everybody who can be a player of the past, and every game that is not void: five queries."""
    nicknames: dict[int, list[str]] = defaultdict(list)
    for member, name in Nickname.objects.values_list("member_id", "name"):
        nicknames[member].append(name)
    people = tuple(
        KnownPerson(
            seat=member.pk,
            name=member.display_name,
            romanised=member.romanised_name,
            nicknames=tuple(nicknames[member.pk]),
            joined_on=member.joined_on,
            born_on=member.birth_date,
            email=(member.user.email if member.user else "") or member.contact_email,
            is_guest=member.is_guest,
        )
        for member in Member.objects.players().select_related("user").order_by("pk")
    )
    games = Game.objects.shown().values_list(
        "black", "white", "played_on", "board", "handicap", "komi2", "winner", "ending", "margin2"
    )
    accounts = {
        known.casefold(): name or username
        for username, email, name in User.objects.values_list(
            "username", "email", "member__display_name"
        )
        for known in (username, email)
        if known
    }
    accounts |= {person.email.casefold(): person.name for person in people if person.email}
    return Known(people, Counter(games.iterator()), rules_timeline().of(PAA), accounts)


# What came after a batch and needs one of its members or games.


_EXAMPLES = 5
#: Made from facts, made by the batch itself, or words about what happened.
_OWN = (
    BroughtGame,
    BroughtMember,
    Letter,
    NameKey,
    Notice,
    RatingEntry,
    Recalculation,
    Revision,
    Standing,
)


@dataclass(frozen=True, slots=True)
class Leaning:
    """Rows of one kind that need a member or a game of the batch.

    ``name`` what they are, in the reader's words; ``changed`` True where they are the batch's own
    members or games, changed or removed since.
    """

    name: str
    count: int
    examples: list[Model]
    changed: bool = False


def what_leans_on(batch: Batch) -> list[Leaning]:
    """Everything that forbids to undo a batch that was entered; empty where nothing does.

    Any table that refers to a member or a game is asked, whichever room it belongs to.
    """
    members = BroughtMember.objects.filter(batch=batch).values("member")
    games = BroughtGame.objects.filter(batch=batch).values("game")
    rows_by_model: dict[type[Model], QuerySet[Model]] = {}
    for model, keys in ((Member, members), (Game, games)):
        for relation in _relations(model):
            rows = relation.related_model._default_manager.filter(
                **{f"{relation.field.name}__in": keys}
            )
            known = rows_by_model.get(relation.related_model)
            rows_by_model[relation.related_model] = rows if known is None else known | rows
    rows_by_model[Game] = rows_by_model[Game].exclude(pk__in=games)
    for brought, kept in ((StrengthDecision, "decisions"), (Nickname, "nicknames")):
        own = batch.receipt.get(kept, [])
        rows_by_model[brought] = rows_by_model[brought].exclude(pk__in=own)
    leaning = [_leaning(model, rows) for model, rows in rows_by_model.items()]
    leaning += [_changed(Member, members), _changed(Game, games), *_removed(batch)]
    return [each for each in leaning if each.count]


def _relations(model: type[Model]) -> Iterator[ForeignObjectRel]:
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.related_model in _OWN:
            continue
        field = relation.field
        # Histories only remember: they hold nobody.
        if isinstance(field, ForeignKey) and getattr(field, "db_constraint", True):
            yield relation


def _leaning(model: type[Model], rows: QuerySet[Any], *, changed: bool = False) -> Leaning:
    distinct = rows.order_by("pk").distinct()
    examples = list(distinct[:_EXAMPLES])
    return Leaning(_name_of(model), distinct.count(), examples, changed=changed)


def _name_of(model: type[Model]) -> str:
    return capfirst(str(model._meta.verbose_name_plural))


def _changed(model: type[Member] | type[Game], keys: QuerySet[Any, Any]) -> Leaning:
    """Those of the batch that somebody has changed since they came."""
    changed = model.history.filter(id__in=keys).exclude(history_type="+").values("id")
    return _leaning(model, model._default_manager.filter(pk__in=changed), changed=True)


def _removed(batch: Batch) -> list[Leaning]:
    """Those of the batch that are gone: merged into others, or deleted."""
    receipt = batch.receipt
    people = receipt.get("members", 0) + receipt.get("guests", 0)
    gone = (
        (Member, people - batch.brought_members.count()),
        (Game, receipt.get("games", 0) - batch.brought_games.count()),
    )
    return [Leaning(_name_of(model), count, [], changed=True) for model, count in gone]

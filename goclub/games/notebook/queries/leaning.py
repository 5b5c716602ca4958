"""What came after a batch and needs one of its members or games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import ForeignKey, Model, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils.text import capfirst

from goclub.games.models import (
    Batch,
    BroughtGame,
    BroughtMember,
    Game,
    PostponedReplay,
    RatingEntry,
    Revision,
    Standing,
)
from goclub.members.models import Letter, Member, NameKey, Nickname, Notice, StrengthDecision

_EXAMPLES = 5
#: Made from facts, made by the batch itself, or words about what happened.
_OWN = (
    BroughtGame,
    BroughtMember,
    Letter,
    NameKey,
    Notice,
    PostponedReplay,
    RatingEntry,
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
    if Game in rows_by_model:
        rows_by_model[Game] = rows_by_model[Game].exclude(pk__in=games)
    for brought, kept in ((StrengthDecision, "decisions"), (Nickname, "nicknames")):
        if brought in rows_by_model:
            rows_by_model[brought] = rows_by_model[brought].exclude(
                pk__in=batch.receipt.get(kept, [])
            )
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


def _leaning(model: type[Model], rows: QuerySet[Model]) -> Leaning:
    distinct = rows.order_by("pk").distinct()
    name = capfirst(str(model._meta.verbose_name_plural))
    return Leaning(name, distinct.count(), list(distinct[:_EXAMPLES]))


def _changed(model: type[Member] | type[Game], keys: QuerySet[Any, Any]) -> Leaning:
    """Those of the batch that somebody has changed since they came."""
    changed = model.history.filter(id__in=keys).exclude(history_type="+").values("id")
    rows = model._default_manager.filter(pk__in=changed).order_by("pk")
    name = capfirst(str(model._meta.verbose_name_plural))
    return Leaning(name, rows.count(), list(rows[:_EXAMPLES]), changed=True)


def _removed(batch: Batch) -> list[Leaning]:
    """Those of the batch that are gone: merged into others, or deleted."""
    receipt = batch.receipt
    people = receipt.get("members", 0) + receipt.get("guests", 0)
    gone = (
        (Member, people - batch.brought_members.count()),
        (Game, receipt.get("games", 0) - batch.brought_games.count()),
    )
    return [
        Leaning(capfirst(str(model._meta.verbose_name_plural)), count, [], changed=True)
        for model, count in gone
    ]

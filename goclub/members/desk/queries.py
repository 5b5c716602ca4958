"""What may wait on the desk, how much of it does, and what was decided lately.

A room says of its things what :class:`Source` asks; like the refusals, the sources are named by the
apps (``AppConfig.desk``) and put together once.  What was decided is told by every room in the same
columns, so that one question finds it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db.models import F, IntegerField, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone
from django_stubs_ext import StrOrPromise

from goclub.common import notation
from goclub.members.models import User
from goclub.members.names import shown_name
from goclub.members.requests import Act


class Trace(NamedTuple):
    """One row that somebody decided.

    ``source`` the number of its source among those asked, ``by`` and ``who`` the login and its
    member's name; ``about`` a key, ``first`` and ``second`` two words of the room's own.
    """

    source: int
    at: datetime
    by: int
    who: str
    row: int
    about: int
    first: str
    second: str


COLUMNS: Final = [f"desk_{name}" for name in Trace._fields]
#: Parts the spellings of a name in one column; no name has it.
_PART: Final = "\x1f"


def traced(
    rows: QuerySet[Any],
    *,
    at: str,
    by: str,
    about: str,
    first: str | Combinable,
    second: str | Combinable = "",
) -> QuerySet[Any]:
    """These rows with the columns of a trace, by the names of their own."""
    name = spelled(f"{by}__member", f"{by}__username")
    traces: QuerySet[Any] = rows.order_by().annotate(
        desk_at=F(at),
        desk_by=F(by),
        desk_who=name,
        desk_row=F("pk"),
        desk_about=F(about),
        desk_first=_text(first),
        desk_second=_text(second or Value("")),
    )
    return traces


def spelled(person: str, otherwise: str = "") -> Combinable:
    """Both spellings of the member at a path; a trace has the one that its reader sees."""
    name = Coalesce(f"{person}__display_name", otherwise or Value(""))
    romanised = Coalesce(f"{person}__romanised_name", Value(""))
    return Concat(_text(name), _text(Value(_PART)), _text(romanised))


def _read(value: Any) -> Any:
    """A column of a trace, with names as the reader sees them."""
    if isinstance(value, str) and _PART in value:
        return shown_name(*value.split(_PART, 1)).first
    return value


def numbered(rows: QuerySet[Any], number: int) -> QuerySet[Any, Any]:
    """The traces of the source of this number, as rows of a common answer."""
    marked = rows.annotate(desk_source=Value(number, output_field=IntegerField()))
    answer: QuerySet[Any, Any] = marked.values_list(*COLUMNS)
    return answer


def _text(value: str | Combinable) -> Combinable:
    """Without a length or a collation of its own: columns of several tables stand in one."""
    return Cast(value, TextField())


#: What stands under "decided lately": so many days, so many decisions of a room.
LATELY_DAYS: Final = 14
LATELY_MOST: Final = 6


class Urgency(IntEnum):
    """What harm it does to let something lie, the worst first."""

    DATA = 0  #: what is stored could be lost
    DISPUTE = 1  #: two people disagree
    PERSON = 2  #: somebody cannot go on without an answer
    RESULT = 3  #: a result moves nothing yet
    ROUTINE = 4  #: it is time for something
    QUIET = 5  #: worth knowing; nobody waits, and it is not counted

    @property
    def sign(self) -> str:
        """Its mark beside the title; the colour is never alone."""
        return ("!", "!", "?", "…", "✓", "i")[self]


@dataclass(frozen=True, slots=True)
class DeskStep:
    """One way to answer.

    A link to ``url``; with ``name`` a press that the desk carries out; with ``sent`` a press that
    sends these fields to ``url``; with ``opens`` a small form of that template, shown first.
    """

    label: StrOrPromise
    url: str = ""
    name: str = ""
    sent: Mapping[str, object] | None = None
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be done with everything that is ticked.

    ``chosen`` the label with a place for the number: “Remind %(n)s”.
    """

    name: str
    label: StrOrPromise
    chosen: StrOrPromise


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that waits: ``thing`` is what the source's template shows of it."""

    pk: int
    title: StrOrPromise
    since: date | datetime | None
    thing: Any
    steps: Sequence[DeskStep] = ()

    def days(self, today: date) -> int | None:
        """How many days it has waited; None where that has no beginning."""
        return None if self.since is None else max(0, (today - _day(self.since)).days)


@dataclass(frozen=True, slots=True)
class HouseState:
    """How a part of the house is: one line of “state of the house”, with what can be done."""

    icon: str
    title: StrOrPromise
    text: StrOrPromise = ""
    bad: bool = False
    url: str = ""
    step: DeskStep | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that was decided lately; ``undo`` says which press takes it back, of which rows."""

    at: datetime
    title: StrOrPromise
    who: str
    mine: bool = False
    url: str = ""
    undo: str = ""
    rows: Sequence[int] = ()


@dataclass(slots=True)
class PressOutcome:
    """What a press did: how many rows followed it, and why the others did not."""

    done: int = 0
    said: StrOrPromise = ""
    stayed: list[tuple[str, StrOrPromise]] = field(default_factory=list)


class Source:
    """One kind of thing that waits.  A room makes a subclass and puts an instance into ``DESK``.

    ``key`` names it in addresses; ``permission`` whoever has it sees it; ``title`` stands over
    alike things, a lazy plural of ``count`` that shows ``n``; ``template`` shows what there is to
    know of one matter (``matter``, ``thing``); ``ticked`` is the template's way of a batch: alike
    things with a box each, and ``choices`` what can be done with all that are ticked.
    ``late_after``: from so many days on its age stands out.  ``shown`` so many on the desk itself,
    the others on the page of the kind.  ``joined``: the related rows that are loaded with each.
    """

    key: ClassVar[str]
    gravity: ClassVar[Urgency]
    permission: ClassVar[str]
    title: ClassVar[StrOrPromise] = ""
    template: ClassVar[str] = ""
    ticked: ClassVar[bool] = False
    needs_reason: ClassVar[bool] = False
    late_after: ClassVar[int] = 7
    shown: ClassVar[int] = 3
    joined: ClassVar[tuple[str, ...]] = ()
    choices: ClassVar[tuple[Choice, ...]] = ()

    def sees(self, user: User) -> bool:
        """Whether this reader has to do with it."""
        return user.has_perm(self.permission)

    def values(self, user: User) -> Mapping[str, Any]:  # noqa: ARG002
        """What the rows depend on beside the database: who reads, what time it is."""
        return {}

    def rows(self, *_args: Any, **_values: Any) -> QuerySet[Any]:
        """The rows that wait with these values, the oldest first; whose rows are in no table has
        no such method.
        """
        raise NotImplementedError  # never asked: see in_table

    @property
    def in_table(self) -> bool:
        """Whether a table holds what waits."""
        return type(self).rows is not Source.rows

    def waiting(self, user: User) -> QuerySet[Any] | None:
        """The rows that wait for this reader, the oldest first; None where no table holds them."""
        return self.rows(**self.values(user)) if self.in_table else None

    def load(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The same rows with everything that is said of them, for one page (one query)."""
        return rows.select_related(*self.joined) if self.joined else rows

    def besides(self) -> Sequence[Matter]:
        """What waits without a row of its own, such as a backup that was never made."""
        return ()

    def matters(self, rows: Sequence[Any]) -> list[Matter]:
        """What is said of these rows, in their order."""
        return [self.matter(row) for row in rows]

    def matter(self, row: Any) -> Matter:
        """What is said of one row."""
        # Sources that only count have no rows, so that an abstract method would be too much.
        raise NotImplementedError  # abstract: a source of rows says this

    def heading(self, count: int) -> StrOrPromise:
        """The title over alike things: “4 reports wait for their opponent”."""
        return self.title % {"count": count, "n": notation.number(count)}

    def press(self, act: Act, name: str, rows: Sequence[int], *, reason: str) -> PressOutcome:
        """Carry out one press for these rows, each judged by itself; inside a transaction.

        Rows that do not wait any more are no error: somebody was quicker.
        """
        raise NotImplementedError  # never asked of a source that offers no choices

    def state(self, user: User) -> HouseState | None:  # noqa: ARG002
        """How this part of the house is, where it is worth a line when all is well."""
        return None

    def decided(self, since: datetime) -> QuerySet[Any, Any] | None:  # noqa: ARG002
        """What was decided of this kind since then, each row as ``traces.traced``."""
        return None

    def lately(self, traces: Sequence[Trace], user: User) -> Sequence[Decision]:  # noqa: ARG002
        """These traces in words, the newest first."""
        return ()


@cache
def sources() -> tuple[Source, ...]:
    """Every source, the gravest first; raises ImproperlyConfigured for a key that stands twice."""
    names = chain.from_iterable(getattr(app, "desk", ()) for app in apps.get_app_configs())
    known = list(chain.from_iterable(import_module(name).DESK for name in names))
    keys = [source.key for source in known]
    if twice := {key for key in keys if keys.count(key) > 1}:
        raise ImproperlyConfigured(f"two sources of the desk: {', '.join(sorted(twice))}")
    return tuple(sorted(known, key=lambda source: source.gravity))


def sources_of(user: User) -> list[Source]:
    """The sources that this reader has to do with, the gravest first."""
    return [source for source in sources() if source.sees(user)]


def _day(since: date | datetime) -> date:
    return timezone.localdate(since) if isinstance(since, datetime) else since


#: So many decided rows are read: more than one press moves.
MOST_TRACES: Final = 1200


def counts_of(sources: Sequence[Source], user: User) -> Mapping[str, int]:
    """How many things of each source wait for this reader, by its key (one query)."""
    counts = {source.key: len(source.besides()) for source in sources}
    asked = [source for source in sources if source.in_table]
    if asked:
        first, *others = (
            source.rows(**source.values(user))
            .order_by()
            .values_list(Value(number, output_field=IntegerField()))
            for number, source in enumerate(asked)
        )
        for (number,) in first.union(*others, all=True) if others else first:
            counts[asked[number].key] += 1
    return counts


def desk_count(user: User) -> int:
    """How many things wait on this reader's desk; 0 for whoever has none (at most one query)."""
    counted = [source for source in sources_of(user) if source.gravity != Urgency.QUIET]
    return sum(counts_of(counted, user).values()) if counted else 0


def decided_since(
    sources: Sequence[Source], user: User, since: datetime
) -> list[tuple[Source, Decision]]:
    """What was decided since then, with its source, the newest first (one query)."""
    questions = [
        numbered(rows, number)
        for number, source in enumerate(sources)
        if (rows := source.decided(since)) is not None
    ]
    if not questions:
        return []
    first, *others = questions
    answer = first.union(*others, all=True) if others else first
    newest = answer.order_by("-desk_at", "desk_by", "desk_row")[:MOST_TRACES]
    traces: dict[int, list[Trace]] = defaultdict(list)
    for row in newest:
        traces[row[0]].append(Trace(*map(_read, row)))
    decisions = [
        (sources[number], decision)
        for number, mine in traces.items()
        for decision in sources[number].lately(mine, user)
    ]
    return sorted(decisions, key=lambda pair: pair[1].at, reverse=True)

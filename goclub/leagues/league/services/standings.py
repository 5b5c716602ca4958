"""Standings of a term, a season or a year: stored at the close, then changed by corrections alone.

Every page, file and decision after the close reads the record; what the games would say by now is a
correction that waits until an organiser records it with a reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusal
from goclub.leagues.league.services.rights import need_reason
from goclub.leagues.models import League, Match, Snapshot
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code, RuleError


class StoredRow(Protocol):
    """A player's line in a record; ``figures`` is what a correction can change of it."""

    @property
    def key(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def place(self) -> int: ...
    @property
    def figures(self) -> tuple[object, ...]: ...


@dataclass(frozen=True, slots=True)
class RowChange:
    """A player's line as recorded and as it would be now; None where the table has none."""

    before: Any
    after: Any

    @property
    def name(self) -> str:
        name: str = (self.before or self.after).shown_name
        return name


class Standings(ABC):
    """The standings of one term, season or year, and their record.

    A kind of competition says how its rows are computed (``live``), whose they are (``owner``, the
    columns of :class:`Snapshot`), and whom the notice at the close goes to.  A table is a list of
    ``row_class`` unless the kind reads and writes another form.
    """

    row_class: ClassVar[type]
    #: Kind of the notice at the close.
    notice: ClassVar[str] = ""

    def __init__(self, league: League, name: str, /, **owner: Any) -> None:
        self.league, self.name, self.owner = league, name, owner

    @cached_property
    @abstractmethod
    def live(self) -> Any:
        """Return the table as the games say, at the close or after it."""

    @cached_property
    def versions(self) -> list[Snapshot]:
        """Return every record, the first version first."""
        return list(Snapshot.objects.filter(**self.owner).order_by("version"))

    @property
    def record(self) -> Snapshot | None:
        """Return the record that applies now, None before the close."""
        return self.versions[-1] if self.versions else None

    @cached_property
    def recorded(self) -> Any:
        """Return the table as its record keeps it; asked for after the close alone."""
        return self.read(self.versions[-1].table)

    # --- What a kind may do in its own way --------------------------------------------------------
    def read(self, stored: Any) -> Any:
        """Return a table from its JSON values."""
        return [self.row_class(**row) for row in stored]

    def write(self, table: Any) -> Any:
        """Return a table as JSON values."""
        return [asdict(row) for row in table]

    def rows(self, table: Any) -> Iterable[StoredRow]:
        """Return the lines of a table."""
        rows: Iterable[StoredRow] = table
        return rows

    @property
    def unfilled(self) -> Sequence[Match]:
        """Return the pairings that need a result before the standings are recorded."""
        return ()

    def check_closing(self, act: Act) -> None:  # noqa: B027
        """Refuse a close that comes too early."""

    def players(self) -> Iterable[Member]:
        """Return who is notified of the close."""
        return ()

    # --- Corrections ------------------------------------------------------------------------------
    @cached_property
    def changes(self) -> tuple[RowChange, ...]:
        """Return the lines that a correction would change, the recorded ones first."""
        before = {row.key: row for row in self.rows(self.recorded)}
        after = {row.key: row for row in self.rows(self.live)}
        return tuple(
            RowChange(before.get(key), after.get(key))
            for key in before | after
            if key not in before or key not in after or before[key].figures != after[key].figures
        )

    def differs(self) -> bool:
        """Whether the games say something else than the record."""
        return bool(self.changes)

    @cached_property
    def is_pending(self) -> bool:
        """Whether a correction waits for its recording."""
        return self.record is not None and self.differs()

    # --- Recording --------------------------------------------------------------------------------
    def close(self, act: Act) -> Snapshot:
        """Store the standings and notify the players; closing again changes nothing."""
        if self.record is None:
            self.check_closing(act)
            self._store(act)
            if self.notice:
                [(kind, row)] = self.owner.items()
                url, params = row.get_absolute_url(), {kind: str(row)}
                notices = [Told(member, url, params) for member in self.players()]
                tell_each(act, self.notice, notices)
        return self.versions[-1]

    def correct(self, act: Act, *, reason: str) -> Snapshot:
        """Add a version with its reason where the games differ; the old one stays.

        Raises RuleError E_STATE (``not_closed_yet``, ``unplayed``), E_MISSING without a reason.
        """
        if self.record is None:
            raise RuleError(Code.STATE, "name", self.name, reason="league.not_closed_yet")
        if self.differs():
            self.check_complete()
            self._store(act, need_reason(reason))
        return self.versions[-1]

    def check_complete(self) -> None:
        """Refuse to record standings while pairings are open; ``value`` is how many."""
        if self.unfilled:
            raise Refusal(
                ngettext_lazy(
                    "%(value)s pairing is open. It must be played or forfeited before "
                    "the table is recorded.",
                    "%(value)s pairings are open. Each must be played or forfeited "
                    "before the table is recorded.",
                    "value",
                ),
                field="games",
                value=len(self.unfilled),
                reason="unplayed",
            )

    def _store(self, act: Act, reason: str = "") -> None:
        record = Snapshot.objects.create(
            **self.owner,
            version=len(self.versions) + 1,
            table=self.write(self.live),
            reason=reason,
            taken_at=act.at,
            taken_by=act.by,
        )
        self.versions.append(record)

"""The table base class: every list of the site looks and pages alike."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import django_tables2 as tables
from django.core.paginator import Paginator
from django_stubs_ext import StrOrPromise
from django_tables2.rows import BoundRow, BoundRows

from goclub.common.nothing import FirstStep

PER_PAGE = 25
MOST_PER_PAGE = 100
R = TypeVar("R")


class CappedPaginator(Paginator[R]):
    """A paginator that a hand-written ``?per_page=1000000`` cannot turn into a minute of work."""

    def __init__(
        self, object_list: BoundRows | Sequence[R], per_page: int | str, orphans: int = 0
    ) -> None:
        try:
            asked = int(per_page)
        except (TypeError, ValueError):
            asked = PER_PAGE
        super().__init__(object_list, max(1, min(asked, MOST_PER_PAGE)), orphans)


def at(place: str, *, number: bool = False) -> dict[str, dict[str, str]]:
    """The attributes of a column that knows its place in the two lines a phone shows of a row.

    ``place`` one of lead, name, both, end, below, last, mark, third, state, more
    (``css/common/rows.css``), or wide: a column that a phone leaves out.
    """
    css = place if place == "wide" else f"at-{place}"
    both = {"class": f"num {css}" if number else css}
    return {"td": both, "th": both}


class BaseTable(tables.Table):
    """Columns come from the subclass; look, empty text and paging are the same everywhere.

    On a phone a row is two lines; a column says with ``at`` where in them it stands.  A list of
    which nothing is there yet says ``first_text`` and offers its ``first_step`` to those who may
    take it; where filters leave no row, ``no_fit`` (see :mod:`goclub.common.nothing`).
    """

    first_text: StrOrPromise
    no_fit: StrOrPromise = ""
    first_step: FirstStep | None = None

    def group_of(self, record: Any) -> StrOrPromise:  # noqa: ARG002
        """The heading of the rows among which this one stands, in the order that a list has by
        itself; none where there is one group alone.
        """
        return ""

    @property
    def is_grouped(self) -> bool:
        """Whether rows of a group stand together: not where the reader sorts otherwise."""
        return not self.order_by

    def lines(self) -> Iterator[tuple[StrOrPromise, BoundRow]]:
        """The rows of this page, each with the heading that stands above it, if any."""
        last: StrOrPromise = ""
        for row in self.paginated_rows:
            group = self.group_of(row.record) if self.is_grouped else ""
            yield (group if group != last else ""), row
            last = group

    # The header cell explains itself to a screen reader through aria-sort (see the template).
    class Meta:
        attrs = {"class": "table club-table rows"}
        template_name = "common/table.html"
        order_by_field = "sort"


PAGINATION = {"per_page": PER_PAGE, "paginator_class": CappedPaginator}


class PagedTableMixin(tables.SingleTableMixin):
    """Give a ListView its table, paged by the capped paginator."""

    table_pagination = PAGINATION

    def get_table_pagination(self, table: tables.Table) -> dict[str, object]:  # noqa: ARG002
        """Pages of the usual size, or of the one that the address asks for."""
        pagination = dict(PAGINATION)
        if "per_page" in self.request.GET:
            pagination["per_page"] = self.request.GET["per_page"]
        return pagination

"""The table base class: every list of the site looks and pages alike."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar, cast

import django_tables2 as tables
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.template import Context
from django.template.backends.django import Template as DjangoTemplate
from django.template.defaultfilters import date as day
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django_stubs_ext import StrOrPromise
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow, BoundRows

from goclub.common.collation import by_name
from goclub.common.empty_state import FirstStep
from goclub.common.notation import number

PER_PAGE = 25
MOST_PER_PAGE = 100
R = TypeVar("R")
M = TypeVar("M", bound=Model)


class CappedPaginator(Paginator[R]):
    """A paginator that a hand-written ``?per_page=1000000`` cannot turn into a minute of work.

    ``known`` how many rows there are, where the page has counted them already.
    """

    def __init__(
        self,
        object_list: BoundRows | Sequence[R],
        per_page: int | str,
        orphans: int = 0,
        *,
        known: int | None = None,
    ) -> None:
        try:
            asked = int(per_page)
        except (TypeError, ValueError):
            asked = PER_PAGE
        super().__init__(object_list, max(1, min(asked, MOST_PER_PAGE)), orphans)
        if known is not None:
            self.count = known


def order_by_column(
    rows: QuerySet[M], path: str, *, is_descending: bool
) -> tuple[QuerySet[M], bool]:
    """Return rows in the order of a column of names, as a table's ``order_`` methods answer."""
    name = by_name(path)
    return rows.order_by(name.desc() if is_descending else name.asc(), "pk"), True


def at(place: str, *, number: bool = False) -> dict[str, dict[str, str]]:
    """The attributes of a column that knows its place in the two lines a phone shows of a row.

    ``place`` one of lead, name, both, end, below, last, mark, third, state, more
    (``css/common/rows.css``), or wide: a column that a phone leaves out.
    """
    css = place if place == "wide" else f"at-{place}"
    both = {"class": f"num {css}" if number else css}
    return {"td": both, "th": both}


class CellColumn(tables.TemplateColumn):
    """A column whose cells are a template, rendered in the context of the page.

    The library's own makes a context anew for each cell, with all that every page knows of the club
    and its reader.
    """

    def render(
        self, record: object, table: tables.Table, value: object, bound_column: BoundColumn,
        **kwargs: object,
    ) -> SafeString:  # fmt: skip
        """The cell of a row, with what a template of the library's column is given."""
        context: Context = getattr(table, "context", None) or Context()
        template = cast(DjangoTemplate, get_template(self.template_name)).template
        variables = self.get_context_data(
            record=record, table=table, value=value, bound_column=bound_column, **kwargs
        )
        with context.push(**variables):
            return template.render(context)


class DayColumn(tables.DateColumn):
    """A column of days; the library's own compiles a template for each cell."""

    def render(self, value: date) -> str:
        """The day in the reader's short form."""
        return day(value, "SHORT_DATE_FORMAT")


class BaseTable(tables.Table):
    """Columns come from the subclass; look, empty text and paging are the same everywhere.

    On a phone a row is two lines; a column says with ``at`` where in them it stands.  A list of
    which nothing is there yet says ``first_text`` and offers its ``first_step`` to those who may
    take it; where filters leave no row, ``no_fit`` (see :mod:`goclub.common.empty_state`).
    """

    first_text: StrOrPromise
    no_fit: StrOrPromise = ""
    first_step: FirstStep | None = None
    #: How many rows of the whole list stand under a heading; what is not known is not said.
    group_counts: Mapping[str, int] = {}

    def count_text(self, count: int) -> str:
        """How many rows a group has, as its heading says it."""
        return number(count)

    def group_of(self, record: Any) -> StrOrPromise:  # noqa: ARG002
        """The heading of the rows among which this one stands, in the order that a list has by
        itself; none where there is one group alone.
        """
        return ""

    @property
    def is_grouped(self) -> bool:
        """Whether rows of a group stand together: not where the reader sorts otherwise."""
        return not self.order_by

    def lines(self) -> Iterator[tuple[StrOrPromise, str, BoundRow]]:
        """The rows of this page, each with the heading above it, if any, and its count."""
        last: StrOrPromise = ""
        for row in self.paginated_rows:
            group = self.group_of(row.record) if self.is_grouped else ""
            heading = group if group != last else ""
            count = self.group_counts.get(str(heading))
            yield heading, "" if count is None else self.count_text(count), row
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

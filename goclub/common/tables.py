"""The table base class: every list of the site looks and pages alike."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar, cast

import django_tables2 as tables
from django.core.paginator import Paginator
from django.template import Context
from django.template.backends.django import Template as DjangoTemplate
from django.template.base import render_value_in_context
from django.template.defaultfilters import date as day
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_stubs_ext import StrOrPromise
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow, BoundRows
from django_tables2.utils import signature

from goclub.common.notation import number
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
        given = self.get_context_data(
            record=record, table=table, value=value, bound_column=bound_column, **kwargs
        )
        template = cast(DjangoTemplate, get_template(self.template_name)).template
        with context.push(**given):
            return SafeString(template.render(context))


class DayColumn(tables.DateColumn):
    """A column of days; the library's own compiles a template for each cell."""

    def render(self, value: date) -> str:
        """The day in the reader's short form."""
        return day(value, "SHORT_DATE_FORMAT")


class BaseTable(tables.Table):
    """Columns come from the subclass; look, empty text and paging are the same everywhere.

    On a phone a row is two lines; a column says with ``at`` where in them it stands.  A list of
    which nothing is there yet says ``first_text`` and offers its ``first_step`` to those who may
    take it; where filters leave no row, ``no_fit`` (see :mod:`goclub.common.nothing`).
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

    def lines(self) -> Iterator[tuple[StrOrPromise, BoundRow]]:
        """The rows of this page, each with the heading that stands above it, if any."""
        last: StrOrPromise = ""
        for row in self.paginated_rows:
            group = self.group_of(row.record) if self.is_grouped else ""
            yield (group if group != last else ""), row
            last = group

    def body_html(self) -> SafeString:
        """The rows of this page of the table; nothing where there are none.

        Written here and not in the template: the page of 25 games took 48 ms of the processor with
        loops there and takes 33 so (busy machine, ``benchmarks/page_pairs.py``); the library looks
        at each method's signature and each column's attributes once more for every cell.
        """
        columns = [_Cells(bound) for bound in self.columns]
        context = self.context
        parts: list[str] = []
        for group, row in self.lines():
            if group:
                parts.append(self.heading_html(group, len(columns)))
            parts.append(f"<tr {row.attrs.as_html()}>")
            parts.extend(column.html(row, context) for column in columns)
            parts.append("</tr>\n")
        return SafeString("".join(parts))

    def heading_html(self, group: StrOrPromise, columns: int) -> SafeString:
        """The row above a group, over all columns, with how many rows the group has."""
        known = self.group_counts.get(str(group))
        count = SafeString("")
        if known is not None:
            count = format_html(' <span class="group-count">{}</span>', self.count_text(known))
        heading = '<tr class="row-group"><th scope="rowgroup" colspan="{}">{}{}</th></tr>\n'
        return format_html(heading, columns, group, count)

    # The header cell explains itself to a screen reader through aria-sort (see the template).
    class Meta:
        attrs = {"class": "table club-table rows"}
        template_name = "common/table.html"
        order_by_field = "sort"


class _Cells:
    """A column as its cells are written: what does not change from row to row is asked once."""

    def __init__(self, bound: BoundColumn) -> None:
        self.bound = bound
        self.opening = f"<td {bound.attrs['td'].as_html()}>"
        self.names, self.takes_all = signature(bound.render)

    def html(self, row: BoundRow, context: Context) -> str:
        def render(bound: BoundColumn, value: object = None) -> object:
            given = row._optional_cell_arguments(bound, value)
            wanted = given if self.takes_all else {name: given[name] for name in self.names}
            cell = bound.render(**wanted)
            return bound.link(cell, **given) if bound.link else cell

        cell = row._get_and_render_with(self.bound, render, self.bound.default)
        return f"{self.opening}{render_value_in_context(cell, context)}</td>\n"


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

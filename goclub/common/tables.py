"""The table base class: every list of the site looks and pages alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from functools import partial
from typing import Any, TypeVar, cast

import django_tables2 as tables
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.template import Context, Template
from django.template.backends.django import Template as DjangoTemplate
from django.template.base import render_value_in_context
from django.template.defaultfilters import date as day
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_stubs_ext import StrOrPromise
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundPinnedRow, BoundRow, BoundRows
from django_tables2.utils import signature

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
        variables = self.get_context_data(
            record=record, table=table, value=value, bound_column=bound_column, **kwargs
        )
        with context.push(**variables):
            return self.template.render(context)

    @property
    def template(self) -> Template:
        """What its cells are written with."""
        return cast(DjangoTemplate, get_template(self.template_name)).template

    def cells(self, rows: Iterable[BoundRow], bound: BoundColumn, context: Context) -> list[str]:
        """The cells of all these rows at one go; they know the row alone, and no ``value``."""
        template, name = self.template, self.context_object_name
        written: list[str] = []
        page = nullcontext() if context.template else context.bind_template(template)
        with page, context.render_context.push_state(template), context.push() as cell_context:
            for row in rows:
                cell_context.clear()  # what the cell before kept under a name
                cell_context["column"], cell_context[name] = bound, row.record
                cell_context["row_counter"] = row.row_counter
                cell_context.update(self.extra_context)
                written.append(template.nodelist.render(context))
        return written


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
        loops there and takes 33 so (busy machine); the library looks
        at each method's signature and each column's attributes once more for every cell.
        """
        columns = [_Cells(bound, self) for bound in self.columns]
        lines = list(self.lines())
        rows = [row for _group, row in lines]
        # A column at a time: its template is looked for and set up once.
        cells = zip(*(column.written(rows, self.context) for column in columns), strict=True)
        parts: list[str] = []
        for (group, row), written in zip(lines, cells, strict=True):
            if group:
                parts.append(self.heading_html(group, len(columns)))
            parts.append(f"<tr {self.row_attrs_html(row)}>")
            parts.extend(written)
            parts.append("</tr>\n")
        # Safe: every cell was written by a template or ``render_value_in_context``.
        return SafeString("".join(parts))

    def row_attrs_html(self, row: BoundRow) -> str:
        """What a row's element says of itself; a list's own word apart, whether it is even."""
        if self.row_attrs or isinstance(row, BoundPinnedRow):
            return str(row.attrs.as_html())
        return f'class="{row.get_even_odd_css_class()}"'

    def heading_html(self, group: StrOrPromise, columns: int) -> SafeString:
        """The row above a group, over all columns, with how many rows the group has."""
        known = self.group_counts.get(str(group))
        count = ""
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

    def __init__(self, bound: BoundColumn, table: BaseTable) -> None:
        self.bound, self.column = bound, bound.column
        self.opening = f"<td {bound.attrs['td'].as_html()}>"
        self.names, self.takes_all = signature(bound.render)
        known = self.takes_all or bound.link or "value" in self.names
        #: A cell that is neither empty for some value nor says it.
        self.needs_value = known or self.column.empty_values != ()
        self.templated = isinstance(self.column, CellColumn) and not (
            bound.link
            or hasattr(table, f"render_{bound.name}")
            or callable(self.column.extra_context)
        )
        self.fields: dict[type, str] = {}

    def written(self, rows: Sequence[BoundRow], context: Context) -> Iterator[str]:
        """The cells of these rows, each as an element."""
        cells: Iterable[object]
        if self.templated:
            cells = self.column.cells(rows, self.bound, context)
        else:
            cells = (self._cell(row) for row in rows)
        for cell in cells:
            yield f"{self.opening}{render_value_in_context(cell, context)}</td>\n"

    def _cell(self, row: BoundRow) -> object:
        if not self.needs_value:
            return self._render(row, self.bound)
        kind = type(row.record)
        if (name := self.fields.get(kind)) is None:
            name = self.fields[kind] = self._field_of(kind)
        value = getattr(row.record, name) if name else None
        if not name or callable(value):
            render = partial(self._render, row)
            return row._get_and_render_with(self.bound, render, self.bound.default)
        if value in self.column.empty_values:
            return self.bound.default
        return self._render(row, self.bound, value)

    def _render(self, row: BoundRow, bound: BoundColumn, value: object = None) -> object:
        arguments = row._optional_cell_arguments(bound, value)
        wanted = arguments if self.takes_all else {name: arguments[name] for name in self.names}
        cell = bound.render(**wanted)
        return bound.link(cell, **arguments) if bound.link else cell

    def _field_of(self, kind: type) -> str:
        """The field of a model whose value a cell says as it is; none where the library knows."""
        name = str(self.bound.accessor)
        if not issubclass(kind, Model) or isinstance(self.column, tables.ManyToManyColumn):
            return ""
        try:
            field = kind._meta.get_field(name)
        except FieldDoesNotExist:
            return ""
        plain = field.concrete and not (field.is_relation or field.choices)
        return name if plain else ""


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

"""The rows that are written in one go are those that the library would write."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation
from django_tables2.columns import TemplateColumn

from goclub.common.tables import BaseTable, CellColumn
from goclub.games.models import Game, Standing
from goclub.games.playing.tables import GameTable, MemberTable
from goclub.games.tests.factories import play, report
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

#: The loop that a list of the library has.
LOOP = Template(
    "{% for row in table.paginated_rows %}<tr {{ row.attrs.as_html }}>"
    "{% for column, cell in row.items %}<td {{ column.attrs.td.as_html }}>{{ cell }}</td>"
    "{% endfor %}</tr>{% endfor %}"
)


class Ungrouped(GameTable):
    """A list of games without the headings that its own months have."""

    def group_of(self, record):
        return ""


def words(html):
    return "".join(html.split())


def shown(kind, rows):
    """A table as a page has it, with its context."""
    table = kind(rows)
    request = RequestFactory().get("/")
    table.request, table.context = request, Context({"request": request, "table": table})
    return table


@pytest.fixture
def people():
    return [make_member("Aoki Jun"), make_member("<b>Ōta & Søn</b>"), make_member("สมชาย ใจดี")]


@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
@pytest.mark.parametrize(("kind", "model"), [(Ungrouped, Game), (MemberTable, Standing)])
def test_the_rows_are_those_of_the_library(people, monkeypatch, language, kind, model):
    play(people[0], people[1])
    report(people[2], people[1])
    rows = list(model.objects.all())
    assert rows
    with translation.override(language):
        ours = shown(kind, rows).body_html()
        monkeypatch.setattr(CellColumn, "render", TemplateColumn.render)
        table = shown(kind, rows)
        theirs = LOOP.render(table.context)
    assert words(ours) == words(theirs)
    assert "<b>" not in ours


def test_a_heading_stands_above_its_group_once():
    class Letters(BaseTable):
        word = CellColumn(template_name="games/rating/_rank_cell.html", empty_values=())

        def group_of(self, record):
            return record["group"]

    rows = [
        {"group": "<a>", "rank": "1d"},
        {"group": "<a>", "rank": "2d"},
        {"group": "b", "rank": ""},
    ]
    html = shown(Letters, rows).body_html()
    assert html.count("rowgroup") == 2
    assert "&lt;a&gt;" in html

"""Lists with headings above groups of rows."""

from __future__ import annotations

from django_tables2 import Column

from goclub.common.tables import BaseTable


def test_a_heading_stands_above_its_group_once():
    class Letters(BaseTable):
        rank = Column()

        def group_of(self, record):
            return record["group"]

    rows = [
        {"group": "<a>", "rank": "1d"},
        {"group": "<a>", "rank": "2d"},
        {"group": "b", "rank": ""},
    ]
    table = Letters(rows)
    table.group_counts = {"b": 1200}
    assert [line[:2] for line in table.lines()] == [("<a>", ""), ("", ""), ("b", "1,200")]

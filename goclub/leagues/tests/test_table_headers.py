"""Every column of every table says what is in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import get_resolver, reverse

from goclub.common.tables import BaseTable
from goclub.common.tests.reading import read
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member


def tables(of: type[BaseTable]) -> Iterator[type[BaseTable]]:
    for one in of.__subclasses__():
        yield one
        yield from tables(one)


def test_no_column_has_an_empty_header():
    """Who does not see the table hears its header before each cell."""
    assert get_resolver().url_patterns
    found = {one for one in tables(BaseTable) if one.__module__.startswith("goclub.")}
    assert len(found) > 5
    empty = [
        f"{table.__module__}.{table.__name__}.{name}"
        for table in found
        for name, column in table.base_columns.items()
        if column.verbose_name is not None and not str(column.verbose_name).strip()
    ]
    assert empty == []


@pytest.mark.django_db
def test_the_first_column_of_rows_in_the_office_has_a_header(client):
    chair = make_member("Rika", role=CHAIR)
    client.force_login(chair.user)
    page = read(client.get(reverse("admin:members_member_change", args=[chair.pk])))
    headers = page.texts(".inline-group thead th")
    assert len(headers) > 6
    assert all(headers)
    assert page.has("#nicknames-TOTAL_FORMS") or page.one("[name=nicknames-TOTAL_FORMS]")

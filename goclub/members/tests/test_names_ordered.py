"""Names stand in the order of the reader's language, in the database as in Python."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from goclub.common.collation import by_name, name_key
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
NAMES = ["Zych", "Łoś", "Lis", "Maj", "Ósmy", "Ozga", "ala", "Ala B", "佐藤", "สมชาย"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_database_orders_names_as_python_does(language):
    for name in NAMES:
        make_member(name)
    with override(language):
        rows = list(
            Member.objects.filter(display_name__in=NAMES)
            .order_by(by_name("display_name"))
            .values_list("display_name", flat=True)
        )
        latin = [name for name in rows if name.isascii() or name[0] in "ŁÓ"]
        assert latin == sorted(latin, key=name_key)
    after = rows.index("Łoś") > rows.index("Lis")
    assert after
    assert (rows.index("Ósmy") > rows.index("Ozga")) == (language == "pl")


def test_a_picker_lists_parts_of_names_in_that_order():
    for name in ("xZych", "xŁoś", "xLis"):
        make_member(name)
    with override("pl"):
        found = [member.display_name for member in Member.objects.order_by(by_name("display_name"))]
    assert [name for name in found if name.startswith("x")] == ["xLis", "xŁoś", "xZych"]

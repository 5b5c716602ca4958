"""Names are sorted as readers of each language look for them."""

from __future__ import annotations

import random

import pytest
from django.utils.translation import override

from goclub.common.collation import name_key

pytestmark = pytest.mark.postgres

ORDERS = {
    "polish": ("pl", ["Ćma", "Lis", "Łosz", "Łoś", "Mazur", "Mączyńska", "Mizuno", "Ozga", "Ósmy",
                      "Pawlak", "Zyg", "Źrebak", "Żak"]),
    "polish, capitals": ("pl", ["ozga", "OZGB", "ósmy", "ÓSMZ", "PAWLAK"]),
    "root": ("en", ["Łoś", "Mączyńska", "Mazur", "Mizuno", "Ósmy", "Ozga", "Pawlak", "Zyg"]),
    "kana": ("ja", ["あべ", "かとう", "サトウ", "たなか", "なかむら", "ハシモト"]),
    "thai": ("th", ["กานต์", "เกรียง", "แก้ว", "ไกร", "ขวัญ", "ชัย", "เพชร", "อนงค์"]),
    "scripts": ("en", ["Zoë", "かとう", "佐藤"]),
}  # fmt: skip


@pytest.mark.parametrize(("language", "names"), ORDERS.values(), ids=ORDERS)
def test_order(language, names):
    mixed = names[:]
    random.Random(3).shuffle(mixed)
    assert sorted(mixed, key=lambda name: name_key(name, language)) == names


def test_the_key_is_never_cut():
    """Two who differ in the last letter of a long name stay apart, whatever stands before."""
    first, second = "Łukasz " * 30 + "a", "Łukasz " * 30 + "b"
    assert name_key(first, "pl") < name_key(second, "pl")


def test_a_letter_in_two_pieces_is_that_letter():
    assert name_key("O\u0301smy", "pl")[0] == name_key("Ósmy", "pl")[0]


def test_the_language_of_the_page_counts():
    names = ["Ósmy", "Ozga"]
    with override("pl"):
        assert sorted(names, key=name_key) == ["Ozga", "Ósmy"]
    with override("ja"):
        assert sorted(names, key=name_key) == ["Ósmy", "Ozga"]

"""One wording of the conditions of a game, in every language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from goclub.games.labels import conditions_text
from goclub.games.rating.systems.paa.conditions import terms
from ratings.tests.builders import state

#: Stones and komi in half points, as each language says them.
WORDS = {
    "en": {
        (0, 11): "no handicap · komi 5½",
        (0, 13): "no handicap · komi 6½",
        (0, 9): "no handicap · komi 4½",
        (0, 0): "Black moves first · no komi",
        (0, -3): "no handicap · reverse komi 1½",
        (3, -1): "3 stones · reverse komi ½",
        (2, 7): "2 stones · komi 3½",
        (4, 0): "4 stones · no komi",
    },
    "ja": {
        (0, 11): "互先・コミ5.5目",
        (0, 9): "先番・コミ4.5目",
        (0, 0): "先番・コミなし",
        (0, -3): "先番・逆コミ1.5目",
        (3, -1): "3子・逆コミ半目",
        (2, 7): "2子・コミ3.5目",
        (4, 0): "4子・コミなし",
    },
    "pl": {
        (0, 11): "partia równa · komi 5½",
        (0, 9): "bez kamieni · komi 4½",
        (0, 0): "czarne zaczynają · bez komi",
        (0, -3): "bez kamieni · białe dają 1½",
        (3, -1): "3 kamienie · białe dają ½",
        (9, -11): "9 kamieni · białe dają 5½",
    },
    "th": {
        (0, 11): "หมากเท่ากัน · โคมิ 5½",
        (0, 9): "ไม่มีหมากต่อ · โคมิ 4½",
        (0, 0): "ไม่มีหมากต่อ · ไม่มีโคมิ",
        (3, -1): "หมากต่อ 3 เม็ด · ขาวให้ ½",
        (2, 7): "หมากต่อ 2 เม็ด · โคมิ 3½",
    },
}


@pytest.mark.parametrize("code", WORDS)
def test_conditions_as_each_language_says_them(code):
    with override(code):
        found = {
            key: conditions_text(*key).replace("\N{NO-BREAK SPACE}", " ") for key in WORDS[code]
        }
    assert found == WORDS[code]


@pytest.mark.parametrize("code", WORDS)
def test_the_even_game_of_the_salon_is_worded_alike(code):
    """S1-16."""
    with override(code):
        [line] = [one for one in terms(state(115), state(115)).lines if one.rule == "S1-16"]
        assert conditions_text(0, 11) in line.text

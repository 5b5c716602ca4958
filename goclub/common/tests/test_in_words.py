"""What is known by heart is said in the reader's language, and each value by itself."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from goclub.common.in_words import known_by_heart
from goclub.games.models import Game
from goclub.leagues.models import Event


def test_a_sentence_is_made_once_in_each_language_and_for_each_value():
    made = []

    @known_by_heart
    def said(value: object) -> str:
        made.append(value)
        return f"{gettext('won')} {value!r}"

    with translation.override("en"):
        english = [said(1), said(1), said(1.0), said(True)]
    with translation.override("ja"):
        japanese = [said(1), said(1)]
    assert english == ["won 1", "won 1", "won 1.0", "won True"]
    assert japanese[0] == japanese[1] != english[0]
    assert made == [1, 1.0, True, 1]


@pytest.mark.parametrize("model", [Game(state="confirmed"), Event(state="closed")])
def test_a_choice_is_said_in_the_readers_language(model):
    labels = dict(type(model).State.choices)
    said = set()
    for language in ("en", "ja", "pl", "th", "en"):
        with translation.override(language):
            assert model.get_state_display() == str(labels[model.state])
            said.add(model.get_state_display())
    assert len(said) == 4


def test_a_value_that_is_no_choice_is_said_as_it_is():
    assert Game(state="nonsense").get_state_display() == "nonsense"

"""What is known by heart is said in the reader's language, and each value by itself."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.utils import translation
from django.utils.translation import gettext

from goclub.common import in_words
from goclub.common.in_words import known_by_heart, rendered
from goclub.games.library.views.library import KifuCard
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


@pytest.fixture
def made(monkeypatch) -> list[str]:
    """The templates that were rendered, and nothing known before."""
    names: list[str] = []
    render = in_words.render_to_string
    monkeypatch.setattr(
        in_words, "render_to_string", lambda name, told: names.append(name) or render(name, told)
    )
    monkeypatch.setattr(in_words, "_rendered", known_by_heart(in_words._rendered_anew))
    return names


CARD = "games/library/_kifu_card.html"


def card(**said: object) -> KifuCard:
    plain = {field.name: "" for field in fields(KifuCard)}
    return KifuCard(**{**plain, "pk": 7, "moves": 2, "has_names": True, **said})


def test_a_part_of_a_page_is_rendered_once_for_the_same_values(made):
    first = rendered(CARD, card=card(black="<b>"))
    assert rendered(CARD, card=card(black="<b>")) == first
    assert made == [CARD]
    assert "&lt;b&gt;" in first
    assert rendered(CARD, card=card(black="<b>", winner="B")) != first
    with translation.override("ja"):
        assert rendered(CARD, card=card(black="<b>")) != first
    assert len(made) == 3


def test_whoever_works_on_a_template_sees_it_at_once(made, settings):
    settings.DEBUG = True
    for _again in range(2):
        rendered(CARD, card=card())
    assert made == [CARD] * 2


def test_what_may_change_unseen_is_refused():
    with pytest.raises(TypeError, match="unhashable"):
        rendered(CARD, card=["of", "today"])


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

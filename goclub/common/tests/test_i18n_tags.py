"""What a template says once in each language is what Django's own tags say."""

from __future__ import annotations

from unittest import mock

import pytest
from django.template import Context, Engine, engines
from django.utils import translation

from goclub.games.templatetags.go import rank_badge

LANGUAGES = ("en", "ja", "pl", "th", None)
WORDS = "{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}"
GAMES = "{% blocktranslate count n=games %}" + WORDS
#: A template, and what stands in its context.
SAID = [
    ("{% translate 'Games' %}", {}),
    ("{% translate 'Points' context 'PAA' %}", {}),
    ("{% translate 'Games' as word %}[{{ word }}]", {}),
    ("{% translate 'less < more & 5 %' %}", {}),
    ("{% translate 'less < more' as word %}{{ word }}", {}),
    ("{% translate word %}", {"word": "Games"}),
    ("{% translate word %}", {"word": "Members"}),
    ("{% translate 'Games'|upper %}", {}),
    ("{% blocktranslate %}Games{% endblocktranslate %}", {}),
    ("{% blocktranslate trimmed asvar word %}\n a < b\n{% endblocktranslate %}[{{ word }}]", {}),
    ("{% blocktranslate %}Role of {{ member }}{% endblocktranslate %}", {"member": "<Aoki>"}),
    ("{% blocktranslate %}Role of {{ member }}{% endblocktranslate %}", {"member": "Baba"}),
    *((GAMES, {"games": count}) for count in (0, 1, 2, 5, 12, 22, 5000, True)),
    ("{% load l10n %}{% localize off %}" + GAMES + "{% endlocalize %}", {"games": 5000}),
    ("{% blocktranslate count n=games asvar x %}" + WORDS + "[{{ x }}]", {"games": 2}),
]  # fmt: skip


@pytest.fixture(scope="module")
def django_engine():
    """The site's engine with Django's own tags of translation."""
    options = engines["django"].engine
    libraries = {**options.libraries, "i18n": "django.templatetags.i18n"}
    return Engine(libraries=libraries, builtins=options.builtins)


@pytest.mark.parametrize("autoescape", [True, False])
@pytest.mark.parametrize(("text", "values"), SAID)
def test_every_language_says_what_django_says_the_second_time_too(
    django_engine, text, values, autoescape
):
    text = "{% load i18n %}" + text
    ours = engines["django"].engine.from_string(text)
    theirs = django_engine.from_string(text)
    for language in LANGUAGES * 2:
        with translation.override(language):
            own = ours.render(Context(values, autoescape=autoescape))
            assert own == theirs.render(Context(values, autoescape=autoescape))


def test_one_template_says_each_number_and_each_name_anew():
    ours = engines["django"].engine.from_string("{% load i18n %}" + GAMES)
    with translation.override("en"):
        said = [ours.render(Context({"games": count})) for count in (1, 2, 1, 3, 2)]
    assert said == ["1 game", "2 games", "1 game", "3 games", "2 games"]


@pytest.mark.parametrize(
    ("text", "looked_up"),
    [
        ("{% translate 'Games' %}", "django.template.base.gettext_lazy"),
        ("{% blocktranslate %}Games{% endblocktranslate %}", "django.utils.translation.gettext"),
        (GAMES, "django.utils.translation.ngettext"),
    ],
)
def test_what_was_said_is_not_looked_up_again(text, looked_up):
    ours = engines["django"].engine.from_string("{% load i18n %}" + text)
    with mock.patch(looked_up, return_value="said") as look:
        said = [ours.render(Context({"games": 7})) for _ in range(3)]
    assert said == ["said"] * 3
    assert look.call_count == 1


def test_a_rank_that_was_said_in_one_language_is_said_anew_in_another():
    for _ in range(2):
        said = {}
        for language in ("en", "ja", "th"):
            with translation.override(language):
                said[language] = rank_badge("1d"), rank_badge("9k")
        assert len(set(said.values())) == 3
        assert ">初段<" in said["ja"][0]
        assert "title=" in said["ja"][1]

"""Every fault, question, remark and answer has its words, in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.utils import translation

from goclub.games.notebook import services
from goclub.games.notebook.labels import questions
from goclub.games.notebook.labels.questions import LEFT_OUT, asked, offered, said
from goclub.games.notebook.services.headings import LANGUAGES
from goclub.games.notebook.tests.sheets import games, members

SOURCES = [*Path(services.__file__).parent.glob("*.py")]

MEMBERS = members(
    "Name|Rank|Points|E-mail|Joined|Born",
    "Ola Nowak|3k|77|a@klub.example|2020-01-01|",
    "Ola Nowak|3k|99||2021-01-01|",
    "Jan Król|43 kyu|1250|x|31.02.2019|",
    "=X()|pro|7½||2050-01-01|",
    "Iga Łoś|9 dan||a@klub.example|3/4/2020|",
    "<b>|3k||||",
    "Ewa Lis|3k|||1999-01-01|2000-01-01",
)
GAMES = games(
    "Data|Czarne|Białe|Handicap|Komi|Wynik|Plansza",
    "1.2.2022|Hanna Kamińska|Źrebiec A.||6,5|C+R|",
    "1.2.1999|Kamińska H.|Nikt Taki|12|6,4|wygrana|15",
    "1.2.2022|Hanna Kamińska|Hanna Kamińska||6,5|remis|",
    "3.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|C+4|",
    "4.2.2022|Hanna Kamińska|Adam Źrebiec|||C+T|",
    "5.2.2022|Hanna Kamińska|井上|||remis|",
    "6.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|remis|",
    "6.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|C+700,5|9",
    "Razem||||||",
)


def codes_of(method: str, place: int) -> set[str]:
    """The codes that the services hand to a method by name."""
    calls = (
        node
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == method
    )
    handed = (call.args[place] for call in calls if len(call.args) > place)
    return {
        one.value for one in handed if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


@pytest.mark.parametrize(
    ("method", "place", "texts"),
    [
        ("fault", 0, questions.FAULTS),
        ("warn", 0, questions.WARNINGS),
        ("ask", 1, questions.QUESTIONS),
    ],
)
def test_what_is_given_has_words_and_what_has_words_is_given(method, place, texts):
    sources = "".join(path.read_text() for path in SOURCES)
    assert codes_of(method, place) - set(texts) == set()
    assert [code for code in texts if f'"{code}"' not in sources] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_complete_in_every_language(language):
    with translation.override(language):
        texts = [
            *map(said, (*MEMBERS.faults, *GAMES.faults, *MEMBERS.warnings, *GAMES.warnings)),
            *map(asked, (*MEMBERS.asks, *GAMES.asks)),
            *(offered(one) for ask in (*MEMBERS.asks, *GAMES.asks) for one in ask.options),
            *(str(LEFT_OUT[row.left_out]) for row in GAMES.left_out),
        ]
    assert len(texts) > 40
    assert [text for text in texts if re.search(r"%\(|\{\}|None", text) or not text.strip()] == []


def test_a_komi_is_said_as_the_reader_writes_it():
    fault = next(fault for fault in GAMES.faults if fault.code == "jigo_half_komi")
    with translation.override("ja"):
        assert "6.5" in said(fault)
    with translation.override("pl"):
        assert "6½" in said(fault)

"""Every refusal that is raised has one text, every text is raised, and no placeholder is open."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections import Counter
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django import forms
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.utils.translation import override

from goclub.common.refusals.registry import (
    Refusal,
    RefusalText,
    add_refusal,
    describe,
    put_together,
    refusal_as_json,
    refusal_of,
    refusing,
    registry,
)
from goclub.common.refusals.texts import GENERIC
from goclub.common.refusals.words import WORDS, accepted_text, value_text
from goclub.go.board.basics import BLACK, IllegalMove
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError

ROOT = Path(__file__).resolve().parents[3]
REASON = re.compile(r"[a-z]+\.[a-z_]+")
#: What every text may name.
ALWAYS = {"value", "accepted", "reason"}


@pytest.fixture(scope="module")
def nodes() -> list[ast.AST]:
    """The syntax of every file of the rooms but their tests and migrations."""
    files = [
        path
        for room in ("ratings", "tournaments", "goclub")
        for path in (ROOT / room).rglob("*.py")
    ]
    return [
        node
        for path in files
        if not {"tests", "migrations"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]


def texts_in(node: ast.AST) -> list[str]:
    """The strings that are written in a part of the source."""
    parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [value for value in parts if isinstance(value, str)]


def test_what_is_raised_has_a_text_that_names_what_is_given_and_every_text_is_raised(nodes):
    raised, gaps, nothing = set(), [], ast.Dict([], [])
    by_position = {
        (node.name, at)
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        for at, argument in enumerate(node.args.args)
        if argument.arg == "reason"
    }
    for call in (node for node in nodes if isinstance(node, ast.Call)):
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        for at, value in enumerate(call.args):
            if (getattr(call.func, "id", ""), at) in by_position:
                given["reason"] = value
        reasons = [
            text for text in texts_in(given.get("reason", nothing)) if REASON.fullmatch(text)
        ]
        raised.update(reasons)
        params = given.get("params", nothing)
        if getattr(call.func, "id", "") == "RuleError" and isinstance(params, ast.Dict):
            known = ALWAYS.union(*map(texts_in, filter(None, params.keys)))
            gaps += [(one, placeholders(registry()[one]) - known) for one in reasons]
    texts = set(registry()) - set(Code)
    assert len(raised) > 100
    assert raised - texts == set(), "refusals without a text"
    assert [gap for gap in gaps if gap[1]] == []
    written = Counter(
        text for node in nodes if isinstance(node, ast.Constant) for text in texts_in(node)
    )
    assert [key for key in texts if written[key] < 2] == [], "texts that nothing raises"
    words = {
        call.args[0].value
        for call in nodes
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "AcceptedWords"
        if isinstance(call.args[0], ast.Constant)
    }
    assert len(words) > 30
    assert words - set(WORDS) == set(), "phrases that no language can say"


def placeholders(said: RefusalText) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", str(said.text)))


ACCEPTED = (
    AcceptedRange(0, 9999),
    AcceptedRange(date(2026, 11, 1), None),
    AcceptedChoice(0, AcceptedRange(2, 9)),
)
#: What a refusal takes, as each language says it: a range, a day, one of two, a row of words.
TAKEN = {
    "ja": ("0〜9,999", "2026/11/01以降", "0または2〜9"),
    "pl": ("od 0 do 9999", "od 01.11.2026", "0 lub od 2 do 9"),
    "th": ("0–9,999", "ตั้งแต่ 1 พ.ย. 2026", "0 หรือ 2–9"),
}


@pytest.mark.parametrize("language", TAKEN)
def test_what_would_be_taken_is_said_in_the_language_too(language):
    english = {key: str(text) for key, text in WORDS.items()}
    with override(language):
        assert tuple(map(accepted_text, ACCEPTED)) == TAKEN[language]
        assert accepted_text(ACCEPTED[0]) in describe(
            RuleError(Code.RANGE, field="points", value="x", accepted=ACCEPTED[0])
        )
        assert [key for key, text in WORDS.items() if str(text) == english[key]] == []


def test_every_contradiction_has_a_sentence_of_its_own(nodes):
    """That something contradicts the other fields says neither what is wrong nor what to do."""
    dumb = [
        ast.unparse(call)
        for call in nodes
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "RuleError"
        if call.args and ast.unparse(call.args[0]) == "Code.INCONSISTENT"
        if all(keyword.arg != "reason" for keyword in call.keywords)
    ]
    assert dumb == []
    general = GENERIC[Code.INCONSISTENT]
    assert [key for key, said in registry().items() if said.text is general] == [Code.INCONSISTENT]


def test_every_refusal_of_a_file_says_what_to_do():
    verbs = (
        "Accepted|Add|Answer|Ask|At most|Change|Check|Choose|Copy|Correct|Create|Delete|Enter|"
        "Give|Known|Look|Make|Pack|Save|Split|Unpack|Upgrade|Upload|Use|Wait"
    )
    #: What the game itself has against it stands there whole.
    known = {"records.illegal_move", "records.bad_size", "backups.not_taken"}
    silent = {
        key
        for key, text in registry().items()
        if key.partition(".")[0] in ("files", "formats", "records", "backups")
        and not re.search(rf"\b(?:{verbs})\b", str(text.text), re.IGNORECASE)
    }
    assert silent <= known


def test_an_ending_is_named_in_words():
    error = RuleError(
        Code.INCONSISTENT, field="ending", value="resign", reason="formats.other_ending"
    )
    assert "“by resignation”" in describe(error)


def test_an_empty_field_says_what_a_rule_says_of_what_is_missing():
    """One text for one refusal, whoever found it: no “This field is required.” beside it."""
    kinds = (forms.CharField, forms.IntegerField, forms.DateField, forms.BooleanField)
    form = type("Form", (forms.Form,), {kind.__name__: kind() for kind in kinds})({})
    assert form.errors == {kind.__name__: [str(GENERIC[Code.MISSING])] for kind in kinds}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_sentence_begins_with_what_would_be_taken(language):
    """“until …” begins with a small letter, where the language has them."""
    with override(language):
        texts = {str(said.text) for said in registry().values()}
    assert [text for text in texts if re.search(r"(?:^|[.!?。]\s*)%\(accepted\)s", text)] == []
    assert any("%(accepted)s" in text for text in texts)


@pytest.mark.parametrize("code", Code)
def test_a_message_names_value_and_range(code):
    text = describe(RuleError(code, field="points", value="1000", accepted=AcceptedRange(0, 999)))
    assert text
    assert "%(" not in text
    if code in (Code.RANGE, Code.TYPE, Code.GRID, Code.RANK):
        assert "1000" in text  # as it was typed
        assert "0 to 999" in text


def test_a_code_among_the_parameters_is_said_in_words():
    error = IllegalMove("board.ko", colour=BLACK, point=(3, 3), name="D16")
    assert describe(error) == "D16 cannot be played: ko. Choose another point."


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ([{"a.b": "1"}, {"a.b": "1"}], "two texts for one refusal: a.b"),
        ([{code.value: "x" for code in Code if code is not Code.RANGE}], "a text: E_RANGE"),
    ],
)
def test_doubles_and_gaps_are_refused(tables, says):
    with pytest.raises(ImproperlyConfigured, match=says):
        put_together(tables)


def test_a_refusal_is_complete_when_it_is_raised():
    error = RuleError(Code.STATE, field="x", value=1, reason="a.b", params={"round": 2})
    for name in ("code", "field", "value", "accepted", "reason", "params"):
        with pytest.raises(AttributeError):
            setattr(error, name, "y")
    with pytest.raises(TypeError):
        error.params["round"] = 3
    again = error.about("y", value=2)
    assert (again.field, again.value, again.reason) == ("y", 2, "a.b")
    assert again.params == {"round": 2}


class PointsForm(forms.Form):
    points = forms.IntegerField()
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


@pytest.mark.parametrize(
    ("field", "fields", "beside"),
    [
        ("points", {}, "points"),
        ("x", {"x": "points"}, "points"),
        ("x", {}, "__all__"),
        ("version", {}, "__all__"),
    ],
)
def test_a_form_shows_the_message_beside_the_field(field, fields, beside):
    form = PointsForm({"points": "7"})
    add_refusal(form, RuleError(Code.MISSING, field=field), fields)
    assert {name: [one.code for one in found] for name, found in form.errors.as_data().items()} == {
        beside: ["E_MISSING"]
    }


def test_a_command_says_it_in_one_line_and_ends_with_status_2():
    with pytest.raises(CommandError) as caught, refusing():
        raise RuleError(Code.RANGE, field="round", value="4\n5", accepted=AcceptedRange(1, 3))
    assert caught.value.returncode == 2
    assert str(caught.value) == "E_RANGE: round: 4 5 is out of range. Accepted: 1 to 3."


@pytest.mark.parametrize(
    "typed", ["2026-02-30", "9999-99-99", "0001-01-01", "1…", "0…9", "5k", "-1", "{0}", "%(value)s"]
)
def test_what_was_typed_is_shown_as_it_was_typed(typed):
    """Nothing about a text says what it means: a day that the calendar has not is a text."""
    for code in Code:
        describe(RuleError(code, field="x", value=typed, accepted=typed, params={"round": typed}))
    assert typed in describe(RuleError(Code.RANGE, field="x", value=typed, accepted="1 to 2"))
    assert accepted_text(typed) == typed


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ((3, "Sato"), "3, Sato"),
        ({"round": 2, "pair": ["A", "B"]}, "2, A, B"),
        (date(2026, 11, 1), "1 Nov 2026"),
        (12345, "12,345"),
        (Code.RANGE, "E_RANGE"),
        (object(), ""),
        (b"x", ""),
        (RuleError, ""),
        (None, ""),
    ],
)
def test_nobody_is_shown_how_a_program_writes_its_data(value, shown):
    assert str(value_text(value)) == shown


def test_a_refusal_that_was_stored_says_the_same():
    values = (7, "2026-02-30", date(2026, 2, 28), datetime(2026, 2, 28, 3, tzinfo=UTC), ("a", 1))
    accepted = (
        *ACCEPTED,
        AcceptedRange(Decimal("0.5"), None),
        AcceptedWords("from %(low)s on", low=date(2026, 11, 1)),
        "typed",
    )
    for value in values:
        for taken in accepted:
            error = RuleError(Code.RANGE, field="x", value=value, accepted=taken)
            again = refusal_of(json.loads(json.dumps(refusal_as_json(error))))
            assert describe(again) == describe(error)
            assert pickle.loads(pickle.dumps(taken)) == taken


def test_a_refusal_of_the_site_has_its_text_beside_it_and_keeps_it_when_stored():
    error = Refusal(
        "%(value)s is late; 100 %% sure.", field="on", reason="late", value=date(2026, 11, 1)
    )
    assert describe(error) == "1 Nov 2026 is late; 100 % sure."
    again = refusal_of(json.loads(json.dumps(refusal_as_json(error))))
    assert (describe(again), again.field, again.reason) == (describe(error), "on", "late")
    form = PointsForm({"points": "7"})
    add_refusal(form, error.about("points"))
    assert describe(error.about("points")) == describe(error)
    assert list(form.errors) == ["points"]

"""What is printed as HTML without being escaped says beside it why no person's text is in it."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

#: What prints a text as it is, or makes markup of text again.
_MARKS = re.compile(
    r"\b(?:mark_safe|SafeString|SafeText|SafeData|unescape)\(|def __html__|escape ?= ?False"
)
_UNESCAPED = re.compile(r"\|\s*safe(?:seq)?\b|\bautoescape\b")


def test_every_mark_of_safe_html_gives_its_reason():
    marks = [
        (f"{path.relative_to(settings.BASE_DIR)}:{number}", reason)
        for path in sorted((settings.BASE_DIR / "goclub").rglob("*.py"))
        if "tests" not in path.parts
        for number, reason in _marks_in(path)
    ]
    assert marks
    assert [place for place, reason in marks if not reason] == []


def _marks_in(path: Path) -> list[tuple[int, bool]]:
    """The line of each mark, and whether its function says why it is safe."""
    found, reason = [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if _MARKS.search(line):
            found.append((number, reason or "# Safe: " in line))
        if line.lstrip().startswith("def "):
            reason = False
        if line.lstrip().startswith("# Safe: "):
            reason = True
    return found


def test_no_template_prints_a_text_unescaped():
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.*"))
    assert len(templates) > 200
    unescaped = [
        str(path.relative_to(settings.BASE_DIR))
        for path in templates
        if _UNESCAPED.search(path.read_text(encoding="utf-8"))
    ]
    assert unescaped == []


def test_no_script_makes_markup_of_text():
    scripts = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))
    assert len(scripts) > 10
    makes = re.compile(
        r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc|setHTMLUnsafe)\b"
        r"|document\.write|\beval\(|new Function"
    )
    assert [path.name for path in scripts if makes.search(path.read_text(encoding="utf-8"))] == []

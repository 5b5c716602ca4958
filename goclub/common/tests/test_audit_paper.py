"""Every test that the paper on the audit names is there: what it promises can be run."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PAPER = (ROOT / "docs" / "audit.md").read_text()
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAPER)))
LINES = 46


@cache
def functions_in(path: str) -> set[str]:
    """Names of the functions of a file, those of classes among them."""
    tree = ast.parse((ROOT / path).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_line_names_its_tests():
    sections = re.split(r"^## (\d+)\. ", PAPER, flags=re.MULTILINE)
    texts = dict(zip(map(int, sections[1::2]), sections[2::2], strict=True))
    assert sorted(texts) == list(range(1, LINES + 1))
    assert all(re.search(r"`[\w/]+\.py(::test_\w+)?`", text) for text in texts.values())


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_it_is_there(path, name):
    assert (ROOT / path).is_file()
    assert not name or name in functions_in(path)

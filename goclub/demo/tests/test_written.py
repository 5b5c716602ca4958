"""The reader of pages finds what its language does not write, and nothing else."""

from __future__ import annotations

import pytest

from goclub.demo.tests.written import misread

WRONG = {
    "a half in Japanese": ("ja", "<p>コミ5½目</p>"),
    "a rank as its code": ("ja", "<p>佐藤 <span>5k</span> の持点</p>"),
    "a stop of ASCII": ("ja", "<p>続けて2勝すると届きます. </p>"),
    "a comma of ASCII": ("ja", "<p>ふり, まけ</p>"),
    "a decimal point": ("pl", "<p>skuteczność 0.65</p>"),
    "a per cent sign apart": ("pl", "<td>66,7 %</td>"),
    "a day of another order": ("pl", "<td>2026-11-20</td>"),
    "a Thai stop": ("th", "<p>บันทึกแล้ว. </p>"),
    "a half that sticks": ("th", "<p>5½แต้ม</p>"),
    "an even game with a giver": ("en", "<p>no handicap, komi 5½</p>"),
    "a day for machines": ("en", "<td>2026-11-20</td>"),
    "thousands in a row": ("en", "<td>26009</td>"),
    "a placeholder": ("en", "<p>%(name)s</p>"),
}
RIGHT = {
    "days and codes in Polish": ("pl", "<p>20.11.2026 · 05.11–07.11.2026 · 3.52.1 · 0,65</p>"),
    "a name": ("ja", "<p><bdi>Sato, Ken 5k</bdi>さん</p>"),
    "something typed": ("ja", "<p><code>5k</code>のように</p>"),
    "another language": ("ja", '<p><span lang="pl">komi 5½</span></p>'),
    "abbreviations in Thai": ("th", "<p>21 พ.ย. 2026 14:05 น. </p>"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "html"), WRONG.values(), ids=WRONG)
def test_what_is_found(language, html):
    assert misread(language, f"<main>{html}</main>")


@pytest.mark.parametrize(("language", "html"), RIGHT.values(), ids=RIGHT)
def test_what_is_left_alone(language, html):
    assert misread(language, f"<main>{html}</main>") == []

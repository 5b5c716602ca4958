"""What the rules of style of a language forbid, as far as a script can see it.

``faults(language, text)`` looks at one translated text, ``source_faults(name, text)`` at a module
or a template: what is written there in one language's way belongs to ``goclub/common/notation.py``.
``script/translations --check`` asks both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

# --- Translated texts ----------------------------------------------------------------------------
_HOLE = re.compile(r"%\(\w+\)[-#0-9.]*[sdif]|\{\w*\}|<[^>]*>|https?://\S+|%%")
#: What stands in for a placeholder or a tag, so that its name is no word of the text.
_GAP: Final = "\ufffc"
_JA: Final = r"\u3040-\u30ff\u4e00-\u9fff々〆ヶ"
_TH: Final = r"\u0e00-\u0e7f"
#: Examples of what one types, and names of files: codes and ASCII belong into them.
_TYPED: Final = re.compile(r"「[^」]*」|“[^”]*”|„[^”]*”|\*[^*]*\*|\((?:,|;|:)\)")

#: By language: what is forbidden, and how it is said to the translator.
FORBIDDEN: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "ja": (
        (rf"[{_JA}」）{_GAP}]\.(?![\w.])", "ASCII full stop: write 。"),
        (rf"[{_JA}][,;:!?]", "ASCII mark: write 、：or another word"),
        (rf"^(?!.*[×÷^]).*(?:[{_JA}]\s?\(|\)[{_JA}])", "ASCII bracket: write （）"),
        (r"[“”„\"]", "quotation marks: write 「」"),
        (r"[¼½¾]", "half points: 5.5, 半"),
        (r"\d\s+[%％]", "no space before %"),
        (r"(?<![A-Za-z0-9])\d{1,2}[kd](?![A-Za-z0-9])", "a rank: 5級, 初段"),
        (r"運営係|世話人|主催者", "an organiser is 幹事"),
        (
            r"ハウスルール|選手|ポイント|コンマ|繰り越|サイン(?:イン|アウト)",
            "not our word: クラブ規則, 参加者, 点数, カンマ, 引き継ぐ",
        ),
        (rf"[{_GAP}\d]番卓", "a table is 第3卓"),
        (rf"{_GAP}人(?!目)", "people are counted in 名"),
        (r"(?<!お)二人", "two people are 2人"),
        (
            r"制裁|ラウンド|持ち込|コンピュータ(?!ー)|ブラウザ(?!ー)|スマートフォン",
            "not our word: 処分, 回戦, 取り込む, コンピューター, ブラウザー, スマホ",
        ),
        (r"ログイン(?:が(?:あ|な)|のない)", "an account is アカウント"),
        (
            rf"[{_JA}] (?:[A-Za-z]{{2,}}|\d+ [{_JA}])|[A-Za-z]{{2,}} [{_JA}]",
            "no space between Japanese and Latin or figures",
        ),
    ),
    "pl": (
        (r"(?<![\w.])\d+\.\d+(?![\w.])", "decimal comma"),
        (r"\d\s+%", "no space before %"),
        (r"[“\"]|(?<!„)\b”\b", "quotation marks: write „…”"),
        (r"\w - \w", "a dash: write –"),
        (r", (?:albo|lub|oraz) \w+[.)]?$", "no comma before a single albo, lub, oraz"),
        (r"\d (?=\d{3}\b)", "four digits stay together, more take a narrow space"),
        (
            r"(?<=[^\W\d_A-Z,;:] )(?:Ty|Tw(?:ój|oj|oi)\w*|C(?:iebie|ię)|Tob(?:ie|ą))\b",
            "ty is small",
        ),
        (
            r"\w\((?:a|ła|-?(?:ęła|na|ta|go))\)",
            "no endings for two sexes: present tense, or no person",
        ),
        (
            r"[Pp]rzewodnicz|[Zz]awodni|[Gg]łówna linia|[Oo]dnośnik|kont\w+ logowania|McMahon",
            "not our word: prezes, gracz, wariant, link, konto, MacMahon",
        ),
    ),
    "th": (
        (rf"[{_TH}](?<!น)(?<!ชม)(?<!พ\.ย)\.(?=\s|$)", "no full stop"),
        (rf"[{_TH}];|;\s*[{_TH}]", "no semicolon"),
        (rf"[{_TH}{_GAP}]!", "no !"),
        (
            r"ทัวร์นาเมนต์|(?<!จิ)(?<!แพร์)โกะ|วาระ|ธุรการ|ทางแยก|แนวแปร|แข็งกว่า|ลงชื่อเข้าใช้|กฎของชมรม",
            "not our word: การแข่งขัน, สมัย, สำนักงาน, แนวเดิน, ฝีมือสูงกว่า, เข้าสู่ระบบ, กติกาชมรม",
        ),
        (
            r"รายงาน|โต้แย้ง|จดหมาย|คืนชมรม|กรุณา|บนบันได|ความคิดเห็น",
            "not our word: แจ้งผล, คัดค้าน, อีเมล, วันพบปะ, โปรด, ในบันไดอันดับ, ความเห็น",
        ),
        (r"\s:", "no space before a colon"),
        (r"\S[\u0e46]", "a space before ๆ"),
        (rf"\u0e46[{_TH}\w]", "a space behind ๆ"),
        (r"\d\s+%", "no space before %"),
        (rf"[{_TH}][A-Za-z0-9]|[A-Za-z0-9][{_TH}]", "a space between Thai and Latin or digits"),
        (r"[„\"「」]", "quotation marks: write “ ”"),
        (rf"½[{_TH}]", "a space behind ½"),
        (r"พ\.ศ\.", "years are ค.ศ."),
    ),
}


def faults(language: str, text: str) -> list[str]:
    """What a text may not hold in its language.

    >>> faults("ja", "5勝で17級に上がります.")
    ['ASCII full stop: write 。']
    >>> faults("pl", "komi %(komi)s, na przykład 5.5")
    ['decimal comma']
    >>> faults("th", "ชนะ;แพ้")
    ['no semicolon']
    """
    plain = _TYPED.sub(_GAP, _HOLE.sub(_GAP, text))
    quotes = _HOLE.sub(_GAP, text)
    return [
        said
        for pattern, said in FORBIDDEN.get(language, ())
        if re.search(pattern, quotes if said.startswith("quotation") else plain)
    ]


# --- Modules and templates -----------------------------------------------------------------------
#: Placeholders of translated texts that stand for such a thing.
_NAMED: Final = frozenset({"rank", "komi", "margin", "stronger", "weaker", "own_rank"})

#: Stones and komi side by side in the words of a page: “no handicap, komi 5½”.
_TERMS: Final = (
    r"(?:\b[Ee]ven|\bno handicap|\bstones?|stones?\)s|(?:stones?|handicap) \}\})"
    r"(?:,| ·)?(?: and| with)? (?:reverse )?komi (?:%\(\w*komi|\{\{|\d|½)"
)
_BY_HAND: Final = "conditions by hand: games.labels.conditions_text, |conditions"

#: In the code of pages: what the notation of a language knows better.
_CODE: Final = (
    (r"f\"[^\"\n]*\} ?%[\" ]", "a per cent sign by hand: notation.percent"),
    (
        r"[\"'](?:, |; |\. )[\"']\.join\(",
        "a list joined by hand: notation.listed, clauses, sentences",
    ),
    (r"\+ ?[\"']\.[\"']|\}\.[\"']$", "a full stop by hand: notation.sentence"),
    (r"f\"[^\"\n]*½", "a half by hand: notation.half"),
    (r"strftime\(", "a day by hand: notation.short_day"),
    (
        r"f\"[^\"\n]*\}(?:, |; |: | \()\{",
        "parts put together by hand: notation.labelled, bracketed, listed, clauses",
    ),
    (r"f\"[^\"\n]*\.isoformat\(\)", "a day by hand: notation.short_day"),
    (rf"^(?!\s*\"\"\").*{_TERMS}", _BY_HAND),
)
_TEMPLATE: Final = (
    (r"\}\}\s+%(?!\})", "a per cent sign by hand: |hundredths"),
    (r"\|date:[\"'][YymdnjFM][^\"':_]*-", "a day by hand: SHORT_DATE_FORMAT"),
    (r"forloop\.last %\}[,;]", "a list joined by hand: {% comma %}"),
    (r"\{% endfor %\}\.", "a full stop by hand: {% stop %}"),
    (
        r"\{\{ \w[\w.]*\.(?:rank|rank_text|rank_before|rank_after|declared_rank) \}\}",
        "a rank as its code: {% rank_badge %}, |rank",
    ),
    (r"(?:with|=)[\w.]*\.(?:rank|rank_text|declared_rank)(?= |%)", "a rank as its code: |rank"),
    (r"\bkomi \{\{ komi \}\}|\bstones=[\w.]*\bhandicap\b", _BY_HAND),
    (_TERMS, _BY_HAND),
    (r"=[\w.]*komi2(?= )", "a komi as it is stored: |half_points"),
)
#: What the collecting of words does not see.
_IMPORTS: Final = (
    (r"gettext(?:_lazy)? as (?!_\b)", "words that are not collected: import gettext, or as _"),
)
#: Where words for readers are made.
_ROOMS: Final = re.compile(
    r"goclub/(?:[\w/]*/)?(?:labels|views|forms|templatetags|explanation|forecast|conditions|words|charts)"
    r"(?:/[\w/]+)?\.py$"
)


def source_faults(name: str, text: str) -> list[str]:
    """What a module or a template writes in the way of one language; each with its line.

    >>> source_faults("templates/a.html", "<td>{{ row.share }} %</td>")
    ['templates/a.html:1: a per cent sign by hand: |hundredths']
    """
    if "/tests/" in name:
        return []
    if name.endswith((".html", ".txt")):
        return list(_by_line(name, text, _TEMPLATE))
    uncollected = _by_line(name, text, _IMPORTS)
    if not _ROOMS.search(name):
        return list(uncollected)
    return [*uncollected, *_by_line(name, text, _CODE), *_raw_names(name, text)]


def _by_line(name: str, text: str, patterns: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for at, line in enumerate(text.splitlines(), 1):
        for pattern, said in patterns:
            if re.search(pattern, line) and "as typed" not in line:
                yield f"{name}:{at}: {said}"


def _raw_names(name: str, text: str) -> Iterator[str]:
    """Ranks, komi and margins that go into a text as they are stored."""
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)):
            continue
        if not isinstance(node.right, ast.Dict):
            continue
        for key, value in zip(node.right.keys, node.right.values, strict=True):
            named = isinstance(key, ast.Constant) and key.value in _NAMED
            if named and isinstance(value, ast.Attribute | ast.Subscript | ast.JoinedStr):
                yield f"{name}:{value.lineno}: as it is stored: notation.rank, half_points"

"""What ``script/translations --check`` refuses of a text, a module or a template."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import polib
import pytest

ROOT = Path(__file__).resolve().parents[3]


def load(name: str) -> ModuleType:
    """A script as a module; scripts are no package."""
    spec = importlib.util.spec_from_file_location(f"script_{name}", ROOT / "script" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


wording = load("wording")

REFUSED = {
    "a full stop of ASCII": ("ja", "勝ちました.", "full stop"),
    "a full stop behind a figure": ("ja", "持点は%(points)s.", "full stop"),
    "a comma of ASCII": ("ja", "3子,コミなし", "mark"),
    "a question mark of ASCII": ("ja", "どちらですか?", "mark"),
    "brackets of ASCII": ("ja", "対局(9路盤)", "bracket"),
    "foreign quotation marks": ("ja", "“佐藤”は会員です。", "quotation"),
    "a half in Japanese": ("ja", "コミ5½目", "half"),
    "a per cent sign apart": ("ja", "50 %（クラスC）", "%"),
    "a rank as its code": ("ja", "5勝で17kに上がります。", "rank"),
    "another word for an organiser": ("ja", "運営係が裁定します。", "幹事"),
    "another word for points": ("ja", "ポイントは変わりません。", "our word"),
    "a table by another name": ("ja", "%(n)s番卓に着席", "第3卓"),
    "people by another counter": ("ja", "会員%(n)s人を招待しました。", "名"),
    "two people in words": ("ja", "二人の対局", "2人"),
    "another word for a sanction": ("ja", "制裁による負け", "our word"),
    "signing in for an account": ("ja", "ログインのない会員", "アカウント"),
    "Japanese and Latin apart": ("ja", "対応形式は CSV です。", "space"),
    "Japanese and figures apart": ("ja", "この 1 時間", "space"),
    "a large you within a sentence": ("pl", "Zapraszamy, czekamy na Ciebie", "small"),
    "you alone within a sentence": ("pl", "Jeśli to nie Ty, powiadom klub.", "small"),
    "endings for two sexes": ("pl", "%(name)s skomentował(a) partię.", "sexes"),
    "endings for three": ("pl", "%(name)s został dodany(-na)", "sexes"),
    "another word for a link": ("pl", "Otwórz odnośnik.", "our word"),
    "another word for MacMahon": ("pl", "system McMahona", "our word"),
    "another word for the chair": ("pl", "Decyduje przewodniczący.", "our word"),
    "another word for a tournament": ("th", "ไม่มีทัวร์นาเมนต์", "our word"),
    "an exclamation mark behind a name": ("th", "ยินดีต้อนรับ %(name)s!", "!"),
    "a decimal point": ("pl", "komi 5.5", "comma"),
    "a per cent sign apart in Polish": ("pl", "25 % (klasa D)", "%"),
    "English quotation marks": ("pl", "To “nasz” kod", "quotation"),
    "straight quotation marks": ("pl", 'To "nasz" kod', "quotation"),
    "a hyphen for a dash": ("pl", "wynik - bez zmian", "dash"),
    "a comma before a conjunction": ("pl", "poddanie, albo walkower", "comma before"),
    "four digits apart": ("pl", "5 250 punktów", "digits"),
    "a report that is no report": ("th", "ยืนยันรายงานแล้ว", "our word"),
    "a second word for a dispute": ("th", "ผลถูกโต้แย้ง", "our word"),
    "letters on paper": ("th", "ส่งจดหมายแล้ว", "our word"),
    "a night that may be given back": ("th", "เปิดคืนชมรม", "our word"),
    "a second word for please": ("th", "กรุณาตอบ", "our word"),
    "up on a real ladder": ("th", "ท้าคุณบนบันไดอันดับ", "our word"),
    "a Thai full stop": ("th", "บันทึกแล้ว. ขอบคุณ", "full stop"),
    "a Thai semicolon": ("th", "ยุโรป; หมากเท่ากัน", "semicolon"),
    "a Thai exclamation mark": ("th", "ยินดีต้อนรับ!", "!"),
    "a colon apart": ("th", "ผล : ดำชนะ", "colon"),
    "a repetition mark that sticks": ("th", "แรกๆ มีสิบเกม", "ๆ"),
    "a repetition mark without a space behind": ("th", "แรก ๆมี", "ๆ"),
    "a Thai per cent sign apart": ("th", "25 % (ชั้น D)", "%"),
    "Thai and digits": ("th", "มี3 เม็ด", "space between"),
    "Thai and Latin": ("th", "เกมIGS", "space between"),
    "a half that sticks to its unit": ("th", "5½แต้ม", "½"),
    "Polish quotation marks in Thai": ("th", "„ชมรม”", "quotation"),
    "years of another era": ("th", "ปี พ.ศ. 2569", "ค.ศ."),
}
FINE = {
    "ja": ["引き分け。", "持点（%(n)s点）", "「1d 10k」のように", "勝率0.65", "65%（クラスB）",
           "…、例：「a.b」", "変化は 25 × (結果 − 期待値)で、", "v1.2のファイル", "第%(n)s卓"],
    "pl": ["komi 5,5", "25% (klasa D)", "„nasz” kod", "20.11.2026", "5250 punktów",
           "OpenGotha 3.52.1",
           "wynik – bez zmian", "przez poddanie albo walkowerem"],
    "th": ["14:05 น.", "3 ชม. 20 นาที", "ใด ๆ: เงื่อนไข", "เกม (CSV)", "5½ แต้ม", "“ชมรม”",
           "%(n)s คน"],
}  # fmt: skip
SOURCES = {
    "templates/a.html": [
        "<td>{{ row.share }} %</td>",
        '{{ at|date:"Y-m-d" }}',
        "{% for x in y %}{{ x }}{% if not forloop.last %}, {% endif %}{% endfor %}",
        "{% endfor %}.",
        "<span>{{ one.rank_text }}</span>",
        "{% blocktranslate with rank=standing.rank %}",
        "{% blocktranslate with komi=pairing.komi2 %}",
        "{% blocktranslate with komi=k|half_points %}komi {{ komi }}{% endblocktranslate %}",
        "{% blocktranslate trimmed count stones=pairing.handicap %}",
        "{% blocktranslate %}{{ n }} stones, reverse komi {{ komi }}{% endblocktranslate %}",
    ],
    "goclub/games/labels.py": [
        'title = f"{league}: {term}"',
        'said = f"{game} ({round})"',
        'x = f"{share} %"',
        'x = ", ".join(names)',
        'x = "; ".join(names)',
        'x = words + "."',
        'x = f"{head} {row}."',
        'x = f"{whole}½"',
        'x = _("no handicap, and komi 6½")',
        'x = _("%(stones)s, komi %(komi)s")',
        'x = day.strftime("%Y")',
        'x = f"{day.isoformat()}: {text}"',
        'x = _("to %(rank)s") % {"rank": entry.rank_after}',
        'x = _("komi %(komi)s") % {"komi": inputs["komi2"]}',
    ],
}
RIGHT = {
    "templates/a.html": [
        "<td>{{ row.share|hundredths }}</td>",
        "{{ one.rank_text|short_rank }}",
        '{{ at|date:"SHORT_DATE_FORMAT" }}',
        "{% blocktranslate with rank=standing.rank|rank %}",
    ],
    "goclub/games/labels.py": [
        "x = listed(names)",
        "x = conditions_text(0, 11)",
        'x = _("to %(rank)s") % {"rank": rank(entry.rank_after)}',
    ],
    "goclub/games/services/files.py": ['x = ", ".join(names)'],  # no words for readers
    "goclub/games/tests/test_a.py": ['x = ", ".join(names)'],
}


@pytest.mark.parametrize(("language", "text", "said"), REFUSED.values(), ids=REFUSED)
def test_a_text_that_its_language_does_not_write_so(language, text, said):
    assert [fault for fault in wording.faults(language, text) if said in fault]


@pytest.mark.parametrize(
    ("language", "text"), [(k, one) for k, texts in FINE.items() for one in texts]
)
def test_a_text_as_its_language_writes_it(language, text):
    assert wording.faults(language, text) == []


@pytest.mark.parametrize(
    ("name", "line"), [(k, one) for k, lines in SOURCES.items() for one in lines]
)
def test_what_is_written_by_hand_is_refused(name, line):
    fault, *_others = wording.source_faults(name, f"\n{line}\n")
    assert fault.startswith(f"{name}:2: ")


@pytest.mark.parametrize(
    ("name", "line"), [(k, one) for k, lines in RIGHT.items() for one in lines]
)
def test_what_goes_through_the_notation_is_not(name, line):
    assert wording.source_faults(name, line) == []


@pytest.mark.parametrize("language", ["ja", "pl", "th"])
def test_every_catalogue_keeps_its_rules(language):
    entries = polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))
    texts = [t for one in entries for t in (one.msgstr, *one.msgstr_plural.values())]
    assert len(texts) > 2000
    assert [(text, found) for text in texts if (found := wording.faults(language, text))] == []


def test_today_is_the_day_and_not_the_present():
    """現在 is “now”: of the day of a game it says nothing."""
    entries = polib.pofile(str(ROOT / "locale/ja/LC_MESSAGES/django.po"))
    today = [one.msgstr for one in entries if one.msgid.lower() == "today" and not one.obsolete]
    assert set(today) == {"今日"}


def test_every_page_writes_through_the_notation():
    names = [*ROOT.glob("goclub/**/*.py"), *ROOT.glob("templates/**/*.html")]
    found = [
        fault
        for name in names
        for fault in wording.source_faults(name.relative_to(ROOT).as_posix(), name.read_text())
    ]
    assert len(names) > 500
    assert found == []


#: Numbers before a noun that are never one, or whose phrase is no count: a number and a verb.
NEVER_ONE = (
    "%(limits)s minutes", "at least %(basic)s minutes", "at least %(adjusted)s with",
    "at least %(low)s players",
    "%(meetings)s games per pair", "Round %(value)s has results",
    "highest rating at %(at)s wins", "at most %(high)s", "in the last %(n)d days",
    "The file gives only", "All %(n)s games", "next %(n)s days",
    "%(n)s terms?", "%(n)d stones; prisoners", "%(hours)s hours",
    "The file contains %(count)s games",
    "read as %(stones)s stones", "%(value)s lines. A form",
    "no successful backup for %(days)s days", "These times need %(value)s days",
    "%(a)s or %(b)s points", "%(komi)s points, and Black wins", "gives White %(komi)s points",
    "%(n)s ranks apart", "a difference of %(value)s ranks", "With %(n)s fair tosses",
    "at most %(value)s webhooks", "at most %(value)s keys",
    "You have %(value)s unanswered challenges",
    "at most %(most)s points", "%(rank)s starts at %(points)s",
    "%(most)s characters", "%(value)s characters", "%(p)s times in 100",
    "%(value)s has prizes: %(prizes)s", "%(value)s lines of this list", "%(most)s players; ",
    "room for %(value)s players", "spoken for %(value)s players", "more than %(n)s days ago",
    "need %(value)s rounds, and", "A pool of %(value)s needs", "Berger’s table for %(size)s",
    "in %(fewest)s games", "at least %(fewest)s games", "at least %(n)s players",
    "up to %(most)s moves",
    "about %(expected)s times", "%(accepted)s entries: one for each", "With %(value)s players one",
)  # fmt: skip
COUNTED = re.compile(
    r"%\((?!other\))\w+\)[sd] (?:[a-z]+ )?(?:games|wins|losses|moves|stones"
    r"|players|pairings|rounds|terms"
    r"|tables|files|lines|members|letters|days|minutes|hours|passes|points|results|seasons|events"
    r"|entries|places|prizes|times|ranks|characters|keys|webhooks|challenges|bytes|tosses|rungs"
    r"|records|comments|variations|numbers|names|people|guests|months|weeks|years|notices)\b"
)


def test_a_count_has_its_singular():
    """“1 pairings”: a counted noun is in plural forms, or never one."""
    catalogue = polib.pofile(str(ROOT / "locale/pl/LC_MESSAGES/django.po"))
    counted = [
        one.msgid
        for one in catalogue
        if not one.obsolete and not one.msgid_plural and COUNTED.search(one.msgid)
    ]
    assert [text for text in counted if not any(known in text for known in NEVER_ONE)] == []
    unused = [known for known in NEVER_ONE if not any(known in text for text in counted)]
    assert unused == [], "these let a count through that nobody looked at"

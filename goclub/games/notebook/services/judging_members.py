"""Judging a list of members, each row by itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Mapping
from datetime import date
from email.utils import parseaddr
from typing import Final

from django.core.exceptions import ValidationError

from goclub.common.columns import validate_address
from goclub.common.export import undefused
from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.notebook.queries import Known, KnownPerson, Seat
from goclub.games.notebook.services.cells.countries import read_country
from goclub.games.notebook.services.cells.days import Order, order_of
from goclub.games.notebook.services.cells.strength import (
    NoStrength,
    has_no_start,
    read_points,
    read_rank,
)
from goclub.games.notebook.services.cells.text import clean, plain, says_nothing
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.judged import (
    NEW,
    NONE,
    SKIP,
    AnswerOption,
    JudgedRow,
    JudgedSheet,
    MemberEntry,
    judge_rows,
    people_options,
    rows_of,
)
from goclub.games.notebook.services.names import tidy_name, whole_keys
from goclub.members.names import fold_name, is_blank
from goclub.members.people.services import (
    LONGEST_NAME,
    LONGEST_SERVER,
    Called,
    read_nicknames,
)
from ratings.errors import RuleError
from ratings.paa.system import declare
from ratings.ranks import parse_rank

_NAMES: Final = ("family", "name", "given")
_NO_NAME = re.compile(r"[<>{}\[\]\\|\x00-\x1f]|^[\d\W_]+$|https?:", re.IGNORECASE)
_YES: Final = frozenset(
    ["yes", "y", "x", "1", "true", "tak", "t", "official", "certified", "oficjalne", "✓", "○", "◯",
     "はい", "有", "済", "公認", "認定", "ใช่", "รับรอง"]
)  # fmt: skip
_NO: Final = frozenset(
    ["f", "false", "0", "×", "✗", "いいえ", "未", "未認定", "ไม่", "ไม่ใช่", "unofficial",
     "not certified", "nieoficjalne"]
)  # fmt: skip
_LANGUAGES: Final = {
    "en": "en", "english": "en", "angielski": "en", "英語": "en", "อังกฤษ": "en",
        "ภาษาอังกฤษ": "en",
    "ja": "ja", "jp": "ja", "japanese": "ja", "日本語": "ja", "japoński": "ja", "ญี่ปุ่น": "ja",
    "th": "th", "thai": "th", "tajski": "th", "タイ語": "th", "ไทย": "th", "ภาษาไทย": "th",
    "pl": "pl", "polish": "pl", "polski": "pl", "ポーランド語": "pl", "โปแลนด์": "pl",
}  # fmt: skip
_GUESTS: Final = frozenset(
    ["guest", "gość", "gosc", "ゲスト", "客", "ビジター", "แขก", "ผู้มาเยือน", "ผู้เล่นรับเชิญ"]
)
_MEMBERS: Final = frozenset(
    ["member", "active", "active member", "członek", "członkini", "aktywny", "aktywna", "会員",
     "正会員", "在籍", "สมาชิก"]
)  # fmt: skip
_FORMER: Final = frozenset(
    ["former", "former member", "left", "były", "była", "były członek", "była członkini",
     "były członek klubu", "退会", "退会済", "元会員", "อดีตสมาชิก", "ลาออก"]
)  # fmt: skip


def judge_members(
    sheet: Spreadsheet,
    columns: SheetColumns,
    *,
    known: Known,
    today: date,
    choices: Mapping[str, str],
) -> JudgedSheet[MemberEntry]:
    """Judge every row below the headings.

    *choices*: answers to questions, by their keys (:class:`Ask`).  Somebody whom the club knows is
    never merged silently: a row of the same name is a question, unless address, day of birth or
    day of joining say that it is just this person; then the row is ``there``.

    Raises RuleError ``missing_columns``.
    """
    dates = [
        columns.cell(cells, name)
        for _, cells in rows_of(sheet, columns)
        for name in ("joined", "born", "points_on")
    ]
    chosen = choices.get("dates", "")
    order = order_of(dates, language=columns.language, today=today, chosen=chosen)
    return judge_rows(sheet, columns, choices, _MemberJudge(order, known).judge)


class _MemberJudge:
    def __init__(self, order: Order, known: Known) -> None:
        self._order = order
        self._here: dict[str, list[KnownPerson]] = defaultdict(list)
        for person in known.people:
            for name in whole_keys(person.name) | whole_keys(person.romanised):
                self._here[name].append(person)
        self._seen: dict[str, list[MemberEntry]] = defaultdict(list)
        self._addresses: dict[str, int] = {}
        self._accounts = known.accounts

    def judge(self, row: JudgedRow[MemberEntry]) -> tuple[MemberEntry, Seat | None]:
        entry = self._entry(row)
        there = self._there(row, entry)
        if there is None:
            self._compare(row, entry)
        if row.is_clear and there is None:
            self._seen[fold_name(entry.name)].append(entry)
            if email := entry.email.casefold():
                first = self._addresses.setdefault(email, row.row)
                if first != row.row:
                    row.warn("address_shared", "email", first=first)
                if owner := self._accounts.get(email):
                    row.warn("address_taken", "email", name=owner)
        return entry, there

    def _entry(self, row: JudgedRow[MemberEntry]) -> MemberEntry:
        name = _name(row)
        joined = row.day("joined", self._order)
        born = row.day("born", self._order)
        points_on = row.day("points_on", self._order)
        if joined and born and joined < born:
            row.fault("joined_before_birth", "joined", born=born)
        rank, points = _strength(row)
        status = _word(row, "status", _MEMBERS | _GUESTS | _FORMER)
        return MemberEntry(
            row=row.row,
            name=name,
            romanised=_short(row, "romanised", 80),
            nicknames=_nicknames(row),
            joined_on=joined,
            born_on=born,
            rank=rank,
            points=points,
            points_on=points_on,
            certified=_word(row, "certified", _YES | _NO) in _YES,
            email=_email(row),
            club=_short(row, "club", 80),
            country=_country(row),
            language=_LANGUAGES.get(_word(row, "language", _LANGUAGES), ""),
            status="guest" if status in _GUESTS else "former" if status in _FORMER else "member",
        )

    def _there(self, row: JudgedRow[MemberEntry], entry: MemberEntry) -> Seat | None:
        """Who of the club this is, beyond doubt or by an answer."""
        here = self._here.get(fold_name(entry.name), []) if entry.name else []
        if not here:
            return None
        sure = [person for person in here if _is_sure(person, entry)]
        if len(sure) == 1:
            return sure[0].seat
        options = (*people_options(here), AnswerOption(NEW, NEW), AnswerOption(SKIP, SKIP))
        key = f"member:{fold_name(entry.name)}:{row.row}"
        answer = row.ask(key, "member_here", _name_field(row), options, name=entry.name)
        return next((person.seat for person in here if str(person.seat) == answer), None)

    def _compare(self, row: JudgedRow[MemberEntry], entry: MemberEntry) -> None:
        """With the rows above: the same person twice is a fault, the same name is a question."""
        field = _name_field(row)
        for above in self._seen.get(fold_name(entry.name), []) if entry.name else []:
            if _same_person(above, entry):
                row.fault("member_twice", field, first=above.row)
                return
            options = (AnswerOption(NEW, NEW), AnswerOption(SKIP, SKIP))
            key = f"same:{fold_name(entry.name)}:{row.row}"
            row.ask(key, "same_name", field, options, name=entry.name, first=above.row)
            return


def _name_field(row: JudgedRow[MemberEntry]) -> str:
    return next((name for name in _NAMES if name in row.columns.chosen), "name")


def _name(row: JudgedRow[MemberEntry]) -> str:
    """The whole name; in Japanese the family name first, where the two stand apart."""
    columns = row.columns
    fields = [name for name in ("given", "family") if name in columns.chosen]
    if columns.language == "ja":
        fields.reverse()
    if len(fields) < 2:
        fields = ["name"] if "name" in columns.chosen else fields
    texts = []
    for field in fields:
        text = clean(row.cell(field))
        if row.is_unreadable(text, field) or row.is_no_name(field):
            return ""
        if text and (_NO_NAME.search(text) or is_blank(text)):
            row.fault("no_name", field)
            return ""
        texts.append(undefused(text))
    name = tidy_name(" ".join(filter(None, texts)))
    if not name or says_nothing(name):
        row.fault("name_missing", *_NAMES)
    elif len(name) > LONGEST_NAME:
        row.fault("name_too_long", *_NAMES, most=LONGEST_NAME)
    return name


def _short(row: JudgedRow[MemberEntry], field: str, most: int) -> str:
    text = _text(row, field)
    if len(text) > most:
        row.fault("too_long", field, most=most)
        return ""
    return text


def _text(row: JudgedRow[MemberEntry], field: str) -> str:
    """The words of a cell; "" where it says nothing, or what no cell may."""
    text = clean(row.cell(field))
    if says_nothing(text) or row.is_unreadable(text, field) or row.is_no_name(field):
        return ""
    return undefused(text)


def _nicknames(row: JudgedRow[MemberEntry]) -> tuple[Called, ...]:
    """One name or several, each as long as one may be."""
    called = read_nicknames(_text(row, "nickname"))
    for part, most in (("name", LONGEST_NAME), ("server", LONGEST_SERVER)):
        if any(len(getattr(nickname, part)) > most for nickname in called):
            row.fault("too_long", "nickname", most=most)
            return ()
    return called


def _strength(row: JudgedRow[MemberEntry]) -> tuple[str, int | None]:
    points = read_points(row.cell("points"))
    if isinstance(points, NoStrength):
        code = "points_above" if points is NoStrength.TOO_MUCH else "no_points"
        row.fault(code, "points", most=999)
        points = None
    rank = read_rank(row.cell("rank"))
    if rank is NoStrength.UNREADABLE:
        row.fault("no_such_rank", "rank")
        return "", points
    if points is None and (isinstance(rank, NoStrength) or has_no_start(rank)):
        options = (AnswerOption(NONE, NONE), AnswerOption(SKIP, SKIP))
        question = "professional" if isinstance(rank, NoStrength) else "no_start"
        row.ask(f"rank:{plain(row.cell('rank'))}", question, "rank", options)
        return "", None
    if isinstance(rank, NoStrength):
        return "", points
    if rank and points is not None and _against(rank, points):
        row.warn("rank_against_points", "rank", points=points)
        return "", points
    return rank, points


def _against(rank: str, points: int) -> bool:
    """Whether points lie outside the band of the rank, so that both cannot be declared (S1-5)."""
    try:
        declare(rank=parse_rank(rank), points=points)
    except RuleError:
        return True
    return False


def _word(row: JudgedRow[MemberEntry], field: str, known: Container[str]) -> str:
    """The word of a cell; a remark says of another than the *known* ones that it is left out."""
    word = plain(row.cell(field))
    if word not in known and not says_nothing(word):
        row.warn("not_understood", field)
    return word


def _country(row: JudgedRow[MemberEntry]) -> str:
    country = read_country(row.cell("country"))
    if country is None:
        row.warn("no_such_country", "country")
    return country or ""


def _email(row: JudgedRow[MemberEntry]) -> str:
    raw = row.cell("email")
    text = clean(raw)
    if says_nothing(text):
        return ""
    address = parseaddr(text)[1] if "<" in text else text.removeprefix("mailto:").rstrip(";,. ")
    in_lines = isinstance(raw, str) and "\n" in raw.strip()
    try:
        if in_lines or len(address) > 254:
            raise ValidationError("too long")
        validate_address(address)
    except ValidationError:
        row.fault("no_mail_address", "email")
        return ""
    return address


def _is_sure(person: KnownPerson, entry: MemberEntry) -> bool:
    """Whether more than the name says so, and nothing of it says otherwise."""
    pairs = (
        (person.email.casefold(), entry.email.casefold()),
        (person.born_on, entry.born_on),
        (person.joined_on, entry.joined_on),
    )
    both = [(ours, theirs) for ours, theirs in pairs if ours and theirs]
    return bool(both) and all(ours == theirs for ours, theirs in both)


def _same_person(first: MemberEntry, second: MemberEntry) -> bool:
    """Whether two rows of one name are one person: the same address, or nothing that differs."""
    if first.email and first.email.casefold() == second.email.casefold():
        return True
    pairs = (
        (first.email, second.email),
        (first.born_on, second.born_on),
        (first.joined_on, second.joined_on),
        (first.points, second.points),
        (first.rank, second.rank),
        (first.romanised, second.romanised),
    )
    return all(ours == theirs or not ours or not theirs for ours, theirs in pairs)

"""What a record says about its game: players, ranks, result, rules, time, komi, date, board."""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from goclub.go.board.basics import MAX_SIZE
from goclub.go.records.dates import read_dates
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.numbers import find_number, in_digits, in_half_points
from goclub.go.records.raw_game import Properties
from goclub.go.records.results import Result, parse_result
from goclub.go.records.text import clean_line, simple_text
from ratings.accepted import AcceptedRange

# -- time ------------------------------------------------------------------------------------------


_SECONDS = re.compile(r"(\d{1,6})(?:\.\d*)?\s*(?:s|sec\w*|秒|초)?", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")
_HOURS = re.compile(
    r"(\d{1,2})(?:[.,](5))?\s*(?:h\b|hours?|hrs?|時間|小时|小時|시간)(半)?", re.IGNORECASE
)
_MINUTES = re.compile(r"(\d{1,3})\s*(?:m\b|min\w*|分|분)", re.IGNORECASE)
_HOUR_MINUTE = re.compile(r"(\d{1,2})\s*h\s*(\d{2})\b", re.IGNORECASE)
_LONGEST = 100 * 3600
# TM with the overtime in it: 30:00(5x1:00), 30:00+10:00/25
_WITH_PERIODS = re.compile(r"([\d:]{1,8})\s*\(([^()]{1,20})\)")
_WITH_STONES = re.compile(r"([\d:]{1,8})\s*\+\s*([\d:]{1,8}\s*/\s*\d{1,3})")

_PERIODS = re.compile(r"(\d{1,2})\s*[x×*]\s*([\d:]{1,6})\s*(?:s|sec\w*|秒|초)?\b(?!\s*/)")
_SECONDS_TIMES = re.compile(r"(\d{1,3})\s*(秒|分|초)\s*[x×*,、]?\s*(\d{1,2})\s*[回次회]")
_STONES = re.compile(r"(\d{1,3})\s*/\s*([\d:]{1,6})(?:\s+canadian)?", re.IGNORECASE)
_TIME_STONES = re.compile(r"(\d{1,3}:\d\d)\s*/\s*(\d{1,3})")
_FISCHER = re.compile(r"(\d{1,4})\s*(?:s|sec\w*)?\s*(?:fischer|increment)", re.IGNORECASE)
_FISCHER_FIRST = re.compile(r"fischer\s*\+?\s*(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Overtime:
    """What follows the main time.

    ``kind`` ``byoyomi``: ``count`` periods of ``seconds``; ``canadian``: ``count`` stones in
    ``seconds``; ``fischer``: ``seconds`` for every move (``count`` 1).
    """

    kind: str
    count: int
    seconds: int


@lru_cache(maxsize=512)
def read_seconds(text: str) -> int | None:
    """The main time in seconds, or None if it cannot be told.

    >>> [read_seconds(text) for text in ("1350", "30:00", "1h30", "各3時間", "90 minutes", "none")]
    [1350, 1800, 5400, 10800, 5400, None]
    """
    text = in_digits(text[:80]).strip()
    if match := _SECONDS.fullmatch(text):
        seconds = int(match[1])
    elif match := _CLOCK.fullmatch(text):
        seconds = int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])
    elif match := _HOUR_MINUTE.search(text):
        seconds = int(match[1]) * 3600 + int(match[2]) * 60
    else:
        hours, minutes = _HOURS.search(text), _MINUTES.search(text)
        if hours is None and minutes is None:
            return None
        seconds = int(minutes[1]) * 60 if minutes else 0
        if hours:
            seconds += int(hours[1]) * 3600 + (1800 if hours[2] or hours[3] else 0)
    return seconds if seconds <= _LONGEST else None


@lru_cache(maxsize=512)
def read_times(time: str, overtime: str = "") -> tuple[int | None, Overtime | None]:
    """The main time in seconds and the overtime, each None if it cannot be told.

    >>> read_times("30:00(5x1:00)")
    (1800, Overtime(kind='byoyomi', count=5, seconds=60))
    >>> read_times("600", "25/300 Canadian")
    (600, Overtime(kind='canadian', count=25, seconds=300))
    """
    time = time[:80].strip()
    match = _WITH_PERIODS.fullmatch(time) or _WITH_STONES.fullmatch(time)
    if match and not overtime:
        time, overtime = match[1], match[2]
    return (read_seconds(time) if time else None), _read_overtime(overtime)


def _read_overtime(text: str) -> Overtime | None:
    text = in_digits(text[:80]).strip()
    if match := _FISCHER.search(text) or _FISCHER_FIRST.search(text):
        return _overtime("fischer", "1", match[1])
    if match := _PERIODS.search(text):
        return _overtime("byoyomi", match[1], match[2])
    if match := _SECONDS_TIMES.search(text):
        return _overtime("byoyomi", match[3], match[1], 60 if match[2] == "分" else 1)
    if match := _TIME_STONES.fullmatch(text):
        return _overtime("canadian", match[2], match[1])
    if match := _STONES.fullmatch(text):
        return _overtime("canadian", match[1], match[2])
    return None


def _overtime(kind: str, count: str, time: str, unit: int = 1) -> Overtime | None:
    seconds = read_seconds(time)
    if not seconds or not int(count):
        return None
    return Overtime(kind, int(count), seconds * unit)


# -- rules -----------------------------------------------------------------------------------------


JAPANESE, CHINESE, KOREAN = "japanese", "chinese", "korean"
AGA, NEW_ZEALAND, ING, TROMP_TAYLOR = "aga", "new-zealand", "ing", "tromp-taylor"

_RULESETS = (
    (TROMP_TAYLOR, re.compile(r"tromp|taylor|\Att\Z", re.IGNORECASE)),
    (NEW_ZEALAND, re.compile(r"new.?zealand|\bnz\b|新西兰|新西蘭|ニュージーランド", re.IGNORECASE)),
    (ING, re.compile(r"\bing(?:'?s)?\b|\bgoe\b|\bsst\b|[应應応]氏|[計计]点制|잉", re.IGNORECASE)),
    (AGA, re.compile(r"\baga\b|\bbga\b|\bffg\b|americ|french|british|美国|米国", re.IGNORECASE)),
    (KOREAN, re.compile(r"korea|\bkr\b|\bkor\b|한국|韩国|韓国|韓國", re.IGNORECASE)),
    (CHINESE, re.compile(r"chin|\bcn\b|\bchn\b|中国|中國|중국|数子|數子", re.IGNORECASE)),
    (JAPANESE, re.compile(r"japan|nihon|\bjp\b|\bjpn\b|日本|일본|数目|territory", re.IGNORECASE)),
)
_SUICIDE = frozenset((NEW_ZEALAND, ING, TROMP_TAYLOR))
# Ing's rule on repetition has more cases; what it never allows is a position coming back.
_REPETITION = {CHINESE: "positional", ING: "positional", TROMP_TAYLOR: "positional",
               AGA: "situational", NEW_ZEALAND: "situational"}  # fmt: skip
_ENGINE = re.compile(r"\Ako(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)score[A-Za-z]+?sui([01])")


@lru_cache(maxsize=512)
def find_ruleset(text: str) -> str:
    """The rules that RU names, in any spelling, or "" if they are none of these seven.

    >>> [find_ruleset(text) for text in ("Japanese", "中国规则", "NZ", "GOE", "AGA", "Calvinball")]
    ['japanese', 'chinese', 'new-zealand', 'ing', 'aga', '']
    """
    text = unicodedata.normalize("NFKC", text[:100])
    return next((name for name, pattern in _RULESETS if pattern.search(text)), "")


def allows_suicide(text: str) -> bool:
    """Whether the rules named in RU let a move take its own group; S3-7 otherwise.

    >>> [allows_suicide(text) for text in ("NZ", "Ing", "Chinese", "", "koSIMPLEscoreAREAsui1")]
    [True, True, False, False, True]
    """
    engine = _ENGINE.match(text)
    return engine[2] == "1" if engine else find_ruleset(text) in _SUICIDE


def repetition_rule(text: str) -> str:
    """How the rules named in RU look at a whole position that comes back: ``positional`` (never),
    ``situational`` (never with the same player to move), or ``cycle`` where nothing forbids it and
    the players may agree that the game has no result (F3).

    >>> [repetition_rule(text) for text in ("Chinese", "AGA", "Japanese", "")]
    ['positional', 'situational', 'cycle', 'cycle']
    """
    engine = _ENGINE.match(text)
    if engine:
        return engine[1].lower() if engine[1] in ("POSITIONAL", "SITUATIONAL") else "cycle"
    return _REPETITION.get(find_ruleset(text), "cycle")


# -- ranks -----------------------------------------------------------------------------------------


# A whole word: "4d PAA" and "3d Poland" are amateurs.
_PRO = r"p(?:ro(?:f(?:essional)?)?)?"
_GRADE = re.compile(
    r"(?P<number>\d{1,2})\s*[-.]?\s*"
    rf"(?:(?P<pro>(?:dan|d)[\s(]*{_PRO}|{_PRO}|단[\s(]*프로|段[\s(]*(?:プロ|{_PRO}|棋士))"
    r"|(?P<dan>dan|d|段|단|ดั้ง|дан|д)|(?P<kyu>kyu|gup|k|級|级|급|คิว|кю|к))"
    r"(?P<mark>[?*+~]*)(?![A-Za-z])",
    re.IGNORECASE,
)
_PRO_BEFORE = re.compile(
    r"\A(?:p(?:ro(?:fessional)?)?(?![a-z])|プロ|职业|職業|专业|專業|프로)[\s.]*", re.IGNORECASE
)
_FIRST = re.compile(r"初段|입단|초단|shodan", re.IGNORECASE)
_DAN_NAMES = {"nidan": "2d", "sandan": "3d", "yondan": "4d", "godan": "5d", "rokudan": "6d"}


@lru_cache(maxsize=2048)
def read_grade(text: str) -> str:
    """The grade as ``5k``, ``3d`` or ``9p``, with the ``+`` and ``?`` of servers; else "".

    >>> [read_grade(text) for text in ("三段", "3단", "9 dan pro", "10 kyu", "初段", "2급", "名人")]
    ['3d', '3d', '9p', '10k', '1d', '2k', '']
    """
    text = unicodedata.normalize("NFKC", text[:40]).strip()
    if text.lower() in _DAN_NAMES:
        return _DAN_NAMES[text.lower()]
    text = _FIRST.sub("1段", text)
    pro_before = _PRO_BEFORE.match(text)
    if pro_before and text[pro_before.end() :].isdecimal():
        text += "段"  # P9
    match = _GRADE.search(in_digits(text))
    if match is None or int(match["number"]) == 0:
        return ""
    pro = match["pro"] or (match["dan"] and pro_before)
    kind = "p" if pro else "d" if match["dan"] else "k"
    limit = 30 if kind == "k" else 10
    if int(match["number"]) > limit:
        return ""
    mark = "".join(sign for sign in "+?" if sign in match["mark"])
    return f"{int(match['number'])}{kind}{mark}"


# -- the header ------------------------------------------------------------------------------------


DEFAULT_SIZE = 19
_LARGEST_KOMI2 = 2 * 361
_SIZE = re.compile(
    r"\+?0*([0-9]{1,4})(?:[.,]0*)?(?:\s*[:xX×*]\s*\+?0*([0-9]{1,4})(?:[.,]0*)?)?\s*(?:路盤?)?"
)
_HANDICAP = re.compile(r"\+?([0-9]{1,3})(?:\.0*)?\s*(?:子(?:局|番)?|점)?")
_PLAIN_SIZE = re.compile(r"[0-9]+(?:\s*[:xX×]\s*[0-9]+)?")
_PLAIN_KOMI = re.compile(r"[0-9]{1,2}(?:\.[0-9]+)?|(?:先番|黒番?)[0-9]{1,2}目半?(?:コミ出し)?")
_WHITE_GIVES = re.compile(r"\A白番?.*\d目|逆コミ")
# None in words: what says so wherever it stands, and what a value says as a whole.
_NO_KOMI = re.compile(r"コミ(?:なし|無し?)|定先|让先|讓先|정선")
_NONE = re.compile(
    r"(?:komi|コミ|置石|덤|접바둑)?\s*"
    r"(?:なし|無し?|ナシ|无|없음|무|zero|nil|none|no|without|brak|bez|nie ma"
    r"|[无無不][贴貼]目?|ไม่มี)\s*(?:ค่า)?(?:komi|โคมิ|หมากต่อ)?",
    re.IGNORECASE,
)
_USUAL_KOMI2 = range(41)


@dataclass(frozen=True, slots=True)
class Header:
    """The game information of a record; texts are one line, clean, "" where nothing is said.

    ``komi2`` in half points, positive if Black gives it; ``handicap`` the stones that HA names;
    both None if the record is silent or unreadable.  ``date`` is the first full date of
    ``date_text``, ``dates`` all of them, ``date_parts`` what is known of the first: year, month,
    day, as far as the record tells.  Ranks are ``5k``, ``3d``, ``9p`` where they could be read,
    else as written.  ``rules`` as written; ``ruleset`` which rules these are, see
    :func:`find_ruleset`.  ``time_text`` and ``overtime`` as written, ``main_seconds`` the
    main time of each player and ``extra_time`` what follows it.  ``size_text`` is ``19×19``.
    """

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    result: Result | None = None
    komi2: int | None = None
    handicap: int | None = None
    date: datetime.date | None = None
    date_text: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    rules: str = ""
    game_name: str = ""
    time_text: str = ""
    overtime: str = ""
    size_text: str = ""
    result_text: str = ""
    dates: tuple[datetime.date, ...] = ()
    date_parts: tuple[int, ...] = ()
    ruleset: str = ""
    main_seconds: int | None = None
    extra_time: Overtime | None = None
    black_team: str = ""
    white_team: str = ""
    copyright: str = ""


def read_size(properties: Properties) -> tuple[int, int]:
    """(width, height) from SZ; 19×19 if there is none.

    Wide digits and decimals without a fraction are read too, see :func:`read_header`.
    Raises :class:`KifuError` ``bad_size`` for anything but 1 … 52 or a pair of them.
    """
    text = clean_value(properties, "SZ")
    if not text:
        return (DEFAULT_SIZE, DEFAULT_SIZE)
    match = _SIZE.fullmatch(unicodedata.normalize("NFKC", text))
    if match is not None:
        width = int(match[1])
        height = int(match[2] or match[1])
        if 1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE:
            return (width, height)
    raise KifuError("records.bad_size", value=text[:40], accepted=AcceptedRange(1, MAX_SIZE))


def check_game(properties: Properties) -> None:
    """Raise :class:`KifuError` ``other_game`` if GM says that this is not Go (1)."""
    text = clean_value(properties, "GM")
    if text and re.fullmatch(r"[+-]?\d{1,9}", text) and int(text) != 1:
        raise KifuError("records.other_game", value=text, accepted="GM[1]")


def read_header(properties: Properties, size: tuple[int, int]) -> tuple[Header, list[ReadWarning]]:
    """The header and what is odd in it: ``size_unusual``, ``result_unread``, ``result_in_part``,
    ``komi_unread``, ``komi_unusual``, ``handicap_unread``, ``handicap_unusual``, ``date_unread``,
    each with the text as written."""
    warnings: list[ReadWarning] = []
    size_text = clean_value(properties, "SZ")
    if size_text and not _PLAIN_SIZE.fullmatch(size_text):
        params = {"text": size_text, "size": f"{size[0]}×{size[1]}"}
        warnings.append(ReadWarning("size_unusual", params))
    result_text = clean_value(properties, "RE")
    result, understood = parse_result(result_text)
    if not understood and result is None:
        warnings.append(ReadWarning("result_unread", {"text": result_text}))
    elif not understood:
        params = {"text": result_text, "result": str(result)}
        warnings.append(ReadWarning("result_in_part", params))
    date_text = clean_value(properties, "DT")
    dates = read_dates(date_text)
    if not dates.understood:
        warnings.append(ReadWarning("date_unread", {"text": date_text}))
    black_rank, white_rank = clean_value(properties, "BR"), clean_value(properties, "WR")
    rules, time_text = clean_value(properties, "RU"), clean_value(properties, "TM")
    overtime = clean_value(properties, "OT") or _periods(properties)
    main_seconds, extra_time = read_times(time_text, overtime)
    header = Header(
        black=clean_value(properties, "PB"),
        white=clean_value(properties, "PW"),
        black_rank=read_grade(black_rank) or black_rank,
        white_rank=read_grade(white_rank) or white_rank,
        result=result,
        komi2=_komi(properties, warnings),
        handicap=_handicap(properties, warnings),
        date=dates.days[0] if dates.days else None,
        date_text=date_text,
        event=clean_value(properties, "EV"),
        round=clean_value(properties, "RO"),
        place=clean_value(properties, "PC"),
        rules=rules,
        game_name=clean_value(properties, "GN"),
        time_text=time_text,
        overtime=overtime,
        copyright=clean_value(properties, "CP"),
        black_team=clean_value(properties, "BT"),
        white_team=clean_value(properties, "WT"),
        size_text=f"{size[0]}×{size[1]}",
        result_text=result_text,
        dates=dates.days,
        date_parts=dates.parts,
        ruleset=find_ruleset(rules) if rules else "",
        main_seconds=main_seconds,
        extra_time=extra_time,
    )
    return header, warnings


def clean_value(properties: Properties, name: str) -> str:
    values = properties.get(name)
    return clean_line(simple_text(values[0])) if values else ""


def _periods(properties: Properties) -> str:
    """The overtime of servers that write it as TC (periods) and TT (seconds of each)."""
    count, seconds = clean_value(properties, "TC"), clean_value(properties, "TT")
    if count.isdecimal() and seconds.isdecimal() and int(count[:4]) and int(seconds[:4]):
        return f"{count}x{seconds} byo-yomi"
    return ""


def _komi(properties: Properties, warnings: list[ReadWarning]) -> int | None:
    # Not cleaned first: that "7.5 " has a blank too many is worth the same remark as "6,5".
    raw = simple_text(properties["KM"][0]) if properties.get("KM") else ""
    if not raw.strip():
        return None
    number = None if re.search(r"\d(?!p)[a-z]", raw.lower()) else find_number(raw)
    komi2 = None if number is None else _komi2(number)
    text = clean_line(raw)
    if komi2 is None and (_NO_KOMI.search(text) or _NONE.fullmatch(text)):
        return 0
    if komi2 and _WHITE_GIVES.search(in_digits(text)):
        komi2 = -abs(komi2)
    if komi2 is None or abs(komi2) > _LARGEST_KOMI2:
        warnings.append(ReadWarning("komi_unread", {"text": text}))
        return None
    if komi2 not in _USUAL_KOMI2 or not _PLAIN_KOMI.fullmatch(
        in_digits(raw) if "目" in raw else raw
    ):
        warnings.append(ReadWarning("komi_unusual", {"text": text, "komi2": komi2}))
    return komi2


@lru_cache(maxsize=512)
def _komi2(number: Fraction) -> int | None:
    """Half points of a komi; quarters are Chinese stones (3¾ stones are 7½ points).

    From 100 on it is Fox, which writes hundredths: 650 is 6.5 points, 375 is 3¾ stones.
    """
    if abs(number) >= 100 and number.denominator == 1:
        number /= 100
    if (number * 2).denominator != 1 and abs(number) > 5:
        return None
    return in_half_points(number)


def _handicap(properties: Properties, warnings: list[ReadWarning]) -> int | None:
    text = clean_value(properties, "HA")
    if not text:
        return None
    if _NONE.fullmatch(text):
        return 0
    match = _HANDICAP.fullmatch(in_digits(text))
    if match is None or int(match[1]) > 25:
        warnings.append(ReadWarning("handicap_unread", {"text": text}))
        return None
    if not text.isascii() or text.startswith("+"):
        params = {"text": text, "handicap": int(match[1])}
        warnings.append(ReadWarning("handicap_unusual", params))
    return int(match[1])

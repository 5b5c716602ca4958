"""The result of a game in the many spellings of RE, and who won where words say it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.records.numbers import find_number, in_digits, in_half_points

# -- winners in words ------------------------------------------------------------------------------


_COLOURS = {
    "B": re.compile(
        r"\bblack\b|^b\b|[黒黑흑]|先番|\bczarn|ด(?:ำ|ํา)|чёрн|черн", re.IGNORECASE
    ),
    "W": re.compile(r"\bwhite\b|^w\b|[白백]|\bbia[lł]|ขาว|бел", re.IGNORECASE),
}  # fmt: skip
_WINS = re.compile(
    r"\bw[io]ns?\b|\bwinner\b|\bvictory\b|\bbeats?\b|\bdefeat(?:s|ed)\b(?!\s+by)"
    r"|胜|勝|승|wygra|ชนะ|выигр|побед",
    re.IGNORECASE,
)
# What only the loser does, and names of it that say who lost: “forfeit by White”.
_LOSES = re.compile(
    r"\b(?:resigns|resigned|los[et]s?|lost|surrender(?:s|ed)|forfeit(?:s|ed)|g[ai]ve[sn]?\s+up"
    r"|(?:tim|flagg)ed\s*out|times\s+out|r[ua]ns?\s+out|overstep(?:s|ped)|exceed(?:s|ed)"
    r"|disconnect(?:s|ed)|disqualified|withdr(?:ew|aws|awn)|abandon(?:s|ed)|conced(?:es|ed)|quits?|left"
    r"|out\s+of\s+time|did\s*n[o'’]?t\s+(?:show|come|appear|arrive|play)|(?:beaten|defeated)\s+by)\b"
    r"|\b(?:resignation|surrender|forfeit(?:ure)?|withdrawal)\s+(?:by|of)\b"
    r"|['’]s\s+(?:resignation|surrender|forfeit(?:ure)?|withdrawal)\b|\bno.?show|\bdefaulted\b"
    r"|敗|败|负|負け|負$|投了|认输|認輸|弃权|棄權|棄権|反則|反则|犯规|犯規|超时|超時|切れ"
    r"|失格|违例|違例|违规|違規|실격|초과|(?<!przez\s)(?:podda|rezygn|dyskwalifik)|\bodda"
    r"|ไม่มา|ผิดกติกา|ตัดสิทธิ์|패|기권|반칙|przegra|przekroczy"
    r"|ยอมแพ้|แพ้|หมดเวลา|สละสิทธิ์|сда[лв]|просроч|проигр",
    re.IGNORECASE,
)
# Both lost: nothing is claimed.
_NOBODY = re.compile(
    r"\bboth\b|\bblack and white\b|\bwhite and black\b|両者|双方|雙方|양쪽|\boba\b|\bobie\b|ทั้งสอง",
    re.IGNORECASE,
)
# A colour beside a word that winner and loser may have alike, and no more: White resign, 白不戦.
_COLOUR = (
    r"(?:\b(?:black|white|czarn(?:e|ych)|bia[lł](?:e|ych))\b|\A[bw]\b"
    r"|[黒黑흑白백]番?|ด(?:ำ|ํา)|ขาว)"
)
_WORD = (
    r"(?:resign|forfeit|surrender|walk.?over|default|time(?:.?out)?|walkower|czas"
    r"|不戦|不战|不戰|부전|時間|时间|시간|บาย|เวลา)"
)
_EITHER = re.compile(
    rf"{_COLOUR}[\s:,–—-]*{_WORD}\W*\Z|\A{_WORD}[\s:,–—-]*{_COLOUR}\W*\Z", re.IGNORECASE
)


def tells_loser(text: str) -> bool:
    """Whether words tell what only the loser does.

    >>> tells_loser("resigned"), tells_loser("投了勝ち"), tells_loser("resign")
    (True, False, False)
    """
    return _LOSES.search(text) is not None and _WINS.search(text) is None


def winner_in_words(text: str) -> str | None:
    """``B`` or ``W``; None without a colour, and without a word of who won of two or of either.

    The colour that stands nearest before the word is meant, else the first one after it.

    >>> [winner_in_words(text) for text in ("White won", "黒投了", "Resignation by Black")]
    ['W', 'W', 'W']
    >>> winner_in_words("White resigned, Black wins"), winner_in_words("Black 40, White 36")
    ('B', None)
    """
    named = sorted(
        (match.start(), colour)
        for colour, pattern in _COLOURS.items()
        for match in pattern.finditer(text)
    )
    if not named or _NOBODY.search(text):
        return None
    verb = _WINS.search(text) or _LOSES.search(text)
    if verb is None:
        alone = len({colour for _at, colour in named}) == 1 and not _EITHER.search(text)
        return named[0][1] if alone else None
    before = [colour for at, colour in named if at < verb.start()]
    colour = before[-1] if before else named[0][1]
    # "黒投了" and "White resigned" tell the loser, "白番投了勝ち" and "wins by resignation" do not.
    return colour if _WINS.search(text) else {"B": "W", "W": "B"}[colour]


# -- results ---------------------------------------------------------------------------------------


_LARGEST_MARGIN2 = 2 * 2 * 52 * 52
_WHOLE_COUNT = 150

_FORMAL = re.compile(
    r"\s*(?:(B)(?:lack)?|(?P<b>[黒黑흑]番?|czarne)|(W)(?:hite)?|(?P<w>[白백]番?|bia[lł]e))"
    r"\s*\+\s*(?P<how>.*)",
    re.IGNORECASE | re.DOTALL,
)
# A letter in place of the colour's sign: B胜.
_LETTER = re.compile(r"\A\s*([BW])(?=\s*[胜勝승负負败敗])", re.IGNORECASE)
_SIGNS = {"B": "黒", "W": "白"}
# A minus where the sign of the winner stands may be a slip for it, or the loser's: B-R.
_MINUS = re.compile(r"\s*[BW黒黑흑白백]\s*[-−–—]\s*\S", re.IGNORECASE)
# A winner named inside a longer text: W+timeout, White won.
_CLAIM = re.compile(
    r"(?<![a-z])([BW])(?:(?:lack|hite)?\s*\+\s*([\w.]*)|(?:lack|hite)\s+(?:wins?|won)\b())",
    re.IGNORECASE,
)
_ENDINGS = (
    ("resign", re.compile(r"\Ar(?:es)?\b|resign|surrender|give.?up|中押|中盘|中盤|投了|认输|認輸"
                          r"|불계|poddani|rezygn|ยอมแพ้|сдал", re.IGNORECASE)),
    ("time", re.compile(r"\At\b|\btime|\bflag|超时|超時|(?<![\d持ち])(?:時間|时间|시간)|切れ"
                        r"|\bczas|หมดเวลา|время", re.IGNORECASE)),
    ("forfeit", re.compile(r"\Af\b|forfeit|default|no.?show|disconnect|disqual|illegal|moderator"
                           r"|walk.?over|walkower|dyskwalifik|สละสิทธิ์|ไม่มา|ผิดกติกา|ตัดสิทธิ์"
                           r"|反則|反则|犯规|犯規|違例|违例|違規|违规|失格|不戦|不战|不戰|부전|弃权|棄權|棄権|실격|기권|반칙",
                           re.IGNORECASE)),
)  # fmt: skip
_DRAW = re.compile(
    r"\A0\Z|draw|jigo|\btie\b|持碁|ジゴ|引き?分|和棋|和局|平局|무승부|빅|\bremis\b|เสมอ|ничья",
    re.IGNORECASE,
)
_VOID = re.compile(
    r"\bvoid|no.?result|annul|cancel|無勝負|无胜负|無效|无效|無効|무효", re.IGNORECASE
)
_OPEN = re.compile(
    r"\A[?-]*\Z|unknown|unfinish|suspend|adjourn|progress|打ち?掛|封盘|封盤|未完|未知|不明|미완",
    re.IGNORECASE,
)
# Numbers that are no margin: how long the game was, which move it was, the komi.
_OTHER_NUMBER = re.compile(
    r"第?\d{1,3}\s*(?:手目?|수)(?:まで|完|にて|で|내|만에|,)?[、,:]?\s*"
    r"|\b\d{1,4}(?:st|nd|rd|th)\b(?:\s+moves?\b)?"
    r"|\bmoves?\s*(?:no\.?|nr\.?|\#)?\s*\d{1,4}\b|\b\d{1,4}\s+moves?\b"
    r"|(?:komi|コミ|贴|貼|덤)\D{0,4}\d[\d.,/⁄ ]{0,200}\s*(?:目|子|집)?\s*(?:半|반)?",
    re.IGNORECASE,
)
_DIGITS = r"-?[.\d][\d.,/⁄ 又と]{0,200}"
_UNIT = r"(?:points?|pts?\b|p\b|pkt|punkt|moku|zi\b|目|子|点|點|집|очк|แต้ม|半|반)"
# Where a margin stands: after the winner's plus, after "by", after who won, or before its unit.
_AT_START = re.compile(
    rf"[\s(\[~]*(?:by\s+)?(?P<number>{_DIGITS}(?![a-z\d.,/⁄])|(?=半|반))", re.IGNORECASE
)
_BEFORE_UNIT = re.compile(
    rf"(?<![\d.,/⁄又と])(?P<number>{_DIGITS}?\s*{_UNIT}|(?:半|반)\s*{_UNIT})", re.IGNORECASE
)
_AFTER_WORD = re.compile(
    r"(?:\b(?:by|o|na|на)\s+|\b(?:wins?|won|black|white|b|w)[\s:,+]*|[胜勝승:黒黑白흑백番]\s*"
    r"|(?:wygra|czarn|bia[lł]|выигр|побед|чёрн|черн|бел|ชนะ)\w*\s+)"
    rf"(?P<number>(?!\d{{4}}){_DIGITS})(?![a-z\d.,/⁄])",
    re.IGNORECASE,
)
# A margin that no winner has (-3.5), a slip (3..5), and two instead of one (3.5/4.5, 3-5; but
# 3-1/2 is one).
_NO_ONE_MARGIN = re.compile(
    r"\s*(?:[-−–—]|\d*[.,]\d*[.,]\d|\d*[.,]\d+\s*[/⁄]\s*\d|[\d.,]+\s*[-−–—~]\s*\d++(?!\s*[/⁄]))"
)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    ``outcome`` ``B`` or ``W`` won, ``J`` jigo, ``N`` no result.  ``ending`` of a win: ``points``,
    ``resign``, ``time``, ``forfeit``, or "" if the record does not say.  ``margin2`` the margin in
    half points (7 is 3½), for a win by points, or None.
    """

    outcome: str
    ending: str = ""
    margin2: int | None = None

    def __str__(self) -> str:
        """The value of RE in SGF.

        >>> str(Result("B", "points", 7)), str(Result("W", "resign")), str(Result("J"))
        ('B+3.5', 'W+R', 'Draw')
        """
        if self.outcome not in ("B", "W"):
            return "Draw" if self.outcome == "J" else "Void"
        how = {"resign": "R", "time": "T", "forfeit": "F"}.get(self.ending, "")
        if self.ending == "points" and self.margin2 is not None:
            how = half_text(self.margin2)
        return f"{self.outcome}+{how}"


def half_text(half_points: int) -> str:
    """Half points as SGF writes points.

    >>> half_text(13), half_text(-11), half_text(0)
    ('6.5', '-5.5', '0')
    """
    sign, number = ("-" if half_points < 0 else ""), abs(half_points)
    return f"{sign}{number // 2}{'.5' if number % 2 else ''}"


@lru_cache(maxsize=2048)
def parse_result(text: str) -> tuple[Result | None, bool]:
    """The result that RE tells, and whether all of it was understood.

    An open or unknown result (``?``, 打ち掛け, nothing) is understood and gives None.  A margin of
    0 or one that no board could give is left out: the winner is known, the margin is not.  A number
    counts only where a margin can stand; of a text that contradicts itself, or may mean either
    player, nothing is claimed.

    >>> parse_result("W+2 3/4子")[0] == Result("W", "points", 11)
    True
    >>> parse_result("黒中押し勝ち")[0]
    Result(outcome='B', ending='resign', margin2=None)
    >>> parse_result("B+, White gave up after his 126th move")
    (Result(outcome='B', ending='', margin2=None), False)
    """
    text = in_digits(" ".join(text[:200].split()))
    formal = _FORMAL.match(text)
    if formal is not None:
        return _formal("B" if formal[1] or formal["b"] else "W", formal["how"])
    if _MINUS.match(text):
        return None, False
    if _OPEN.search(text):
        return None, True
    if _VOID.search(text):
        return Result("N"), True
    if _DRAW.search(text):
        return Result("J"), True
    text = _LETTER.sub(lambda match: _SIGNS[match[1].upper()], _OTHER_NUMBER.sub(" ", text))
    winner = winner_in_words(text)
    if winner is None:
        return None, False
    number = _BEFORE_UNIT.search(text) or _AFTER_WORD.search(text)
    ending = _ending(text)
    if number is not None and ending and _margin2(number["number"]):
        return Result(winner), False
    return (Result(winner, ending) if ending else _by(winner, number)), not _is_no_one_margin(
        number
    )


def _formal(winner: str, how: str) -> tuple[Result | None, bool]:
    """The result of what stands after ``B+``, and whether all of it was understood."""
    full_text, how = how, _OTHER_NUMBER.sub(" ", how)
    number = _AT_START.match(how) or _BEFORE_UNIT.search(how)
    result = _by(winner, number)
    beside = how if number is None else how[: number.start()] + how[number.end() :]
    ending = _ending(how if number is None else beside)
    certain = True
    if _is_no_one_margin(number):
        result, certain = Result(winner), False
    elif result.margin2 is None:
        result = Result(winner, ending)
        certain = bool(ending or number) or not re.search(r"\w", full_text)
    # So few words beside a margin still speak of it.
    elif ending and len(beside.split()) <= 3:
        result, certain = Result(winner), False  # won by points, and on time
    for claim in _CLAIM.finditer(beside):
        if claim[1].upper() != winner:
            return None, False
        again = claim[2] and _formal(winner, claim[2])[0]
        if again and again != result:
            result, certain = Result(winner), False
    return result, certain


def _ending(text: str) -> str:
    return next((ending for ending, pattern in _ENDINGS if pattern.search(text)), "")


def _by(winner: str, number: re.Match[str] | None) -> Result:
    """A win by the margin that begins where ``number`` was found, if it is one."""
    margin2 = None if number is None else _margin2(number.string[number.start("number") :])
    return Result(winner) if margin2 is None else Result(winner, "points", margin2)


def _is_no_one_margin(number: re.Match[str] | None) -> bool:
    """Whether what stands where the margin should is negative, or names two margins."""
    if number is None:
        return False
    return _NO_ONE_MARGIN.match(number.string, number.start("number")) is not None


def _margin2(how: str) -> int | None:
    """The margin that a text begins with in half points; None if no board could give it."""
    number = find_number(how)
    # Chinese stones, which quarters tell too, count two points each; so many are a whole count.
    if number is not None and (number * 2).denominator != 1 and number >= _WHOLE_COUNT:
        number = None
    if number is not None and re.search(r"\d\s*子|子\Z", how) and "目" not in how:
        number = None if number >= _WHOLE_COUNT else number * 2
    margin2 = None if number is None else in_half_points(number)
    return margin2 if margin2 is not None and 0 < margin2 <= _LARGEST_MARGIN2 else None

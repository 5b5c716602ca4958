"""Who won, from words: White won by 2.5, 黒投了, Resignation by Black."""

from __future__ import annotations

import re

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
# What only the loser does, and names of it that belong to him: “forfeit by White”.
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

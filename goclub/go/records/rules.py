"""What the rules named in RU allow: suicide, and coming back to a position."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

JAPANESE, CHINESE, KOREAN = "japanese", "chinese", "korean"
AGA, NEW_ZEALAND, ING, TROMP_TAYLOR = "aga", "new-zealand", "ing", "tromp-taylor"

_NAMES = (
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
    return next((name for name, pattern in _NAMES if pattern.search(text)), "")


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

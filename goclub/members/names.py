"""Which spelling of a name a reader sees, and comparing names across scripts and spellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category, normalize

from django.utils.translation import get_language
from text_unidecode import unidecode

from goclub.common.name_field import FILLERS, plain_letter

# Which spelling a reader sees: the one place that decides it ---------------------------------

#: What a member may choose; "" is by language.
AS_WRITTEN: Final = "written"
ROMANISED: Final = "romanised"

#: The scripts that a reader of a language reads besides Latin, as Unicode begins the names of
#: their letters.
_READS: Final = {
    "ja": frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}),
    "th": frozenset({"THAI"}),
}
_LATIN: Final = frozenset({"LATIN"})
#: Alphabets whose letters have sounds that Latin letters write in a few usual ways.
_ALPHABETS: Final = frozenset({"ARMENIAN", "CYRILLIC", "GEORGIAN", "GREEK"})
#: Letters that belong to a script; modifiers such as the ʻ of Kawaʻi go with any.
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})

_preference: ContextVar[str] = ContextVar("names", default="")


class ShownName(NamedTuple):
    """A name as a reader sees it, and its other spelling; "" where that adds nothing."""

    first: str
    second: str


@contextmanager
def shown_as(preference: str) -> Iterator[None]:
    """Show names as one reader chose; the language is that of ``translation.override``."""
    token = _preference.set(preference)
    try:
        yield
    finally:
        _preference.reset(token)


def shown_name(name: str, romanised: str) -> ShownName:
    """Return a person's name as the present reader sees it.

    By language, the name comes first as it is written if the reader of that language reads its
    script; otherwise the romanised one.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     shown_name("佐藤 健", "Satō Ken"), shown_name("Ewa Szczepańska", "Ewa Szczepanska")
    (ShownName(first='Satō Ken', second='佐藤 健'), ShownName(first='Ewa Szczepańska', second=''))
    >>> with override("ja"):
    ...     shown_name("佐藤 健", "Satō Ken").first, shown_name("ใจดี", "Jaidee").first
    ('佐藤 健', 'Jaidee')
    """
    if not romanised or _says_nothing_new(name, romanised):
        return ShownName(name, "")
    chosen = _preference.get()
    if chosen == ROMANISED or (not chosen and not _is_read(name) and _is_read(romanised)):
        return ShownName(romanised, name)
    return ShownName(name, romanised)


def names_key() -> tuple[str, str]:
    """Return what shown names depend on, for the keys of caches: language and preference."""
    return get_language() or "", _preference.get()


def scripts_of(name: str) -> frozenset[str]:
    """Return the scripts of a name's letters, as Unicode calls them; none for signs and digits.

    >>> sorted(scripts_of("Ｓato 健 2")), sorted(scripts_of("☆ 7"))
    (['CJK', 'LATIN'], [])
    """
    letters = {letter for letter in normalize("NFKC", name) if category(letter) in _LETTERS}
    return frozenset(unicodedata.name(letter, "?").partition(" ")[0] for letter in letters)


def _is_read(name: str) -> bool:
    """Whether a reader of the present language reads every letter."""
    language = (get_language() or "").partition("-")[0]
    return scripts_of(name) <= _LATIN | _READS.get(language, frozenset())


@lru_cache(maxsize=4096)
def _says_nothing_new(name: str, romanised: str) -> bool:
    """Whether two spellings differ in accents, case, spaces or the order of words alone."""
    if fold_name(name) == fold_name(romanised):
        return True
    words, others = (
        sorted(fold_name(word) for word in _BETWEEN.split(spelling) if word)
        for spelling in (name, romanised)
    )
    return words == others


class HasTwoSpellings:
    """What has a name and perhaps a romanised one: how a reader sees it."""

    __slots__ = ()

    @property
    def spellings(self) -> tuple[str, str]:
        """Return the name and the romanised one as stored."""
        # Whoever mixes this in says where its names are; an abstract base class cannot be
        # mixed into a model, which has a metaclass of its own.
        raise NotImplementedError

    @property
    def shown_name(self) -> str:
        """The name as the present reader sees it."""
        return shown_name(*self.spellings).first

    @property
    def second_line(self) -> str:
        """The other spelling, soft behind the name; "" where it adds nothing."""
        return shown_name(*self.spellings).second


# Comparing names --------------------------------------------------------------------------------


def fold_name(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Width, case, accents, tone marks and spaces do not count; letters such as ``ł`` that Unicode
    does not decompose are spelled out.  Vowels that a script writes as marks are letters.

    >>> fold_name("Ｓａｔō  Ken") == fold_name("sato ken")
    True
    >>> fold_name("Wiśniewski, Paweł")
    'wisniewskipawel'
    >>> [fold_name(name) for name in ("Yıldız", "Œuvre", "Ħal", "Ŧŋ", "Əli", "Ǿ", "ŁÐßﾀ")]
    ['yildiz', 'oeuvre', 'hal', 'tn', 'eli', 'o', 'ldssタ']
    >>> fold_name("ใจดี") == fold_name("ใจดำ")
    False
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(plain_letter(character) for character in text if _counts(character))


#: Two names of this length and a space fill the column ``search_names``.
_LONGEST_SEARCHED = 99


def searched_name(name: str) -> str:
    """Return the folded name as ``search_names`` holds it: one letter may fold to eighteen."""
    return fold_name(name)[:_LONGEST_SEARCHED]


#: Marks that people leave out: accents and the points of Latin, Greek and Cyrillic, of Hebrew and
#: of Arabic, the tone marks of Thai.
_LEFT_OUT = frozenset(
    chr(code)
    for first, last in ((0x300, 0x36F), (0x591, 0x5C7), (0x64B, 0x652), (0xE48, 0xE4B))
    for code in range(first, last + 1)
)


def _counts(character: str) -> bool:
    # Signs such as the ʻ of Kawaʻi and the ʼ of Oʼahu are letters only to Unicode.
    return (
        character not in _LEFT_OUT
        and not "\u02b9" <= character <= "\u02ff"
        and (character.isalnum() or unicodedata.category(character) in ("Mn", "Mc"))
    )


#: Controls, formats, halves of characters, spaces.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


#: Thai and Lao vowels that are written before their consonant say nothing without it.
_LEADING_VOWELS = frozenset("เแโใไເແໂໃໄ")


def is_blank(name: str) -> bool:
    """Whether nothing of a name can be seen: spaces, zero-width characters, marks on nothing.

    >>> is_blank(" \\u200b\\u3164\\u0301"), is_blank("☆"), is_blank("ก")
    (True, False, False)
    """
    return not any(_is_seen(letter) and unicodedata.category(letter)[0] != "M" for letter in name)


def initials_of(name: str) -> str:
    """What stands for a face: two letters where names are written with capitals, else the first.

    >>> [initials_of(name) for name in ("Ewa Maria Szczepańska", "佐藤 健", "เอก", "<b>")]
    ['ES', '佐', 'อ', 'B']
    """
    words = [
        [letter for letter in word if letter.isalnum() and letter not in _LEADING_VOWELS]
        for word in unicodedata.normalize("NFC", name).split()
    ]
    firsts = [letters[0].upper()[:1] for letters in words if letters]
    if not firsts:
        return next((letter for letter in name if _is_seen(letter)), "?")
    if len(firsts) > 1 and all(letter.isupper() for letter in (firsts[0], firsts[-1])):
        return firsts[0] + firsts[-1]
    return firsts[0]


def same_look(name: str) -> str:
    """The form in which names are equal that a reader takes for one: width, case, the unseen.

    >>> same_look("Ｓato\\u200b  Ken ") == same_look("sato ken")
    True
    >>> same_look("Łucja") == same_look("Lucja")
    False
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    seen = (letter if _is_seen(letter) else " " if letter.isspace() else "" for letter in text)
    return " ".join("".join(seen).split())


def _is_seen(character: str) -> bool:
    return character not in FILLERS and unicodedata.category(character) not in _UNSEEN


#: A key is no longer than a name, and a name has no more keys than this.
LONGEST: Final = 80
MOST_KEYS: Final = 40
#: How many words of a name, and letters of a word without spaces, can begin what is typed.
_MOST_WORDS, _MOST_LETTERS = 8, 16

_BETWEEN = re.compile(r"[\s\-‐-―_,.;:/|・·•'’\"()\[\]（）「」、。=＝]+")
#: Scripts that are written without spaces: whoever types a part of a name begins in its middle.
_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_KANA = re.compile("[\u3041-\u30ff]")


def name_keys(name: str) -> set[str]:
    """What may be typed of a name: from the beginning of each of its words, on to the others.

    A name in a script without spaces can be begun at each of its letters; one in kana is found by
    its sounds in Latin letters, too.

    >>> sorted(name_keys("Satō Ken"))
    ['kensato', 'satoken']
    >>> sorted(name_keys("佐藤健"))
    ['佐藤健', '健佐藤', '藤健佐']
    >>> "satoken" in name_keys("さとう けん"), "saitou" in name_keys("サイトウ")
    (True, True)
    """
    keys = _turned(name)
    if _KANA.search(normalize("NFKC", name)):
        keys |= (
            {_hiragana(key) for key in keys} | _turned(romaji(name)) | _turned(long_romaji(name))
        )
    keys |= {short for key in keys if (short := short_vowels(key))}
    return set(sorted(keys, key=lambda key: (len(key), key))[:MOST_KEYS])


def typed_keys(text: str) -> list[str]:
    """The beginnings that a typed text asks for, the text itself first; none for no letter.

    >>> typed_keys(" SATŌ k"), typed_keys("さとう"), typed_keys("…")
    (['satok'], ['さとう', 'sato'], [])
    """
    text = text[: 4 * LONGEST]
    keys = [fold_name(text)]
    if _KANA.search(normalize("NFKC", text)):
        keys += [_hiragana(keys[0]), fold_name(romaji(text))]
    return list(dict.fromkeys(key[:LONGEST] for key in keys if key))


def typed_words(text: str) -> list[str]:
    """The words of a typed text as they are compared, the longest first.

    >>> typed_words("Jan Kowal-")
    ['kowal', 'jan']
    """
    words = {fold_name(word) for word in _BETWEEN.split(text[: 4 * LONGEST])} - {""}
    return sorted(words, key=lambda word: (-len(word), word))[:_MOST_WORDS]


def short_vowels(key: str) -> str:
    """A Latin spelling with its long vowels written short, as most people do; "" for none.

    >>> short_vowels("satou"), short_vowels("oono"), short_vowels("kowalski")
    ('sato', 'ono', '')
    """
    short = re.sub("ou|oo|oh(?![aeiouy])", "o", key).replace("uu", "u")
    return short if short != key and key.isascii() else ""


def _turned(name: str) -> set[str]:
    """The folded name from each of its words, and each of its letters where it has no spaces."""
    words = [word for word in _BETWEEN.split(normalize("NFKC", name)) if fold_name(word)]
    keys = {fold_name(name)}
    for at in range(min(len(words), _MOST_WORDS)):
        rest, before = "".join(words[at:]), "".join(words[:at])
        keys.add(fold_name(rest + before))
        if _WITHOUT_SPACES.search(words[at]):
            ends = range(1, min(len(words[at]), _MOST_LETTERS))
            starts = (end for end in ends if category(words[at][end])[0] == "L")
            keys |= {fold_name(rest[end:] + before + rest[:end]) for end in starts}
    return {key[:LONGEST] for key in keys if key}


# --- Kana as Latin letters (Hepburn) -----------------------------------------------------------
_ROWS: Final = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの",
    "h": "はひふへほ", "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_SOUNDS: Final = {
    kana: head + vowel
    for head, row in _ROWS.items()
    for kana, vowel in zip(row, "aiueo", strict=True)
} | {
    "し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu",
    "や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "n", "ゔ": "vu", "ゐ": "i",
    "ゑ": "e", "ー": "", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o",
}  # fmt: skip
_SMALL: Final = {"ゃ": "a", "ゅ": "u", "ょ": "o"}


def _hiragana(text: str) -> str:
    """Katakana as hiragana; both are the same sounds."""
    composed = normalize("NFC", text)
    return "".join(
        chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter for letter in composed
    )


def long_romaji(text: str) -> str:
    """The sounds of kana letter by letter; all other letters stay.

    >>> long_romaji("さとう"), long_romaji("シュウサク"), long_romaji("はっとり じゅん")
    ('satou', 'shuusaku', 'hattori jun')
    """
    romanised = ""
    for letter in _hiragana(normalize("NFKC", text)):
        if letter in _SMALL and romanised.endswith("i"):
            head = romanised[:-1]
            romanised = head + ("" if head.endswith(("sh", "ch", "j")) else "y") + _SMALL[letter]
        else:
            romanised += _SOUNDS.get(letter, letter)
    return re.sub(r"っ(\w?)", r"\1\1", romanised)


def romaji(text: str) -> str:
    """The sounds of kana as names are mostly written: long vowels short.

    >>> romaji("さとう"), romaji("おおの"), romaji("けん")
    ('sato', 'ono', 'ken')
    """
    long = long_romaji(text)
    return short_vowels(long) or re.sub("ou|oo", "o", long).replace("uu", "u")


#: How passports, English, and Slavic and German spellings write what the library writes in one way.
_USUAL: Final = (
    (),
    (("iu", "yu"), ("ia", "ya"), (r"[iy]i\b", "y"), (r"ei\b", "ey"), ("ks", "x")),
    (("iu", "yu"), ("ia", "ya"), ("ii\\b", "iy"), (r"ei\b", "ey")),
    (("iu", "ju"), ("ia", "ja"), ("shch|sh", "s"), ("zh", "z"), ("ch|ts", "c"), ("kh", "ch")),
    (("ch", "tsch"), ("sh", "sch"), ("iu", "ju"), ("ia", "ja"), ("kh", "ch"), ("v", "w")),
    (("sh", "ch"), ("zh", "j"), ("u", "ou")),
)


def latin_spellings(text: str) -> tuple[str, ...]:
    """Ways to write a name in Cyrillic or another alphabet in Latin letters; none for other names.

    >>> latin_spellings("Юрий Жуков")[:4]
    ('iurii zhukov', 'yury zhukov', 'yuriy zhukov', 'jurii zukov')
    >>> latin_spellings("Sato"), latin_spellings("佐藤")
    ((), ())
    """
    if not scripts_of(text) & _ALPHABETS:
        return ()
    plain = unidecode(text.casefold().replace("ё", "е"))
    spellings = []
    for changes in _USUAL:
        spelling = plain
        for written, usual in changes:
            spelling = re.sub(written, usual, spelling)
        spellings.append(spelling)
    return tuple(dict.fromkeys(spellings))

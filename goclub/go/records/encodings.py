"""The encodings of records: what labels call them, and how likely a text is under each family.

Bytes without a trustworthy label decode under several encodings; what tells them apart is whether
the characters that come out look like the language that the encoding was made for.  A
:class:`Model` gives each character a logarithmic probability.  The probabilities are estimates,
not counts; the lists of frequent characters hold the commonest of the language, family names, and
the vocabulary of Go records (段, 局, 杯, 名人, 中押 …).
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

# -- likelihood ------------------------------------------------------------------------------------


_KANJI = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北"
    "午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨黒目手打勝負戦局段位杯"
    "名人棋聖王座碁本因坊十段天元新聞社予選決定第回年度級級位級互先置石込出半目中押時間切譜解説"
    "記録者院関西日本大会決勝準挑戦者世界選手権名誉女流竜星新人早碁若鯉阿含桐山賞争奪村田井上藤"
    "佐藤鈴木高橋渡辺伊山本中小林加吉松島清原森池橋石川前岡長谷遠青坂福太西三後近斉武河平野久保"
    "張栩羽根直樹光一依結城聡趙治勲善津瀬許家元豊一力遼芝野虎丸余正麒裕太淳文敏浩和彦秀行昭宏志"
    "隆博明哲也英哉良輔健次郎雄介翔朗真由美香織恵理沙梨紗友奈央沢斎崎阿部浦竹柴酒横増丸杉塚葉菅岩"
    "菊市桜飯嵐服辻樋秋永浜馬矢浅荒熊尾堀望仲邑菫呉源実宮紀基里菜紳路孝徳昌仁航紘広庄範"
    "囲葵陽愛咲莉心衣蓮颯湊悠斗朝蒼凛杏芽楓琴涼亮拓海雅剛修誠茂稔進勇勉栄幸洋京節代典智信康弘政義"
    "克己篤徹貴史恭邦夫敬伸靖規祥玲瑞穂苗麻遥萌桃鶴亜弥未希々寺奥堂須内口県区町研究道場教室初交親"
    "対抗団体個敗盤"
)
_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过"
    "发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本"
    "前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很"
    "最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度"
    "门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电"
    "数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马"
    "科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万"
    "取拉格望觉术领共确传师观清今切院让识候带导争运围棋赛杯段局胜负黑子目贴半中盘局冠亚军决赛"
    "挑战名人天元棋圣国手甲级联赛农心三星百灵春兰理光富士通李王张刘陈杨赵黄周吴徐孙胡朱高林何郭"
    "马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石"
    "姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文古力柯洁晓春卫"
    "平世石昌镐昊九岳辰耀廷炆昱星玉豪思嘉旭陶欣然芈檀啸檬百鸣刚俞斌宇朴桓羽根胡跃峰毅雷"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過"
    "發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本"
    "前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很"
    "最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度"
    "門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電"
    "數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬"
    "科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬"
    "取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運圍棋賽杯段局勝負黑子目貼半中盤冠亞決友誼"
    "挑戰名人天元棋聖國手環海峰華王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹"
    "袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏鐘汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦"
    "江史顧侯邵孟龍俊勳銘琬立誠治勳書洋正銘張栩家元德銘宇皓孟泰柏廷功蓋啟碁臺灣台北佛光會"
)
_HANGUL = (
    "이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허남심노하곽성차주우구민유진지엄채원천방"
    "공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용창호세돌환동훈철규상수준"
    "영재태희경미혜숙자순복형승민아나다가를을의에는로고사대한중일국바둑결승전기성왕전배전패불계승시"
    "간집반집흑백선수권단급제회국농심삼성화재춘란천원명인최고위국수전본선예선리그도전오대삼번기아마"
    "프로기사방송신문대국복기해설자음말좋습니다요해그것들만보면되있없"
)
_HIRAGANA = (
    "のにはをたがでてとしれさいるもなこかりすらっあまきんくよそどえうめみつけわせじだばやねちご"
)
_CJK_MARKS = (
    "、。「」・（）ー々！？：；『』【】〈〉《》“”‘’…—～，．　＋－×０１２３４５６７８９①②③④⑤"
)
_CYRILLIC, _CYRILLIC_RARE = "оеаинтсрвлкмдпуяыьгзбчйх", "жшюцщэфъёієїґў"
_GREEK = "αοιετσνηυρπκμλςωίόάέή"
_BIG5_TRAILS = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
_WESTERN, _WESTERN_RARE = "éèàüöäáíóñçåêôßâîïëúã", "øæûùòìõœðþýÿ"
_PRINT_MARKS = "“”„‘’–—…«»€°·•©®™½¼¾§¿¡ºª"
_OPENING = "“„‘«–—¿¡…·"
_CENTRAL_MARKS = "“”„‘’–—…€°§"

_UNKNOWN = math.log(1e-7)


def _hanzi(codec: str, leads: Iterable[int], trails: Iterable[int]) -> frozenset[str]:
    """The characters of a block of a double-byte code; where a pair is free, nothing."""
    trail_list = list(trails)
    pairs = bytes(byte for lead in leads for trail in trail_list for byte in (lead, trail))
    return frozenset(pairs.decode(codec, errors="ignore"))


@dataclass(frozen=True, slots=True)
class Model:
    """Logarithmic probabilities of the characters of one family of languages.

    ``alphabetic`` scripts are also judged by how letters follow each other; ``ascii_kin`` says
    whether they mix with the letters a–z inside a word.
    """

    table: dict[str, float]
    alphabetic: bool = False
    ascii_kin: bool = False

    def score(self, text: str) -> float:
        """The logarithm of the probability of ``text``; ASCII counts the same in every model."""
        table = self.table
        total = 0.0
        before = " "
        for char in text:
            if char >= "\x80":
                total += table.get(char, _UNKNOWN)
                if self.alphabetic:
                    total += self._step(before, char)
                elif before.islower() and before.isascii() and char.isalpha():
                    total += _BESIDE
            else:
                total += _ASCII
                if before >= "\x80" and char.isalpha():
                    total += self._step_to_ascii(before, char)
            before = char
        return total

    def _step_to_ascii(self, before: str, char: str) -> float:
        """What it costs that the ASCII letter ``char`` follows ``before`` (not ASCII)."""
        if not self.alphabetic:
            return _BESIDE if char.islower() and before.isalpha() else 0.0
        if not before.isalpha():
            return 0.0 if before in _OPENING else _GLUED
        cost = _CASE if char.isupper() and before.islower() else 0.0
        return cost if self.ascii_kin else cost + _MIXED

    def _step(self, before: str, char: str) -> float:
        """What it costs that ``char`` (not ASCII) follows ``before``."""
        if not char.isalpha():
            # A symbol glued between letters is seldom: ¿ ¹ ³ in words are another code's letters.
            return _GLUED if before.isalpha() and char not in _PRINT_MARKS else 0.0
        cost = _CASE if char.isupper() and before.islower() else 0.0
        if before.isascii():
            return cost + (_MIXED if before.isalpha() and not self.ascii_kin else 0.0)
        return cost + (_ACCENTS if self.ascii_kin and before.isalpha() else 0.0)


_ASCII = math.log(1 / 50)
_MIXED = math.log(1e-3)  # a Cyrillic or Thai letter beside a Latin one
_BESIDE = math.log(0.1)  # an ideograph, kana or hangul beside a small Latin letter
_CASE = math.log(1e-2)  # a capital after a small letter
_GLUED = math.log(1e-2)
_ACCENTS = math.log(0.25)  # two accented letters in a row


def _model(
    *classes: tuple[Iterable[str], float], alphabetic: bool = False, ascii_kin: bool = False
) -> Model:
    """A model from (characters, their joint probability); the first class of a character counts."""
    table: dict[str, float] = {}
    for characters, probability in classes:
        members = frozenset(characters) - table.keys()
        for char in members:
            table[char] = math.log(probability / len(members))
    return Model(table, alphabetic, ascii_kin)


@cache
def model(language: str) -> Model:
    """The model of ``ja``, ``zh-hans``, ``zh-hant``, ``ko``, ``cyrillic``, ``greek``, ``thai``,
    ``western``, ``central``, ``baltic`` or ``turkish``; built on first use (some milliseconds)."""
    return _BUILDERS[language]()


def _latin(letters: str, rare: str, marks: str) -> Model:
    # ASCII letters carry most of the word, so a letter of this list may cost as much as one.
    return _model(
        (letters, 0.55),
        (letters.upper().replace("SS", ""), 0.1),
        (rare + rare.upper(), 0.04),
        (marks, 0.1),
        ((chr(c) for c in range(0xA0, 0x180)), 0.01),
        alphabetic=True,
        ascii_kin=True,
    )


#: Built on first use, each in some milliseconds.
_BUILDERS: dict[str, Callable[[], Model]] = {
    "ja": lambda: _model(
        (_HIRAGANA, 0.28),
        ("ーンスルトアイラリドシテクロキタマムレジッコナデプサバニカフオウグメゲソ", 0.12),
        (_KANJI, 0.36),
        (_CJK_MARKS, 0.05),
        (_hanzi("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF)), 0.14),
        ((chr(c) for c in range(0x3041, 0x3100)), 0.04),
        (_hanzi("euc_jp", range(0xD0, 0xF5), range(0xA1, 0xFF)), 0.006),
        ((chr(c) for c in range(0xFF61, 0xFFA0)), 0.002),
        (_hanzi("euc_jp", range(0xA1, 0xA9), range(0xA1, 0xFF)), 0.002),
    ),
    "zh-hans": lambda: _model(
        (_SIMPLIFIED, 0.6),
        (_CJK_MARKS, 0.05),
        (_hanzi("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)), 0.31),
        (_hanzi("gb2312", range(0xD8, 0xF8), range(0xA1, 0xFF)), 0.03),
        (_hanzi("gbk", range(0x81, 0xFF), [*range(0x40, 0x7F), *range(0x80, 0xFF)]), 0.008),
        ((chr(c) for c in range(0x20000, 0x20400)), 0.00005),
    ),
    "zh-hant": lambda: _model(
        (_TRADITIONAL, 0.58),
        (_CJK_MARKS, 0.05),
        (_hanzi("big5", range(0xA4, 0xC7), _BIG5_TRAILS), 0.33),
        (_hanzi("big5", range(0xC9, 0xFA), _BIG5_TRAILS), 0.02),
        (_hanzi("big5hkscs", range(0x87, 0xFF), _BIG5_TRAILS), 0.01),
    ),
    "ko": lambda: _model(
        (_HANGUL, 0.62),
        (_CJK_MARKS, 0.03),
        (_hanzi("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF)), 0.28),
        ((chr(c) for c in range(0xAC00, 0xD7A4)), 0.03),
        (_hanzi("euc_kr", range(0xCA, 0xFE), range(0xA1, 0xFF)), 0.01),
        (
            _hanzi(
                "cp949",
                range(0x81, 0xFF),
                [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0x81, 0xFF)],
            ),
            0.001,
        ),
    ),
    "cyrillic": lambda: _model(
        (_CYRILLIC, 0.72),
        (_CYRILLIC.upper(), 0.14),
        (_CYRILLIC_RARE, 0.05),
        (_CYRILLIC_RARE.upper(), 0.01),
        (_PRINT_MARKS + "№", 0.03),
        alphabetic=True,
    ),
    "thai": lambda: _model(
        ("านรอกเงมยลวดทตสบปะคหพชขไใแจซผฉโธณศษญฝฟภถ่้ิีุูัำ์็๊๋ืึ", 0.93),
        ((chr(c) for c in [*range(0x0E01, 0x0E3B), *range(0x0E3F, 0x0E5C)]), 0.04),
        (_PRINT_MARKS, 0.01),
        alphabetic=True,
    ),
    "greek": lambda: _model(
        (_GREEK, 0.72),
        (_GREEK.upper(), 0.14),
        ("γδθφβχζξψύώϊϋΐΰΆΈΉΊΌΎΏΓΔΘΦΒΧΖΞΨ", 0.1),
        (_PRINT_MARKS, 0.03),
        alphabetic=True,
    ),
    "hebrew": lambda: _model(
        ("יוהלאתרבשמנםחדעקפכגטסזצןךףץ", 0.93),
        ((chr(c) for c in range(0x05B0, 0x05F5)), 0.04),
        (_PRINT_MARKS + "₪", 0.03),
        alphabetic=True,
    ),
    "arabic": lambda: _model(
        ("اليمونرتبةعدسفحقكجشصطخىءأإآؤئضذثزغظه", 0.93),
        ((chr(c) for c in range(0x0600, 0x06D5)), 0.04),
        (_PRINT_MARKS + "،؛؟", 0.03),
        alphabetic=True,
    ),
    "western": lambda: _latin(_WESTERN, _WESTERN_RARE, _PRINT_MARKS),
    "central": lambda: _latin("ąćęłńóśźżáčďéěíňřšťúůýžőűöüä", "âăçëîşţđľ", _CENTRAL_MARKS),
    "baltic": lambda: _latin("ąčęėįšųūžāēģīķļņ", "õäöü", _CENTRAL_MARKS),
    "turkish": lambda: _latin("ğışçöü", "âîû", _CENTRAL_MARKS),
}
#: The families that have a model.
LANGUAGES = tuple(_BUILDERS)


# -- labels ----------------------------------------------------------------------------------------


# What a label means in practice: the larger set that the same programs write.
_SUPERSETS = {
    "ascii": "cp1252",
    "latin_1": "cp1252",
    "iso8859_1": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "euc_kr": "cp949",
    "tis_620": "cp874",
    "iso8859_11": "cp874",
}


_ALIASES = {
    "sjis": "cp932",
    "xsjis": "cp932",
    "ksc56011987": "cp949",
    "ksc5601": "cp949",
    "windows949": "cp949",
    "windows31j": "cp932",
    "gb": "gb18030",
    "windows936": "gb18030",
    "windows950": "big5hkscs",
    "windows874": "cp874",
    "jis": "iso2022_jp_ext",
    "kor": "cp949",
    "chn": "gb18030",
    "big5hk": "big5hkscs",
    "hzgb2312": "hz",
    "gb231280": "gb18030",
    "cnbig5": "big5hkscs",
    "ksc56011989": "cp949",
    "isoir149": "cp949",
    "dos874": "cp874",
    "koi": "koi8_r",
    "koi8": "koi8_r",
    "koi8ru": "koi8_u",
    "mac": "mac_roman",
    "macukrainian": "mac_cyrillic",
    "iso88592": "iso8859_2",
    "visual": "iso8859_8",
    "logical": "iso8859_8",
    "suneugreek": "iso8859_7",
    "unicode11utf8": "utf-8",
}


# What browsers and mail put around a name that Python knows: x-cp1251, csEUCKR, ISO-8859-8-I.
_AROUND = re.compile(r"\A(?:x-|cs)+|(?<=iso-8859-[68])-[ei]\Z", re.IGNORECASE)


def find_codec(label: str) -> str | None:
    """The Python name of the encoding that a label means, or None if it is no text encoding.

    >>> find_codec("Shift-JIS"), find_codec("GB2312"), find_codec("rot13")
    ('cp932', 'gb18030', None)
    """
    name = _literal(label)
    return None if name is None else _SUPERSETS.get(name, name)


def _literal(label: str) -> str | None:
    """The Python name of just the encoding that a label names."""
    label = label.strip()
    bare = _AROUND.sub("", label)
    for spelling in (label, bare):
        plain = re.sub(r"[^a-z0-9]", "", spelling.lower())
        if plain in _ALIASES:
            return _ALIASES[plain]
    info = _codec(label) or _codec(bare)
    if info is None:
        return None
    # Codecs such as unicode_escape, idna or zip are no character sets of files.
    if not re.match(r"utf-?(8|16|32)|ascii|iso|cp\d|latin|koi8|euc|shift|big5|gb|hz|tis|mac|johab",
                    info.name):  # fmt: skip
        return None
    name = info.name.replace("-", "_")
    return "utf-8" if name == "utf_8" else name


def _codec(label: str) -> codecs.CodecInfo | None:
    try:
        return codecs.lookup(label.replace(" ", "_"))
    except (LookupError, ValueError):
        return None

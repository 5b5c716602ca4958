"""Countries as notebooks write them: codes of two or three letters, names in many languages."""

from __future__ import annotations

import gettext
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import django_countries
from django.utils import translation
from django_countries import countries
from django_countries.data import COUNTRIES

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import clean, says_nothing
from goclub.games.notebook.services.headings import LANGUAGES
from goclub.members.names import fold_name
from ratings.errors import Code, RuleError

#: Names of each code, divided by strokes; the four parts of the United Kingdom play apart.
OTHER_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "AE": "UAE|Emirates",
        "BA": "Bosnia|Bosnia-Herzegovina|Bosnia & Herzegovina",
        "BS": "Bahamas|The Bahamas",
        "BY": "Belorussia|Byelorussia",
        "CD": "DR Congo|DRC|Congo-Kinshasa",
        "CG": "Republic of the Congo|Congo-Brazzaville",
        "CH": "Swiss|Swiss Confederation",
        "CI": "Ivory Coast",
        "CN": "PRC|PR China|P.R. China|People's Republic of China|Mainland China",
        "CV": "Cape Verde",
        "CZ": "Czech Republic|The Czech Republic|Czech|Czech Rep.",
        "DE": "Federal Republic of Germany",
        "DO": "Dominican Rep.",
        "FK": "Falkland Islands|Falklands",
        "FM": "Federated States of Micronesia",
        "GB": "Great Britain|Britain|UK|England|Scotland|Wales|Northern Ireland|N. Ireland|"
              "ENG|SCO|WAL|NIR",
        "GM": "The Gambia",
        "GR": "EL|Hellas|Hellenic Republic",
        "HK": "Hong Kong SAR|Hong Kong, China|Hongkong",
        "IE": "Republic of Ireland|Eire",
        "IR": "Islamic Republic of Iran|Persia",
        "KP": "DPRK|Democratic People's Republic of Korea|Korea DPR|Korea (North)",
        "KR": "Korea|Republic of Korea|Korea, Republic of|Korea (Republic of)|Korea (South)|"
              "S. Korea|ROK",
        "LA": "Lao PDR|Lao",
        "MD": "Republic of Moldova",
        "MK": "Macedonia|FYROM|FYR Macedonia|Republic of North Macedonia",
        "MM": "Burma",
        "MO": "Macau|Macao SAR",
        "NL": "Holland|The Netherlands",
        "NR": "Nauru",
        "PH": "The Philippines",
        "PS": "State of Palestine|Palestinian Territories",
        "RO": "ROM|Rumania",
        "RU": "Russian Federation|The Russian Federation",
        "SK": "Slovak Republic|Slovak Rep.",
        "SY": "Syrian Arab Republic",
        "SZ": "Swaziland",
        "TL": "East Timor",
        "TR": "Turkey|Turkiye|Republic of Turkey",
        "TW": "Taiwan|Chinese Taipei|Republic of China|ROC|Taiwan (ROC)",
        "TZ": "United Republic of Tanzania",
        "US": "United States|The United States|The United States of America|USA|America",
        "VA": "Vatican|Holy See",
        "VE": "Bolivarian Republic of Venezuela",
        "VN": "Viet Nam",
        # Neither list of codes has it; sport and the European database have.
        "XK": "XK|KOS|XKX|Kosovo|Republic of Kosovo",
    },
    "pl": {
        "AE": "Emiraty|ZEA",
        "BA": "Bośnia",
        "BY": "Białoruś",
        "CI": "Wybrzeże Kości Słoniowej",
        "CN": "ChRL|Chińska Republika Ludowa",
        "CZ": "Czechy|Republika Czeska|Rep. Czeska|Czeska Republika",
        "DE": "RFN|Republika Federalna Niemiec",
        "GB": "Wielka Brytania|Wlk. Brytania|W. Brytania|Wlk Bryt.|Zjednoczone Królestwo|Anglia|"
              "Szkocja|Walia|Irlandia Północna|Irlandia Płn.|Brytania",
        "HK": "Hong Kong",
        "KP": "Korea Północna|Korea Płn.|KRLD",
        "KR": "Korea|Korea Południowa|Korea Płd.|Republika Korei|Korea Pd.",
        "MK": "Macedonia",
        "NL": "Holandia|Niderlandy|Królestwo Niderlandów",
        "PL": "RP|Rzeczpospolita Polska",
        "RU": "Rosja|Federacja Rosyjska",
        "SK": "Republika Słowacka",
        "TR": "Turcja",
        "TW": "Tajwan|Chińskie Tajpej",
        "US": "Stany Zjednoczone|Ameryka|Stany",
        "VN": "Wietnam",
        "XK": "Kosowo",
    },
    "ja": {
        "AT": "墺",
        "AU": "豪州|豪",
        "CH": "スイス連邦",
        "CN": "中国|中華人民共和国|中國",
        "CZ": "チェコ共和国",
        "DE": "独|独逸|ドイツ連邦共和国",
        "FR": "仏|仏国",
        "GB": "英国|英|イングランド|スコットランド|ウェールズ|北アイルランド|連合王国",
        "HK": "ホンコン",
        "IN": "印度",
        "IT": "伊|伊太利",
        "JP": "日本国|日",
        "KP": "北朝鮮",
        "KR": "韓国|大韓民国|韓",
        "MK": "マケドニア",
        "NL": "蘭|和蘭",
        "PL": "ポーランド共和国",
        "RU": "露|ロシア連邦|露西亜",
        "TR": "トルコ共和国",
        "TW": "台湾|中華民国|臺灣|チャイニーズタイペイ",
        "US": "米国|アメリカ|米|合衆国|北米合衆国",
        "VN": "越南|ヴェトナム",
        "XK": "コソボ",
    },
    "th": {
        "AE": "ยูเออี",
        "CN": "ประเทศจีน|จีนแผ่นดินใหญ่",
        "CZ": "สาธารณรัฐเช็ก|เช็กเกีย|เชก|เช็คเกีย",
        "DE": "เยอรมัน|เยอรมนี",
        "GB": "อังกฤษ|บริเตน|สกอตแลนด์|เวลส์|ไอร์แลนด์เหนือ|สหราชอาณาจักร|ยูเค",
        "KR": "เกาหลี|สาธารณรัฐเกาหลี",
        "MK": "มาซิโดเนีย",
        "MM": "พม่า",
        "NL": "ฮอลแลนด์|ฮอลันดา",
        "RU": "สหพันธรัฐรัสเซีย",
        "TH": "ไทย|ราชอาณาจักรไทย",
        "TW": "จีนไทเป",
        "US": "สหรัฐ|สหรัฐฯ|อเมริกา|ยูเอสเอ",
        "CH": "สวิส",
        "VN": "เวียตนาม",
        "XK": "โคโซโว",
    },
    # No language of the site: what lists from Korea have most.
    "ko": {
        "CN": "중국",
        "JP": "일본",
        "KR": "한국|대한민국",
        "TW": "대만",
        "US": "미국",
    },
}  # fmt: skip


@cache
def _codes() -> Mapping[str, str]:
    """The code of every name, folded, and of every code: ours of two letters, theirs of three.

    Where the Olympic Committee and ISO disagree (BRN), ISO is right.
    """
    codes: dict[str, str] = {}
    for names_by_code in OTHER_NAMES.values():
        for code, names in names_by_code.items():
            codes |= dict.fromkeys(map(_key, names.split("|")), code)
    for language in LANGUAGES:
        with translation.override(language):
            for code, name in countries:
                codes.setdefault(_key(str(name)), code)
    for code, _name in countries:
        codes[code.casefold()] = code
    for code_of in (countries.alpha3, countries.ioc_code):
        for code, _name in countries:
            codes.setdefault(str(code_of(code)).casefold(), code)
    for name, code in _in_every_language():
        codes.setdefault(name, code)
    codes.pop("", None)
    return codes


def _in_every_language() -> Iterator[tuple[str, str]]:
    """The names, folded, in the languages of django-countries that are none of the site's.

    A name that two languages give to two countries is left out.
    """
    codes: dict[str, set[str]] = defaultdict(set)
    folder = Path(django_countries.__file__).with_name("locale")
    known = [*COUNTRIES.items(), *countries.COMMON_NAMES.items()]
    for language in folder.iterdir():
        catalogue = gettext.translation("django", folder, [language.name], fallback=True)
        for code, name in known:
            codes[_key(catalogue.gettext(str(name)))].add(code)
    return ((name, min(meant)) for name, meant in codes.items() if len(meant) == 1)


def _key(name: str) -> str:
    """Return a name folded, but with its accents where it would be a code without: Áo is not AO."""
    folded = fold_name(name)
    could_be_code = len(folded) <= 3 and folded.isascii() and not name.isascii()
    return name.casefold() if could_be_code else folded


def read_country(cell: Cell) -> str | None:
    """The two letters of a country, "" for a blank cell, None for what is no country.

    >>> read_country("Polska"), read_country("日本"), read_country("tha"), read_country("–")
    ('PL', 'JP', 'TH', '')
    >>> read_country("NO"), read_country("no"), read_country("Narnia") is None
    ('NO', '', True)
    """
    text = clean(cell)
    # The codes of Norway and of Namibia are words that say nothing in small letters.
    if text.isupper() and text.isalpha() and text.casefold() in _codes():
        return _codes()[text.casefold()]
    if says_nothing(text):
        return ""
    folded = _key(text[:60])
    # Thai writes the word for a country before its name.
    return _codes().get(folded) or _codes().get(folded.removeprefix("ประเทศ"))


def country_code(text: str) -> str:
    """The two letters of a country, "" for nothing; RuleError E_TYPE for what is no country.

    >>> country_code("GER"), country_code("de"), country_code(" ")
    ('DE', 'DE', '')
    """
    code = read_country(text)
    if code is None:
        raise RuleError(Code.TYPE, "country", text.strip()[:80], reason="formats.no_country")
    return code

"""The people of the demo club.  All of them are invented.

Ages and dates of joining are given relative to the day on which the demo is filled, so that the
club never grows stale: the youngest is always nine, the oldest always eighty-four.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

#: One login per role; the keys of the people who hold them.
CHAIR, SECRETARY, ORGANISER, MEMBER = "chair", "secretary", "organiser", "member"
#: Asked to join and waits for the chair.
NEWCOMER = "newcomer"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the demo club.

    ``nicknames`` pairs of server and nickname.  ``declared_rank`` 30k … 8d+ or None;
    ``declared_points`` points declared instead of a rank, or None; neither means strength unknown.
    ``true_strength`` in PAA points two years ago and ``growth`` per year are hidden: the story
    draws results from them.  ``activity`` how keen on club nights, from 0 to 1.
    ``joined_on`` is None for somebody who has only applied, with ``message`` to the chair.
    """

    key: str
    display_name: str
    romanised_name: str
    country: str
    club: str
    language: str
    time_zone: str
    birth_date: date
    nicknames: tuple[tuple[str, str], ...]
    declared_rank: str | None
    declared_points: int | None
    true_strength: float
    growth: float
    joined_on: date | None
    activity: float
    applied_on: date | None = None
    message: str = ""

    def age_on(self, day: date) -> int:
        """Age in years."""
        had_birthday = (day.month, day.day) >= (self.birth_date.month, self.birth_date.day)
        return day.year - self.birth_date.year - (not had_birthday)


# The four logins read English, so that everybody can look around.
# key | name | romanised | country | language | time zone | age | birthday
_NAMES = """
chair | 桐谷 文雄 | Kiritani Fumio | JP | en | Asia/Tokyo | 71 | 03-09
secretary | Ewa Szczepańska | Ewa Szczepanska | PL | en | Europe/Warsaw | 47 | 11-21
organiser | ธนพล ศรีสุวรรณ | Thanaphon Srisuwan | TH | en | Asia/Bangkok | 38 | 07-02
member | Hanna Virtaharju | Hanna Virtaharju | FI | en | Europe/Helsinki | 33 | 05-17
mun | 문태오 | Mun Tae-o | KR | en | Asia/Seoul | 29 | 01-30
lu | 陆思远 | Lu Siyuan | CN | en | Asia/Shanghai | 41 | 09-12
matsunaga | 松永 健吾 | Matsunaga Kengo | JP | ja | Asia/Tokyo | 52 | 12-04
kagaya | 加賀谷 玲子 | Kagaya Reiko | JP | ja | Asia/Tokyo | 63 | 06-26
haskins | Walter Haskins | Walter Haskins | US | en | America/Chicago | 74 | 02-14
krzyz | Paweł Krzyżanowicz | Pawel Krzyzanowicz | PL | pl | Europe/Warsaw | 40 | 08-03
mizuno | 水野 千尋 | Mizuno Chihiro | JP | ja | Asia/Tokyo | 34 | 10-11
he | 何雨桐 | He Yutong | CN | en | Asia/Shanghai | 19 | 04-22
weiss | Jörg Weißenfels | Joerg Weissenfels | DE | en | Europe/Berlin | 56 | 03-28
hayakawa | 早川 大地 | Hayakawa Daichi | JP | ja | Asia/Tokyo | 16 | 09-30
seo | 서지안 | Seo Ji-an | KR | en | Asia/Seoul | 24 | 12-19
odowd | Siobhán O'Dowd | Siobhan O'Dowd | IE | en | Europe/Dublin | 45 | 01-06
wichai | วิชัย บุญมาเลิศ | Wichai Bunmaloet | TH | th | Asia/Bangkok | 66 | 04-13
zofia | Zofia Mączyńska-Gil | Zofia Maczynska-Gil | PL | pl | Europe/Warsaw | 31 | 07-19
joao | João Vicente Assunção | Joao Vicente Assuncao | BR | en | America/Sao_Paulo | 37 | 10-25
ngoc | Đặng Thị Bích Ngọc | Dang Thi Bich Ngoc | VN | en | Asia/Ho_Chi_Minh | 28 | 02-03
goleb | Stanisław Gołębiak | Stanislaw Golebiak | PL | pl | Europe/Warsaw | 78 | 05-08
ando | 安東 涼 | Andō Ryō | JP | ja | Asia/Tokyo | 27 | 08-15
garconnet | Théo Garçonnet | Theo Garconnet | FR | en | Europe/Paris | 22 | 06-01
fujimoto | 藤本 幸子 | Fujimoto Sachiko | JP | ja | Asia/Tokyo | 84 | 11-03
holub | Ondřej Holoubka | Ondrej Holoubka | CZ | en | Europe/Prague | 49 | 09-05
orathai | อรทัย แก้วมณีวงศ์ | Orathai Kaewmaniwong | TH | th | Asia/Bangkok | 45 | 12-27
loewe | Annegret Löwe-Bachstein | Annegret Loewe-Bachstein | DE | en | Europe/Berlin | 58 | 04-01
veikko | Veikko Mäkiaho | Veikko Makiaho | FI | en | Europe/Helsinki | 69 | 02-28
zrodlo | Łukasz Źródlański | Lukasz Zrodlanski | PL | pl | Europe/Warsaw | 35 | 03-14
wulandari | Wulandari | Wulandari | ID | en | Asia/Jakarta | 26 | 10-02
kanok | กนกวรรณ สุขใจดี | Kanokwan Sukjaidee | TH | th | Asia/Bangkok | 22 | 06-17
berezhna | Оксана Бережанська | Oksana Berezhanska | UA | en | Europe/Kyiv | 39 | 08-24
velde | Sanne van der Veldhoek | Sanne van der Veldhoek | NL | en | Europe/Amsterdam | 53 | 01-19
natkritta | {long_thai} | {long_roman} | TH | th | Asia/Bangkok | 30 | 09-09
dabek | Kacper Dąbeczek | Kacper Dabeczek | PL | pl | Europe/Warsaw | 13 | 05-30
onoda | 小野田 さくら | Onoda Sakura | JP | ja | Asia/Tokyo | 11 | 03-03
pakorn | ปกรณ์ ใจกล้าหาญ | Pakorn Jaiklahan | TH | th | Asia/Bangkok | 9 | 01-12
mila | Mila Ravensberg | Mila Ravensberg | NL | en | Europe/Amsterdam | 10 | 07-07
raman | Priya Ramanujar | Priya Ramanujar | GB | en | Europe/London | 43 | 11-11
newcomer | Lucía Ibarrola Soler | Lucia Ibarrola Soler | ES | en | Europe/Madrid | 26 | 12-08
"""

_LONG_THAI = "ณัฐกฤตาภรณ์ พงศ์พิพัฒน์เศรษฐกุลชัยวัฒนานนท์"
_LONG_ROMAN = "Natkrittaphon Phongphiphatsetthakunchaiwatthananon"

# key | club | nicknames | declared | true strength | growth a year | joined days ago | activity
_PLAY = """
chair     | | KGS kiri71 | 6d | 172 | -1 | 5200 | 0.34
secretary | Wrocławski Klub Go | OGS ewa_sz, KGS szczepka | 3d | 147 | 0 | 3100 | 0.34
organiser | Bangkok Go Salon | OGS tnp_go, Fox ธนพล | 4d | 156 | 2 | 2400 | 0.45
member    | | OGS hanna_v, KGS virta | 2k | 116 | 6 | 560 | 0.62
mun       | | Fox 태오바둑, OGS mun_t | 7d | 188 | 0 | 1500 | 0.16
lu        | | Fox 远山棋客 | 5d | 166 | 0 | 1700 | 0.22
matsunaga | | IGS kengo52 | 5d | 151 | -2 | 4300 | 0.42
kagaya    | Sakura Igo Circle | | 2d | 137 | -1 | 3900 | 0.30
haskins   | | KGS whaskins, IGS walt74 | 3d | 128 | -3 | 2900 | 0.50
krzyz     | Wrocławski Klub Go | OGS krzyzak | p141 | 143 | 0 | 1900 | 0.26
mizuno    | | OGS chihiro_m | 2d | 136 | 3 | 1250 | 0.30
he        | | Fox 桐花万里, OGS heyutong | 1d | 146 | 5 | 640 | 0.52
weiss     | Go-Kreis Nordpark | KGS weissenfels | 1d | 124 | 0 | 2600 | 0.30
hayakawa  | | OGS daichi16 | 1k | 126 | 10 | 820 | 0.60
seo       | | Fox 지안, KGS jian_s | 3d | 149 | 1 | 500 | 0.22
odowd     | | OGS siobhan | 1k | 113 | 0 | 2100 | 0.30
wichai    | Bangkok Go Salon | | 1k | 101 | -3 | 2300 | 0.52
zofia     | | OGS zosia_go | 2k | 107 | 2 | 1100 | 0.28
joao      | | OGS jvassuncao, KGS joaov | 2k | 109 | 0 | 1000 | 0.24
ngoc      | | OGS bichngoc | 3k | 113 | 4 | 700 | 0.54
goleb     | | | 3k | 84 | -3 | 3600 | 0.50
ando      | | OGS ryo_ando | 4k | 89 | 3 | 950 | 0.26
garconnet | Cercle de go des Tilleuls | OGS theogo | 4k | 101 | 5 | 600 | 0.48
fujimoto  | Sakura Igo Circle | | 3k | 93 | -2 | 4800 | 0.26
holub     | | KGS holoubka | 5k | 77 | 0 | 1600 | 0.24
orathai   | | OGS orathai_k | 5k | 74 | 1 | 1300 | 0.26
loewe     | Go-Kreis Nordpark | | 6k | 66 | 0 | 1850 | 0.24
veikko    | | KGS makiaho | 6k | 58 | -2 | 2000 | 0.30
zrodlo    | | OGS zrodelko | 6k | 79 | 5 | 560 | 0.44
wulandari | | OGS wulan | 7k | 57 | 2 | 480 | 0.24
kanok     | | OGS kanokw | 8k | 60 | 6 | 430 | 0.38
berezhna  | | OGS oksana_b | 8k | 46 | 2 | 520 | 0.22
velde     | | | 8k | 44 | 0 | 390 | 0.18
natkritta | Bangkok Go Salon | OGS natkritta | - | 52 | 8 | 410 | 0.36
dabek     | | OGS kacperek | - | 44 | 12 | 540 | 0.34
onoda     | | | - | 38 | 12 | 460 | 0.34
pakorn    | | | - | 14 | 9 | 330 | 0.30
mila      | | | - | 18 | 9 | 300 | 0.28
raman     | | OGS priya_r | 12k | 33 | 8 | 260 | 0.30
newcomer  | | OGS luciafi | 5k | 74 | 0 | -12 | 0
"""

_MESSAGE = (
    "Good evening! I moved here in spring and have played on OGS for about three years, where I am "
    "around 5 kyu. I would love to play on a real board again. Would it be all right if I came by "
    "on a Friday, and may I join the club? Kind regards, Lucía"
)


def people(today: date) -> tuple[Person, ...]:
    """Everybody of the demo club as of ``today``, in a fixed order; about forty people."""
    play = {row[0]: row for row in _rows(_PLAY)}
    named = _NAMES.format(long_thai=_LONG_THAI, long_roman=_LONG_ROMAN)
    return tuple(_person(row, play[row[0]], today) for row in _rows(named))


def _rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def _person(names: list[str], play: list[str], today: date) -> Person:
    key, display, romanised, country, language, zone, age, birthday = names
    _, club, nicknames, declared, strength, growth, days, activity = play
    ago = int(days)
    applied = today - timedelta(days=-ago) if ago < 0 else None
    return Person(
        key=key,
        display_name=display,
        romanised_name=romanised,
        country=country,
        club=club,
        language=language,
        time_zone=zone,
        birth_date=_born(today, int(age), birthday),
        nicknames=tuple(_nickname(text) for text in nicknames.split(", ") if text),
        declared_rank=None if declared[0] in "-p" else declared,
        declared_points=int(declared[1:]) if declared[0] == "p" else None,
        true_strength=float(strength),
        growth=float(growth),
        joined_on=None if applied else today - timedelta(days=ago),
        activity=float(activity),
        applied_on=applied,
        message=_MESSAGE if applied else "",
    )


def _nickname(text: str) -> tuple[str, str]:
    server, _, name = text.partition(" ")
    return server, name


def _born(today: date, age: int, birthday: str) -> date:
    """The date of birth of somebody who is ``age`` years old today."""
    month, day = (int(part) for part in birthday.split("-"))
    passed = (month, day) <= (today.month, today.day)
    return date(today.year - age - (not passed), month, day)

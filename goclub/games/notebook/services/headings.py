"""Under which headings people keep what, in four languages; the first of each is our own.

A heading is compared by :func:`plain`: width, case, accents, spaces, signs and what stands in
brackets do not count.  Fields are told apart by kind: "members" or "games" of the club, "entries"
or "results" of a tournament.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from goclub.members.names import fold_name

MEMBERS, GAMES = "members", "games"
ENTRIES, RESULTS = "entries", "results"
LANGUAGES: Final = ("en", "ja", "th", "pl")

#: By field: headings of English, Japanese, Thai and Polish, parted by bars.
Headings = Mapping[str, tuple[str, str, str, str]]

MEMBER_FIELDS: Final[Headings] = {
    "name": (
        "Name|Full name|Member|Member name|Player|Player name|Display name",
        "氏名|名前|お名前|会員名|会員|姓名|棋士名|棋士|プレーヤー|対局者",
        "ชื่อ-นามสกุล|ชื่อ|ชื่อสกุล|ชื่อและนามสกุล|ชื่อสมาชิก|สมาชิก|ผู้เล่น|ชื่อเต็ม",
        "Imię i nazwisko|Nazwisko i imię|Członek|Zawodnik|Gracz|Członkini|Nazwa|Osoba",
    ),
    "family": (
        "Family name|Surname|Last name",
        "姓|苗字|名字|みょうじ|せい",
        "นามสกุล|สกุล",
        "Nazwisko",
    ),
    "given": (
        "Given name|First name|Forename|Christian name",
        "名|めい|下の名前",
        "ชื่อจริง|ชื่อตัว",
        "Imię|Imiona",
    ),
    "romanised": (
        "Romanised name|Romanized name|Latin name|Name in Latin letters|English name|Romaji",
        "ローマ字|ローマ字氏名|ローマ字名|英字氏名|英語名|ローマ字表記",
        "ชื่ออังกฤษ|ชื่อภาษาอังกฤษ|ชื่ออักษรโรมัน",
        "Zapis łaciński|Nazwisko łacińskie|Nazwa łacińska",
    ),
    "nickname": (
        "Nickname|Nick|Handle|Alias|User name|Username|Account|KGS|OGS",
        "ニックネーム|愛称|ハンドルネーム|ハンドル名|通称|あだ名",
        "ชื่อเล่น|นามแฝง",
        "Pseudonim|Przydomek|Nick KGS|Ksywa|Login",
    ),
    "rank": (
        "Rank|Grade|Level|Dan|Kyu|Strength",
        "段級位|段位|棋力|段級|級位|級|段|ランク|クラス",
        "ระดับ|ระดับฝีมือ|ดั้ง|คิว|ฝีมือ|ระดับมือ|ดั้ง/คิว",
        "Stopień|Ranga|Ranking|Poziom|Siła|Stopien gry",
    ),
    "points": (
        "Points|Rating|Score|Rating points|Pts",
        "持点|点数|持ち点|ポイント|得点|レーティング|点",
        "คะแนน|แต้ม|เรตติ้ง|คะแนนสะสม",
        "Punkty|Pkt|Punktacja|Liczba punktów",
    ),
    "points_on": (
        "Points as of|As of|Rank as of|Points on|Rating date|Date of points|Rank date",
        "持点の日付|基準日|認定日|持点基準日|点数日付|認定年月日",
        "คะแนน ณ วันที่|ณ วันที่|วันที่ได้ระดับ|วันที่คะแนน",
        "Punkty na dzień|Stan na dzień|Na dzień|Data punktów|Data stopnia|Stopień na dzień",
    ),
    "certified": (
        "Official|Certified|Points official",
        "公認|認定|認定済み",
        "เป็นทางการ|รับรอง|รับรองแล้ว",
        "Oficjalne|Zatwierdzone|Punkty oficjalne",
    ),
    "joined": (
        "Joined on|Joined|Join date|Date joined|Member since|Since|Entry date|Date of joining",
        "入会日|入会|入会年月日|加入日|入部日|登録日|入会年",
        "วันที่สมัคร|วันสมัคร|วันที่เข้าร่วม|วันที่เข้าเป็นสมาชิก|สมัครเมื่อ|เป็นสมาชิกตั้งแต่|เข้าร่วมเมื่อ",
        "Dołączył(a)|Dołączył|Dołączyła|Data wstąpienia|Data przystąpienia|Wstąpił|Wstąpiła|"
        "W klubie od|Członek od|Data dołączenia|Przyjęty|Od kiedy|Data zapisu",
    ),
    "born": (
        "Date of birth|Born|Birth date|Birthday|Birthdate|DOB",
        "生年月日|誕生日|生まれ",
        "วันเกิด|วันเดือนปีเกิด|เกิดวันที่|เกิด",
        "Data urodzenia|Urodzony|Urodzona|Urodziny|Ur|Data ur",
    ),
    "email": (
        "E-mail|Email|Mail|E-mail address|Mail address",
        "メール|メールアドレス|電子メール|Eメール|アドレス|連絡先メール",
        "อีเมล|อีเมล์|อีเมลล์|ที่อยู่อีเมล",
        "Adres e-mail|Poczta|Mejl|Adres mailowy|Adres poczty",
    ),
    "club": (
        "Club|Go club|Other club|Second club",
        "所属|クラブ|所属クラブ|支部|碁会所",
        "สโมสร|ชมรม|สังกัด|คลับ",
        "Klub|Klub go|Inny klub",
    ),
    "country": (
        "Country|Nation|Nationality",
        "国|国籍|国名",
        "ประเทศ|สัญชาติ",
        "Kraj|Państwo|Narodowość",
    ),
    "language": ("Language", "言語|使用言語", "ภาษา", "Język"),
    "status": (
        "Status|Membership|Membership status",
        "状態|会員区分|区分|種別",
        "สถานะ|สถานภาพ",
        "Stan członkostwa|Rodzaj członkostwa",
    ),
    "note": (
        "Remarks|Remark|Notes|Note|Comment|Comments",
        "備考|メモ|摘要|コメント",
        "หมายเหตุ|บันทึก|ความเห็น",
        "Uwagi|Uwaga|Notatki|Komentarz|Adnotacje",
    ),
}

GAME_FIELDS: Final[Headings] = {
    "date": (
        "Date|Day|Played on|Played|Date played|Game date",
        "対局日|日付|年月日|対戦日|日時|月日|開催日|日",
        "วันที่|วันที่เล่น|วันที่แข่ง|วัน|วันแข่ง|วันเดือนปี",
        "Data|Dzień|Data gry|Data partii|Rozegrano|Kiedy",
    ),
    "black": (
        "Black|Black player|Player black|Name of Black",
        "黒|黒番|黒番対局者|黒対局者|先番|黒番氏名",
        "ดำ|ผู้เล่นดำ|หมากดำ|ฝ่ายดำ|คนถือดำ|ผู้เล่นหมากดำ",
        "Czarne|Czarny|Gracz czarny|Czarnymi|Czarnymi grał|Grający czarnymi|Czarna",
    ),
    "white": (
        "White|White player|Player white|Name of White",
        "白|白番|白番対局者|白対局者|後番|白番氏名",
        "ขาว|ผู้เล่นขาว|หมากขาว|ฝ่ายขาว|คนถือขาว|ผู้เล่นหมากขาว",
        "Białe|Biały|Gracz biały|Białymi|Białymi grał|Grający białymi|Biała",
    ),
    "result": (
        "Result|Winner|Outcome|Score|Won by|RE",
        "結果|勝敗|勝者|対局結果|勝ち",
        "ผล|ผลการแข่งขัน|ผลลัพธ์|ผู้ชนะ|ผลการเล่น|ผลแพ้ชนะ",
        "Wynik|Zwycięzca|Rezultat|Wygrał|Kto wygrał|Wynik partii",
    ),
    "handicap": (
        "Handicap|Handicap stones|Stones|Hcp|H'cap|HC|HA",
        "手合割|手合|手合い|手合割り|置石|置き石|ハンデ|ハンディ|ハンディキャップ|子数",
        "แต้มต่อ|หมากต่อ|แฮนดิแคป|ต่อ|จำนวนหมากต่อ|แฮนดิแค็ป",
        "Handicap kamieni|Kamienie|Hand|Fory|Wyrównanie|Kamienie handicapowe|Liczba kamieni|H",
    ),
    "komi": (
        "Komi|Compensation|KM",
        "コミ|込み|コミ出し",
        "โคมิ|แต้มชดเชย|คอมิ",
        "Komi punkty|Kompensacja",
    ),
    "board": (
        "Board|Board size|Size|SZ",
        "盤|路盤|盤の大きさ|盤面|サイズ|碁盤",
        "กระดาน|ขนาดกระดาน|ขนาด",
        "Plansza|Rozmiar|Rozmiar planszy|Goban",
    ),
    "place": (
        "Place|Where|Location|Venue",
        "場所|対局場所|会場|対局地",
        "สถานที่|ที่เล่น|สนาม",
        "Miejsce|Gdzie|Lokal|Miejscowość",
    ),
    "event": (
        "Event|Tournament|Competition|League",
        "大会|棋戦|大会名|行事|例会",
        "รายการ|การแข่งขัน|ทัวร์นาเมนต์|งานแข่ง",
        "Turniej|Zawody|Impreza|Liga|Wydarzenie",
    ),
    "moves": ("Moves|Number of moves|Move count", "手数|総手数", "จำนวนตา|จำนวนหมาก", "Ruchy"
        "|Liczba ruchów|Posunięcia"),
    "rules": ("Rules|Ruleset", "ルール|規則", "กติกา|กฎ", "Zasady|Reguły|Przepisy"),
    "kind": ("Kind|Type|Game type", "種類|対局種別", "ประเภท|ชนิด", "Rodzaj|Typ|Rodzaj gry"),
    "note": (
        "Remarks|Remark|Notes|Note|Comment|Comments",
        "備考|メモ|摘要|コメント",
        "หมายเหตุ|บันทึก|ความเห็น",
        "Uwagi|Uwaga|Notatki|Komentarz|Adnotacje",
    ),
}  # fmt: skip


def _also(headings: tuple[str, str, str, str], english: str) -> tuple[str, str, str, str]:
    return (f"{headings[0]}|{english}", *headings[1:])


#: Of players of a tournament, with the words of other programs and of the French list.
ENTRY_FIELDS: Final[Headings] = {
    "name": MEMBER_FIELDS["name"],
    "family": _also(MEMBER_FIELDS["family"], "Nom"),
    "given": _also(MEMBER_FIELDS["given"], "Prénom"),
    "rank": _also(MEMBER_FIELDS["rank"], "Niveau"),
    "rating": (
        "Rating|GoR|EGF rating|Points",
        "レーティング|点数|持点|点",
        "เรตติ้ง|คะแนน|แต้ม",
        "Punkty rankingowe|Punkty|GoR EGF",
    ),
    "club": MEMBER_FIELDS["club"],
    "country": _also(MEMBER_FIELDS["country"], "Pays"),
    "egf_pin": (
        "EGF PIN|PIN|EGD PIN|EGD",
        "EGF番号|PIN番号",
        "หมายเลข EGF|รหัส EGF",
        "Numer EGF|Numer PIN|Nr EGF",
    ),
    "ffg_licence": ("FFG licence|Licence|License", "フランス番号", "หมายเลข FFG", "Licencja FFG"),
    "rounds_absent": (
        "Rounds absent|Absent|Rounds missed",
        "欠席|欠席回|不参加",
        "รอบที่ไม่เล่น|ไม่เล่นรอบ",
        "Nieobecność|Nieobecny w rundach|Rundy bez gry",
    ),
    "aga_id": ("AGA ID|AGA number|AGA", "AGA番号", "หมายเลข AGA", "Numer AGA"),
    "rounds_unexcused": (
        "Rounds unexcused|Unexcused",
        "無断欠席",
        "ขาดโดยไม่แจ้ง",
        "Nieobecność nieusprawiedliwiona",
    ),
    "correction": ("Correction|McMahon correction", "補正", "ค่าปรับแก้", "Korekta|Poprawka"),
    "official_grade": (
        "Official grade|Professional grade",
        "公式段位|プロ段位",
        "ระดับทางการ",
        "Stopień oficjalny|Stopień zawodowy",
    ),
    "announced": ("Announced|Preliminary", "仮登録", "แจ้งไว้ล่วงหน้า", "Zapowiedziany|Zapowiedziana"),
}

#: Of results of a round.
RESULT_FIELDS: Final[Headings] = {
    "round": ("Round|Rd|Ronde", "回戦|ラウンド|回", "รอบ|รอบที่", "Runda|Rd"),
    "table": (
        "Table|Board|Tbl|Table number",
        "卓|台|テーブル|卓番号|盤",
        "โต๊ะ|โต๊ะที่|กระดาน",
        "Stół|Stolik|Numer stołu|Nr stołu|Plansza",
    ),
    "white": GAME_FIELDS["white"],
    "black": GAME_FIELDS["black"],
    "handicap": GAME_FIELDS["handicap"],
    "result": _also(GAME_FIELDS["result"], "Resultat|Résultat"),
    "by_default": (
        "By default|Forfeit|Default",
        "不戦|不戦勝",
        "ชนะบาย|สละสิทธิ์",
        "Walkower|Bez gry",
    ),
    "margin": ("Margin|Points", "目差|目数差", "ผลต่าง|แต้มที่ชนะ", "Różnica|Przewaga|Punkty"),
    "ending": (
        "Ending|How it ended",
        "終局方法|終わり方|勝ち方",
        "วิธีจบ|จบเกมโดย|ชนะโดย",
        "Zakończenie|Sposób zakończenia|Jak się skończyła",
    ),
    "ended_at": ("Ended at|Ended", "終局時刻|終了時刻", "จบเมื่อ|เวลาจบ", "Zakończono|Koniec gry"),
    "sanction": ("Sanction", "処分", "บทลงโทษ", "Sankcja|Kara"),
    "white_number": ("White number", "白番号", "เลขผู้เล่นขาว", "Numer białych"),
    "black_number": ("Black number", "黒番号", "เลขผู้เล่นดำ", "Numer czarnych"),
}

#: Headings of lists from Korea, which is no language of the site, by the names of the fields.
KOREAN: Final[Mapping[str, str]] = {
    "name": "이름|성명|성함|선수|선수명|회원|회원명",
    "family": "성",
    "rank": "급수|기력|단급|단급위|급|단|등급",
    "points": "점수",
    "rating": "레이팅|점수",
    "joined": "가입일|입회일",
    "born": "생년월일|생일",
    "email": "이메일|메일|전자우편",
    "club": "소속|클럽|기원|동호회",
    "country": "국가|국적|나라",
    "date": "날짜|일자|대국일",
    "black": "흑|흑번",
    "white": "백|백번",
    "result": "결과|승패|승자",
    "handicap": "치수|접바둑|핸디캡",
    "komi": "덤",
    "board": "바둑판",
    "round": "라운드|회전",
    "table": "테이블|대국번호",
    "note": "비고|메모",
}

FIELDS: Final[Mapping[str, Headings]] = {
    MEMBERS: MEMBER_FIELDS,
    GAMES: GAME_FIELDS,
    ENTRIES: ENTRY_FIELDS,
    RESULTS: RESULT_FIELDS,
}
#: Without these no row can be judged; of members one of the three names is enough.
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    MEMBERS: ("name",),
    GAMES: ("date", "black", "white", "result"),
    ENTRIES: ("name",),
    RESULTS: ("result",),
}
#: Read by nobody: a file may have them, the site keeps nothing of the kind.
PASSED_OVER: Final = frozenset({"moves", "rules", "kind", "event", "note"})

_BRACKETS = re.compile(r"[(\[（［〔【][^)\]）］〕】]*[)\]）］〕】]?")


@lru_cache(maxsize=4096)
def plain(heading: str) -> str:
    """The form in which headings are compared.

    >>> plain("Dołączył(a)"), plain(" E-Mail: "), plain("ﾒｰﾙ"), plain("対局日（西暦）")
    ('dolaczyl', 'email', 'メール', '対局日')
    """
    text = unicodedata.normalize("NFKC", heading[:80])
    return fold_name(_BRACKETS.sub("", text)) or fold_name(text)


@cache
def known_headings(kind: str) -> Mapping[str, tuple[str, frozenset[str]]]:
    """Field and languages of every heading of a kind, by its plain form."""
    fields_by_heading: dict[str, tuple[str, frozenset[str]]] = {}
    for field, texts in FIELDS[kind].items():
        for language, headings in zip(LANGUAGES, texts, strict=True):
            for heading in headings.split("|"):
                key = plain(heading)
                known = fields_by_heading.get(key, (field, frozenset[str]()))
                if known[0] == field:
                    fields_by_heading[key] = field, known[1] | {language}
        for heading in KOREAN.get(field, "").split("|"):
            if heading:
                fields_by_heading.setdefault(plain(heading), (field, frozenset[str]()))
    return fields_by_heading


def heading_of(field: str, kind: str, language: str) -> str:
    """Our own heading of a field, in a language that we have, else in English."""
    place = LANGUAGES.index(language) if language in LANGUAGES else 0
    return FIELDS[kind][field][place].partition("|")[0]

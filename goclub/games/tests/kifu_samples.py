"""Game records for the tests, written for them; nobody played these games."""

from __future__ import annotations

# A capture, a ko fight with its threat, and passes at the end; 9×9, move 11 retakes the ko.
KO_GAME = b"""(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Mori Aoi]BR[3k]PW[Kwan Suda]WR[2k]
EV[Spring league]RO[2]PC[Club room]DT[2024-04-13]KM[6.5]RE[W+R]RU[Japanese]TM[2400]
;B[db];W[eb];B[cc];W[fc];B[dd];W[ed];B[ec];W[dc]C[White takes the ko.]
;B[gg];W[cg];B[ec]C[Black takes it back after the threat.];W[gc];B[];W[])
"""

# A tree: two answers to move 2, a comment with every character that SGF escapes, all marks.
TREE = rb"""(;GM[1]FF[4]SZ[19]GC[A lesson.]C[Where to answer?]
;B[pd]C[The star point \[4-4\] \\ and: so on]TR[pd]LB[dd:A][pp:B][dp:a\]b]
(;W[dd]N[Quiet];B[pp](;W[dp]C[main])(;W[cp]SQ[pd]CR[dd]MA[pp]))
(;W[qf]C[Approach]LN[pd:qf]AR[qf:qd];B[nd];W[pb]TB[aa:ac]TW[ss]))
"""

HANDICAP = b"(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]AB[pd][dp];W[dd];B[pp])"


def with_names(
    black: str, white: str, said: str, *, encoding: str, charset: str | None = None
) -> bytes:
    """A short game with these texts in an encoding, and in CA what ``charset`` says."""
    label = "" if charset is None else f"CA[{charset}]"
    return (
        f"(;GM[1]FF[4]{label}SZ[19]PB[{black}]PW[{white}]KM[6.5]RE[B+R]"
        f";B[qd];W[dp];B[pq]C[{said}];W[dd];B[fq])"
    ).encode(encoding)


# Names and a remark in the languages of players, with the encodings that they come in.
ENCODED = [
    ("青木 健太", "表 ソラ", "ここは難しい。予想外の能率だ", ["shift_jis", "euc_jp", "iso2022_jp"]),
    ("佐藤 美咲", "渡辺 翔", "黒の中押し勝ちでした", ["cp932", "euc_jp", "iso2022_jp"]),
    ("王小明", "陈建国", "这步棋很好，黑棋优势", ["gb2312", "gbk", "gb18030"]),
    ("赵镕", "刘鄧", "第三轮，半目胜", ["gbk", "gb18030"]),
    ("許功蓋", "林美華", "這步棋很好，白棋優勢", ["big5", "big5hkscs", "cp950"]),
    ("김민수", "박지영", "좋은 수입니다. 흑 불계승", ["euc_kr", "cp949"]),
    ("똠양", "최펲", "백이 반집을 이겼습니다", ["cp949"]),
    ("Иванов Пётр", "Смирнова Анна", "Хороший ход чёрных", ["cp1251", "koi8_r"]),
    ("Łucja Żółkiewska", "Grzegorz Święch", "Dobry ruch, białe są słabe", ["cp1250", "iso8859_2"]),
    ("José Nuñez", "Jörg Müßig", "Café – très joli", ["cp1252"]),
    ("สมชาย ใจดี", "กมล วงศ์ไทย", "หมากนี้ดีมาก", ["cp874", "tis_620"]),
]

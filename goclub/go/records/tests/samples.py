"""Game records for the tests, written for them; nobody played these games."""

from __future__ import annotations

import random
from collections.abc import Sequence

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
    ("森 葵", "王", "囲碁", ["cp932", "euc_jp", "iso2022_jp"]),
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

# The same short game as three servers write it: a header with personal data, then the moves.
GIB = r"""\HS
\[GIBOKIND=Global\]
\[GAMEBLACKNAME=aoi (3D)\]
\[GAMEWHITENAME=kwan (4D)\]
\[GAMEDATE=2021- 4-13-19-30-05\]
\[GAMEPLACE=Tygem Baduk\]
\[GAMETAG=S1,R3,D0,G65,W3,Z0,T30-3-1200,C2021:04:13:19:30\]
\[WUSERINFO=WID:kwan,WNICK:kwan,WAID:60012,MAIL:kwan@example.org\]
\HE
\GS
2 1 0
6 0 &4
INI 0 1 {stones} &4
STO 0 2 {first} 3 3
STO 0 3 {second} 15 15
STO 0 4 {first} 9 9
\GE
"""
NGF = """League game
19
kwan      4D*
aoi       3D*
www.cyberoro.com
0
0
6
20210413 [19:30]
5
White wins by resign!
3
PMABBEEEE
PMACWQQQQ
PMADBKKKK
"""
UGF = """[Header]
Lang=EUC
Size=19
Hdcp=0,6.50
Date=2021/04/13,19:30,
PlayerB=aoi,3d,,0,0
PlayerW=kwan,4d,,0,0
Winner=W,C
Place=Somewhere
CoordinateType=IGS
[Data]
DP,B1,1,0
PD,W1,2,0
JJ,B1,3,0
[Figure]
.Text,1
A remark.
.EndText
"""


def gib(stones: int = 0) -> bytes:
    """The GIB game, with that many handicap stones."""
    first, second = ("2", "1") if stones else ("1", "2")
    text = GIB.replace("{stones}", str(stones))
    return text.replace("{first}", first).replace("{second}", second).encode()


#: What goes wrong with files, as seeds for mutation.
ODD_FILES = [
    KO_GAME,
    TREE,
    HANDICAP,
    gib(),
    gib(3),
    NGF.encode(),
    UGF.encode(),
    b"From: somebody@example.org\nSubject: a game\n\n(;SZ[9]PB[x];B[ee];W[cc])\n-- \nbye",
    b"<html><pre>(;GM[1]SZ[9]C[a &lt;b&gt;];B[ee];W[cc])</pre></html>",
    b"(;SZ[52]AB[aa:zz]AW[AA:ZZ]TR[aa:ZZ];B[aZ];W[Za])",
    b"(;SZ[13:9]KM[375]HA[99]RE[B+3/4]DT[1998-02-30,31];B[aa];W[ba];B[])",
    b"(;SZ[5]RU[NZ];B[ba];W[bb];B[ab];W[aa];B[cb];W[bc];B[ac])",
    b"(;GM[1]C[" + "\u202eevil\u0000 \ufeff".encode() + b"];B[ee]C[\\]\\\\:]LB[ee:\\]])",
    b"\xff\xfe" + "(;SZ[9]PB[森];B[ee])".encode("utf-16-le"),
    "(;CA[big5]SZ[9]PB[佐藤];B[ee])".encode("shift_jis"),
    b"(;SZ[9](;B[ee];W[ee])(;B[cc](;W[dd])(;W[dd];B[dd])))(;SZ[9];B[aa])(;SZ[x])",
    b"(;SZ[9]VW[aa:cc]DD[dd];B[ee]VW[]AR[aa:bb]LN[cc:dd]SL[ee]MN[3];W[cc]AE[ee])",
]
#: Bits of records that do harm in the wrong place.
TOKENS = [
    b"(", b")", b";", b"[", b"]", b"\\", b":", b"(;", b"[]", b"B[", b"W[tt]", b"AB[aa:ZZ]",
    b"AE[aa]", b"SZ[52]", b"SZ[0]", b"C[", b"GM[1]", b"CA[Shift_JIS]", b"CA[utf-16]", b"\x00",
    b"\xff\xfe", b"\x1b$B", b"\x81", b"\r\n", b"<script>", b"HA[9]", b"RE[W+0.5]", b"\xef\xbb\xbf",
    b"VW[aa:ss]", b"DD[]", b"\\HS", b"[Header]\n", b"STO 0 2 1 3 3\n", b"%00", b"{{", b"KM[1e999]",
]  # fmt: skip


def mutate(data: bytes, chance: random.Random, seeds: Sequence[bytes] = ODD_FILES) -> bytes:
    """The file after some accidents: cut, doubled, shuffled, poisoned, now and then blown up."""
    for _ in range(chance.randint(1, 6)):
        data = _accident(data, chance, seeds)[:LARGEST]
    return data


LARGEST = 300_000


def _accident(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((1, 2, 8, 40, 200)))
    before, piece, after = data[:start], data[start:end], data[end:]
    inserted = (
        b"",
        piece[::-1],
        piece * chance.choice((2, 5, 300)),
        bytes([chance.randrange(256)]) + piece[1:],
        chance.choice(TOKENS) + piece,
        chance.choice(TOKENS) * chance.choice((3, 1000)) + piece,
        chance.choice(seeds),
        piece + after + piece,
    )
    if chance.random() < 0.1:
        return before or data
    return before + chance.choice(inserted) + after

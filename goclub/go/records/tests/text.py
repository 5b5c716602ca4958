"""Small records for tests of pages and services."""

from __future__ import annotations

#: An opening of our own.
LINE = [
    "pd",
    "dp",
    "pp",
    "dd",
    "fc",
    "cf",
    "qf",
    "nc",
    "rd",
    "qc",
    "qd",
    "pc",
    "oc",
    "od",
    "qh",
    "fq",
    "cn",
    "jp",
    "dj",
]


def sgf(
    black: str = "Sato Ken",
    white: str = "Anong S.",
    result: str = "B+R",
    *,
    date: str = "2025-03-04",
    komi: str = "5.5",
    handicap: int = 0,
    moves: list[str] | None = None,
    extra: str = "",
) -> bytes:
    """An SGF record of a short game, as a program would write it."""
    colours = "WB" if handicap else "BW"
    played = "".join(
        f";{colours[number % 2]}[{point}]" for number, point in enumerate(moves or LINE)
    )
    stones = "HA[2]AB[pd][dp]" if handicap == 2 else ""
    root = f"(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[{black}]PW[{white}]KM[{komi}]RE[{result}]DT[{date}]"
    return f"{root}{stones}{extra}{played})".encode()

"""The names under which browsers save what they are given (RFC 6266)."""

from __future__ import annotations

import re
from urllib.parse import quote

from goclub.common.letters import ascii_text
from goclub.common.name_field import without_unseen


def attachment(filename: str) -> str:
    """Return the header ``Content-Disposition`` of a download.

    A name beyond ASCII is sent as it is, and in plain letters for programs that read no other.

    >>> attachment("kifu-7.sgf")
    'attachment; filename="kifu-7.sgf"'
    >>> attachment("łódź.csv")
    'attachment; filename="lodz.csv"; filename*=UTF-8\\'\\'%C5%82%C3%B3d%C5%BA.csv'
    >>> attachment("佐藤.sgf")
    'attachment; filename="download.sgf"; filename*=UTF-8\\'\\'%E4%BD%90%E8%97%A4.sgf'
    """
    name = re.sub(r"[\\/]", "-", without_unseen(filename)) or "download"
    plain = re.sub(r"[^\w. ()-]", "", ascii_text(name), flags=re.ASCII).strip()
    if not plain.rpartition(".")[0].strip(" .-"):
        plain = "download" + ("." + plain.rpartition(".")[2] if "." in plain else "")
    header = f'attachment; filename="{plain}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"

"""The page of a record with very many moves: what goes over the line, and that it is whole."""

from __future__ import annotations

import gzip
import random

import pytest
from django.urls import reverse

from goclub.games.library.services.filing import file_record
from goclub.games.tests.factories import at
from goclub.go.records.reading import MAX_BYTES, read
from goclub.members.requests import Act

pytestmark = pytest.mark.django_db

#: Bytes.  The first version sent 6 MB for a large record; this one is as large as any may be, and
#: its moves are random, which packs worst.
MOST = 1_200_000


def tree(branches, moves, seed=3):
    """A record of *branches* variations of *moves* moves each, with a remark on every tenth."""
    rng = random.Random(seed)
    points = [a + b for a in "abcdefghijklmnopqrs" for b in "abcdefghijklmnopqrs"]
    lines = []
    for number in range(branches):
        order = rng.sample(points, moves)
        nodes = [
            f";{'BW'[n % 2]}[{point}]" + (f"C[remark {number} {n}]" if n % 10 == 0 else "")
            for n, point in enumerate(order)
        ]
        lines.append("(" + "".join(nodes) + ")")
    return f"(;GM[1]FF[4]SZ[19]PB[Long]PW[Tree]{''.join(lines)})".encode()


def test_a_large_tree_goes_out_small(client):
    data = tree(495, 180)
    assert len(data) < MAX_BYTES
    kifu = file_record(Act(None, at()), read(data), data=data, filename="g.sgf")
    answer = client.get(reverse("games:kifu-detail", args=[kifu.pk]), HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    whole = gzip.decompress(answer.content)
    assert len(answer.content) < min(MOST, len(whole) / 6)
    assert b"remark 494 170" in whole

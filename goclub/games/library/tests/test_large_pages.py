"""The page of a record with very many moves: what goes over the line, and that nothing is lost."""

from __future__ import annotations

import gzip
import html
import random
import re

import pytest

from goclub.games.library.labels.viewer import tree_address
from goclub.games.library.services.comments import add_variation
from goclub.games.library.services.filing import file_record
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.tests.factories import at
from goclub.go.records.reading import MAX_BYTES, read
from goclub.go.records.write import tree_json
from goclub.members.requests import Act

#: Bytes of a page.
MOST = 150_000


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


@pytest.fixture
def kifu(db):
    data = tree(495, 180)
    assert len(data) < MAX_BYTES
    return file_record(Act(None, at()), read(data), data=data, filename="g.sgf")


def test_a_large_tree_goes_out_in_parts(client, kifu):
    answer = client.get(kifu.get_absolute_url(), HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < MOST
    page = gzip.decompress(answer.content).decode()
    remarks = ("remark 0 170", "remark 494 0", "remark 494 170")
    assert [remark in page for remark in remarks] == [True, True, False]
    assert f"{len(read_kifu(kifu).nodes):,} positions with all variations" in page
    # The address as a browser reads it from the attribute; nothing is shown of it.
    address = html.unescape(re.search(r'data-more="(.+?)"', page)[1])
    last = len(read_kifu(kifu).nodes) - 1
    part = client.get(f"{address}&node={last}")
    assert part.json()["ids"][-1] == last
    assert part.json()["nodes"][-10]["t"] == "remark 494 170"
    assert client.get(f"{address}&node={last}", HTTP_IF_NONE_MATCH=part["ETag"]).status_code == 304


def test_the_parts_of_a_tree_make_the_whole(kifu):
    record = read_kifu(kifu)
    whole = tree_json(record)["nodes"]
    parts, waiting = {}, [0]
    while waiting:
        part = tree_json(record, ends=(waiting.pop(),))
        assert part["all"] == len(whole)
        for index, node in zip(part["ids"], part["nodes"], strict=True):
            if node.pop("more", None):
                waiting += [index] if index not in parts else []
            else:
                parts[index] = node
        waiting = [index for index in waiting if index not in parts]
    assert [parts[index] for index in sorted(parts)] == whole


def test_parts_of_a_tree_that_has_changed_are_not_mixed(client, kifu, people):
    address = tree_address(kifu)
    assert client.get(f"{address}&node=5").status_code == 200
    assert client.get(f"{address}&node=999999").status_code == 404
    add_variation(Act(people[0].user, at()), kifu, spot="0", moves="B-", text="")
    assert client.get(f"{address}&node=5").status_code == 404
    bare = tree_address(kifu, part="record")
    assert client.get(f"{bare}&node=5").status_code == 200


def test_the_branches_of_a_draft_are_its_owners(client, people):
    data = tree(30, 120)
    draft = upload_kifu(Act(people[0].user, at()), data, filename="g.sgf")
    address = f"{tree_address(draft, part='record')}&node=5"
    assert client.get(address).status_code == 404
    client.force_login(people[0].user)
    assert client.get(address).status_code == 200
    client.force_login(people[1].user)
    assert client.get(address).status_code == 404

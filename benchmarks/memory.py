"""The club's memory of many games: the pages, and every sentence beside a plain replay.

    .venv/bin/python benchmarks/memory.py                     10,000 games, 300 of them compared
    .venv/bin/python benchmarks/memory.py --checked 10000     all of them

Sixty members play; the first twelve moves are drawn from a few, the others near each other, and
every game is turned at random.  Of a game that is compared all sentences beside its board are
recomputed from the records of all games.  Exit status 1 if a page takes 50 ms of processor time or
more, or a sentence differs.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import club
import patterns

MOST_MS, OPENING, NEAR_CORNERS = 50, 12, (2, 3, 4, 5, 13, 14, 15, 16)


def main() -> int:
    options = club.parser(__doc__, games=10_000, checked=300).parse_args()
    with club.site():
        members = club.make_members(60)
        club.write_facts(members, options.games)
        plain = fill()
        slow = measure(members[0])
        pks = random.Random(1).sample(sorted(plain.records), min(options.checked, options.games))
        differing = compare(plain, pks)
        return club.judge([*slow, *[f"{differing} sentences"] * bool(differing)])


def fill() -> Any:
    """Give every game its record; return them read plainly."""
    from goclub.games.library.services.positions import index_missing
    from goclub.games.library.tests.plain_memory import PlainMemory, PlainRecord
    from goclub.games.models import Game, Kifu
    from goclub.games.rating.ledger.recalculation import rebuild

    chance, records = random.Random(5), {}
    for game in Game.objects.order_by("pk"):
        moves = club.draw_moves(chance, opening=draw_opening(chance))
        text = patterns.text(moves, chance.randrange(8))
        kifu = Kifu(game=game, uploaded_at=patterns.NOW, original=b"", normalised=text, digest="",
                    moves=len(moves), winner=game.winner, played_on=game.played_on)  # fmt: skip
        kifu.save()
        records[kifu.pk] = PlainRecord(text, game.winner, game.black_id, game.white_id)
    rebuild()
    _count, [taken] = club.timed(index_missing)
    print(f"indexed {1000 * len(records) / taken:.0f} games a second")
    return PlainMemory(records)


def draw_opening(chance: random.Random) -> list[tuple[int, int]]:
    moves: list[tuple[int, int]] = []
    while len(moves) < OPENING:
        few = random.Random(repr(moves))
        ways = [(few.choice(NEAR_CORNERS), few.choice(NEAR_CORNERS)) for _ in range(9)]
        ways = list(dict.fromkeys(way for way in ways if way not in moves))[:3]
        moves.append(chance.choices(ways, (6, 3, 2)[: len(ways)])[0])
    return moves


def measure(member: Any) -> list[str]:
    """Print what the pages cost; return those that cost too much."""
    from goclub.games.models import Kifu
    from goclub.members.models import User

    member.user = User.objects.create_user("reader")
    member.save()
    cookie = club.session_cookie("reader")
    kifu = Kifu.objects.filter(game__black=member).first()
    own = f"/members/{member.pk}/openings/"
    pages = [(f"/kifu/{kifu.pk}/memory/", ""), (own, ""), (own, "against=stronger"),
             ("/kifu/joseki/", ""), ("/kifu/joseki/", "year=2001")]  # fmt: skip
    slow = []
    for path, query in pages:
        size, spent = club.timed(lambda page=(path, cookie, query): club.open_page(*page), 7)
        print(f"{path}?{query}: {min(spent):.0f} ms, {size:.0f} kB as sent")
        slow += [path] * (min(spent) >= MOST_MS)
    return slow


def compare(plain: Any, pks: list[int]) -> int:
    """Recompute the sentences beside some games; return how many differ."""
    from goclub.games.library.services.memory import remember
    from goclub.games.library.services.records import read_kifu
    from goclub.games.models import Kifu

    sentences = differing = 0
    for pk in pks:
        kifu = Kifu.objects.select_related("game__black").get(pk=pk)
        remembered = remember(read_kifu(kifu), kifu.game.black)
        sentences += sum(1 + len(position.moves) for position in remembered)
        differing += plain.differences(pk, remembered, kifu.game.black_id)
    print(f"{differing} of {sentences} sentences beside {len(pks)} games differ")
    return differing


if __name__ == "__main__":
    sys.exit(main())

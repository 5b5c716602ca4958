"""The rules that the browser knows (static/js/library/rules.js) are those of the site's board."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from goclub.go.board.basics import BLACK, WHITE, IllegalMove
from goclub.go.board.position import Board
from goclub.go.records.layers import find_spot, next_colour, play_on
from goclub.go.records.reading import read
from goclub.go.records.write import tree_json

pytestmark = [pytest.mark.browser]

SCRIPTS = Path(__file__).parents[4] / "static" / "js" / "library"
LETTERS = {BLACK: "B", WHITE: "W"}
#: Small boards are full of captures, kos and suicides; the largest are there for their edges.
SIZES = [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (7, 5), (9, 9), (13, 13), (19, 19), (52, 52)]

PLAY_GAMES = """games => games.map(({ width, height, suicide, moves }) => {
  let position = new kifu.Position(width, height, { suicide });
  return moves.map(([colour, x, y]) => {
    const answer = position.play(colour, `${x},${y}`);
    if (answer.reason) return answer.reason;
    position = answer.position;
    return answer.captures.map((point) => point.split(",").map(Number))
      .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  });
})"""

TRY_MOVES = """asked => asked.map(({ tree, index, moves, suicide }) => {
  let nodes = tree.nodes;
  const answers = [];
  for (const move of moves) {
    const grown = new kifu.Tree({ ...tree, nodes });
    const { node, reason } = kifu.tryMove(grown, index, move, suicide);
    answers.push(reason ?? [node.k, node.n, node.cap, node.r ?? []]);
    if (reason) break;
    nodes = [...nodes, node];
    index = nodes.length - 1;
  }
  return answers;
})"""


@pytest.fixture
def rules(page):
    for name in ("rules", "tree"):
        page.add_script_tag(path=SCRIPTS / f"{name}.js")
    return page


def play(board, colour, point, *, suicide):
    """What the board answers: the points that it captures, or why it refuses the stone."""
    try:
        return [list(taken) for taken in board.play(colour, point, suicide=suicide)]
    except IllegalMove as error:
        return error.reason.removeprefix("board.")


def random_game(choose, width, height):
    """Return stones anywhere, mostly in turn and often near the last ones, and the answers."""
    suicide = choose.random() < 0.3
    board, moves, answers, colour = Board(width, height), [], [], BLACK
    for _ in range(min(400, 6 * width * height)):
        point = (choose.randrange(width), choose.randrange(height))
        if moves and choose.random() < 0.4:
            _colour, x, y = choose.choice(moves[-8:])
            point = (
                min(width - 1, max(0, x + choose.randint(-1, 1))),
                min(height - 1, max(0, y + choose.randint(-1, 1))),
            )
        if answers and len(answers[-1]) == 1 and choose.random() < 0.5:
            point = tuple(answers[-1][0])  # perhaps a ko
        moves.append((LETTERS[colour], *point))
        answers.append(play(board, colour, point, suicide=suicide))
        if not isinstance(answers[-1], str) and choose.random() < 0.95:
            colour = BLACK + WHITE - colour
    return {"width": width, "height": height, "suicide": suicide, "moves": moves}, answers


def test_many_random_games_end_alike_in_both(rules):
    choose = random.Random(20261128)
    games, answers = [], []
    for width, height in SIZES:
        for _ in range(4 if width > 9 else 40):
            game, played = random_game(choose, width, height)
            games.append(game)
            answers.append(played)
    everything = [answer for played in answers for answer in played]
    for reason in ("occupied", "ko", "suicide"):
        assert everything.count(reason) > 40, reason
    captures = [len(answer) for answer in everything if not isinstance(answer, str)]
    assert sum(count > 3 for count in captures) > 40
    for game, ours, theirs in zip(games, answers, rules.evaluate(PLAY_GAMES, games), strict=True):
        assert ours == theirs, game


KO = b"(;SZ[9]RU[%s];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb]C[x]%s)"
CORNER = b"(;SZ[9]RU[%s];B[ba];W[ii];B[ab])"


@pytest.mark.parametrize(
    ("data", "spot", "moves", "answers"),
    [
        # The colours alternate, passes count, and prisoners are counted on.
        (b"(;SZ[9];B[aa];W[ba];B[ee])", "3", [(0, 1), "pass", (8, 8)],
         [["W", 4, [0, 1], [[0, 0]]], ["B", 5, [0, 1], []], ["W", 6, [0, 1], []]]),
        # White takes; Black may take back only after a move elsewhere, or after a pass of the
        # record; a remark of the record in between changes nothing.
        (KO % (b"Japanese", b";W[bb]"), "8", [(2, 1)], ["ko"]),
        (KO % (b"Japanese", b";W[bb];C[Well]"), "9", [(2, 1)], ["ko"]),
        (KO % (b"Japanese", b";W[bb];B[];W[ii]"), "10", [(2, 1)], [["B", 11, [1, 1], [[1, 1]]]]),
        (KO % (b"Japanese", b""), "7", [(1, 1), (2, 1)], [["W", 8, [0, 1], [[2, 1]]], "ko"]),
        # Suicide, where the rules of the record allow it.
        (CORNER % b"Japanese", "3", [(0, 0)], ["suicide"]),
        (CORNER % b"NZ", "3", [(0, 0)], [["W", 4, [1, 0], [[0, 0]]]]),
        # White follows handicap stones, Black the stones of a problem.
        (b"(;SZ[9]HA[2]AB[gc][cg])", "0", [(4, 4)], [["W", 1, [0, 0], []]]),
        (b"(;SZ[9]AB[ab][bb]AW[ac][bc])", "0", [(2, 1)], [["B", 1, [0, 0], []]]),
        (b"(;SZ[2];B[aa];W[bb])", "2", [(1, 0), (0, 1)],
         [["B", 3, [0, 0], []], ["W", 4, [0, 2], [[0, 0], [1, 0]]]]),
    ],
)  # fmt: skip
def test_a_try_goes_on_from_a_record_as_the_site_would(rules, data, spot, moves, answers):
    record = read(data)
    suicide = b"NZ" in data
    tree = tree_json(record)
    node = find_spot(record, spot)
    asked = {"tree": tree, "index": node, "moves": moves, "suicide": suicide}
    (found,) = rules.evaluate(TRY_MOVES, [asked])
    for answer in found:
        if not isinstance(answer, str):
            answer[3].sort()
    assert found == answers
    # The site agrees about each of them.
    colour, line = next_colour(record, node), []
    for move, answer in zip(moves, answers, strict=True):
        line.append((colour, None if move == "pass" else move))
        if isinstance(answer, str):
            with pytest.raises(IllegalMove, match=answer):
                play_on(record, node, line)
        else:
            board = play_on(record, node, line)
            assert [board.prisoners[BLACK], board.prisoners[WHITE]] == answer[2]
        colour = BLACK + WHITE - colour


def test_passes_edits_and_variations_of_records_lead_to_the_same_board(rules):
    """From every node of a branching record each point is refused or played alike."""
    data = (
        b"(;SZ[5];B[cc];W[bc];B[bb];W[];B[ab];W[dd];AE[cc]AW[cb];B[ca](;W[ba];B[aa])(;W[aa];B[ba]))"
    )
    record = read(data)
    tree = tree_json(record)
    points = [(x, y) for x in range(5) for y in range(5)]
    asked, answers = [], []
    for node in range(len(record.nodes)):
        colour = next_colour(record, node)
        for point in points:
            asked.append({"tree": tree, "index": node, "moves": [point], "suicide": False})
            answers.append(play(record.position_at(node), colour, point, suicide=False))
    found = [
        answer if isinstance(answer, str) else sorted(answer[3])
        for (answer,) in rules.evaluate(TRY_MOVES, asked)
    ]
    assert found == [a if isinstance(a, str) else sorted(a) for a in answers]

// The rules of Go for stones that are tried on a board: captures, suicide and simple ko, as
// goclub/go/board/position.py has them (test_try_rules.py plays the same games through both).  What
// a record says is never judged here: its tree names the stones that each move adds and removes.
"use strict";
{
  const opponent = (colour) => (colour === "B" ? "W" : "B");

  // Stones as Map "x,y" -> "B" or "W"; `ko` the point that its colour may not retake at once.
  class Position {
    constructor(width, height, { stones = new Map(), ko = null, suicide = false } = {}) {
      Object.assign(this, { width, height, stones, ko, suicide });
    }

    beside(point) {
      const [x, y] = point.split(",").map(Number);
      const near = [];
      if (y > 0) near.push(`${x},${y - 1}`);
      if (x > 0) near.push(`${x - 1},${y}`);
      if (x < this.width - 1) near.push(`${x + 1},${y}`);
      if (y < this.height - 1) near.push(`${x},${y + 1}`);
      return near;
    }

    group(point) {
      const colour = this.stones.get(point);
      const cells = new Set([point]);
      const liberties = new Set();
      for (const cell of cells) {
        for (const near of this.beside(cell)) {
          const stone = this.stones.get(near);
          if (!stone) liberties.add(near);
          else if (stone === colour) cells.add(near);
        }
      }
      return { cells, liberties };
    }

    // Whether the stone on a point has just taken one stone that may not take it back.
    endsInKo(point, captures) {
      if (captures.length !== 1 || captures[0] === point) return false;
      const { cells, liberties } = this.group(point);
      return cells.size === 1 && liberties.size === 1;
    }

    // A stone: { position, captures: ["x,y", …] }, or { reason } where it may not be played.
    play(colour, point) {
      if (this.stones.has(point)) return { reason: "occupied" };
      if (this.ko?.point === point && this.ko.colour === colour) return { reason: "ko" };
      const after = new Position(this.width, this.height, { stones: new Map(this.stones).set(point, colour), suicide: this.suicide });
      let taken = new Set();
      for (const near of this.beside(point)) {
        if (after.stones.get(near) !== opponent(colour) || taken.has(near)) continue;
        const { cells, liberties } = after.group(near);
        if (!liberties.size) taken = new Set([...taken, ...cells]);
      }
      const own = after.group(point);
      if (!taken.size && !own.liberties.size) {
        if (!this.suicide) return { reason: "suicide" };
        taken = own.cells;
      }
      const captures = [...taken];
      for (const cell of captures) after.stones.delete(cell);
      if (after.endsInKo(point, captures)) after.ko = { point: captures[0], colour: opponent(colour) };
      return { position: after, captures };
    }
  }

  // Who moves after a node: the other colour than last; at the start Black, or White where there
  // are handicap stones.
  const nextColour = (tree, index) => {
    const path = tree.path(index);
    const last = path.findLast((node) => tree.nodes[node].k);
    if (last !== undefined) return opponent(tree.nodes[last].k);
    const set = new Set(path.flatMap((node) => tree.nodes[node].a.map(([colour]) => colour)));
    return set.has("B") && !set.has("W") ? "W" : "B";
  };

  const positionAt = (tree, index, suicide) => {
    const stones = new Map([...tree.stones(index)].map(([point, { colour }]) => [point, colour]));
    const position = new Position(tree.width, tree.height, { stones, suicide });
    // A node that only says something leaves the ko of the move before it.
    const isStep = (node) => tree.nodes[node].m || tree.nodes[node].a.length || tree.nodes[node].r.length;
    const { m, k, r } = tree.nodes[tree.path(index).findLast(isStep) ?? 0];
    const captures = r.map(String);
    if (Array.isArray(m) && position.endsInKo(`${m}`, captures)) position.ko = { point: captures[0], colour: opponent(k) };
    return position;
  };

  // What the next move does, `move` [x, y] or "pass": { node } in the form of the tree, or { reason }.
  const tryMove = (tree, index, move, suicide = false) => {
    const { n, cap } = tree.nodes[index];
    const k = nextColour(tree, index);
    const node = { p: index, c: [], n: n + 1, cap, k, m: move, isDraft: true };
    if (move === "pass") return { node };
    const { reason, captures } = positionAt(tree, index, suicide).play(k, `${move}`);
    if (reason) return { reason };
    const r = captures.map((point) => point.split(",").map(Number));
    const gain = captures.includes(`${move}`) ? [0, 1] : [1, 0]; // suicide is the opponent's gain
    const [own, others] = gain.map((times) => times * r.length);
    node.cap = k === "B" ? [cap[0] + own, cap[1] + others] : [cap[0] + others, cap[1] + own];
    return { node: { ...node, a: [[k, ...move]], r } };
  };

  window.kifu = { Position, nextColour, tryMove };
}

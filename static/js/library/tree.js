// The tree of a kifu and the names of points.  The tree says which stones each node adds and removes,
// as the server's rules computed them.  Loaded after rules.js, and before picture.js and viewer.js,
// which find it in `window.kifu`.
"use strict";
{
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const SGF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const KANJI = ["", ..."一二三四五六七八九"];
  const INHERITED = ["DD", "VW"];

  const letters = (x) => `${LETTERS[Math.floor(x / 25) - 1] ?? ""}${LETTERS[x % 25]}`;
  const kanji = (n) => (n < 10 ? KANJI[n] : `${KANJI[Math.floor(n / 10)].replace("一", "")}十${KANJI[n % 10]}`);
  // What stands above a column and beside a row, counted from the top left.
  const STYLES = {
    western: [letters, (y, height) => height - y],
    japanese: [(x) => x + 1, (y) => kanji(y + 1)],
    numbers: [(x) => x + 1, (y) => y + 1],
    sgf: [(x) => SGF[x], (y) => SGF[y]],
  };
  const JOINED = { western: "", japanese: "", numbers: "-", sgf: "" };

  // What the board, the buttons and the tree call the branches of a node.
  const letterOf = (way) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[way] ?? String(way + 1);

  // The tree, and at each node the way on that was chosen last.
  class Tree {
    constructor({ nodes, main, size, ids, all }) {
      Object.assign(this, { main, width: size[0], height: size[1], nodes: [] });
      this.add({ nodes, ids });
      this.nodes.length = all ?? nodes.length; // moves that are tried come after those not here yet
      this.chosen = new Map(main.slice(1).map((node, place) => [main[place], node]));
    }

    // Nodes of a tree that comes in parts; without `ids` all of them.  One with `more` has ways on
    // that are not here yet.
    add({ nodes, ids }) {
      nodes.forEach((node, place) => {
        const index = ids?.[place] ?? place;
        const known = this.nodes[index];
        if (known && (!known.more || node.more)) return;
        // The server leaves out what is empty; what the reader tried from here stays.
        this.nodes[index] = { a: [], r: [], l: [], t: "", m: null, k: null, ...node, c: [...node.c, ...(known?.c ?? [])] };
      });
      this.inherits = this.nodes.some(({ l }) => l.some(([kind]) => INHERITED.includes(kind)));
      this.parts = (this.parts ?? 0) + 1;
    }

    path(index) {
      const path = [];
      for (let node = index; node !== null && node >= 0; node = this.nodes[node].p) path.push(node);
      path.reverse();
      return path;
    }

    // The line through a node, to its end; from now on this is the chosen one.
    follow(index) {
      const line = this.path(index);
      for (let i = 1; i < line.length; i += 1) this.chosen.set(line[i - 1], line[i]);
      const next = (node) => this.chosen.get(node) ?? this.nodes[node].c[0];
      for (let node = next(index); node !== undefined; node = next(node)) line.push(node);
      return line;
    }

    // The stones at a node as Map "x,y" -> { colour, number }; number 0 if it was not a move.
    stones(index) {
      const stones = new Map();
      for (const node of this.path(index)) {
        const { a, r, m, n } = this.nodes[node];
        for (const [colour, ...point] of a) stones.set(`${point}`, { colour, number: `${point}` === `${m}` ? n : 0 });
        for (const point of r) stones.delete(`${point}`);
      }
      return stones;
    }

    // The marks to be seen at a node; grey points and the part in view hold until said anew.
    marks(index) {
      const own = this.nodes[index].l;
      if (!this.inherits) return own;
      const found = [...own];
      for (const kind of INHERITED) {
        let node = index;
        while (node >= 0 && !this.nodes[node].l.some(([name]) => name === kind)) node = this.nodes[node].p;
        if (node >= 0 && node !== index) found.push(...this.nodes[node].l.filter(([name]) => name === kind));
      }
      return found.filter((mark) => mark.length > 1);
    }

    pointOf(index, style = "western") {
      const { m } = this.nodes[index];
      return Array.isArray(m) ? this.name(...m, style) : "";
    }

    name(x, y, style) {
      const [column, row] = STYLES[style] ?? STYLES.western;
      return [column(x, this.width), row(y, this.height)].join(JOINED[style] ?? "");
    }

    // The number of the last move at each node of the main line, for addresses.
    nodeOfMove(number) {
      return number ? this.main.find((node) => this.nodes[node].n === number) : 0;
    }

    hashOf(index) {
      const { m, n } = this.nodes[index];
      const isMain = this.main[index] === index || this.main.includes(index);
      return isMain && (m || !index) ? `#m${n}` : `#n${index}`;
    }
  }

  Object.assign(window.kifu, { STYLES, SGF, Tree, letterOf });
}

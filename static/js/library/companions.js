// Two companions of the viewer (viewer.js), drawn only while somebody looks at them: the tree of
// variations as a picture, and the whole board as a table for screen readers.
"use strict";
(() => {
  const { letterOf, make } = window.kifu;
  const [STEP, LANE] = [26, 30]; // pixels between neighbouring nodes of the tree, and between its lines
  const TOP = 20; // pixels above the middle of the first line
  const WHOLE = 600; // nodes; a larger tree is drawn only around the current one:
  const AROUND = 40; // so many moves before and after it,
  const LANES = 12; // and so many lines above and below

  // Depth and lane of every node: a line keeps its lane, a variation takes the next free one.
  const layOut = (nodes) => {
    const depth = new Int32Array(nodes.length);
    const lane = new Int32Array(nodes.length);
    const used = []; // by depth the last lane taken
    nodes.forEach(({ p }, index) => (depth[index] = p < 0 ? 0 : depth[p] + 1));
    nodes.forEach(({ p }, index) => {
      if (p >= 0 && nodes[p].c[0] === index) return; // placed with its line
      const line = [index]; // the gaps of a tree that came in parts are passed over
      while (nodes[line.at(-1)].c.length) line.push(nodes[line.at(-1)].c[0]);
      const free = line.reduce((most, node) => Math.max(most, (used[depth[node]] ?? -1) + 1), p < 0 ? 0 : lane[p] + 1);
      for (const node of line) {
        lane[node] = free;
        used[depth[node]] = free;
      }
      if (p >= 0) used[depth[p]] = Math.max(used[depth[p]] ?? 0, free);
    });
    return { depth, lane };
  };

  class TreePicture {
    constructor(box, viewer) {
      Object.assign(this, { box, viewer, tree: null });
      box.closest("[data-kifu-tree-part]").hidden = !viewer.tree.nodes.some(({ c }) => c.length > 1);
    }

    // The branches of this move carry their letters, all others their numbers.
    letter() {
      const { nodes } = this.tree;
      const { ways } = this.viewer.ways();
      const write = (node, text) => {
        const words = this.drawn.dots.get(node)?.querySelector("text");
        if (words) words.textContent = text;
      };
      for (const node of this.lettered ?? []) write(node, nodes[node].n);
      this.lettered = ways.length > 1 ? ways : [];
      this.lettered.forEach((node, way) => write(node, letterOf(way)));
    }

    show() {
      const { tree, index } = this.viewer;
      const part = this.box.closest("[data-kifu-tree-part]");
      if (this.tree !== tree || this.parts !== tree.parts) {
        Object.assign(this, { tree, parts: tree.parts });
        this.laid = layOut(tree.nodes);
        part.hidden = !tree.nodes.some(({ c }) => c.length > 1);
        this.drawn = this.lettered = null;
      }
      if (part.hidden) return;
      const { depth, lane } = this.laid;
      const [d, l] = [depth[index], lane[index]];
      const isLarge = tree.nodes.length > WHOLE;
      const far = this.drawn && isLarge && (Math.abs(this.drawn.d - d) > AROUND / 2 || Math.abs(this.drawn.l - l) > LANES / 2);
      if (!this.drawn || far || !this.drawn.dots.has(index)) this.draw(d, l);
      this.drawn.dots.get(this.marked)?.classList.remove("here");
      this.marked = index;
      const dot = this.drawn.dots.get(index);
      dot?.classList.add("here");
      this.letter();
      if (dot) {
        const [x, y] = [Number(dot.dataset.x), Number(dot.dataset.y)];
        // By whole lines, so that none is cut; the one above shows where this one comes from.
        const lowest = Math.floor((this.drawn.height - this.box.clientHeight) / LANE) * LANE;
        this.box.scrollTo(x - this.box.clientWidth / 2, Math.min(y - TOP - LANE, lowest));
      }
    }

    draw(d, l) {
      const { nodes } = this.tree;
      const { depth, lane } = this.laid;
      const [around, lanes] = nodes.length > WHOLE ? [AROUND, LANES] : [Infinity, Infinity];
      const near = [];
      const leading = new Set(); // nodes with a branch farther down than the picture
      nodes.forEach(({ p }, node) => {
        if (Math.abs(depth[node] - d) > around) return;
        if (Math.abs(lane[node] - l) <= lanes) near.push(node);
        else if (lane[node] > l && lane[p] <= l + lanes) leading.add(p);
      });
      const left = Math.max(0, d - around);
      const top = Math.max(0, l - lanes);
      const at = (node) => [(depth[node] - left) * STEP + STEP, (lane[node] - top) * LANE + TOP];
      const width = (Math.max(...near.map((node) => depth[node])) - left + 2) * STEP;
      const height = (Math.max(...near.map((node) => lane[node])) - top) * LANE + 2 * TOP;
      let path = [...leading].map((node) => `M${at(node)}V${height}`).join("");
      const dots = new Map();
      const items = near.map((node) => {
        const [x, y] = at(node);
        const { p, k, n, t, h, more, isDraft } = nodes[node];
        if (p >= 0) {
          const [px, py] = at(p);
          path += y === py ? `M${px} ${py}H${x}` : `M${px} ${py}V${y - LANE / 2}L${Math.min(x, px + STEP / 2)} ${y}H${x}`;
        }
        if (more) path += `M${x} ${y}h${STEP / 2 + 4}`; // it goes on
        const dot = make("g", { class: `node ${{ B: "black", W: "white" }[k] ?? "none"}${t || h ? " said" : ""}${isDraft ? " draft" : ""}`, "data-node": node, "data-x": x, "data-y": y });
        const name = [k ? n : "", this.tree.pointOf(node)].filter(Boolean).join(" ");
        dot.append(make("title", {}, name), make("circle", { cx: x, cy: y, r: k ? 9.5 : 4 }));
        if (k) dot.append(make("text", { x, y, dy: ".35em" }, String(n)));
        dots.set(node, dot);
        return dot;
      });
      const picture = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
      picture.append(make("path", { class: "ways", d: path }), ...items);
      this.box.replaceChildren(picture);
      this.drawn = { d, l, dots, height };
    }
  }

  // The board in words, row by row; kept up to date while it is open.
  class BoardTable {
    constructor(part, viewer) {
      Object.assign(this, { part, viewer });
      part.addEventListener("toggle", () => this.show());
    }

    show() {
      if (!this.part.open) return;
      const { tree, index, root } = this.viewer;
      const words = { B: root.dataset.sayBlack, W: root.dataset.sayWhite };
      const stones = tree.stones(index);
      const table = document.createElement("table");
      table.createCaption().textContent = this.viewer.sentence();
      const cell = (row, name, text, scope) => {
        const made = row.appendChild(document.createElement(name));
        made.textContent = text;
        if (scope) made.scope = scope;
      };
      const head = table.createTHead().insertRow();
      cell(head, "td", "");
      for (let x = 0; x < tree.width; x += 1) cell(head, "th", tree.name(x, 0, "western").replace(/\d+$/, ""), "col");
      const body = table.createTBody();
      for (let y = 0; y < tree.height; y += 1) {
        const row = body.insertRow();
        cell(row, "th", tree.height - y, "row");
        for (let x = 0; x < tree.width; x += 1) {
          const stone = stones.get(`${x},${y}`);
          cell(row, "td", stone ? `${words[stone.colour]}${stone.number ? ` ${stone.number}` : ""}` : root.dataset.sayEmpty);
        }
      }
      this.part.querySelector("[data-kifu-table-place]").replaceChildren(table);
    }
  }

  const root = document.querySelector("[data-kifu]");
  const viewer = root?.viewer;
  if (!viewer) return;
  const companions = [];
  const box = root.querySelector("[data-kifu-tree]");
  if (box) companions.push(new TreePicture(box, viewer));
  const table = root.querySelector("[data-kifu-table]");
  if (table) companions.push(new BoardTable(table, viewer));
  let waiting = 0;
  const show = () => {
    // After the frame that answers the reader: the board comes first.
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => setTimeout(() => companions.forEach((companion) => companion.show())));
  };
  root.addEventListener("kifu:node", show);
  show();
})();

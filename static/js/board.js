// Steps through a kifu on the board that the server drew (goclub/games/drawing/board.py describes
// the picture).  The tree says which stones each node adds and removes, as the server's rules
// computed them; this script knows no rule of Go.  One viewer a page.  `#m87` is node 87.
"use strict";

(() => {
  const UNIT = 10; // between neighbouring lines of the picture
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const NAMES = { B: "black", W: "white", "": "empty" };
  const ON_CLEAR_GROUND = new Set(["TR", "SQ", "CR", "MA", "LB"]);
  const KINDS = new Set([...ON_CLEAR_GROUND, "TB", "TW", "DD"]);
  const STEPS = { first: -Infinity, back10: -10, back: -1, next: 1, next10: 10, last: Infinity };
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "next", PageUp: "back10", PageDown: "next10", Home: "first", End: "last",
  };

  // The tree, and at each node the way on that was chosen last.
  class Tree {
    constructor({ nodes, main, size }) {
      Object.assign(this, { nodes, main, width: size[0], height: size[1] });
      this.chosen = new Map(main.slice(1).map((node, place) => [main[place], node]));
    }

    path(index) {
      const path = [];
      for (let node = index; node !== null && node >= 0; node = this.nodes[node].p) path.push(node);
      return path.reverse();
    }

    // The line through a node, to its end; from now on this is the chosen one.
    follow(index) {
      const line = this.path(index);
      for (let i = 1; i < line.length; i += 1) this.chosen.set(line[i - 1], line[i]);
      const next = (node) => this.chosen.get(node) ?? this.nodes[node].c[0];
      for (let node = next(index); node !== undefined; node = next(node)) line.push(node);
      return line;
    }

    pointOf(index) {
      const { m } = this.nodes[index];
      if (!Array.isArray(m)) return "";
      const first = m[0] < 25 ? "" : LETTERS[Math.floor(m[0] / 25) - 1];
      return `${first}${LETTERS[m[0] % 25]}${this.height - m[1]}`;
    }
  }

  // The stones at a node.  Going back puts back what each node had covered or taken.
  class Position {
    constructor(tree) {
      this.tree = tree;
      this.cells = Array.from({ length: tree.width * tree.height }, () => ({ colour: "", number: 0 }));
      this.path = [];
      this.before = [];
    }

    // Go to a node; return the cells that may look different now.
    go(index) {
      const path = this.tree.path(index);
      let shared = 0;
      while (shared < this.path.length && this.path[shared] === path[shared]) shared += 1;
      const changed = new Set();
      while (this.path.length > shared) {
        this.path.pop();
        for (const [cell, stone] of this.before.pop().reverse()) {
          this.cells[cell] = stone;
          changed.add(cell);
        }
      }
      for (const node of path.slice(shared)) {
        const before = [];
        for (const [cell, stone] of this.changes(this.tree.nodes[node])) {
          before.push([cell, this.cells[cell]]);
          this.cells[cell] = stone;
          changed.add(cell);
        }
        this.path.push(node);
        this.before.push(before);
      }
      return changed;
    }

    changes({ a, r, m, n }) {
      const number = (x, y) => (Array.isArray(m) && m[0] === x && m[1] === y ? n : 0);
      const added = (a ?? []).map(([colour, x, y]) => [this.cell(x, y), { colour, number: number(x, y) }]);
      return added.concat((r ?? []).map(([x, y]) => [this.cell(x, y), { colour: "", number: 0 }]));
    }

    cell(x, y) {
      return y * this.tree.width + x;
    }
  }

  // The server's picture, taken over.
  class Picture {
    constructor(svg, position) {
      Object.assign(this, { svg, position, numbers: false, wide: svg.getAttribute("viewBox"), at: new Map() });
      this.stones = svg.querySelector(".stones");
      this.marks = svg.querySelector(".marks");
      this.title = svg.querySelector("title");
    }

    make(name, attributes, ...content) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...content);
      return element;
    }

    use(name, attributes) {
      return this.make("use", { href: `#${this.svg.dataset.prefix}-${name}`, ...attributes });
    }

    text(css, text, place) {
      const letters = Array.from(text);
      const element = this.make("text", { class: css + (letters.length > 2 ? " long" : ""), dy: ".35em", ...place });
      element.append(letters.length > 3 ? `${letters.slice(0, 2).join("")}…` : text);
      if (letters.length > 3) element.append(this.make("title", {}, text));
      return element;
    }

    drawAll() {
      this.stones.replaceChildren();
      this.position.cells.forEach((_, cell) => this.drawStone(cell, ""));
    }

    drawStone(cell, css) {
      const { colour, number } = this.position.cells[cell];
      const [x, y] = [cell % this.position.tree.width, Math.floor(cell / this.position.tree.width)];
      this.at.get(cell)?.remove();
      this.at.delete(cell);
      if (!colour) return;
      const name = NAMES[colour];
      const transform = `translate(${x * UNIT} ${y * UNIT})`;
      const stone = this.make("g", { class: `stone ${name}${css}`, "data-point": `${x},${y}`, transform });
      stone.append(this.use(name, {}));
      if (this.numbers && number) stone.append(this.text(`number on-${name}`, String(number), {}));
      this.stones.append(stone);
      this.at.set(cell, stone);
    }

    sign(kind, x, y, text) {
      const css = `sign ${kind} on-${NAMES[this.position.cells[this.position.cell(x, y)].colour]}`;
      const place = { x: x * UNIT, y: y * UNIT };
      return kind === "lb" ? this.text(css, text, place) : this.use(kind, { class: css, ...place });
    }

    drawMarks({ l, m }) {
      for (const stone of this.stones.querySelectorAll(".last, .marked")) stone.classList.remove("last", "marked");
      const covered = new Set();
      const signs = [];
      for (const [kind, x, y, text] of l ?? []) {
        const cell = this.position.cell(x, y);
        if (!KINDS.has(kind) || !this.position.cells[cell]) continue;
        if (kind !== "DD") covered.add(cell);
        if (ON_CLEAR_GROUND.has(kind) && !this.at.has(cell)) signs.push(this.sign("back", x, y));
        signs.push(this.sign(kind.toLowerCase(), x, y, text ?? ""));
      }
      for (const cell of covered) this.at.get(cell)?.classList.add("marked");
      if (Array.isArray(m)) {
        const cell = this.position.cell(...m);
        this.at.get(cell)?.classList.add("last");
        if (!covered.has(cell) && !this.at.get(cell)?.querySelector(".number")) signs.push(this.sign("last", ...m));
      }
      this.marks.replaceChildren(...signs);
    }
  }

  class Viewer {
    constructor(root, data) {
      this.root = root;
      this.tree = new Tree(data);
      this.position = new Position(this.tree);
      this.picture = new Picture(this.part("board").querySelector("svg"), this.position);
      this.slider = this.part("slider");
      this.live = document.createElement("p");
      this.live.className = "visually-hidden";
      this.live.setAttribute("aria-live", "polite");
      root.append(this.live);
      this.part("counter").setAttribute("aria-live", "off"); // one voice is enough
      this.part("script").hidden = false;
      this.picture.numbers = this.toggle("numbers").getAttribute("aria-pressed") === "true";
      this.index = this.fromHash() ?? Number(root.dataset.node);
      this.position.go(this.index);
      this.picture.drawAll();
      this.show();
      this.listen();
    }

    part(name) {
      return this.root.querySelector(`[data-kifu-${name}]`);
    }

    toggle(name) {
      return this.root.querySelector(`[data-kifu-toggle="${name}"]`);
    }

    fromHash() {
      const node = Number(/^#m(\d{1,6})$/.exec(location.hash)?.[1] ?? NaN);
      return this.tree.nodes[node] ? node : undefined;
    }

    // -- showing a node ------------------------------------------------------------------------

    go(index) {
      if (index === undefined || index === this.index) return;
      const changed = this.position.go(index);
      const css = changed.size < 8 ? " placed" : ""; // appears softly, if it is one step
      this.index = index;
      for (const cell of changed) this.picture.drawStone(cell, css);
      this.show();
      if (document.activeElement !== this.slider) this.live.textContent = this.sentence();
      this.writeHash();
    }

    step(name) {
      return this.line[Math.max(0, Math.min(this.line.length - 1, this.place + STEPS[name]))];
    }

    show() {
      const { t, cap } = this.tree.nodes[this.index];
      this.line = this.tree.follow(this.index);
      this.place = this.line.indexOf(this.index);
      const end = this.line.length - 1;
      this.picture.drawMarks(this.tree.nodes[this.index]);
      this.picture.title.textContent = this.sentence();
      this.part("counter").textContent = `${this.place} / ${end}`;
      this.part("captures").textContent = this.say("captures", { black: cap?.[0] ?? 0, white: cap?.[1] ?? 0 });
      if (this.part("comment").textContent !== (t ?? "")) this.part("comment").textContent = t ?? "";
      this.slider.max = end;
      this.slider.value = this.place;
      this.slider.setAttribute("aria-valuetext", this.sentence());
      for (const link of this.root.querySelectorAll("[data-kifu-go]")) {
        const target = this.step(link.dataset.kifuGo);
        link.setAttribute("href", `#m${target}`); // also right if it is copied or opened in a new tab
        link.setAttribute("aria-disabled", String(target === this.index));
      }
      this.showVariations();
    }

    // The ways on from here if there are several, else the ways beside the one that led here.
    ways() {
      const on = this.tree.nodes[this.index].c;
      if (on.length > 1) return { ways: on, taken: this.line[this.place + 1] };
      const ways = this.place ? this.tree.nodes[this.line[this.place - 1]].c : [];
      return { ways: ways.length > 1 ? ways : [], taken: this.index };
    }

    showVariations() {
      const bar = this.part("variations");
      const focused = bar.contains(document.activeElement);
      const { ways, taken } = this.ways();
      bar.replaceChildren(...ways.map((node, n) => {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "kifu-variation" });
        button.dataset.node = node;
        button.setAttribute("aria-current", String(node === taken));
        const name = n ? this.say("variation", { n }) : this.say("main");
        button.textContent = [name, this.tree.pointOf(node)].filter(Boolean).join(" · ") || this.say("variation", { n });
        return button;
      }));
      if (focused) (bar.querySelector("[aria-current=true]") ?? this.root.querySelector("[data-kifu-go=next]")).focus();
    }

    say(name, values = {}) {
      const words = this.root.dataset[`say${name[0].toUpperCase()}${name.slice(1)}`] ?? "";
      return words.replace(/\{(\w+)\}/g, (_, word) => values[word] ?? "");
    }

    sentence() {
      const { m, k, n } = this.tree.nodes[this.index];
      if (!m) return this.place ? `${this.place} / ${this.line.length - 1}` : this.say("start");
      const colour = this.say(k === "W" ? "white" : "black");
      return this.say(m === "pass" ? "pass" : "move", { n, colour, point: this.tree.pointOf(this.index) });
    }

    // Some browsers refuse more than a hundred changes of the address in half a minute.
    writeHash() {
      clearTimeout(this.writing);
      const wait = (this.written ?? -Infinity) + 400 - performance.now();
      const write = () => {
        this.written = performance.now();
        history.replaceState(history.state, "", `#m${this.index}`);
      };
      if (wait > 0) this.writing = setTimeout(write, wait);
      else write();
    }

    // -- what the reader does ------------------------------------------------------------------

    listen() {
      document.addEventListener("click", (event) => this.onClick(event));
      document.addEventListener("keydown", (event) => this.onKey(event));
      document.addEventListener("visibilitychange", () => document.hidden && this.play(false));
      window.addEventListener("hashchange", () => this.byHand(this.fromHash()));
      this.slider.addEventListener("input", () => this.byHand(this.line[this.slider.value]));
      const board = this.part("board");
      let start = null;
      board.addEventListener("pointerdown", (event) => {
        start = event.isPrimary && event.pointerType !== "mouse" ? event : null; // two fingers zoom
      });
      board.addEventListener("pointerup", (event) => {
        const [across, down] = start ? [event.clientX - start.clientX, event.clientY - start.clientY] : [0, 0];
        if (Math.abs(across) > 30 && Math.abs(across) > 2 * Math.abs(down)) {
          this.byHand(this.step(across < 0 ? "next" : "back"));
        }
        start = null;
      });
    }

    byHand(index) {
      this.play(false);
      this.go(index);
    }

    onClick(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const target = event.target.closest("a, button");
      if (!target) return;
      const { kifuGo, kifuToggle, node } = target.dataset;
      // The list of moves elsewhere on the page counts places on the main line.
      const place = /^\?move=(\d+)#/.exec(target.getAttribute("href") ?? "")?.[1];
      if (place) {
        if (this.tree.main[place] === undefined) return;
        this.byHand(this.tree.main[place]);
        this.root.scrollIntoView({ block: "nearest" });
      } else if (!this.root.contains(target)) return;
      else if (kifuGo) this.byHand(this.step(kifuGo));
      else if (kifuToggle) this.onToggle(target, kifuToggle);
      else if (node) this.byHand(Number(node));
      else if ("kifuPlay" in target.dataset) this.play(!this.timer);
      else return;
      event.preventDefault();
    }

    onToggle(button, name) {
      const pressed = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(pressed));
      if (name === "coordinates") {
        this.root.classList.toggle("hide-coords", !pressed);
        const { svg, wide } = this.picture;
        svg.setAttribute("viewBox", pressed ? wide : svg.dataset.bare);
      } else {
        this.picture.numbers = pressed;
        this.picture.drawAll();
        this.picture.drawMarks(this.tree.nodes[this.index]);
      }
    }

    // Keys belong to the board while one can see it, and to the page below it.
    onKey(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (event.isComposing || event.target.closest("input, textarea, select, [contenteditable]")) return;
      const box = this.part("board").getBoundingClientRect();
      if (box.bottom < 80 || box.top > window.innerHeight - 80) return;
      const { ways, taken } = this.ways();
      const turn = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (KEYS[event.key]) this.byHand(this.step(KEYS[event.key]));
      else if (turn && ways.length) this.byHand(ways[(ways.indexOf(taken) + turn + ways.length) % ways.length]);
      else return;
      event.preventDefault();
    }

    // A move a second, from the start again if it stood at the end.
    play(on) {
      if (on === Boolean(this.timer)) return;
      clearInterval(this.timer);
      this.timer = on ? setInterval(() => this.playNext(), 1000) : 0;
      this.part("play").setAttribute("aria-pressed", String(on));
      if (on) this.go(this.step(this.place === this.line.length - 1 ? "first" : "next"));
    }

    playNext() {
      this.go(this.step("next"));
      if (this.place === this.line.length - 1) this.play(false);
    }
  }

  const root = document.querySelector("[data-kifu]");
  const tree = root && document.getElementById(root.dataset.tree);
  if (tree) new Viewer(root, JSON.parse(tree.textContent));
})();

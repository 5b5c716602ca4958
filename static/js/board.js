// Steps through a kifu on the board that the server drew (goclub/games/drawing/board.py describes
// the picture).  The tree says which stones each node adds and removes, as the server's rules
// computed them; this script knows no rule of Go.  One viewer a page.  `#m87` is node 87.
"use strict";
(() => {
  const UNIT = 10; // between neighbouring lines of the picture
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const NAMES = { B: "black", W: "white", "": "empty" };
  const CLEARS_GROUND = { TR: true, SQ: true, CR: true, MA: true, LB: true, TB: false, TW: false, DD: false };
  const STEPS = { first: -Infinity, back10: -10, back: -1, next: 1, next10: 10, last: Infinity };
  const KEY = { ArrowLeft: "back", ArrowRight: "next", PageUp: "back10", PageDown: "next10", Home: "first", End: "last" };

  // The tree, and at each node the way on that was chosen last.
  class Tree {
    constructor({ nodes, main, size }) {
      Object.assign(this, { main, width: size[0], height: size[1] });
      // The server leaves out what is empty.
      this.nodes = nodes.map((node) => ({ a: [], r: [], l: [], t: "", m: null, k: null, ...node }));
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

    pointOf(index) {
      const { m } = this.nodes[index];
      if (!Array.isArray(m)) return "";
      return `${LETTERS[Math.floor(m[0] / 25) - 1] ?? ""}${LETTERS[m[0] % 25]}${this.height - m[1]}`;
    }
  }

  const make = (name, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(text);
    return element;
  };

  const makeText = (css, text, place) => {
    const letters = Array.from(text);
    const short = letters.length > 3 ? `${letters.slice(0, 2).join("")}…` : text;
    return make("text", { ...place, class: letters.length > 2 ? `${css} long` : css, dy: ".35em" }, short);
  };

  // The server's picture, taken over: only what differs from the stones shown is drawn anew.
  class Picture {
    constructor(svg, tree) {
      Object.assign(this, { svg, tree, ids: `#${svg.dataset.prefix}-`, wide: svg.getAttribute("viewBox") });
      [this.title, this.stones, this.marks] = svg.querySelectorAll(":scope > title, .stones, .marks");
      this.set({ numbers: false, coordinates: true });
    }

    set(options) {
      Object.assign(this, options);
      this.svg.setAttribute("viewBox", this.coordinates ? this.wide : this.svg.dataset.bare);
      this.stones.replaceChildren();
      this.shown = new Map(); // "x,y" -> { colour, number, element }
    }

    draw(index) {
      const stones = this.tree.stones(index);
      for (const [point, { colour, number, element }] of this.shown) {
        const now = stones.get(point);
        if (now?.colour === colour && now.number === number) now.element = element;
        else element.remove();
      }
      const many = stones.size - this.shown.size > 2;
      for (const [point, stone] of stones) stone.element ??= this.addStone(point, stone, many ? "" : " placed");
      this.shown = stones;
      this.drawMarks(this.tree.nodes[index]);
    }

    addStone(point, { colour, number }, css) {
      const [x, y] = point.split(",");
      const place = { "data-point": point, transform: `translate(${x * UNIT} ${y * UNIT})` };
      const stone = make("g", { ...place, class: `stone ${NAMES[colour]}${css}` });
      stone.append(make("use", { href: this.ids + NAMES[colour] }));
      if (this.numbers && number) stone.append(makeText(`number on-${NAMES[colour]}`, String(number)));
      return this.stones.appendChild(stone);
    }

    sign(kind, x, y, text) {
      const css = `sign ${kind} on-${NAMES[this.shown.get(`${x},${y}`)?.colour ?? ""]}`;
      const place = { x: x * UNIT, y: y * UNIT };
      return kind === "lb" ? makeText(css, text, place) : make("use", { ...place, class: css, href: this.ids + kind });
    }

    drawMarks({ l, m }) {
      for (const stone of this.stones.querySelectorAll(".last, .marked")) stone.classList.remove("last", "marked");
      const stoneAt = (x, y) => this.shown.get(`${x},${y}`)?.element;
      const covered = new Set();
      const signs = [];
      for (const [kind, x, y, text] of l) {
        if (!(kind in CLEARS_GROUND) || x >= this.tree.width || y >= this.tree.height) continue;
        if (CLEARS_GROUND[kind] && !stoneAt(x, y)) signs.push(this.sign("back", x, y));
        signs.push(this.sign(kind.toLowerCase(), x, y, text ?? ""));
        if (kind === "DD") continue;
        covered.add(`${x},${y}`);
        stoneAt(x, y)?.classList.add("marked");
      }
      if (Array.isArray(m)) {
        const stone = stoneAt(...m);
        stone?.classList.add("last");
        if (!covered.has(`${m}`) && !stone?.querySelector(".number")) signs.push(this.sign("last", ...m));
      }
      this.marks.replaceChildren(...signs);
    }
  }

  const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey, isComposing, defaultPrevented }) =>
    !(ctrlKey || metaKey || shiftKey || altKey || isComposing || defaultPrevented);

  class Viewer {
    constructor(root, data) {
      this.root = root;
      this.tree = new Tree(data);
      this.picture = new Picture(this.part("board").querySelector("svg"), this.tree);
      this.slider = this.part("slider");
      this.live = Object.assign(document.createElement("p"), { className: "visually-hidden", ariaLive: "polite" });
      root.append(this.live);
      this.part("counter").ariaLive = "off"; // one voice is enough
      this.part("script").hidden = false;
      this.index = this.fromHash() ?? Number(root.dataset.node);
      this.show();
      this.listen();
    }

    part(name) {
      return this.root.querySelector(`[data-kifu-${name}]`);
    }

    fromHash() {
      const node = Number(/^#m(\d+)$/.exec(location.hash)?.[1] ?? -1);
      return this.tree.nodes[node] && node;
    }

    // Every step ends the playing, but for the steps of playing itself.
    go(index, playing = false) {
      if (!playing) this.play(false);
      if (index === undefined || index === this.index) return;
      this.index = index;
      this.show();
      if (document.activeElement !== this.slider) this.live.textContent = this.sentence();
      // Some browsers refuse more than a hundred changes of the address in half a minute.
      clearTimeout(this.writing);
      this.writing = setTimeout(() => history.replaceState(history.state, "", `#m${index}`), 350);
    }

    step(name) {
      return this.line[Math.max(0, Math.min(this.line.length - 1, this.place + STEPS[name]))];
    }

    show() {
      const { t, cap: [black, white] } = this.tree.nodes[this.index];
      this.line = this.tree.follow(this.index);
      this.place = this.line.indexOf(this.index);
      const end = this.line.length - 1;
      this.picture.draw(this.index);
      this.picture.title.textContent = this.sentence();
      this.part("counter").textContent = `${this.place} / ${end}`;
      this.part("captures").textContent = this.say("captures", { black, white });
      this.part("comment").textContent = t;
      Object.assign(this.slider, { max: end, value: this.place, ariaValueText: this.sentence() });
      for (const link of this.root.querySelectorAll("[data-kifu-go]")) {
        const target = this.step(link.dataset.kifuGo);
        Object.assign(link, { href: `#m${target}`, ariaDisabled: String(target === this.index) });
      }
      this.showVariations();
      if (this.place === end) this.play(false);
    }

    // The ways on from here if there are several, else the ways beside the one that led here.
    ways() {
      const [before, on] = [this.line[this.place - 1], this.line[this.place + 1]];
      const { c } = this.tree.nodes[this.index];
      if (c.length > 1) return { ways: c, taken: on };
      return { ways: this.tree.nodes[before]?.c ?? [], taken: this.index };
    }

    showVariations() {
      const bar = this.part("variations");
      const focused = bar.contains(document.activeElement);
      const { ways, taken } = this.ways();
      const buttons = ways.map((node, n) => {
        const button = document.createElement("button");
        button.dataset.node = node;
        const name = n ? this.say("variation", { n }) : this.say("main");
        const textContent = [name, this.tree.pointOf(node)].filter(Boolean).join(" · ") || "·";
        const ariaCurrent = String(node === taken);
        return Object.assign(button, { type: "button", className: "kifu-variation", ariaCurrent, textContent });
      });
      bar.replaceChildren(...(buttons.length > 1 ? buttons : []));
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

    listen() {
      document.addEventListener("click", (event) => this.onClick(event));
      document.addEventListener("keydown", (event) => this.onKey(event));
      window.addEventListener("hashchange", () => this.go(this.fromHash()));
      this.slider.addEventListener("input", () => this.go(this.line[this.slider.value]));
      let start = null;
      this.part("board").addEventListener("pointerdown", (event) => {
        start = event.isPrimary && event.pointerType !== "mouse" ? event : null; // two fingers zoom
      });
      this.part("board").addEventListener("pointerup", ({ clientX, clientY }) => {
        const [across, down] = start ? [clientX - start.clientX, clientY - start.clientY] : [0, 0];
        if (Math.abs(across) > 30 + Math.abs(down)) this.go(this.step(across < 0 ? "next" : "back"));
        start = null;
      });
    }

    onClick(event) {
      const target = event.target.closest("a, button");
      if (!target || !isPlain(event)) return;
      const { kifuGo, kifuToggle, node } = target.dataset;
      // The list of moves elsewhere on the page counts places on the main line.
      const place = /^\?move=(\d+)#/.exec(target.getAttribute("href") ?? "")?.[1];
      if (place in this.tree.main) {
        this.go(this.tree.main[place]);
        this.root.scrollIntoView({ block: "nearest" });
      } else if (!this.root.contains(target)) return;
      else if (kifuGo) this.go(this.step(kifuGo));
      else if (kifuToggle) this.onToggle(target, kifuToggle);
      else if (node) this.go(Number(node));
      else if ("kifuPlay" in target.dataset) this.play(!this.timer);
      else return;
      event.preventDefault();
    }

    onToggle(button, name) {
      const pressed = button.ariaPressed !== "true";
      button.ariaPressed = String(pressed);
      if (name === "coordinates") this.root.classList.toggle("hide-coords", !pressed);
      this.picture.set({ [name]: pressed });
      this.picture.draw(this.index);
    }

    // Keys belong to the board while one can see it, and to the page below it.
    onKey(event) {
      if (!isPlain(event) || event.target.closest("input, textarea, select, [contenteditable]")) return;
      const box = this.part("board").getBoundingClientRect();
      if (box.bottom < 80 || box.top > window.innerHeight - 80) return;
      const { ways, taken } = this.ways();
      const turn = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (KEY[event.key]) this.go(this.step(KEY[event.key]));
      else if (turn && ways.length > 1) this.go(ways[(ways.indexOf(taken) + turn + ways.length) % ways.length]);
      else return;
      event.preventDefault();
    }

    // A move a second, from the start again if it stood at the end.
    play(on) {
      if (on === Boolean(this.timer) || this.line.length === 1) return;
      clearInterval(this.timer);
      this.timer = on ? setInterval(() => this.go(this.step("next"), true), 1000) : 0;
      this.part("play").ariaPressed = String(on);
      if (on) this.go(this.step(this.place === this.line.length - 1 ? "first" : "next"), true);
    }
  }

  const root = document.querySelector("[data-kifu]");
  const tree = root && document.getElementById(root.dataset.tree);
  if (tree) new Viewer(root, JSON.parse(tree.textContent));
})();

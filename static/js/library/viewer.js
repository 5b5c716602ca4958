// Steps through a kifu on the board that the server drew (goclub/games/drawing/board.py describes
// the picture).  The tree says which stones each node adds and removes, as the server's rules
// computed them; this script knows no rule of Go.  One viewer a page.  `#m87` is move 87 of the
// game, `#n412` any node, for variations.
//
// For other scripts: `document.querySelector("[data-kifu]").viewer` is the viewer, with `go(node)`,
// `index`, `tree`, `overlay(name, marks)` (further marks in the form of the tree, until replaced)
// and `load(tree, node)` (another tree of the same game, such as one with more variations).  Its
// element sends `kifu:node` after every step ({ viewer, index, path }) and `kifu:point` when a
// point is clicked ({ viewer, index, x, y }).  Elements inside the viewer, such as panels, may
// carry `data-node="12"` to go there.
"use strict";
(() => {
  const UNIT = 10; // between neighbouring lines of the picture
  const HEAD = 4; // of an arrow
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const SGF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const KANJI = ["", ..."一二三四五六七八九"];
  const NAMES = { B: "black", W: "white", "": "empty" };
  const CLEARS_GROUND = { TR: true, SQ: true, CR: true, MA: true, SL: true, LB: true, TB: false, TW: false, DD: false };
  const INHERITED = ["DD", "VW"];
  const STEPS = { first: -Infinity, back10: -10, back: -1, next: 1, next10: 10, last: Infinity };
  const KEY = { ArrowLeft: "back", ArrowRight: "next", PageUp: "back10", PageDown: "next10", Home: "first", End: "last" };
  const PACE = 1000; // milliseconds a move when it plays by itself

  const letters = (x) => `${LETTERS[Math.floor(x / 25) - 1] ?? ""}${LETTERS[x % 25]}`;
  const kanji = (n) => (n < 10 ? KANJI[n] : `${KANJI[Math.floor(n / 10)].replace("一", "")}十${KANJI[n % 10]}`);
  // What stands above a column and beside a row, counted from the top left.
  const STYLES = {
    western: [(x) => letters(x), (y, height) => height - y],
    japanese: [(x) => x + 1, (y) => kanji(y + 1)],
    numbers: [(x) => x + 1, (y) => y + 1],
    sgf: [(x) => SGF[x], (y) => SGF[y]],
  };
  const JOINED = { western: "", japanese: "", numbers: "-", sgf: "" };
  // The eight ways to lay the board: turned by quarters, then mirrored left to right.
  const TURNS = [(x, y) => [x, y], (x, y, w, h) => [h - 1 - y, x], (x, y, w, h) => [w - 1 - x, h - 1 - y], (x, y, w) => [y, w - 1 - x]];

  // The tree, and at each node the way on that was chosen last.
  class Tree {
    constructor({ nodes, main, size }) {
      Object.assign(this, { main, width: size[0], height: size[1] });
      // The server leaves out what is empty.
      this.nodes = nodes.map((node) => ({ a: [], r: [], l: [], t: "", m: null, k: null, ...node }));
      this.chosen = new Map(main.slice(1).map((node, place) => [main[place], node]));
      this.inherits = this.nodes.some(({ l }) => l.some(([kind]) => INHERITED.includes(kind)));
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

  const linePath = ([x1, y1], [x2, y2], arrow) => {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const line = `M${x1} ${y1}L${x2} ${y2}`;
    if (!arrow || !length) return line;
    const [dx, dy] = [(HEAD * (x2 - x1)) / length, (HEAD * (y2 - y1)) / length];
    return `${line}M${x2 - dx - dy / 2} ${y2 - dy + dx / 2}L${x2} ${y2}L${x2 - dx + dy / 2} ${y2 - dy - dx / 2}`;
  };

  // The server's picture, taken over: only what differs from the stones shown is drawn anew.
  class Picture {
    constructor(svg, tree) {
      Object.assign(this, { svg, tree, ids: `#${svg.dataset.prefix}-`, wide: svg.getAttribute("viewBox") });
      [this.title, this.coords, this.stones, this.marks] = svg.querySelectorAll(":scope > title, .coords, .stones, .marks");
      Object.assign(this, { quarters: 0, mirrored: false, overlays: new Map() });
      this.set({ numbers: false, coordinates: "western" });
    }

    // A board that is not square is only turned by halves.
    get isSquare() {
      return this.tree.width === this.tree.height;
    }

    set(options) {
      Object.assign(this, options);
      const shown = this.coordinates !== "off";
      this.svg.setAttribute("viewBox", shown ? this.wide : this.svg.dataset.bare);
      if (shown && this.coords) this.label();
      this.stones.replaceChildren();
      this.shown = new Map(); // "x,y" -> { colour, number, element }
    }

    // Where a point lies in the picture, in lines from its top left corner.
    lay(x, y) {
      const { width, height } = this.tree;
      const [column, row] = TURNS[this.quarters](x, y, width, height);
      return this.mirrored ? [(this.quarters % 2 ? height : width) - 1 - column, row] : [column, row];
    }

    // Letters and numbers stay with their lines when the board is turned.
    label() {
      const { width, height } = this.tree;
      const [column, row] = STYLES[this.coordinates];
      const across = Array(this.quarters % 2 ? height : width);
      const down = Array(this.quarters % 2 ? width : height);
      for (let x = 0; x < width; x += 1) {
        if (this.quarters % 2) down[this.lay(x, 0)[1]] = column(x, width);
        else across[this.lay(x, 0)[0]] = column(x, width);
      }
      for (let y = 0; y < height; y += 1) {
        if (this.quarters % 2) across[this.lay(0, y)[0]] = row(y, height);
        else down[this.lay(0, y)[1]] = row(y, height);
      }
      const texts = [...across, ...down];
      [...this.coords.children].forEach((text, place) => (text.textContent = texts[place >> 1] ?? ""));
    }

    place(x, y) {
      const [column, row] = this.lay(x, y);
      return { x: column * UNIT, y: row * UNIT };
    }

    // The point of the board under a place on the screen, or null.
    pointAt(clientX, clientY) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const [column, row] = [Math.round(x / UNIT), Math.round(y / UNIT)];
      for (let py = 0; py < this.tree.height; py += 1) {
        for (let px = 0; px < this.tree.width; px += 1) {
          const laid = this.lay(px, py);
          if (laid[0] === column && laid[1] === row) return [px, py];
        }
      }
      return null;
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
      this.drawMarks(this.tree.nodes[index].m, [...this.tree.marks(index), ...[...this.overlays.values()].flat()]);
    }

    addStone(point, { colour, number }, css) {
      const { x, y } = this.place(...point.split(",").map(Number));
      const place = { "data-point": point, transform: `translate(${x} ${y})` };
      const stone = make("g", { ...place, class: `stone ${NAMES[colour]}${css}` });
      stone.append(make("use", { href: this.ids + NAMES[colour] }));
      if (this.numbers && number) stone.append(makeText(`number on-${NAMES[colour]}`, String(number)));
      return this.stones.appendChild(stone);
    }

    sign(kind, x, y, text) {
      const css = `sign ${kind} on-${NAMES[this.shown.get(`${x},${y}`)?.colour ?? ""]}`;
      const place = this.place(x, y);
      return kind === "lb" ? makeText(css, text, place) : make("use", { ...place, class: css, href: this.ids + kind });
    }

    line(kind, ...ends) {
      const [from, to] = [this.place(ends[0], ends[1]), this.place(ends[2], ends[3])];
      return make("path", { class: `sign ${kind.toLowerCase()}`, d: linePath([from.x, from.y], [to.x, to.y], kind === "AR") });
    }

    veil(seen) {
      let d = "";
      for (let y = 0; y < this.tree.height; y += 1) {
        for (let x = 0; x < this.tree.width; x += 1) {
          const place = this.place(x, y);
          if (!seen.has(`${x},${y}`)) d += `M${place.x - 5} ${place.y - 5}h10v10h-10Z`;
        }
      }
      return make("path", { class: "veil", d });
    }

    drawMarks(m, marks) {
      for (const stone of this.stones.querySelectorAll(".last, .marked")) stone.classList.remove("last", "marked");
      const stoneAt = (x, y) => this.shown.get(`${x},${y}`)?.element;
      const covered = new Set();
      const seen = new Set();
      const signs = [];
      for (const [kind, x, y, ...more] of marks) {
        if (!(x < this.tree.width && y < this.tree.height)) continue;
        if (kind === "VW") seen.add(`${x},${y}`);
        else if (kind === "AR" || kind === "LN") signs.push(this.line(kind, x, y, ...more));
        if (!(kind in CLEARS_GROUND)) continue;
        if (CLEARS_GROUND[kind] && !stoneAt(x, y)) signs.push(this.sign("back", x, y));
        signs.push(this.sign(kind.toLowerCase(), x, y, more[0] ?? ""));
        if (kind === "DD") continue;
        covered.add(`${x},${y}`);
        stoneAt(x, y)?.classList.add("marked");
      }
      if (Array.isArray(m)) {
        const stone = stoneAt(...m);
        stone?.classList.add("last");
        if (!covered.has(`${m}`) && !stone?.querySelector(".number")) signs.push(this.sign("last", ...m));
      }
      if (seen.size) signs.push(this.veil(seen));
      this.marks.replaceChildren(...signs);
    }
  }

  const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey, isComposing, defaultPrevented }) =>
    !(ctrlKey || metaKey || shiftKey || altKey || isComposing || defaultPrevented);

  class Viewer {
    constructor(root, data) {
      this.root = root;
      root.viewer = this;
      this.tree = new Tree(data);
      this.picture = new Picture(this.part("board").querySelector("svg"), this.tree);
      this.slider = this.part("slider");
      this.live = Object.assign(document.createElement("p"), { className: "visually-hidden", ariaLive: "polite" });
      root.append(this.live);
      this.part("counter").ariaLive = "off"; // one voice is enough
      this.part("script").hidden = false;
      root.classList.add("ready");
      this.recallStyle();
      this.index = this.fromHash() ?? Number(root.dataset.node);
      this.show();
      this.listen();
    }

    part(name) {
      return this.root.querySelector(`[data-kifu-${name}]`);
    }

    fromHash() {
      const [, kind, number] = /^#([mn])(\d+)$/.exec(location.hash) ?? [];
      if (kind === "m") return this.tree.nodeOfMove(Number(number));
      return kind && this.tree.nodes[number] ? Number(number) : undefined;
    }

    load(data, index = this.index) {
      this.tree = this.picture.tree = new Tree(data);
      this.index = this.tree.nodes[index] ? index : 0;
      this.show();
    }

    overlay(name, marks) {
      if (marks?.length) this.picture.overlays.set(name, marks);
      else this.picture.overlays.delete(name);
      this.picture.draw(this.index);
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
      this.writing = setTimeout(() => history.replaceState(history.state, "", this.tree.hashOf(this.index)), 350);
    }

    step(name) {
      return this.line[Math.max(0, Math.min(this.line.length - 1, this.place + STEPS[name]))];
    }

    show() {
      const { h, t, cap: [black, white] } = this.tree.nodes[this.index];
      this.line = this.tree.follow(this.index);
      this.place = this.line.indexOf(this.index);
      const end = this.line.length - 1;
      this.picture.draw(this.index);
      this.picture.title.textContent = this.sentence();
      this.part("counter").textContent = `${this.place} / ${end}`;
      this.part("captures").textContent = this.say("captures", { black, white });
      for (const [name, text] of Object.entries({ heading: h, comment: t })) this.part(name).textContent = text;
      Object.assign(this.slider, { max: end, value: this.place, ariaValueText: this.sentence() });
      for (const link of this.root.querySelectorAll("[data-kifu-go]")) {
        const target = this.step(link.dataset.kifuGo);
        Object.assign(link, { href: this.tree.hashOf(target), ariaDisabled: String(target === this.index) });
      }
      this.showVariations();
      if (this.place === end) this.play(false);
      this.send("kifu:node", { path: this.line.slice(0, this.place + 1) });
    }

    send(name, detail) {
      this.root.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { viewer: this, index: this.index, ...detail } }));
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
      const buttons = ways.length < 2 ? [] : ways.map((node, n) => {
        const button = document.createElement("button");
        button.dataset.node = node;
        const name = n ? this.say("variation", { n }) : this.say("main");
        const textContent = [name, this.tree.pointOf(node, this.style)].filter(Boolean).join(" · ") || "·";
        const ariaCurrent = String(node === taken);
        return Object.assign(button, { type: "button", className: "kifu-variation", ariaCurrent, textContent });
      });
      bar.replaceChildren(...buttons);
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
      return this.say(m === "pass" ? "pass" : "move", { n, colour, point: this.tree.pointOf(this.index, this.style) });
    }

    listen() {
      document.addEventListener("click", (event) => this.onClick(event));
      document.addEventListener("keydown", (event) => this.onKey(event));
      window.addEventListener("hashchange", () => this.go(this.fromHash()));
      this.slider.addEventListener("input", () => this.go(this.line[this.slider.value]));
      this.part("coordinates")?.addEventListener("change", ({ target }) => this.setStyle(target.value));
      const board = this.part("board");
      board.addEventListener("click", ({ clientX, clientY }) => {
        const point = this.picture.pointAt(clientX, clientY);
        if (point) this.send("kifu:point", { x: point[0], y: point[1] });
      });
      let start = null;
      board.addEventListener("pointerdown", (event) => {
        start = event.isPrimary && event.pointerType !== "mouse" ? event : null; // two fingers zoom
      });
      board.addEventListener("pointerup", ({ clientX, clientY }) => {
        const [across, down] = start ? [clientX - start.clientX, clientY - start.clientY] : [0, 0];
        if (Math.abs(across) > 30 + Math.abs(down)) this.go(this.step(across < 0 ? "next" : "back"));
        start = null;
      });
    }

    onClick(event) {
      const target = event.target.closest("a, button, [data-node]");
      if (!target || !isPlain(event)) return;
      const { kifuGo, kifuToggle, kifuTurn, node } = target.dataset;
      // The list of moves elsewhere on the page counts places on the main line.
      const place = /^\?move=(\d+)#/.exec(target.getAttribute("href") ?? "")?.[1];
      if (place in this.tree.main && !kifuGo) {
        this.go(this.tree.main[place]);
        this.root.scrollIntoView({ block: "nearest" });
      } else if (!this.root.contains(target) || target === this.root) return;
      else if (kifuGo) this.go(this.step(kifuGo));
      else if (kifuToggle) this.onToggle(target, kifuToggle);
      else if (kifuTurn) this.turn(kifuTurn);
      else if (node) this.go(Number(node));
      else if ("kifuPlay" in target.dataset) this.play(!this.timer);
      else return;
      event.preventDefault();
    }

    onToggle(button, name) {
      const pressed = button.ariaPressed !== "true";
      button.ariaPressed = String(pressed);
      this.redraw({ [name]: pressed });
    }

    redraw(options) {
      this.picture.set(options);
      this.picture.draw(this.index);
    }

    turn(how) {
      const { quarters, mirrored, isSquare } = this.picture;
      if (how === "mirror") this.redraw({ mirrored: !mirrored });
      else this.redraw({ quarters: (quarters + (isSquare ? 1 : 2)) % 4 });
    }

    // The names of points in the style that the reader chose here or on another page.
    setStyle(style) {
      this.style = style in STYLES ? style : "western";
      this.root.classList.toggle("hide-coords", style === "off");
      this.redraw({ coordinates: style });
      if (this.line) this.show();
      try {
        localStorage.setItem("kifu-coordinates", style);
      } catch {
        // A reader who forbids it chooses again on the next page.
      }
    }

    recallStyle() {
      const choice = this.part("coordinates");
      let style = null;
      try {
        style = localStorage.getItem("kifu-coordinates");
      } catch {
        // as above
      }
      this.index = 0;
      this.style = "western";
      if (choice && (style in STYLES || style === "off")) {
        choice.value = style;
        this.setStyle(style);
      }
    }

    // Keys belong to the board while one can see it or is inside the viewer, else to the page.
    onKey(event) {
      if (!isPlain(event) || event.target.closest("input, textarea, select, [contenteditable]")) return;
      const { bottom, top } = this.part("board").getBoundingClientRect();
      const away = bottom < 80 || top > window.innerHeight - 80;
      if (away && !this.root.contains(event.target)) return;
      const [{ ways, taken }, turn] = [this.ways(), { ArrowUp: -1, ArrowDown: 1 }[event.key]];
      if (KEY[event.key]) this.go(this.step(KEY[event.key]));
      else if (turn && ways.length > 1) this.go(ways[(ways.indexOf(taken) + turn + ways.length) % ways.length]);
      else return;
      event.preventDefault();
    }

    // A move a second, from the start again if it stood at the end.
    play(on) {
      if (on === Boolean(this.timer) || this.line.length === 1) return;
      clearInterval(this.timer);
      this.timer = on ? setInterval(() => this.go(this.step("next"), true), PACE) : 0;
      this.part("play").ariaPressed = String(on);
      if (on) this.go(this.step(this.place === this.line.length - 1 ? "first" : "next"), true);
    }
  }

  const root = document.querySelector("[data-kifu]");
  const tree = root && document.getElementById(root.dataset.tree);
  if (tree) new Viewer(root, JSON.parse(tree.textContent));
})();

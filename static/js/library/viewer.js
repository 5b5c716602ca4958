// Steps through a kifu: the tree (tree.js) on its board (picture.js).  One viewer a page.  `#m87` is
// move 87 of the game, `#n412` any node, for variations.
//
// For other scripts: `document.querySelector("[data-kifu]").viewer` is the viewer, with `go(node)`,
// `index`, `tree`, `overlay(name, marks)` (further marks in the form of the tree, until replaced)
// and `load(tree, node)` (another tree of the same game, such as one with more variations).  Its
// element sends `kifu:node` after every step ({ viewer, index, path }) and `kifu:point` when a
// point is clicked ({ viewer, index, x, y }).  Elements inside the viewer, such as panels, may
// carry `data-node="12"` to go there.
"use strict";
{
  const { Picture, STYLES, Tree, letterOf } = window.kifu;
  const STEPS = { first: -Infinity, back10: -10, back: -1, next: 1, next10: 10, last: Infinity };
  const KEY = { ArrowLeft: "back", ArrowRight: "next", PageUp: "back10", PageDown: "next10", Home: "first", End: "last" };
  const PACE = 1000; // milliseconds a move when it plays by itself

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
      for (const part of root.querySelectorAll("[data-kifu-script]")) part.hidden = false;
      root.classList.add("ready");
      this.recallStyle();
      const asked = this.fromHash();
      this.index = this.tree.nodes[asked] ? asked : Number(root.dataset.node);
      this.show();
      this.listen();
      this.go(asked);
    }

    part(name) {
      return this.root.querySelector(`[data-kifu-${name}]`);
    }

    fromHash() {
      const [, kind, number] = /^#([mn])(\d+)$/.exec(location.hash) ?? [];
      if (kind === "m") return this.tree.nodeOfMove(Number(number));
      return kind && number < this.tree.nodes.length ? Number(number) : undefined;
    }

    load(data, index = this.index) {
      this.tree = this.picture.tree = new Tree(data);
      this.root.classList.toggle("has-branches", data.nodes.some(({ c }) => c.length > 1));
      this.index = this.tree.nodes[index] ? index : 0;
      this.show();
    }

    // The nodes near one that is not here yet, or whose ways on are not.
    async fetchNear(index) {
      if (this.fetching === index) return false;
      this.fetching = index;
      const { more, sayAway } = this.root.dataset;
      const part = await fetch(`${more}&node=${index}`).then((answer) => answer.ok && answer.json()).catch(() => null);
      this.fetching = null;
      if (part) this.tree.add(part);
      Object.assign(this.root.querySelector("[data-try-said]"), { textContent: part ? "" : sayAway, hidden: Boolean(part) });
      return Boolean(part);
    }

    overlay(name, marks) {
      if (marks?.length) this.picture.overlays.set(name, marks);
      else if (!this.picture.overlays.delete(name)) return; // there were none
      this.picture.draw(this.index);
    }

    // Every step ends the playing, but for the steps of playing itself.
    go(index, playing = false) {
      if (!playing) this.play(false);
      if (index === undefined || index === this.index) return;
      if (!this.tree.nodes[index]) {
        this.fetchNear(index).then((isHere) => isHere && this.go(index, playing));
        return;
      }
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
      const { h, t, m, k, cap: [black, white] } = this.tree.nodes[this.index];
      this.part("said").scrollTop = 0; // before anything changes, else the page is laid out twice
      this.line = this.tree.follow(this.index);
      this.place = this.line.indexOf(this.index);
      const end = this.line.length - 1;
      this.picture.draw(this.index);
      this.picture.title.textContent = this.sentence();
      this.part("counter").textContent = `${this.place} / ${end}`;
      this.part("sentence").textContent = this.sentence();
      const stone = this.part("stone");
      stone.classList.toggle("stone-white", k === "W");
      stone.classList.toggle("stone-black", k !== "W");
      stone.hidden = !m;
      this.part("captures").textContent = this.say("captures", { black, white });
      for (const [name, text] of Object.entries({ heading: h, comment: t })) this.part(name).textContent = text;
      Object.assign(this.slider, { max: end, value: this.place, ariaValueText: this.sentence() });
      for (const link of this.root.querySelectorAll("[data-kifu-go]")) {
        const target = this.step(link.dataset.kifuGo);
        Object.assign(link, { href: this.tree.hashOf(target), ariaDisabled: String(target === this.index) });
      }
      this.showVariations();
      const last = this.line.at(-1);
      const { more } = this.tree.nodes[last];
      if (this.place === end && !more) this.play(false);
      this.send("kifu:node", { path: this.line.slice(0, this.place + 1) });
      if (more) this.fetchNear(last).then((isHere) => isHere && this.line.includes(last) && this.show());
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
        const { k, m, b } = this.tree.nodes[node];
        const part = (name, textContent, className = "") => Object.assign(document.createElement(name), { textContent, className });
        const point = m === "pass" ? this.say("skip") : this.tree.pointOf(node, this.style) || "·";
        const who = this.tree.main.includes(node) ? this.say("main") : b;
        const words = part("span", `${point} `);
        if (who) words.append(Object.assign(part("small", who), { title: who }));
        button.append(part("span", letterOf(n), k === "W" ? "branch-key white" : "branch-key"), " ", words);
        return Object.assign(button, { type: "button", className: "branch", ariaCurrent: String(node === taken) });
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
      else if ("kifuPlay" in target.dataset) {
        this.part("menu").open = false;
        this.play(!this.timer);
      } else return;
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
  if (tree) root.viewer = new Viewer(root, JSON.parse(tree.textContent));
}

// The picture of a board that the server drew (goclub/go/diagrams/board_svg.py describes it).
"use strict";
{
  const { STYLES, letterOf } = window.kifu;
  const UNIT = 10; // between neighbouring lines of the picture
  const HEAD = 4; // of an arrow
  const NAMES = { B: "black", W: "white", "": "empty" };
  const CLEARS_GROUND = { TR: true, SQ: true, CR: true, MA: true, SL: true, LB: true, TB: false, TW: false, DD: false };
  // The eight ways to lay the board: turned by quarters, then mirrored left to right.
  const TURNS = [(x, y) => [x, y], (x, y, w, h) => [h - 1 - y, x], (x, y, w, h) => [w - 1 - x, h - 1 - y], (x, y, w) => [y, w - 1 - x]];

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

  class Picture {
    constructor(svg, tree) {
      Object.assign(this, { svg, tree, ids: `#${svg.dataset.prefix}-`, wide: svg.getAttribute("viewBox") });
      [this.title, this.coords, this.stones, this.marks] = ["title", ".coords", ".stones", ".marks"].map((name) => svg.querySelector(`:scope > ${name}`));
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
      this.index = index;
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

    ghostStone(colour, point) {
      const { x, y } = this.place(...point);
      const ghost = make("g", { class: "ghost", "data-at": point, transform: `translate(${x} ${y})` });
      ghost.append(make("use", { href: this.ids + NAMES[colour] }));
      return ghost;
    }

    // A stone of an engine's line, with its number.
    engineStone(x, y, colour, number) {
      const stone = this.ghostStone(colour, [x, y]);
      stone.setAttribute("class", "ghost of-engine");
      stone.append(make("circle", { r: 4.6 }), makeText(`letter on-${NAMES[colour]}`, String(number), {}));
      return stone;
    }

    // The ways on from here, where there are several; what is marked already keeps its mark.
    ghosts(covered) {
      const { nodes } = this.tree;
      const { c } = nodes[this.index];
      const found = [];
      this.ways = new Map(); // "x,y" -> node
      for (const [way, node] of c.length > 1 ? c.entries() : []) {
        const { k, m } = nodes[node];
        if (!Array.isArray(m) || this.shown.has(`${m}`) || covered.has(`${m}`)) continue;
        const ghost = this.ghostStone(k, m);
        ghost.append(makeText(`letter on-${NAMES[k]}`, letterOf(way), {}));
        this.ways.set(`${m}`, node);
        found.push(ghost);
      }
      return found;
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
        else if (kind === "engine") {
          signs.push(this.engineStone(x, y, ...more));
          covered.add(`${x},${y}`);
        } else if (kind === "AR" || kind === "LN") signs.push(this.line(kind, x, y, ...more));
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
      this.marks.replaceChildren(...this.ghosts(covered), ...signs);
    }
  }

  Object.assign(window.kifu, { make, Picture });
}

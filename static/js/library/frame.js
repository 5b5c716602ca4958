// Frames on a board, drawn with the mouse or a finger, to search what is inside: on the page of a game
// (viewer.js) and in the search (search.js).
"use strict";
{
  const UNIT = 10; // between neighbouring lines of the picture
  const LETTERS = "abcdefghijklmnopqrs";

  // Calls `framed(low, high)`, the corners as seen, once a frame was drawn on the board in `holder` that
  // began where `begins(event)`.
  const drawFrames = (holder, begins, framed) => {
    let [start, frame, ended] = [null, null, -Infinity];
    const pointAt = ({ clientX, clientY }) => {
      const board = holder.querySelector("svg.board");
      const { width, height } = board.querySelector("path.lines").getBBox();
      const at = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
      return [[at.x, width], [at.y, height]].map(([n, end]) => Math.round(Math.max(0, Math.min(end, n)) / UNIT));
    };
    const corners = (to) => [Math.min, Math.max].map((end) => start.map((n, axis) => end(n, to[axis])));
    const stop = () => {
      frame?.remove();
      start = frame = null;
    };
    holder.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary || !event.target.closest("svg.board") || !begins(event)) return;
      start = pointAt(event);
      event.stopPropagation(); // a frame steps to no other move
    }, true);
    addEventListener("pointermove", (event) => {
      const to = start && pointAt(event);
      if (!to || (!frame && to.every((n, axis) => n === start[axis]))) return;
      const [low, high] = corners(to);
      const board = holder.querySelector("svg.board");
      frame ??= board.appendChild(document.createElementNS(board.namespaceURI, "rect"));
      frame.setAttribute("class", "search-frame");
      frame.setAttribute("x", low[0] * UNIT - UNIT / 2);
      frame.setAttribute("y", low[1] * UNIT - UNIT / 2);
      frame.setAttribute("width", (high[0] - low[0] + 1) * UNIT);
      frame.setAttribute("height", (high[1] - low[1] + 1) * UNIT);
    });
    addEventListener("pointerup", (event) => {
      if (frame) {
        // The click that ends a frame with the mouse plays no move.
        ended = event.timeStamp;
        framed(...corners(pointAt(event)));
      }
      stop();
    });
    addEventListener("pointercancel", stop);
    holder.addEventListener("click", (event) => {
      if (event.timeStamp - ended > 50) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    holder.addEventListener("dragstart", (event) => event.preventDefault());
  };
  window.drawFrames = drawFrames;

  // On the page of a game: the search begins from the move that is shown.
  const viewer = document.querySelector("[data-kifu]")?.viewer;
  const [link, button] = ["[data-kifu-positions]", "[data-kifu-frame]"].map((part) => document.querySelector(part));
  if (viewer && button) {
    const name = ([x, y]) => LETTERS[x] + LETTERS[y];
    const address = () => {
      const { main, nodes } = viewer.tree;
      const path = viewer.tree.path(viewer.index);
      const tried = path.filter((node) => !main.includes(node));
      const line = tried.map((node) => (nodes[node].m === "pass" ? "--" : nodes[node].m && name(nodes[node].m))).filter(Boolean);
      const query = new URL(link.href);
      query.searchParams.set("move", path.length - tried.length - 1);
      query.searchParams.set("m", line.join(""));
      return query;
    };
    const follow = () => (link.href = address());
    viewer.root.addEventListener("kifu:node", follow);
    follow();
    const board = viewer.part("board");
    button.addEventListener("click", () => {
      const on = board.classList.toggle("framing");
      button.ariaPressed = String(on);
      if (on) board.scrollIntoView({ block: "center" });
      viewer.tell(on ? button.dataset.say : "");
    });
    drawFrames(board, () => board.classList.contains("framing"), (low, high) => {
      const inside = [];
      for (let y = 0; y < viewer.tree.height; y += 1) {
        for (let x = 0; x < viewer.tree.width; x += 1) {
          if (viewer.picture.lay(x, y).every((n, axis) => n >= low[axis] && n <= high[axis])) inside.push([x, y]);
        }
      }
      const query = address();
      query.searchParams.set("area", name(inside[0]) + name(inside.at(-1)));
      location.assign(query);
    });
  }
}

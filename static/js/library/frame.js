// Draws a frame on the board of the position search, and searches what is inside it.
(() => {
  const board = document.querySelector("[data-frame] svg.board");
  const form = document.getElementById("pattern");
  if (!board || !form) return;
  form.querySelector(".drag-hint").hidden = !matchMedia("(pointer: fine)").matches;
  const UNIT = 10;
  const LETTERS = "ABCDEFGHJKLMNOPQRST";
  const size = Math.round(board.querySelector("path.lines").getBBox().width / UNIT) + 1;
  let start = null;
  let frame = null;

  const pointAt = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY);
    const at = place.matrixTransform(board.getScreenCTM().inverse());
    return [at.x, at.y].map((n) => Math.max(0, Math.min(size - 1, Math.round(n / UNIT))));
  };
  const name = ([x, y]) => LETTERS[x] + (size - y);
  const ends = (event) => {
    const to = pointAt(event);
    return [start.map((n, axis) => Math.min(n, to[axis])), start.map((n, axis) => Math.max(n, to[axis]))];
  };
  const draw = (event) => {
    const [low, high] = ends(event);
    frame ??= board.appendChild(document.createElementNS(board.namespaceURI, "rect"));
    frame.setAttribute("class", "search-frame");
    frame.setAttribute("x", low[0] * UNIT - UNIT / 2);
    frame.setAttribute("y", low[1] * UNIT - UNIT / 2);
    frame.setAttribute("width", (high[0] - low[0] + 1) * UNIT);
    frame.setAttribute("height", (high[1] - low[1] + 1) * UNIT);
  };

  board.addEventListener("dragstart", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" && event.button === 0) start = pointAt(event);
  });
  addEventListener("pointermove", (event) => {
    if (start && (frame || pointAt(event).some((n, axis) => n !== start[axis]))) draw(event);
  });
  addEventListener("pointerup", (event) => {
    if (start && frame) {
      const [low, high] = ends(event);
      form.elements.from.value = name([low[0], high[1]]);
      form.elements.to.value = name([high[0], low[1]]);
      form.requestSubmit();
    }
    start = null;
  });
  // The click that ends a frame plays no move.
  board.addEventListener("click", (event) => { if (frame) event.preventDefault(); }, true);
})();

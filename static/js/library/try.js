// A private try on the board of the viewer (viewer.js): a click on an empty point plays a stone at
// once by the rules of rules.js, from whatever move is shown; what is there already is followed.  The
// moves grow as branches of the reader's own tree until they go back to the game; "Keep" sends them to
// the site, which checks all of them again.  Without this script "Try a move" leads to a page of its own.
"use strict";
(() => {
  const { SGF, nextColour, tryMove } = window.kifu;
  const root = document.querySelector("[data-kifu]");
  const viewer = root?.viewer;
  const box = root?.querySelector("[data-try]");
  if (!box || !viewer) return;

  const part = (name) => root.querySelector(`[data-try-${name}]`);
  const [start, said, typed, form, undo] = ["start", "said", "point", "form", "undo"].map(part);
  const svg = viewer.picture.svg;
  const suicide = "suicide" in box.dataset;
  const most = Number(box.dataset.most); // moves of one variation
  const WORTH_ASKING = 3; // moves; fewer are lost without a question when the page is left

  // They come last, so the rest of a large tree is not gone through.
  const drafts = () => {
    const { nodes } = viewer.tree;
    const first = nodes.findLastIndex((node) => !node?.isDraft) + 1;
    return Array.from(nodes.slice(first), (_, place) => first + place);
  };
  const isDraft = (index) => viewer.tree.nodes[index].isDraft;
  // The tried moves on the way to a node, and the node of the game where they begin.
  const triedTo = (index) => viewer.tree.path(index).filter(isDraft);
  const origin = (index) => viewer.tree.path(index).findLast((node) => !isDraft(node));

  const pointName = (move) => (move === "pass" ? box.dataset.sayPass : viewer.tree.name(...move, viewer.style));

  let hiding = 0;
  const tell = (text) => {
    clearTimeout(hiding);
    said.textContent = text;
    said.hidden = !text;
    if (text) hiding = setTimeout(() => tell(""), 5000);
  };
  viewer.tell = tell;

  const load = (nodes, index) => {
    const { main, width, height } = viewer.tree;
    viewer.load({ nodes, main, size: [width, height] }, index);
  };

  const play = (move) => {
    const { tree, index } = viewer;
    viewer.play(false);
    const there = tree.nodes[index].c.find((child) => `${tree.nodes[child].m}` === `${move}`);
    if (there !== undefined) {
      viewer.go(there);
      return;
    }
    const { node, reason } = triedTo(index).length < most ? tryMove(tree, index, move, suicide) : { reason: "most" };
    if (reason) {
      tell(box.dataset[`say${reason[0].toUpperCase()}${reason.slice(1)}`].replace("{point}", pointName(move)));
      return;
    }
    if (!isDraft(index)) node.b = box.dataset.sayYours;
    const nodes = tree.nodes.concat([node]); // keeps the gaps of a tree that came in parts
    nodes[index] = { ...nodes[index], c: [...nodes[index].c, tree.nodes.length] };
    box.hidden = false;
    load(nodes, tree.nodes.length);
    const taken = node.r?.length ? `${viewer.part("captures").textContent}. ` : "";
    viewer.live.textContent = `${viewer.sentence()}. ${taken}${toPlay()}`;
  };

  // The tree without some tried moves; those after them have gone too.
  const remove = (gone, index) => {
    const { nodes } = viewer.tree;
    const first = drafts()[0] ?? nodes.length;
    const places = new Map(drafts().filter((node) => !gone.has(node)).map((node, place) => [node, first + place]));
    const placeOf = (node) => (node < first ? node : places.get(node));
    const kept = nodes.slice(0, first).concat([...places.keys()].map((node) => nodes[node]));
    load(kept.map((node) => ({ ...node, p: placeOf(node.p), c: node.c.map(placeOf).filter((child) => child !== undefined) })), placeOf(index));
    viewer.live.textContent = viewer.sentence();
  };

  const takeBack = () => {
    const { tree, index } = viewer;
    if (!isDraft(index)) return;
    remove(new Set(drafts().filter((node) => tree.path(node).includes(index))), tree.nodes[index].p);
  };

  const leave = () => {
    const inside = box.contains(document.activeElement);
    const home = origin(viewer.index);
    box.hidden = true;
    remove(new Set(drafts()), home);
    if (inside) start.focus();
  };

  const toPlay = () => box.dataset[`say${nextColour(viewer.tree, viewer.index)}`];

  // The moves are numbered on the board from 1; a stone that was captured since has no number.
  const number = () => {
    const stones = viewer.tree.stones(viewer.index);
    const marks = triedTo(viewer.index).map((node, place) => [viewer.tree.nodes[node], place + 1]);
    const shown = marks.filter(([{ m, n }]) => stones.get(`${m}`)?.number === n);
    viewer.overlay("try", shown.map(([{ m }, label]) => ["LB", ...m, String(label)]));
  };

  const show = () => {
    tell("");
    toCome(null);
    const tried = triedTo(viewer.index);
    root.classList.toggle("in-try", tried.length > 0);
    if (box.hidden) {
      viewer.overlay("try");
      return;
    }
    number();
    const all = drafts().length;
    const colour = nextColour(viewer.tree, viewer.index);
    for (const stone of box.querySelectorAll("[data-try-stone]")) stone.hidden = stone.dataset.tryStone !== colour;
    part("turn").textContent = toPlay();
    part("hint").hidden = all > 0;
    part("line").textContent = tried.map((node) => pointName(viewer.tree.nodes[node].m)).join(" ");
    undo.disabled = !tried.length;
    if (form) form.hidden = !all;
  };

  // The stone to come, where a mouse points.
  const pointer = matchMedia("(hover: hover) and (pointer: fine)");
  let ghost = null;
  const toCome = (point) => {
    if (ghost?.dataset.at === `${point}`) return;
    ghost?.remove();
    ghost = null;
    if (!point || viewer.picture.ways.has(`${point}`)) return;
    const { node } = tryMove(viewer.tree, viewer.index, point, suicide);
    if (!node) return;
    ghost = viewer.picture.ghostStone(node.k, point);
    ghost.setAttribute("class", "stone-to-come");
    svg.append(ghost);
  };
  svg.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "mouse" && pointer.matches) toCome(viewer.picture.pointAt(clientX, clientY));
  });
  svg.addEventListener("pointerleave", () => toCome(null));

  const playTyped = () => {
    const name = typed.value.trim().toLowerCase();
    const { width, height } = viewer.tree;
    typed.value = "";
    if (!name) return;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const names = [viewer.tree.name(x, y, "western"), viewer.tree.name(x, y, viewer.style)];
        if (names.some((known) => known.toLowerCase() === name)) {
          play([x, y]);
          return;
        }
      }
    }
    if (name === "pass" || name === box.dataset.sayPass) play("pass");
    else tell(box.dataset.sayUnknown.replace("{point}", name));
  };

  root.addEventListener("kifu:node", show);
  root.addEventListener("kifu:point", ({ detail: { x, y } }) => play([x, y]));
  start.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    box.hidden = false;
    show();
    (event.detail ? part("hint") : typed).focus({ preventScroll: true });
  });
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    playTyped();
  });
  document.addEventListener("keydown", (event) => {
    const isText = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "Backspace" || isText || !isDraft(viewer.index)) return;
    event.preventDefault();
    takeBack();
  });
  part("play").addEventListener("click", playTyped);
  part("pass").addEventListener("click", () => play("pass"));
  undo.addEventListener("click", takeBack);
  part("leave").addEventListener("click", leave);

  // Every branch that was tried is kept, the one that is shown last: the site returns to it.
  let isKept = false;
  form?.addEventListener("submit", () => {
    isKept = true;
    const { nodes } = viewer.tree;
    const shown = viewer.line.at(-1);
    const ends = drafts().filter((node) => !nodes[node].c.length && node !== shown);
    if (isDraft(shown)) ends.push(shown);
    const spell = ({ k, m }) => k + (m === "pass" ? "-" : SGF[m[0]] + SGF[m[1]]);
    const fields = ends.flatMap((end) => [
      ["at", viewer.keyOf(origin(end))],
      ["moves", triedTo(end).map((node) => spell(nodes[node])).join("")],
    ]);
    for (const old of form.querySelectorAll("[name=at], [name=moves]")) old.remove();
    form.append(...fields.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  });
  window.addEventListener("beforeunload", (event) => {
    if (form && !isKept && drafts().length >= WORTH_ASKING) event.preventDefault();
  });
})();

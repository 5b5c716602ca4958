// A variation played on the board of the viewer (viewer.js): a click on an empty point plays a stone
// at once, in a private try that may be saved; points can be typed too.  This script knows no rule of
// Go either: the server says what each move does, or why it cannot be played, and checks all of them
// again when they are saved.  Works on the events of viewer.js; without this script the link leads to
// a page of its own.
"use strict";
(() => {
  const box = document.querySelector("[data-variation]");
  const root = document.querySelector("[data-kifu]");
  const viewer = root?.viewer;
  if (!box || !viewer) return;

  const part = (name) => root.querySelector(`[data-variation-${name}]`);
  const [start, form, point] = ["start", "form", "point"].map(part);

  // While somebody plays: the tree as it was, the first answer of the server and one for each move
  // ({ moves, turn, node }), and the nodes that were walked, from the one where it began.
  let draft = null;
  let queue = Promise.resolve(); // clicks may come faster than answers

  const say = (text) => (part("status").textContent = text);

  const refuse = (text) => {
    part("problem").hidden = !text;
    part("problem").querySelector("span").textContent = text;
  };

  // The tree with the moves so far; those that stand there already are followed.
  const grow = () => {
    const { tree, answers, walked } = draft;
    const nodes = [...tree.nodes];
    walked.length = 1;
    for (const { node } of answers.slice(1)) {
      const at = walked.at(-1);
      let next = nodes[at].c.find((child) => nodes[child].k === node.k && `${nodes[child].m}` === `${node.m}`);
      if (next === undefined) {
        next = nodes.push({ ...node, p: at, c: [], isDraft: true }) - 1;
        nodes[at] = { ...nodes[at], c: [...nodes[at].c, next] };
      }
      walked.push(next);
    }
    load(nodes, walked.at(-1));
  };

  const load = (nodes, index) => {
    const { main, width, height } = draft.tree;
    viewer.load({ nodes, main, size: [width, height] }, index);
  };

  // The moves up to the one that is shown, numbered on the board from 1.
  const number = () => {
    const labels = new Map();
    const { walked } = draft;
    walked.slice(1, walked.indexOf(viewer.index) + 1).forEach((node, place) => {
      const { m } = viewer.tree.nodes[node];
      if (Array.isArray(m)) labels.set(`${m}`, ["LB", ...m, String(place + 1)]);
    });
    viewer.overlay("variation", [...labels.values()]);
  };

  const tell = () => {
    const { answers, walked } = draft;
    const { moves, turn } = answers.at(-1);
    const count = walked.length - 1;
    const toPlay = box.dataset[`say${turn}`];
    say(count ? `${viewer.sentence()}. ${toPlay}` : toPlay);
    for (const stone of box.querySelectorAll("[data-variation-stone]")) stone.hidden = stone.dataset.variationStone !== turn;
    part("line").hidden = !count;
    part("line").textContent = walked.slice(1).map((node) => viewer.tree.pointOf(node, viewer.style) || box.dataset.sayPass).join(" ");
    part("moves").value = moves;
    part("save").disabled = !count;
    const undo = part("undo");
    if (!count && document.activeElement === undo) part("title").focus({ preventScroll: true });
    undo.disabled = !count;
  };

  const ask = async (play) => {
    if (!draft) return;
    const asked = draft;
    const query = new URLSearchParams({ at: part("at").value, moves: asked.answers.at(-1)?.moves ?? "", play });
    let answer;
    try {
      answer = await (await fetch(`${box.dataset.variationNext}?${query}`)).json();
    } catch {
      answer = { problem: box.dataset.sayLost };
    }
    if (draft !== asked) return; // left meanwhile
    refuse(answer.problem ?? "");
    if (answer.problem) return;
    asked.answers.push(answer);
    grow();
    tell();
  };

  const play = (name) => (queue = queue.then(() => ask(name)));

  const show = (on) => {
    form.hidden = !on;
    start.hidden = on;
    root.classList.toggle("in-variation", on);
  };

  const begin = (byKeys) => {
    viewer.play(false);
    draft = { tree: viewer.tree, answers: [], walked: [viewer.index] };
    part("at").value = new URL(start.href).searchParams.get("at");
    refuse("");
    say("");
    show(true);
    if (byKeys) point.focus();
    else {
      part("title").focus({ preventScroll: true });
      root.scrollIntoView({ block: "nearest" });
    }
    play("");
  };

  const leave = () => {
    viewer.overlay("variation");
    load(draft.tree.nodes, draft.walked[0]);
    draft = null;
    show(false);
    start.focus();
  };

  const playTyped = () => {
    if (point.value.trim()) play(point.value);
    point.value = "";
    point.focus();
  };

  root.addEventListener("kifu:node", () => draft && number());
  root.addEventListener("kifu:point", ({ detail: { x, y } }) => {
    const name = viewer.tree.name(x, y, "western");
    const { shown, ways } = viewer.picture;
    if (!draft) {
      if (shown.has(`${x},${y}`) || ways.has(`${x},${y}`)) return; // a stone, or a move that stands there
      begin(false);
      play(name);
      return;
    }
    const end = draft.walked.at(-1);
    if (viewer.index === end) play(name);
    else {
      viewer.go(end);
      say(box.dataset.sayEnd);
    }
  });
  start.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    begin(!event.detail);
  });
  point.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    playTyped();
  });
  part("play").addEventListener("click", playTyped);
  part("pass").addEventListener("click", () => play("pass"));
  part("leave").addEventListener("click", leave);
  part("undo").addEventListener("click", () => {
    if (draft.answers.length < 2) return;
    draft.answers.pop();
    refuse("");
    grow();
    tell();
  });
  let isSaved = false;
  form.addEventListener("submit", () => (isSaved = true));
  window.addEventListener("beforeunload", (event) => {
    if (draft?.answers.length > 1 && !isSaved) event.preventDefault();
  });
})();

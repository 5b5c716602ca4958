// The club's memory beside the board: how often the position that is shown was played, how it went
// on, and what the reader chose.  One answer for all moves of the game, asked for at the first step.
"use strict";
(() => {
  const panel = document.querySelector("[data-memory]");
  const viewer = document.querySelector("[data-kifu]")?.viewer;
  if (!panel || !viewer) return;
  const [text, moves, games] = ["text", "moves", "games"].map((name) => panel.querySelector(`[data-memory-${name}]`));
  let places = null;

  // A move that is a branch of the tree keeps its letter; the others get the next ones.
  const lettered = (rows) => {
    const { nodes } = viewer.tree;
    const { c } = nodes[viewer.index];
    const ways = c.length > 1 ? c : [];
    let free = ways.length;
    return rows.map((row) => {
      const way = ways.findIndex((node) => nodes[node].k === row.k && `${nodes[node].m}` === `${row.at}`);
      return { ...row, isWay: way >= 0, letter: window.kifu.letterOf(way >= 0 ? way : free++) };
    });
  };

  const link = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });

  const item = ({ letter, k, text: words, href, mine, own }) => {
    const row = document.createElement("li");
    const key = Object.assign(document.createElement("span"), { textContent: letter, className: k === "W" ? "branch-key white" : "branch-key" });
    const lines = document.createElement("span");
    lines.append(link(href, words));
    if (mine) lines.append(link(own, mine.replace("{letter}", letter)));
    row.append(key, lines);
    return row;
  };

  const show = () => {
    const node = viewer.tree.nodes[viewer.index];
    const place = node.m && viewer.tree.main.includes(viewer.index) ? places?.[node.n] : null;
    panel.hidden = !place;
    const rows = place ? lettered(place.moves) : [];
    if (place) {
      text.textContent = place.text;
      games.href = place.href;
      moves.replaceChildren(...rows.map(item));
    }
    const marked = panel.open ? rows.filter(({ isWay }) => !isWay) : [];
    viewer.overlay("memory", marked.map(({ at, letter }) => ["LB", ...at, letter]));
  };

  const load = () => {
    places = {};
    fetch(panel.dataset.memory).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({})).then((answer) => {
      places = answer;
      show();
    });
  };

  document.addEventListener("kifu:node", () => (places ? show() : load()));
  panel.addEventListener("toggle", show);
  if (viewer.index !== viewer.tree.main.at(-1)) load();
})();

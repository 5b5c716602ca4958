// What an engine said about the game: its chart follows the board, and its variations are laid over the
// board as stones of their own, which never enter the tree.  The part may be replaced by live.js.
"use strict";
(() => {
  const root = document.querySelector("[data-kifu]");
  const viewer = root?.viewer;
  if (!viewer) return;
  let shown = null; // the node and the stones of the variation that was asked for

  const lay = () => {
    const fits = shown?.at === viewer.index;
    if (!fits) shown = null;
    viewer.overlay("engine", shown?.stones);
    if (fits) viewer.part("heading").textContent = shown.words;
  };

  // The last move of the game on the way to what the board shows.
  const follow = (path) => {
    const places = new Map([...root.querySelectorAll(".lead-chart a")].map((link) => [Number(link.dataset.node), link.lastElementChild]));
    const place = places.get(path.findLast((node) => places.has(node)));
    const mark = root.querySelector("[data-review-here]");
    if (mark && place) mark.setAttribute("d", mark.getAttribute("d").replace(/^M[\d.]+/, `M${place.x.baseVal.value + place.width.baseVal.value / 2}`));
  };

  root.addEventListener("kifu:node", ({ detail }) => {
    follow(detail.path);
    lay();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-review-stones]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const at = Number(link.dataset.at);
    viewer.go(at);
    shown = { at, stones: JSON.parse(link.dataset.reviewStones), words: link.dataset.say };
    if (viewer.index === at) lay(); // else it comes with the node
    viewer.part("board").scrollIntoView({ block: "nearest" });
  });
})();

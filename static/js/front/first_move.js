// The first move of a visitor: a stone placed on a small board, by the rules of rules.js, until White's
// stone is captured.  Without this script the board is a picture beside its question.
"use strict";
(() => {
  const box = document.querySelector("[data-first-move]");
  const data = document.getElementById("first-move-tree");
  if (!box || !data) return;
  const { Picture, Tree, tryMove } = window.kifu;
  const svg = box.querySelector("svg");
  const part = (name) => box.querySelector(`[data-first-move-${name}]`);
  const start = JSON.parse(data.textContent);
  const tree = new Tree(start);
  const picture = new Picture(svg, tree);
  const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let at = [4, 3]; // where the arrow keys are
  let isSolved = false;
  let ghost = null;

  const toCome = (point) => {
    ghost?.remove();
    ghost = null;
    const { node } = point && !isSolved ? tryMove(tree, 0, point) : {};
    if (!node) return;
    ghost = picture.ghostStone(node.k, point);
    ghost.setAttribute("class", "stone-to-come");
    svg.append(ghost);
  };

  const begin = () => {
    isSolved = false;
    picture.tree = tree;
    picture.draw(0);
    part("again").hidden = true;
    part("said").textContent = "";
  };

  const play = (point) => {
    if (isSolved || !point) return;
    begin();
    toCome(null);
    const { node } = tryMove(tree, 0, point);
    if (!node) {
      part("said").textContent = box.dataset.sayNot;
      return;
    }
    const [root] = start.nodes;
    picture.tree = new Tree({ ...start, nodes: [{ ...root, c: [1] }, node] });
    picture.draw(1);
    isSolved = node.r.length > 0;
    box.classList.toggle("solved", isSolved);
    part("said").textContent = isSolved ? box.dataset.sayRight : box.dataset.sayAgain;
    part("again").hidden = !isSolved;
  };

  picture.draw(0);
  svg.tabIndex = 0;
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-label", `${picture.title.textContent}. ${box.dataset.sayBoard}`);
  svg.addEventListener("click", ({ clientX, clientY }) => play(picture.pointAt(clientX, clientY)));
  svg.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "mouse") toCome(picture.pointAt(clientX, clientY));
  });
  svg.addEventListener("pointerleave", () => toCome(null));
  svg.addEventListener("keydown", (event) => {
    const step = STEP[event.key];
    if (step) {
      at = at.map((place, axis) => Math.max(0, Math.min(tree.width - 1, place + step[axis])));
      part("said").textContent = tree.name(...at, "western");
      toCome(at);
    } else if (event.key === "Enter" || event.key === " ") play(at);
    else return;
    event.preventDefault();
  });
  part("again").addEventListener("click", () => {
    box.classList.remove("solved");
    begin();
    svg.focus();
  });
})();

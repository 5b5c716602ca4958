// Comments beside the board: those on the move that is shown stand out, the form follows the board,
// and points named in a text light up.  Works on the events of viewer.js; without this script the
// same links lead through the server.
"use strict";
(() => {
  const panel = document.querySelector("[data-comments]");
  const viewer = document.querySelector("[data-kifu]")?.viewer;
  if (!panel || !viewer) return;

  const list = panel.querySelector("[data-comments-list]");
  const count = panel.querySelector("[data-comments-count]");
  const all = panel.querySelector("[data-comments-all]");
  const at = document.querySelector("[data-comments-at]");
  const where = document.querySelector("[data-comments-where]");
  const start = document.querySelector("[data-try-start]");
  const share = document.querySelector("[data-comments-link]");
  const keys = JSON.parse(document.getElementById("comments-keys")?.textContent ?? "{}");

  // The place of a node as the server names it: steps along first children, number of the child,
  // steps again (goclub/go/records/layers.py).
  const spotOf = (index) => {
    const { nodes } = viewer.tree;
    const steps = [0];
    const path = viewer.tree.path(index);
    for (let i = 1; i < path.length; i += 1) {
      const choice = nodes[path[i - 1]].c.indexOf(path[i]);
      if (choice) steps.push(choice, 0);
      else steps[steps.length - 1] += 1;
    }
    return steps.join(".");
  };

  viewer.keyOf = (index) => keys[index] ?? spotOf(index);

  // The comments by their nodes: a step touches only those of the moves that it leaves and comes to.
  const total = list?.children.length ?? 0;
  const itemsOf = {};
  for (const item of list?.children ?? []) (itemsOf[item.dataset.commentsNode] ??= []).push(item);
  let here = [];
  // Those of the move stand in a list of their own while the others are set aside: the browser keeps
  // what it drew of hundreds of comments, where hiding each of them cost more than the step.
  const near = Object.assign(document.createElement("ol"), { className: "comments-list" });
  const after = new Map(Array.from(list?.children ?? [], (item) => [item, item.nextElementSibling]));
  list?.before(near);

  // Where somebody spoke of this move, only that is shown until the reader wants all.
  const follow = (index) => {
    if (viewer.tree.nodes[index].isDraft) return; // try.js: not there for others
    const focused = document.activeElement;
    for (const item of here) item.classList.remove("here");
    for (const item of [...near.children].toReversed()) list.insertBefore(item, after.get(item));
    here = itemsOf[index] ?? [];
    for (const item of here) item.classList.add("here");
    const others = here.length > 0 && here.length < total;
    all.hidden = !others;
    const isOnly = others && all.ariaPressed !== "true";
    list?.classList.toggle("set-aside", isOnly);
    if (isOnly) near.append(...here);
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    const said = panel.dataset.sayHere.replace("{here}", here.length).replace("{all}", total);
    count.textContent = total ? said : "";
    share.search = new URLSearchParams({ at: viewer.keyOf(index) });
    if (!at) return;
    at.value = viewer.keyOf(index);
    where.textContent = viewer.sentence();
    start.href = `${start.href.split("?")[0]}?at=${encodeURIComponent(at.value)}`;
  };

  const light = (link) => viewer.overlay("comments", link ? [["CR", ...link.dataset.mark.split(",").map(Number)]] : []);

  document.addEventListener("kifu:node", ({ detail }) => {
    light(null);
    follow(detail.index);
  });
  // The viewer goes to the move by itself; the point is lit after that.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-mark]");
    if (link && panel.contains(link)) light(link);
  });
  for (const name of ["pointerover", "focusin"]) {
    panel.addEventListener(name, ({ target }) => {
      const link = target.closest("[data-mark]");
      if (link && link.dataset.node === String(viewer.index)) light(link);
    });
  }
  all.addEventListener("click", () => {
    all.ariaPressed = String(all.ariaPressed !== "true");
    follow(viewer.index);
  });
  // Where the browser lets no page copy, the link leads to the address to be copied.
  share.addEventListener("click", (event) => {
    const isTried = viewer.tree.nodes[viewer.index].isDraft;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(isTried || navigator.clipboard)) return;
    event.preventDefault();
    share.closest("details").open = false;
    if (isTried) viewer.tell(share.dataset.sayTry);
    else navigator.clipboard.writeText(share.href).then(() => viewer.tell(share.dataset.sayCopied), () => location.assign(share.href));
  });
  // An address may name a comment that is not about this move: it is shown all the same.
  if (panel.querySelector(":target")) all.ariaPressed = "true";
  follow(viewer.index);
})();

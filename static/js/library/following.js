// Follows a game that is being recorded: the moves that live.js brings go into the viewer.  Readers who
// look at the last move see the next one; those who went back, or try moves, stay where they are.
"use strict";
{
  const { viewer } = document.querySelector("[data-kifu]");
  let news = null;

  const take = () => {
    if (!news || viewer.tree.nodes.some(({ isDraft }) => isDraft)) return;
    const [tree, { index }] = [news, viewer];
    news = null;
    const isLast = index === viewer.tree.main.at(-1);
    viewer.load(tree, isLast || !tree.nodes[index] ? tree.main.at(-1) : index);
  };

  document.addEventListener("live:news", ({ target }) => {
    const moves = target.querySelector("script");
    if (!moves) return;
    news = JSON.parse(moves.textContent);
    moves.remove();
    take();
  });
  document.addEventListener("kifu:node", take); // once a try has ended
}

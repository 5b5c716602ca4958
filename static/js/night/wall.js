// The wall looks again by itself and turns its pages; without this script a link turns them.
"use strict";

{
  const turn = async () => {
    const wall = document.getElementById("wall");
    try {
      const answer = await fetch(wall.dataset.next || location.search, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) return;
      const there = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wall");
      if (there) wall.replaceWith(document.adoptNode(there));
    } catch {
      // The line is down: what is shown stays, and the next turn may get through.
    }
  };
  setInterval(turn, 1000 * Number(document.getElementById("wall").dataset.wall));
}

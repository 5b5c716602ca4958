// The rules of a tournament: the picture of the bar follows the fields of bar and floor.  The criteria
// of placement are moved by order.js.
"use strict";

{
  const bar = document.querySelector("#id_bar");
  const floor = document.querySelector("#id_floor");
  let asked = 0;
  const picture = async () => {
    const here = document.querySelector("#bars");
    if (!here) return;
    const turn = ++asked;
    const query = new URLSearchParams({ bar: bar.value, floor: floor.value });
    try {
      const answer = await fetch(`${here.dataset.bars}?${query}`, { cache: "no-store" });
      if (answer.status !== 200 || answer.redirected) return;
      const html = await answer.text();
      if (turn !== asked) return;
      const there = new DOMParser().parseFromString(html, "text/html").querySelector("#bars");
      const details = there.querySelector("details");
      if (details) details.open = here.querySelector("details")?.open ?? false;
      here.replaceWith(document.adoptNode(there));
    } catch {
      // The line is down: the picture stays as it is, and the button shows it anew.
    }
  };
  if (bar && floor) for (const field of [bar, floor]) field.addEventListener("input", picture);
}

// The rules of a tournament: the criteria of placement move without a new page, by their buttons, by
// dragging, or with Alt and the arrow keys; the picture of the bar follows the fields of bar and floor.
// Without this script every button sends the form, which comes back as it was typed.
"use strict";

{
  const list = document.querySelector("[data-criteria]");
  const status = document.querySelector("[data-criteria-status]");
  const items = () => [...list.querySelectorAll("[data-criterion]")];

  const tell = (item) => {
    status.textContent = `${items().indexOf(item) + 1}. ${item.querySelector("b").textContent}`;
  };

  const move = (item, by) => {
    const all = items();
    const place = all.indexOf(item) + by;
    if (place < 0 || place >= all.length) return;
    if (by < 0) all[place].before(item);
    else all[place].after(item);
    tell(item);
  };

  list?.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const item = button?.closest("[data-criterion]");
    if (!item) return;
    const by = { criteria_up: -1, criteria_down: 1 }[button.name];
    if (!by) return; // removing sends the form, so that the criterion can be chosen again
    event.preventDefault();
    move(item, by);
    button.focus();
  });

  list?.addEventListener("keydown", (event) => {
    const item = event.target.closest("[data-criterion]");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!item || !by || !event.altKey) return;
    event.preventDefault();
    const focused = document.activeElement;
    move(item, by);
    focused.focus();
  });

  let dragged = null;
  for (const item of list ? items() : []) {
    item.draggable = true;
    item.addEventListener("dragstart", (event) => {
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", item.dataset.criterion);
    });
    item.addEventListener("dragend", () => {
      if (dragged) tell(dragged);
      dragged = null;
    });
    item.addEventListener("dragover", (event) => {
      if (!dragged || dragged === item) return;
      event.preventDefault();
      const all = items();
      if (all.indexOf(dragged) < all.indexOf(item)) item.after(dragged);
      else item.before(dragged);
    });
  }

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

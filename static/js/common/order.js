// A list whose items move without a new page, by their buttons, by dragging, or with Alt and the arrow
// keys.  Where it says so (data-save) its form is sent after each step.  Without this script every
// button sends the form.
"use strict";

{
  const list = document.querySelector("[data-criteria]");
  const status = document.querySelector("[data-criteria-status]");
  const items = () => [...list.querySelectorAll("[data-criterion]")];

  const tell = (item) => {
    status.textContent = `${items().indexOf(item) + 1}. ${item.querySelector("b").textContent}`;
  };

  // One after another, so that the last order is the one that stays.
  let saving = Promise.resolve();
  const save = () => {
    if (!("save" in list.dataset)) return;
    const form = list.closest("form");
    saving = saving
      .then(() => fetch(form.action, { method: "POST", body: new FormData(form) }))
      .then((answer) => answer.ok || location.reload())
      .catch(() => location.reload());
  };

  const move = (item, by) => {
    const all = items();
    const place = all.indexOf(item) + by;
    if (place < 0 || place >= all.length) return;
    if (by < 0) all[place].before(item);
    else all[place].after(item);
    tell(item);
    save();
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
      if (dragged) save();
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
}

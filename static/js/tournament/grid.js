// The grid of players and rounds: arrow keys move from cell to cell, the space bar or a tap gives a
// cell its next state.  Without this script every cell is a list to choose from.
"use strict";

{
  const form = document.querySelector("[data-grid]");
  const table = form?.querySelector("table");
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  const turn = (cell) => {
    cell.selectedIndex = (cell.selectedIndex + 1) % cell.options.length;
    mark(cell);
  };
  const mark = (cell) => {
    cell.dataset.value = cell.value;
    const words = cell.options[cell.selectedIndex].dataset.words;
    cell.setAttribute("aria-label", `${cell.dataset.name}: ${words.slice(2)}`);
    cell.title = words;
    cell.classList.toggle("changed", !cell.options[cell.selectedIndex].defaultSelected);
  };
  const near = (cell, [down, right]) => {
    const place = cell.closest("td");
    let row = place.parentElement;
    let at = place.cellIndex;
    for (;;) {
      if (down) row = down > 0 ? row.nextElementSibling : row.previousElementSibling;
      at += right;
      const there = row?.cells[at];
      if (!there || at < 3) return null;
      const found = there.querySelector("select.cell");
      if (found) return found;
    }
  };

  if (table) {
    table.classList.add("keys");
    // A cell shows one sign; its words go into its name.
    for (const cell of table.querySelectorAll("select.cell")) {
      cell.dataset.name = cell.getAttribute("aria-label");
      for (const option of cell.options) {
        option.dataset.words = option.text.trim();
        option.text = option.dataset.words.slice(0, 1);
      }
      mark(cell);
    }
    table.addEventListener("keydown", (event) => {
      const cell = event.target.closest("select.cell");
      if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === " ") turn(cell);
      else if (STEPS[event.key]) near(cell, STEPS[event.key])?.focus();
      else return;
      event.preventDefault();
    });
    // A tap changes the cell in place of opening its list.
    table.addEventListener("mousedown", (event) => {
      const cell = event.target.closest("select.cell");
      if (!cell) return;
      event.preventDefault();
      cell.focus();
      turn(cell);
    });
    table.addEventListener("change", (event) => {
      if (event.target.matches("select.cell")) mark(event.target);
    });
  }
}

// The desk: how many are ticked stands in the buttons, one box ticks all that are shown.
"use strict";

for (const form of document.querySelectorAll("form[data-batch]")) {
  const boxes = [...form.querySelectorAll("input[name=chosen]")];
  const buttons = [...form.querySelectorAll("button[data-chosen]")];
  const row = form.querySelector("[data-all]");
  const all = row?.querySelector("input");
  const every = form.querySelector("input[data-every]");
  for (const button of buttons) button.dataset.label = button.textContent;

  const count = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    const chosen = every?.checked ? every.dataset.every : String(ticked);
    for (const button of buttons) {
      button.disabled = chosen === "0";
      const counted = button.dataset.chosen.replace("%(n)s", chosen);
      button.textContent = chosen === "0" ? button.dataset.label : counted;
    }
    if (all) {
      all.checked = ticked === boxes.length;
      all.indeterminate = ticked > 0 && ticked < boxes.length;
    }
  };

  if (row && boxes.length > 1) row.hidden = false;
  all?.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    count();
  });
  form.addEventListener("change", count);
  window.addEventListener("pageshow", count);
  count();
}

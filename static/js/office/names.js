// What Django's own forms leave without a name or a key: a field of choices that are searched for
// is called by its label, a table that goes on sideways is reached by the keyboard, and a cell of a
// list bears the name of its column, which a phone shows beside it.
"use strict";

{
  const label = (chosen) => {
    const field = chosen.closest(".related-widget-wrapper, .form-row, td")?.querySelector("select");
    const words = field?.labels?.[0]?.textContent.trim() || field?.getAttribute("aria-label");
    if (!words) return;
    chosen.removeAttribute("aria-labelledby");
    for (const part of [chosen, ...chosen.querySelectorAll("[role=textbox]")]) {
      part.setAttribute("aria-label", words.replace(/:$/, ""));
    }
  };

  const reach = () => {
    for (const group of document.querySelectorAll(".inline-group, #changelist .results")) {
      if (group.scrollWidth > group.clientWidth) group.tabIndex = 0;
      else group.removeAttribute("tabindex");
    }
  };

  const columns = [...document.querySelectorAll("#result_list thead th")].map(
    (header) => header.querySelector(".text a, .text span:not(:has(*))")?.textContent.trim());
  for (const row of document.querySelectorAll("#result_list tbody tr")) {
    [...row.cells].forEach((cell, column) => {
      if (columns[column]) cell.dataset.label = columns[column];
    });
  }

  // Such a field is made when the page has come, and again with every row that is added.
  const look = () => {
    document.querySelectorAll(".select2-selection[aria-labelledby]").forEach(label);
    reach();
  };

  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  addEventListener("load", look);
  addEventListener("resize", reach);
}

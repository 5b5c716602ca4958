// One key sets a result: when a letter follows the table's number, and perhaps a margin, and nothing
// more is typed for a moment, the form goes off.  A line of several tables waits for the Enter key.
// Without this script the Enter key does the same.
// A press beside a table leaves its row where it is on the screen; without this script the row comes
// to the middle.  Where only open tables are shown, the next one takes its place.
"use strict";

{
  const KEPT = "results-row";
  const table = /^#table-(\d+)$/.exec(location.hash);
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (table && kept !== null) {
    const rows = [...document.querySelectorAll("tr[id^=table-]")];
    const row = rows.find((each) => Number(each.id.slice("table-".length)) >= Number(table[1]));
    if (row) {
      const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      row.style.scrollMarginTop = `${kept - padding}px`;
      row.scrollIntoView({ behavior: "instant" });
    }
  }
  document.addEventListener("submit", (event) => {
    const row = event.submitter && event.submitter.closest("tr[id]");
    if (row) sessionStorage.setItem(KEPT, row.getBoundingClientRect().top);
  });
}

{
  const PAUSE = 700;
  const form = document.querySelector("[data-type-result]");
  const field = form && form.querySelector("input[name=keys]");
  if (field) {
    let timer = 0;
    const send = () => {
      clearTimeout(timer);
      if (/^\s*\d{1,4}(\s+\d{1,3}([.,]\d)?)?\s*[bwjxBW=+?]$/.test(field.value)) {
        timer = setTimeout(() => form.requestSubmit(), PAUSE);
      }
    };
    field.addEventListener("input", send);
    form.addEventListener("submit", () => clearTimeout(timer));
    // What was typed before this script came (a slow line) counts, and is not typed over.
    const at = field.dataset.part ? field.value.indexOf(field.dataset.part) : -1;
    if (at >= 0) field.setSelectionRange(at, at + field.dataset.part.length);
    else if (field.value === field.defaultValue) field.select();
    else send();
    // A digit typed anywhere on the page begins with the table.
    document.addEventListener("keydown", (event) => {
      const elsewhere = !(event.target instanceof HTMLInputElement);
      if (elsewhere && /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        field.value = "";
        field.focus();
      }
    });
  }
}

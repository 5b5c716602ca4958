// One key sets a result: when a letter follows the table's number, and perhaps a margin, and nothing
// more is typed for a moment, the form goes off.  A line of several tables waits for the Enter key.
// Without this script the Enter key does the same.
"use strict";

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

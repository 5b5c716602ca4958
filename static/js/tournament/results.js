// One key sets a result: as soon as a letter follows the table's number, and perhaps a margin, the
// form goes off.
// Without this script the Enter key does the same.
"use strict";

{
  const form = document.querySelector("[data-type-result]");
  const field = form && form.querySelector("input[name=keys]");
  if (field) {
    const send = () => {
      if (/^\s*\d{1,4}(\s+\d{1,3}([.,]\d)?)?\s*[bwjxBW=+?]$/.test(field.value)) form.requestSubmit();
    };
    field.addEventListener("input", send);
    // What was typed before this script came (a slow line) counts, and is not typed over.
    if (field.value === field.defaultValue) field.select();
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

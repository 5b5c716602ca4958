// Comfort for every page: menus close when one clicks elsewhere or presses Escape, and a form is
// not sent twice by a double click (the server would not mind, but the reader would wonder).
"use strict";

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  form.classList.add("sending");
});

// Coming back with the browser's back button must leave forms usable.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.classList.remove("sending");
  }
});

// Language and look are chosen below the page: what was typed meanwhile is there again afterwards.
// Neither passwords nor files can be kept so.
const TYPED = `typed ${location.pathname}${location.search}`;

const choosing = (form) => form.classList.contains("theme-choice");

function typedFields() {
  const forms = [...document.forms].filter((form) => !choosing(form));
  return forms.flatMap((form) => [...form.elements]).filter(
    (field) => field.name && !/^(hidden|password|file|submit|button|fieldset)$/.test(field.type),
  );
}

document.addEventListener("submit", (event) => {
  if (!choosing(event.target)) return;
  const values = typedFields().map((field) => [
    field.name,
    field.checked,
    field.multiple ? [...field.selectedOptions].map((option) => option.value) : field.value,
  ]);
  sessionStorage.setItem(TYPED, JSON.stringify(values));
});

for (const [at, [name, checked, value]] of JSON.parse(sessionStorage.getItem(TYPED) ?? "[]").entries()) {
  const field = typedFields()[at];
  if (field?.name !== name) break;
  const before = [field.checked, field.value].join();
  if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
  else if (field.multiple) for (const option of field.options) option.selected = value.includes(option.value);
  else field.value = value;
  if ([field.checked, field.value].join() !== before || field.multiple) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
sessionStorage.removeItem(TYPED);

// Comfort for every page: menus close when one clicks elsewhere or presses Escape, a form is not sent
// twice by a double click (the server would not mind, but the reader would wonder), a chosen file is
// read at once, a refused field takes the focus.
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

// A file that was chosen is read at once, also one that was chosen before this script had come; the
// button stays for whoever has no script.  Who comes back finds his file still chosen, and stays.
const readAtOnce = (field) => {
  if (field.files?.length) field.form.requestSubmit();
};
document.addEventListener("change", (event) => {
  if ("atOnce" in (event.target.dataset ?? {})) readAtOnce(event.target);
});
if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
  document.querySelectorAll("input[data-at-once]").forEach(readAtOnce);
}

// What only this script does is shown; one box ticks all boxes of its form with the name it gives.
for (const part of document.querySelectorAll(".with-script")) part.hidden = false;
document.addEventListener("change", ({ target }) => {
  if (!target.dataset?.ticks) return;
  for (const box of target.form.querySelectorAll(`[name=${target.dataset.ticks}]`)) box.checked = target.checked;
});

// A refusal is where the reader goes on: the first field that was refused takes the focus.
document.querySelector("main [aria-invalid=true]")?.focus();

// The tab of this page is in sight, however many stand before it.
for (const tab of document.querySelectorAll(":is(.doors, .tabs) [aria-current]")) {
  const row = tab.parentElement;
  row.scrollLeft += tab.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - tab.offsetWidth) / 2;
}

// Somebody who joins has most likely the clock of the browser, unless that was never set.
const clock = document.querySelector("select[data-browser-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = !["UTC", "Etc/UTC", "GMT", "Etc/GMT"].includes(zone);
if (clock && known && [...clock.options].some((option) => option.value === zone)) clock.value = zone;

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

// A table wider than its place fades at the side where it goes on (rows.css).
const sideways = document.querySelectorAll(".table-scroll");
const hint = (box) => {
  const rest = box.scrollWidth - box.clientWidth;
  box.classList.toggle("goes-on", box.scrollLeft < rest - 2);
  box.classList.toggle("came-from", rest > 2 && box.scrollLeft > 2);
};
const widths = new ResizeObserver((changes) => changes.forEach((change) => hint(change.target)));
for (const box of sideways) {
  box.addEventListener("scroll", () => hint(box), { passive: true });
  widths.observe(box);
}

// What helps when the line is away, once the page is there: the site's one worker (worker.js).
const { worker } = document.body.dataset;
if (worker && "serviceWorker" in navigator) {
  window.addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => {}));
}

// Whoever reads is here: told at most every quarter of an hour, so that the start page knows what is
// new since the visit before.  No page writes anything when it is asked for.
const { visit } = document.body.dataset;
const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
if (visit && token && !document.hidden) {
  fetch(visit, { method: "POST", headers: { "X-CSRFToken": token }, keepalive: true }).catch(() => {});
}

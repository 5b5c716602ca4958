// A field that finds members as one types (the combobox of ARIA 1.2).  Without this script the field
// is sent as it was typed, and the server asks whom it means.
const PAUSE = 120;
const answers = new Map();
let number = 0;

async function ask(url, scope, text, signal) {
  const asked = new URL(url, location.href);
  asked.searchParams.set("q", text);
  if (scope) asked.searchParams.set("for", scope);
  const address = asked.href;
  if (!answers.has(address)) {
    const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
    const said = await response.json();
    if (!response.ok) return { members: [], said: said.said };
    answers.set(address, said);
  }
  return answers.get(address);
}

// Fills a field in which the text alone says who is meant; namesakes with their number.
function writeText(input, one, all) {
  const twins = all.filter((other) => other.name === one.name).length > 1;
  input.value = twins ? `${one.name} #${one.pk}` : one.name;
}

function listFor(input, { url, scope, words, choose, typed, several = false }) {
  const list = document.createElement("ul");
  const state = document.createElement("p");
  list.id = `members-found-${(number += 1)}`;
  list.className = "found-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", words.list);
  list.hidden = true;
  state.className = "found-state small soft";
  state.setAttribute("role", "status");
  input.after(list, state);
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-autocomplete", "list"],
    ["aria-expanded", "false"],
    ["aria-controls", list.id],
  ]) input.setAttribute(name, value);
  input.removeAttribute("list");

  let found = [];
  let shownFor = null;
  let at = -1;
  let timer = 0;
  let asking = new AbortController();

  // Whether the list is of what is typed now; the answer to the last letters may be on its way.
  const current = () => !list.hidden && shownFor === input.value;
  const close = () => {
    clearTimeout(timer);
    asking.abort();
    list.hidden = true;
    at = -1;
    list.removeAttribute("aria-busy"); // nothing is asked any more
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const take = (place) => {
    choose(found[place], found);
    shownFor = null;
    state.textContent = "";
    close();
  };
  const mark = (place) => {
    const options = [...list.children];
    at = (place + options.length) % options.length;
    for (const [index, option] of options.entries()) {
      option.setAttribute("aria-selected", String(index === at));
    }
    input.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  };
  const show = (said, text) => {
    found = said.members;
    shownFor = text;
    at = -1;
    list.replaceChildren(...found.map((one, index) => {
      const option = document.createElement("li");
      const note = document.createElement("span");
      option.id = `${list.id}-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dir = "auto";
      option.append(one.label, " ", note);
      note.className = "soft";
      note.textContent = one.note;
      return option;
    }));
    list.hidden = !found.length;
    list.removeAttribute("aria-busy");
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    input.removeAttribute("aria-activedescendant");
    state.textContent = said.said ?? (found.length || !text.trim() ? "" : words.none);
  };
  const look = async () => {
    asking.abort();
    asking = new AbortController();
    const text = input.value;
    if (current()) return; // asked by the focus and by the press: what was marked stays marked
    try {
      const said = await ask(url, scope, text, asking.signal);
      if (text === input.value && document.activeElement === input) show(said, text);
    } catch (error) {
      if (error.name !== "AbortError") state.textContent = words.busy;
    }
  };
  const later = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };

  input.addEventListener("input", (event) => {
    if (!event.isTrusted) return; // a page that puts back what was typed
    typed();
    list.setAttribute("aria-busy", "true");
    later(PAUSE);
  });
  input.addEventListener("focus", () => {
    if (!input.value) later(0);
  });
  input.addEventListener("click", () => {
    if (list.hidden) later(0);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const open = current();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) later(0);
      else if (event.key === "ArrowDown") mark(at + 1);
      else mark(at < 0 ? -1 : at - 1);
    } else if (event.key === "Enter" && open && at >= 0) {
      event.preventDefault();
      take(at);
    } else if (event.key === "Enter" && several && input.value.trim()) {
      event.preventDefault(); // a name that is not chosen yet is no reason to send the form
      later(0);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  input.addEventListener("blur", () => {
    const only = found.length === 1 && shownFor === input.value && input.value.trim();
    if (only && !list.hidden) take(0);
    else close();
  });
  // The field keeps the focus while one of the list is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take([...list.children].indexOf(option));
  });
}

function dressOne(box, input) {
  const name = input.name.replace(/_text$/, "");
  const pickedFor = box.querySelector(`input[name="${name}_for"]`);
  const pick = () => {
    box.querySelector(".found-choices")?.remove();
    let field = box.querySelector(`input[type=hidden][name="${name}"]`);
    if (!field) {
      field = Object.assign(document.createElement("input"), { type: "hidden", name });
      pickedFor.before(field);
    }
    return field;
  };
  return {
    typed: () => {
      if (box.querySelector(".found-choices")) return;
      pick().value = "";
    },
    choose: (one) => {
      input.value = one.label;
      pickedFor.value = one.label;
      pick().value = one.pk;
      const guest = box.querySelector("input[type=checkbox]");
      if (guest) guest.checked = false;
      box.dispatchEvent(new CustomEvent("member-chosen", { bubbles: true }));
    },
  };
}

// Several members: each one who is chosen becomes a tick of his own, and the field is free again.
function dressSeveral(box, input) {
  const chosen = box.querySelector(".found-chosen");
  const add = (one) => {
    const label = document.createElement("label");
    const tick = document.createElement("input");
    const name = document.createElement("span");
    const note = document.createElement("span");
    Object.assign(tick, { type: "checkbox", name: box.dataset.name, value: one.pk, className: "form-check-input" });
    label.className = "form-check";
    note.className = "soft";
    note.textContent = one.note;
    name.append(one.label, " ", note);
    label.append(tick, name);
    chosen.append(label);
    return tick;
  };
  return {
    several: true,
    typed: () => {},
    choose: (one) => {
      const there = [...box.querySelectorAll("input[type=checkbox]")].find((tick) => tick.value === String(one.pk));
      (there ?? add(one)).checked = true;
      input.value = "";
    },
  };
}

function dressText(_box, input) {
  input.parentElement.classList.add("has-found");
  return { typed: () => {}, choose: (one, all) => writeText(input, one, all) };
}

// A player of a rating list fills the fields of a form beside it.
function dressListed(box, input) {
  box.querySelector("button").remove(); // what it finds is found while typing
  input.parentElement.classList.add("has-found");
  const form = document.getElementById(box.dataset.fills);
  return {
    typed: () => {},
    choose: (one) => {
      for (const [name, value] of Object.entries(one.fields)) {
        form.elements[box.dataset.prefix + name].value = value;
      }
      input.value = one.label;
      form.querySelector("button.btn-primary").focus();
    },
  };
}

// What kinds of field there are: which input, where its words stand, what is done with an answer.
const KINDS = [
  ["[data-member-search] input[type=text]", (input) => input.closest("[data-member-search]"), dressOne],
  ["[data-members-search] input[type=text]", (input) => input.closest("[data-members-search]"), dressSeveral],
  ["[data-listed-search] input", (input) => input.closest("form"), dressListed],
  ["input[data-member-text]", () => document.querySelector("[data-member-texts]"), dressText],
];
const dressed = new WeakSet();

function dress(input) {
  const kind = KINDS.find(([selector]) => input.matches(selector));
  if (!kind || dressed.has(input)) return;
  dressed.add(input);
  const [, boxOf, made] = kind;
  const box = boxOf(input);
  const { url, for: scope, none, busy, list } = box.dataset;
  listFor(input, { url, scope, words: { none, busy, list }, ...made(box, input) });
}

document.querySelectorAll(KINDS.map(([selector]) => selector).join()).forEach(dress);
// A page that draws a part of itself anew has new fields in it.
document.addEventListener("focusin", (event) => dress(event.target));

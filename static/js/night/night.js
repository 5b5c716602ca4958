// The evening's pages: a press is sent without leaving the page, kept on this device while the line
// is away, and done once whatever happens, by the key that its form carries.  Without this script
// every button is a plain form.
"use strict";

{
  const STORE = "night presses";
  const page = () => document.getElementById("night");
  const kept = () => JSON.parse(localStorage.getItem(STORE) ?? "[]");
  const keep = (presses) => localStorage.setItem(STORE, JSON.stringify(presses));
  let busy = false;
  let sending = false;

  // --- What is said -----------------------------------------------------------------------------
  const say = (text, refused = false) => {
    const line = page()?.querySelector("[data-line]");
    if (!line) return;
    const waiting = kept().length;
    const parts = [];
    if (text) parts.push(refused ? `${line.dataset.refused} ${text}` : text);
    if (waiting) parts.push(`${line.dataset.kept} ${waiting}`);
    line.textContent = parts.join(" · ");
    line.hidden = !parts.length;
    // What the page says beside its undo is announced, not shown twice.
    const shown = [...page().querySelectorAll(".undo > span")].some((one) => one.textContent.includes(text));
    line.classList.toggle("visually-hidden", shown && !refused && !waiting);
  };

  // --- The page as it is now --------------------------------------------------------------------
  const answering = () => {
    const here = page();
    const typed = [...here.querySelectorAll("input:not([type=hidden]), select, textarea")];
    return here.contains(document.activeElement?.closest("select, input[type=time]") ?? null)
      || typed.some((field) => field.checked !== field.defaultChecked
        || (field.tagName === "INPUT" && field.type !== "checkbox" && field.value !== field.defaultValue));
  };

  const show = (html) => {
    const there = new DOMParser().parseFromString(html, "text/html").getElementById("night");
    if (!there) return;
    const focused = document.activeElement?.id;
    const open = [...page().querySelectorAll("details")].map((one) => one.open);
    page().replaceWith(document.adoptNode(there));
    [...page().querySelectorAll("details")].forEach((one, at) => { one.open = open[at] ?? one.open; });
    if (focused) document.getElementById(focused)?.focus();
    say("");
  };

  const look = async () => {
    if (busy || document.hidden || answering()) return;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) return;
      const html = await answer.text();
      if (!busy && !answering()) show(html);
    } catch {
      // The line is down: the next look may get through.
    }
  };

  // --- Sending ----------------------------------------------------------------------------------
  // "done", "refused" with words, or "later" where the line is away or the site is.
  const send = async (press) => {
    try {
      const answer = await fetch(press.url, {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new URLSearchParams(press.fields),
      });
      if (answer.status >= 500) return ["later", ""];
      if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return ["refused", String(answer.status)];
      const told = await answer.json();
      return [told.done ? "done" : "refused", told.said];
    } catch {
      return ["later", ""];
    }
  };

  // Kept presses go in the order in which they were pressed; one that is refused is said and let go.
  const sendKept = async () => {
    if (sending || !kept().length) return;
    sending = true;
    let said = "";
    let refused = false;
    let any = false;
    while (kept().length) {
      const [first] = kept();
      const [became, words] = await send(first);
      if (became === "later") break;
      keep(kept().filter((one) => one.id !== first.id));
      any = true;
      if (became === "refused") [said, refused] = [words, true];
    }
    sending = false;
    if (any) await look();
    say(said, refused);
  };

  const pressed = async (form, button) => {
    busy = true;
    const fields = [...new FormData(form, button)];
    fields.push(["pressed", new Date().toISOString()]);
    const press = { id: crypto.randomUUID?.() ?? String(Math.random()), url: button?.formAction || form.action, fields };
    if (button?.getAttribute("formaction") === null) press.url = form.action;
    button?.setAttribute("aria-busy", "true");
    // What was pressed before goes first.
    const [became, words] = kept().length ? ["later", ""] : await send(press);
    if (became === "later") {
      keep([...kept(), press]);
      button?.setAttribute("disabled", "");
      busy = false;
      say("");
      sendKept();
      return;
    }
    form.reset();
    busy = false;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok && !answer.redirected) show(await answer.text());
    } catch {
      // Done; the page follows with the line.
    }
    say(words, became === "refused");
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!("press" in form.dataset) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!busy) pressed(form, event.submitter);
  }, true);

  setInterval(look, 1000 * Number(page().dataset.night));
  setInterval(sendKept, 5000);
  window.addEventListener("online", sendKept);
  say("");
  sendKept();

  if ("serviceWorker" in navigator && page().dataset.worker) {
    navigator.serviceWorker.register(page().dataset.worker).catch(() => {});
  }
}

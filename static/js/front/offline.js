// The page for when the line is away: conditions from the tables that came with it, as the server's
// rules made them, and the boards that the worker kept.
"use strict";

{
  const walls = JSON.parse(document.getElementById("walls").textContent);
  const form = document.querySelector("[data-calculator]");
  const { system, by, one, other, difference, answer } = form.elements;

  const fill = (select, texts) => select.replaceChildren(...texts.map((text, at) => new Option(text, at)));
  const wall = () => walls[system.value];

  const begin = () => {
    const middle = Math.floor(wall().ranks.length / 2);
    fill(one, wall().ranks);
    fill(other, wall().ranks);
    fill(difference, wall().differences.map(([text]) => text));
    one.value = other.value = middle;
  };

  const tell = () => {
    for (const field of form.querySelectorAll("[data-by]")) field.hidden = field.dataset.by !== by.value;
    const ranks = [Number(one.value), Number(other.value)].toSorted((a, b) => a - b);
    const number = by.value === "ranks" ? wall().pairs[ranks.join()] : wall().differences[difference.value]?.[1];
    const even = by.value === "ranks" ? ranks[0] === ranks[1] : difference.value === "0";
    form.querySelector("[data-even]").hidden = !even;
    form.querySelector("[data-uneven]").hidden = even;
    answer.value = wall().texts[number] ?? form.dataset.none;
  };

  begin();
  tell();
  form.hidden = false;
  system.addEventListener("change", begin);
  form.addEventListener("change", tell);
  form.addEventListener("submit", (event) => event.preventDefault());

  const again = document.querySelector("[data-again]");
  again.hidden = false;
  again.addEventListener("click", () => location.reload());
  // Whoever works on the page keeps what was chosen, and is not called back from a board just pressed.
  let busy = false;
  for (const kind of ["pointerdown", "keydown", "change"]) addEventListener(kind, () => (busy = true));
  // A line that is said to be there may not carry yet, or the site may be away: asked until there is an answer.
  const LOOK_AGAIN = 5000;
  const look = async () => {
    if (busy || !navigator.onLine) return;
    const found = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (found && found.status < 500 && !busy) location.reload();
  };
  addEventListener("online", look);
  setInterval(look, LOOK_AGAIN);

  const BOARD = /^\/(games|kifu)\/\d+\/$/;
  const list = async () => {
    const store = await caches.open("pages");
    const addresses = (await store.keys()).map(({ url }) => new URL(url).pathname).filter((path) => BOARD.test(path));
    for (const address of addresses.toReversed()) {
      const page = await store.match(address, { ignoreVary: true });
      const html = new DOMParser().parseFromString(await page.text(), "text/html");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = html.querySelector("h1")?.textContent.replace(/\s+/g, " ").trim() || html.title;
      const item = document.createElement("li");
      item.append(link);
      document.querySelector("[data-boards]").append(item);
    }
    document.querySelector("[data-no-boards]").hidden = addresses.length > 0;
  };
  if ("caches" in window) list();
}

// A page that waits for somebody else looks again by itself, and changes only where something
// changed; a screen turns to its next page.  The button stops it.  Without this script a link does it.
"use strict";

{
  const box = document.querySelector("[data-again]");
  const button = box?.querySelector("button");
  let stopped = false;

  const said = (page) => {
    const main = page.querySelector("main").cloneNode(true);
    for (const passing of main.querySelectorAll(".notices, script")) passing.remove();
    return main.textContent.replace(/\s+/g, " ");
  };
  const answering = () =>
    [...document.querySelectorAll("main input, main textarea")].some(
      (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue,
    );

  const look = async () => {
    if (stopped || document.hidden || answering()) return;
    if (box.dataset.next) return location.replace(box.dataset.next);
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const there = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (said(there) !== said(document) && !answering()) location.reload();
    } catch {
      // The line is down: the next look may get through.
    }
  };

  if (box) setInterval(look, 1000 * Number(box.dataset.again));
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      stopped = !stopped;
      button.setAttribute("aria-pressed", String(stopped));
    });
  }
}

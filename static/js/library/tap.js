// Sends the point that is tapped on a board, and shows what came of it without a new page.  The
// server knows the rules and the lines; without this script the point is typed.
"use strict";
(() => {
  const box = document.querySelector("[data-tap-board]");
  const said = document.querySelector("[data-tap-said]");
  if (!box) return;
  const UNIT = 10;
  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  let isSending = false;

  const nameAt = (svg, event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const lines = svg.querySelector("path.lines").getBBox();
    const [width, height] = [lines.width, lines.height].map((length) => Math.round(length / UNIT) + 1);
    const [x, y] = [at.x, at.y].map((place) => Math.round(place / UNIT));
    if (x < 0 || y < 0 || x >= width || y >= height) return "";
    if (svg.querySelector(`.stone[data-point="${x},${y}"]`)) return "";
    return (x < 25 ? "" : LETTERS[Math.floor(x / 25) - 1]) + LETTERS[x % 25] + (height - y);
  };

  const send = async (form, button) => {
    if (isSending) return;
    isSending = true;
    const hadFocus = box.contains(document.activeElement);
    const body = new FormData(form);
    if (button?.name) body.append(button.name, button.value);
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const part = page.querySelector("[data-tap-board]");
      box.replaceChildren(...part.childNodes);
      history.replaceState(null, "", answer.url);
      const refused = box.querySelector("[data-tap-form] ~ .notice.error");
      said.textContent = (refused ?? box.querySelector("[data-said]")).textContent.trim();
      const next = button?.name ? "[aria-pressed=true]" : "[data-tap-form] [name=point], .btn-primary";
      if (hadFocus) box.querySelector(next)?.focus();
    } catch {
      form.submit(); // the browser shows what is wrong
    }
    isSending = false;
  };

  box.addEventListener("click", (event) => {
    const svg = event.target.closest("svg.board");
    const form = box.querySelector("[data-tap-form]");
    const name = svg && form && nameAt(svg, event);
    if (!name) return;
    form.elements.point.value = name;
    send(form);
  });
  box.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-tap-form], [data-tap-vote]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
})();

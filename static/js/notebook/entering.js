// While the server enters a batch, the page says how far it is.  Without this script the browser
// waits for the answer, and the page of the batch tells the same to whoever opens it.
"use strict";

{
  const form = document.querySelector("[data-entering]");
  const box = document.querySelector("[data-entering-box]");
  const bar = box?.querySelector("progress");
  const words = box?.querySelector("[data-said]");

  const look = async () => {
    try {
      const answer = await fetch(form.dataset.entering);
      if (!answer.ok) return;
      const told = await answer.json();
      if (told.percent === null) return;
      bar.value = told.percent;
      words.textContent = told.said;
    } catch {
      // The line is down: the next look may get through.
    }
  };

  form?.addEventListener("submit", () => {
    box.hidden = false;
    form.querySelector("button").setAttribute("aria-disabled", "true");
    setInterval(look, 700);
  });
}

// A page that says how far something is asks for it every two seconds, and opens itself anew when
// it is over.  Without this script there is a link for that.
"use strict";

{
  const box = document.querySelector("[data-progress]");
  const bar = box?.querySelector("progress");
  const words = box?.querySelector("[data-percent]");

  const look = async () => {
    try {
      const answer = await fetch(box.dataset.progress);
      if (!answer.ok) return;
      const told = await answer.json();
      if (told.over) {
        location.reload();
        return;
      }
      bar.value = told.percent;
      words.textContent = told.percent;
    } catch {
      // The line is down: the next look may get through.
    }
  };

  if (box) setInterval(look, 2000);
}

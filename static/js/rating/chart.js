// A chart says the day that a finger or a mouse is nearest to; arrow keys go from day to day.  Without
// this script the same days stand in the table below it.
"use strict";

for (const box of document.querySelectorAll("[data-chart]")) {
  const picture = box.querySelector("svg");
  const said = box.querySelector(".chart-said");
  const days = [...box.querySelectorAll(".chart-day")];
  if (!picture || !days.length) continue;
  let at = days.length - 1;

  const show = (number) => {
    days[at].classList.remove("here");
    at = Math.min(Math.max(number, 0), days.length - 1);
    days[at].classList.add("here");
    said.textContent = days[at].querySelector("title").textContent;
    said.hidden = false;
  };

  const nearest = (event) => {
    const away = days.map((day) => {
      const { x, width } = day.getBoundingClientRect();
      return Math.abs(x + width / 2 - event.clientX);
    });
    show(away.indexOf(Math.min(...away)));
  };

  picture.addEventListener("pointermove", nearest);
  picture.addEventListener("pointerdown", nearest);
  picture.tabIndex = 0;
  picture.addEventListener("focus", () => { if (said.hidden) show(at); });
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(at + step);
  });
}

// The hall clock: minutes and seconds left, counted by the site's time, since a phone's own clock may
// be wrong.  The site is asked now and then: it knows of pauses and of more time.  Without this script
// the page says when the round ends.
"use strict";

{
  const ASK = 20000;
  let ahead = null; // how far the site's clock is ahead of this one, in milliseconds

  const two = (number) => String(number).padStart(2, "0");
  const text = (seconds) => {
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const show = () => {
    for (const face of document.querySelectorAll("[data-clock]")) {
      face.dataset.seen ??= String(Date.now());
      const site = Date.now() + (ahead ?? Number(face.dataset.now) - Number(face.dataset.seen));
      const end = Number(face.dataset.end);
      const left = end ? Math.max(Math.ceil((end - site) / 1000), 0) : Number(face.dataset.left);
      face.textContent = left ? text(left) : face.dataset.over;
      face.classList.toggle("over", !left);
    }
  };

  const ask = async () => {
    const line = document.querySelector("[data-clock-url]");
    if (!line || document.hidden) return;
    const sent = Date.now();
    try {
      const answer = await fetch(line.dataset.clockUrl, { cache: "no-store" });
      if (!answer.ok) return;
      const { now, end, left } = await answer.json();
      ahead = now - (sent + Date.now()) / 2;
      for (const face of document.querySelectorAll("[data-clock]")) {
        face.dataset.end = end;
        face.dataset.left = left;
      }
      show();
    } catch {
      // The line is down: the clock goes on by what it knows.
    }
  };

  setInterval(show, 500);
  setInterval(ask, ASK);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pageshow", ask);
  show();
}

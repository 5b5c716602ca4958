// A part of a page that follows what happens: <div data-live="address" data-every="20" data-etag="…">.
// The address answers 304 where nothing changed, else with the part as it is now, which takes the
// place of this one; a part without data-live is the last.  Without this script the page stands still.
"use strict";

{
  const typing = (part) => part.contains(document.activeElement?.closest("input, select, textarea, button"))
    || part.querySelector("form.sending") !== null;

  const replace = (part, html) => {
    const there = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (!there) return;
    const focused = document.activeElement?.id;
    const open = new Set([...part.querySelectorAll("details[open][id]")].map((details) => details.id));
    part.replaceWith(document.adoptNode(there));
    for (const details of there.querySelectorAll("details[id]")) details.open ||= open.has(details.id);
    if (focused) document.getElementById(focused)?.focus();
    there.dispatchEvent(new Event("live:news", { bubbles: true }));
    follow(there);
  };

  const follow = (part) => {
    if (!part.dataset.live) return;
    let waiting = false;
    const look = async () => {
      if (!part.isConnected) {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", look);
        return;
      }
      if (waiting || document.hidden || typing(part)) return;
      waiting = true;
      try {
        const answer = await fetch(part.dataset.live, {
          cache: "no-store",
          headers: part.dataset.etag ? { "If-None-Match": part.dataset.etag } : {},
        });
        if (answer.status === 200 && !answer.redirected) {
          const html = await answer.text();
          if (part.isConnected && !typing(part)) replace(part, html);
        }
      } catch {
        // The line is down: the next look may get through.
      }
      waiting = false;
    };
    const timer = setInterval(look, 1000 * Number(part.dataset.every || 30));
    document.addEventListener("visibilitychange", look);
  };

  document.querySelectorAll("[data-live]").forEach(follow);
}

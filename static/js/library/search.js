// Searches positions without loading the page: what a link or the form leads to takes the place of
// [data-search], and the address stays one to share.  Frames are drawn by frame.js.
"use strict";
{
  const page = document.querySelector("[data-search]");
  const spoken = document.querySelector("[data-search-spoken]");
  const LETTERS = "ABCDEFGHJKLMNOPQRST";
  let waiting = null;
  let framing = false;

  const prepare = () => {
    const isCoarse = matchMedia("(any-pointer: coarse)").matches;
    const tool = page.querySelector("[data-frame-tool]");
    Object.assign(tool, { hidden: !isCoarse, ariaPressed: String(framing) });
    page.querySelector(".drag-hint").hidden = isCoarse;
    page.classList.toggle("framing", framing);
  };

  const show = async (address, isNew = true) => {
    waiting?.abort();
    waiting = new AbortController();
    page.ariaBusy = "true";
    try {
      const answer = await fetch(address, { signal: waiting.signal });
      if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
      const there = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-search]");
      const isOpen = page.querySelector("details").open;
      const focused = page.contains(document.activeElement) && document.activeElement.id;
      page.replaceChildren(...there.childNodes);
      page.ariaBusy = "false";
      page.querySelector("details").open ||= isOpen;
      if (isNew) history.pushState(null, "", address);
      if (focused !== false) (document.getElementById(focused) ?? page.querySelector("#board")).focus({ preventScroll: true });
      spoken.textContent = page.querySelector(".notice.error, h1").textContent;
      prepare();
    } catch (error) {
      if (error.name !== "AbortError") location.assign(address);
    }
  };

  page.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const address = link && new URL(link.href.baseVal ?? link.href, location.href);
    if (event.target.closest("[data-frame-tool]")) {
      framing = !framing;
      prepare();
      if (framing) page.querySelector("#board").scrollIntoView({ block: "center" });
    } else if (address?.pathname === location.pathname && !(event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)) {
      event.preventDefault();
      show(address);
    }
  });
  page.addEventListener("submit", (event) => {
    event.preventDefault();
    const sent = [...new FormData(event.target)].filter(([, value]) => value);
    show(`?${new URLSearchParams(sent)}`);
  });
  addEventListener("popstate", () => show(location.href, false));

  window.drawFrames(page, ({ pointerType }) => framing || pointerType === "mouse", (low, high) => {
    const size = Math.round(page.querySelector("path.lines").getBBox().width / 10) + 1;
    const form = page.querySelector("#pattern");
    form.elements.from.value = LETTERS[low[0]] + (size - high[1]);
    form.elements.to.value = LETTERS[high[0]] + (size - low[1]);
    form.requestSubmit();
  });
  prepare();
}

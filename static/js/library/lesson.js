// A live lesson on the board of the viewer (viewer.js).  Those who follow ask every two seconds what
// the leader shows, and see it until they step or try elsewhere; "Back to the lesson" brings them
// home.  What the leader does on the board is sent at once: the moves that try.js lays from a node of
// the tree (goclub/games/lessons/services.py adds them), comments, marks.
"use strict";
(() => {
  const { SGF } = window.kifu;
  const box = document.querySelector("[data-lesson]");
  const root = document.querySelector("[data-kifu]");
  const viewer = root?.viewer;
  if (!box || !viewer) return;
  const leads = "leads" in box.dataset;
  const isElsewhere = "elsewhere" in box.dataset; // in another chapter than the leader
  const tools = document.querySelector("[data-lesson-tools]");
  const asking = document.querySelector("[data-lesson-ask]");
  const tries = root.querySelector("[data-try]");
  const EVERY = 2_000; // milliseconds between two looks
  const PAUSE = 1_000; // milliseconds without a key until the comment is saved
  const SETTLED = 120; // milliseconds until a step of the leader is sent

  let { etag, tree: treeVersion } = box.dataset;
  let home = Number(box.dataset.node);
  let waitingTree = null; // of the leader, while the reader is elsewhere
  let isAway = false;
  let isApplying = false;
  root.classList.add("in-lesson");
  root.classList.toggle("is-led", leads);

  // --- Places ---------------------------------------------------------------------------------------
  const isDraft = (node) => viewer.tree.nodes[node].isDraft;
  // Where a node is, as goclub/go/records/layers.py names it, and the moves tried from there.
  const placeOf = (index) => {
    const { nodes } = viewer.tree;
    const path = viewer.tree.path(index);
    const known = path.filter((node) => !isDraft(node));
    const numbers = [0];
    known.slice(1).forEach((node, place) => {
      const choice = nodes[known[place]].c.indexOf(node);
      if (choice) numbers.push(choice, 0);
      else numbers[numbers.length - 1] += 1;
    });
    const spell = ({ k, m }) => k + (m === "pass" ? "-" : SGF[m[0]] + SGF[m[1]]);
    return { at: numbers.join("."), moves: path.filter(isDraft).map((node) => spell(nodes[node])).join("") };
  };

  // --- What is shown --------------------------------------------------------------------------------
  const say = (text) => (box.querySelector("[data-lesson-said]").textContent = text);
  const setAway = (away) => {
    isAway = away;
    for (const part of box.querySelectorAll("[data-lesson-away]")) part.hidden = !away;
    for (const part of box.querySelectorAll("[data-lesson-with]")) part.hidden = away;
  };
  const showHome = () => {
    isApplying = true;
    if (waitingTree) {
      viewer.load(waitingTree, home);
      if (tries) tries.hidden = !leads;
      viewer.overlay("try");
    } else if (viewer.index === home) viewer.show();
    else viewer.go(home);
    waitingTree = null;
    isApplying = false;
    setAway(false);
  };
  const showSide = (html) => {
    const side = document.querySelector("[data-lesson-side]");
    const there = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (there && !side.contains(document.activeElement)) side.replaceWith(document.adoptNode(there));
  };
  const follow = (state) => {
    // Another board, or another role: the page of that comes from the site.
    if (state.ended || state.chapter !== Number(box.dataset.chapter) || state.leads !== leads) {
      if (!isAway || state.leads || state.ended) location.replace(location.pathname);
      return;
    }
    ({ etag, node: home, tree_version: treeVersion } = state);
    if (state.tree) waitingTree = state.tree;
    showSide(state.side);
    if (!isAway) showHome();
  };

  // --- Following ------------------------------------------------------------------------------------
  const address = (path) => `${path}?tree=${treeVersion}`;
  let isLooking = false;
  const look = async () => {
    if (isLooking || document.hidden || isBusy()) return;
    isLooking = true;
    try {
      // Whether anything changed is the same for everyone, and costs the site least without a session.
      const head = await fetch(box.dataset.lesson, { method: "HEAD", credentials: "omit", cache: "no-store" });
      if (head.headers.get("ETag")?.replace("W/", "") !== etag) {
        const answer = await fetch(address(box.dataset.lesson), { cache: "no-store" });
        if (answer.status === 200 && !isBusy()) follow(await answer.json());
      }
    } catch {
      // The next look may get through.
    }
    isLooking = false;
  };

  // --- Leading --------------------------------------------------------------------------------------
  let timer = 0;
  const steps = []; // to be sent, in their order; of several steps on the board only the last
  let sending = null;
  const isBusy = () => Boolean(timer || sending || steps.length || commented);

  const push = async () => {
    while (steps.length) {
      const shown = viewer.index;
      const { place = placeOf(shown), ...step } = steps[0];
      const token = tools.elements.csrfmiddlewaretoken.value;
      const body = new URLSearchParams({ chapter: box.dataset.chapter, ...step, ...place, csrfmiddlewaretoken: token });
      const answer = await fetch(address(box.dataset.step), { method: "POST", headers: { Accept: "application/json" }, body })
        .catch(() => null);
      if (!answer || answer.status >= 500) {
        say(box.dataset.sayUnsent);
        await new Promise((resolve) => setTimeout(resolve, EVERY));
        continue;
      }
      steps.shift();
      const isComment = step.action === "text";
      const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json");
      const state = isOurs ? await answer.json() : { text: "", ended: true };
      say(state.text ?? "");
      if (isComment) saved.hidden = state.text !== undefined;
      if (state.text === undefined && (state.ended || (viewer.index === shown && !steps.length && !timer && !commented))) follow(state);
      else if (state.text) etag = ""; // the next look shows what holds
    }
  };
  const send = (step) => {
    const last = steps.length > 1 ? steps.at(-1) : null; // the first may be under way
    if (last?.action === "show" && step.action === "show") steps.pop();
    steps.push(step);
    sending ??= push().finally(() => (sending = null));
  };
  const sendShown = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      send({ action: "show" });
    }, SETTLED);
  };

  const comment = tools?.querySelector("[data-lesson-comment]");
  const saved = tools?.querySelector("[data-lesson-saved] span");
  let commented = null; // the place of the comment that is being written
  let typing = 0;
  const sendComment = () => {
    clearTimeout(typing);
    if (commented) send({ action: "text", text: comment.value, place: commented });
    commented = null;
  };
  let mark = "";
  if (leads) {
    tries.hidden = false; // it says who plays, and passes
    comment.addEventListener("input", () => {
      commented ??= placeOf(viewer.index);
      saved.hidden = true;
      clearTimeout(typing);
      typing = setTimeout(sendComment, PAUSE);
    });
    comment.addEventListener("change", sendComment);
    tools.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button?.matches("[data-lesson-delete]")) send({ action: "delete" });
      if (!button || !("mark" in button.dataset)) return;
      ({ mark } = button.dataset);
      for (const choice of tools.querySelectorAll("[data-mark]")) choice.ariaPressed = String(choice === button);
    });
    // Before try.js hears of it.
    document.addEventListener("kifu:point", (event) => {
      if (!mark) return;
      event.stopPropagation();
      send({ action: "mark", kind: mark, x: event.detail.x, y: event.detail.y });
    }, { capture: true });
  }

  // --- Together -------------------------------------------------------------------------------------
  root.addEventListener("kifu:node", ({ detail: { index } }) => {
    const { t } = viewer.tree.nodes[index];
    // What is being written stays until the leader goes to another position.
    if (comment && !(isApplying && document.activeElement === comment)) {
      sendComment();
      if (comment.value.trim() !== t.trim()) comment.value = t;
    }
    if (isApplying) return;
    if (leads) sendShown();
    else setAway(isElsewhere || index !== home || Boolean(waitingTree));
  });
  box.querySelector("[data-lesson-back]")?.addEventListener("click", () => {
    if (isElsewhere) location.assign(location.pathname);
    else if (etag) showHome();
    look();
  });
  asking?.addEventListener("submit", () => {
    const { at, moves } = placeOf(viewer.index);
    Object.assign(asking.elements.at, { value: at });
    Object.assign(asking.elements.moves, { value: moves });
  });
  if (leads) showHome();
  if (isElsewhere) setAway(true);
  if (box.dataset.here) {
    const body = new URLSearchParams({ csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value });
    fetch(box.dataset.here, { method: "POST", redirect: "manual", body }).catch(() => {});
  }
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
})();

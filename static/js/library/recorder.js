// Records a game on a phone at the table.  What is tapped is a log that only grows: two letters an
// entry, a point as SGF writes it, "--" for a pass, "<<" for taking back the move before
// (goclub/games/models/recording.py).  It is kept on this phone and sent whenever the network is
// there; `known` is what the site has of it.
"use strict";
(() => {
  const root = document.querySelector("[data-recorder]");
  if (!root) return;
  const { Picture, SGF, Tree, make, nextColour, tryMove } = window.kifu;
  const part = (name) => root.querySelector(`[data-recorder-${name}]`);
  const start = JSON.parse(document.getElementById("recorder-tree").textContent);
  const svg = part("board").querySelector("svg");
  const lens = part("lens");
  const finish = part("finish");
  const STORE = `recording ${root.dataset.recorder}`;
  const UNDO = "<<";
  const PASS = "--";
  const EVERY = 10_000; // milliseconds until what was not sent is sent again

  const say = (name, values = {}) => root.dataset[`say${name[0].toUpperCase()}${name.slice(1)}`]
    .replace(/\{(\w+)\}/g, (_, word) => values[word] ?? "");
  const entriesOf = (text) => text.match(/../g) ?? [];
  // The moves that were not taken back.
  const movesOf = (text) => {
    const moves = [];
    for (const entry of entriesOf(text)) {
      if (entry === UNDO) moves.pop();
      else moves.push(entry);
    }
    return moves;
  };

  // --- The board ----------------------------------------------------------------------------------
  let tree = new Tree(start);
  const picture = new Picture(svg, tree);
  const last = () => tree.nodes.length - 1;
  const add = (move) => {
    const { node, reason } = tryMove(tree, last(), move);
    if (node) tree.nodes.push({ a: [], r: [], l: [], t: "", ...node });
    return reason;
  };
  const pointOf = (entry) => (entry === PASS ? "pass" : [SGF.indexOf(entry[0]), SGF.indexOf(entry[1])]);
  const rebuild = () => {
    tree = new Tree(start);
    picture.tree = tree;
    for (const entry of movesOf(log)) add(pointOf(entry));
  };

  // --- What is kept -------------------------------------------------------------------------------
  let log = root.dataset.log;
  let known = log;
  let isTaken = false;
  let problem = "";

  const keep = () => {
    try {
      localStorage.setItem(STORE, JSON.stringify({ log, known }));
    } catch {
      // A reader who forbids it needs the network.
    }
  };
  const recall = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE));
      if (!kept) return;
      log = kept.log;
      // A page that the phone kept may be older than what was sent since.
      if (kept.known.startsWith(known)) known = kept.known;
    } catch {
      // as above
    }
  };
  const differs = () => !log.startsWith(known);
  const settle = () => {
    if (!known.startsWith(log) || known === log) return;
    log = known;
    rebuild();
  };

  // --- What is shown ------------------------------------------------------------------------------
  let hiding = 0;
  const refuse = (text) => {
    clearTimeout(hiding);
    part("refused").textContent = text;
    part("refused").hidden = !text;
    if (text) hiding = setTimeout(() => refuse(""), 5000);
  };
  const pointName = (move) => (move === "pass" ? "" : tree.name(...move, "western"));
  const sentence = () => {
    const { m, k, n } = tree.nodes[last()];
    if (!m) return say("start");
    return say(m === "pass" ? "passed" : "move", { n, colour: say(k === "W" ? "white" : "black"), point: pointName(m) });
  };
  const show = () => {
    const [black, white] = tree.nodes[last()].cap;
    const waiting = differs() ? 0 : (log.length - known.length) / 2;
    picture.draw(last());
    picture.title.textContent = sentence();
    part("sentence").textContent = sentence();
    part("captures").textContent = say("captures", { black, white });
    part("turn").textContent = say(nextColour(tree, last()));
    const state = waiting ? say("waiting", { n: waiting }) : say("saved");
    part("state").textContent = problem || (isTaken || differs() ? "" : state);
    part("undo").disabled = last() === 0;
    part("passed").hidden = !movesOf(log).join("").endsWith(PASS + PASS);
    part("taken").hidden = !isTaken;
    part("differs").hidden = isTaken || !differs();
    for (const [name, text] of [["mine", log], ["theirs", known]]) {
      part(name).textContent = part(name).dataset.text.replace("{n}", movesOf(text).length);
    }
    root.dataset.waiting = waiting;
  };

  // --- Sending ------------------------------------------------------------------------------------
  // Send what the site has not, as long as it answers.
  const push = async () => {
    let isAnswered = true;
    while (isAnswered && !isTaken && !differs() && log !== known) {
      const token = finish.elements.csrfmiddlewaretoken.value;
      const body = new URLSearchParams({ start: known.length / 2, entries: log.slice(known.length), csrfmiddlewaretoken: token });
      isAnswered = false;
      try {
        const answer = await fetch(root.dataset.send, { method: "POST", headers: { Accept: "application/json" }, body });
        const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json");
        const state = isOurs ? await answer.json() : {};
        problem = state.text ?? (isOurs || answer.status >= 500 ? "" : say("signIn"));
        if ("log" in state) {
          isAnswered = true;
          known = state.log;
          isTaken = !state.records;
          settle();
        }
      } catch {
        // The network is away: the moves wait here.
      }
      keep();
      show();
    }
  };
  let sending = null;
  const send = () => (sending ??= push().finally(() => (sending = null)));

  const write = (entries) => {
    log += entries;
    keep();
    show();
    send();
  };
  const play = (move) => {
    if (isTaken || differs()) return;
    const reason = add(move);
    refuse(reason ? say(reason, { point: pointName(move) }) : "");
    if (!reason) write(move === "pass" ? PASS : SGF[move[0]] + SGF[move[1]]);
  };
  const undo = () => {
    if (isTaken || differs() || !last()) return;
    tree.nodes.pop();
    refuse("");
    write(UNDO);
  };

  // --- Two phones with different moves --------------------------------------------------------------
  for (const name of ["mine", "theirs"]) part(name).dataset.text = part(name).textContent;
  part("theirs").addEventListener("click", () => {
    log = known;
    rebuild();
    write("");
  });
  part("mine").addEventListener("click", () => {
    const [mine, theirs] = [movesOf(log), movesOf(known)];
    const differing = mine.findIndex((entry, at) => entry !== theirs[at]);
    const common = differing < 0 ? mine.length : differing;
    log = known;
    write(UNDO.repeat(theirs.length - common) + mine.slice(common).join(""));
  });

  // --- The finger and its magnifier -----------------------------------------------------------------
  const SEEN = 60; // what the lens shows, in units of the picture: six lines
  const aimed = make("g", { class: "aim", id: "recorder-aim" });
  svg.append(aimed);
  let point = null;
  let isDown = false;

  const aim = ({ clientX, clientY, pointerType }) => {
    point = isTaken || differs() ? null : picture.pointAt(clientX, clientY);
    aimed.replaceChildren();
    lens.toggleAttribute("hidden", !point || pointerType === "mouse");
    if (!point) return;
    const { x, y } = picture.place(...point);
    const [far, below] = [(tree.width - 1) * 10, (tree.height - 1) * 10];
    if (isDown) aimed.append(make("path", { d: `M${x} -5V${below + 5}M-5 ${y}H${far + 5}` }));
    if (!picture.shown.has(`${point}`)) {
      const stone = picture.ghostStone(nextColour(tree, last()), point);
      stone.setAttribute("class", "stone-to-come");
      aimed.append(stone);
    }
    lens.setAttribute("viewBox", `${x - SEEN / 2} ${y - SEEN / 2} ${SEEN} ${SEEN}`);
    lens.classList.toggle("at-end", x < far / 2);
    lens.classList.toggle("at-start", x >= far / 2);
    lens.classList.toggle("at-bottom", y < below / 2);
  };
  const leave = () => {
    isDown = false;
    point = null;
    aimed.replaceChildren();
    lens.toggleAttribute("hidden", true);
  };
  [...svg.children].filter(({ tagName }) => tagName !== "defs" && tagName !== "title").forEach((layer, place) => {
    layer.id ||= `recorder-layer-${place}`;
    lens.append(make("use", { href: `#${layer.id}` }));
  });
  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) {
      leave();
      return;
    }
    isDown = true;
    // Shown in the lens, stones would appear softly once more.
    for (const stone of svg.querySelectorAll(".placed")) stone.classList.remove("placed");
    svg.setPointerCapture(event.pointerId);
    aim(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (isDown || event.pointerType === "mouse") aim(event);
  });
  svg.addEventListener("pointerup", () => {
    const [wasDown, chosen] = [isDown, point];
    leave();
    if (wasDown && chosen) play(chosen);
  });
  svg.addEventListener("pointercancel", leave);
  svg.addEventListener("pointerleave", () => isDown || leave());

  // --- Buttons --------------------------------------------------------------------------------------
  const playTyped = () => {
    const name = part("point").value.trim().toUpperCase();
    part("point").value = "";
    if (!name) return;
    for (let y = 0; y < tree.height; y += 1) {
      for (let x = 0; x < tree.width; x += 1) {
        if (pointName([x, y]) === name) {
          play([x, y]);
          return;
        }
      }
    }
    refuse(say("unknown", { point: name }));
  };
  part("play").addEventListener("click", playTyped);
  part("point").addEventListener("keydown", (event) => {
    if (event.key === "Enter") playTyped();
  });
  part("pass").addEventListener("click", () => play("pass"));
  part("undo").addEventListener("click", undo);
  finish.addEventListener("submit", (event) => {
    if (log === known || isTaken) return;
    event.preventDefault();
    event.stopPropagation(); // for the site the form was not sent
    send().then(() => (log === known ? finish.requestSubmit(event.submitter) : refuse(say("finish"))));
  });

  // A phone that goes dark between two moves would have to be unlocked for each.
  const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("online", send);
  setInterval(send, EVERY);

  recall();
  settle();
  rebuild();
  show();
  send();
  stayAwake();
})();

// The sound of a stone on wood, made here and off until the reader turns it on (menu of the viewer).
"use strict";
(() => {
  const button = document.querySelector("[data-kifu-sound]");
  const viewer = document.querySelector("[data-kifu]")?.viewer;
  if (!button || !viewer) return;
  const NAME = "kifu-sound";
  const LENGTH = 0.09; // seconds
  let audio = null;
  let before = viewer.index;

  const knock = () => {
    audio ??= new AudioContext();
    audio.resume();
    const now = audio.currentTime;
    const fade = (node, volume, seconds) => {
      const gain = audio.createGain();
      gain.gain.setValueAtTime(volume, now);
      gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
      node.connect(gain).connect(audio.destination);
      return node;
    };
    // The click of slate or shell …
    const buffer = audio.createBuffer(1, audio.sampleRate * LENGTH, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    const noise = new AudioBufferSourceNode(audio, { buffer });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 2100, Q: 1.4 });
    noise.connect(fade(filter, 0.5, 0.035));
    noise.start(now);
    // … and the board that answers.
    const wood = fade(new OscillatorNode(audio, { frequency: 190 }), 0.35, LENGTH);
    wood.start(now);
    wood.stop(now + LENGTH);
  };

  const isOn = () => button.ariaPressed === "true";
  try {
    button.ariaPressed = String(localStorage.getItem(NAME) === "on");
  } catch {
    // A reader who forbids it turns it on again on the next page.
  }
  button.addEventListener("click", () => {
    button.ariaPressed = String(!isOn());
    if (isOn()) knock();
    try {
      localStorage.setItem(NAME, isOn() ? "on" : "off");
    } catch {
      // as above
    }
  });
  // A stone sounds when it is placed, not when the reader steps back or jumps.
  viewer.root.addEventListener("kifu:node", ({ detail: { index } }) => {
    const { p, m } = viewer.tree.nodes[index];
    if (isOn() && p === before && Array.isArray(m)) knock();
    before = index;
  });
})();

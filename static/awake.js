// Keeps the screen on while a hand is counted or a board is shown, for 20 minutes after the last tap.
// Over plain http browsers offer no lock of the screen. A video that plays has the same effect in
// some: Safari wants one with sound and without `loop`, so it is muted, and wound back by hand.

import "./plain.js";
import { load, store } from "./table/storage.js";

const LONGEST = 20 * 60_000; // ms
const root = document.documentElement;
const isBoard = document.body.classList.contains("watch");
const video = isBoard || document.getElementById("pad") ? made() : undefined;
const box = document.querySelector("[data-awake]");
let lock, isAsking, tapped = Date.now();

function made() {
  const video = Object.assign(document.createElement("video"), {
    className: "awake noprint", muted: true, playsInline: true, preload: "none", tabIndex: -1,
    ariaHidden: "true",
  });
  for (const kind of ["mp4", "webm"]) {
    const source = { src: new URL(`awake.${kind}`, import.meta.url), type: `video/${kind}` };
    video.append(Object.assign(document.createElement("source"), source));
  }
  // On the screen, as browsers let it sleep beside a video that nobody can see.
  video.style.cssText = "position:fixed;bottom:0;width:2px;opacity:.01;pointer-events:none";
  document.body.append(video);
  return video;
}

const isWanted = () => load("screen") !== "off" && !document.hidden
  && (isBoard || root.classList.contains("counting")) && Date.now() - tapped < LONGEST;

async function update() {
  if (!isWanted()) {
    video.pause();
    lock?.release();
    lock = undefined;
  } else if (!navigator.wakeLock) {
    video.play().catch(() => { /* low battery */ });
  } else if (!isAsking && (!lock || lock.released)) { // released while the page was hidden
    isAsking = true;
    try { lock = await navigator.wakeLock.request("screen"); } catch { /* low battery */ }
    isAsking = false;
    if (!isWanted()) update();
  }
}

function tap() {
  tapped = Date.now();
  update();
}

if (video) {
  video.addEventListener("timeupdate", () => { if (video.currentTime > 2) video.currentTime = 0; });
  document.addEventListener("visibilitychange", update);
  for (const each of ["pointerdown", "keydown"]) document.addEventListener(each, tap);
  // Nobody taps a board: what counts are the taps of which it shows the result.
  if (isBoard) document.addEventListener("htmx:after:swap", tap);
  new MutationObserver(update).observe(root, { attributeFilter: ["class"] });
  setInterval(update, 30_000);
  update();
}
if (box) {
  box.checked = load("screen") !== "off";
  box.closest("[hidden]").hidden = false;
  box.addEventListener("change", () => store("screen", box.checked ? "on" : "off"));
}

// Keeps the screen of a board on, where browsers let a page ask for that: not over plain http,
// where the screen's owner has to set it.

import "./plain.js";

async function stayLit() {
  if (document.hidden) return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* low battery, or not allowed */ }
}

// A wall screen, which nobody taps, opens the rematch by itself.
function follow() {
  const next = document.querySelector("[data-follows]");
  if (next && matchMedia("(min-width: 1100px)").matches) location.assign(next.href);
}

document.addEventListener("htmx:after:swap", follow);
document.addEventListener("visibilitychange", stayLit);
stayLit();

// Another site may frame only the board, so links open in a tab of their own.
if (self !== top) {
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}

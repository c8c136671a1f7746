// A board on a table or a wall stays lit, where the screen lets a page ask for that (not over plain
// http: then nothing is said, the owner of the screen knows how to keep it on).

async function stayLit() {
  if (document.hidden) return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* low battery, or not allowed */ }
}

// A screen on the wall, with nobody to tap, goes on to the rematch by itself.
function follow() {
  const next = document.querySelector("[data-follows]");
  if (next && matchMedia("(min-width: 1100px)").matches) location.assign(next.href);
}

document.addEventListener("htmx:after:swap", follow);
document.addEventListener("visibilitychange", stayLit);
stayLit();

// In a frame on somebody else's page only the board may be shown: what it leads to opens beside it.
if (self !== top) {
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}

// A board on a wall, or in another site's page.

import "./plain.js";
import "./awake.js";

// A wall screen, which nobody taps, opens the rematch by itself.
function follow() {
  const next = document.querySelector("[data-follows]");
  if (next && matchMedia("(min-width: 1100px)").matches) location.assign(next.href);
}

document.addEventListener("htmx:after:swap", follow);

// Another site may frame only the board, so links open in a tab of their own.
if (self !== top) {
  const base = document.createElement("base");
  base.target = "_blank";
  document.head.append(base);
}

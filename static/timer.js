// The minutes of a rotation, counted on the phone from the start that the server gives.

import "./plain.js";

function count() {
  for (const since of document.querySelectorAll("time[data-passed]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since.dateTime)) / 60_000));
    const { now, passed } = since.dataset;
    const said = minutes ? passed.replace("#", minutes) : now;
    if (since.textContent !== said) since.textContent = said;
  }
}

document.addEventListener("htmx:after:swap", count);
setInterval(count, 5000);
count();

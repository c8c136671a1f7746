// Seats of a game that has not begun. Enter moves on to the next name. A handle is dragged to
// another row, or tapped before another handle. Seats are added and removed without a request.
// Signs belong to seats, so only names move. On the form for a new game, choices fold again.

import "./plain.js";

const seats = document.querySelector(".seats");
const status = document.getElementById("moved");
const [more, fewer] = document.querySelectorAll(".stepper button");
seats.parentElement.classList.add("movable");
const rows = () => [...seats.querySelectorAll("li:not([hidden])")];
const field = (row) => row.querySelector("[name=players]");
const deals = (row) => row.querySelector("[name=dealer]");
let lifted = null;
let dealerIsChosen = deals(rows()[0])?.checked === false;

/** Puts these rows' names into all rows, in this order; a chosen dealer moves along. */
function seat(order) {
  const names = order.map((row) => field(row).value);
  const dealer = order.findIndex((row) => deals(row)?.checked);
  rows().forEach((row, place) => {
    field(row).value = names[place];
    if (dealerIsChosen) deals(row).checked = place === dealer;
  });
  status.textContent = status.dataset.moved;
}

function lift(row) {
  lifted?.querySelector(".grip").setAttribute("aria-pressed", "false");
  row?.querySelector(".grip").setAttribute("aria-pressed", "true");
  lifted = row;
  if (row) status.textContent = status.dataset.lifted;
}

seats.addEventListener("change", ({ target }) => {
  dealerIsChosen ||= target.name === "dealer";
});
seats.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.name !== "players") return;
  event.preventDefault();
  const next = event.target.closest("li").nextElementSibling;
  if (next) field(next).focus();
  else event.target.blur(); // hides the keyboard, which covers Start
});

let drag = null;
let wasDragged = false; // because a drag ends with a click
seats.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button) return;
  grip.setPointerCapture(event.pointerId);
  drag = { row: grip.closest("li"), from: event.clientY, isMoving: false };
});
seats.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const by = event.clientY - drag.from;
  drag.isMoving ||= Math.abs(by) > 8; // a tap moves less
  if (drag.isMoving) drag.row.style.translate = `0 ${by}px`;
  drag.row.classList.toggle("dragged", drag.isMoving);
});
const drop = (event) => {
  if (!drag) return;
  const { row, isMoving } = drag;
  drag = null;
  wasDragged = isMoving;
  setTimeout(() => (wasDragged = false));
  row.style.translate = "";
  row.classList.remove("dragged");
  if (!isMoving || event.type === "pointercancel") return;
  const others = rows().filter((other) => other !== row);
  const above = others.filter((other) => {
    const { top, height } = other.getBoundingClientRect();
    return top + height / 2 < event.clientY;
  });
  seat([...above, row, ...others.slice(above.length)]);
  lift(null);
};
seats.addEventListener("pointerup", drop);
seats.addEventListener("pointercancel", drop);
seats.addEventListener("click", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || wasDragged) return;
  const row = grip.closest("li");
  if (lifted && lifted !== row) {
    const order = rows();
    const [a, b] = [lifted, row].map((each) => order.indexOf(each));
    [order[a], order[b]] = [order[b], order[a]];
    lift(null);
    seat(order);
  } else lift(lifted ? null : row);
});

/** Shows or hides the last row; hidden fields are not sent. */
function step(event) {
  event.preventDefault();
  const isMore = event.currentTarget === more;
  const row = isMore ? rows().at(-1).nextElementSibling : rows().at(-1);
  row.hidden = !isMore;
  for (const input of row.querySelectorAll("input")) input.disabled = !isMore;
  // Once a player is named, a seat without a name stays empty.
  if (isMore && seats.querySelector("[name=players]:not(:placeholder-shown)")) {
    row.querySelector("[name=players]").focus();
  }
  if (!isMore && deals(row).checked) deals(rows()[0]).checked = true;
  more.disabled = !rows().at(-1).nextElementSibling;
  fewer.disabled = rows().length <= 2;
}
more?.addEventListener("click", step);
fewer?.addEventListener("click", step);

// A choice folds its line again.
for (const line of document.querySelectorAll(".pick")) {
  const change = line.querySelector("[type=checkbox]");
  const close = () => {
    if (line.contains(document.activeElement)) change.focus(); // the focused choice may be hidden
    change.checked = false;
  };
  line.addEventListener("click", ({ target, detail }) => detail && target.type === "radio" && close());
  line.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  change.addEventListener("change", () => {
    line.querySelector(":checked[type=radio]").focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" }); // or the choices may open behind the button
  });
}
// Scoring and end suit the box until others are chosen: where all players score, until they stop.
document.querySelector("form.new")?.addEventListener("change", ({ target: box, currentTarget }) => {
  const { preset, scoring, end, target } = currentTarget.elements;
  const [was, isEach] = [preset.value, "each" in box.dataset];
  if (box.name !== "edition" || (was === "each-scores") === isEach) return;
  preset.value = isEach ? "each-scores" : "winner-collects";
  if (scoring.value === was) scoring.value = preset.value;
  const [before, after] = isEach ? ["target", "open"] : ["open", "target"];
  if (end.value === before && target.value === target.defaultValue) end.value = after;
});
// The stages of heats are said while players are typed.
const outline = document.getElementById("outline");
outline?.closest("form").addEventListener("input", () => {
  if (outline.offsetParent) outline.dispatchEvent(new Event("typed"));
});
// Browsers put the caret of an autofocused field before its text.
const { activeElement } = document;
activeElement.setSelectionRange?.(99, 99);

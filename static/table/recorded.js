// A saved round changes little of the page, so little is requested: the form is emptied here, and
// the rest of the page follows after the paint.

import { write } from "./hand.js";

// Elements that a page with the next round would not have.
const UNUSUAL = "#page :is(.fault, .understood, .words.note, .who-are-you, [data-typed])";

// Focuses what comes next, because the save button is hidden, or closed with the pad.
const NEXT = ".round [name=went_out]:not([data-always]), .round:has([data-always]) .row";
const goOn = () => document.querySelector(NEXT)?.focus({ preventScroll: true });

// Makes the form a blank one, of a round that the companion may not know of yet.
function renew(form, number) {
  const { elements, parentElement: section } = form;
  for (const title of form.querySelectorAll("h2, .out legend")) {
    write(title, title.textContent.replace(/\d+/, number));
  }
  section.ariaLabel = section.ariaLabel.replace(/\d+/, number);
  form.id = form.id.replace(/\d+/, number);
  form.dataset.round = elements.round.value = number;
  elements.request_id.value = `${elements.request_id.value.slice(0, 16)}-${number}`;
  for (const each of form.querySelectorAll(".by")) each.remove();
  for (const each of form.querySelectorAll("details")) each.open = false;
  for (const each of [form, ...form]) {
    each.removeAttribute("hx-morph-skip");
    each.disabled = false;
    // The card side stays as it was, and nobody is asked who went out where nobody was.
    each.checked &&= each.name === "side" || "always" in each.dataset;
    if (each.autocomplete === "off") each.value = "";
    if (!each.dataset.seat) continue;
    each.classList.remove("elsewhere");
    each.setAttribute("hx-vals", `{"round": ${number}}`);
    // A pending answer is about the round before.
    each.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.dispatchEvent(new Event("filled"));
  // After the paint, because moving the focus forces a layout.
  requestAnimationFrame(() => setTimeout(() => {
    goOn();
    dispatchEvent(new Event("pageshow"));
  }, 50));
}

// A round that waits on this phone also makes room for the next one.
document.addEventListener("renew", ({ detail }) => renew(document.querySelector("form.round"), detail));
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement.dataset.round || document.querySelector(UNUSUAL)) return;
  ctx.request.headers.Prefer = "return=minimal";
});
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const top = tasks.find(({ target }) => target.id === "standing")?.fragment;
  if (!top) return;
  const { value } = top.querySelector("[name=version]");
  const form = ctx.sourceElement;
  form.querySelector("[name=version]").value = value;
  renew(form, Number(form.dataset.round) + 1);
  const live = document.querySelector("#live");
  live.setAttribute("hx-vals", live.getAttribute("hx-vals").replace(/\d+\w*"}$/, `${value}b"}`));
});
// A whole page was swapped in, as after the first round or a correction.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id !== "page") return;
  // After the paint, and only if the focus was lost.
  setTimeout(() => document.activeElement.matches("body, #pad *") && goOn(), 100); // ms
});

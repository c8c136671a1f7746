// What was typed into a round stays on the phone until the server has it: a reload, Back or a
// closed tab loses nothing. Hands that were counted to their end are kept by the server, for every
// phone of the table; here are only those that it does not have yet, and who went out.

import { Hand } from "./hand.js";
import { load, store } from "./storage.js";

const ROUND = "form.round[data-round]";
const WAITING = ".hand[hx-morph-skip]:not(.faulty, .htmx-request, :has([aria-expanded=true]))";
const TRY_AGAIN = 3000; // ms

const key = () => `draft ${location.pathname}`;
const form = () => document.querySelector(ROUND);
let isOurs = false; // another tab of the same game may have something to keep as well
let shownRound;

// Of the hands only those that the server does not have.
function isTyped([name, value]) {
  const field = form().querySelector(`[name="${name}"]`);
  return value && field.type !== "hidden" && !field.closest(".hand:not([hx-morph-skip])");
}

function keep() {
  if (!form()) return;
  const typed = [...new FormData(form())].filter(isTyped);
  if (!typed.length && !isOurs) return;
  isOurs = typed.length > 0;
  store(key(), JSON.stringify({ round: form().dataset.round, typed }));
}

function fill([name, value]) {
  const isMeant = (field) => field.type === "text" || field.value === value;
  const field = [...form().elements].find((each) => each.name === name && isMeant(each));
  if (!field) return;
  const fieldset = field.closest(".hand:not([hx-morph-skip])");
  // The first field of a hand empties what the server knew of it: the hand was counted anew.
  if (fieldset) new Hand(fieldset).fill({ tapped: [] });
  field.value = value;
  field.checked = true; // where it is a box
}

function restore() {
  shownRound = form()?.dataset.round;
  if (!form()) return;
  // A hand that was typed for the round before is told that it is written down.
  for (const fieldset of form().querySelectorAll(".hand[hx-morph-skip]")) {
    new Hand(fieldset).finish();
  }
  const draft = JSON.parse(load(key()));
  // What the server sends back filled in (a fault, a conflict) is newer than what the phone kept.
  if (draft?.round !== shownRound || form().dataset.typed) return;
  draft.typed.forEach(fill);
  for (const details of form().querySelectorAll("details:has(:checked)")) details.open = true;
  document.dispatchEvent(new Event("filled"));
}

document.addEventListener("input", ({ target }) => {
  const part = target.closest(".hand, .out");
  if (!part) return;
  // An answer to what was counted before is no answer to what is counted now.
  part.dispatchEvent(new Event("htmx:abort"));
  // What was wrong was said of what was there before.
  for (const fault of part.querySelectorAll(".fault, .amend")) fault.remove();
  part.classList.remove("faulty");
});

// After the tap has been answered on the screen.
for (const event of ["input", "change", "counted"]) {
  document.addEventListener(event, () => setTimeout(keep));
}

// A poll brings the page as the server has it; a round that is being filled in takes from it only
// the hands that other phones have counted.
document.addEventListener("htmx:before:swap", ({ target, detail: { ctx, tasks } }) => {
  const old = form();
  if (target.id !== "live" || ctx.swap === "none" || !old) return;
  const fresh = tasks[0].fragment.querySelector(ROUND);
  const isSame = fresh?.id === old.id && fresh.dataset.players === old.dataset.players;
  // Who has chosen who went out is writing the round down, and is asked when saving it.
  const isWriting = old.querySelector("[name=went_out]:checked") !== null;
  const isTyping = !fresh && old.querySelector(".hand[hx-morph-skip]") !== null;
  const isKept = isSame || isWriting || isTyping || old.hasAttribute("hx-morph-skip");
  document.getElementById("recording").toggleAttribute("hx-morph-skip", isKept);
  if (!isSame) return;
  for (const part of fresh.querySelectorAll(".hand, [name=version], [name=seen]")) {
    const fragment = new DocumentFragment();
    fragment.append(part);
    const target = old.elements[part.id || part.name];
    tasks.push({ type: "partial", fragment, target, swapSpec: { style: "outerMorph" } });
  }
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // A page that was kept from rounds ago is only now at the round that the draft is of.
  if (ctx.target.id === "live" && form()?.dataset.round !== shownRound) restore();
  shownRound = form()?.dataset.round;
  keep();
});

// A hand that the server does not have is offered until it does, or says what is wrong with it.
setInterval(() => {
  for (const fieldset of document.querySelectorAll(WAITING)) new Hand(fieldset).finish();
}, TRY_AGAIN);
restore();

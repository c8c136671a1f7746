// What was typed into a round stays on the phone until the server has it: a reload, Back or a
// closed tab loses nothing. Hands that were counted to their end are kept by the server, for every
// phone of the table; here are only those that it does not have yet, and who went out.

import { Hand } from "./hand.js";
import { load, store } from "./storage.js";

const ROUND = "form.round[data-round]";
const TRY_AGAIN = 3000; // ms

const key = () => `draft ${location.pathname}`;
const form = () => document.querySelector(ROUND);
const isBox = ({ type }) => type === "radio" || type === "checkbox";

function isTyped(field) {
  if (!field.name || field.type === "submit" || field.type === "hidden") return false;
  // Of the hands only those that the server does not have.
  if (field.closest(".hand:not([hx-morph-skip])")) return false;
  return isBox(field) ? field.checked : field.value !== "";
}

let isOurs = false; // another tab of the same game may have something to keep as well

function keep() {
  if (!form()) return;
  const fields = [...form().elements].filter(isTyped);
  if (!fields.length && !isOurs) return;
  isOurs = fields.length > 0;
  const typed = fields.map(({ name, value }) => [name, value]);
  store(key(), JSON.stringify({ round: form().dataset.round, typed }));
}

function fill(typed) {
  for (const [name, value] of typed) {
    const isMeant = (field) => field.name === name && (!isBox(field) || field.value === value);
    const field = [...form().elements].find(isMeant);
    if (field && isBox(field)) choose(field);
    else if (field) type(field, value);
  }
  for (const details of form().querySelectorAll("details.pile, details.resting")) {
    details.open ||= details.querySelector(":checked") !== null;
  }
  document.dispatchEvent(new Event("filled"));
}

// As a tap would: the key pad goes on with the hand that is missing.
function choose(field) {
  field.checked = true;
  const change = () => field.dispatchEvent(new Event("change", { bubbles: true }));
  if (field.name === "went_out") setTimeout(change);
}

// The first field of a hand empties what the server knew of it: the hand was counted anew.
function type(field, value) {
  const fieldset = field.closest(".hand");
  if (fieldset && !fieldset.hasAttribute("hx-morph-skip")) {
    for (const each of fieldset.elements) if (each.type !== "hidden") each.value = "";
    new Hand(fieldset).markTyped();
  }
  field.value = value;
}

// A hand that the server did not take is offered again until it does.
function offer(fieldset) {
  setTimeout(() => {
    if (!window.htmx) offer(fieldset);
    else if (fieldset.isConnected) new Hand(fieldset).finish();
  }, TRY_AGAIN);
}

let shownRound;

function restore() {
  shownRound = form()?.dataset.round;
  if (!form()) return;
  const draft = JSON.parse(load(key()));
  // What the server sends back filled in (a fault, a conflict) is newer than what the phone kept.
  if (draft?.round === shownRound && !form().dataset.typed) fill(draft.typed);
  for (const fieldset of form().querySelectorAll(".hand[hx-morph-skip]")) offer(fieldset);
}

document.addEventListener("input", ({ target }) => {
  const part = target.closest(".hand, .out");
  if (!part) return;
  // An answer to what was counted before is no answer to what is counted now.
  part.dispatchEvent(new Event("htmx:abort"));
  // What was wrong was said of what was there before.
  for (const fault of part.querySelectorAll(".fault, .mend")) fault.remove();
  part.classList.remove("faulty");
});

// After the tap has been answered on the screen.
for (const event of ["input", "change", "counted"]) {
  document.addEventListener(event, () => setTimeout(keep));
}

document.addEventListener("htmx:before:swap", ({ target, detail: { ctx, tasks } }) => {
  if (target.id === "live" && ctx.swap !== "none") merge(tasks);
});

// A poll brings the page as the server has it; a round that is being filled in takes from it only
// the hands that other phones have counted.
function merge(tasks) {
  const old = form();
  const fresh = tasks[0].fragment.querySelector(ROUND);
  if (!old) return;
  const isSame = fresh?.id === old.id && fresh.dataset.players === old.dataset.players;
  // Who has chosen who went out is writing the round down, and is asked when saving it.
  const isWriting = old.querySelector("[name=went_out]:checked") !== null;
  const isTyping = !fresh && old.querySelector(".hand[hx-morph-skip]") !== null;
  const isKept = isSame || isWriting || isTyping || old.hasAttribute("hx-morph-skip");
  document.getElementById("recording").toggleAttribute("hx-morph-skip", isKept);
  if (!isSame) return;
  for (const name of ["version", "seen"]) {
    if (name in fresh.elements) old.elements[name].value = fresh.elements[name].value;
  }
  for (const hand of fresh.querySelectorAll(".hand")) {
    const fragment = new DocumentFragment();
    fragment.append(hand);
    const target = document.getElementById(hand.id);
    tasks.push({ type: "partial", fragment, target, swapSpec: { style: "outerMorph" } });
  }
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.matches(".hand") && ctx.swap !== "none") {
    // Words that could not be read stay on the phone alone.
    const isUnread = ctx.response.status === 422;
    document.getElementById(ctx.target.id)?.toggleAttribute("hx-morph-skip", isUnread);
  }
  // A page that was kept from rounds ago is only now at the round that the draft is of.
  if (ctx.target.id === "live" && form()?.dataset.round !== shownRound) restore();
  shownRound = form()?.dataset.round;
  keep();
});

for (const failed of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(failed, ({ target, detail: { ctx } }) => {
    const isForGood = ctx?.response && ctx.response.status < 500;
    if (target.matches?.(".hand") && !isForGood) offer(target);
  });
}

restore();

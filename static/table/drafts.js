// What was typed into a round stays on the phone until the server has it: a reload, Back or a closed
// tab loses nothing. Hands counted to their end are kept by the server, for every phone of the table.

import { Hand, hands } from "./hand.js";
import { load, store } from "./storage.js";

const ROUND = "form.round[data-round]";
const TYPED = ".hand[hx-morph-skip]";
const WAITING = `${TYPED}:not(.faulty, .htmx-request, :has([aria-expanded=true]))`;

const key = () => `draft ${location.pathname}`;
const form = () => document.querySelector(ROUND);
const offer = (those) => hands(those).forEach((hand) => hand.finish());
// Another tab of the same game may have something to keep as well.
let isOurs = false;
let shownRound = form()?.dataset.round;

// Of the hands only those that the server does not have; of a save that it refused it has none.
function isTyped([name, value]) {
  if (name === "side") return !form().querySelector("[name=side]:checked:default");
  const field = form().querySelector(`[name="${name}"]`);
  const isOnlyHere = !field.closest(".hand") || field.closest(TYPED) || form().dataset.typed;
  return value && field.type !== "hidden" && isOnlyHere;
}

function keep() {
  if (!form()) return;
  const typed = [...new FormData(form())].filter(isTyped);
  if (typed.length || isOurs) store(key(), JSON.stringify({ round: form().dataset.round, typed }));
  isOurs = typed.length > 0;
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
  if (!form()) return;
  // What was typed for the round before is told that this one is saved.
  offer(TYPED);
  const draft = JSON.parse(load(key()));
  // What the server sends back filled in (a fault, a conflict) is newer than what the phone kept.
  if (draft?.round !== form().dataset.round || form().dataset.typed) return;
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

// Somebody was knocked out, or was not after all: that is kept as a hand is.
document.addEventListener("change", ({ target }) => {
  if (!target.closest(".fell")) return;
  const hand = new Hand(target.closest(".hand"));
  hand.settle();
  hand.finish();
});

// Once what the tap changed is on the screen, or before the page goes.
let keeping;
function soon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 100); // ms
}
["input", "change", "counted"].forEach((event) => document.addEventListener(event, soon));
addEventListener("pagehide", keep);

// A poll brings the page as the server has it. Of the round that is being filled in it leaves what
// was typed alone; another round does not take its place.
document.addEventListener("htmx:before:swap", ({ target, detail: { ctx, tasks } }) => {
  const old = form();
  if (target.id !== "live" || ctx.swap === "none" || !old) return;
  const fresh = tasks[0].fragment.querySelector(ROUND);
  const isSame = fresh?.id === old.id && fresh.dataset.players === old.dataset.players;
  // Who has chosen who went out is writing the round down, and is asked when saving it.
  const isWriting = !isSame && old.querySelector("[name=went_out]:checked");
  const isTyping = isWriting || (!fresh && old.querySelector(TYPED));
  const isKept = Boolean(isTyping || old.hasAttribute("hx-morph-skip"));
  document.getElementById("recording").toggleAttribute("hx-morph-skip", isKept);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // A page that was kept from rounds ago is only now at the round that the draft is of.
  if (ctx.target.id === "live" && form()?.dataset.round !== shownRound) restore();
  shownRound = form()?.dataset.round;
  soon();
});

// A hand that the server does not have is offered until it does, or says what is wrong with it.
setInterval(offer, 3000, WAITING);
document.addEventListener("visibilitychange", () => document.hidden && offer(TYPED));
restore();

// A draft of the round stays on the phone until the server has it, so that a reload, Back or a
// closed tab loses nothing. Complete hands are stored on the server, for every phone of the table.

import { Hand, hands } from "./hand.js";
import { load, store } from "./storage.js";

const ROUND = "form.round[data-round]";
const TYPED = ".hand[hx-morph-skip]";
const WAITING = `${TYPED}:not(.faulty, .htmx-request, :has([aria-expanded=true]))`;

const key = () => `draft ${location.pathname}`;
const form = () => document.querySelector(ROUND);
const offer = (those) => hands(those).forEach((hand) => hand.finish());
// The stored draft may be from another tab of the same game.
let isOurs = false;
let shownRound = form()?.dataset.round;

// Hands are typed if the server does not have them; of a refused save it has none.
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
  // The first field of a hand clears the server's value, because the draft is newer.
  if (fieldset) new Hand(fieldset).fill({ tapped: [] });
  field.value = value;
  field.checked = true; // if it is a checkbox
}

function restore() {
  if (!form()) return;
  // The answer to a hand of the previous round says that the round is saved.
  offer(TYPED);
  const draft = JSON.parse(load(key()));
  // Fields that the server filled in (a fault, a conflict) are newer than the draft.
  if (draft?.round !== form().dataset.round || form().dataset.typed) return;
  draft.typed.forEach(fill);
  const filled = "details:has(:checked, [name=remark]:not(:placeholder-shown))";
  for (const details of form().querySelectorAll(filled)) details.open = true;
  document.dispatchEvent(new Event("filled"));
}

// A knock-out, or its reversal, is stored like a hand.
document.addEventListener("change", ({ target }) => {
  if (!target.closest(".fell")) return;
  const hand = new Hand(target.closest(".hand"));
  hand.settle();
  hand.finish();
});

// The other phones show who went out before the round is saved.
document.addEventListener("change", ({ target }) => {
  const keep = target.closest(".who-out")?.dataset.keep;
  if (keep) navigator.sendBeacon(keep, new FormData(target.form));
});

// After the tap's result is painted, or before the page is left.
let keeping;
function soon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 100); // ms
}
["input", "change", "counted"].forEach((event) => document.addEventListener(event, soon));
addEventListener("pagehide", keep);

// A poll brings the server's page. It leaves typed hands alone, and does not replace a round that
// is being filled in by another one.
document.addEventListener("htmx:before:swap", ({ target, detail: { ctx, tasks } }) => {
  const old = form();
  if (target.id !== "live" || ctx.swap === "none" || !old) return;
  const fresh = tasks[0].fragment.querySelector(ROUND);
  const isSame = fresh?.id === old.id && fresh.dataset.players === old.dataset.players;
  // Once a winner is chosen, this phone is recording the round; a conflict is settled at the save.
  // Where nobody is asked who went out, it is once a hand is typed.
  const started = old.querySelector("[data-always]") ? TYPED : "[name=went_out]:checked";
  const isWriting = !isSame && old.querySelector(started);
  const isTyping = isWriting || (!fresh && old.querySelector(TYPED));
  const isKept = Boolean(isTyping || old.hasAttribute("hx-morph-skip"));
  document.getElementById("recording").toggleAttribute("hx-morph-skip", isKept);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // A cached page from rounds ago reaches the draft's round only now.
  if (ctx.target.id === "live" && form()?.dataset.round !== shownRound) restore();
  shownRound = form()?.dataset.round;
  soon();
});

// A typed hand is offered until the server stores it or finds a fault.
setInterval(offer, 3000, WAITING);
document.addEventListener("visibilitychange", () => document.hidden && offer(TYPED));
restore();

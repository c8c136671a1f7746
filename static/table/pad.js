// The key pad. The phone itself answers every tap; hand.js has the hands.

import "../plain.js";
import { Hand, hands, lay, write } from "./hand.js";
import { load, store } from "./storage.js";

const root = document.documentElement;
const pad = document.getElementById("pad");
const part = (name) => pad.querySelector(`[data-part="${name}"]`);
const words = part("words");
// The open hand by its id, because htmx may swap the element; its cards before words were given.
let openId, openRound, cardsBefore;

const form = () => document.querySelector("form.round");
const saveButton = () => form().querySelector(".save .primary");
// Not if a swap has replaced the round that is being counted.
const isOpen = ({ id, form: { dataset }, isTyped }) =>
  id === openId && (dataset.round === openRound || isTyped);
const openHand = (all = hands()) => all.find(isOpen);
const wantedOf = (all) => all.filter((hand) => hand.isWanted);

function open(hand) {
  if (!hand) return close();
  if (hand.id !== openId) openHand()?.finish();
  openId = hand.id;
  openRound = hand.form.dataset.round;
  forgetWords(hand);
  // A counted hand opens with the keys it was counted with, any other with the keys used last.
  const mode = pad.querySelector(`[value="${hand.keys || load("keys")}"]`)
    ?? pad.querySelector(":checked");
  mode.checked = true;
  pad.dataset.keys = mode.value;
  part("name").innerHTML = hand.row.querySelector(".player").innerHTML;
  // A history entry of its own, so that Back closes the pad instead of leaving the game.
  if (!history.state && !hand.form.dataset.again) history.pushState("pad", "");
  draw();
  if (!hand.form.dataset.again) hand.row.scrollIntoView({ block: "nearest" });
}

function close() {
  const hand = openHand();
  openId = undefined;
  hand?.finish();
  hand?.row.focus({ preventScroll: true });
  draw();
}

function nextHand(wanted) {
  const after = wanted.slice(wanted.findIndex(({ id }) => id === openId) + 1);
  return [...after, ...wanted].find((hand) => hand.isMissing && hand.id !== openId);
}

// The open hand stays open while it is wanted and missing.
function ask() {
  const hand = openHand();
  open(hand?.isWanted && hand.isMissing ? hand : nextHand(wantedOf(hands())));
}

// A player may have tapped before this script was loaded, or return to a half counted round.
function resume() {
  const chosen = "[data-round]:not([data-typed]):has([name=went_out]:checked:not([data-always]))";
  if (form()?.matches(chosen)) ask();
  else draw();
}

// More words need no tap. The button that led here may be far from the pad, or hidden.
const focus = () => (words.offsetParent ? words : pad).focus({ preventScroll: true });

function forgetWords(hand) {
  words.value = hand.words.value;
  cardsBefore = hand.tapped;
}

// The words of the save button, with the points if all hands are counted and the winner scores them.
function saveLabel(wanted) {
  const { bonus } = form().dataset; // for each knock-out
  const gain = form().querySelector("[name=went_out]:checked")?.dataset.gain;
  const paid = bonus ? hands().filter((each) => each.isOut && each.isOpponents).length * bonus : 0;
  const points = wanted.reduce((sum, each) => sum + Number(each.sum), paid);
  const isKnown = gain && points >= 0 && (wanted.length || paid) && wanted.every(({ keys }) => keys);
  return isKnown ? gain.replace("{0}", points) : saveButton().dataset.label;
}

// Label and action of the last key: the next hand; after the last hand, reading its words, then
// saving the round.
function nextStep(hand, wanted) {
  const { done, read } = part("next").dataset;
  const next = nextHand(wanted);
  // A player's own phone leaves the other hands to the one that names the winner, or to theirs.
  const isOwn = form().dataset.own === hand.fieldset.dataset.seat;
  const isEnough = !hand.winner || (next && "always" in hand.winner.dataset);
  if (isOwn && isEnough) return { label: done, go: close };
  if (next) return { label: next.fieldset.dataset.next, go: () => { open(next); focus(); } };
  // Words are shown as cards before the round is saved: the answer fills them in.
  if (hand.isUnread) return { label: read, go: () => hand.finish() };
  return { label: saveLabel(wanted), go: () => saveButton().click() };
}

function press({ card, digit, action }) {
  const hand = openHand();
  // The second tap of two, after the first closed the hand.
  if (!hand) return draw();
  if (action === "close") return close();
  if (action === "next") {
    hand.addUp();
    return nextStep(hand, wantedOf(hands())).go();
  }
  if (action === "fall") return hand.fell.click();
  if (action === "erase") hand.erase();
  if (action === "again") hand.fill({ tapped: [] });
  if (card) hand.addCard(card);
  if (digit) hand.addDigit(digit);
  forgetWords(hand);
  navigator.vibrate?.(8);
  draw();
}

function draw() {
  const all = hands();
  const hand = openHand(all);
  if (hand && !hand.isShown) return close();
  openId = hand?.id;
  // Read before anything is drawn, because each later read restyles the page. Without a winner no
  // hand is wanted.
  const isAsking = hand || form()?.querySelector(".out :checked");
  const wanted = isAsking ? wantedOf(all) : [];
  const label = hand && nextStep(hand, wanted).label;
  root.classList.toggle("counting", Boolean(hand));
  for (const each of all) each.draw(each === hand);
  root.classList.toggle("incomplete", wanted.some((each) => !each.keys || each.isTurned));
  if (!hand && form()?.dataset.round) write(saveButton(), saveLabel(wanted));
  if (!hand) return;
  const { cards, up } = hand;
  write(part("sum"), !hand.keys || hand.words.value ? "" : hand.sum);
  lay(part("faces"), hand);
  for (const keys of pad.querySelectorAll("[data-up]")) {
    keys.hidden = keys.dataset.up !== up;
    if (!keys.hidden) words.placeholder = keys.dataset.example;
  }
  for (const { dataset } of pad.querySelectorAll("[data-card]")) {
    const count = `${cards.filter((card) => card === dataset.card).length || ""}`;
    if (dataset.count !== count) dataset.count = count;
  }
  const said = hand.fieldset.querySelectorAll("p.fault, .turned:not([hidden]) span");
  const faults = Array.from(said, (each) => each.textContent);
  write(part("fault"), faults.join(" "));
  const [again, fell] = ["again", "fell"].map(part); // only for boxes with sides, with knock-outs
  if (again) again.hidden = !hand.isTurned;
  if (fell) Object.assign(fell, { hidden: !hand.fell, ariaPressed: String(hand.isOut) });
  // Sent with each drawing, because a swap cancels htmx's delay.
  if (hand.words.value && !faults.length) hand.fieldset.dispatchEvent(new Event("said"));
  write(part("next"), label);
  part("next").disabled = !hand.keys || hand.isTurned;
}

document.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "side") draw();
  if (/^(went_out|together|knocked)/.test(name)) ask();
  if (name !== "keys") return;
  pad.dataset.keys = value;
  store(name, value);
  focus();
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest(".row, .recount, .discard, .pad button");
  if (pad.contains(button)) return press(button.dataset);
  if (!button) return;
  const hand = new Hand(button.closest(".hand"));
  if (button.matches(".discard")) hand.fill({ tapped: [] });
  open(hand);
  focus();
});
words.addEventListener("input", () => {
  openHand()?.fill({ words: words.value, tapped: cardsBefore });
  draw();
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTyped = target.type === "text" && !["Enter", "Escape"].includes(key);
  const isTapped = key === "Enter" && target.closest("a, button, summary");
  if (isTyped || isTapped || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = pad.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  const shown = [...keys].find((each) => each.offsetParent); // a card or a digit
  if (shown) event.preventDefault();
  shown?.click();
});
addEventListener("popstate", ({ state }) => {
  if (!state && openId) close();
  else if (!state && !location.hash) history.back();
});
document.addEventListener("filled", resume);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id === "page" && ctx.swap !== "none") openId = undefined;
  draw();
});

// WebKit shows the pad as it was before the rotation.
matchMedia("(orientation: landscape)").onchange = () => { pad.append(...pad.childNodes); focus(); };
// The fields for those who have no pad would be sent too.
for (const each of document.querySelectorAll(".of-each")) each.remove();
root.classList.add("with-pad");
root.classList.toggle("tall", pad.querySelector(".tall"));
resume();

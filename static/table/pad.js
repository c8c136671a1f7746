// The key pad. Every tap is answered on the phone itself; see hand.js for what a hand is.

import { Hand, hands, lay, write } from "./hand.js";
import { load, store } from "./storage.js";

const root = document.documentElement;
const pad = document.getElementById("pad");
const part = (name) => pad.querySelector(`[data-part="${name}"]`);
const words = part("words");
// Of the hand that is open, as the hand itself may be swapped; its cards before anything was said.
let openId, openRound, cardsBefore;

const form = () => document.querySelector("form.round");
const saveButton = () => form().querySelector(".save .primary");
// Not where a swap has put another round in the place of the one that is being counted.
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
  // A hand that was counted opens with the keys it was counted with, any other with those used last.
  const mode = pad.querySelector(`[value="${hand.keys || load("keys")}"]`)
    ?? pad.querySelector(":checked");
  mode.checked = true;
  pad.dataset.keys = mode.value;
  part("name").innerHTML = hand.row.querySelector(".player").innerHTML;
  // Another entry of the same page, so that Back does not leave the game with the key pad open.
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

// The open hand stays open as long as it is still asked for.
function ask() {
  const hand = openHand();
  open(hand?.isWanted && hand.isMissing ? hand : nextHand(wantedOf(hands())));
}

// Somebody may have tapped before this script came, or comes back to a round half counted.
function resume() {
  if (form()?.matches("[data-round]:not([data-typed]):has([name=went_out]:checked)")) ask();
  else draw();
}

// Words are said on without a tap. The key that led here may be far from the others, or shut.
const focus = () => (words.offsetParent ? words : pad).focus({ preventScroll: true });

function forgetWords(hand) {
  words.value = hand.words.value;
  cardsBefore = hand.tapped;
}

// What the last key says, and does: whose hand is next; after the last hand, once its words are
// read, what the round is worth.
function nextStep(hand, wanted) {
  const { done, read } = part("next").dataset;
  // A player's own phone leaves the other hands to whoever says who went out.
  const isEnough = form().dataset.own === hand.fieldset.dataset.seat && !hand.winner;
  if (isEnough) return { label: done, go: close };
  const next = nextHand(wanted);
  if (next) return { label: next.fieldset.dataset.next, go: () => { open(next); focus(); } };
  // What was said last is shown as cards before the round is saved: the answer fills them in.
  if (hand.isUnread) return { label: read, go: () => hand.finish() };
  const { bonus } = form().dataset; // for each that was knocked out
  const paid = bonus ? hands().filter((each) => each.isOut && each.isOpponents).length * bonus : 0;
  const points = wanted.reduce((sum, each) => sum + Number(each.sum), paid);
  const gain = hand.keys && hand.winner?.dataset.gain; // where whoever went out scores them
  const label = gain && points >= 0 ? gain.replace("{0}", points) : saveButton().textContent;
  return { label, go: () => saveButton().click() };
}

function press({ card, digit, action }) {
  const hand = openHand();
  // A second tap, that was meant for it.
  if (!hand) return draw();
  if (action === "close") return close();
  if (action === "next") return nextStep(hand, wantedOf(hands())).go();
  if (action === "erase") hand.erase();
  if (card) hand.fill({ tapped: [...hand.tapped, card] });
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
  // Looked up first: once anything is drawn, each look has the page styled anew. Until somebody went
  // out no hand is asked for.
  const isAsking = hand || form()?.querySelector(".out :checked");
  const wanted = isAsking ? wantedOf(all) : [];
  const label = hand && nextStep(hand, wanted).label;
  root.classList.toggle("counting", Boolean(hand));
  for (const each of all) each.draw(each === hand);
  root.classList.toggle("incomplete", wanted.some(({ keys }) => !keys));
  if (!hand) return;
  const { cards, up } = hand;
  write(part("sum"), !hand.keys || hand.words.value ? "" : hand.sum);
  lay(part("faces"), hand);
  for (const keys of pad.querySelectorAll("[data-up]")) keys.hidden = keys.dataset.up !== up;
  for (const { dataset } of pad.querySelectorAll("[data-card]")) {
    const count = `${cards.filter((card) => card === dataset.card).length || ""}`;
    if (dataset.count !== count) dataset.count = count;
  }
  const faults = Array.from(hand.fieldset.querySelectorAll("p.fault"), (p) => p.textContent);
  write(part("fault"), faults.join(" "));
  // A swap in between forgets how long nothing more was said.
  if (hand.words.value && !faults.length) hand.fieldset.dispatchEvent(new Event("said"));
  write(part("next"), label);
  part("next").disabled = !hand.keys;
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

// WebKit draws the pad as it was before the turn.
matchMedia("(orientation: landscape)").onchange = () => { pad.append(...pad.childNodes); focus(); };
// An engine without `:has()` throws here, and its page stays as it is without scripts.
root.classList.toggle("with-pad", root.matches(":has(*)"));
root.classList.toggle("tall", pad.querySelector(".tall"));
resume();

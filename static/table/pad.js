// The key pad. Every tap is answered on the phone itself; see hand.js for what a hand is.

import { Hand } from "./hand.js";
import { load, store } from "./storage.js";

const LAST_USED = "pad";
const WORDS_END = 700; // ms without a letter: what was said is read
const root = document.documentElement;
const pad = document.getElementById("pad");
const part = (name) => pad.querySelector(`[data-part="${name}"]`);
const words = part("words");
let openId = null; // of the hand that is open: the hand itself may be swapped
let openRound;
let cardsBefore; // of the open hand, before anything was said
let wordsTimer;

const form = () => document.querySelector("form.round");
const saveButton = () => form().querySelector(".save .primary");
const hands = () => Array.from(document.querySelectorAll("form.round .hand"), (e) => new Hand(e));
const openHand = () => hands().find(({ id }) => id === openId);
const wantedHands = () => hands().filter((hand) => hand.isWanted);
const fillIn = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

function open(hand) {
  if (!hand) return close();
  if (hand.id !== openId) openHand()?.finish();
  openId = hand.id;
  openRound = hand.form.dataset.round;
  pad.hidden = false;
  root.classList.add("counting");
  forgetWords(hand);
  // Another entry of the same page, so that Back does not leave the game with the key pad open.
  if (hand.points && !history.state) history.pushState("pad", "");
  draw();
  hand.row.scrollIntoView({ block: "nearest" });
}

function shut() {
  pad.hidden = true;
  root.classList.remove("counting");
  openId = null;
  draw();
}

function close() {
  openHand()?.finish();
  openHand()?.row.focus();
  shut();
}

function nextHand() {
  const wanted = wantedHands();
  const after = wanted.slice(wanted.findIndex(({ id }) => id === openId) + 1);
  return [...after, ...wanted].find((hand) => hand.isBlank && hand.id !== openId);
}

// The open hand stays open as long as it is still asked for.
function ask() {
  const hand = openHand();
  open(hand?.isWanted && hand.isBlank ? hand : nextHand());
}

// Somebody may have tapped before this script was there, or comes back to a round half counted.
function resume() {
  if (form()?.matches("[data-round]:not([data-typed]):has([name=went_out]:checked)")) ask();
  else draw();
}

// Words are said on from hand to hand without a tap between. A keyboard goes on at the keys: the
// key that led here may be far from them, or shut for now.
function focus() {
  (pad.dataset.uses === "words" ? words : pad).focus({ preventScroll: true });
}

function forgetWords(hand) {
  words.value = hand.words.value;
  cardsBefore = hand.tapped;
}

function goOn(hand) {
  // What was said is shown as cards before it counts: the answer fills them in.
  if (hand.words.value && window.htmx) return hand.finish();
  if (hand.isEnough) return close();
  const next = nextHand();
  if (!next) return form().requestSubmit(saveButton());
  open(next);
  focus();
}

function use(keys) {
  pad.dataset.uses = keys;
  for (const key of pad.querySelectorAll("[data-use]")) {
    key.ariaPressed = String(key.dataset.use === keys);
  }
  store(LAST_USED, keys);
}

function press({ dataset: { card, digit, use: keys, action } }) {
  const hand = openHand();
  if (action === "close") return close();
  if (action === "next") return goOn(hand);
  if (action === "erase") hand.erase();
  if (card) hand.fill({ tapped: [...hand.tapped, card] });
  if (digit) hand.addDigit(digit);
  if (keys) use(keys);
  else forgetWords(hand);
  navigator.vibrate?.(8);
  draw();
  if (keys === "words") focus();
}

// The last key names whose hand is next, and after the last hand what the round is worth.
function nextLabel(hand) {
  const { next, done } = part("next").dataset;
  if (hand.isEnough) return done;
  const nextPlayer = nextHand()?.player.textContent;
  if (nextPlayer) return fillIn(next, { name: nextPlayer });
  const points = wantedHands().reduce((sum, each) => sum + Number(each.sum), 0);
  const { gain } = saveButton().dataset; // where whoever went out scores them
  const name = hand.winner?.nextElementSibling.textContent;
  return gain && points >= 0 ? fillIn(gain, { name, points }) : saveButton().textContent;
}

function draw() {
  for (const each of hands()) each.draw(each.id === openId);
  form()?.classList.toggle("incomplete", Boolean(nextHand()));
  const hand = openHand();
  if (!hand) return;
  const isOld = hand.form.dataset.round !== openRound && !hand.isTyped;
  if (isOld || !hand.isShown) return shut();
  part("name").replaceChildren(...hand.player.cloneNode(true).childNodes);
  part("sum").textContent = hand.isBlank || hand.words.value ? "" : hand.sum;
  part("faces").replaceChildren(...hand.faces);
  part("faces").scrollLeft = part("faces").scrollWidth;
  for (const { dataset } of pad.querySelectorAll("[data-card]")) {
    dataset.count = hand.cards.filter((card) => card === dataset.card).length || "";
  }
  const faults = Array.from(hand.fieldset.querySelectorAll("p.fault"), (p) => p.textContent);
  part("fault").textContent = faults.join(" ");
  part("next").textContent = nextLabel(hand);
  part("next").disabled = hand.isBlank;
  pad.classList.toggle("last", !nextHand() && !hand.isEnough);
}

document.addEventListener("change", ({ target: { name } }) => {
  if (name === "went_out" || name === "together") ask();
});
document.addEventListener("click", ({ target }) => {
  const row = target.closest(".row, .recount, .discard");
  if (!row) return;
  const hand = new Hand(row.closest(".hand"));
  if (row.matches(".discard")) hand.fill({ tapped: [] });
  open(hand);
  focus();
});
pad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (key) press(key);
});
words.addEventListener("input", () => {
  openHand().fill({ words: words.value, tapped: cardsBefore });
  draw();
  clearTimeout(wordsTimer);
  wordsTimer = setTimeout(() => openHand()?.finish(), WORDS_END);
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isText = target.type === "text" && !["Enter", "Escape"].includes(key);
  const isPressed = key === "Enter" && target.closest("a, button, summary");
  if (!openId || isText || isPressed || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = pad.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  const meant = [...keys].find((each) => each.offsetParent !== null); // cards or digits
  if (!meant) return;
  event.preventDefault();
  meant.click();
});
addEventListener("popstate", ({ state }) => {
  if (state) return;
  if (openId) close();
  else if (!location.hash) history.back();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) openHand()?.finish();
});
document.addEventListener("filled", resume);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id === "page" && ctx.swap !== "none") shut();
  draw();
});

root.classList.add("with-pad");
const lastUsed = load(LAST_USED);
use(pad.querySelector(`[data-use="${lastUsed}"]`) ? lastUsed : "cards");
resume();

// The key pad. Every tap is answered on the phone itself; see hand.js for what a hand is.

import { Hand, cardKey } from "./hand.js";
import { load, store } from "./storage.js";

const LAST_USED = "pad";
const WORDS_END = 700; // ms without a letter: what was said is read
const root = document.documentElement;
const form = () => document.querySelector("form.round");

class Pad {
  constructor(pad) {
    this.pad = pad;
    this.part = (name) => pad.querySelector(`[data-part="${name}"]`);
    this.openId = null; // of the hand that is open: the hand itself may be swapped
    this.use(load(LAST_USED) || "cards");
    this.listen();
    this.redraw();
    // Somebody may have tapped before this script was there, or comes back to a round half counted.
    const { typed, round } = form()?.dataset ?? {};
    if (round && !typed && form().querySelector("[name=went_out]:checked")) this.open(this.next());
    if (this.again) this.open(this.hands[0]);
  }

  get hands() {
    return [...document.querySelectorAll("form.round .hand")].map((each) => new Hand(each));
  }

  get hand() { return this.hands.find(({ id }) => id === this.openId); }

  // Where there is no game, the last key begins anew; nothing is saved.
  get again() { return form()?.dataset.again; }

  get saveButton() { return form().querySelector(".save .primary"); }

  listen() {
    document.addEventListener("change", ({ target: { name } }) => {
      if (name !== "went_out" && name !== "together") return;
      this.open(this.hand?.isWanted && this.hand.isBlank ? this.hand : this.next());
    });
    document.addEventListener("click", ({ target }) => {
      const row = target.closest(".row, .recount, .discard");
      if (row) this.lead(new Hand(row.closest(".hand")), row.matches(".discard"));
    });
    this.pad.addEventListener("click", ({ target }) => {
      const key = target.closest("button");
      if (key) this.press(key);
    });
    this.part("words").addEventListener("input", ({ target }) => this.hear(target.value));
    document.addEventListener("keydown", ({ key, target }) => {
      if (key === "Escape" && this.openId) this.close();
      if (key === "Enter" && target === this.part("words")) this.part("next").click();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hand?.finish();
    });
    document.addEventListener("filled", () => this.redraw());
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
      if (ctx.target.id === "page" && ctx.swap !== "none") this.shut();
      this.redraw();
    });
  }

  press({ field, dataset: { digit, use, does } }) {
    const { hand } = this;
    if (digit) hand.digit(digit);
    else if (use) this.use(use);
    else if (field) hand.tap(field);
    else if (does === "back") hand.back();
    else if (does === "close") return this.close();
    else if (does === "next") return this.goOn(hand);
    navigator.vibrate?.(8);
    this.show();
    if (use === "words") this.focus();
  }

  hear(words) {
    this.hand.fill({ words });
    this.show();
    clearTimeout(this.hearing);
    this.hearing = setTimeout(() => this.hand?.finish(), WORDS_END);
  }

  open(hand, isDiscarded = false) {
    if (hand?.id !== this.openId) this.hand?.finish();
    if (!hand) return this.close();
    if (isDiscarded) hand.fill({});
    this.openId = hand.id;
    this.round = hand.form.dataset.round;
    this.pad.hidden = false;
    root.classList.add("counting");
    this.part("words").value = hand.words.value;
    const digits = this.pad.querySelector("[data-use=digits]");
    digits.hidden = !hand.points;
    if (digits.hidden && digits.ariaPressed === "true") this.use("cards");
    this.show();
    hand.row.scrollIntoView({ block: "nearest" });
  }

  // A keyboard goes on at the keys: the key that led here may be far from them, or shut for now.
  lead(hand, isDiscarded) {
    this.open(hand, isDiscarded);
    this.focus();
  }

  // Words are said on from hand to hand without a tap between.
  focus() {
    const place = this.pad.dataset.uses === "words" ? this.part("words") : this.pad;
    place.focus({ preventScroll: true });
  }

  close() {
    this.hand?.finish();
    this.hand?.row.focus();
    this.shut();
  }

  shut() {
    this.pad.hidden = true;
    root.classList.remove("counting");
    this.openId = null;
    this.markOpen();
  }

  goOn(hand) {
    // What was said is shown as cards before it counts: the answer fills them in.
    if (hand.words.value && hand.isReadByServer) return hand.finish();
    if (this.again) return this.open(hand, true);
    if (hand.isEnough) return this.close();
    const next = this.next();
    if (next) return this.lead(next);
    form().requestSubmit(this.saveButton);
  }

  next() {
    const wanted = this.hands.filter((hand) => hand.isWanted);
    const after = wanted.slice(wanted.findIndex(({ id }) => id === this.openId) + 1);
    return [...after, ...wanted].find((hand) => hand.isBlank && hand.id !== this.openId);
  }

  use(keys) {
    this.pad.dataset.uses = keys;
    for (const key of this.pad.querySelectorAll("[data-use]")) {
      key.ariaPressed = String(key.dataset.use === keys);
    }
    store(LAST_USED, keys);
  }

  redraw() {
    for (const hand of this.hands) hand.draw();
    const { hand } = this;
    if (!hand) return;
    const isOld = hand.form.dataset.round !== this.round && !hand.isTyped;
    if (isOld || !hand.isWanted) this.shut();
    else this.show();
  }

  markOpen() {
    for (const { row, id } of this.hands) row.ariaExpanded = String(id === this.openId);
  }

  // The keys of one hand are those of the next: a key never moves away from under a finger.
  showKeys({ counts }) {
    const keys = this.part("cards");
    const cards = (all) => [...all].map(({ dataset }) => dataset.card).join();
    if (cards(keys.children) !== cards(counts)) keys.replaceChildren(...counts.map(cardKey));
    for (const [index, key] of [...keys.children].entries()) key.field = counts[index];
  }

  show() {
    const { hand } = this;
    hand.draw();
    this.markOpen();
    this.showKeys(hand);
    this.part("name").textContent = hand.name;
    this.part("sum").textContent = hand.isBlank || hand.words.value ? "" : hand.sum;
    this.part("faces").replaceChildren(hand.faces());
    this.part("faces").scrollLeft = this.part("faces").scrollWidth;
    const faults = [...hand.fieldset.querySelectorAll("p.fault")];
    this.part("fault").textContent = faults.map((fault) => fault.textContent).join(" ");
    const key = this.part("next");
    const further = hand.isEnough ? key.dataset.done : this.next() && key.dataset.next;
    key.textContent = this.again ?? (further || this.saveButton.textContent);
    key.disabled = hand.isBlank;
  }
}

root.classList.add("with-pad");
new Pad(document.getElementById("pad"));

// The key pad. Every tap is answered on the phone itself; see hand.js for what a hand is.

const LAST_USED = "pad";
const WORDS_END = 700; // ms without a letter: what was said is read
const root = document.documentElement;

function cardKey(field) {
  const { title } = field.closest("label");
  const key = Object.assign(document.createElement("button"), { type: "button", className: "key" });
  key.dataset.card = field.dataset.card;
  key.append(face(field), Object.assign(document.createElement("span"), { className: "unseen", textContent: title }));
  if (key.querySelector(".sign")) {
    key.append(Object.assign(document.createElement("small"), { textContent: field.dataset.points }));
  }
  return key;
}

class Pad {
  constructor(pad) {
    this.pad = pad;
    this.part = (name) => pad.querySelector(`[data-part="${name}"]`);
    this.place = null; // the id of the hand that is open: the hand itself may be swapped
    this.use(remembered() || "cards");
    this.wire();
    this.drawn();
    // Somebody may have tapped before this script was there, or comes back to a round half counted.
    const form = document.querySelector("form.round[data-round]:not([data-typed])");
    if (form?.querySelector("[name=went_out]:checked")) this.open(this.next());
    if (this.again) this.open(this.hands[0]);
  }

  get hands() { return [...document.querySelectorAll("form.round .hand")].map(handOf); }

  // Where there is no game, the last key begins anew; nothing is saved.
  get again() { return document.querySelector("form.round")?.dataset.again; }

  get hand() { return this.hands.find((hand) => hand.fieldset.id === this.place); }

  wire() {
    document.addEventListener("change", ({ target }) => {
      if (target.name === "went_out" || target.name === "together") this.open(this.hand?.isAsked && this.hand.isBlank ? this.hand : this.next());
    });
    document.addEventListener("click", ({ target }) => {
      const row = target.closest(".row, .recount, .discard");
      if (row) this.lead(handOf(row.closest(".hand")), row.matches(".discard"));
    });
    this.pad.addEventListener("click", ({ target }) => {
      const key = target.closest("button");
      if (key) this.press(key);
    });
    this.part("said").addEventListener("input", ({ target }) => this.say(target.value));
    document.addEventListener("keydown", ({ key, target }) => {
      if (key === "Escape" && this.place) this.close();
      if (key === "Enter" && target === this.part("said")) this.part("next").click();
    });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.hand?.finish(); });
    document.addEventListener("filled", () => this.drawn());
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
      if (ctx.target.id === "page" && ctx.swap !== "none") this.shut();
      this.drawn();
    });
  }

  press({ field, dataset: { digit, use, does } }) {
    const { hand } = this;
    if (digit) hand.digit(digit);
    else if (use) this.use(use);
    else if (field) hand.tap(field);
    else if (does === "back") hand.back();
    else if (does === "close") return this.close();
    else if (does === "next") return this.on(hand);
    navigator.vibrate?.(8);
    this.show();
    if (use === "words") this.grip();
  }

  say(words) {
    this.hand.hold({ said: words });
    this.show();
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.hand?.finish(), WORDS_END);
  }

  open(hand, isDiscarded = false) {
    if (hand?.fieldset.id !== this.place) this.hand?.finish();
    if (!hand) return this.close();
    if (isDiscarded) hand.hold({});
    this.place = hand.fieldset.id;
    this.round = hand.round;
    this.pad.hidden = false;
    root.classList.add("counting");
    this.part("said").value = hand.said.value;
    const digits = this.pad.querySelector("[data-use=digits]");
    digits.hidden = !hand.points;
    if (digits.hidden && digits.ariaPressed === "true") this.use("cards");
    this.keys();
    this.show();
    this.hand.row.scrollIntoView({ block: "nearest" });
  }

  // A keyboard goes on at the keys: the key that led here may be far from them, or shut for now.
  lead(hand, isDiscarded) {
    this.open(hand, isDiscarded);
    this.grip();
  }

  // Words are said on from hand to hand without a tap between.
  grip() {
    const place = this.pad.dataset.uses === "words" ? this.part("said") : this.pad;
    place.focus({ preventScroll: true });
  }

  // The keys of one hand are those of the next: a key never moves away from under a finger.
  keys() {
    const { counts } = this.hand;
    const cards = (all) => [...all].map((each) => each.dataset.card).join();
    const keys = this.part("cards");
    if (cards(keys.children) !== cards(counts)) keys.replaceChildren(...counts.map(cardKey));
    for (const [index, key] of [...keys.children].entries()) key.field = counts[index];
  }

  close() {
    this.hand?.finish();
    this.hand?.row.focus();
    this.shut();
  }

  shut() {
    this.pad.hidden = true;
    root.classList.remove("counting");
    this.place = null;
    this.mark();
  }

  on(hand) {
    // What was said is shown as cards before it counts: the answer fills them in.
    if (hand.said.value && hand.isReadByServer) return hand.finish();
    if (this.again) return this.open(hand, true);
    if (hand.isEnough) return this.close();
    const next = this.next();
    if (next) return this.lead(next);
    document.querySelector("form.round").requestSubmit(document.querySelector("form.round .save .first"));
  }

  next() {
    const asked = this.hands.filter((hand) => hand.isAsked);
    const after = asked.slice(asked.findIndex((hand) => hand.fieldset.id === this.place) + 1);
    return [...after, ...asked].find((hand) => hand.isBlank && hand.fieldset.id !== this.place);
  }

  use(pad) {
    this.pad.dataset.uses = pad;
    for (const key of this.pad.querySelectorAll("[data-use]")) key.ariaPressed = String(key.dataset.use === pad);
    remember(pad);
  }

  drawn() {
    for (const hand of this.hands) hand.draw();
    const { hand } = this;
    if (!hand) return;
    if (!hand.isAsked || (hand.round !== this.round && !hand.isTyped)) return this.shut();
    this.keys();
    this.show();
  }

  mark() {
    for (const { row, fieldset } of this.hands) row.ariaExpanded = String(fieldset.id === this.place);
  }

  show() {
    const { hand } = this;
    hand.draw();
    this.mark();
    this.part("name").textContent = hand.name;
    this.part("sum").textContent = hand.isBlank || hand.said.value ? "" : hand.sum;
    this.part("faces").replaceChildren(hand.faces());
    this.part("faces").scrollLeft = this.part("faces").scrollWidth;
    const faults = [...hand.fieldset.querySelectorAll("p.fault")];
    this.part("fault").textContent = faults.map((fault) => fault.textContent).join(" ");
    const on = this.part("next");
    const further = hand.isEnough ? on.dataset.done : this.next() && on.dataset.next;
    on.textContent = this.again ?? (further || document.querySelector("form.round .save .first").textContent);
    on.disabled = hand.isBlank;
  }
}

// A phone may refuse to remember anything; the pad works all the same.
function remembered() {
  try { return localStorage.getItem(LAST_USED); } catch { return null; }
}

function remember(pad) {
  try { localStorage.setItem(LAST_USED, pad); } catch { /* then the next round begins with cards */ }
}

root.classList.add("with-pad");
new Pad(document.getElementById("pad"));

// The key pad. Every tap is answered on the phone itself; the fields of the form hold what was
// counted, so that saving, correcting and a page without scripts are one and the same thing.

const LAST_USED = "pad";

class Hand {
  constructor(fieldset, opened) {
    this.fieldset = fieldset;
    this.seat = fieldset.dataset.seat;
    this.name = fieldset.querySelector("legend").textContent.trim();
    this.points = fieldset.querySelector(`[name="points-${this.seat}"]`);
    this.said = fieldset.querySelector(`[name="said-${this.seat}"]`);
    this.counts = [...fieldset.querySelectorAll("[data-points]")];
    this.tapped = this.counts.flatMap((field) => Array(Number(field.value) || 0).fill(field));
    this.row = document.createElement("button");
    this.row.type = "button";
    this.row.className = "row";
    this.row.addEventListener("click", () => opened(this));
    fieldset.querySelector("legend").after(this.row);
    this.draw();
  }

  // The style sheet hides whoever needs no hand; what a closed <details> holds counts as shown.
  get isAsked() {
    const box = this.fieldset.closest("details");
    return this.row.offsetParent !== null && (!box || box.querySelector("[name=together]").checked);
  }

  get isBlank() { return !this.points.value && !this.said.value && !this.tapped.length; }

  get sum() {
    if (this.points.value) return Number(this.points.value);
    return this.tapped.reduce((sum, field) => sum + Number(field.dataset.points), 0);
  }

  tap(field) {
    this.points.value = this.said.value = "";
    this.tapped.push(field);
    this.draw();
  }

  digit(digit) {
    this.tapped = [];
    this.said.value = "";
    if (this.points.value.length < 4) this.points.value = String(Number(this.points.value + digit));
    this.draw();
  }

  say(words) {
    this.tapped = [];
    this.points.value = "";
    this.said.value = words;
    this.draw();
  }

  back() {
    if (this.points.value) this.points.value = this.points.value.slice(0, -1);
    else if (this.said.value) this.said.value = "";
    else this.tapped.pop();
    this.draw();
  }

  faces() {
    const faces = document.createElement("span");
    faces.className = "faces";
    for (const field of this.tapped) faces.append(face(field));
    return faces;
  }

  draw() {
    for (const field of this.counts) {
      const count = this.tapped.filter((tapped) => tapped === field).length;
      field.value = count || "";
    }
    const sum = document.createElement("b");
    sum.textContent = this.isBlank ? "…" : this.said.value && !this.tapped.length ? "?" : this.sum;
    const words = document.createElement("q");
    words.textContent = this.said.value;
    const name = Object.assign(document.createElement("span"), { textContent: this.name });
    this.row.replaceChildren(name, this.said.value ? words : this.faces(), sum);
  }
}

const face = (field) => field.closest("label").querySelector(".face").cloneNode(true);

class Pad {
  constructor(form) {
    this.form = form;
    this.pad = form.querySelector("template.pad").content.cloneNode(true).firstElementChild;
    form.append(this.pad);
    form.classList.add("with-pad");
    this.hands = [...form.querySelectorAll(".hand")].map((set) => new Hand(set, (h) => this.open(h)));
    this.part = (name) => this.pad.querySelector(`[data-part="${name}"]`);
    this.wire();
    this.use(remembered() || "cards");
    // Somebody may have tapped before this script was there, or comes back to a round half counted.
    const { round, typed } = form.dataset;
    if (round && !typed && form.querySelector("[name=went_out]:checked")) this.open(this.next());
  }

  wire() {
    this.form.addEventListener("change", (event) => {
      if (event.target.name === "went_out" || event.target.name === "together") this.open(this.next());
    });
    this.pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (key) this.press(key);
    });
    this.part("said").addEventListener("input", () => {
      this.hand.say(this.part("said").value);
      this.show();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.hand) this.close();
    });
  }

  press(key) {
    const { digit, use, does } = key.dataset;
    if (digit) this.hand.digit(digit);
    else if (use) this.use(use);
    else if (key.field) this.hand.tap(key.field);
    else if (does === "back") this.hand.back();
    else if (does === "close") return this.close();
    else if (does === "next") return this.on();
    navigator.vibrate?.(8);
    this.show();
    this.form.dispatchEvent(new Event("counted"));
  }

  open(hand) {
    if (!hand) return this.close();
    this.hand = hand;
    this.pad.hidden = false;
    this.form.classList.add("counting");
    const keys = hand.counts.map((field) => this.cardKey(field));
    this.part("cards").replaceChildren(...keys);
    this.part("said").value = hand.said.value;
    this.show();
    for (const each of this.hands) each.row.ariaExpanded = String(each === hand);
    hand.row.scrollIntoView({ block: "nearest" });
  }

  cardKey(field) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key";
    key.field = field;
    key.dataset.card = field.name.replace(`count-${this.hand.seat}-`, "");
    const name = Object.assign(document.createElement("span"), { className: "unseen", textContent: field.closest("label").title });
    key.append(face(field), name);
    if (field.closest("label").querySelector(".sign")) {
      key.append(Object.assign(document.createElement("small"), { textContent: field.dataset.points }));
    }
    return key;
  }

  close() {
    this.pad.hidden = true;
    this.form.classList.remove("counting");
    this.hand?.row.focus();
    this.hand = null;
  }

  on() {
    const next = this.next();
    if (next) return this.open(next);
    this.form.requestSubmit(this.form.querySelector(".save button.first"));
  }

  next() {
    const asked = this.hands.filter((hand) => hand.isAsked);
    const after = asked.slice(asked.indexOf(this.hand) + 1);
    return [...after, ...asked].find((hand) => hand.isBlank && hand !== this.hand);
  }

  use(pad) {
    this.pad.dataset.uses = pad;
    for (const key of this.pad.querySelectorAll("[data-use]")) key.ariaPressed = String(key.dataset.use === pad);
    remember(pad);
  }

  show() {
    if (!this.hand) return;
    const { hand } = this;
    this.part("name").textContent = hand.name;
    this.part("sum").textContent = hand.isBlank || hand.said.value ? "" : hand.sum;
    this.part("faces").replaceChildren(hand.faces());
    this.part("faces").scrollLeft = this.part("faces").scrollWidth;
    const on = this.part("next");
    on.textContent = this.next() ? on.dataset.next : on.dataset.save;
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

function begin(part) {
  for (const form of part.querySelectorAll("form.round")) new Pad(form);
}

begin(document);
document.addEventListener("shown", (event) => begin(event.target));

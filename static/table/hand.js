// One hand of the page: its fields hold what was counted, and nothing else does, so whatever htmx
// swaps in is at once what the key pad works on.

const tapOrder = new Map(); // id of a hand -> its cards in the order of the taps, for taking back

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const face = (field) => field.closest("label").querySelector(".face").cloneNode(true);

// A key of the pad shows the card that a count field is for.
export function cardKey(field) {
  const { title } = field.closest("label");
  const name = element("span", { className: "visually-hidden", textContent: title });
  const key = element("button", { type: "button", className: "key" }, face(field), name);
  key.dataset.card = field.dataset.card;
  const { points } = field.dataset;
  if (key.querySelector(".sign")) key.append(element("small", { textContent: points }));
  return key;
}

export class Hand {
  constructor(fieldset) {
    const find = (selector) => fieldset.querySelector(selector);
    this.fieldset = fieldset;
    this.id = fieldset.id;
    this.form = fieldset.form;
    this.row = find(".row");
    this.name = find("legend").textContent.trim();
    this.points = find(".points input"); // a pile alone has none
    this.words = find(".words input");
    this.counts = [...fieldset.querySelectorAll("[data-points]")];
  }

  // As long as it is marked so, a morph leaves it alone; it is handed in for the round it is of.
  markTyped() {
    if (this.isTyped) return;
    this.fieldset.setAttribute("hx-morph-skip", "");
    this.fieldset.setAttribute("hx-vals", JSON.stringify({ round: this.form.dataset.round }));
  }

  get isTyped() { return this.fieldset.hasAttribute("hx-morph-skip"); }

  get isReadByServer() { return window.htmx && this.fieldset.hasAttribute("hx-post"); }

  get tapped() {
    const cards = tapOrder.get(this.id) ?? [];
    const tapped = cards.map((card) => this.counts.find((field) => field.dataset.card === card));
    const isSame = (field) => tapped.filter((each) => each === field).length === Number(field.value);
    if (this.counts.every(isSame)) return tapped;
    return this.counts.flatMap((field) => Array(Number(field.value) || 0).fill(field));
  }

  set tapped(tapped) {
    tapOrder.set(this.id, tapped.map((field) => field.dataset.card));
    for (const field of this.counts) {
      field.value = tapped.filter((each) => each === field).length || "";
    }
  }

  // Whoever went out, their partner and whoever sat the round out hold no hand to count.
  get isWanted() {
    const { seat, side } = this.fieldset.dataset;
    const isPile = seat === "0";
    const isTogether = this.form.elements.together?.checked ?? false;
    if (isPile || isTogether) return isPile && isTogether;
    const winner = this.form.querySelector("[name=went_out]:checked");
    const resting = this.form.querySelector(`[name=resting][value="${seat}"]:checked`);
    return side !== winner?.dataset.side && !resting;
  }

  // A player's own phone leaves the other hands to whoever says who went out.
  get isEnough() {
    const isOwn = this.form.dataset.own === this.fieldset.dataset.seat;
    return isOwn && !this.form.querySelector("[name=went_out]:checked");
  }

  get isBlank() { return !this.points?.value && !this.words.value && !this.tapped.length; }

  get sum() {
    if (this.points?.value) return this.points.value;
    if (this.words.value) return "?";
    return this.tapped.reduce((sum, field) => sum + Number(field.dataset.points), 0);
  }

  fill({ points = "", words = "", tapped = [] }) {
    if (this.points) this.points.value = points;
    this.words.value = words;
    this.tapped = tapped;
    this.markTyped();
    this.fieldset.dispatchEvent(new Event("input", { bubbles: true }));
  }

  tap(field) { this.fill({ tapped: [...this.tapped, field] }); }

  // What another phone has counted, or this one before, is not gone on with: 7 would become 77.
  digit(digit) {
    const value = this.isTyped ? this.points.value : "";
    this.fill({ points: value.length < 4 ? String(Number(value + digit)) : value });
  }

  back() {
    if (this.points?.value) this.fill({ points: this.points.value.slice(0, -1) });
    else this.fill({ tapped: this.words.value ? [] : this.tapped.slice(0, -1) });
  }

  // Counted to its end, as far as this phone is concerned: now the others may see it.
  finish() {
    if (this.isTyped) this.fieldset.dispatchEvent(new Event("counted", { bubbles: true }));
  }

  faces() { return element("span", { className: "faces" }, ...this.tapped.map(face)); }

  draw() {
    const name = element("span", { textContent: this.name });
    const words = element("q", { textContent: this.words.value });
    const sum = element("b", { textContent: this.isBlank ? "…" : this.sum });
    this.row.replaceChildren(name, this.words.value ? words : this.faces(), sum);
  }
}

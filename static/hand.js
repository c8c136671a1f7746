// One hand as it stands in the page: its fields hold what was counted, and nothing else does, so
// whatever htmx swaps in is at once what the key pad works on.

const known = new WeakMap(); // hand, as it stands in the page -> hand, as the pad sees it
const order = new Map(); // id of a hand, which may be swapped -> its cards as tapped, for taking back

class Hand {
  constructor(fieldset) {
    this.fieldset = fieldset;
    this.row = fieldset.querySelector(".row");
    this.name = fieldset.querySelector("legend").textContent.trim();
    this.points = fieldset.querySelector(".points input"); // a pile alone has none
    this.said = fieldset.querySelector(".words input");
    this.counts = [...fieldset.querySelectorAll("[data-points]")];
    this.isPile = fieldset.closest("details") !== null;
  }

  get tapped() {
    const tapped = (order.get(this.fieldset.id) ?? []).map((card) => this.counts.find((field) => field.dataset.card === card));
    const isSo = (field) => tapped.filter((each) => each === field).length === Number(field.value);
    return this.counts.every(isSo) ? tapped : this.counts.flatMap((field) => Array(Number(field.value) || 0).fill(field));
  }

  set tapped(tapped) {
    order.set(this.fieldset.id, tapped.map((field) => field.dataset.card));
    for (const field of this.counts) field.value = tapped.filter((each) => each === field).length || "";
  }

  // Nobody asks for the hand of whoever went out, of their partner, and of who sat the round out.
  get isAsked() {
    const { form, dataset, id } = this.fieldset;
    const isChosen = (field) => form.querySelector(`[name=${field}]:checked`);
    const isTogether = isChosen("together") !== null;
    if (this.isPile || isTogether) return this.isPile && isTogether;
    return dataset.side !== isChosen("went_out")?.dataset.side && !isChosen(`resting][value="${id.slice(5)}"`);
  }

  // A player's own phone leaves the others to whoever says who went out.
  get isEnough() {
    const { form, id } = this.fieldset;
    return form.dataset.own === id.slice(5) && !form.querySelector("[name=went_out]:checked");
  }

  get round() { return this.fieldset.form.dataset.round; }

  get isBlank() { return !this.points?.value && !this.said.value && !this.tapped.length; }

  get sum() {
    if (this.points?.value) return this.points.value;
    if (this.said.value) return "?";
    return this.tapped.reduce((sum, field) => sum + Number(field.dataset.points), 0);
  }

  hold({ points = "", said = "", tapped = [] }) {
    if (this.points) this.points.value = points;
    this.said.value = said;
    this.tapped = tapped;
    this.fieldset.setAttribute("hx-morph-skip", ""); // what arrives from others must not overwrite it
    this.fieldset.dispatchEvent(new Event("input", { bubbles: true }));
  }

  tap(field) { this.hold({ tapped: [...this.tapped, field] }); }

  // What another phone has counted, or this one before, is not gone on with: 7 would become 77.
  digit(digit) {
    const value = this.isTyped ? this.points.value : "";
    this.hold({ points: value.length < 4 ? String(Number(value + digit)) : value });
  }

  back() {
    if (this.points?.value) this.hold({ points: this.points.value.slice(0, -1) });
    else this.hold({ tapped: this.said.value ? [] : this.tapped.slice(0, -1) });
  }

  get isTyped() { return this.fieldset.hasAttribute("hx-morph-skip"); }

  get isReadByServer() { return window.htmx && this.fieldset.hasAttribute("hx-post"); }

  // Counted to its end, as far as this phone is concerned: now the others may see it.
  finish() { if (this.isTyped) this.fieldset.dispatchEvent(new Event("counted", { bubbles: true })); }

  faces() {
    const faces = Object.assign(document.createElement("span"), { className: "faces" });
    faces.append(...this.tapped.map(face));
    return faces;
  }

  draw() {
    const words = Object.assign(document.createElement("q"), { textContent: this.said.value });
    const name = Object.assign(document.createElement("span"), { textContent: this.name });
    const sum = Object.assign(document.createElement("b"), { textContent: this.isBlank ? "…" : this.sum });
    this.row.replaceChildren(name, this.said.value ? words : this.faces(), sum);
  }
}

function handOf(fieldset) {
  if (!known.has(fieldset)) known.set(fieldset, new Hand(fieldset));
  return known.get(fieldset);
}

const face = (field) => field.closest("label").querySelector(".face").cloneNode(true);

// Scripts here do not import each other: an address tells by its mark which version is kept.
Object.assign(globalThis, { handOf, face });

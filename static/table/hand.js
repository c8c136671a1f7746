// One hand of the page: its fields hold what was counted, and nothing else does, so whatever htmx
// swaps in is at once what the key pad works on.

// The id of a hand -> its cards in the order of the taps, for taking back.
const tapOrder = new Map();

export const hands = (those = ".hand") =>
  Array.from(document.querySelectorAll(`form.round ${those}`), (fieldset) => new Hand(fieldset));

// Only where it is another: WebKit drops a press when what was pressed is replaced before its end.
export function write(place, text, parts = () => [text]) {
  if (place.written !== `${text}`) place.replaceChildren(...parts());
  place.written = `${text}`;
}

export class Hand {
  constructor(fieldset) {
    const find = (selector) => fieldset.querySelector(selector);
    Object.assign(this, { fieldset, id: fieldset.id, form: fieldset.form });
    this.row = find(".row");
    this.points = find(".points input");
    this.words = find(".words input");
    this.counts = [...fieldset.querySelectorAll("[data-points]")];
  }

  // As long as it is marked so, a morph leaves it alone.
  get isTyped() { return this.fieldset.hasAttribute("hx-morph-skip"); }

  // Also those that a total hides. What another phone has counted is in the order of the deck.
  get tapped() {
    const cards = ({ dataset, value }) => Array(Number(value) || 0).fill(dataset.card);
    const counted = this.counts.flatMap(cards);
    const tapped = tapOrder.get(this.id) ?? [];
    return `${[...tapped].sort()}` === `${[...counted].sort()}` ? tapped : counted;
  }

  get cards() { return this.points.value || this.words.value ? [] : this.tapped; }
  get winner() { return this.form.querySelector("[name=went_out]:checked"); }

  // The style sheet hides the hands of whoever went out, their partner and whoever rested.
  get isShown() { return this.row.offsetParent !== null; }

  // The hand of whoever went out is shown all the same where something is wrong with it.
  get isWanted() { return this.isShown && this.fieldset.dataset.side !== this.winner?.dataset.side; }

  // The keys it was counted with.
  get keys() {
    if (this.points.value) return "digits";
    return (this.words.value && "words") || (this.tapped.length && "cards");
  }

  // Said, and not yet shown as cards.
  get isUnread() { return this.words.value && window.htmx; }
  get isMissing() { return !this.keys || (this.isUnread && this.fieldset.matches(".faulty")); }

  get sum() {
    const worth = (sum, { dataset, value }) => sum + dataset.points * value;
    return this.words.value ? "?" : this.points.value || this.counts.reduce(worth, 0);
  }

  // A total or words hide the cards, which are not sent then; erased, they give them back.
  fill({ points = "", words = "", tapped = this.tapped }) {
    tapOrder.set(this.id, tapped);
    this.points.value = points;
    this.words.value = words;
    for (const field of this.counts) {
      field.value = tapped.filter((card) => card === field.dataset.card).length || "";
      field.disabled = Boolean(points || words);
    }
    this.fieldset.setAttribute("hx-morph-skip", "");
    this.fieldset.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What another phone has counted, or this one before, is not gone on with: 7 would become 77.
  addDigit(digit) {
    const value = this.isTyped ? this.points.value : "";
    this.fill({ points: value.length < 4 ? String(Number(value + digit)) : value });
  }

  erase() {
    if (this.points.value) this.fill({ points: this.points.value.slice(0, -1) });
    else this.fill(this.words.value ? {} : { tapped: this.tapped.slice(0, -1) });
  }

  // Counted to its end, as far as this phone is concerned: now the others may see it.
  finish() {
    if (this.isTyped) this.fieldset.dispatchEvent(new Event("counted", { bubbles: true }));
  }

  draw(isOpen) {
    const [, words, faces, sum] = this.row.children;
    const face = (card) => this.fieldset.querySelector(`label:has([data-card="${card}"]) .face`);
    write(words, this.words.value);
    write(faces, this.cards, () => this.cards.map((card) => face(card).cloneNode(true)));
    write(sum, this.keys ? this.sum : "…");
    this.row.ariaExpanded = String(isOpen);
  }
}

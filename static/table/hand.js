// One hand of the page: its fields hold what was counted, and nothing else does, so whatever htmx
// swaps in is at once what the key pad works on.

// What a card is worth and looks like, its key says; on each side it has one.
const keys = new Map(Array.from(document.querySelectorAll("#pad [data-card]"), (key) =>
  [`${key.parentElement.dataset.up ?? ""} ${key.dataset.card}`, key]));

function face(card, up) {
  const key = keys.get(`${up} ${card}`);
  const drawn = document.createElement("span");
  const mark = key ? key.dataset.mark ?? card : "?"; // a card of the other side
  drawn.className = `face ${key?.classList[1] ?? ""} ${mark[1] ? "long" : ""}`; // `any`
  drawn.dataset.face = up + card;
  drawn.append(key?.querySelector("svg")?.cloneNode(true) ?? mark);
  return drawn;
}

export const hands = (those = ".hand") =>
  Array.from(document.querySelectorAll(`form.round ${those}`), (fieldset) => new Hand(fieldset));

// The text that stands there is changed, not replaced: for a child that comes or goes each `:has()`
// above it is looked up anew, and WebKit drops a press when what was pressed is replaced.
export function write(place, text) {
  const { firstChild } = place;
  if (!firstChild) place.append(text);
  else if (firstChild.data !== `${text}`) firstChild.data = text;
}

// What lies there already stays: a hand grows and shrinks at its end.
export function lay(place, { cards, up }) {
  const { children } = place;
  let same = 0;
  while (children[same] && children[same].dataset.face === up + cards[same]) same += 1;
  while (children[same]) place.lastChild.remove();
  place.append(...cards.slice(same).map((card) => face(card, up)));
}

export class Hand {
  constructor(fieldset) {
    const find = (selector) => fieldset.querySelector(selector);
    Object.assign(this, { fieldset, id: fieldset.id, form: fieldset.form });
    this.row = find(".row");
    this.points = find(".points input");
    this.words = find(".words input");
    this.counted = find("[data-cards]");
    this.fell = find(".fell input");
  }

  // As long as it is marked so, a morph leaves it alone.
  get isTyped() { return this.fieldset.hasAttribute("hx-morph-skip"); }

  // In the order of the taps, for taking back; also those that a total hides.
  get tapped() { return this.counted.value.split(" ").filter(Boolean); }

  get cards() { return this.points.value || this.words.value ? [] : this.tapped; }
  // Which side of the cards lies up, where the keys have two.
  get up() { return this.form.elements.side?.length ? this.form.elements.side.value : ""; }
  get isTurned() { return this.cards.some((card) => !keys.has(`${this.up} ${card}`)); }
  get winner() { return this.form.querySelector("[name=went_out]:checked"); }

  // The style sheet hides the hands of whoever went out, their partner and whoever rested.
  get isShown() { return this.row.offsetParent !== null; }

  get isOpponents() { return this.fieldset.dataset.side !== this.winner?.dataset.side; }
  get isOut() { return Boolean(this.fell?.checked); }

  // The hand of whoever went out is shown all the same where something is wrong with it.
  get isWanted() { return this.isShown && this.isOpponents && !this.isOut; }

  // The keys it was counted with.
  get keys() {
    if (this.points.value) return "digits";
    return (this.words.value && "words") || (this.tapped.length && "cards");
  }

  // Said, and not yet shown as cards.
  get isUnread() { return this.words.value && window.htmx; }
  get isMissing() {
    return !this.keys || this.isTurned || (this.isUnread && this.fieldset.matches(".faulty"));
  }

  get sum() {
    const add = (sum, card) => sum + Number(keys.get(`${this.up} ${card}`).dataset.points);
    const isUnknown = this.words.value || this.isTurned;
    return isUnknown ? "?" : this.points.value || this.tapped.reduce(add, 0);
  }

  // A total or words hide the cards, which are not sent then; erased, they give them back.
  fill({ points = "", words = "", tapped = this.tapped }) {
    this.points.value = points;
    this.words.value = words;
    this.counted.value = tapped.join(" ");
    this.settle();
  }

  // What is hidden by a total, or by the mark of somebody knocked out, is not sent.
  settle() {
    this.points.disabled = this.words.disabled = this.isOut;
    this.counted.disabled = Boolean(this.isOut || this.points.value || this.words.value);
    this.fieldset.setAttribute("hx-morph-skip", "");
    this.fieldset.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What another phone has counted, or this one before, is not gone on with: 7 would become 77.
  addDigit(digit) {
    const value = this.isTyped ? this.points.value : "";
    if (digit === "-") return this.fill({ points: value[0] === "-" ? value.slice(1) : `-${value}` });
    this.fill({ points: value.length < 4 ? value.replace(/^(-?)0/, "$1") + digit : value });
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
    write(words, this.words.value);
    // Sorted, to be checked. The open one shows them on the pad, and would grow under the finger.
    lay(faces, { cards: isOpen ? [] : this.cards.sort(), up: this.up });
    write(sum, this.keys ? this.sum : "…");
    this.row.classList.toggle("struck", this.isOut);
    this.row.ariaExpanded = String(isOpen);
  }
}

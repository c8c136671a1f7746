// A hand on the page. Its form fields are its only state, so that the key pad can work at once on
// whatever htmx swaps in.

// Pad keys by side and card, and by card alone; each knows the points and the look of its card.
const keys = new Map([...document.querySelectorAll("#pad [data-card]")].flatMap((key) => {
  const { card } = key.dataset;
  return [[card, key], [`${key.parentElement.dataset.up ?? ""} ${card}`, key]];
}));

document.addEventListener("input", ({ target }) => {
  const part = target.closest(".hand, .out");
  if (!part) return;
  // A pending answer would be about the hand before this change,
  part.dispatchEvent(new Event("htmx:abort"));
  // and so are faults.
  for (const fault of part.querySelectorAll(".fault, .amend:not(.turned)")) fault.remove();
  part.classList.remove("faulty");
});

function face(card, up) {
  const key = keys.get(`${up} ${card}`) ?? keys.get(card); // of the other side
  const drawn = document.createElement("span");
  const mark = key ? key.dataset.mark ?? card : "?"; // a card that the box no longer has
  drawn.className = `face ${key?.classList[1] ?? ""} ${mark[1] ? "long" : ""}`; // `any`
  drawn.dataset.face = up + card;
  drawn.append(key?.querySelector("svg")?.cloneNode(true) ?? mark);
  return drawn;
}

const added = (points) => points.split("+").reduce((sum, each) => sum + Number(each), 0);

export const hands = (those = ".hand") =>
  Array.from(document.querySelectorAll(`form.round ${those}`), (fieldset) => new Hand(fieldset));

// Changes the text node instead of replacing it: browsers evaluate each `:has()` above an added or
// removed child again, and WebKit drops a press on a replaced element.
export function write(place, text) {
  const { firstChild } = place;
  if (!firstChild) place.append(text);
  else if (firstChild.data !== `${text}`) firstChild.data = text;
}

// Cards already shown stay: a hand grows and shrinks at its end.
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

  // A morph leaves marked hands alone.
  get isTyped() { return this.fieldset.hasAttribute("hx-morph-skip"); }

  // In order of the taps, for erasing; also if hidden by a total.
  get tapped() { return this.counted.value.split(" ").filter(Boolean); }

  get cards() { return this.points.value || this.words.value ? [] : this.tapped; }
  // The card side that is up, if cards have two.
  get up() { return this.form.elements.side?.length ? this.form.elements.side.value : ""; }
  // It has cards that only the other side has.
  get isTurned() { return this.cards.some((card) => !keys.has(`${this.up} ${card}`)); }
  get winner() { return this.form.querySelector("[name=went_out]:checked"); }

  // The style sheet hides the hands of the winner, their partner and resting players.
  get isShown() { return this.row.offsetParent !== null; }

  get isOpponents() { return this.fieldset.dataset.side !== this.winner?.dataset.side; }
  get isOut() { return Boolean(this.fell?.checked); }

  // The winner's hand is not wanted, even if it is shown because of a fault.
  get isWanted() { return this.isShown && this.isOpponents && !this.isOut; }

  // The set of pad keys that it was counted with.
  get keys() {
    if (this.points.value) return "digits";
    return (this.words.value && "words") || (this.tapped.length && "cards");
  }

  // In words that are not yet replaced by cards.
  get isUnread() { return this.words.value && window.htmx; }
  get isMissing() {
    return !this.keys || this.isTurned || (this.isUnread && this.fieldset.matches(".faulty"));
  }

  // Not added up yet: 20+20+5.
  get isSum() { return this.points.value.includes("+"); }

  get sum() {
    const add = (sum, card) => sum + Number(keys.get(`${this.up} ${card}`).dataset.points);
    if (this.words.value) return "?";
    if (this.isSum) return added(this.points.value);
    return this.isTurned ? "…" : this.points.value || this.tapped.reduce(add, 0);
  }

  // A total or words hide the cards and keep them from being sent, until they are erased.
  fill({ points = "", words = "", tapped = this.tapped }) {
    this.points.value = points;
    this.words.value = words;
    this.counted.value = tapped.join(" ");
    this.settle();
  }

  // Fields hidden by a total or a knock-out are not sent.
  settle() {
    this.points.disabled = this.words.disabled = this.isOut;
    this.counted.disabled = Boolean(this.isOut || this.points.value || this.words.value);
    this.fieldset.setAttribute("hx-morph-skip", "");
    this.fieldset.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A hand counted on another phone, or earlier, is replaced: 7 would become 77.
  addDigit(digit) {
    const value = this.isTyped || digit === "+" ? this.points.value : "";
    const before = value.slice(0, value.lastIndexOf("+") + 1), last = value.slice(before.length);
    let next = last.length < 4 ? last.replace(/^(-?)0/, "$1") + digit : last;
    if (digit === "-") next = last[0] === "-" ? last.slice(1) : `-${last}`;
    if (digit === "+") next = last + (/\d$/.test(last) ? "+" : "");
    this.fill({ points: before + next });
  }

  addUp() { if (this.isSum) this.fill({ points: `${this.sum}` }); }

  addCard(card) { this.fill({ tapped: [...(this.isTurned ? [] : this.tapped), card] }); }

  erase() {
    if (this.isTurned) this.fill({ tapped: [] });
    else if (this.points.value) this.fill({ points: this.points.value.slice(0, -1) });
    else this.fill(this.words.value ? {} : { tapped: this.tapped.slice(0, -1) });
  }

  // Complete on this phone, so that the others may see it.
  finish() {
    if (!this.isTyped || this.isTurned) return;
    this.addUp();
    this.fieldset.dispatchEvent(new Event("counted", { bubbles: true }));
  }

  draw(isOpen) {
    const [, words, faces, sum] = this.row.children;
    write(words, this.isSum ? this.points.value : this.words.value);
    // Sorted, for checking. An open hand shows its cards on the pad, or it would grow when tapped.
    lay(faces, { cards: isOpen ? [] : this.cards.sort(), up: this.up });
    write(sum, this.keys ? this.sum : "…");
    for (const note of this.fieldset.querySelectorAll(".turned")) { // one for each side
      note.hidden = !this.isTurned || note.dataset.turned === this.up;
    }
    this.row.classList.toggle("struck", this.isOut);
    this.row.ariaExpanded = String(isOpen);
  }
}

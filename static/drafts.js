// What was typed into a round stays on the phone until the server has it: a reload, Back or a
// closed tab loses nothing. Hands that were counted to their end are kept by the server, for every
// phone of the table; here are only those that it does not have yet, and who went out.

const place = () => `draft ${location.pathname}`;
const form = () => document.querySelector("form.round[data-round]");
const isBox = (field) => field.type === "radio" || field.type === "checkbox";
const TRY_AGAIN = 3000; // ms

// Of the hands only those that the server does not have; their mark also keeps htmx from them.
function typed() {
  const isOwn = (field) => !field.closest(".hand") || field.closest("[hx-morph-skip]");
  const isOfRound = (field) => field.name && field.type !== "submit" && field.type !== "hidden";
  return [...form().elements].filter((field) => isOfRound(field) && isOwn(field) && (isBox(field) ? field.checked : field.value));
}

let isOurs = false; // another tab of the same game may have something to keep as well

function keep() {
  const fields = typed().map((field) => [field.name, field.value]);
  if (!fields.length && !isOurs) return;
  isOurs = fields.length > 0;
  const draft = { round: form().dataset.round, typed: fields };
  try { localStorage.setItem(place(), JSON.stringify(draft)); } catch { /* a phone that keeps nothing */ }
}

function kept() {
  try { return JSON.parse(localStorage.getItem(place())); } catch { return null; }
}

function fill(fields) {
  for (const [name, value] of fields) {
    const found = [...form().elements].filter((field) => field.name === name);
    const field = found.find((each) => !isBox(each) || each.value === value);
    if (field && isBox(field)) choose(field);
    else if (field) fillHand(field, value, fields);
  }
  for (const box of form().querySelectorAll("details.pile, details.resting")) {
    box.open ||= box.querySelector(":checked") !== null;
  }
  document.dispatchEvent(new Event("filled"));
}

// As a tap would: the key pad goes on with the hand that is missing.
function choose(field) {
  field.checked = true;
  if (field.name === "went_out") setTimeout(() => field.dispatchEvent(new Event("change", { bubbles: true })));
}

// The first field of a hand empties what the server knew of it: the hand was counted anew.
function fillHand(field, value, fields) {
  const hand = field.closest(".hand");
  if (hand && !hand.hasAttribute("hx-morph-skip")) {
    hand.setAttribute("hx-morph-skip", "");
    for (const each of hand.elements) if (each.type !== "hidden" && !fields.some(([name]) => name === each.name)) each.value = "";
  }
  field.value = value;
}

// What was wrong was said of what stood there before.
function forgive(part) {
  for (const said of part?.querySelectorAll(".fault, .mend") ?? []) said.remove();
  part?.classList.remove("faulty");
}

// After the tap has been answered on the screen.
let keeping;
function changed({ target, type }) {
  if (type === "input") forgive(target.closest(".hand, .out"));
  clearTimeout(keeping);
  if (form()?.contains(target)) keeping = setTimeout(() => { if (form()) keep(); });
}

for (const event of ["input", "change", "counted"]) document.addEventListener(event, changed);

// An answer to what was counted before is no answer to what is counted now.
const state = (hand) => JSON.stringify([...hand.elements].map((field) => field.value));
const sent = new WeakMap();

document.addEventListener("htmx:before:request", ({ target }) => {
  if (target.matches(".hand")) sent.set(target, state(target));
});
document.addEventListener("htmx:before:swap", (event) => {
  if (sent.has(event.target) && sent.get(event.target) !== state(event.target)) event.preventDefault();
});

// Words that could not be read stay on the phone alone.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.matches(".hand") && ctx.swap !== "none") document.getElementById(ctx.target.id)?.toggleAttribute("hx-morph-skip", ctx.response.status === 422);
});

// A hand that the server did not take is offered again until it does.
function offer(hand) {
  setTimeout(() => {
    if (!window.htmx) offer(hand);
    else if (hand.isConnected) hand.dispatchEvent(new Event("counted", { bubbles: true }));
  }, TRY_AGAIN);
}
for (const failed of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(failed, ({ target, detail: { ctx } }) => {
    const isForGood = ctx?.response && ctx.response.status < 500;
    if (target.matches?.(".hand") && !isForGood) offer(target);
  });
}

// What is being typed is never overwritten by what arrives; all the rest of the form is.
const players = (each) => [...each.querySelectorAll("legend")].map((legend) => legend.textContent).sort().join();
const isSame = (was, is) => was.dataset.round === is.dataset.round && players(was) === players(is);

function arrive(was, is) {
  for (const field of ["version", "seen"]) if (is.elements[field]) was.elements[field].value = is.elements[field].value;
  for (const hand of is.querySelectorAll(".hand")) {
    const old = document.getElementById(hand.id);
    if (old.hasAttribute("hx-morph-skip") || old.outerHTML === hand.outerHTML) continue;
    old.replaceWith(hand);
    window.htmx?.process(hand);
  }
}

// A hand of a round that another phone has saved goes along, to be told so when it is handed in.
function takeAlong(was, is) {
  for (const hand of was.querySelectorAll(".hand[hx-morph-skip]")) {
    if (!hand.hasAttribute("hx-vals")) hand.setAttribute("hx-vals", JSON.stringify({ round: was.dataset.round }));
    is.querySelector(`[id="${hand.id}"]`)?.replaceWith(hand);
  }
}

document.addEventListener("arriving", (event) => {
  const [was, is] = [event.target, event.detail].map((part) => part?.querySelector("form.round[data-round]"));
  if (!was) return;
  // Who has said who went out is writing the round down, and will be asked when saving it.
  const isWriting = was.querySelector("[name=went_out]:checked") !== null;
  const isTyping = was.querySelector(".hand[hx-morph-skip]") !== null;
  if (isWriting || was.hasAttribute("hx-morph-skip") || (!is && isTyping) || (is && isSame(was, is))) event.preventDefault();
  if (is && isSame(was, is)) arrive(was, is);
  else if (is && !isWriting) takeAlong(was, is);
  setTimeout(() => document.dispatchEvent(new Event("filled")));
});
document.addEventListener("htmx:after:swap", () => { if (form()) keep(); });

function restore() {
  const draft = kept();
  // What the server sends back filled in (a fault, a conflict) is newer than what the phone kept.
  if (draft?.round === form().dataset.round && !form().dataset.typed) fill(draft.typed);
  for (const hand of form().querySelectorAll(".hand[hx-morph-skip]")) offer(hand);
}

// A page that was kept from rounds ago first gets the round that the draft is of.
document.addEventListener("shown", ({ target }) => { if (target.contains(form())) restore(); });
if (form()) restore();

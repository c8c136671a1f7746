// What was typed into a round stays on the phone until the round is saved: a reload, Back or a
// closed tab loses nothing. One draft a game; it belongs to the round that is being written.

let form;
const place = `draft ${location.pathname}`;
const ASKED = new Set(["version", "request_id", "seen"]);

function fields() {
  return [...form.elements].filter((field) => field.name && !ASKED.has(field.name) && field.type !== "submit");
}

function keep() {
  const typed = fields().filter((field) => (field.type === "radio" || field.type === "checkbox" ? field.checked : field.value));
  const draft = { round: form.dataset.round, typed: typed.map((field) => [field.name, field.value]) };
  try { localStorage.setItem(place, JSON.stringify(draft)); } catch { /* a phone that keeps nothing */ }
}

function kept() {
  try { return JSON.parse(localStorage.getItem(place)); } catch { return null; }
}

function fill(typed) {
  for (const field of fields()) {
    const values = typed.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (!field.name.startsWith("shown-")) field.value = values[0] ?? "";
  }
  for (const box of form.querySelectorAll("details.pile, details.resting")) {
    box.open ||= box.querySelector(":checked") !== null;
  }
}

function begin(part) {
  const found = part.querySelector("form.round[data-round]");
  if (!found) return;
  form = found;
  const draft = kept();
  // What the server sends back filled in (a fault, a conflict) is newer than what the phone kept.
  if (draft?.round === form.dataset.round && !form.dataset.typed) fill(draft.typed);
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("counted", keep);
}

begin(document);
document.addEventListener("shown", (event) => begin(event.target));

// Rounds that are recorded while no answer comes wait on this phone and are sent in order, each
// once. What is refused is shown as if it was saved just now; the others wait until it is settled.

import { load, store } from "../table/storage.js";

const page = document.getElementById("page");
const status = document.getElementById("save-status");
const said = status.firstElementChild;
const list = said.cloneNode();
list.className = "waits";
const form = () => page.querySelector("form.round");
const isBlocked = () => page.querySelector(":scope > .fault, .conflict, form[data-typed]");
let isSending;
// What the companion last showed: the version of the game, and its next round.
let shown;

function read(element) {
  const next = element.querySelector("form.round")?.dataset.round;
  shown = { next, version: element.querySelector("[name=version]")?.value };
}

// In the sheet, above the rounds that the companion knows of; those of more than four have none there.
function write({ number, label }) {
  const row = page.querySelector("#standing tbody")?.insertRow(0);
  if (!row) return;
  row.className = "waiting";
  row.insertCell().textContent = number;
  const cell = row.insertCell();
  cell.colSpan = row.parentElement.lastElementChild.cells.length - 1;
  cell.textContent = said.dataset.waiting + label.split(" – ").pop();
}

export function holdRounds(game, most, ask) {
  const queue = JSON.parse(load(`unsaved ${game}`) || "[]");
  const show = () => {
    store(`unsaved ${game}`, JSON.stringify(queue));
    list.textContent = queue.map(({ label }) => label).join(" · ");
    for (const each of page.querySelectorAll("tr.waiting")) each.remove();
    if (!queue.length) return;
    queue.forEach(write);
    said.textContent ||= status.dataset.noAnswer;
    status.hidden = false;
    const next = queue.at(-1).number + 1;
    if (isBlocked() || !(form()?.dataset.round < next)) return;
    document.dispatchEvent(new CustomEvent("renew", { detail: next }));
    scrollTo(0, 0); // as after any save
  };
  const send = async () => {
    const [first] = queue;
    if (!first || isSending || isBlocked()) return;
    // Where another round has taken its place both are shown, since no page shows version 0.
    first.version ??= shown.next > first.number ? 0 : shown.version;
    show();
    const body = new URLSearchParams(first.fields);
    body.set("version", first.version);
    const signal = AbortSignal.timeout(4000);
    // Nothing that throws may stand between the two, or no round would be sent any more.
    isSending = true;
    const answer = await ask(first.action, { method: "POST", body, signal }).catch(() => ({}));
    isSending = false;
    if (!answer.ok && ![409, 422].includes(answer.status)) return;
    const answered = new DOMParser().parseFromString(await answer.text(), "text/html");
    read(answered);
    queue.shift();
    status.hidden = true;
    // What was saved is shown by the next poll, so that what is being typed stays.
    if (answer.ok && shown.version > Number(first.version)) dispatchEvent(new Event("pageshow"));
    else {
      page.innerHTML = answered.getElementById("page").innerHTML;
      htmx.process(page);
      document.dispatchEvent(new Event("filled"));
    }
    show();
    send();
  };
  const hold = (event) => {
    const { sourceElement, response, request } = event.detail.ctx;
    const winner = sourceElement.querySelector(":checked + span");
    if (sourceElement !== form() || isBlocked() || response?.status < 500) return;
    if (!queue.length && event.type === "htmx:config:request") return;
    event.preventDefault();
    if (queue.length >= most || !winner) return;
    const fields = new URLSearchParams(request.body);
    queue.push({
      label: `${sourceElement.parentElement.ariaLabel} – ${winner.textContent}`,
      number: Number(fields.get("round")),
      // Those that follow are told by the answers.
      version: queue.length ? undefined : fields.get("version"),
      action: request.action,
      fields: String(fields),
    });
    show();
    send();
  };
  said.after(list);
  read(page);
  show();
  send();
  setInterval(send, 2000);
  status.addEventListener("click", send);
  for (const event of ["config:request", "error", "response:error"]) {
    document.addEventListener(`htmx:${event}`, hold, true);
  }
  // The companion still shows the first round that waits: the form is not of that one.
  document.addEventListener("htmx:before:swap", () => {
    if (queue.length) page.querySelector("#recording").setAttribute("hx-morph-skip", "");
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target === page) read(page);
    show();
    send();
  });
}

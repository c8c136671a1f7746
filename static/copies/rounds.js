// Rounds recorded while no answer comes wait on this phone and are sent in order, each once. A
// refused round is shown as if it was saved just now, and the others wait until it is settled.

import { load, store } from "../table/storage.js";

const page = document.getElementById("page");
const status = document.getElementById("save-status");
const said = status.firstElementChild;
const list = said.cloneNode();
list.className = "waits";
const form = () => page.querySelector("form.round");
const isBlocked = () => page.querySelector(":scope > .fault, .conflict, form[data-typed]");
let isSending;
// The game's version and next round, as the companion showed them last.
let shown;

function read(element) {
  const next = element.querySelector("form.round")?.dataset.round;
  shown = { next, version: element.querySelector("[name=version]")?.value };
}

// Adds a row above the saved rounds, if there are any.
function write({ number, label }) {
  const row = page.querySelector(".sheet tbody")?.insertRow(0);
  if (!row) return;
  row.className = "waiting";
  row.insertCell().textContent = number;
  const cell = row.insertCell();
  cell.colSpan = row.closest("table").rows[0].cells.length - 1;
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
    // If another round took its number, version 0 makes a conflict, whose page shows both.
    first.version ??= shown.next > first.number ? 0 : shown.version;
    show();
    const body = new URLSearchParams(first.fields);
    body.set("version", first.version);
    const signal = AbortSignal.timeout(4000);
    // Nothing between these two lines may throw, or no more rounds would be sent.
    isSending = true;
    const answer = await ask(first.action, { method: "POST", body, signal }).catch(() => ({}));
    isSending = false;
    if (!answer.ok && ![409, 422].includes(answer.status)) return;
    const answered = new DOMParser().parseFromString(await answer.text(), "text/html");
    read(answered);
    queue.shift();
    status.hidden = true;
    // The next poll shows the saved round, so that fields being typed into stay.
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
    // Where nobody is asked who went out, everyone's points.
    const points = [...sourceElement.querySelectorAll("form:has([data-always]) .row")]
      .filter((row) => row.offsetParent)
      .map((row) => `${row.firstChild.textContent} ${row.querySelector("b").textContent}`);
    const what = points.join(", ") || winner.textContent;
    queue.push({
      label: `${sourceElement.parentElement.ariaLabel} – ${what}`,
      number: Number(fields.get("round")),
      // Rounds behind another one get their version from its answer.
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
  // The companion's form is still of the first waiting round, so this page keeps its own.
  document.addEventListener("htmx:before:swap", () => {
    if (queue.length) page.querySelector("#recording").setAttribute("hx-morph-skip", "");
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target === page) read(page);
    show();
    send();
  });
}

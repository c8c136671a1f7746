// Loaded once the page of a game is there: it keeps the journal of the game on this phone, so that
// any phone of the table can bring back what the companion loses. The browser may refuse that, or
// drop what it keeps; then everything works as it does without.

import { copies, makeRoom, mark } from "./database.js";
import { holdRounds } from "./rounds.js";

const root = document.documentElement;
const page = document.getElementById("live")?.getAttribute("hx-get").split("?")[0];
let section;

// Few phones ever need the rest.
const offer = async (what, text) => (await import("./offer.js"))[what](section, text);

// What was lost is there: another phone has brought it back.
function found() {
  if (section.dataset.when !== "lost") return;
  section.dataset.when = "";
  section.hidden = true;
}

// `shown`: the version that the page is about to show; without it the copy is compared all the same.
// `brought`: what was saved, behind the entry before it; where that is the last one nothing is fetched.
async function sync(shown, brought) {
  const copy = await copies("get", page);
  const before = copy?.entries ?? [];
  const last = before.at(-1);
  if (Number(shown) === last?.version) return found();
  // The last entry that is kept comes once more: it shows whether both journals are still one.
  const address = `${section.dataset.journal}&since=${last ? last.version - 1 : 0}`;
  const isNext = last && last.version === brought?.entries[0].version;
  // What is new waits so many ms to be kept before it is shown.
  const ask = async () => (await fetch(address, { signal: AbortSignal.timeout(2000) })).json();
  const { entries, ...keys } = isNext ? { ...copy.keys, ...brought } : await ask();
  if (last && mark(entries.shift()) !== mark(last)) return offer("compare");
  found();
  await copies("put", { page, title: document.title, keys, at: Date.now(), entries: [...before, ...entries] });
  if (!last) makeRoom();
}

// One after the other, or an answer that is late would be kept in place of a newer one.
let kept = Promise.resolve();
const keep = (shown, brought) => (kept = kept.then(() => sync(shown, brought)).catch(() => {}));

async function offerFile() {
  const { entries } = await copies("get", page);
  section.querySelector("a").href = URL.createObjectURL(new Blob([JSON.stringify({ entries })]));
  section.hidden = false;
}

// What an answer shows is kept first.
async function fetchAndKeep(address, request) {
  const answer = await fetch(address, request).catch((error) => {
    if (section.hidden && root.dataset.touch === "out") offerFile();
    throw error;
  });
  // Unless more was wrong than that no answer came.
  section.hidden ||= !section.dataset.when;
  // A save brings with it what is to be kept; who was away compares more.
  if (answer.headers.has("Preference-Applied") && root.dataset.touch !== "out") return answer;
  const text = await answer.clone().text();
  const shown = text.match(/"since": "(\d+)/)?.[1];
  // Who was away may have missed that a disk was lost, and that the game went on without them.
  if (root.dataset.touch === "out") await keep();
  else if (shown) await keep(shown);
  if (answer.status === 404 && !section.dataset.when) offer("offerLost", text);
  return answer;
}

async function start() {
  const answer = await fetch(`${page}/copy?lang=${root.lang}`);
  if (!answer.ok) return;
  document.getElementById("page").insertAdjacentHTML("afterend", await answer.text());
  section = document.getElementById("phone-copy");
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (/^(page|live)$/.test(ctx.target.id)) ctx.fetch = fetchAndKeep;
  });
  document.addEventListener("htmx:after:swap", () => {
    const brought = document.querySelector("#standing > script");
    if (!brought) return;
    brought.remove();
    const copy = () => keep(null, JSON.parse(brought.textContent));
    // Once it is seen; a hidden page is painted no frame, and keeps it as well.
    if (document.hidden) copy();
    else requestAnimationFrame(() => setTimeout(copy, 50));
  });
  const { most } = section.dataset;
  if (most > 1) holdRounds(page, most, fetchAndKeep);
  document.addEventListener("visibilitychange", () => document.hidden || keep());
  await keep();
  if (await copies("get", `${page} aside`)) offer("offerAside");
}

// A table of a tournament keeps no copy: its key opens no other.
if (/\/games\/[^/]+$/.test(page)) start().catch(() => {});

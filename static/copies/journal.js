// Loaded after the page of a game: stores the game's journal on this phone, so that any phone of
// the table can restore what the companion loses. If the browser refuses that, or drops the copy,
// the page works as without it.

import { copies, makeRoom, mark } from "./database.js";
import { holdRounds } from "./rounds.js";

const root = document.documentElement;
const page = document.getElementById("live")?.getAttribute("hx-get").split("?")[0];
let section;

// Loaded on demand, because few phones need it.
const offer = async (what, text) => (await import("./offer.js"))[what](section, text);

// Another phone has restored what was lost.
function found() {
  if (section.dataset.when !== "lost") return;
  section.dataset.when = "";
  section.hidden = true;
}

// `shown`: the version that the page is about to show; without it the copy is always compared.
// `brought`: saved entries and the one before them; if the copy ends with that, nothing is fetched.
async function sync(shown, brought) {
  const copy = await copies("get", page);
  const before = copy?.entries ?? [];
  const last = before.at(-1);
  if (Number(shown) === last?.version) return found();
  // The copy's last entry is fetched again, to see whether both journals still agree.
  const address = `${section.dataset.journal}&since=${last ? last.version - 1 : 0}`;
  const isNext = last && last.version === brought?.entries[0].version;
  // The page waits for this, at most this many ms.
  const ask = async () => (await fetch(address, { signal: AbortSignal.timeout(2000) })).json();
  const { entries, ...keys } = isNext ? { ...copy.keys, ...brought } : await ask();
  if (last && mark(entries.shift()) !== mark(last)) return offer("compare");
  found();
  await copies("put", { page, title: document.title, keys, at: Date.now(), entries: [...before, ...entries] });
  if (!last) makeRoom();
}

// One after the other, or a late answer would replace a newer one.
let kept = Promise.resolve();
const keep = (shown, brought) => (kept = kept.then(() => sync(shown, brought)).catch(() => {}));

async function offerFile() {
  const { entries } = await copies("get", page);
  section.querySelector("a").href = URL.createObjectURL(new Blob([JSON.stringify({ entries })]));
  section.hidden = false;
}

// Stores what an answer shows before the page shows it.
async function fetchAndKeep(address, request) {
  const answer = await fetch(address, request).catch((error) => {
    if (section.hidden && root.dataset.touch === "out") offerFile();
    throw error;
  });
  // A file offered while no answer came is no longer needed, but an offer to restore is.
  section.hidden ||= !section.dataset.when;
  // The answer to a save contains its entries; a phone that was offline compares more.
  if (answer.headers.has("Preference-Applied") && root.dataset.touch !== "out") return answer;
  const text = await answer.clone().text();
  const shown = text.match(/"since": "(\d+)/)?.[1];
  // A phone that was offline may have missed a lost disk, and the rounds after it.
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
    // After the paint, except on a hidden page, which is never painted.
    if (document.hidden) copy();
    else requestAnimationFrame(() => setTimeout(copy, 50));
  });
  const { most } = section.dataset;
  if (most > 1) holdRounds(page, most, fetchAndKeep);
  document.addEventListener("visibilitychange", () => document.hidden || keep());
  await keep();
  if (await copies("get", `${page} aside`)) offer("offerAside");
}

// A table of a tournament stores no copy, because its key opens only that table.
if (/\/games\/[^/]+$/.test(page)) start().catch(() => {});

// An open page keeps up with the table: while somebody looks at it, it asks for what is new and
// shows that in place. It asks nothing while hidden, and says when it is out of touch.

const TOO_LONG = 8000;
const OUT_OF_TOUCH = 5000;
const SHOWN_FOR = 8000;

let every = 2;
let lastTouch = Date.now();
let lastAsked = Date.now();
let isOut = false;
let timer;
let underWay;

const page = () => document.getElementById("live");
const says = (what) => document.getElementById(`live-${what}`);

function say(what) {
  for (const each of ["out", "again", "gone"]) says(each).hidden = each !== what;
}

function clock(at) {
  const isToday = at.toDateString() === new Date().toDateString();
  const date = isToday ? {} : { day: "numeric", month: "short" };
  return at.toLocaleString(document.documentElement.lang, { ...date, hour: "2-digit", minute: "2-digit" });
}

function inTouch() {
  lastTouch = Date.now();
  if (!isOut) return;
  isOut = false;
  say("again");
  setTimeout(() => { says("again").hidden = true; }, SHOWN_FOR);
}

function outOfTouch() {
  if (isOut || Date.now() - lastTouch < OUT_OF_TOUCH) return;
  isOut = true;
  says("out").querySelector("time").textContent = clock(new Date(lastTouch));
  say("out");
}

function gone() {
  isOut = true;
  say("gone");
}

function address() {
  const url = new URL(page().dataset.page, location);
  url.searchParams.set("since", page().dataset.version);
  if (page().dataset.counted) url.searchParams.set("counted", page().dataset.counted);
  // How long it really was: from that the server tells how many pages stand open.
  url.searchParams.set("every", (Date.now() - lastAsked) / 1000);
  url.searchParams.set("lang", document.documentElement.lang);
  return url;
}

async function ask() {
  clearTimeout(timer);
  underWay?.abort();
  if (!page()) return askLater();
  const mine = underWay = new AbortController();
  const url = address();
  lastAsked = Date.now();
  const patience = setTimeout(() => mine.abort(), TOO_LONG);
  try {
    const answer = await fetch(url, { signal: mine.signal, cache: "no-store" });
    if (answer.status === 404) return gone();
    if (!answer.ok) throw new Error(answer.status);
    every = Number(answer.headers.get("Ask-Again-In")) || every;
    if (answer.status === 200) show(await answer.text());
    inTouch();
  } catch {
    if (mine === underWay && !document.hidden) outOfTouch();
  } finally {
    clearTimeout(patience);
  }
  if (mine === underWay) askLater();
}

// Not all pages at once: each waits a little more or less.
function askLater() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, every * (900 + 200 * Math.random()));
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${old.dataset.live}"]`);
    // Whoever is writing in a part may keep it, and take from the new one what does not disturb.
    const arriving = new CustomEvent("arriving", { bubbles: true, cancelable: true, detail: now });
    if (now && old.dispatchEvent(arriving)) replace(old, now);
  }
  document.title = fresh.title || document.title;
}

function replace(old, now) {
  const places = (part) => [...part.querySelectorAll("a, button, summary, [tabindex]")];
  const focused = places(old).indexOf(document.activeElement);
  for (const [index, box] of old.querySelectorAll("details").entries()) {
    const same = now.querySelectorAll("details")[index];
    if (same) same.open ||= box.open;
  }
  old.replaceWith(now);
  places(now)[focused]?.focus({ preventScroll: true });
  window.htmx?.process(now);
  now.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
}

function askAtOnce() {
  if (document.hidden) return clearTimeout(timer);
  lastAsked = Date.now() - every * 1000;
  ask();
}

document.addEventListener("visibilitychange", askAtOnce);
addEventListener("online", askAtOnce);
// Who comes back may be shown the page as it was first loaded, rounds ago.
const isBack = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";
addEventListener("pageshow", ({ persisted }) => { if (persisted || isBack()) askAtOnce(); });
askLater();

// What this phone has just saved is newer than what was asked for before.
document.addEventListener("htmx:before:swap", ({ target }) => {
  if (!target.matches("form")) return;
  underWay?.abort();
  askLater();
});

// An open page keeps up with the table: htmx asks for what is new and morphs it into the page. Here
// is only when it asks, and what is shown while no answer comes.

const OUT_OF_TOUCH = 5000; // ms
const SHOWN_FOR = 8000; // ms

let interval = 2; // seconds; the server names another with each answer
let lastAnswer = Date.now();
let lastPoll = Date.now();
let current; // the request under way
let timer;
const root = document.documentElement; // its data-touch is what is shown of the connection
const show = (touch) => { root.dataset.touch = touch; };
const isOut = () => ["out", "gone"].includes(root.dataset.touch);

function poll() {
  const part = document.getElementById("live");
  // htmx may still be on its way.
  if (part?.hasAttribute("data-htmx-powered")) part.dispatchEvent(new Event("poll"));
  else pollLater();
}

function pollLater() {
  clearTimeout(timer);
  // Not all pages at once: each waits a little more or less.
  if (!document.hidden) timer = setTimeout(poll, interval * (900 + 200 * Math.random()));
}

function pollNow() {
  clearTimeout(timer);
  lastPoll = Date.now() - interval * 1000; // a hidden page has not asked, and that is no pace
  if (!document.hidden) poll();
}

function outOfTouch() {
  if (isOut() || document.hidden || Date.now() - lastAnswer < OUT_OF_TOUCH) return;
  const since = new Date(lastAnswer);
  const isToday = since.toDateString() === new Date().toDateString();
  const format = { dateStyle: isToday ? undefined : "medium", timeStyle: "short" };
  document.querySelector("#live-out time").textContent = since.toLocaleString(root.lang, format);
  show("out");
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "live") return;
  // How long it really was: from that the server reckons how many pages are open.
  ctx.request.body.set("every", (Date.now() - lastPoll) / 1000);
  lastPoll = Date.now();
  current = ctx;
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // A network that wants to be paid first answers with a page of its own.
  if (ctx === current && !tasks[0]?.fragment.querySelector("#live")) event.preventDefault();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx !== current) return;
  const { status, headers } = ctx.response ?? {};
  if (status === 404) return show("gone");
  interval = Number(headers?.get("Ask-Again-In")) || interval;
  pollLater();
  if (!(status < 400)) return outOfTouch();
  lastAnswer = Date.now();
  if (!isOut()) return;
  show("again");
  setTimeout(() => isOut() || show(""), SHOWN_FOR);
});

// What this phone has just saved is newer than what was asked for before.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id === "page") pollLater();
});

document.addEventListener("visibilitychange", pollNow);
addEventListener("online", pollNow);
addEventListener("pageshow", ({ persisted }) => {
  // Who comes back may be shown the page as it was first loaded, rounds ago.
  const [navigation] = performance.getEntriesByType("navigation");
  if (persisted || navigation?.type === "back_forward") pollNow();
});
pollLater();

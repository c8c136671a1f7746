// When an open page polls, and what it shows while no answer comes. htmx fetches changes and morphs
// them into the page.

import "./plain.js";

const OUT_OF_TOUCH = 5000; // ms
const SHOWN_FOR = 8000; // ms
const OPENS_WITHIN = 15_000; // ms; the longest a tapped link may take
let isGone = false;
let refresh = document.querySelector("meta[http-equiv=refresh]"); // until it is stopped
let leftAt = -Infinity; // when another page began to be opened, in ms
let interval = 2; // seconds; each answer sets the next
let lastAnswer = Date.now(), lastPoll = lastAnswer;
let current, timer, hiding; // the pending poll; timers of the next one, and of hiding "again"
const root = document.documentElement; // its data-touch is the connection's state
const show = (touch) => { clearTimeout(hiding); root.dataset.touch = touch; };
const isPoll = (ctx) => ctx.sourceElement.id === "live";
const isOut = () => ["out", "gone"].includes(root.dataset.touch);

function poll() {
  if (document.hidden) return;
  // htmx may not be loaded yet.
  const part = document.querySelector("#live[data-htmx-powered]");
  if (!part) return pollLater();
  root.dataset.polls = ""; // hides the links that load the page again
  part.dispatchEvent(new Event("poll"));
}

function pollLater() {
  clearTimeout(timer);
  // Random, so that not all pages poll at once.
  timer = setTimeout(poll, interval * (900 + 200 * Math.random()));
}

// From now on the page is kept up to date, and need not load itself again. Removing the element is
// not enough: Chromium and Firefox forget a planned refresh if loading stops, WebKit if a page beyond
// the history's end is asked for. Either would cancel a link that was tapped shortly before.
function stopRefresh() {
  const mayLoad = document.readyState !== "complete" || performance.now() - leftAt < OPENS_WITHIN;
  if (!refresh || mayLoad) return;
  refresh.remove();
  stop();
  history.go(1000);
  refresh = null;
}

function outOfTouch() {
  if (isOut() || document.hidden || Date.now() - lastAnswer < OUT_OF_TOUCH) return;
  const { locale } = document.body.dataset;
  const since = new Date(lastAnswer).toLocaleTimeString(locale, { timeStyle: "short" });
  document.querySelector("#live-out time").textContent = since;
  show("out");
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!isPoll(ctx)) return;
  // The server estimates the number of open pages from their real intervals; hidden ones do not
  // poll.
  ctx.request.body.set("every", Math.min(Date.now() - lastPoll, 2000 * interval) / 1000);
  lastPoll = Date.now();
  current = ctx;
});
// A poll during a save would be discarded, and would delay the save.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.target.id === "page") clearTimeout(timer);
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // A network that requires a login answers with its own page.
  const isPage = ctx === current && tasks[0]?.fragment.querySelector("#live");
  if (isPoll(ctx) && !isPage) event.preventDefault();
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // A pending poll may have been answered before this save.
  if (ctx.target.matches("#page, .hand")) current = null;
  if (ctx.target.id === "page" || (isPoll(ctx) && ctx !== current)) return pollLater();
  if (ctx !== current) return;
  const { status, headers } = ctx.response ?? {};
  if (status === 404) {
    if (!isGone) show("gone"); // once, because an offered copy hides it
    isGone = true;
    interval = 6; // seconds, because another phone may restore the game
    return pollLater();
  }
  isGone = false;
  interval = Number(headers?.get("Ask-Again-In")) || interval;
  pollLater();
  if (!(status < 400)) return outOfTouch();
  lastAnswer = Date.now();
  stopRefresh();
  if (!isOut()) return;
  show("again");
  hiding = setTimeout(show, SHOWN_FOR, "");
});
if (refresh) addEventListener("beforeunload", () => { leftAt = performance.now(); });
// A page that is shown again may be rounds behind.
["online", "pageshow", "visibilitychange"].forEach((event) => addEventListener(event, poll, true));

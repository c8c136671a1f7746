// An open page keeps up with the table: htmx asks for what is new and morphs it into the page. Here
// is only when it asks, and what is shown while no answer comes.

const OUT_OF_TOUCH = 5000; // ms
const SHOWN_FOR = 8000; // ms
let isGone = false;
let interval = 2; // seconds; the server names another with each answer
let lastAnswer = Date.now(), lastPoll = lastAnswer;
let current, timer, hiding; // the request under way; when the next is sent, when "again" goes
const root = document.documentElement; // its data-touch is what is shown of the connection
const show = (touch) => { clearTimeout(hiding); root.dataset.touch = touch; };
const isPoll = (ctx) => ctx.sourceElement.id === "live";
const isOut = () => ["out", "gone"].includes(root.dataset.touch);

function poll() {
  if (document.hidden) return;
  // htmx may still be on its way.
  const part = document.querySelector("#live[data-htmx-powered]");
  if (part) part.dispatchEvent(new Event("poll"));
  else pollLater();
}

function pollLater() {
  clearTimeout(timer);
  // Not all pages at once: each waits a little more or less.
  timer = setTimeout(poll, interval * (900 + 200 * Math.random()));
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
  // From how long it really was the server reckons how many pages are open; hidden ones do not ask.
  ctx.request.body.set("every", Math.min(Date.now() - lastPoll, 2000 * interval) / 1000);
  lastPoll = Date.now();
  current = ctx;
});
// What is asked while a save is on its way is thrown away, and holds up the answer to it.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.target.id === "page") clearTimeout(timer);
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // A network that wants to be paid first answers with a page of its own.
  const isPage = ctx === current && tasks[0]?.fragment.querySelector("#live");
  if (isPoll(ctx) && !isPage) event.preventDefault();
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // A poll under way may not have heard of it.
  if (ctx.target.matches("#page, .hand")) current = null;
  if (ctx.target.id === "page" || (isPoll(ctx) && ctx !== current)) return pollLater();
  if (ctx !== current) return;
  const { status, headers } = ctx.response ?? {};
  if (status === 404) {
    if (!isGone) show("gone"); // once: a copy that is offered instead hides it
    isGone = true;
    interval = 6; // seconds: another phone may bring the game back
    return pollLater();
  }
  isGone = false;
  interval = Number(headers?.get("Ask-Again-In")) || interval;
  pollLater();
  if (!(status < 400)) return outOfTouch();
  lastAnswer = Date.now();
  if (!isOut()) return;
  show("again");
  hiding = setTimeout(show, SHOWN_FOR, "");
});
// Who comes back may be shown the page as it was rounds ago.
["online", "pageshow", "visibilitychange"].forEach((event) => addEventListener(event, poll, true));

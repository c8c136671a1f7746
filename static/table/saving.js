// A save whose answer does not come says so, keeps everything, and is tried again just as it was:
// the same request id, so that whatever became of the first try it is written down once.

const LONGEST_WAIT = 8000; // ms; the first is a second, and each is twice the one before
const status = document.getElementById("save-status");
let failed = null; // the form, the button it was sent with, how often it was tried
let timer;

const isForm = (ctx) => ctx?.sourceElement.matches("form");

function retry() {
  clearTimeout(timer);
  if (failed?.form.isConnected) failed.form.requestSubmit(failed.button);
}

function report({ detail: { ctx } }) {
  const code = ctx?.response?.status;
  if (!isForm(ctx) || code === 409 || code === 422) return; // these are shown on the page
  const { sourceElement: form, request, text = "" } = ctx;
  const tries = failed?.form === form ? failed.tries + 1 : 0;
  failed = { form, button: request.submitter, tries };
  const heading = code && new DOMParser().parseFromString(text, "text/html").querySelector("h1");
  const isForGood = code < 500;
  status.hidden = false;
  status.querySelector("p").textContent = heading?.textContent ?? status.dataset.noAnswer;
  status.querySelector("button").hidden = isForGood;
  clearTimeout(timer);
  if (!isForGood) timer = setTimeout(retry, Math.min(LONGEST_WAIT, 1000 * 2 ** tries));
}

function showAnswer() {
  const fault = document.querySelector(".faulty") ?? document.querySelector("#page .fault");
  const conflict = document.querySelector(".conflict");
  if (conflict) conflict.scrollIntoView({ block: "start" });
  else if (fault) fault.scrollIntoView({ block: "center" });
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  // Until the answer is there, nothing that arrives may change what was sent.
  if (isForm(ctx)) ctx.sourceElement.setAttribute("hx-morph-skip", "");
});
document.addEventListener("htmx:error", report);
document.addEventListener("htmx:response:error", report);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id !== "page" || ctx.swap === "none") return;
  clearTimeout(timer);
  failed = null;
  status.hidden = true;
  setTimeout(showAnswer); // the key pad is shut by then, which takes room at the lower edge
});
status.querySelector("button").addEventListener("click", retry);
addEventListener("online", retry);

// The second tap of a double tap was meant for what was there before, not for Undo.
document.addEventListener("click", (event) => {
  const isButton = event.target.closest("a, button:not([type=button])");
  if (event.detail > 1 && isButton) event.preventDefault();
}, true);

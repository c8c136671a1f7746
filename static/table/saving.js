// A save whose answer does not come says so, keeps everything, and is tried again just as it was:
// the same request id, so that whatever became of the first try it is written down once.

const WAITS = [1000, 2000, 4000, 8000]; // ms
const status = document.getElementById("save-status");
let failed = null; // the form, the button it was sent with, how often it was tried
let timer;

function retry() {
  clearTimeout(timer);
  if (failed?.form.isConnected) failed.form.requestSubmit(failed.button);
}

function report({ sourceElement: form, request }, sentence, isForGood) {
  const tries = failed?.form === form ? failed.tries + 1 : 0;
  failed = { form, button: request.submitter, tries };
  status.querySelector("p").textContent = sentence;
  status.querySelector("button").hidden = isForGood;
  status.hidden = false;
  clearTimeout(timer);
  if (!isForGood) timer = setTimeout(retry, WAITS[Math.min(tries, WAITS.length - 1)]);
}

const isForm = (ctx) => ctx?.sourceElement.matches("form");

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  // Until the answer is there, nothing that arrives may change what was sent.
  if (isForm(ctx)) ctx.sourceElement.setAttribute("hx-morph-skip", "");
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (isForm(ctx)) report(ctx, status.dataset.noAnswer, false);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (!isForm(ctx) || [409, 422].includes(ctx.response.status)) return; // shown on the page
  const page = new DOMParser().parseFromString(ctx.text, "text/html");
  const sentence = page.querySelector("h1")?.textContent ?? status.dataset.noAnswer;
  report(ctx, sentence, ctx.response.status < 500);
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id !== "page" || ctx.swap === "none") return;
  clearTimeout(timer);
  failed = null;
  status.hidden = true;
  // The key pad is shut by then, which would take room at the lower edge.
  setTimeout(() => {
    const find = (selector) => document.querySelector(selector);
    const fault = find(".faulty") ?? find("#page .fault");
    if (find(".conflict")) find(".conflict").scrollIntoView({ block: "start" });
    else if (fault) fault.scrollIntoView({ block: "center" });
    else showNext();
  });
});
status.querySelector("button").addEventListener("click", retry);
addEventListener("online", retry);

// However long the sheet is: who went out can be tapped, with the totals right above.
function showNext() {
  document.querySelector("form.round[data-round] .out")?.scrollIntoView({ block: "nearest" });
}
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted && scrollY === 0 && !location.hash) showNext();
});

// The second tap of a double tap was meant for what was there before, not for Undo.
document.addEventListener("click", (event) => {
  const isButton = event.target.closest("a, button:not([type=button])");
  if (event.detail > 1 && isButton) event.preventDefault();
}, true);

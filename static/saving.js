// A save whose answer does not come says so, keeps everything, and is tried again just as it was:
// the same request id, so that whatever became of the first try it is written down once.

const WAITS = [1000, 2000, 4000, 8000]; // ms
const late = document.getElementById("late");
let failed = null; // the form, the button it was sent with, how often it was tried
let timer;

function again() {
  clearTimeout(timer);
  if (failed?.form.isConnected) failed.form.requestSubmit(failed.button);
}

function tell({ sourceElement: form, request }, words, isForGood) {
  const tries = failed?.form === form ? failed.tries + 1 : 0;
  failed = { form, button: request.submitter, tries };
  form.setAttribute("hx-morph-skip", "");
  late.querySelector("p").textContent = words;
  late.querySelector("button").hidden = isForGood;
  late.hidden = false;
  clearTimeout(timer);
  if (!isForGood) timer = setTimeout(again, WAITS[Math.min(tries, WAITS.length - 1)]);
}

function sentence(page) {
  const said = new DOMParser().parseFromString(page, "text/html").querySelector("h1");
  return said?.textContent ?? late.dataset.words;
}

const isForm = (ctx) => ctx?.sourceElement.matches("form");

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (isForm(ctx)) tell(ctx, late.dataset.words, false);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  const { status } = ctx.response;
  const isShownOnPage = status === 409 || status === 422;
  if (isForm(ctx) && !isShownOnPage) tell(ctx, sentence(ctx.text), status < 500);
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target.id !== "page" || ctx.swap === "none") return;
  clearTimeout(timer);
  failed = null;
  late.hidden = true;
  const [conflict, faulty, fault] = [".conflict", ".faulty", "#page .fault"].map((each) => document.querySelector(each));
  const place = conflict ?? faulty ?? fault;
  if (place) place.scrollIntoView({ block: conflict ? "start" : "center" });
  else showNext();
});
late.querySelector("button").addEventListener("click", again);
addEventListener("online", again);

// However long the sheet is: who went out can be tapped, with the totals right above.
function showNext() { document.querySelector("form.round[data-round] .out")?.scrollIntoView({ block: "nearest" }); }
addEventListener("pageshow", ({ persisted }) => { if (!persisted && scrollY === 0 && !location.hash) showNext(); });

// The second tap of a double tap was meant for what stood there before, not for Undo.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("a, button:not([type=button])")) event.preventDefault();
}, true);

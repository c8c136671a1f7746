// A save without an answer says so, keeps everything, and is retried with the same request id, so
// that the round is recorded once even if the first attempt succeeded.

const status = document.getElementById("save-status");
let failed, timer; // the button of the failed save; the timer of its retry
const isForm = (ctx) => ctx?.sourceElement.matches("form");

const retry = () => failed?.closest("#page form[hx-morph-skip]") && failed.click();

function report({ detail: { ctx } }) {
  const code = ctx?.response?.status;
  if (!isForm(ctx) || code === 409 || code === 422) return; // the page shows these
  failed = ctx.request.submitter;
  const heading = new DOMParser().parseFromString(ctx.text ?? "", "text/html").querySelector("h1");
  status.hidden = false;
  status.querySelector("p").textContent = heading?.textContent ?? status.dataset.noAnswer;
  status.querySelector("button").hidden = code < 500;
  clearTimeout(timer);
  if (!(code < 500)) timer = setTimeout(retry, 2000);
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  // Until the answer arrives, no swap may change what was sent.
  if (isForm(ctx)) ctx.sourceElement.setAttribute("hx-morph-skip", "");
});
document.addEventListener("htmx:error", report);
document.addEventListener("htmx:response:error", report);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // Only if it changes, because setting it restyles the page.
  status.hidden ||= ctx.target.id === "page" && ctx.swap !== "none";
});
status.querySelector("button").addEventListener("click", retry);
addEventListener("online", retry);
addEventListener("load", () => import("../copies/journal.js"));

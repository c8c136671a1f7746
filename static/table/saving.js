// A save whose answer does not come says so, keeps everything, and is tried again just as it was:
// the same request id, so that whatever became of the first try it is written down once.

const status = document.getElementById("save-status");
let failed, timer; // the button it was sent with; when it is tried again
const isForm = (ctx) => ctx?.sourceElement.matches("form");

const retry = () => failed?.closest("#page form[hx-morph-skip]") && failed.click();

function report({ detail: { ctx } }) {
  const code = ctx?.response?.status;
  if (!isForm(ctx) || code === 409 || code === 422) return; // these are shown on the page
  failed = ctx.request.submitter;
  const heading = new DOMParser().parseFromString(ctx.text ?? "", "text/html").querySelector("h1");
  status.hidden = false;
  status.querySelector("p").textContent = heading?.textContent ?? status.dataset.noAnswer;
  status.querySelector("button").hidden = code < 500;
  clearTimeout(timer);
  if (!(code < 500)) timer = setTimeout(retry, 2000);
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  // Until the answer is there, nothing that arrives may change what was sent.
  if (isForm(ctx)) ctx.sourceElement.setAttribute("hx-morph-skip", "");
});
document.addEventListener("htmx:error", report);
document.addEventListener("htmx:response:error", report);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // Not once more where it is: the page would be styled anew for that.
  status.hidden ||= ctx.target.id === "page" && ctx.swap !== "none";
});
status.querySelector("button").addEventListener("click", retry);
addEventListener("online", retry);
addEventListener("load", () => import("../copies/journal.js"));

// The button that prints a page, where there is a script to do it.

for (const button of document.querySelectorAll("[data-action=print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// The button that prints a page, where there is a script to do it; on paper nothing is folded.

for (const button of document.querySelectorAll("[data-action=print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".rotations details")) fold.open = true;
});

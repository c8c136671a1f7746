// Shows the buttons that print a page, and unfolds rotations on paper.

import "./plain.js";

for (const button of document.querySelectorAll("[data-action=print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".rotations details")) fold.open = true;
});

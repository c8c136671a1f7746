// The key pad without a game: its last key begins a new pile, and nothing is saved.

import "./pad.js";

const form = document.querySelector("form.round");
const save = form.querySelector(".save .primary");
save.textContent = save.dataset.label;
form.querySelector(".row").click();
document.activeElement.blur(); // opening a pile should not open the keyboard
form.addEventListener("submit", (event) => {
  event.preventDefault();
  form.querySelector(".discard").click();
});

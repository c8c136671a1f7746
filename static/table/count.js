// The key pad where there is no game: its last key begins a new pile, and nothing is saved.

import "./pad.js";

const form = document.querySelector("form.round");
form.querySelector(".save .primary").textContent = form.dataset.again;
form.querySelector(".row").click();
document.activeElement.blur(); // a pile that was only opened takes no keyboard
form.addEventListener("submit", (event) => {
  event.preventDefault();
  form.querySelector(".discard").click();
});

/* Finds the rulings that a question may mean, on exported pages without a server. A plain script,
   because a page opened from a file can neither import nor fetch. weights.js has the weight of each
   trigram for each ruling. */
"use strict";

// Minimum score per root of the number of trigrams, for questions about the rules.
const LEAST = 6.5;
const SHOWN = 3;
const EXPLAINED_POWER = 0.45; // as in rulings/search/index.py
const form = document.querySelector(".ask");
const answers = document.getElementById("answers");
const [meant, nothing] = document.getElementById("candidates").content.children;
const list = meant.querySelector("ul");
const rulings = Array.from(list.children);

// As tests/train/trigrams.py does with example questions.
function trigrams(text) {
  const plain = text.toLowerCase().replaceAll("œ", "oe").normalize("NFKD").replace(/\p{M}/gu, "");
  const words = ` ${(plain.match(/[a-z0-9+]+/g) ?? []).join(" ")} `;
  const parts = Array.from(words.slice(2), (_, at) => words.slice(at, at + 3));
  return new Set(parts.map((part, at) => (parts.indexOf(part) < at ? part + part : part)));
}

function find(question) {
  const parts = [...trigrams(question)];
  const least = LEAST * Math.sqrt(parts.length);
  const score = (weights) => {
    const found = parts.map((part) => weights[part]).filter(Boolean);
    const explained = found.length / parts.length;
    return explained ** EXPLAINED_POWER * found.reduce((sum, weight) => sum + weight, 0);
  };
  return rulings
    .map((ruling) => ({ ruling, score: score(companionWeights[ruling.dataset.rule]) }))
    .filter((found) => found.score > least)
    .sort((one, other) => other.score - one.score)
    .slice(0, SHOWN)
    .map(({ ruling }) => ruling);
}

function ask() {
  const question = form.elements.q.value.trim();
  const found = find(question);
  list.replaceChildren(...found);
  answers.replaceChildren(...(question ? [found.length ? meant : nothing] : []));
}

form.addEventListener("input", ask);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
form.hidden = false;

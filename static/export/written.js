/* Answers while somebody types, on pages that were written out; without it the topics are listed. */
"use strict";

const find = lookUp(companionParser, companionBox);
const root = document.querySelector("meta[name=companion-root]").content;
const answers = document.getElementById("answers");

function made(tag, className, ...inner) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...inner);
  return element;
}

function linked(ruling, ...inner) {
  const link = made("a", "", ...inner);
  link.href = root + ruling.url;
  return link;
}

function shown({ rules, sure }) {
  const [first, ...others] = rules.map((rule) => companionBox.rulings[rule]);
  if (!first) return [];
  if (!sure) others.unshift(first);
  const list = others.map((each) => made("li", "", linked(each, made("b", "", each.verdict), " ", made("span", "", each.question))));
  return [
    ...(sure ? [made("article", "ruling", made("p", "verdict", first.verdict), made("h2", "", linked(first, first.question)), made("p", "", first.text))] : []),
    made("ul", "brief", ...list),
  ];
}

const form = document.querySelector(".ask");
const ask = () => answers.replaceChildren(...shown(find(form.elements.q.value)));
form.addEventListener("input", ask);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
form.hidden = false;

/* Answers while somebody types, on pages that were written out, as rules/_answers.html does where a
   server answers; without it the topics are listed. */
"use strict";

const find = lookUp(companionParser, companionBox);
const root = document.querySelector("meta[name=companion-root]").content;
const answers = document.getElementById("answers");
const words = companionBox.words;

function made(tag, className, ...inner) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...inner);
  return element;
}

function linked(ruling, className, ...inner) {
  const link = made("a", className, ...inner);
  link.href = root + ruling.url;
  return link;
}

/* A list of questions; `hasAnswers`: each with its verdict, small. */
function list(rulings, hasAnswers) {
  const items = rulings.map((each) => {
    const answer = hasAnswers ? [made("small", "", each.verdict)] : [];
    return made("li", "", linked(each, "item", made("span", "", each.question, ...answer)));
  });
  return made("ul", "list brief", ...items);
}

function inFull(ruling) {
  const size = ruling.verdict.length > 14 ? " long" : "";
  return made(
    "article",
    "ruling",
    made("h2", "", linked(ruling, "", ruling.question)),
    made("p", `verdict${size}`, ruling.verdict),
    made("p", "", ruling.text),
  );
}

function shown({ rules, sure }) {
  const found = rules.map((rule) => companionBox.rulings[rule]);
  if (sure) {
    const [first, ...others] = found;
    const more = others.length ? [made("h2", "", words.others), list(others, true)] : [];
    return [inFull(first), ...more];
  }
  const meant = found.length
    ? [
        made("h2", "", words.meant),
        list(found.slice(0, 3), false),
        made("p", "note", words.unknown),
      ]
    : [made("h2", "", words.nothing), made("p", "", words.agree)];
  return [made("section", "ruling unsure", ...meant)];
}

const form = document.querySelector(".ask");
const ask = () => {
  const question = form.elements.q.value.trim();
  answers.replaceChildren(...(question ? shown(find(question)) : []));
};
form.addEventListener("input", ask);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
form.hidden = false;

/* Ranks the rulings for a question where no server does, as companion/rulings/search does: index
   and lookup. Examples and constants come from there, by parser.js and the file of the box;
   question.js hears the question. */
"use strict";

/* Tells how much each rule was asked for in such terms before: Rocchio's classifier. */
function rulingIndex(data, terms) {
  const every = data.examples.map(([rules, words]) => [rules, terms(words.split(" "))]);
  const number = new Set(every.flatMap(([rules]) => rules)).size;
  const weights = new Map();
  for (const [rules, its] of every)
    for (const term of its.keys()) {
      if (!weights.has(term)) weights.set(term, new Map());
      rules.forEach((rule) => weights.get(term).set(rule, 0));
    }
  const rarityAmong = (rules) => 1 + Math.log((1 + number) / (0.5 + rules));
  const rarity = new Map([...weights].map(([term, rules]) => [term, rarityAmong(rules.size)]));
  const told = ([term, count]) =>
    count * (rarity.get(term) ?? (term.startsWith(data.plain) ? rarityAmong(0) : 0));
  const lengthOf = (its) =>
    Math.sqrt([...its].reduce((sum, each) => sum + told(each) ** 2, 0)) || 1;
  for (const [rules, its] of every) {
    const length = lengthOf(its);
    for (const [term, count] of its)
      for (const rule of rules)
        weights
          .get(term)
          .set(rule, weights.get(term).get(rule) + (rarity.get(term) * count) / length);
  }
  const squares = new Map();
  const damped = (weight) => weight ** data.constants.index.DAMPING;
  for (const rules of weights.values())
    rules.forEach((weight, rule) =>
      squares.set(rule, (squares.get(rule) ?? 0) + damped(weight) ** 2),
    );
  for (const rules of weights.values())
    rules.forEach((weight, rule) =>
      rules.set(rule, damped(weight) / Math.sqrt(squares.get(rule)) ** data.constants.index.LENGTH),
    );
  return {
    weights,
    isAboutRules(its) {
      const known = new Map([...its].filter(([term]) => rarity.has(term)));
      const isTelling = [...known.keys()].some(
        (term) => /^[@?]/.test(term) && rarity.get(term) >= data.constants.index.TELLING,
      );
      return isTelling && lengthOf(known) ** 2 >= data.constants.index.KNOWN * lengthOf(its) ** 2;
    },
    scores(its) {
      const length = lengthOf(its);
      const scores = new Map();
      const explained = new Map();
      let every = 0;
      for (const [term, count] of its) {
        const much = count * (rarity.get(term) ?? 0);
        every += much ** 2;
        weights.get(term)?.forEach((weight, rule) => {
          scores.set(rule, (scores.get(rule) ?? 0) + (much * weight) / length);
          explained.set(rule, (explained.get(rule) ?? 0) + much ** 2);
        });
      }
      scores.forEach((score, rule) =>
        scores.set(rule, score * (explained.get(rule) / every) ** data.constants.index.EXPLAINED),
      );
      return scores;
    },
  };
}

function lookUp(data, box) {
  const n = data.constants.lookup;
  const { terms, termsOf } = questionParser(data);
  const order = new Map(Object.keys(box.answers).map((rule, at) => [rule, at]));
  let index;

  /* Whether the first is the answer: good by itself, and no other comes near it. */
  function isSure(found, scores) {
    const [first] = found;
    const rival = found.find((rule) => box.answers[rule] !== box.answers[first]);
    return (
      first !== undefined &&
      scores.get(first) >= n.SURE &&
      scores.get(first) - (scores.get(rival) ?? 0) >= n.LEAD
    );
  }

  /* The rules that answer a question, the best first, and whether the first may be read aloud. */
  return function find(question, most = 5) {
    index ??= rulingIndex(data, terms);
    const its = termsOf(question);
    if (!index.isAboutRules(its)) return { rules: [], sure: false };
    const elsewhere = new Set(
      box.foreignCards
        .filter((card) => its.has(card))
        .flatMap((card) => [...(index.weights.get(card)?.keys() ?? [])]),
    );
    const scores = new Map(
      [...index.scores(its)]
        .filter(
          ([rule, score]) => score >= n.LEAST && (box.rulings[rule]?.here || elsewhere.has(rule)),
        )
        .map(([rule, score]) => [rule, Math.round(Math.min(score, 1) * 1e4) / 1e4]),
    );
    const found = [...scores.keys()].sort(
      (a, b) => scores.get(b) - scores.get(a) || order.get(a) - order.get(b),
    );
    return { rules: found.slice(0, most), sure: isSure(found, scores) };
  };
}

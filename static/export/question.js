/* Hears a question about the rules where no server does: on pages that were written out. It does as
   companion/rulings/search does: tokenizer, spelling, vocabulary, roles and questions; words and
   constants come from there, by parser.js. A plain script, because a page from a memory stick may
   load no module and fetch nothing. */
"use strict";

/* Returns what finds the terms of a question, or of words whose slips are corrected. */
function questionParser(data) {
  const n = data.constants;
  const said = new Map(Object.entries(data.frequencies));
  const long = [...said.keys()].filter((word) => word.length >= n.spelling.LEAST_KNOWN).sort();
  const stops = new Set(data.stopPhrases);
  const longest = new Map();
  for (const phrase of [...Object.keys(data.phrases), ...stops]) {
    const words = phrase.split(" ");
    longest.set(words[0], Math.max(words.length, longest.get(words[0]) ?? 1));
  }
  const conceptsOf = (phrase) => data.phrases[phrase]?.concepts ?? [];

  /* Plain words and figures, without capitals and accents. */
  function tokens(text) {
    const plain = text
      .normalize("NFC")
      .replace(
        /(?<![\p{L}\d])(?:à\s+(?:2|deux)|a\s+deux)(?!\s*\p{L}*\d)(?![\p{L}\d])/giu,
        "en duel",
      )
      .replace(/(?<![\p{L}\d])où(?![\p{L}\d])/giu, "where")
      .toLowerCase()
      .replace(/œ/g, "oe")
      .replace(/æ/g, "ae")
      .replace(/ß/g, "ss")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/n['’]t\b/g, "nt")
      .replace(/\b1(?:st|ers?|eres?)\b/g, "first")
      .replace(/\b2(?:nd|nde|e|eme)\b/g, "second")
      .replace(/\b3(?:rd|e|eme)\b/g, "third")
      .replace(/(?<![\d+])(\d)\s?\+(?!\s?\d)/g, "+$1");
    return (plain.match(/\+\s?\d+|\d+|\p{L}+/gu) ?? []).map((token) => token.replace(" ", ""));
  }

  /* How many letters differ, two that changed places counted once; no more than `most` + 1. */
  function slips(one, other, most) {
    let before = [];
    let last = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (let row = 1; row <= one.length; row++) {
      const now = [row];
      for (let column = 1; column <= other.length; column++) {
        now[column] = Math.min(
          last[column] + 1,
          now[column - 1] + 1,
          last[column - 1] + (one[row - 1] !== other[column - 1]),
        );
        if (
          row > 1 &&
          column > 1 &&
          one[row - 2] === other[column - 1] &&
          one[row - 1] === other[column - 2]
        )
          now[column] = Math.min(now[column], before[column - 2] + 1);
      }
      if (Math.min(...now) > most) return most + 1;
      [before, last] = [last, now];
    }
    return last[other.length];
  }

  const bare = new Map();
  /* A word without its ending. */
  function root(word) {
    if (!bare.has(word)) {
      const ending = data.endings.find(
        (each) => word.endsWith(each) && word.length - each.length >= n.vocabulary.ROOT,
      );
      bare.set(word, ending ? word.slice(0, -ending.length) : word);
    }
    return bare.get(word);
  }

  const roots = new Map();
  for (const word of data.inflected)
    for (const each of new Set([word, root(word)]))
      roots.set(each, [...(roots.get(each) ?? []), word]);

  const spellings = data.sounds.map(([spelt, as]) => [new RegExp(spelt, "g"), as]);
  const sound = (word) =>
    spellings.reduce((sounding, [spelt, as]) => sounding.replace(spelt, as), word);
  const sounds = new Map();
  for (const word of long) sounds.set(sound(word), [...(sounds.get(sound(word)) ?? []), word]);

  const first = (words, far) => [...words].sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1))[0];
  const longer = (word) => (each) => Math.abs(each.length - word.length);
  const seldom = (word) => -said.get(word);

  /* What was meant by a word nobody knows: two letters changed places, the finger slipped, or it
     was written as it sounds. */
  function swapped(word) {
    const tries = [...word]
      .slice(1)
      .map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
    return first(
      tries.filter((each) => said.has(each)),
      seldom,
    );
  }

  function byFinger(word) {
    const most = 1 + (word.length >= n.spelling.TWO_SLIPS);
    const near = long
      .filter((each) => each[0] === word[0] && Math.abs(each.length - word.length) <= most)
      .map((each) => [slips(word, each, most), each])
      .filter(([count]) => count <= most);
    const least = Math.min(...near.map(([count]) => count));
    return first(
      near.filter(([count]) => count === least).map(([, each]) => each),
      seldom,
    );
  }

  function byEar(word) {
    const sounding = sound(word);
    return sounding.length >= n.spelling.LEAST_SOUND
      ? first(sounds.get(sounding) ?? [], longer(word))
      : undefined;
  }

  const corrected = new Map();
  function mended(word) {
    if (
      said.has(word) ||
      word.length < n.spelling.ONE_SLIP ||
      word.length > n.spelling.LONGEST_WORD ||
      !/^\p{L}+$/u.test(word)
    )
      return word;
    if (!corrected.has(word))
      corrected.set(
        word,
        first(roots.get(root(word)) ?? [], longer(word)) ??
          swapped(word) ??
          byFinger(word) ??
          byEar(word) ??
          word,
      );
    return corrected.get(word);
  }

  const wordsOf = (question) =>
    tokens(question.slice(0, n.tokenizer.LONGEST))
      .map((word) => data.numbers[word] ?? word)
      .slice(0, n.tokenizer.MOST_WORDS)
      .map((word) => {
        const known = mended(word);
        return data.numbers[known] ?? known;
      });

  /* Words as places: at each the longest phrase that begins there, what it means, its card. */
  function cut(words) {
    const places = [];
    for (let at = 0; at < words.length;) {
      const from = (length) => words.slice(at, at + length).join(" ");
      let length = Math.min(longest.get(words[at]) ?? 1, words.length - at);
      while (length > 1 && !(from(length) in data.phrases) && !stops.has(from(length))) length--;
      if (!stops.has(from(length)))
        places.push({
          words: words.slice(at, at + length),
          concepts: conceptsOf(from(length)),
          card: data.phrases[from(length)]?.card,
        });
      at += length;
    }
    return places;
  }

  /* Which card is laid on which, and how surely. */
  function laidOn(places) {
    const has = (after, before, labels) =>
      places
        .slice(Math.max(after + 1, 0), before)
        .some((each) =>
          labels.some((label) => each.concepts.includes(label) || each.words.includes(label)),
        );
    const isColour = (at) => places[at]?.concepts.includes("a-colour");
    const isNumber = (at) =>
      /^\d$/.test(places[at].words.join(" ")) && (isColour(at - 1) || isColour(at + 1));
    const cards = places.flatMap((each, at) => (each.card || isNumber(at) ? [at] : []));
    const pairs = cards.slice(1).map((second, i) => [cards[i], second]);
    const isOn = ([first, second]) => {
      const between = places
        .slice(first + 1, second)
        .filter((each) => !each.concepts.includes("a-colour"));
      return between.at(-1)?.words.join(" ") === "on" || has(first, second, ["on-top"]);
    };
    const pair = pairs.find(isOn) ?? pairs[0];
    if (!pair) {
      const again =
        cards.length &&
        places[cards[0]].card &&
        has(cards[0], places.length, ["on-top"]) &&
        has(cards[0], places.length, ["other", "same"]);
      return again ? [places[cards[0]].card, places[cards[0]].card, n.roles.AGAIN] : null;
    }
    const [first, second] = pair;
    const one = places[first].card || "number";
    let other = places[second].card || "number";
    if (one === "number" && other === "number")
      other = places[first].words[0] === places[second].words[0] ? "same number" : "other number";
    if (isOn(pair)) return [one, other, 1];
    if (has(first, second, data.connectives.with)) return [other, one, 1];
    if (
      has(Math.max(first - n.roles.NEAR, -1), first, ["on-top", "after"]) ||
      has(second, places.length, ["on-top"])
    )
      return [other, one, n.roles.BEFORE];
    if (has(first, second, data.connectives.when)) return [one, other, n.roles.IF];
    return has(first, second, data.connectives.and) ? null : [other, one, n.roles.CHRONOLOGY];
  }

  /* Roots of words, concepts, which follows which, which card is laid on which: how much each
     counts. */
  function terms(words) {
    const places = cut(words);
    const its = new Map();
    for (const { words: phrase, concepts } of places) {
      const share = phrase.join(" ") === data.theName ? n.questions.NAME : 1;
      const mark = concepts.length ? "" : data.plain;
      for (const word of phrase) its.set(mark + root(word), share);
      for (let at = 0; at < phrase.length; at++)
        for (let end = at + 1; end <= phrase.length; end++)
          for (const concept of conceptsOf(phrase.slice(at, end).join(" ")))
            its.set(`@${concept}`, share);
    }
    const meant = places.map((each) => each.concepts).filter((concepts) => concepts.length);
    meant.slice(1).forEach((after, i) => {
      const share = n.questions.FOLLOWING / Math.sqrt(meant[i].length * after.length);
      for (const one of meant[i]) for (const other of after) its.set(`${one} ${other}`, share);
    });
    const role = laidOn(places);
    if (role) its.set(`${role[0]} on ${role[1]}`, n.questions.ON * role[2]);
    return its;
  }

  return { terms, termsOf: (question) => terms(wordsOf(question)) };
}

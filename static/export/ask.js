/* Answers questions about the rules where no server does: on pages that were written out.
   It parses and ranks as companion/rulings/search does; words, intents and constants come from
   there, by parser.js and the file of the box. A plain script, because a page from a memory stick
   may load no module and fetch nothing. */
"use strict";

function questionParser(data) {
  const n = data.constants;
  const concepts = new Set(Object.keys(data.weights));
  const said = new Map(Object.entries(data.frequencies));
  const long = [...said.keys()].filter((word) => word.length >= n.spelling.LEAST_KNOWN).sort();
  const longest = new Map();
  for (const phrase of Object.keys(data.phrases)) {
    const words = phrase.split(" ");
    longest.set(words[0], Math.max(words.length, longest.get(words[0]) ?? 1));
  }
  const doubtful = new Set(data.ambiguous), articles = new Set(data.articles);
  const named = new Set(data.concepts);
  const conceptsOf = (phrase) => data.phrases[phrase]?.concepts ?? [];
  const has = (places, after, before, labels) =>
    places.slice(Math.max(after + 1, 0), before).some((place) => labels.some((label) => place.labels.has(label)));

  function tokens(text) {
    const plain = text.normalize("NFC").replace(/(?<![\p{L}\d])(?:à\s+(?:2|deux)|a\s+deux)(?!\s*\p{L}*\d)(?![\p{L}\d])/giu, "en duel")
      .replace(/(?<![\p{L}\d])où(?![\p{L}\d])/giu, "where")
      .toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss")
      .normalize("NFKD").replace(/\p{M}/gu, "")
      .replace(/n['’]t\b/g, "nt").replace(/\b1(?:st|ers?|eres?)\b/g, "first")
      .replace(/\b2(?:nd|nde|e|eme)\b/g, "second").replace(/\b3(?:rd|e|eme)\b/g, "third").replace(/(?<![\d+])(\d)\s?\+(?!\s?\d)/g, "+$1");
    return (plain.match(/\+\s?\d+|\d+|\p{L}+/gu) ?? []).map((token) => token.replace(" ", ""));
  }

  function slips(one, other, most) {
    let before = [], last = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (let row = 1; row <= one.length; row++) {
      const now = [row];
      for (let column = 1; column <= other.length; column++) {
        now[column] = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (one[row - 1] !== other[column - 1]));
        if (row > 1 && column > 1 && one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2])
          now[column] = Math.min(now[column], before[column - 2] + 1);
      }
      if (Math.min(...now) > most) return most + 1;
      [before, last] = [last, now];
    }
    return last[other.length];
  }

  const bare = new Map();
  function root(word) {
    if (!bare.has(word)) {
      const ending = data.endings.find((each) => word.endsWith(each) && word.length - each.length >= n.vocabulary.ROOT);
      bare.set(word, ending ? word.slice(0, -ending.length) : word);
    }
    return bare.get(word);
  }

  const roots = new Map();
  for (const word of Object.keys(data.phrases).filter((phrase) => !phrase.includes(" ") && conceptsOf(phrase).length).sort())
    for (const each of new Set([word, root(word)])) roots.set(each, [...(roots.get(each) ?? []), word]);

  const spellings = data.sounds.map(([spelt, as]) => [new RegExp(spelt, "g"), as]);
  const sound = (word) => spellings.reduce((sounding, [spelt, as]) => sounding.replace(spelt, as), word);
  const sounds = new Map();
  for (const word of long) sounds.set(sound(word), [...(sounds.get(sound(word)) ?? []), word]);

  const first = (words, far) => [...words].sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1))[0];
  const longer = (word) => (each) => Math.abs(each.length - word.length);
  const seldom = (word) => -said.get(word);

  function swapped(word) {
    const tries = [...word].slice(1).map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
    return first(tries.filter((each) => said.has(each)), seldom);
  }

  function byFinger(word) {
    const most = 1 + (word.length >= n.spelling.TWO_SLIPS);
    const near = long.filter((each) => each[0] === word[0] && Math.abs(each.length - word.length) <= most)
      .map((each) => [slips(word, each, most), each]).filter(([count]) => count <= most);
    const least = Math.min(...near.map(([count]) => count));
    return first(near.filter(([count]) => count === least).map(([, each]) => each), seldom);
  }

  function byEar(word) {
    const sounding = sound(word);
    return sounding.length >= n.spelling.LEAST_SOUND ? first(sounds.get(sounding) ?? [], longer(word)) : undefined;
  }

  const corrected = new Map();
  function mended(word) {
    if (said.has(word) || word.length < n.spelling.ONE_SLIP || word.length > n.spelling.LONGEST_WORD || !/^\p{L}+$/u.test(word)) return word;
    if (!corrected.has(word))
      corrected.set(word, first(roots.get(root(word)) ?? [], longer(word)) ?? swapped(word) ?? byFinger(word) ?? byEar(word) ?? word);
    return corrected.get(word);
  }

  function place(phrase) {
    const its = conceptsOf(phrase), isNumber = /^\d+$/.test(phrase);
    const isKnown = its.length > 0 || phrase in data.phrases || said.has(phrase);
    const parts = phrase.split(" ");
    const cardsOf = (part) => (data.phrases[part]?.card && !doubtful.has(part) ? [data.phrases[part].card] : []);
    const inner = its.length && parts.length > 1 ? parts.flatMap((part) => [...conceptsOf(part), ...cardsOf(part)]) : [];
    const itself = named.has(phrase) ? [] : [phrase];
    return { labels: new Set([...its, ...itself, ...(isNumber && phrase.length === 1 ? ["digit"] : [])]), inner, card: "", sure: 0,
      isPlain: isKnown && !its.length, isStrange: !(isKnown || isNumber) };
  }

  function heardAs(phrase, before, after) {
    const card = data.phrases[phrase]?.card;
    if (!card) return [place(phrase)];
    const labels = new Set([card, ...conceptsOf(phrase)]);
    const isOfCards = conceptsOf(after).includes("card");
    const isDone = conceptsOf(phrase.split(" ")[0]).includes("draw") && isOfCards;
    const isDoubtful = doubtful.has(phrase) && !isOfCards && !articles.has(before);
    if ((before || after) && (isDone || isDoubtful)) {
      const [first, ...rest] = phrase.split(" ").map(place);
      return [{ ...place(""), labels: new Set([...first.labels, ...labels]), inner: [], card, sure: n.tokenizer.DOUBT, isPlain: false, isStrange: false }, ...rest];
    }
    return [{ labels, inner: [], card, sure: 1, isPlain: false, isStrange: false }];
  }

  const wordsOf = (question) => tokens(question.slice(0, n.tokenizer.LONGEST)).map((word) => data.numbers[word] ?? word).slice(0, n.tokenizer.MOST_WORDS)
    .map((word) => { const known = mended(word); return data.numbers[known] ?? known; });

  /* What words leave in a memory: their roots, who stands by whom, what they may say. */
  function terms(words) {
    const its = words.map(root), left = [...its, ...its.slice(1).map((word, i) => `${its[i]} ${word}`)];
    for (let at = 0; at < words.length; at++)
      for (let length = 1; length <= Math.min(longest.get(words[at]) ?? 0, words.length - at); length++) {
        const phrase = words.slice(at, at + length).join(" "), card = data.phrases[phrase]?.card;
        left.push(...conceptsOf(phrase).map((concept) => `@${concept}`), ...(card ? [`@${card}`] : []));
      }
    return left;
  }

  function cut(words) {
    const places = [];
    for (let at = 0; at < words.length;) {
      let length = Math.min(longest.get(words[at]) ?? 1, words.length - at);
      while (length > 1 && !(words.slice(at, at + length).join(" ") in data.phrases)) length--;
      places.push(...heardAs(words.slice(at, at + length).join(" "), words[at - 1] ?? "", words[at + length] ?? ""));
      at += length;
    }
    return places;
  }

  const isHeard = (each, label) => each.labels.has(label) || each.inner.includes(label);

  function follows(places, at, parts) {
    for (const part of parts) {
      let found = -1;
      for (let after = at + 1, gap = 0; after < places.length && gap <= n.concepts.GAP; after++) {
        if (part.some((label) => isHeard(places[after], label))) { found = after; break; }
        gap += !places[after].isPlain;
      }
      if (found < 0) return false;
      at = found;
    }
    return true;
  }

  function make(places, sure) {
    const parts = new Set();
    for (const [concept, wanted, isOrdered] of data.patterns) {
      const [first, ...rest] = wanted;
      const isMade = isOrdered
        ? places.some((each, at) => first.some((label) => isHeard(each, label)) && follows(places, at, rest))
        : false;
      if (isMade) {
        sure.set(concept, Math.max(sure.get(concept) ?? 0, n.concepts.MADE));
        wanted.flat().forEach((label) => parts.add(label));
      }
    }
    for (const [concept, wanted, isOrdered] of data.patterns) {
      if (!isOrdered && wanted.every((part) => part.some((label) => sure.has(label)))) {
        if (!sure.has(concept)) sure.set(concept, n.concepts.MADE_ANYWHERE);
        wanted.flat().forEach((label) => parts.add(label));
      }
    }
    return parts;
  }

  function roles(places) {
    const cards = places.flatMap((each, at) => (each.card ? [at] : []));
    const pairs = cards.slice(1).map((second, i) => [cards[i], second]);
    const isOn = ([first, second]) => {
      const between = places.slice(first + 1, second).filter((each) => !each.labels.has("a-colour"));
      const last = between.at(-1);
      return has(places, first, second, ["on-top"]) || (last?.labels.size === 1 && last.labels.has("on"));
    };
    const laid = (card, on, sure) => (sure ? [[`laid=${card}`, sure], [`under=${on}`, sure]] : []);
    const pair = pairs.find(isOn) ?? pairs[0];
    if (!pair) {
      const again = cards.length && has(places, cards[0], places.length, ["on-top"]) && has(places, cards[0], places.length, ["other", "same"]);
      return again ? laid(places[cards[0]].card, places[cards[0]].card, n.roles.AGAIN) : [];
    }
    const [first, second] = pair, one = places[first].card, other = places[second].card;
    if (isOn(pair)) return laid(one, other, 1);
    if (has(places, first, second, data.connectives.with)) return laid(other, one, 1);
    if (has(places, Math.max(first - n.roles.NEAR, -1), first, ["on-top", "after"]) || has(places, second, places.length, ["on-top"]))
      return laid(other, one, n.roles.BEFORE);
    if (has(places, first, second, data.connectives.when)) return laid(one, other, n.roles.IF);
    return laid(other, one, has(places, first, second, data.connectives.and) ? 0 : n.roles.CHRONOLOGY);
  }

  function parse(question) {
    const words = wordsOf(question), places = cut(words);
    const sure = new Map(places.flatMap((each) => [...each.labels].map((label) => [label, 1])));
    const cards = new Map();
    for (const { card, sure: surely } of places) if (card) cards.set(card, Math.max(surely, cards.get(card) ?? 0));
    cards.forEach((surely, card) => sure.set(card, surely));
    const inner = places.flatMap((each) => each.inner).filter((label) => !sure.has(label));
    inner.forEach((label) => sure.set(label, n.concepts.INNER));
    const parts = make(places, sure);
    inner.forEach((label) => parts.add(label));
    const share = new Map();
    for (const each of places) {
      const meant = [...each.labels].filter((label) => concepts.has(label));
      meant.forEach((label) => share.set(label, Math.max(share.get(label) ?? 0, 1 / meant.length)));
    }
    const strength = new Map([...sure].filter(([label]) => concepts.has(label)));
    const blame = new Map([...strength].map(([label, surely]) => [label, surely * (share.get(label) ?? 1) * (parts.has(label) ? n.concepts.PART : 1)]));
    for (const [role, surely] of roles(places)) {
      strength.set(role, surely);
      blame.set(role, surely > n.roles.CHRONOLOGY ? surely : 0);
    }
    const strange = places.filter((each) => each.isStrange).length;
    const isMeant = data.gameConcepts.some((label) => strength.has(label)) || places.some((each) => each.sure === 1)
      || strange * n.concepts.FEW <= places.filter((each) => !each.isPlain && !each.isStrange).length;
    for (const [concept, halves] of Object.entries(data.implied))
      if (strength.has(concept)) for (const half of halves) if (!strength.has(half)) strength.set(half, strength.get(concept) * n.concepts.HALF);
    return { strength, blame, strange, isMeant, words };
  }

  return { parse, terms };
}

/* Tells how much each rule was asked for in such words before: Okapi BM25. */
function exampleIndex(data, terms) {
  const n = data.constants, pages = new Map(), on = new Map();
  for (const [rules, words] of data.examples) {
    const left = terms(words.split(" "));
    for (const rule of rules) {
      if (!pages.has(rule)) pages.set(rule, { counts: new Map(), length: 0 });
      const page = pages.get(rule);
      page.length += left.length;
      left.forEach((trace) => page.counts.set(trace, (page.counts.get(trace) ?? 0) + 1));
    }
  }
  const mean = [...pages.values()].reduce((sum, page) => sum + page.length, 0) / pages.size;
  for (const [rule, { counts, length }] of pages)
    for (const [trace, count] of counts) {
      if (!on.has(trace)) on.set(trace, []);
      const long = n.bm25.SATURATION * (1 - n.bm25.LENGTH + n.bm25.LENGTH * length / mean);
      on.get(trace).push([rule, count * (n.bm25.SATURATION + 1) / (count + long)]);
    }
  return function recall(words) {
    const told = new Map();
    for (const trace of new Set(terms(words))) {
      const found = on.get(trace) ?? [];
      if (found.length > n.bm25.COMMON * pages.size) continue;
      const rare = Math.log(1 + (pages.size - found.length + 0.5) / (found.length + 0.5));
      for (const [rule, often] of found) told.set(rule, (told.get(rule) ?? 0) + rare * often);
    }
    const most = Math.max(n.bm25.ENOUGH, ...told.values());
    return new Map([...told].map(([rule, weight]) => [rule, weight / most]));
  };
}

function lookUp(data, box) {
  const n = data.constants, { parse, terms } = questionParser(data);
  let recall;
  const weight = (concept) => (concept.includes("=") ? n.concepts.ROLE : data.weights[concept] ?? 1);
  const ways = box.intents.map(([rule, expected, welcome, against, grade]) =>
    ({ rule, expected, welcome, against, grade, expects: expected.reduce((sum, each) => sum + weight(each), 0) }));
  const sum = (labels, value) => labels.reduce((all, label) => all + value(label), 0);

  function score(way, { strength, blame }, unexplained) {
    const share = sum(way.expected, (label) => weight(label) * (strength.get(label) ?? 0));
    if (share < n.ranking.LEAST_SHARED) return 0;
    const excused = sum([...way.expected, ...way.welcome], (label) => weight(label) * (blame.get(label) ?? 0));
    const against = sum(way.against, (label) => weight(label) * (strength.get(label) ?? 0));
    const cost = n.ranking.MISSED * Math.max(0, way.expects - share) + n.ranking.UNEXPLAINED * (unexplained - excused) + n.ranking.AGAINST * against;
    return way.grade * share / (share + cost) * (1 - n.ranking.SLIGHT / (1 + share));
  }

  const order = new Map(Object.keys(box.answers).map((rule, at) => [rule, at]));
  const ranked = (scores, above) => [...scores].sort(([a, one], [b, other]) =>
    other - one || (b === above) - (a === above) || order.get(a) - order.get(b)).map(([rule]) => rule);

  /* Whether the first is the answer: good by itself, and no other comes near it. */
  function isSure(found, scores) {
    const [first] = found, rival = found.find((rule) => box.answers[rule] !== box.answers[first]);
    return first !== undefined && scores.get(first) >= n.lookup.SURE && scores.get(first) - (scores.get(rival) ?? 0) >= n.lookup.LEAD;
  }

  /* The rules that answer a question, the best first, and whether the first may be read aloud. */
  return function find(question, most = 5) {
    const query = parse(question);
    recall ??= exampleIndex(data, terms);
    const recalled = recall(query.words), isKnown = query.strange <= 1 && [...recalled.values()].includes(1);
    if (!query.isMeant && !isKnown) return { rules: [], sure: false };
    const unexplained = n.ranking.UNKNOWN * query.strange + sum([...query.blame.keys()], (label) => weight(label) * query.blame.get(label));
    const foreign = box.foreignCards.filter((card) => query.strength.has(card));
    const best = new Map();
    for (const way of ways) {
      const scored = score(way, query, unexplained);
      if (scored > (best.get(way.rule)?.scored ?? 0)) best.set(way.rule, { scored, way });
    }
    const isNamed = (way) => way && foreign.some((card) => way.expected.includes(card) || way.welcome.includes(card));
    const isAsked = (rule) => box.rulings[rule]?.here || isNamed(best.get(rule)?.way);
    const rounded = (score) => Math.round(score * 1e4) / 1e4;
    const scores = new Map([...best].map(([rule, { scored }]) => [rule, rounded((scored + n.lookup.EXAMPLES * (recalled.get(rule) ?? 0)) / (1 + n.lookup.EXAMPLES))])
      .filter(([rule, score]) => score >= n.lookup.LEAST && isAsked(rule)));
    let found = ranked(scores);
    if ([...recalled.values()].includes(1)) {
      const [surest] = [...recalled].filter(([rule]) => isAsked(rule)).sort(([a, one], [b, other]) => other - one || order.get(a) - order.get(b))[0] ?? [];
      if (surest && !found.slice(0, n.lookup.FIRST).includes(surest)) {
        scores.set(surest, found.length >= n.lookup.FIRST ? scores.get(found[n.lookup.FIRST - 1]) : n.lookup.LEAST);
        found = ranked(scores, surest);
      }
    }
    return { rules: found.slice(0, most), sure: isSure(found, scores) };
  };
}

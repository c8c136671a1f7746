// Offers this phone's copies on the home page and at addresses that the companion does not know.

import "../plain.js";
import { copies } from "./database.js";
import { forget, named, offerLost } from "./offer.js";

// Games to look up, with a request each.
const MOST_ASKED = 5;
const section = document.getElementById("phone-copy");
const list = document.querySelector("#lost ul");
if (section) offerLost(section, section.id);

const kept = (await copies("getAll")).sort((one, other) => other.at - one.at);
for (const { dataset } of document.querySelectorAll("[data-forgotten]")) {
  const copy = kept.find(({ keys }) => keys.score_key === dataset.forgotten);
  if (copy) await forget({ dataset: copy });
}

const listed = Array.from(document.links, ({ pathname }) => pathname);
const isLatest = (copy) => copy === kept.find(({ keys }) => keys.id === copy.keys.id);
const unlisted = kept.filter((copy) => isLatest(copy) && !listed.includes(copy.page));
for (const copy of list ? unlisted.slice(0, MOST_ASKED) : []) {
  const answer = await fetch(`${copy.page}/copy`);
  // Skips games that exist, were deleted or have new links.
  if (answer.ok || !(await answer.text()).includes("phone-copy")) continue;
  const line = document.createElement("li");
  const link = document.createElement("a");
  Object.assign(link, { className: "item", href: copy.page, textContent: named(copy) });
  line.append(link);
  list.append(line);
  list.parentElement.hidden = false;
}

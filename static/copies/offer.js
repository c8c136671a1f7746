// Offers this phone's copy of a game if the companion has lost the game or its latest rounds, or if
// the game continued differently there.

import { store } from "../table/storage.js";
import { copies, mark } from "./database.js";

const root = document.documentElement;
const format = { dateStyle: "medium", timeStyle: "short" };

// The page's title without the companion's name: the players, or that it is a tournament. Copies of
// earlier versions have no title.
export const named = ({ title, entries, at }) => {
  const name = title?.split(" · ")[0] ?? entries[0].names.join(", ");
  return `${name} · ${new Date(at).toLocaleString(document.body.dataset.locale, format)}`;
};

function post(address, values) {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(values) });
}

// Makes room for a copy of what the companion has now.
async function setAside(copy) {
  const aside = { ...copy, page: `${copy.page} aside` };
  await copies("put", aside);
  await copies("delete", copy.page);
  return aside;
}

// `when` selects the sentences and buttons of the section.
function show(section, copy, when) {
  const { entries, keys } = copy;
  const { dataset } = section;
  const part = (name) => section.querySelector(`[data-part=${name}]`);
  dataset.when = when;
  for (const each of section.querySelectorAll("[data-for]")) each.hidden = each.dataset.for !== when;
  part("name").textContent = named(copy);
  part("file").href = URL.createObjectURL(new Blob([JSON.stringify({ entries })]));
  section.hidden = false;
  document.getElementById("page").before(section);
  if (when === "lost") {
    // Otherwise an open page says that the link was renewed.
    root.dataset.touch = "";
    section.scrollIntoView();
  }

  function say(text) {
    part("said").textContent = text;
    part("said").hidden = false;
  }
  const actions = {
    async restore() {
      const answer = await post(dataset.restore, { ...keys, entries });
      const back = `${dataset.page}/copy?back&lang=${root.lang}`;
      if (answer.ok && (await fetch(back)).ok) return location.assign(dataset.page);
      // Other phones restore games too. A proxy may give no delay, or a date.
      const wait = Number(answer.headers.get("Retry-After")) || 5; // seconds
      if (answer.status === 503) setTimeout(act, 1000 * wait, "restore");
      const { error } = await answer.json();
      say(answer.ok ? dataset.renewed : error.message);
      // Only the companion gives a reason; a proxy's 404 says nothing about the game.
      if (error?.why === "deleted") await forget(section);
      if (answer.status === 409) show(section, await setAside(copy), "aside");
    },
    async import() {
      const answer = await post(dataset.import, { entries });
      if (!answer.ok) return say((await answer.json()).error.message);
      await copies("delete", copy.page);
      location.assign(answer.headers.get("Location"));
    },
    async drop() {
      await copies("delete", copy.page);
      section.hidden = true;
    },
  };
  const act = (action) => actions[action]().catch(() => say(dataset.silent));
  section.onclick = ({ target }) => {
    const action = target.closest("[data-action]")?.dataset.action;
    if (action) act(action);
  };
}

// The companion's entries are not this phone's: fewer of the same, or different ones.
export async function compare(section) {
  const { journal, page } = section.dataset;
  const { entries, ...keys } = await (await fetch(journal)).json();
  const copy = await copies("get", page);
  const isBehind = entries.every((entry, at) => mark(entry) === mark(copy.entries[at]));
  if (isBehind) return show(section, copy, "lost");
  const aside = await setAside(copy);
  await copies("put", { page, keys, at: Date.now(), entries });
  return show(section, aside, "aside");
}

export async function offerAside(section) {
  const aside = await copies("get", `${section.dataset.page} aside`);
  if (section.hidden && aside) show(section, aside, "aside");
}

// `text`: the companion's answer instead of the game.
export async function offerLost(section, text) {
  const copy = await copies("get", section.dataset.page);
  if (text.includes("data-forgotten")) await forget(section);
  else if (copy && text.includes("phone-copy")) {
    show(section, copy, "lost");
    // This headline only says that the address is unknown.
    document.querySelector("hgroup")?.remove();
  }
}

export async function forget({ dataset: { page } }) {
  store(`unsaved ${page}`, "");
  await copies("delete", page);
  await copies("delete", `${page} aside`);
}
